#include "tools/tell/summary/summary_read.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/facts/located.h"
#include "engine/text/lang.h"
#include "engine/text/sentence.h"
#include "tools/tell/summary/summary_memo.h"
#include "tools/tell/summary/summary_title.h"

#define SENTENCES_MAX 4000
#define TOLD_MAX      20000
#define BEHIND        0.67 /* of B, that is kept without a label */
#define ABOUT_OWN     0.45 /* B of a title that is the event's, anywhere */
#define OF_EVENT      0.35 /* the same of a text whose money is the event's */
#define OWN_PARTS     3 /* of origins: so many name a country of the event's */

struct reader {
	const struct tcn_summary_read_job *job;
	struct tcn_arena *arena; /* what is read: a text's memo's, or that of
				  * the reading */
	struct tcn_arena scratch; /* of one sentence */
	struct tcn_summary_read *read;
	bool *wanted; /* of each text: sentences of it are to choose from */
	struct tcn_map titles; /* told of their origins, by hash */
	size_t number; /* of the wanted texts so far */
	size_t step, sentences; /* of every so-manieth of these so many */
};

/* A text while it is read. */
struct text {
	const struct tcn_summary_text *text;
	size_t i;
	char lang[TCN_LANG_BYTES];
	bool tells; /* figures */
	bool offers; /* sentences to choose from */
	bool elsewhere; /* the last sentence is */
	bool abroad; /* it names countries, and none of the event's */
};

/* A sentence or title while it is read. */
struct part {
	struct tcn_str raw;
	uint32_t position;
	bool title;
	bool tells, offers;
};

/* What is read of a part; views into its own copy of raw, if it is kept. */
struct found {
	struct tcn_summary_read_sentence sentence; /* of no text */
	struct tcn_reading *told;
	size_t told_n;
	struct tcn_str *countries; /* that it places itself in */
	size_t countries_n;
	bool kept; /* there is a sentence to choose from */
};

/* Marks the texts to choose from: the first of each origin, and what is no
 * copy; counts them in *n. */
static void
mark_wanted(struct reader *reader, size_t *n)
{
	const struct tcn_summary_read_job *job = reader->job;
	bool *seen =
	    tcn_arena_zalloc(reader->arena, job->core->texts_n, sizeof *seen);

	*n = 0;
	reader->wanted =
	    tcn_arena_zalloc(reader->arena, job->n, sizeof *reader->wanted);
	for (size_t i = 0; i < job->n; i++) {
		bool *origin = &seen[job->core->origins[i]];

		reader->wanted[i] =
		    !*origin || !job->texts[i].copy || job->texts[i].heads;
		*n += reader->wanted[i];
		*origin = true;
	}
}

/* --- sentences --- */

/* Reads what a part tells. */
static void
tell(struct reader *reader, const struct text *text, struct tcn_str raw,
    struct found *found)
{
	const struct tcn_reading_text reading = { raw, text->lang,
		text->text->year };
	struct tcn_reading readings[TCN_READINGS_MAX];

	tcn_reading_find(reader->job->facts, &reading, readings,
	    &found->told_n);
	if (!found->told_n)
		return;
	found->told =
	    tcn_arena_alloc(reader->arena, found->told_n * sizeof *found->told);
	memcpy(found->told, readings, found->told_n * sizeof *found->told);
}

static void
locate(struct reader *reader, const struct text *text, struct tcn_str raw,
    struct found *found)
{
	struct tcn_str countries[TCN_LOCATED_MAX];

	tcn_located_find(reader->job->facts, raw, text->lang, countries,
	    &found->countries_n);
	if (!found->countries_n)
		return;
	found->countries = tcn_arena_alloc(reader->arena,
	    found->countries_n * sizeof *countries);
	memcpy(found->countries, countries,
	    found->countries_n * sizeof *countries);
}

