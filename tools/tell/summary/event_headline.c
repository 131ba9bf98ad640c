#include "tools/tell/summary/event_headline.h"

#include <assert.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "engine/facts/facts.h"
#include "engine/facts/statement.h"
#include "engine/item/prepare.h"
#include "engine/text/lang.h"
#include "tools/tell/summary/copies.h"
#include "tools/tell/summary/event_places.h"
#include "tools/tell/summary/summary_about.h"
#include "tools/tell/summary/summary_matter.h"
#include "tools/tell/summary/summary_memo.h"
#include "tools/tell/summary/summary_pool_impl.h"
#include "tools/tell/summary/summary_read.h"
#include "tools/tell/summary/summary_text.h"
#include "tools/tell/summary/summary_title.h"
#include "tools/tell/summary/witness.h"

struct event_case {
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	const struct tcn_summary_text *texts;
	size_t n;
	struct tcn_arena *arena;
};

/*
 * A headline in capitals, as the texts write its words; see summary.h.
 *
 * Wires wrote their titles in capitals. Small letters cannot be made of these
 * without knowing what is a name; but the texts below such titles are in small
 * letters, and most of the words stand there. A word takes the case that most
 * texts write its stem in, inside their sentences; function words and verbs of
 * the news that none has are small. If any other word is found in none of them,
 * nothing is known of it, and the headline stays as it is.
 *
 * The first 600 bytes of 200 texts are looked at. Cost: that of preparing them,
 * of a headline in capitals alone.
 */

#define TEXTS_MAX  200
#define BODY_BYTES 600
#define WORDS_MAX  64 /* of a headline; a longer one is left as it is */

enum form {
	FORM_UNKNOWN,
	FORM_SMALL,
	FORM_CAPITAL, /* the first letter */
	FORM_GIVEN, /* it is not a word that is written in two ways */
};

struct word {
	struct tcn_str at; /* a part of the headline */
	uint64_t id; /* of its term */
	enum form form;
	bool verb; /* a small word, where no text has it */
	uint32_t capital, small; /* texts that write it so */
	uint32_t whole; /* of capital: all in capitals */
};

struct words {
	struct word at[WORDS_MAX];
	size_t n;
};

/* The next character of s from *at on, and moves *at behind it. */
static UChar32
next_char(struct tcn_str s, size_t *at)
{
	const uint8_t *bytes = (const uint8_t *)s.at;
	int32_t i = (int32_t)*at;
	UChar32 c;

	U8_NEXT(bytes, i, (int32_t)s.n, c);
	*at = (size_t)i;
	return c < 0 ? 0xfffd : c;
}

/* The next word of s from *at on, and moves *at behind it; false: none. */
static bool
next_word(struct tcn_str s, size_t *at, struct tcn_str *word)
{
	size_t begin = s.n, end = s.n;

	while (*at < s.n && end == s.n) {
		size_t before = *at;
		UChar32 c = next_char(s, at);

		if (begin == s.n && u_isalnum(c))
			begin = before;
		else if (begin < s.n &&
		    !(u_isalnum(c) || c == '\'' || c == 0x2019 || c == '.'))
			end = before;
	}
	*word = (struct tcn_str){ s.at + begin, end - begin };
	return begin < s.n;
}

static bool
has_letter(struct tcn_str s)
{
	for (size_t i = 0; i < s.n;)
		if (u_isalpha(next_char(s, &i)))
			return true;
	return false;
}

/* Whether all letters of a word, two at least, are capitals. */
static bool
is_whole(struct tcn_str s)
{
	unsigned letters = 0;

	for (size_t i = 0; i < s.n;) {
		UChar32 c = next_char(s, &i);

		if (u_isalpha(c) && u_tolower(c) == c)
			return false;
		letters += u_isalpha(c) != 0;
	}
	return letters >= 2;
}

/* Whether it is a verb of the news: texts tell what titles say in another tense
 * (said, says), whose stem may be another. */
static void
ask_verb(const struct event_case *in, const char *lang, struct word *word)
{
	const struct tcn_statement_text text = { .raw = word->at,
		.lang = lang };
	struct tcn_statement statement;

	tcn_statement_read(in->facts, &text, &statement);
	word->verb = tcn_facts_has_lang(lang) &&
	    !(statement.faults & TCN_STATEMENT_NO_VERB);
}

