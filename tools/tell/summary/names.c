#include "tools/tell/summary/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/text/fold.h"
#include "engine/text/place_names.h"
#include "tools/tell/summary/names_impl.h"

/* The key of a sequence of words. */
static uint64_t
names_join(const uint64_t *keys, size_t n)
{
	uint64_t key = 0;

	for (size_t i = 0; i < n; i++)
		key = key * 0x9e3779b97f4a7c15u + keys[i];
	return key;
}

static uint64_t
key_of(const struct tcn_names_token *tokens, size_t from, size_t to)
{
	uint64_t keys[TCN_NAMES_RUN];

	assert(from < to && to - from <= TCN_NAMES_RUN);
	for (size_t i = from; i < to; i++)
		keys[i - from] = tokens[i].key;
	return names_join(keys, to - from);
}

static void
count_cases(struct tcn_names_finder *finder)
{
	for (size_t i = 0; i < finder->tokens_n; i++) {
		const struct tcn_names_token *token = &finder->tokens[i];
		struct tcn_names_known *known = &finder->known[token->word];

		if (!(token->flags & TCN_NAMES_INSIDE))
			continue;
		known->capitals += (token->flags & TCN_NAMES_CAPITAL) != 0;
		known->smalls += (token->flags & TCN_NAMES_SMALL) != 0;
	}
}

/* Whether a word and the one before stand together within a sentence. */
static bool
is_pair(const struct tcn_names_token *token)
{
	return token->flags & TCN_NAMES_INSIDE &&
	    token->flags & TCN_NAMES_JOINED &&
	    token->flags & (TCN_NAMES_CAPITAL | TCN_NAMES_SMALL) &&
	    token[-1].flags & TCN_NAMES_INSIDE;
}

static bool
are_capitals(const struct tcn_names_token *token)
{
	return token->flags & token[-1].flags & TCN_NAMES_CAPITAL;
}

/* Counts pairs that have capitals somewhere, and then where else they stand:
 * others are no names, and are not kept. */
static void
count_pairs(struct tcn_names_finder *finder)
{
	const struct tcn_names_token *tokens = finder->tokens;
	uint64_t *slot;

	for (size_t i = 1; i < finder->tokens_n; i++) {
		if (!is_pair(&tokens[i]) || !are_capitals(&tokens[i]))
			continue;
		tcn_map_put(&finder->pairs, key_of(tokens, i - 1, i + 1), &slot,
		    NULL);
		*slot += UINT64_C(1) << 32;
	}
	for (size_t i = 1; i < finder->tokens_n; i++) {
		if (!is_pair(&tokens[i]) || are_capitals(&tokens[i]) ||
		    !finder->known[tokens[i].word].capitals ||
		    !finder->known[tokens[i - 1].word].capitals)
			continue;
		slot =
		    tcn_map_find(&finder->pairs, key_of(tokens, i - 1, i + 1));
		if (slot)
			++*slot;
	}
}

/* Whether a word is of a name by itself. */
static bool
is_named(const struct tcn_names_finder *finder, size_t i)
{
	const struct tcn_names_token *token = &finder->tokens[i];
	const struct tcn_names_known *known = &finder->known[token->word];

	if (!(token->flags & TCN_NAMES_CAPITAL))
		return false;
	return known->capitals >= (token->flags & TCN_NAMES_INSIDE ? 1 : 2) &&
	    known->capitals >= 9 * known->smalls;
}

/* Whether a word and the next are of a name together, as "New York" is though
 * "new" is none. */
static bool
are_named(const struct tcn_names_finder *finder, size_t i, size_t end)
{
	const struct tcn_names_token *tokens = finder->tokens;
	const uint64_t *slot;

	if (i + 1 >= end || !(tokens[i + 1].flags & TCN_NAMES_JOINED) ||
	    !are_capitals(&tokens[i + 1]))
		return false;
	slot = tcn_map_find(&finder->pairs, key_of(tokens, i, i + 2));
	return slot && *slot >> 32 >= TCN_NAMES_USES &&
	    *slot >> 32 >= 9 * (*slot & UINT32_MAX);
}

