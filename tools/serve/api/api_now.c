/*
 * What is happening now, and what somebody has looked at.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/severity.h"
#include "sql/store_now.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/live/now_group.h"

#define LIMIT_DEFAULT 500
#define NAME_DEFAULT  "desk" /* whoever it is, where there are no tokens */

/* Which rows are asked for. */
struct filter {
	const char *state; /* "all", "unacked", "acked" or "silenced" */
	const char *owner; /* NULL: anybody's; "": nobody's */
	const char *lang; /* NULL: any */
	enum tcn_severity severity; /* at least */
	uint64_t after; /* so many rows are left out */
	size_t limit;
	const char *known; /* the list that the caller has; or NULL */
};

struct tcn_str
tcn_api_caller(const struct tcn_http_call *call)
{
	struct tcn_str user = tcn_str(tcn_http_call_user(call));

	return user.n ? user : tcn_str(NAME_DEFAULT);
}

/* --- the list, up to date --- */

enum tcn_rc
tcn_api_settle(struct tcn_api *api, const struct tcn_store *store,
    int64_t *stream_ms)
{
	enum tcn_rc rc = TCN_OK;

	*stream_ms = 0;
	if (api->local)
		return tcn_store_newest_ms(store, stream_ms);
	if (tcn_store_is_writing(store))
		rc = tcn_intake_commit(api->intake);
	*stream_ms = tcn_pipeline_stream_ms(api->pipe);
	return rc;
}

enum tcn_rc
tcn_api_now(struct tcn_api *api, const struct tcn_store *store,
    int64_t *stream_ms, struct tcn_now **now)
{
	struct tcn_prepare *prep = tcn_api_prepare(api);
	enum tcn_rc rc = tcn_api_settle(api, store, stream_ms);

	if (!rc && !api->now)
		tcn_now_new(store, &api->now);
	if (!rc)
		rc = tcn_now_refresh(api->now, prep, *stream_ms,
		    tcn_now_wall_ms());
	*now = api->now;
	return rc;
}

/* --- the parameters --- */

static enum tcn_rc
take_state(const char *word, struct filter *filter, struct tcn_err *err)
{
	static const char *const words[] = { "all", "unacked", "acked",
		"silenced" };

	filter->state = word ? word : "all";
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(filter->state, words[i]) == 0)
			return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "state is all, unacked, acked or silenced, not '%.40s'", word);
}

static enum tcn_rc
take_severity(const char *word, struct filter *filter, struct tcn_err *err)
{
	filter->severity = TCN_SEVERITY_INFO;
	for (int i = 0; word && tcn_severity_names[i]; i++) {
		filter->severity = (enum tcn_severity)i;
		if (strcmp(word, tcn_severity_names[i]) == 0)
			return TCN_OK;
	}
	return !word
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID,
		  "severity is info, low, medium, high or critical, not "
		  "'%.40s'",
		  word);
}

static enum tcn_rc
take_filter(struct tcn_api_answer *a, struct filter *filter)
{
	const char *owner = tcn_http_call_query(a->call, "owner");
	enum tcn_rc rc;

	*filter = (struct filter){ .limit = LIMIT_DEFAULT };
	filter->lang = tcn_http_call_query(a->call, "lang");
	filter->known = tcn_http_call_query(a->call, "known");
	filter->owner = owner && strcmp(owner, "me") == 0
	    ? tcn_api_caller(a->call).at
	    : owner;
	rc = take_state(tcn_http_call_query(a->call, "state"), filter, &a->err);
	if (!rc)
		rc = take_severity(tcn_http_call_query(a->call, "severity"),
		    filter, &a->err);
	if (!rc)
		rc = tcn_api_answer_query_number(a, "after", &filter->after);
	if (!rc && tcn_http_call_query(a->call, "limit"))
		rc = tcn_api_answer_limit(a, &filter->limit);
	return rc;
}

static bool
has_language(const struct tcn_now_row *row, const char *lang)
{
	for (uint32_t i = 0; i < row->languages.n; i++)
		if (strcmp(row->languages.at[i], lang) == 0)
			return true;
	return false;
}

static bool
lets_through(const struct filter *f, const struct tcn_now_row *row)
{
	if (row->severity < f->severity ||
	    (f->lang && !has_language(row, f->lang)) ||
	    (f->owner &&
		!tcn_str_equal(tcn_str(f->owner), tcn_buf_view(&row->owner))))
		return false;
	switch (f->state[0]) {
	case 'u':
		return !row->acknowledged;
	case 's':
		return row->silenced;
	default:
		return f->state[1] == 'l' || row->acknowledged;
	}
}

/* --- the answer --- */

/* The list as it is shown: what the filter lets through, groups together. */
struct list {
	const struct tcn_now_row **rows; /* by rank */
	uint32_t *order, *head; /* tools/serve/live/now_group.h */
	size_t n;
};

