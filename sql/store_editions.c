#include "sql/store_editions.h"

#include <assert.h>
#include <string.h>

#include "engine/base/map.h"
#include "sql/query.h"

static void
put_null_or(struct tcn_query *q, uint64_t number)
{
	if (number)
		tcn_query_u64(q, number);
	else
		tcn_query_null(q);
}

enum tcn_rc
tcn_store_put_edition(struct tcn_store_tx *tx,
    const struct tcn_store_edition *e)
{
	static const char sql[] =
	    "INSERT INTO editions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	    " ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	assert(e->name.n &&
	    (e->state == TCN_STORE_EDITION_MADE) == (e->number != 0));
	tcn_query_str(&q, e->name);
	tcn_query_int(&q, e->due_ms);
	tcn_query_str(&q, e->event);
	tcn_query_int(&q, e->state);
	put_null_or(&q, e->number);
	tcn_query_u64(&q, e->cut);
	tcn_query_int(&q, e->as_of_ms);
	tcn_query_int(&q, e->made_ms);
	tcn_query_str(&q, e->settings);
	tcn_query_str(&q, e->method);
	tcn_query_str(&q, e->wall);
	tcn_query_str(&q, e->reason);
	tcn_query_str(&q, e->title);
	tcn_query_u64(&q, e->events);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_edition_body(struct tcn_store_tx *tx, struct tcn_str name,
    uint64_t number, const char *format, struct tcn_str bytes)
{
	static const char sql[] =
	    "INSERT INTO edition_bodies VALUES (?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, name);
	tcn_query_u64(&q, number);
	tcn_query_str(&q, tcn_str(format));
	tcn_query_blob(&q, bytes.at, bytes.n);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_next_edition(const struct tcn_store *st, struct tcn_str name,
    uint64_t *number)
{
	static const char sql[] =
	    "SELECT ifnull(max(number), 0) + 1 FROM editions WHERE name = ?";
	struct tcn_query q = tcn_query(st, sql);

	*number = 1;
	tcn_query_str(&q, name);
	if (tcn_query_next(&q))
		*number = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

static void
get_row(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_edition *e)
{
	int64_t state;

	e->name = tcn_query_copy_str(q, arena);
	e->due_ms = tcn_query_get_int(q);
	e->event = tcn_query_copy_str(q, arena);
	state = tcn_query_get_int(q);
	e->state = state == TCN_STORE_EDITION_MADE ? TCN_STORE_EDITION_MADE
	    : state == TCN_STORE_EDITION_SKIPPED   ? TCN_STORE_EDITION_SKIPPED
						   : TCN_STORE_EDITION_BEGUN;
	e->number = tcn_query_get_u64(q);
	e->cut = tcn_query_get_u64(q);
	e->as_of_ms = tcn_query_get_int(q);
	e->made_ms = tcn_query_get_int(q);
	e->settings = tcn_query_copy_str(q, arena);
	e->method = tcn_query_copy_str(q, arena);
	e->wall = tcn_query_copy_str(q, arena);
	e->reason = tcn_query_copy_str(q, arena);
	e->title = tcn_query_copy_str(q, arena);
	e->events = tcn_query_get_u64(q);
}

static void
put_time(struct tcn_query *q, int64_t ms)
{
	if (ms == TCN_UNDATED)
		tcn_query_null(q);
	else
		tcn_query_int(q, ms);
}

enum tcn_rc
tcn_store_editions(const struct tcn_store *st,
    const struct tcn_store_edition_filter *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_edition_list *editions)
{
	static const char sql[] =
	    "SELECT * FROM editions WHERE (?1 = '' OR name = ?1)"
	    " AND (?2 = 0 OR number = ?2) AND (?3 = 0 OR state = 1)"
	    " AND (?4 = 0 OR event = '')"
	    " AND (?5 IS NULL OR due = ?5) AND (?6 IS NULL OR due < ?6)"
	    " ORDER BY due DESC, name, event LIMIT ?7";
	struct tcn_query q = tcn_query(st, sql);

	*editions = (struct tcn_store_edition_list){ 0 };
	tcn_query_str(&q, filter->name);
	tcn_query_u64(&q, filter->number);
	tcn_query_int(&q, filter->made);
	tcn_query_int(&q, filter->scheduled);
	put_time(&q, filter->due_ms);
	put_time(&q, filter->before_ms);
	tcn_query_limit(&q, limit);
	while (tcn_query_next(&q)) {
		editions->at = tcn_query_grow(&q, arena, editions->at,
		    editions->n, sizeof *editions->at);
		if (!editions->at)
			break;
		get_row(&q, arena, &editions->at[editions->n++]);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_edition_body(const struct tcn_store *st, struct tcn_str name,
    uint64_t number, const char *format, struct tcn_arena *arena,
    struct tcn_str *bytes)
{
	static const char sql[] =
	    "SELECT bytes FROM edition_bodies "
	    "WHERE name = ? AND number = ? AND format = ?";
	struct tcn_query q = tcn_query(st, sql);

	*bytes = (struct tcn_str){ NULL, 0 };
	tcn_query_str(&q, name);
	tcn_query_u64(&q, number);
	tcn_query_str(&q, tcn_str(format));
	if (tcn_query_next(&q))
		*bytes = tcn_query_copy_str(&q, arena);
	return tcn_query_end(&q);
}

/* --- the ledger --- */

static enum tcn_rc
put_line(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told,
    const struct tcn_store_told_line *line)
{
	static const char sql[] =
	    "INSERT INTO told_lines VALUES (?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);
	unsigned char bytes[TCN_STORE_TOLD_TERMS_MAX * 8];

	assert(line->terms_n <= TCN_STORE_TOLD_TERMS_MAX);
	for (size_t i = 0; i < line->terms_n * 8; i++)
		bytes[i] = (unsigned char)(line->terms[i / 8] >> i % 8 * 8);
	tcn_query_str(&q, name);
	tcn_query_str(&q, told->event);
	tcn_query_u64(&q, told->number);
	tcn_query_u64(&q, line->hash);
	tcn_query_blob(&q, bytes, line->terms_n * 8);
	return tcn_query_run(&q);
}

/* The lines that the editions of that name told of the event, by hash. */
static enum tcn_rc
find_stored(struct tcn_store_tx *tx, struct tcn_str name, struct tcn_str event,
    struct tcn_map *stored)
{
	static const char sql[] =
	    "SELECT line FROM told_lines WHERE name = ? AND event = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);
	uint64_t *slot;

	tcn_query_str(&q, name);
	tcn_query_str(&q, event);
	while (tcn_query_next(&q))
		if (tcn_map_put(stored, tcn_query_get_u64(&q), &slot, NULL))
			tcn_query_fail(&q, TCN_NOMEM);
	return tcn_query_end(&q);
}

/* Stores the lines that are not stored yet: else each edition would repeat all
 * that was told before it. */
static enum tcn_rc
put_lines(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told)
{
	struct tcn_map stored = { 0 };
	enum tcn_rc rc = find_stored(tx, name, told->event, &stored);

	for (size_t i = 0; i < told->lines_n && !rc; i++) {
		uint64_t *slot;
		bool added;

		rc = tcn_map_put(&stored, told->lines[i].hash, &slot, &added);
		if (!rc && added)
			rc = put_line(tx, name, told, &told->lines[i]);
	}
	tcn_map_fini(&stored);
	return rc;
}

static enum tcn_rc
put_figure(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told,
    const struct tcn_store_told_figure *figure)
{
	static const char sql[] =
	    "INSERT INTO told_figures VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, name);
	tcn_query_str(&q, told->event);
	tcn_query_u64(&q, told->number);
	tcn_query_str(&q, figure->slot);
	tcn_query_str(&q, figure->unit);
	tcn_query_int(&q, figure->lo);
	tcn_query_int(&q, figure->hi);
	tcn_query_u64(&q, figure->number);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_told(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told)
{
	static const char sql[] =
	    "INSERT INTO told_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);
	enum tcn_rc rc;

	tcn_query_str(&q, name);
	tcn_query_str(&q, told->event);
	tcn_query_u64(&q, told->number);
	tcn_query_int(&q, told->revision);
	tcn_query_int(&q, told->closed);
	tcn_query_int(&q, told->items);
	tcn_query_int(&q, told->origins);
	tcn_query_int(&q, told->publishers);
	tcn_query_str(&q, told->languages);
	rc = tcn_query_run(&q);
	if (!rc)
		rc = put_lines(tx, name, told);
	for (size_t i = 0; i < told->figures_n && !rc; i++)
		rc = put_figure(tx, name, told, &told->figures[i]);
	return rc;
}

/* A blob of the wrong length has the terms that it has whole. */
static void
get_line(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_told_line *line)
{
	struct tcn_str bytes;
	uint64_t *terms;

	line->hash = tcn_query_get_u64(q);
	bytes = tcn_query_get_str(q);
	terms = tcn_arena_zalloc(arena, bytes.n / 8, sizeof *terms);
	if (!terms) {
		tcn_query_fail(q, TCN_NOMEM);
		return;
	}
	for (size_t i = 0; i < bytes.n / 8 * 8; i++)
		terms[i / 8] |= (uint64_t)(unsigned char)bytes.at[i]
		    << i % 8 * 8;
	line->terms = terms;
	line->terms_n = bytes.n / 8;
}

static enum tcn_rc
get_lines(const struct tcn_store *st, struct tcn_str name, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event *told)
{
	static const char sql[] = "SELECT line, terms FROM told_lines"
				  " WHERE name = ? AND event = ? AND number < ?"
				  " GROUP BY line ORDER BY line";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_told_line *lines = NULL;

	tcn_query_str(&q, name);
	tcn_query_str(&q, told->event);
	tcn_query_u64(&q, before);
	while (tcn_query_next(&q)) {
		lines = tcn_query_grow(&q, arena, lines, told->lines_n,
		    sizeof *lines);
		if (!lines)
			break;
		get_line(&q, arena, &lines[told->lines_n++]);
	}
	told->lines = lines;
	return tcn_query_end(&q);
}

/* Of each the value that was told last: SQLite takes the columns beside max()
 * from the row that has it. */
static enum tcn_rc
get_figures(const struct tcn_store *st, struct tcn_str name, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event *told)
{
	static const char sql[] =
	    "SELECT slot, unit, least, most, said, max(number)"
	    " FROM told_figures WHERE name = ? AND event = ? AND number < ?"
	    " GROUP BY slot, unit ORDER BY slot, unit";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_told_figure *figures = NULL, *figure;

	tcn_query_str(&q, name);
	tcn_query_str(&q, told->event);
	tcn_query_u64(&q, before);
	while (tcn_query_next(&q)) {
		figures = tcn_query_grow(&q, arena, figures, told->figures_n,
		    sizeof *figures);
		if (!figures)
			break;
		figure = &figures[told->figures_n++];
		figure->slot = tcn_query_copy_str(&q, arena);
		figure->unit = tcn_query_copy_str(&q, arena);
		figure->lo = tcn_query_get_int(&q);
		figure->hi = tcn_query_get_int(&q);
		figure->number = tcn_query_get_u64(&q);
	}
	told->figures = figures;
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_told_of(const struct tcn_store *st, struct tcn_str name,
    struct tcn_str event, uint64_t before, struct tcn_arena *arena,
    struct tcn_store_told_event **out)
{
	static const char sql[] =
	    "SELECT t.number, ifnull((SELECT e.cut FROM editions e"
	    "  WHERE e.name = t.name AND e.number = t.number), 0),"
	    " t.revision, t.closed, t.items, t.origins, t.publishers,"
	    " t.languages FROM told_events t"
	    " WHERE t.name = ? AND t.event = ? AND t.number < ?"
	    " ORDER BY t.number DESC LIMIT 1";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_told_event *told = NULL;
	enum tcn_rc rc;

	*out = NULL;
	tcn_query_str(&q, name);
	tcn_query_str(&q, event);
	tcn_query_u64(&q, before);
	if (tcn_query_next(&q)) {
		told = tcn_arena_zalloc(arena, 1, sizeof *told);
		if (!told)
			tcn_query_fail(&q, TCN_NOMEM);
	}
	if (told) {
		told->event = event;
		told->number = tcn_query_get_u64(&q);
		told->cut = tcn_query_get_u64(&q);
		told->revision = tcn_query_get_u32(&q);
		told->closed = tcn_query_get_int(&q) != 0;
		told->items = tcn_query_get_u32(&q);
		told->origins = tcn_query_get_u32(&q);
		told->publishers = tcn_query_get_u32(&q);
		told->languages = tcn_query_copy_str(&q, arena);
	}
	rc = tcn_query_end(&q);
	if (!rc && told)
		rc = get_lines(st, name, before, arena, told);
	if (!rc && told)
		rc = get_figures(st, name, before, arena, told);
	*out = rc ? NULL : told;
	return rc;
}