/* Whether a run goes on with a word. A title begins another, as in "Board
 * Chairman Paul Volcker", unless nothing follows. */
static bool
goes_on(const struct tcn_names_finder *finder, size_t i, size_t end)
{
	const struct tcn_names_token *token = &finder->tokens[i];

	if (token->is & TCN_NAME_TITLE && i + 1 < end &&
	    token[1].flags & TCN_NAMES_JOINED &&
	    token[1].flags & TCN_NAMES_CAPITAL)
		return false;
	return is_named(finder, i) ||
	    (token[-1].flags & TCN_NAMES_CAPITAL &&
		are_named(finder, i - 1, end));
}

/* Where the run ends that begins with a token; `end` is the sentence's. */
static size_t
end_of_run(const struct tcn_names_finder *finder, size_t from, size_t end)
{
	const struct tcn_names_token *tokens = finder->tokens;
	size_t to = from + 1;

	while (to < end && to - from < TCN_NAMES_RUN &&
	    tokens[to].flags & TCN_NAMES_JOINED) {
		size_t next = to;

		while (next < end && next - to < 2 &&
		    tokens[next].flags & TCN_NAMES_SMALL &&
		    tokens[next].is &
			(next == to ? TCN_NAME_PARTICLE
				    : TCN_NAME_PARTICLE | TCN_NAME_ARTICLE) &&
		    tokens[next].flags & TCN_NAMES_JOINED)
			next++;
		if (next >= end || next - from >= TCN_NAMES_RUN ||
		    !(tokens[next].flags & TCN_NAMES_JOINED) ||
		    !goes_on(finder, next, end))
			break;
		to = next + 1;
	}
	return to;
}

/* Whether the words before a run say that it is a place. */
static bool
follows_place_word(const struct tcn_names_token *tokens, size_t begin,
    size_t from)
{
	for (size_t i = from; i > begin && from - i < 3; i--) {
		const struct tcn_names_token *before = &tokens[i - 1];

		if (!(before->flags & TCN_NAMES_SMALL) && from - i)
			return false;
		if (before->is & TCN_NAME_LOCATIVE)
			return true;
		if (!(before->is & (TCN_NAME_ARTICLE | TCN_NAME_PARTICLE)))
			return false;
	}
	return false;
}

/* A run as it is written; "U.S." with its last full stop. */
static struct tcn_str
text_of(const struct tcn_names_finder *finder, size_t from, size_t to)
{
	const struct tcn_names_token *first = &finder->tokens[from];
	const struct tcn_names_token *last = &finder->tokens[to - 1];
	const char *end = last->at + last->n;
	const struct tcn_summary_text *text = &finder->texts[last->text];
	bool in_title = text->title.n && last->at >= text->title.at &&
	    last->at < text->title.at + text->title.n;
	const char *limit = in_title ? text->title.at + text->title.n
				     : text->text.at + text->text.n;

	end += end < limit && *end == '.' && memchr(last->at, '.', last->n);
	return (struct tcn_str){ first->at, (size_t)(end - first->at) };
}

static struct tcn_names_run *
find_run(struct tcn_names_finder *finder, size_t from, size_t to)
{
	const struct tcn_names_token *tokens = finder->tokens;
	uint64_t *slot;
	bool added;

	tcn_map_put(&finder->index, key_of(tokens, from, to), &slot, &added);
	if (added) {
		struct tcn_names_run *run;

		finder->runs = tcn_mem_grow(finder->runs, &finder->runs_cap,
		    finder->runs_n + 1, sizeof *finder->runs);
		run = &finder->runs[finder->runs_n];
		*run = (struct tcn_names_run){
			.n = to - from, .order = finder->runs_n, .is_sure = true
		};
		for (size_t i = from; i < to; i++)
			run->keys[i - from] = tokens[i].key;
		*slot = ++finder->runs_n;
	}
	return &finder->runs[*slot - 1];
}

