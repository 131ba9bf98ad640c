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
#include "sql/store_now.h"
#include "sql/store_searches.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/http/http_session.h"
#include "tools/serve/live/now_group.h"

#define LIMIT_DEFAULT 500
#define PLACES_MOST   20 /* countries that are counted */

/* Which rows are asked for. */
struct filter {
	struct tcn_event_view view;
	uint64_t after; /* so many rows are left out */
	size_t limit;
	const char *known; /* the list that the caller has; or NULL */
};

struct tcn_str
tcn_api_caller(const struct tcn_http_call *call)
{
	struct tcn_str user = tcn_str(tcn_http_call_user(call));

	return user.n ? user : tcn_str(TCN_HTTP_LOCAL_NAME);
}

/* --- the list, up to date --- */

enum tcn_rc
tcn_api_now(struct tcn_api *api, const struct tcn_store *store,
    struct tcn_api_clock *clock, struct tcn_now **now)
{
	struct tcn_prepare *prep = tcn_api_prepare(api);
	enum tcn_rc rc = tcn_api_settle(api, store, clock);

	if (!rc && !api->now)
		api->now = tcn_now_new(store);
	if (!rc)
		rc = tcn_now_refresh(api->now, prep, clock->present_ms,
		    tcn_now_wall_ms());
	*now = api->now;
	return rc;
}

/* --- the parameters --- */

/* Puts the caller's name where a view asks for "me". */
static void
name_me(const struct tcn_api_answer *a, struct tcn_event_view *view)
{
	if (view->owner && strcmp(view->owner, "me") == 0)
		view->owner = tcn_api_caller(a->call).at;
}

enum tcn_rc
tcn_api_answer_view(struct tcn_api_answer *a, struct tcn_event_view *view)
{
	const char *name;
	enum tcn_rc rc = TCN_OK;

	*view = (struct tcn_event_view){ 0 };
	for (size_t i = 0; !rc && (name = tcn_event_view_name(i)); i++)
		rc = tcn_event_view_take(view, name,
		    tcn_http_call_query(a->call, name), &a->arena, &a->err);
	name_me(a, view);
	return rc;
}

static enum tcn_rc
take_filter(struct tcn_api_answer *a, struct filter *filter)
{
	enum tcn_rc rc;

	*filter = (struct filter){ .limit = LIMIT_DEFAULT };
	filter->known = tcn_http_call_query(a->call, "known");
	rc = tcn_api_answer_view(a, &filter->view);
	if (!rc)
		rc = tcn_api_answer_query_number(a, "after", &filter->after);
	if (!rc && tcn_http_call_query(a->call, "limit"))
		rc = tcn_api_answer_limit(a, &filter->limit);
	return rc;
}

/* --- the answer --- */

/* The list as it is shown: what the filter lets through, groups together. */
struct list {
	const struct tcn_now_row **rows; /* by rank */
	uint32_t *order, *head; /* tools/serve/live/now_group.h */
	size_t n;
};

static enum tcn_rc
make_list(const struct tcn_api_answer *a, const struct tcn_now *now,
    const struct tcn_event_view *view, struct tcn_arena *arena,
    struct list *list)
{
	enum tcn_rc rc = TCN_OK;
	bool lets = false;
	size_t n;
	const struct tcn_now_row *const *rows = tcn_now_rows(now, &n);

