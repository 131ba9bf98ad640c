#include "tools/pipeline/desk.h"

#include <assert.h>

#include "engine/base/suggest.h"
#include "engine/item/headline.h"
#include "tools/base/safe.h"
#include "tools/pipeline/event_filter.h"

#define COVERED_OF 50 /* last events that a new silence is tried on */
#define NEAREST_OF ((size_t)10000) /* last events a mistyped id may mean */

enum tcn_rc
tcn_desk_clean_text(const char *name, struct tcn_str text, size_t chars_max,
    struct tcn_arena *arena, struct tcn_str *clean, struct tcn_err *err)
{
	struct tcn_str whole;

	assert(name && chars_max > 0);
	tcn_safe_text(arena, text, chars_max, clean);
	tcn_safe_text(arena, text, chars_max + 1, &whole);
	if (clean->n == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "%s is empty: say something", name);
	if (!tcn_str_equal(*clean, whole))
		return tcn_err_set(err, TCN_INVALID,
		    "%s is too long: at most %zu characters", name, chars_max);
	tcn_arena_str(arena, *clean, clean);
	return TCN_OK;
}

/* --- what is silenced --- */

/* Gathers what silences look at: the event's evidence, terms and headline. */
static enum tcn_rc
gather(const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_silence_subject *subject)
{
	struct tcn_silence_source *sources;
	struct tcn_store_item_row *shown = NULL;
	struct tcn_event *stored = NULL;
	struct tcn_store_item_list items;
	enum tcn_rc rc = TCN_OK;

	if (!event->evidence_n || !event->terms_n)
		rc = tcn_store_event(store, event->id, arena, &stored);
	if (!rc)
		rc = tcn_store_item(store, tcn_headline_item(event), arena,
		    &shown);
	if (!rc)
		rc = stored && !event->evidence_n
		    ? tcn_store_items_of(store, stored->evidence,
			  stored->evidence_n, arena, &items)
		    : tcn_store_items_of(store, event->evidence,
			  event->evidence_n, arena, &items);
	if (rc)
		return rc;
	sources = tcn_arena_zalloc(arena, items.n + 1, sizeof *sources);
	for (size_t i = 0; i < items.n; i++)
		sources[i] =
		    (struct tcn_silence_source){ items.at[i].article.source,
			    items.at[i].article.url };
	if (stored && !event->terms_n)
		event = stored;
	*subject = (struct tcn_silence_subject){
		.event = event->id,
		.rule = event->rule,
		.headline = event->headline.text.n ? event->headline.text
		    : shown                        ? shown->article.title
						   : tcn_str(""),
		.lang = shown ? shown->article.lang : tcn_str(""),
		.terms = event->terms,
		.terms_n = event->terms_n,
		.sources = sources,
		.sources_n = items.n,
	};
	return TCN_OK;
}

enum tcn_rc
tcn_desk_silenced(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_event *event, int64_t now_ms, struct tcn_arena *arena,
    const struct tcn_silence **by)
{
	struct tcn_silence_subject subject;
	struct tcn_store_silence_list list;
	enum tcn_rc rc = tcn_store_silences(store, now_ms, 0, 0, arena, &list);

	*by = NULL;
	if (rc || !list.n)
		return rc;
	rc = gather(store, event, arena, &subject);
	if (rc)
		return rc;
	*by = tcn_silence_find(list.at, list.n, &subject, now_ms, prep, arena);
	return TCN_OK;
}

enum tcn_rc
tcn_desk_silences_of(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_store_silence_list *list)
{
	struct tcn_silence_subject subject;
	size_t kept = 0;
	enum tcn_rc rc =
	    tcn_store_silences(store, TCN_UNDATED, 0, 0, arena, list);

	if (!rc && list->n)
		rc = gather(store, event, arena, &subject);
	for (size_t i = 0; !rc && i < list->n; i++) {
		const struct tcn_silence *by;

		by = tcn_silence_find(&list->at[i], 1, &subject,
		    list->at[i].created_ms, prep, arena);
		if (by)
			list->at[kept++] = list->at[i];
	}
	list->n = kept;
	return rc;
}

enum tcn_rc
tcn_desk_count_covered(const struct tcn_store *store, struct tcn_prepare *prep,
    const struct tcn_silence *silence, struct tcn_arena *arena, size_t *looked,
    size_t *covered)
{
	struct tcn_store_event_filter filter;
	struct tcn_store_event_list events;
	enum tcn_rc rc;

	tcn_event_filter_init(&filter);
	filter.newest = true;
	rc = tcn_store_find_events(store, &filter, COVERED_OF, arena, &events);
	*looked = rc ? 0 : events.n;
	*covered = 0;
	for (size_t i = 0; !rc && i < events.n; i++) {
		struct tcn_silence_subject subject;
		const struct tcn_silence *by;

		rc = gather(store, &events.at[i], arena, &subject);
		if (!rc)
			by = tcn_silence_find(silence, 1, &subject,
			    silence->created_ms, prep, arena);
		*covered += !rc && by;
	}
	return rc;
}

enum tcn_rc
tcn_desk_nearest_id(const struct tcn_store *store, const char *id,
    struct tcn_arena *arena, struct tcn_str *nearest)
{
	struct tcn_suggest search;
	struct tcn_store_str_list ids;
	const char *best;
	enum tcn_rc rc = tcn_store_event_ids(store, NEAREST_OF, arena, &ids);

	*nearest = (struct tcn_str){ 0 };
	if (rc)
		return rc;
	tcn_suggest_init(&search, id);
	for (size_t i = 0; i < ids.n; i++)
		tcn_suggest_offer(&search, ids.at[i].at);
	best = tcn_suggest_find(&search);
	if (best)
		*nearest = tcn_str(best);
	return TCN_OK;
}