static void
make_list(const struct tcn_now *now, const struct filter *filter,
    struct tcn_arena *arena, struct list *list)
{
	size_t n;
	const struct tcn_now_row *const *rows = tcn_now_rows(now, &n);

	list->rows = tcn_arena_zalloc(arena, n + 1, sizeof(void *));
	list->order = tcn_arena_zalloc(arena, n + 1, sizeof(uint32_t));
	list->head = tcn_arena_zalloc(arena, n + 1, sizeof(uint32_t));
	list->n = 0;
	for (size_t i = 0; i < n; i++)
		if (lets_through(filter, rows[i]))
			list->rows[list->n++] = rows[i];
}

#define NAME_BYTES 17

/*
 * The name of a list: as long as it is the same, so are the rows that these
 * parameters let through.
 */
static void
name_list(const struct tcn_api *api, const struct tcn_now *now,
    const struct filter *f, char name[NAME_BYTES])
{
	const char *const texts[] = { f->state, f->owner, f->lang };
	const uint64_t numbers[] = { (uint64_t)api->started_ms,
		tcn_now_version(now), (uint64_t)f->severity, f->after,
		f->limit };
	uint64_t hash = XXH3_64bits(numbers, sizeof numbers);

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		hash = texts[i]
		    ? XXH3_64bits_withSeed(texts[i], strlen(texts[i]), hash)
		    : hash + 1;
	snprintf(name, NAME_BYTES, "%016" PRIx64, hash);
}

/* The row's JSON as an object that stays open. */
static void
open_row(struct tcn_buf *out, const struct tcn_now_row *row)
{
	if (out->n && out->at[out->n - 1] != '[')
		tcn_buf_char(out, ',');
	tcn_buf_add(out, row->json.at, row->json.n - 1);
}

/* The row's JSON, and the event that it belongs to. */
static void
add_row(struct tcn_buf *out, const struct list *list, size_t place)
{
	uint32_t i = list->order[place], head = list->head[i];

	open_row(out, list->rows[i]);
	if (head != i)
		tcn_json_str(out, "group", tcn_str(list->rows[head]->event));
	tcn_json_close(out, '}');
}

static uint32_t
more_than(uint32_t now, uint32_t then)
{
	return now > then ? now - then : 0;
}