	list->rows = tcn_arena_zalloc(arena, n + 1, sizeof(void *));
	list->order = tcn_arena_zalloc(arena, n + 1, sizeof(uint32_t));
	list->head = tcn_arena_zalloc(arena, n + 1, sizeof(uint32_t));
	list->n = 0;
	for (size_t i = 0; !rc && i < n; i++) {
		rc = tcn_now_row_matches(rows[i], view, a->store, &lets);
		if (!rc && lets)
			list->rows[list->n++] = rows[i];
	}
	return rc;
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
	const struct tcn_event_view *v = &f->view;
	const char *const texts[] = { v->state, v->owner, v->lang, v->place,
		v->rule, v->source, v->category, v->q };
	const uint64_t numbers[] = { (uint64_t)api->started_ms,
		tcn_now_version(now), (uint64_t)v->severity, f->after,
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

/* --- places --- */

#define LETTERS 26 /* a country's code is two of them */

struct country {
	char code[TCN_PLACE_COUNTRY_BYTES];
	uint32_t n; /* events in it */
};

static int
by_events(const void *left, const void *right)
{
	const struct country *a = left, *b = right;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return strcmp(a->code, b->code);
}

static void
count_row(const struct tcn_now_row *row, struct country *countries)
{
	for (uint32_t i = 0; i < row->places.n; i++) {
		const char *code = row->places.countries[i];
		unsigned first = (unsigned)code[0] - 'A';
		unsigned second = (unsigned)code[1] - 'A';
		struct country *at = &countries[first * LETTERS + second];

		if (first >= LETTERS || second >= LETTERS)
			continue; /* a store may hold anything */
		memcpy(at->code, code, sizeof at->code);
		at->n++;
	}
}

/* How many events each country would leave, those of most events first: of
 * what the view shows whatever place it asks for. shown: what it shows. */
static enum tcn_rc
add_places(struct tcn_api_answer *a, const struct tcn_now *now,
    const struct filter *filter, const struct list *shown)
{
	struct country countries[LETTERS * LETTERS] = { 0 };
	struct tcn_event_view anywhere = filter->view;
	struct list list = *shown;
	enum tcn_rc rc = TCN_OK;

	anywhere.place = NULL;
	if (filter->view.place)
		rc = make_list(a, now, &anywhere, &a->arena, &list);
	for (size_t i = 0; !rc && i < list.n; i++)
		count_row(list.rows[i], countries);
	qsort(countries, LETTERS * LETTERS, sizeof *countries, by_events);
	tcn_json_open(&a->out, "places", '[');
	for (size_t i = 0; !rc && i < PLACES_MOST && countries[i].n; i++) {
		tcn_json_open(&a->out, NULL, '{');
		tcn_json_str(&a->out, "country", tcn_str(countries[i].code));
		tcn_json_uint(&a->out, "n", countries[i].n);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
	return rc;
}

static void
add_head(struct tcn_api_answer *a, const struct tcn_now *now,
    const struct tcn_api_clock *clock, const struct list *list)
{
	struct tcn_now_counts counts = tcn_now_counts(now);

	tcn_json_uint(&a->out, "seq", tcn_now_seq(now));
	tcn_json_uint(&a->out, "boot", (uint64_t)a->api->started_ms);
	tcn_json_str(&a->out, "version", tcn_str(PACKAGE_VERSION));
	tcn_api_put_clock(&a->out, clock);
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
static enum tcn_rc
add_closed(struct tcn_api_answer *a, const struct tcn_now *now,
    const struct filter *filter)
{
	enum tcn_rc rc = TCN_OK;
	bool lets = false;
	size_t n;
	const struct tcn_now_row *const *rows = tcn_now_closed(now, &n);

	for (size_t i = 0; !rc && !filter->after && i < n; i++) {
		rc = tcn_now_row_matches(rows[i], &filter->view, a->store,
		    &lets);
		if (rc || !lets)
			continue;
		open_row(&a->out, rows[i]);
		tcn_json_close(&a->out, '}');
	}
	return rc;
}

/* How many open events a view shows. Counted once, until the rows change. */
static enum tcn_rc
count_view(struct tcn_api_answer *a, const struct tcn_now *now,
    const struct filter *filter, struct tcn_str query, size_t *matching)
{
	struct tcn_api_counts *counts = &a->api->counts;
	const char *me = filter->view.owner ? filter->view.owner : "";
	uint64_t view = XXH3_64bits_withSeed(query.at, query.n,
	    XXH3_64bits(me, strlen(me)));
	struct list list = { 0 };
	enum tcn_rc rc;

	if (counts->version != tcn_now_version(now))
		*counts =
		    (struct tcn_api_counts){ .version = tcn_now_version(now) };
	for (size_t i = 0; i < counts->n; i++)
		if (counts->at[i].view == view) {
			*matching = counts->at[i].matching;
			return TCN_OK;
		}
	rc = make_list(a, now, &filter->view, &a->arena, &list);
	*matching = list.n;
	if (!rc && counts->n < TCN_API_COUNTS_MAX) {
		counts->at[counts->n].view = view;
		counts->at[counts->n++].matching = list.n;
	}
	return rc;
}

/* How many open events each saved view shows; one that is no good, none. */
static enum tcn_rc
add_views(struct tcn_api_answer *a, const struct tcn_now *now)
{
	struct tcn_store_saved_search_list saved;
	enum tcn_rc rc = tcn_store_saved_searches(a->store,
	    (struct tcn_str){ 0 }, &a->arena, &saved);
	struct filter filter = { 0 };
	size_t matching = 0;

	tcn_json_open(&a->out, "views", '[');
	for (size_t i = 0; !rc && i < saved.n; i++) {
		struct tcn_str query = saved.at[i].query;

		if (!tcn_store_saved_search_is_for(&saved.at[i],
			tcn_api_caller(a->call)) ||
		    !tcn_event_view_is(query) ||
		    tcn_event_view_read(query, &a->arena, &filter.view, NULL,
			NULL))
			continue;
		name_me(a, &filter.view);
		rc = count_view(a, now, &filter, query, &matching);
		tcn_json_open(&a->out, NULL, '{');
		tcn_json_str(&a->out, "name", saved.at[i].name);
		tcn_json_str(&a->out, "query", query);
		tcn_json_str(&a->out, "for",
		    tcn_str(saved.at[i].owner.n ? "me" : "all"));
		tcn_json_uint(&a->out, "matching", matching);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
	return rc;
}

static enum tcn_rc
answer_now(struct tcn_api_answer *a, const struct filter *filter)
{
	struct list list;
	struct tcn_now *now;
	char name[NAME_BYTES];
	struct tcn_api_clock clock;
	size_t end = filter->after;
	bool known;
	enum tcn_rc rc = tcn_api_now(a->api, a->store, &clock, &now);

	if (!rc)
		rc = make_list(a, now, &filter->view, &a->arena, &list);
	if (rc)
		return rc;
	name_list(a->api, now, filter, name);
	known = filter->known && strcmp(filter->known, name) == 0;
	tcn_json_open(&a->out, NULL, '{');
	add_head(a, now, &clock, &list);
	rc = tcn_api_put_quiet(a->api, a->store, &a->out);
	if (rc)
		return rc;
	tcn_json_str(&a->out, "list", tcn_str(name));
	rc = add_seen(a, now);
	if (!rc)
		rc = add_views(a, now);
	if (!rc)
		rc = add_places(a, now, filter, &list);
	if (end < list.n)
		end +=
		    list.n - end < filter->limit ? list.n - end : filter->limit;
	tcn_json_open(&a->out, "closed", '[');
	if (!rc && !known)
		rc = add_closed(a, now, filter);
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
