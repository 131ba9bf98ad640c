#include "window/story/sources.h"

#include <stdlib.h>

#include "engine/base/mem.h"

void
tcn_sources_fini(struct tcn_sources *sources)
{
	tcn_map_fini(&sources->by_publisher);
	tcn_free(sources->rows);
	tcn_free(sources->dirty);
	tcn_free(sources->gone);
}

static struct tcn_source *
find(const struct tcn_sources *sources, uint64_t publisher)
{
	const uint64_t *at = tcn_map_find(&sources->by_publisher, publisher);

	return at ? &sources->rows[*at] : NULL;
}

static enum tcn_rc
add(struct tcn_sources *sources, uint64_t publisher, int32_t since,
    struct tcn_source **source)
{
	struct tcn_source *rows = tcn_mem_fit(sources->rows, &sources->cap,
	    sources->n + 1, sizeof *rows);
	uint64_t *at;

	if (!rows)
		return TCN_NOMEM;
	sources->rows = rows;
	if (tcn_map_put(&sources->by_publisher, publisher, &at, NULL))
		return TCN_NOMEM;
	*at = sources->n;
	if (!sources->n || since < sources->first)
		sources->first = since;
	*source = &rows[sources->n++];
	**source = (struct tcn_source){
		.publisher = publisher,
		.since = since,
		.back = since,
		.heard = since,
	};
	return TCN_OK;
}

static enum tcn_rc
note_gone(struct tcn_sources *sources, uint64_t publisher)
{
	uint64_t *gone;

	if (!sources->note_changes)
		return TCN_OK;
	gone = tcn_mem_fit(sources->gone, &sources->gone_cap,
	    sources->gone_n + 1, sizeof *gone);
	if (!gone)
		return TCN_NOMEM;
	sources->gone = gone;
	gone[sources->gone_n++] = publisher;
	return TCN_OK;
}

static enum tcn_rc
touch(struct tcn_sources *sources, struct tcn_source *source)
{
	uint32_t *dirty;

	if (!sources->note_changes || source->dirty)
		return TCN_OK;
	dirty = tcn_mem_fit(sources->dirty, &sources->dirty_cap,
	    sources->dirty_n + 1, sizeof *dirty);
	if (!dirty)
		return TCN_NOMEM;
	sources->dirty = dirty;
	dirty[sources->dirty_n++] = (uint32_t)(source - sources->rows);
	source->dirty = true;
	return TCN_OK;
}

/* What counts most first: the ever busy, then who spoke last, then by hash. */
static int
by_worth(const void *left, const void *right)
{
	const struct tcn_source *a = left, *b = right;

	if (!a->busy.peaks != !b->busy.peaks)
		return a->busy.peaks ? -1 : 1;
	if (a->said_ms != b->said_ms)
		return a->said_ms > b->said_ms ? -1 : 1;
	return a->publisher < b->publisher ? -1 : a->publisher > b->publisher;
}

/* The rows have moved: what points to them anew. */
static enum tcn_rc
index_rows(struct tcn_sources *sources)
{
	enum tcn_rc rc = TCN_OK;

	tcn_map_clear(&sources->by_publisher);
	sources->dirty_n = 0;
	sources->first = INT32_MAX;
	for (size_t i = 0; i < sources->n && !rc; i++) {
		const struct tcn_source *row = &sources->rows[i];
		uint64_t *at;

		if (row->since < sources->first)
			sources->first = row->since;
		if (row->dirty) /* there was room for it before */
			sources->dirty[sources->dirty_n++] = (uint32_t)i;
		rc = tcn_map_put(&sources->by_publisher, row->publisher, &at,
		    NULL);
		if (!rc)
			*at = i;
	}
	return rc;
}

static enum tcn_rc
make_room(struct tcn_sources *sources, struct tcn_slab *slab)
{
	size_t stay = sources->n - sources->n / 4;
	enum tcn_rc rc = TCN_OK;

	qsort(sources->rows, sources->n, sizeof *sources->rows, by_worth);
	while (sources->n > stay && !rc) {
		struct tcn_source *last = &sources->rows[--sources->n];

		if (last->busy.peaks)
			tcn_usual_forget(slab, &last->busy);
		rc = note_gone(sources, last->publisher);
	}
	return rc ? rc : index_rows(sources);
}

enum tcn_rc
tcn_sources_count(struct tcn_sources *sources, struct tcn_slab *slab,
    const struct tcn_usual_clock *clock, uint64_t publisher)
{
	struct tcn_source *source = find(sources, publisher);
	enum tcn_rc rc = TCN_OK;

	if (!source && sources->n == TCN_SOURCES_MAX)
		rc = make_room(sources, slab);
	if (!source && !rc)
		rc = add(sources, publisher, clock->spoken, &source);
	if (!rc)
		rc = tcn_usual_count(slab, clock, &source->busy);
	if (rc)
		return rc;
	source->said_ms = clock->decay.now_ms;
	if (clock->spoken - source->heard >= TCN_USUAL_PAST)
		source->back = clock->spoken;
	source->heard = clock->spoken;
	return touch(sources, source);
}

/*
 * The items of late that are no more than usual of it. Of one that is new it
 * is taken to be what the stream has for each of its sources.
 */
static double
usual_room(const struct tcn_sources *sources,
    const struct tcn_usual_clock *clock, struct tcn_source *source,
    double volume)
{
	double usual = tcn_usual_level(clock, &source->busy);
	double each = volume / (double)sources->n;

	if (clock->spoken - source->back <= TCN_USUAL_SETTLED && each > usual)
		usual = each;
	return usual + 1 > TCN_SOURCES_PLENTY ? usual + 1 : TCN_SOURCES_PLENTY;
}

double
tcn_sources_swell(const struct tcn_sources *sources,
    struct tcn_usual_clock *clock, uint64_t publisher)
{
	struct tcn_source *source = find(sources, publisher);
	double volume = tcn_usual_level(clock, &clock->volume);
	double swell;

	if (!source || volume <= 0 ||
	    clock->spoken - sources->first <= TCN_USUAL_SETTLED)
		return 1;
	swell = tcn_decay_read(&clock->decay, source->busy.now) /
	    usual_room(sources, clock, source, volume);
	return swell > 1 ? swell : 1;
}

enum tcn_rc
tcn_sources_load(struct tcn_sources *sources, uint64_t publisher, int32_t since,
    struct tcn_source **source)
{
	if (find(sources, publisher) || sources->n == TCN_SOURCES_MAX)
		return TCN_CORRUPT;
	return add(sources, publisher, since, source);
}

void
tcn_sources_saved(struct tcn_sources *sources)
{
	for (size_t i = 0; i < sources->dirty_n; i++)
		sources->rows[sources->dirty[i]].dirty = false;
	sources->dirty_n = sources->gone_n = 0;
}

size_t
tcn_sources_bytes(const struct tcn_sources *sources)
{
	return sources->cap * sizeof *sources->rows +
	    sources->dirty_cap * sizeof *sources->dirty +
	    sources->gone_cap * sizeof *sources->gone +
	    tcn_map_bytes(&sources->by_publisher);
}