/* Counts a use of the run of words [from, to) of the sentence [begin, end). */
static void
count_run(struct tcn_names_finder *finder, size_t begin, size_t from, size_t to,
    size_t end)
{
	const struct tcn_names_token *tokens = finder->tokens;
	const struct tcn_names_token *before =
	    from > begin ? &tokens[from - 1] : NULL;
	const struct tcn_names_token *after = to < end ? &tokens[to] : NULL;
	uint64_t origin = finder->texts[tokens[from].text].origin;
	struct tcn_str text = text_of(finder, from, to);
	struct tcn_names_run *run;

	run = find_run(finder, from, to);
	/* Takes a run's writing by majority (Boyer, Moore, MJRTY, 1981). */
	if (!run->votes)
		run->text = text;
	if (tcn_str_equal(run->text, text))
		run->votes++;
	else
		run->votes--;
	run->origins += !run->uses || run->last_origin != origin;
	run->last_origin = origin;
	run->uses++;
	run->elsewhere += !(tokens[from].flags & TCN_NAMES_GERMAN);
	run->places += follows_place_word(tokens, begin, from);
	run->titles += before && before->is & TCN_NAME_TITLE;
	run->articles += before && before->is & TCN_NAME_ARTICLE;
	run->speakers += (before && before->is & TCN_NAME_SPEECH) ||
	    (after && after->is & TCN_NAME_SPEECH);
	for (size_t i = from; i < to; i++)
		if (tokens[i].flags & TCN_NAMES_CAPITAL &&
		    finder->known[tokens[i].word].smalls)
			run->is_sure = false;
}

/* Whether the run says nothing of its own: titles and names of days alone. */
static bool
is_empty(const struct tcn_names_token *tokens, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		if (tokens[i].flags & TCN_NAMES_CAPITAL && tokens[i].n > 1 &&
		    !(tokens[i].is & (TCN_NAME_TITLE | TCN_NAME_NEVER)))
			return tokens[i].flags & TCN_NAMES_GERMAN &&
			    to - from == 1 && tokens[i].is & TCN_NAME_NOUN;
	}
	return true;
}

static void
find_runs(struct tcn_names_finder *finder, size_t begin, size_t end)
{
	const struct tcn_names_token *tokens = finder->tokens;

	for (size_t i = begin; i < end;) {
		size_t from = i, to;

		if (tokens[i].is & TCN_NAME_NEVER ||
		    (!is_named(finder, i) && !are_named(finder, i, end))) {
			i++;
			continue;
		}
		i = to = end_of_run(finder, i, end);
		while (to - from > 1 && tokens[from].is & TCN_NAME_TITLE &&
		    tokens[from + 1].flags & TCN_NAMES_CAPITAL)
			from++;
		if (!is_empty(tokens, from, to))
			count_run(finder, begin, from, to, end);
	}
}

void
tcn_names_run(struct tcn_names_finder *finder)
{
	count_cases(finder);
	count_pairs(finder);
	for (size_t i = 0, end; i < finder->tokens_n; i = end) {
		for (end = i + 1; end < finder->tokens_n &&
		     !(finder->tokens[end].flags & TCN_NAMES_BEGINS);)
			end++;
		find_runs(finder, i, end);
	}
}

/*
 * What is known of names beforehand: countries, cities and languages
 * (engine/text/place_names.h).
 */

#define STEM_BYTES   4 /* that a place and who is of it share, at least: Iran */
#define ENDING_BYTES 3 /* by which the latter is longer: Canada, Canadians */

/* Whether a run is used enough to be a name. */
static bool
is_used(const struct tcn_names_run *run)
{
	return !run->gone && run->uses >= TCN_NAMES_USES &&
	    run->origins >= TCN_NAMES_ORIGINS;
}