static void
add_told(struct reader *reader, const struct text *text,
    const struct found *found)
{
	struct tcn_summary_read *read = reader->read;
	bool other;
	const struct tcn_summary_core *core;
	const struct tcn_summary_core_text *of;

	if (!found->told_n)
		return;
	/* Whether money and the like in a text are of another matter: the text
	 * has little of the story's words, or they are of another country, as
	 * "sales in India" of a company's. */
	core = reader->job->core;
	of = &core->texts[core->origins[text->i]];
	other = text->abroad ||
	    (of->about < OF_EVENT && tcn_summary_core_judges(core, of->part));
	read->told = tcn_mem_grow(read->told, &read->told_cap,
	    read->told_n + found->told_n, sizeof *read->told);
	for (size_t i = 0; i < found->told_n && read->told_n < TOLD_MAX; i++)
		if (!other || !tcn_slot_is_of_many(found->told[i].slot))
			read->told[read->told_n++] =
			    (struct tcn_summary_read_told){ text->i,
				    found->told[i] };
}

/* The words of a part of a text, until the next are read. */
static void
terms_of(struct reader *reader, const struct text *text, struct tcn_str of,
    struct tcn_summary_terms *terms)
{
	tcn_arena_reset(&reader->scratch);
	tcn_summary_terms_read(reader->job->prep, of, text->text->lang,
	    &reader->scratch, terms);
}

/* Keeps words with the sentence, which outlives what they were read in. */
static void
keep_terms(struct reader *reader, struct tcn_summary_terms read,
    struct tcn_summary_terms *kept)
{
	uint64_t *at = tcn_arena_alloc(reader->arena, read.n * sizeof *at);

	if (read.n)
		memcpy(at, read.at, read.n * sizeof *at);
	*kept = (struct tcn_summary_terms){ at, read.n };
}

/* Reads the words of what a sentence shows that opens its text: a whole title's
 * are read already. */
static void
read_opening(struct reader *reader, const struct text *text,
    struct tcn_summary_read_sentence *sentence)
{
	struct tcn_str shown = sentence->statement.shown;
	bool whole = sentence->title && shown.n == sentence->raw.n;
	const struct tcn_summary_title *title;

	tcn_arena_reset(&reader->scratch);
	title = tcn_summary_title_read(reader->job->prep,
	    whole ? text->text->memo : NULL, shown, text->text->lang,
	    &reader->scratch);
	keep_terms(reader, title->terms, &sentence->terms);
	keep_terms(reader, title->news, &sentence->news);
}

/* Reads the words of what a sentence shows. */
static void
read_words(struct reader *reader, const struct text *text,
    struct tcn_summary_read_sentence *sentence)
{
	const struct tcn_statement *statement = &sentence->statement;
	struct tcn_summary_terms terms;

	if (sentence->opens) {
		read_opening(reader, text, sentence);
	} else {
		terms_of(reader, text, statement->shown, &terms);
		keep_terms(reader, terms, &sentence->terms);
	}
	sentence->main = sentence->terms;
	if (sentence->opens && statement->main.n < statement->shown.n) {
		terms_of(reader, text, statement->main, &terms);
		keep_terms(reader, terms, &sentence->main);
	}
}

/* What of the story's words a text of it has, as one about it: struct
 * tcn_summary_core's B. */
static double
measure(struct reader *reader, const struct text *text, struct tcn_str of)
{
	const struct tcn_summary_core *core = reader->job->core;
	uint32_t part = core->texts[core->origins[text->i]].part;
	struct tcn_summary_terms terms;

	terms_of(reader, text, of, &terms);
	return tcn_summary_core_about(core, part, terms.at, terms.n);
}

/* Shows what stands behind a label that was left ahead of a colon. */
static void
drop_label(struct reader *reader, const struct tcn_statement_text *says,
    struct tcn_str rest, struct tcn_statement *statement)
{
	struct tcn_statement_text behind = *says;
	struct tcn_str label = statement->label;