/* Reads a word by itself: its term, or that it has one form only. */
static void
read_word(const struct event_case *in, struct tcn_str lang, struct word *word)
{
	const struct tcn_article article = { .text = word->at,
		.lang = lang,
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_doc doc;

	tcn_prepare(in->prep, &article, in->arena, &doc);
	if (!has_letter(word->at) || !doc.terms_n) {
		word->form = FORM_GIVEN;
		return;
	}
	if (doc.terms[0].flags & TCN_TERM_STOP)
		word->form = FORM_SMALL;
	word->id = doc.terms[0].id;
	ask_verb(in, doc.lang, word);
}

/* Counts how one text writes the words. */
static void
count_forms(const struct event_case *in, const struct tcn_summary_text *text,
    struct words *words)
{
	const struct tcn_article article = {
		.text = tcn_utf8_cut(text->text, BODY_BYTES),
		.lang = text->lang,
		.ts_ms = TCN_UNDATED,
		.plain = true,
	};
	struct tcn_doc doc;

	tcn_prepare(in->prep, &article, in->arena, &doc);
	for (size_t t = 0; t < doc.terms_n; t++) {
		const struct tcn_term *term = &doc.terms[t];
		bool small = term->flags & TCN_TERM_TEXT_SMALL;
		bool capital = term->flags & TCN_TERM_TEXT_CAPITAL;

		for (size_t w = 0; w < words->n && (small || capital); w++) {
			struct word *word = &words->at[w];

			if (word->form != FORM_UNKNOWN || word->id != term->id)
				continue;
			word->small += small;
			word->capital += capital && !small;
			word->whole +=
			    capital && !small && is_whole(term->word);
		}
	}
}

/* Settles the form of each word; false: of one of them nothing is known. */
static bool
settle(struct words *words)
{
	for (size_t w = 0; w < words->n; w++) {
		struct word *word = &words->at[w];

		if (word->form != FORM_UNKNOWN)
			continue;
		if (!word->small && !word->capital && !word->verb)
			return false;
		word->form = word->small >= word->capital ? FORM_SMALL
		    : word->whole * 2 > word->capital     ? FORM_GIVEN
							  : FORM_CAPITAL;
	}
	return true;
}

/* Appends a word as it is given, but for a genitive: U.S.'s. */
static void
put_given(struct tcn_str word, struct tcn_buf *out)
{
	bool genitive = word.n > 2 && word.at[word.n - 2] == '\'' &&
	    word.at[word.n - 1] == 'S';

	if (genitive)
		word.n--;
	tcn_buf_str(out, word);
	if (genitive)
		tcn_buf_char(out, 's');
}

/* Appends a word; the letters behind the first that stays are small. */
static void
put_word(const struct word *word, bool begins, struct tcn_buf *out)
{
	bool keep = begins || word->form == FORM_CAPITAL;

	if (word->form == FORM_GIVEN) {
		put_given(word->at, out);
		return;
	}
	for (size_t i = 0; i < word->at.n;) {
		UChar32 c = next_char(word->at, &i);
		char bytes[U8_MAX_LENGTH];
		size_t n = 0;

		U8_APPEND_UNSAFE(bytes, n, keep ? c : u_tolower(c));
		tcn_buf_str(out, (struct tcn_str){ bytes, n });
		keep = keep && !u_isalnum(c);
	}
}

static void
put_words(struct tcn_str headline, const struct words *words,
    struct tcn_arena *arena, struct tcn_str *to)
{
	struct tcn_buf out = { 0 };
	const char *at = headline.at, *end = headline.at + headline.n;

	for (size_t w = 0; w < words->n; w++) {
		const struct word *word = &words->at[w];

		tcn_buf_str(&out,
		    (struct tcn_str){ at, (size_t)(word->at.at - at) });
		put_word(word, w == 0, &out);
		at = word->at.at + word->at.n;
	}
	tcn_buf_str(&out, (struct tcn_str){ at, (size_t)(end - at) });
	tcn_arena_str(arena, tcn_buf_view(&out), to);
	tcn_buf_fini(&out);
}

/* Puts a headline of a language, a tag, as the texts write its words, in arena;
 * *to is the headline where they do not write all of them. */
static void
summary_case_of(const struct event_case *in, struct tcn_str headline,
    struct tcn_str lang, struct tcn_str *to)
{
	struct words words = { .n = 0 };
	bool whole;
	struct tcn_str word;

	whole = true;
	for (size_t at = 0; next_word(headline, &at, &word);) {
		if (words.n == WORDS_MAX) {
			whole = false;
			break;
		}
		words.at[words.n] = (struct word){ .at = word };
		read_word(in, lang, &words.at[words.n++]);
	}
	*to = headline;
	if (!whole)
		return;
	for (size_t i = 0, n = 0; i < in->n && n < TEXTS_MAX; i++) {
		if (in->texts[i].copy || !in->texts[i].title.n)
			continue;
		count_forms(in, &in->texts[i], &words);
		n++;
	}
	if (settle(&words))
		put_words(headline, &words, in->arena, to);
}

#define READ_ANY  240 /* texts, of all */
#define READ_TOLL 240 /* of those whose titles tell a toll or a magnitude */

/* Words that two titles share, of those that either has, from which they are of
 * one origin: three fifths; of titles with so many. */
#define ALIKE       3
#define ALIKE_PARTS 5
#define ALIKE_WORDS 3

/* What was made of the texts. */
struct making {
	const struct tcn_event_headline_ask *ask;
	struct tcn_arena *arena;
	struct tcn_summary_text *texts; /* those that are not only near */
	size_t *places; /* of each, in the ask */
	double *ranks;
	size_t n;
	struct tcn_summary_core core;
	struct tcn_summary_read read;
};

size_t
tcn_event_headline_pick(size_t n, size_t most, size_t *picked)
{
	size_t first = most / 4, newest = most / 2;
	size_t between = most - first - newest;
	size_t all = n < most ? n : most;

	for (size_t i = 0; i < all; i++) {
		if (n == all || i < first)
			picked[i] = i;
		else if (i < first + between)
			picked[i] = first +
			    (i - first) * (n - first - newest) / between;
		else
			picked[i] = n - all + i;
	}
	return all;
}

/* --- origins --- */

/* The words of a title, and of each a bit: for a bit of one that another has
 * not, at least one word of it is not shared. */
struct title {
	struct tcn_summary_terms terms;
	uint64_t bits;
};

/* Whether so many shared words are enough. */
static bool
is_enough(size_t shared, const struct title *a, const struct title *b)
{
	return shared * ALIKE_PARTS >=
	    (a->terms.n + b->terms.n - shared) * ALIKE;
}

static bool
are_alike(const struct title *a, const struct title *b)
{
	size_t least = a->terms.n < b->terms.n ? a->terms.n : b->terms.n;

	/* If all words of the shorter one were shared, or all that can be. */
	return least >= ALIKE_WORDS && is_enough(least, a, b) &&
	    is_enough(a->terms.n -
		    (size_t)__builtin_popcountll(a->bits & ~b->bits),
		a, b) &&
	    is_enough(tcn_summary_terms_shared(a->terms, b->terms), a, b);
}

/* The words of a title, or of a post. */
static struct tcn_summary_terms
read_title(const struct making *making, const struct tcn_summary_text *text)
{
	struct tcn_str title = text->title.n ? text->title : text->text;

	return tcn_summary_title_read(making->ask->prep, text->memo, title,
	    text->lang, making->arena)
	    ->terms;
}

/* Titles that are much alike are of one origin, as stories have it
 * (window/story): what is passed on in nearly the same words is no witness. */
static void
join_origins(struct making *making)
{
	size_t *leaders =
	    tcn_arena_zalloc(making->arena, making->n, sizeof *leaders);
	struct title *titles =
	    tcn_arena_zalloc(making->arena, making->n, sizeof *titles);
	size_t n = 0;

	for (size_t i = 0; i < making->n; i++) {
		struct tcn_summary_text *text = &making->texts[i];
		size_t l = 0;

		titles[i].terms = read_title(making, text);
		for (size_t k = 0; k < titles[i].terms.n; k++)
			titles[i].bits |= (uint64_t)1
			    << (titles[i].terms.at[k] & 63);
		while (l < n &&
		    making->texts[leaders[l]].origin != text->origin &&
		    !are_alike(&titles[leaders[l]], &titles[i]))
			l++;
		if (l < n)
			text->origin = making->texts[leaders[l]].origin;
		else
			leaders[n++] = i;
	}
}

/* --- figures --- */

/* Finds the witnesses of all texts. */
static uint64_t *
find_witnesses(const struct making *making)
{
	struct tcn_witness_item *items =
	    tcn_arena_zalloc(making->arena, making->n, sizeof *items);
	uint64_t *witnesses;

	for (size_t i = 0; i < making->n; i++) {
		const struct tcn_summary_text *text = &making->texts[i];

		items[i] = (struct tcn_witness_item){
			.source = text->source,
			.credit = tcn_copies_credit_of(text->title, text->text),
			.origin = text->origin,
		};
	}
	tcn_witness_find(items, making->n, making->arena, &witnesses);
	return witnesses;
}

static void
make_figures(struct making *making, struct tcn_figures *figures)
{
	const struct tcn_summary_read *read = &making->read;
	const uint64_t *witnesses = find_witnesses(making);
	struct tcn_figure_told *told =
	    tcn_arena_zalloc(making->arena, read->told_n, sizeof *told);

	for (size_t i = 0; i < read->told_n; i++) {
		size_t from = read->told[i].from;
		const struct tcn_summary_text *text = &making->texts[from];
		enum tcn_slot slot = read->told[i].reading.slot;

		told[i] = (struct tcn_figure_told){
			.reading = read->told[i].reading,
			.ms = text->ms,
			.origin = tcn_slot_kind(slot) == TCN_SLOT_FIXED
			    ? text->origin
			    : witnesses[from],
			.publisher =
			    tcn_copies_key(text->host.n ? text->host
							: text->source),
			.seq = from,
			.place = from,
		};
	}
	tcn_figure_make(told, read->told_n, (uint32_t)making->core.texts_n,
	    making->arena, figures);
}

/* --- the choice --- */

/* Leaves out what is only near. */
static void
take_own(const struct tcn_summary_about *about, struct making *making)
{
	size_t n = making->n, own = 0;

	making->ranks =
	    tcn_arena_zalloc(making->arena, n, sizeof *making->ranks);
	for (size_t i = 0; i < n; i++) {
		if (about->near[i])
			continue;
		making->texts[own] = making->texts[i];
		making->core.origins[own] = making->core.origins[i];
		making->ranks[own] = about->rank[i];
		making->places[own++] = making->places[i];
	}
	making->n = own;
}

/* The texts, no longer than they are read. */
static void
take_texts(struct making *making)
{
	const struct tcn_event_headline_ask *ask = making->ask;

	making->n = ask->n;
	making->texts =
	    tcn_arena_zalloc(making->arena, ask->n, sizeof *making->texts);
	making->places =
	    tcn_arena_zalloc(making->arena, ask->n, sizeof *making->places);
	for (size_t i = 0; i < ask->n; i++) {
		struct tcn_summary_text *text = &making->texts[i];

		making->places[i] = i;
		*text = ask->texts[i];
		text->title =
		    tcn_utf8_cut(text->title, TCN_EVENT_HEADLINE_TITLE_BYTES);
		text->text = tcn_utf8_cut(text->text,
		    text->title.n ? TCN_EVENT_HEADLINE_TEXT_BYTES
				  : TCN_EVENT_HEADLINE_TITLE_BYTES);
		text->year = tcn_summary_text_year(text->ms);
		text->counted = true;
		text->copy = false;
	}
}

/* Whether a title, or a post, tells a toll or a magnitude. */
static bool
tells_toll(const struct making *making, const struct tcn_summary_text *text)
{
	struct tcn_reading readings[TCN_READINGS_MAX];
	struct tcn_reading_text reading = {
		.sentence = text->title.n ? text->title : text->text,
		.year = text->year,
	};
	const struct tcn_summary_memo_key key = { .kind = 'f',
		.number = reading.year,
		.parts = { reading.sentence, text->lang } };
	static const bool yes = true, no = false;
	const bool *known = tcn_summary_memo_find(text->memo, &key);
	char lang[TCN_LANG_BYTES] = "";
	bool tells = false;
	size_t n;

	if (known)
		return *known;
	tcn_lang_from_tag(text->lang, lang);
	reading.lang = lang;
	tcn_reading_find(making->ask->facts, &reading, readings, &n);
	for (size_t i = 0; i < n; i++)
		tells |= readings[i].slot == TCN_SLOT_DEAD ||
		    readings[i].slot == TCN_SLOT_MAGNITUDE;
	if (text->memo)
		tcn_summary_memo_put(text->memo, &key, tells ? &yes : &no);
	return tells;
}

/* Marks some of those whose titles tell tolls. */
static void
mark_tolls(const struct making *making, bool *marked)
{
	size_t *tolls =
	    tcn_arena_zalloc(making->arena, making->n, sizeof *tolls);
	size_t picked[READ_TOLL], n = 0;

	for (size_t i = 0; i < making->n; i++)
		if (tells_toll(making, &making->texts[i]))
			tolls[n++] = i;
	n = tcn_event_headline_pick(n, READ_TOLL, picked);
	for (size_t i = 0; i < n; i++)
		marked[tolls[picked[i]]] = true;
}

/* Leaves out what is not read further. */
static void
pick_texts(struct making *making)
{
	bool *marked =
	    tcn_arena_zalloc(making->arena, making->n, sizeof *marked);
	size_t picked[READ_ANY], n, kept = 0;

	n = tcn_event_headline_pick(making->n, READ_ANY, picked);
	for (size_t i = 0; i < n; i++)
		marked[picked[i]] = true;
	if (n < making->n)
		mark_tolls(making, marked);
	for (size_t i = 0; i < making->n; i++) {
		if (!marked[i] && !making->texts[i].heads)
			continue;
		making->texts[kept] = making->texts[i];
		making->places[kept++] = making->places[i];
	}
	making->n = kept;
}

/* Whether the event has a headline so far. */
static bool
is_named(const struct making *making)
{
	for (size_t i = 0; i < making->n; i++)
		if (making->texts[i].heads)
			return true;
	return false;
}

/* Measures the words that the texts share, of the event's own matter alone;
 * which that is, is not known yet when it fires. */
static void
make_core(struct making *making)
{
	struct tcn_prepare *prep = making->ask->prep;
	bool *other = tcn_arena_zalloc(making->arena, making->n, sizeof *other);
	size_t kept = 0;

	tcn_summary_core_make(making->texts, making->n, prep, making->arena,
	    &making->core);
	if (!is_named(making) ||
	    !tcn_summary_matter_find(making->texts, making->n, &making->core,
		other))
		return;
	for (size_t i = 0; i < making->n; i++) {
		if (other[i])
			continue;
		making->texts[kept] = making->texts[i];
		making->places[kept++] = making->places[i];
	}
	making->n = kept;
	tcn_summary_core_fini(&making->core);
	tcn_summary_core_make(making->texts, making->n, prep, making->arena,
	    &making->core);
}

/* Puts a headline in capitals as the texts write it. */
static void
put_case(struct making *making, struct tcn_summary_headline *headline)
{
	const struct event_case in = {
		.prep = making->ask->prep,
		.facts = making->ask->facts,
		.texts = making->texts,
		.n = making->n,
		.arena = making->arena,
	};

	if (headline->capitals)
		summary_case_of(&in, headline->sentence,
		    making->texts[headline->text].lang, &headline->sentence);
}

static void
choose(struct making *making, const struct tcn_figures *figures,
    struct tcn_summary_headline *headline)
{
	const struct tcn_summary summary = {
		.read = &making->read,
		.figures = figures,
		.texts = making->texts,
		.texts_n = making->n,
		.core = &making->core,
		.ranks = making->ranks,
		.naming = making->ask->over ? TCN_SUMMARY_NAMING_LAST
					    : TCN_SUMMARY_NAMING_REVISION,
	};
	struct tcn_summary_pool pool;

	tcn_summary_pool_make(&summary, making->arena, &pool);
	tcn_summary_headline_choose(&pool, headline);
	tcn_summary_pool_fini(&pool);
	if (headline->text == making->n) {
		headline->text = making->ask->n;
		return;
	}
	put_case(making, headline);
	headline->text = making->places[headline->text];
	headline->first = making->places[headline->first];
}

/* Reads the event's own texts, and chooses among their titles. */
static void
read_and_choose(struct making *making, struct tcn_summary_headline *headline)
{
	const struct tcn_summary_read_job job = {
		.texts = making->texts,
		.n = making->n,
		.core = &making->core,
		.facts = making->ask->facts,
		.prep = making->ask->prep,
	};
	struct tcn_figures figures = { 0 };

	tcn_summary_read_make(&job, making->arena, &making->read);
	make_figures(making, &figures);
	choose(making, &figures, headline);
	tcn_summary_read_fini(&making->read);
}

void
tcn_event_headline_choose(const struct tcn_event_headline_ask *ask,
    struct tcn_arena *arena, struct tcn_summary_headline *headline)
{
	struct making making = { .ask = ask, .arena = arena };
	struct tcn_summary_about about;

	assert(ask->prep && ask->facts && (ask->texts || !ask->n));
	take_texts(&making);
	tcn_summary_text_langs(making.texts, making.n, ask->prep, arena);
	if (ask->places)
		*ask->places =
		    tcn_event_places_find(making.texts, making.n, arena);
	pick_texts(&making);
	join_origins(&making);
	make_core(&making);
	tcn_summary_about_make(making.texts, making.n, &making.core, arena,
	    &about);
	take_own(&about, &making);
	read_and_choose(&making, headline);
	tcn_summary_core_fini(&making.core);
}
