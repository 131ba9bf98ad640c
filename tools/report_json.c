#include <inttypes.h>

#include "tools/report_write.h"
#include "tools/when.h"

/*
 * The form is documented, and its version named, by the schema in
 * man/tocsin-report.schema.json; a test holds the two together. Times are
 * unix seconds, or null where there is none.
 */
#define SCHEMA "tocsin-report-1"

/* ,"key": with no comma where an object or array has just begun. */
static void
put_key(struct tcn_buf *out, const char *key)
{
	char last = out->n ? out->at[out->n - 1] : '{';

	tcn_buf_printf(out, "%s\"%s\":", last == '{' ? "" : ",", key);
}

static void
put_str(struct tcn_buf *out, const char *key, struct tcn_str s)
{
	put_key(out, key);
	tcn_buf_json(out, s);
}

static void
put_uint(struct tcn_buf *out, const char *key, uint64_t n)
{
	put_key(out, key);
	tcn_buf_printf(out, "%" PRIu64, n);
}

static void
put_bool(struct tcn_buf *out, const char *key, bool value)
{
	put_key(out, key);
	tcn_buf_z(out, value ? "true" : "false");
}

/* Milliseconds as seconds, exactly, without floating point. */
static void
put_seconds(struct tcn_buf *out, int64_t ms)
{
	uint64_t n = ms < 0 ? -(uint64_t)ms : (uint64_t)ms;

	tcn_buf_printf(out, "%s%" PRIu64, ms < 0 ? "-" : "", n / 1000);
	if (n % 1000)
		tcn_buf_printf(out, ".%03u", (unsigned)(n % 1000));
}

static void
put_at(struct tcn_buf *out, const char *key, int64_t ms)
{
	put_key(out, key);
	if (tcn_when_known(ms))
		put_seconds(out, ms);
	else
		tcn_buf_z(out, "null");
}

static void
put_seq(struct tcn_buf *out, const char *key, const struct tcn_view *view,
    size_t item)
{
	put_key(out, key);
	if (item < view->items_n)
		tcn_buf_printf(out, "%" PRIu64, view->items[item].item->seq);
	else
		tcn_buf_z(out, "null");
}

/* Between two elements of an array. */
static void
put_comma(struct tcn_buf *out, size_t i)
{
	tcn_buf_z(out, i ? ",\n" : "\n");
}

static void
put_event(const struct tcn_view *view, struct tcn_buf *out)
{
	const struct tcn_event *event = view->report->event;

	put_key(out, "event");
	tcn_buf_char(out, '{');
	put_str(out, "id", view->id);
	put_str(out, "rule", view->rule);
	put_uint(out, "story", event->story);
	put_uint(out, "revision", event->revision);
	put_str(out, "state", tcn_str(tcn_report_state(event->state)));
	put_at(out, "fired_at", event->fired_ms);
	put_at(out, "changed_at", event->changed_ms);
	put_at(out, "first_at", event->first_ms);
	put_at(out, "last_at", event->last_ms);
	put_uint(out, "items", event->items);
	put_uint(out, "origins", event->origins);
	put_uint(out, "publishers", event->publishers);
	tcn_buf_char(out, '}');
}

static void
put_counts(struct tcn_buf *out, const char *key,
    const struct tcn_view_counts *counts)
{
	put_key(out, key);
	tcn_buf_char(out, '{');
	put_uint(out, "items", counts->items);
	put_uint(out, "origins", counts->origins);
	put_uint(out, "publishers", counts->publishers);
	put_at(out, "first_at", counts->first_ms);
	put_at(out, "last_at", counts->last_ms);
	tcn_buf_char(out, '}');
}

static void
put_headline(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "headline");
	tcn_buf_char(out, '{');
	put_str(out, "title", view->headline);
	put_str(out, "why", view->why);
	put_seq(out, "item", view, view->central);
	tcn_buf_char(out, '}');
}

static void
put_summary(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "summary");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->lines_n; i++) {
		put_comma(out, i);
		tcn_buf_char(out, '{');
		put_str(out, "text", view->lines[i].text);
		put_seq(out, "item", view, view->lines[i].item);
		put_key(out, "centrality_permille");
		tcn_buf_printf(out, "%d",
		    (int)(view->lines[i].score * 1000 + 0.5));
		tcn_buf_char(out, '}');
	}
	tcn_buf_char(out, ']');
}

static void
put_entry(const struct tcn_view *view, const struct tcn_view_entry *entry,
    struct tcn_buf *out)
{
	static const char *const kinds[] = {
		[TCN_VIEW_FIRST] = "first",
		[TCN_VIEW_GROWTH] = "growth",
		[TCN_VIEW_FIRED] = "fired",
		[TCN_VIEW_CLOSED] = "closed",
	};

