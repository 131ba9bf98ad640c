/*
 * Writes a special report as IPTC ninjs 3.0: a composite whose associations are
 * the items that were counted when it fired.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/tell/report/report_impl.h"

#define STANDARD "http://www.iptc.org/std/ninjs/ninjs-schema_3.0.json#"

/* Puts a date-time, unless ms has none. */
static void
put_date(struct tcn_buf *out, const char *key, int64_t ms)
{
	char date[TCN_DATE_BYTES];

	tcn_date_format(ms, date);
	if (date[0])
		tcn_json_str(out, key, tcn_str(date));
}

/* Puts [{"value": text}], with a media type unless type is NULL. */
static void
put_value(struct tcn_buf *out, const char *type, struct tcn_str value)
{
	tcn_json_open(out, NULL, '{');
	if (type)
		tcn_json_str(out, "contentType", tcn_str(type));
	tcn_json_str(out, "value", value);
	tcn_json_close(out, '}');
}

static void
put_headline(struct tcn_buf *out, struct tcn_str text)
{
	tcn_json_open(out, "headlines", '[');
	put_value(out, NULL, text);
	tcn_json_close(out, ']');
}

static void
add_html(const struct tcn_report_view *view, struct tcn_buf *text)
{
	struct tcn_buf said = { 0 };

	tcn_report_say_fired(view, &said);
	tcn_buf_z(text, "<p>");
	tcn_safe_html(text, tcn_buf_view(&said));
	if (view->report->event->reason) {
		tcn_buf_clear(&said);
		tcn_report_say_sure(view, &said);
		tcn_buf_z(text, "</p>\n<p>");
		tcn_safe_html(text, tcn_buf_view(&said));
	}
	tcn_buf_z(text, "</p>");
	tcn_buf_fini(&said);
	for (size_t i = 0; i < view->shown_n; i++) {
		tcn_buf_z(text, "\n<p>");
		tcn_safe_html(text, view->shown[i].said);
		tcn_buf_z(text, "</p>");
	}
	for (size_t i = 0; i < view->lines_n; i++) {
		tcn_buf_z(text, "\n<p>");
		tcn_safe_html(text, view->lines[i].text);
		tcn_buf_z(text, "</p>");
	}
}

static void
put_bodies(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_json_open(out, "bodies", '[');
	tcn_report_say_fired(view, &text);
	if (view->report->event->reason) {
		tcn_buf_z(&text, "\n\n");
		tcn_report_say_sure(view, &text);
	}
	for (size_t i = 0; i < view->shown_n; i++) {
		tcn_buf_z(&text, "\n\n");
		tcn_buf_str(&text, view->shown[i].said);
	}
	for (size_t i = 0; i < view->lines_n; i++) {
		tcn_buf_z(&text, "\n\n");
		tcn_buf_str(&text, view->lines[i].text);
	}
	put_value(out, "text/plain", tcn_buf_view(&text));
	tcn_buf_clear(&text);
	add_html(view, &text);
	put_value(out, "text/html", tcn_buf_view(&text));
	tcn_buf_fini(&text);
	tcn_json_close(out, ']');
}

static void
put_names(const struct tcn_report_view *view, const char *key,
    enum tcn_name_kind kind, struct tcn_buf *out)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < view->names_n; i++) {
		if (view->names[i].kind != kind)
			continue;
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", view->names[i].text);
		tcn_json_str(out, "creator", tcn_str("tocsin"));
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_subjects(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "subjects", '[');
	for (size_t i = 0; i < view->terms_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", view->terms[i]);
		tcn_json_str(out, "creator", tcn_str("tocsin"));
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
put_source(struct tcn_buf *out, struct tcn_str name)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", name);
	tcn_json_close(out, '}');
}

static void
put_sources(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "infoSources", '[');
	for (size_t i = 0; i < view->sources_n; i++)
		put_source(out, view->sources[i].name);
	tcn_json_close(out, ']');
}