/* What the languages of the texts know a run as. */
static void
look_up(const struct tcn_names_finder *finder, struct tcn_names_run *run)
{
	unsigned all = 0;
	bool language = false;

	for (size_t i = 0; i < TCN_NAME_WORDS_LANGS; i++) {
		struct tcn_str code = tcn_str(finder->words.langs[i].code);

		if (!code.n)
			continue;
		all |= tcn_place_names_find(code, run->text).kinds;
		language |= tcn_place_names_is_language(code, run->text);
	}
	run->is_place = all & (TCN_PLACE_COUNTRY | TCN_PLACE_CITY);
	run->gone = language && !all;
}

/* --- a pair of names: "India-Pakistan" --- */

static struct tcn_names_run *
find(const struct tcn_names_finder *finder, const uint64_t *keys, size_t n)
{
	const uint64_t *slot =
	    tcn_map_find(&finder->index, names_join(keys, n));

	return slot ? &finder->runs[*slot - 1] : NULL;
}

static void
count_pair(struct tcn_names_run *name, const struct tcn_names_run *pair)
{
	name->uses += pair->uses;
	name->elsewhere += pair->elsewhere;
}

/* Takes apart what a hyphen joins, if both are names more often by themselves,
 * unlike "Jean-Claude". */
static void
split(struct tcn_names_finder *finder, struct tcn_names_run *run)
{
	struct tcn_names_run *left, *right;

	if (run->n != 2 || !memchr(run->text.at, '-', run->text.n))
		return;
	left = find(finder, run->keys, 1);
	right = find(finder, run->keys + 1, 1);
	if (!left || !right || left->uses <= run->uses ||
	    right->uses <= run->uses)
		return;
	count_pair(left, run);
	count_pair(right, run);
	run->gone = true;
}

/* --- who is of a place: "Israeli" --- */

static size_t
shared_beginning(struct tcn_str a, struct tcn_str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && a.at[n] == b.at[n])
		n++;
	return n;
}

/* Both folded. A place may lose its last letter: Mexico, Mexican. */
static bool
is_formed_of(struct tcn_str word, struct tcn_str place)
{
	size_t shared = shared_beginning(word, place);

	return shared >= STEM_BYTES && shared + 1 >= place.n &&
	    word.n > shared && word.n <= place.n + ENDING_BYTES;
}

/* The places of one word that are names of the story, folded. */
struct places {
	struct tcn_str *at;
	size_t n;
	struct tcn_arena arena;
};

static void
list_places(struct tcn_names_finder *finder, struct places *places)
{
	struct tcn_buf *folded = &finder->words.folded;
	size_t n = 0;

	for (size_t i = 0; i < finder->runs_n; i++)
		n += finder->runs[i].is_place;
	places->at = tcn_arena_zalloc(&places->arena, n, sizeof *places->at);
	for (size_t i = 0; i < finder->runs_n; i++) {
		const struct tcn_names_run *run = &finder->runs[i];

		if (!run->is_place || run->n > 1 || !is_used(run))
			continue;
		tcn_fold(run->text, folded);
		tcn_arena_str(&places->arena, tcn_buf_view(folded),
		    &places->at[places->n++]);
	}
}

/* Takes a word out that is formed of a place which is a name of the story. */
static void
drop_formed(struct tcn_names_finder *finder, const struct places *places,
    struct tcn_names_run *run)
{
	struct tcn_buf *folded = &finder->words.folded;

	tcn_fold(run->text, folded);
	for (size_t i = 0; i < places->n; i++)
		run->gone |= is_formed_of(tcn_buf_view(folded), places->at[i]);
}

static void
drop_all_formed(struct tcn_names_finder *finder)
{
	struct places places = { .n = 0 };

	tcn_arena_init(&places.arena, 0);
	list_places(finder, &places);
	for (size_t i = 0; i < finder->runs_n; i++) {
		struct tcn_names_run *run = &finder->runs[i];

		if (is_used(run) && run->n == 1 && !run->is_place)
			drop_formed(finder, &places, run);
	}
	tcn_arena_fini(&places.arena);
}