	tcn_buf_char(out, '{');
	put_str(out, "kind", tcn_str(kinds[entry->kind]));
	put_at(out, "from", entry->from_ms);
	put_at(out, "to", entry->to_ms);
	put_uint(out, "items", entry->items);
	put_uint(out, "copies", entry->copies);
	put_uint(out, "publishers", entry->publishers);
	put_uint(out, "total", entry->total);
	put_seq(out, "item", view, entry->item);
	tcn_buf_char(out, '}');
}

static void
put_timeline(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "timeline");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->entries_n; i++) {
		put_comma(out, i);
		put_entry(view, &view->entries[i], out);
	}
	tcn_buf_char(out, ']');
}

static void
put_growth(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "growth");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->points_n; i++) {
		put_comma(out, i);
		tcn_buf_char(out, '{');
		put_at(out, "at", view->points[i].ms);
		put_uint(out, "items", view->points[i].items);
		put_uint(out, "origins", view->points[i].origins);
		tcn_buf_char(out, '}');
	}
	tcn_buf_char(out, ']');
}

static void
put_sources(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "sources");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->sources_n; i++) {
		const struct tcn_view_source *source = &view->sources[i];

		put_comma(out, i);
		tcn_buf_char(out, '{');
		put_str(out, "name", source->name);
		put_uint(out, "items", source->items);
		put_uint(out, "copies", source->copies);
		put_seq(out, "first_item", view, source->first);
		tcn_buf_char(out, '}');
	}
	tcn_buf_char(out, ']');
}

static void
put_langs(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "languages");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->langs_n; i++) {
		put_comma(out, i);
		tcn_buf_char(out, '{');
		put_str(out, "code", view->langs[i].code);
		put_str(out, "name", view->langs[i].name);
		put_uint(out, "items", view->langs[i].items);
		tcn_buf_char(out, '}');
	}
	tcn_buf_char(out, ']');
}

static void
put_terms(struct tcn_buf *out, const char *key, const struct tcn_str *terms,
    size_t n)
{
	put_key(out, key);
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, i ? "," : "");
		tcn_buf_json(out, terms[i]);
	}
	tcn_buf_char(out, ']');
}

static void
put_related(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "related");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->related_n; i++) {
		const struct tcn_view_related *show = &view->related[i];

		put_comma(out, i);
		tcn_buf_char(out, '{');
		put_uint(out, "story", show->related->story);
		put_str(out, "title", show->title);
		put_str(out, "url", show->url);
		put_bool(out, "link", show->is_link);
		put_str(out, "page", show->related->page);
		put_at(out, "first_at", show->related->first_ms);
		put_at(out, "last_at", show->related->last_ms);
		put_uint(out, "items", show->related->items);
		put_terms(out, "shared", show->shared, show->related->shared_n);
		tcn_buf_char(out, '}');
	}
	tcn_buf_char(out, ']');
}

static void
put_item(const struct tcn_view_item *show, struct tcn_buf *out)
{
	tcn_buf_char(out, '{');
	put_uint(out, "seq", show->item->seq);
	put_str(out, "id", show->id);
	put_at(out, "at", show->item->ts_ms);
	put_str(out, "source", show->source);
	put_str(out, "url", show->url);
	put_bool(out, "link", show->is_link);
	put_str(out, "title", show->title);
	put_str(out, "lang", show->lang);
	put_uint(out, "origin", show->origin);
	put_key(out, "copy_of");
	if (show->item->duplicate_of)
		tcn_buf_printf(out, "%" PRIu64, show->item->duplicate_of);
	else
		tcn_buf_z(out, "null");
	put_bool(out, "counted", show->counted);
	tcn_buf_char(out, '}');
}

static void
put_items(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "items");
	tcn_buf_char(out, '[');
	for (size_t i = 0; i < view->items_n; i++) {
		put_comma(out, i);
		put_item(&view->items[i], out);
	}
	tcn_buf_char(out, ']');
}

static void
put_threshold(const struct tcn_view *view, struct tcn_buf *out)
{
	put_key(out, "threshold");
	tcn_buf_char(out, '{');
	put_uint(out, "more_than", view->report->more_than);
	put_key(out, "within_seconds");
	put_seconds(out, view->report->within_ms);
	put_uint(out, "evidence_missing", view->evidence_missing);
	tcn_buf_char(out, '}');
}

void
tcn_report_json(const struct tcn_view *view, struct tcn_buf *out)
{
	tcn_buf_char(out, '{');
	put_str(out, "$schema", tcn_str(SCHEMA));
	put_event(view, out);
	put_threshold(view, out);
	put_counts(out, "fired", &view->fired);
	put_counts(out, "all", &view->all);
	put_headline(view, out);
	put_summary(view, out);
	put_timeline(view, out);
	put_growth(view, out);
	put_sources(view, out);
	put_langs(view, out);
	put_terms(out, "terms", view->terms, view->terms_n);
	put_related(view, out);
	put_items(view, out);
	tcn_buf_z(out, "}\n");
}
