#include "tools/pipeline/search_filter.h"

#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "engine/base/utf8.h"
#include "tools/base/target.h"
#include "tools/base/when.h"

/* Beyond these a date is a mistake; and all of them are read exactly. */
#define TIME_MAX_MS ((int64_t)1 << 53)

typedef enum tcn_rc take_fn(struct tcn_store_search *search, const char *value,
    struct tcn_err *err);

/* One bound makes the other one known: all time is two zeros. */
static enum tcn_rc
take_since(struct tcn_store_search *s, const char *value, struct tcn_err *err)
{
	if (!s->until_ms)
		s->until_ms = INT64_MAX;
	return tcn_when_option("since", value, &s->since_ms, err);
}

static enum tcn_rc
take_until(struct tcn_store_search *s, const char *value, struct tcn_err *err)
{
	if (!s->since_ms)
		s->since_ms = INT64_MIN;
	return tcn_when_option("until", value, &s->until_ms, err);
}

/* Whether value is the second of two words, the first, or neither. */
static enum tcn_rc
take_word(const char *name, const char *first, const char *second,
    const char *value, bool *is_second, struct tcn_err *err)
{
	*is_second = strcmp(value, second) == 0;
	return *is_second || strcmp(value, first) == 0
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID, "%s is %s or %s, not '%.100s'",
		  name, first, second, value);
}

static enum tcn_rc
take_copies(struct tcn_store_search *s, const char *value, struct tcn_err *err)
{
	bool all;
	enum tcn_rc rc = take_word("copies", "fold", "all", value, &all, err);

	s->copies = all ? TCN_STORE_SEARCH_ALL : TCN_STORE_SEARCH_FOLD;
	return rc;
}

static enum tcn_rc
take_order(struct tcn_store_search *s, const char *value, struct tcn_err *err)
{
	bool best;
	enum tcn_rc rc =
	    take_word("order", "newest", "best", value, &best, err);

	s->order = best ? TCN_STORE_SEARCH_BEST : TCN_STORE_SEARCH_NEWEST;
	return rc;
}

/* Reads a whole number of at most 2^53 in size, and what ends it. */
static bool
take_number(const char **at, bool sign, char end, int64_t *n)
{
	const char *digits = *at;
	char *behind;

	if (sign && *digits == '-')
		digits++;
	if (*digits < '0' || *digits > '9')
		return false;
	*n = strtoll(*at, &behind, 10);
	if (*n > TIME_MAX_MS || *n < -TIME_MAX_MS || *behind != end)
		return false;
	*at = behind + (end != '\0');
	return true;
}

static enum tcn_rc
take_after(struct tcn_store_search *s, const char *value, struct tcn_err *err)
{
	int64_t top, ts_ms, seq;

	if (!take_number(&value, false, '.', &top) ||
	    !take_number(&value, true, '.', &ts_ms) ||
	    !take_number(&value, false, '\0', &seq))
		return tcn_err_set(err, TCN_INVALID,
		    "after takes the value that an answer named as next");
	s->after = (struct tcn_store_search_cursor){
		.top = (uint64_t)top, .ts_ms = ts_ms, .seq = (uint64_t)seq
	};
	return TCN_OK;
}

#define AT(member) NULL, offsetof(struct tcn_store_search, member)

static const struct {
	const char *name;
	take_fn *take; /* NULL: a text, which goes to ... */
	size_t at; /* ... this offset */
} conditions[] = {
	{ "q", AT(query) },
	{ "since", take_since, 0 },
	{ "until", take_until, 0 },
	{ "source", AT(source) },
	{ "lang", AT(lang) },
	{ "category", AT(category) },
	{ "event", AT(event) },
	{ "copies", take_copies, 0 },
	{ "order", take_order, 0 },
	{ "after", take_after, 0 },
};

#define CONDITIONS (sizeof conditions / sizeof *conditions)

const char *
tcn_search_filter_name(size_t i)
{
	return i < CONDITIONS ? conditions[i].name : NULL;
}