	behind.raw = rest;
	behind.begins = false;
	tcn_statement_read(reader->job->facts, &behind, statement);
	statement->label = label;
	if (statement->shown.n)
		statement->offset =
		    (size_t)(statement->shown.at - says->raw.at);
}

/* A label that was left ahead of a colon may be the story's subject: some of
 * its words are those that the story shares. It is taken off where what stands
 * behind it says most of the story without it. */
static void
read_label(struct reader *reader, const struct text *text,
    const struct tcn_statement_text *says,
    struct tcn_summary_read_sentence *sentence)
{
	struct tcn_statement *statement = &sentence->statement;
	const char *end = statement->label.at + statement->label.n;
	double whole, behind;
	struct tcn_str rest;

	sentence->section = statement->label.n > 0;
	if (!sentence->section || statement->shown.at > statement->label.at)
		return;
	rest = (struct tcn_str){ end,
		(size_t)(statement->shown.at + statement->shown.n - end) };
	while (rest.n && *rest.at != ':') {
		rest.at++;
		rest.n--;
	}
	sentence->section = measure(reader, text, statement->label) <= 0;
	whole = measure(reader, text, statement->shown);
	behind = measure(reader, text, rest);
	if (behind >= BEHIND * whole)
		drop_label(reader, says, rest, statement);
}

/* Adds the rest of what is known of a sentence that shows something, unless it
 * has no words. */
static void
offer(struct reader *reader, const struct text *text, struct found *found)
{
	struct tcn_summary_read_sentence *sentence = &found->sentence;
	const struct tcn_reading_text reading = { sentence->statement.shown,
		text->lang, text->text->year };

	tcn_reading_keep(reader->job->facts, &reading, reader->arena,
	    &sentence->says);
	read_words(reader, text, sentence);
	found->kept = sentence->terms.n;
}

/* What it tells and where is read right behind the statement and ahead of what
 * is shown, as long as its words are at hand. */
static void
find(struct reader *reader, const struct text *text, const struct part *part,
    struct found *found)
{
	struct tcn_summary_read_sentence *sentence = &found->sentence;
	const struct tcn_statement_text says = {
		.raw = sentence->raw,
		.lang = text->lang,
		.source = text->text->source,
		.host = text->text->host,
		.title = part->title,
		.begins = part->raw.at == text->text->text.at,
	};

	if (part->offers)
		tcn_statement_read(reader->job->facts, &says,
		    &sentence->statement);
	if (part->tells)
		tell(reader, text, sentence->raw, found);
	locate(reader, text, sentence->raw, found);
	if (part->offers)
		read_label(reader, text, &says, sentence);
	if (sentence->statement.shown.n)
		offer(reader, text, found);
}

/* A part that is perhaps known. What stands under a label is read by what the
 * story is about, and is not kept. */
static const struct found *
find_known(struct reader *reader, const struct text *text,
    const struct part *part)
{
	struct tcn_summary_memo *memo = text->text->memo;
	bool opens =
	    part->position == 0 && (part->title || !text->text->title.n);
	const struct tcn_summary_memo_key key = {
		.kind =
		    (char)(128 | (part->title ? 1 : 0) | (part->tells ? 2 : 0) |
			(part->offers ? 4 : 0) | (opens ? 8 : 0) |
			(part->raw.at == text->text->text.at ? 16 : 0)),
		.number = text->text->year,
		.parts = { part->raw, text->text->lang, text->text->source,
		    text->text->host },
	};
	struct tcn_arena *own = reader->arena;
	const struct found *known = tcn_summary_memo_find(memo, &key);
	struct found *found;

	if (known)
		return known;
	if (memo)
		reader->arena = tcn_summary_memo_arena(memo);
	found = tcn_arena_zalloc(reader->arena, 1, sizeof *found);
	found->sentence = (struct tcn_summary_read_sentence){
		.position = part->position,
		.title = part->title,
		.opens = opens,
		.raw = part->raw,
	};
	if (memo)
		tcn_arena_str(reader->arena, part->raw, &found->sentence.raw);
	find(reader, text, part, found);
	if (memo && !found->sentence.statement.label.n)
		tcn_summary_memo_put(memo, &key, found);
	reader->arena = own;
	return found;
}