/* What is new since a revision was looked at. */
static void
add_since(struct tcn_buf *out, const char *key,
    const struct tcn_store_seen *seen, uint32_t items, uint32_t origins,
    uint32_t publishers, const struct tcn_event_languages *languages)
{
	tcn_json_open(out, key, '{');
	tcn_json_uint(out, "revision", seen->revision);
	tcn_json_time(out, "at", seen->at_ms);
	tcn_json_uint(out, "items", more_than(items, seen->items));
	tcn_json_uint(out, "origins", more_than(origins, seen->origins));
	tcn_json_uint(out, "publishers",
	    more_than(publishers, seen->publishers));
	tcn_json_open(out, "languages", '[');
	for (uint32_t i = 0; i < languages->n; i++) {
		bool had = false;

		for (uint32_t k = 0; k < seen->languages.n; k++)
			had |= strcmp(seen->languages.at[k],
				   languages->at[i]) == 0;
		if (!had)
			tcn_json_str(out, NULL, tcn_str(languages->at[i]));
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

/* What the caller has looked at, by event. */
static enum tcn_rc
add_seen(struct tcn_api_answer *a, struct tcn_now *now)
{
	struct tcn_store_seen_list list;
	enum tcn_rc rc = tcn_store_seen(a->store, tcn_api_caller(a->call), NULL,
	    &a->arena, &list);

	tcn_json_open(&a->out, "seen", '{');
	for (size_t i = 0; !rc && i < list.n; i++) {
		const struct tcn_now_row *row =
		    tcn_now_find(now, list.at[i].event);

		if (row)
			add_since(&a->out, row->event, &list.at[i], row->items,
			    row->origins, row->publishers, &row->languages);
	}
	tcn_json_close(&a->out, '}');
	return rc;
}

enum tcn_rc
tcn_api_add_seen(struct tcn_api_answer *a, const struct tcn_event *event)
{
	struct tcn_store_seen_list list;
	enum tcn_rc rc = tcn_store_seen(a->store, tcn_api_caller(a->call),
	    event->id, &a->arena, &list);

	if (!rc && list.n)
		add_since(&a->out, "seen", &list.at[0], event->items,
		    event->origins, event->publishers, &event->languages);
	else if (!rc)
		tcn_json_null(&a->out, "seen");
	return rc;
}

static void
add_head(struct tcn_api_answer *a, const struct tcn_now *now, int64_t stream_ms,
    const struct list *list)
{
	struct tcn_now_counts counts = tcn_now_counts(now);

	tcn_json_uint(&a->out, "seq", tcn_now_seq(now));
	tcn_json_uint(&a->out, "boot", (uint64_t)a->api->started_ms);
	tcn_json_str(&a->out, "version", tcn_str(PACKAGE_VERSION));
	tcn_json_time(&a->out, "stream_at", stream_ms);
	tcn_json_time(&a->out, "now", tcn_now_wall_ms());
	tcn_json_str(&a->out, "you", tcn_api_caller(a->call));
	tcn_json_uint(&a->out, "open", counts.open);
	tcn_json_uint(&a->out, "unacknowledged", counts.unacknowledged);
	tcn_json_uint(&a->out, "silenced", counts.silenced);
	tcn_json_uint(&a->out, "matching", list->n);
}

/* The rows from the filter's first up to end. */
static void
add_rows(struct tcn_api_answer *a, const struct filter *filter,
    const struct list *list, size_t end)
{
	tcn_now_group(list->rows, list->n, list->order, list->head);
	for (size_t place = filter->after; place < end; place++)
		add_row(&a->out, list, place);
}

/* What is over, behind the first rows. */
static void
add_closed(struct tcn_buf *out, const struct tcn_now *now,
    const struct filter *filter)
{
	size_t n;
	const struct tcn_now_row *const *rows = tcn_now_closed(now, &n);

	for (size_t i = 0; !filter->after && i < n; i++) {
		if (!lets_through(filter, rows[i]))
			continue;
		open_row(out, rows[i]);
		tcn_json_close(out, '}');
	}
}

static enum tcn_rc
answer_now(struct tcn_api_answer *a, const struct filter *filter)
{
	struct list list;
	struct tcn_now *now;
	char name[NAME_BYTES];
	int64_t stream_ms;
	size_t end = filter->after;
	bool known;
	enum tcn_rc rc = tcn_api_now(a->api, a->store, &stream_ms, &now);

	if (!rc)
		make_list(now, filter, &a->arena, &list);
	if (rc)
		return rc;
	name_list(a->api, now, filter, name);
	known = filter->known && strcmp(filter->known, name) == 0;
	tcn_json_open(&a->out, NULL, '{');
	add_head(a, now, stream_ms, &list);
	tcn_json_str(&a->out, "list", tcn_str(name));
	rc = add_seen(a, now);
	if (end < list.n)
		end +=
		    list.n - end < filter->limit ? list.n - end : filter->limit;
	tcn_json_open(&a->out, "closed", '[');
	if (!rc && !known)
		add_closed(&a->out, now, filter);
	tcn_json_close(&a->out, ']');
	tcn_json_open(&a->out, "rows", '[');
	if (!rc && !known)
		add_rows(a, filter, &list, end);
	tcn_api_answer_end_page(a, end < list.n, end);
	return rc;
}

void
tcn_api_get_now(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct filter filter;
	enum tcn_rc rc = take_filter(&a, &filter);

	if (!tcn_api_answer_failed(&a, rc))
		tcn_api_answer_send(&a, answer_now(&a, &filter));
}

/* --- somebody looks at an event --- */

/* The revision that the body names, or the present one; 0: not seen. */
static enum tcn_rc
take_revision(struct tcn_api_answer *a, const struct tcn_event *event,
    uint32_t *revision)
{
	struct tcn_json_value object, value;
	enum tcn_rc rc = tcn_api_answer_body(a, &object);

	*revision = event->revision;
	if (rc)
		return rc;
	value = tcn_json_member(&object, "revision");
	if (value.kind == TCN_JSON_ABSENT)
		return TCN_OK;
	if (value.kind != TCN_JSON_NUMBER || value.n < 0 ||
	    value.n > event->revision || value.n != (uint32_t)value.n)
		return tcn_err_set(&a->err, TCN_INVALID,
		    "\"revision\" must be 1 to %u, the latest of this event, "
		    "or 0: not seen after all",
		    (unsigned)event->revision);
	*revision = (uint32_t)value.n;
	return TCN_OK;
}

void
tcn_api_post_seen(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_event *event;
	struct tcn_store_tx *tx;
	uint32_t revision;
	enum tcn_rc rc;

	if (!tcn_api_answer_event(&a, &event))
		return;
	rc = take_revision(&a, event, &revision);
	if (tcn_api_answer_failed(&a, rc))
		return;
	if (!tcn_api_answer_begin(&a, &tx))
		return;
	rc = tcn_api_answer_end(&a,
	    tcn_store_put_seen(tx, tcn_api_caller(call), event->id, revision,
		tcn_now_wall_ms()));
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_str(&a.out, "event", tcn_str(event->id));
	if (!rc)
		rc = tcn_api_add_seen(&a, event);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}
