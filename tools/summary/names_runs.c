#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/summary/names_impl.h"

uint64_t
tcn_names_join(const uint64_t *keys, size_t n)
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
	return tcn_names_join(keys, to - from);
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
static enum tcn_rc
count_pairs(struct tcn_names_finder *finder)
{
	const struct tcn_names_token *tokens = finder->tokens;
	enum tcn_rc rc = TCN_OK;
	uint64_t *slot;

	for (size_t i = 1; i < finder->tokens_n && rc == TCN_OK; i++) {
		if (!is_pair(&tokens[i]) || !are_capitals(&tokens[i]))
			continue;
		rc = tcn_map_put(&finder->pairs, key_of(tokens, i - 1, i + 1),
		    &slot, NULL);
		if (rc == TCN_OK)
			*slot += UINT64_C(1) << 32;
	}
	for (size_t i = 1; i < finder->tokens_n && rc == TCN_OK; i++) {
		if (!is_pair(&tokens[i]) || are_capitals(&tokens[i]) ||
		    !finder->known[tokens[i].word].capitals ||
		    !finder->known[tokens[i - 1].word].capitals)
			continue;
		slot =
		    tcn_map_find(&finder->pairs, key_of(tokens, i - 1, i + 1));
		if (slot)
			++*slot;
	}
	return rc;
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

/* Takes a run's writing by majority (Boyer, Moore, MJRTY, 1981). */
static void
vote(struct tcn_names_run *run, struct tcn_str text)
{
	if (!run->votes)
		run->text = text;
	if (tcn_str_equal(run->text, text))
		run->votes++;
	else
		run->votes--;
}

static enum tcn_rc
find_run(struct tcn_names_finder *finder, size_t from, size_t to,
    struct tcn_names_run **run)
{
	const struct tcn_names_token *tokens = finder->tokens;
	uint64_t *slot;
	bool added;
	enum tcn_rc rc = tcn_map_put(&finder->index, key_of(tokens, from, to),
	    &slot, &added);

	if (rc != TCN_OK)
		return rc;
	if (added) {
		void *p = tcn_mem_grow(finder->runs, &finder->runs_cap,
		    finder->runs_n + 1, sizeof *finder->runs);

		if (!p)
			return TCN_NOMEM;
		finder->runs = p;
		*run = &finder->runs[finder->runs_n];
		**run = (struct tcn_names_run){
			.n = to - from, .order = finder->runs_n, .is_sure = true
		};
		for (size_t i = from; i < to; i++)
			(*run)->keys[i - from] = tokens[i].key;
		*slot = ++finder->runs_n;
	}
	*run = &finder->runs[*slot - 1];
	return TCN_OK;
}

/* Counts a use of the run of words [from, to) of the sentence [begin, end). */
static enum tcn_rc
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
	enum tcn_rc rc = find_run(finder, from, to, &run);

	if (rc != TCN_OK)
		return rc;
	vote(run, text);
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
	return TCN_OK;
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

static enum tcn_rc
find_runs(struct tcn_names_finder *finder, size_t begin, size_t end)
{
	const struct tcn_names_token *tokens = finder->tokens;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = begin; i < end && rc == TCN_OK;) {
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
			rc = count_run(finder, begin, from, to, end);
	}
	return rc;
}

enum tcn_rc
tcn_names_run(struct tcn_names_finder *finder)
{
	enum tcn_rc rc;

	count_cases(finder);
	rc = count_pairs(finder);
	for (size_t i = 0, end; i < finder->tokens_n && rc == TCN_OK; i = end) {
		for (end = i + 1; end < finder->tokens_n &&
		     !(finder->tokens[end].flags & TCN_NAMES_BEGINS);)
			end++;
		rc = find_runs(finder, i, end);
	}
	return rc;
}