/* Makes a view into a copy of raw one into raw. */
static void
move_view(struct tcn_str *view, const char *copy, struct tcn_str raw)
{
	if (view->n)
		view->at = raw.at + (view->at - copy);
}

/* --- elsewhere --- */

/* Whether so many origins name a country that it is one of the event's. */
static bool
is_own_country(struct reader *reader, const struct text *text,
    struct tcn_str country)
{
	const struct tcn_summary_core *core = reader->job->core;
	const struct tcn_summary_core_part *part =
	    &core->parts[core->texts[core->origins[text->i]].part];
	struct tcn_summary_terms terms;

	terms_of(reader, text, country, &terms);
	for (size_t i = 0; i < terms.n; i++) {
		const uint64_t *n = tcn_map_find(&part->words, terms.at[i]);

		if (!n || *n * OWN_PARTS < part->origins)
			return false;
	}
	return true;
}

/* Whether a sentence holds one of the heaviest words of the story: any, or one
 * with a capital that does not begin it. */
static bool
holds_heaviest(struct reader *reader, const struct text *text,
    struct tcn_str sentence, bool name)
{
	const struct tcn_summary_core *core = reader->job->core;
	uint32_t part = core->texts[core->origins[text->i]].part;
	struct tcn_summary_terms terms;

	if (!name) {
		terms_of(reader, text, sentence, &terms);
		return tcn_summary_core_holds(core, part, terms.at, terms.n) >
		    0;
	}
	for (size_t i = 1; i < sentence.n; i++) {
		struct tcn_str word = { sentence.at + i, 0 };

		if (sentence.at[i - 1] != ' ' || *word.at < 'A' ||
		    *word.at > 'Z')
			continue;
		while (i + word.n < sentence.n && word.at[word.n] != ' ')
			word.n++;
		terms_of(reader, text, word, &terms);
		if (tcn_summary_core_holds(core, part, terms.at, terms.n))
			return true;
	}
	return false;
}

/* Whether a sentence names countries, and none of the event's. */
static bool
is_abroad(struct reader *reader, const struct text *text,
    const struct found *found)
{
	for (size_t i = 0; i < found->countries_n; i++)
		if (is_own_country(reader, text, found->countries[i]))
			return false;
	return found->countries_n > 0;
}

/* Whether a sentence is about something in another country. */
static bool
is_elsewhere(struct reader *reader, const struct text *text,
    struct tcn_str sentence, const struct found *found)
{
	if (found->countries_n)
		return text->abroad &&
		    !holds_heaviest(reader, text, sentence, true) &&
		    (!found->sentence.opens ||
			measure(reader, text, sentence) < ABOUT_OWN);
	return text->elsewhere &&
	    !holds_heaviest(reader, text, sentence, false);
}

/* Reads a sentence. */
static void
read_part(struct reader *reader, struct text *text, const struct part *part)
{
	struct tcn_summary_read_sentence sentence;
	const struct found *found;
	const char *copy;
	struct tcn_summary_read *read;

	found = find_known(reader, text, part);
	text->abroad = is_abroad(reader, text, found);
	text->elsewhere = is_elsewhere(reader, text, part->raw, found);
	if (!text->elsewhere)
		add_told(reader, text, found);
	if (!found->kept)
		return;
	sentence = found->sentence;
	sentence.elsewhere = text->elsewhere;
	copy = sentence.raw.at;
	sentence.from = text->i;
	sentence.position = part->position;
	sentence.raw = part->raw;
	move_view(&sentence.statement.shown, copy, part->raw);
	move_view(&sentence.statement.label, copy, part->raw);
	move_view(&sentence.statement.main, copy, part->raw);
	read = reader->read;
	read->at =
	    tcn_mem_grow(read->at, &read->cap, read->n + 1, sizeof *read->at);
	if (sentence.opens)
		read->opens[sentence.from] = read->n;
	read->at[read->n++] = sentence;
}