#define ORIGINS_PART 50

static enum tcn_name_kind
kind_of(const struct tcn_names_run *run)
{
	bool place = run->is_place ||
	    (run->places >= 2 && 10 * run->places >= 3 * run->uses);
	bool person = 5 * run->titles >= run->uses ||
	    (run->n > 1 && run->n <= 3 && run->is_sure && run->speakers >= 2 &&
		5 * run->speakers >= run->uses);

	if (place && person)
		person = run->titles + run->speakers > run->places;
	return person ? TCN_NAME_PERSON
	    : place   ? TCN_NAME_PLACE
		      : TCN_NAME_OTHER;
}

/* Notes for each end of the runs that two origins use which of them it may
 * stand for: the index of the most used, plus 1, and in the upper half how
 * often the second is used. */
static void
index_ends(struct tcn_names_finder *finder)
{
	for (size_t i = 0; i < finder->runs_n; i++) {
		const struct tcn_names_run *run = &finder->runs[i], *best;

		for (size_t from = 1;
		     run->origins >= TCN_NAMES_ORIGINS && from < run->n;
		     from++) {
			uint64_t key =
			    names_join(run->keys + from, run->n - from);
			uint64_t *slot, less = 0;

			tcn_map_put(&finder->ends, key, &slot, NULL);
			best =
			    *slot ? &finder->runs[(uint32_t)*slot - 1] : NULL;
			less = best ? best->uses : 0;
			if (best && run->uses <= best->uses)
				less = run->uses;
			if (less < *slot >> 32)
				less = *slot >> 32;
			if (!best || run->uses > best->uses)
				best = run;
			*slot =
			    less << 32 | (uint64_t)(best - finder->runs + 1);
		}
	}
}

/* The longer run that a run is the end of, when one alone is used much. */
static struct tcn_names_run *
whole_of(const struct tcn_names_finder *finder, const struct tcn_names_run *end)
{
	const uint64_t *slot =
	    tcn_map_find(&finder->ends, names_join(end->keys, end->n));
	struct tcn_names_run *best;

	if (!slot)
		return NULL;
	best = &finder->runs[(uint32_t)*slot - 1];
	return !best->gone && 10 * best->uses >= end->uses &&
		3 * (*slot >> 32) < best->uses
	    ? best
	    : NULL;
}

/* The origins of the two overlap by how much is not known: at least as many as
 * the larger has. */
static void
fold_into(struct tcn_names_run *whole, struct tcn_names_run *end)
{
	if (end->origins > whole->origins)
		whole->origins = end->origins;
	whole->uses += end->uses;
	whole->places += end->places;
	whole->titles += end->titles;
	whole->speakers += end->speakers;
	whole->articles += end->articles;
	whole->elsewhere += end->elsewhere;
	end->gone = true;
}

/* Shorter runs first, so that an end of an end comes along. */
static void
fold_ends(struct tcn_names_finder *finder)
{
	for (size_t n = 1; n < TCN_NAMES_RUN; n++) {
		for (size_t i = 0; i < finder->runs_n; i++) {
			struct tcn_names_run *run = &finder->runs[i], *whole;

			if (run->n != n || kind_of(run) == TCN_NAME_PLACE)
				continue;
			whole = whole_of(finder, run);
			if (whole)
				fold_into(whole, run);
		}
	}
}

static bool
is_name(const struct tcn_names_finder *finder, const struct tcn_names_run *run)
{
	if (run->gone || run->uses < TCN_NAMES_USES ||
	    run->origins < TCN_NAMES_ORIGINS ||
	    run->origins * ORIGINS_PART < finder->origins)
		return false;
	if (run->elsewhere)
		return true;
	return 10 * run->articles < 3 * run->uses &&
	    (run->n > 1 || kind_of(run) != TCN_NAME_OTHER);
}