static void
put_item(const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	char text[64];

	tcn_json_open(out, NULL, '{');
	snprintf(text, sizeof text, "item-%" PRIu64, show->item->seq);
	tcn_json_str(out, "name", tcn_str(text));
	snprintf(text, sizeof text, "urn:tocsin:item:%" PRIu64,
	    show->item->seq);
	tcn_json_str(out, "uri", show->is_link ? show->url : tcn_str(text));
	tcn_json_str(out, "type", tcn_str("text"));
	tcn_json_str(out, "representationType", tcn_str("partial"));
	put_date(out, "versionCreated", show->item->ts_ms);
	if (show->lang.n)
		tcn_json_str(out, "language", show->lang);
	put_headline(out, show->title);
	tcn_json_open(out, "infoSources", '[');
	put_source(out, show->source);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

/* An episode beside it, or one of those of a dossier. */
static void
put_episode(const struct tcn_report_view *view, size_t i, struct tcn_buf *out)
{
	const struct tcn_report_dossier *dossier = view->report->dossier;
	const struct tcn_report_view_episode *show = &view->episodes[i];
	char text[64];

	if (dossier->all)
		snprintf(text, sizeof text, "episode-%zu", i + 1);
	else
		snprintf(text, sizeof text, "%s-episode",
		    show->episode == &dossier->previous ? "previous" : "next");
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", tcn_str(text));
	snprintf(text, sizeof text, "urn:tocsin:event:%.*s",
	    TCN_STR_ARG(show->id));
	tcn_json_str(out, "uri", tcn_str(text));
	tcn_json_str(out, "type", tcn_str("composite"));
	tcn_json_str(out, "representationType", tcn_str("partial"));
	put_date(out, "firstCreated", show->episode->fired_ms);
	put_headline(out, show->title);
	tcn_json_close(out, '}');
}

static void
put_associations(const struct tcn_report_view *view, struct tcn_buf *out)
{
	tcn_json_open(out, "associations", '[');
	for (size_t i = 0; i < view->episodes_n; i++)
		put_episode(view, i, out);
	for (size_t i = 0; i < view->items_n + view->near_n; i++)
		if (view->items[i].counted)
			put_item(&view->items[i], out);
	tcn_json_close(out, ']');
}

void
tcn_report_ninjs(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event *event = view->report->event;
	char text[64];

	tcn_json_open(out, NULL, '{');
	tcn_json_open(out, "standard", '{');
	tcn_json_str(out, "name", tcn_str("ninjs"));
	tcn_json_str(out, "version", tcn_str("3.0"));
	tcn_json_str(out, "schema", tcn_str(STANDARD));
	tcn_json_close(out, '}');
	if (view->report->of_dossier)
		snprintf(text, sizeof text, "urn:tocsin:dossier:%.*s",
		    TCN_STR_ARG(view->dossier));
	else
		snprintf(text, sizeof text, "urn:tocsin:event:%s", event->id);
	tcn_json_str(out, "uri", tcn_str(text));
	tcn_json_str(out, "type", tcn_str("composite"));
	tcn_json_str(out, "profile", tcn_str("special-report"));
	snprintf(text, sizeof text, "%" PRIu32, event->revision);
	tcn_json_str(out, "version", tcn_str(text));
	put_date(out, "firstCreated", event->fired_ms);
	put_date(out, "versionCreated", event->changed_ms);
	put_date(out, "contentCreated", event->first_ms);
	tcn_json_str(out, "pubStatus", tcn_str("usable"));
	if (event->languages.n) /* that of most items; each item has its own */
		tcn_json_str(out, "language", tcn_str(event->languages.at[0]));
	put_headline(out, view->headline);
	put_bodies(view, out);
	put_names(view, "people", TCN_NAME_PERSON, out);
	put_names(view, "places", TCN_NAME_PLACE, out);
	put_subjects(view, out);
	put_sources(view, out);
	put_associations(view, out);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