/* --- texts --- */

static void
read_title(struct reader *reader, struct text *text)
{
	struct part part = {
		.raw = text->text->title, .title = true, .offers = text->offers
	};

	if (!part.raw.n)
		return;
	if (text->tells) {
		/* Whether the title is new to its origin. */
		uint64_t *slot;

		tcn_map_put(&reader->titles,
		    XXH3_64bits_withSeed(text->text->title.at,
			text->text->title.n, text->text->origin),
		    &slot, &part.tells);
	}
	if (part.tells || part.offers)
		read_part(reader, text, &part);
}

static void
read_body(struct reader *reader, struct text *text)
{
	bool tells = text->tells && !text->text->copy;
	struct tcn_sentence_scan scan;
	struct part part = { .tells = tells };

	tcn_sentence_scan(&scan,
	    tcn_utf8_cut(text->text->text, TCN_SUMMARY_READ_BYTES), text->lang);
	for (uint32_t n = 0; n < TCN_SUMMARY_READ_SENTENCES; n++) {
		part.position = n;
		part.offers = text->offers && n < reader->sentences &&
		    reader->read->n < SENTENCES_MAX;
		if ((!tells && !part.offers) ||
		    !tcn_sentence_next(&scan, &part.raw))
			break;
		read_part(reader, text, &part);
	}
}

void
tcn_summary_read_make(const struct tcn_summary_read_job *job,
    struct tcn_arena *arena, struct tcn_summary_read *read)
{
	struct reader reader = { .job = job, .arena = arena, .read = read };
	size_t wanted;

	assert(job->facts && job->prep && job->core);
	mark_wanted(&reader, &wanted);
	*read = (struct tcn_summary_read){ 0 };
	read->texts = job->texts;
	read->opens = tcn_mem_calloc(job->n + 1, sizeof *read->opens);
	for (size_t i = 0; i < job->n; i++)
		read->opens[i] = SIZE_MAX;
	reader.step = wanted / SENTENCES_MAX + 1;
	reader.sentences = wanted ? SENTENCES_MAX * reader.step / wanted : 1;
	if (reader.sentences > TCN_SUMMARY_READ_SENTENCES)
		reader.sentences = TCN_SUMMARY_READ_SENTENCES;
	tcn_arena_init(&reader.scratch, 0);
	for (size_t i = 0; i < job->n; i++) {
		struct text text = { .text = &reader.job->texts[i], .i = i };

		tcn_lang_from_tag(text.text->lang, text.lang);
		text.tells = text.text->ms != TCN_UNDATED &&
		    tcn_facts_has_lang(text.lang);
		if (reader.wanted[i])
			text.offers = reader.number++ % reader.step == 0 &&
			    reader.read->n < SENTENCES_MAX;
		read_title(&reader, &text);
		read_body(&reader, &text);
	}
	tcn_arena_fini(&reader.scratch);
	tcn_map_fini(&reader.titles);
}

void
tcn_summary_read_fini(struct tcn_summary_read *read)
{
	tcn_mem_free(read->at);
	tcn_mem_free(read->told);
	tcn_mem_free(read->opens);
	*read = (struct tcn_summary_read){ 0 };
}

const struct tcn_summary_read_sentence *
tcn_summary_read_opening(const struct tcn_summary_read *read, size_t text,
    struct tcn_str raw)
{
	const struct tcn_summary_read_sentence *sentence;

	if (read->opens[text] >= read->n)
		return NULL;
	sentence = &read->at[read->opens[text]];
	if (!sentence->title && sentence->raw.at != read->texts[text].text.at)
		return NULL;
	return tcn_str_equal(sentence->raw, raw) ? sentence : NULL;
}