/* Takes a run out of the names, unless it is a place and may stay. */
static void
drop(struct tcn_names_finder *finder, uint64_t key, bool place_too)
{
	const uint64_t *slot = tcn_map_find(&finder->index, key);

	if (slot &&
	    (place_too || kind_of(&finder->runs[*slot - 1]) != TCN_NAME_PLACE))
		finder->runs[*slot - 1].gone = true;
}

/* A name of one of the sources is none of the story, nor is its last word: the
 * Times, the Globe. */
static void
drop_sources(struct tcn_names_finder *finder, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tcn_tokenizer_scan scan;
		struct tcn_tokenizer_token token;
		uint64_t key = 0, one = 0;

		tcn_tokenizer_scan(&scan, finder->tokenizer,
		    finder->texts[i].source, "");
		while (tcn_tokenizer_next(&scan, &token)) {
			tcn_name_words_key(&finder->words, token.surface, &one);
			key = key * 0x9e3779b97f4a7c15u + one;
		}
		drop(finder, key, true);
		drop(finder, one, false);
	}
}

static int
by_weight(const void *one, const void *other)
{
	const struct tcn_names_run *a = one, *b = other;

	if (a->origins != b->origins)
		return a->origins > b->origins ? -1 : 1;
	if (a->uses != b->uses)
		return a->uses > b->uses ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static void
take_names(struct tcn_names_finder *finder, struct tcn_arena *arena,
    struct tcn_names *names)
{
	size_t n = 0;

	for (size_t i = 0; i < finder->runs_n; i++) {
		if (is_name(finder, &finder->runs[i]))
			finder->runs[n++] = finder->runs[i];
	}
	if (n)
		qsort(finder->runs, n, sizeof *finder->runs, by_weight);
	if (n > TCN_NAMES_MAX)
		n = TCN_NAMES_MAX;
	names->at = tcn_arena_zalloc(arena, n, sizeof *names->at);
	for (; names->n < n; names->n++) {
		const struct tcn_names_run *run = &finder->runs[names->n];

		names->at[names->n] = (struct tcn_name){ run->text,
			kind_of(run), run->uses, run->origins };
	}
}

void
tcn_names_find(const struct tcn_summary_text *texts, size_t n,
    struct tcn_arena *arena, struct tcn_names *names)
{
	struct tcn_names_finder finder = { .texts = texts };

	assert(n <= UINT32_MAX);
	finder.tokenizer = tcn_tokenizer_new();
	*names = (struct tcn_names){ 0 };
	tcn_name_words_init(&finder.words);
	tcn_names_read(&finder, n);
	tcn_names_run(&finder);
	/* Looks up what is known of the runs, and takes those out that are
	 * languages, formed of a place ("Israeli"), or two names. */
	for (size_t i = 0; i < finder.runs_n; i++)
		split(&finder, &finder.runs[i]);
	for (size_t i = 0; i < finder.runs_n; i++)
		if (is_used(&finder.runs[i]))
			look_up(&finder, &finder.runs[i]);
	drop_all_formed(&finder);
	drop_sources(&finder, n);
	index_ends(&finder);
	fold_ends(&finder);
	take_names(&finder, arena, names);
	tcn_tokenizer_free(finder.tokenizer);
	tcn_name_words_fini(&finder.words);
	tcn_map_fini(&finder.numbers);
	tcn_map_fini(&finder.pairs);
	tcn_map_fini(&finder.index);
	tcn_map_fini(&finder.ends);
	tcn_mem_free(finder.known);
	tcn_mem_free(finder.tokens);
	tcn_mem_free(finder.runs);
}

const char *
tcn_name_kind_name(enum tcn_name_kind kind)
{
	static const char *const kinds[] = {
		[TCN_NAME_OTHER] = "name",
		[TCN_NAME_PLACE] = "place",
		[TCN_NAME_PERSON] = "person",
	};

	return kinds[kind];
}