enum tcn_rc
tcn_search_filter_take(struct tcn_store_search *search, const char *name,
    const char *value, struct tcn_err *err)
{
	struct tcn_str text = tcn_str_trim(tcn_str(value));
	size_t i = 0;

	while (i < CONDITIONS && strcmp(conditions[i].name, name) != 0)
		i++;
	if (i == CONDITIONS)
		return tcn_err_set(err, TCN_INVALID,
		    "a search has no '%.100s': it has q, since, until, "
		    "source, lang, category, event, copies and order",
		    name);
	if (text.n && conditions[i].take)
		return conditions[i].take(search, value, err);
	if (text.n)
		*(struct tcn_str *)((char *)search + conditions[i].at) = text;
	return TCN_OK;
}

enum tcn_rc
tcn_search_filter_check(const struct tcn_store_search *search,
    struct tcn_err *err)
{
	bool timed = search->since_ms || search->until_ms;

	if (!search->query.n && !search->source.n && !search->lang.n &&
	    !search->category.n && !search->event.n && !timed)
		return tcn_err_set(err, TCN_INVALID,
		    "a search needs one of q, category, source, lang, event, "
		    "since and until");
	if (timed && search->since_ms >= search->until_ms)
		return tcn_err_set(err, TCN_INVALID,
		    "since must be before until");
	if (search->order == TCN_STORE_SEARCH_BEST &&
	    (search->after.top || search->after.seq))
		return tcn_err_set(err, TCN_INVALID,
		    "order=best has one page only: ask for a larger limit, or "
		    "for order=newest");
	return TCN_OK;
}

static enum tcn_rc
take_pair(struct tcn_store_search *search, const struct evkeyval *pair,
    struct tcn_arena *arena, struct tcn_buf *target, struct tcn_err *err)
{
	struct tcn_str value = tcn_str(pair->value), kept;

	if (!tcn_utf8_valid(value))
		return tcn_err_set(err, TCN_INVALID,
		    "\"query\" must be UTF-8, %%XX for each byte");
	tcn_arena_str(arena, value, &kept);
	if (strcmp(pair->key, "after") == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "a search is saved without its page: leave after out");
	if (tcn_str_trim(kept).n)
		tcn_target_param(target, pair->key, kept);
	return tcn_search_filter_take(search, pair->key, kept.at, err);
}

enum tcn_rc
tcn_search_filter_read(struct tcn_str text, struct tcn_arena *arena,
    struct tcn_store_search *search, struct tcn_buf *clean, struct tcn_err *err)
{
	struct evkeyvalq pairs;
	struct tcn_buf target = { 0 };
	struct tcn_str query;
	enum tcn_rc rc = TCN_OK;

	*search = (struct tcn_store_search){ 0 };
	if (text.n && *text.at == '?')
		text = (struct tcn_str){ text.at + 1, text.n - 1 };
	tcn_arena_str(arena, text, &query);
	TAILQ_INIT(&pairs);
	if (query.n && evhttp_parse_query_str(query.at, &pairs))
		rc = tcn_err_set(err, TCN_INVALID,
		    "\"query\" must be as in an address: q=ferry&lang=fr");
	for (struct evkeyval *at = pairs.tqh_first; !rc && at;
	     at = at->next.tqe_next)
		rc = take_pair(search, at, arena, &target, err);
	evhttp_clear_headers(&pairs);
	if (!rc)
		rc = tcn_search_filter_check(search, err);
	if (!rc && clean)
		tcn_buf_add(clean, target.at + 1, target.n - 1);
	tcn_buf_fini(&target);
	return rc;
}

void
tcn_search_cursor(const struct tcn_store_search_cursor *at,
    char cursor[static TCN_SEARCH_CURSOR_BYTES])
{
	snprintf(cursor, TCN_SEARCH_CURSOR_BYTES,
	    "%" PRIu64 ".%" PRId64 ".%" PRIu64, at->top, at->ts_ms, at->seq);
}
