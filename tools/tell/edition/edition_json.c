/*
 * An edition for programs: our own JSON, and IPTC ninjs 3.0 as a composite
 * whose associations are its events.
 */
#include <inttypes.h>
#include <unicode/uversion.h>

#include "engine/base/date.h"
#include "engine/item/severity.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/tell/edition/edition_impl.h"

static void
put_strs(struct tcn_buf *out, const char *key, const struct tcn_str *at,
    size_t n)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < n; i++)
		tcn_json_str(out, NULL, at[i]);
	tcn_json_close(out, ']');
}

/* What was told before, or null. */
static void
put_told(struct tcn_buf *out, const struct tcn_store_told_event *told)
{
	if (!told) {
		tcn_json_null(out, "told");
		return;
	}
	tcn_json_open(out, "told", '{');
	tcn_json_uint(out, "edition", told->number);
	tcn_json_uint(out, "revision", told->revision);
	tcn_json_uint(out, "items", told->items);
	tcn_json_uint(out, "origins", told->origins);
	tcn_json_uint(out, "publishers", told->publishers);
	tcn_json_close(out, '}');
}

static void
put_line(struct tcn_buf *out, const struct tcn_report_brief_line *line)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "text", line->text);
	tcn_json_str(out, "source", line->source);
	tcn_json_str(out, "url", line->url);
	tcn_json_str(out, "language", line->lang);
	tcn_json_close(out, '}');
}

/* Bounds of a value, as a report has them. */
static void
put_bounds(struct tcn_buf *out, int64_t lo, int64_t hi)
{
	tcn_json_rounded(out, "low", (double)lo / 1000, 3);
	tcn_json_rounded(out, "high", (double)hi / 1000, 3);
}

static void
put_figure(struct tcn_buf *out, const struct tcn_edition *edition,
    const struct tcn_edition_figure *figure)
{
	struct tcn_buf said = { 0 };

	tcn_edition_say_figure(edition, figure, &said);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "slot", tcn_str(tcn_slot_name(figure->slot)));
	tcn_json_str(out, "unit", figure->unit);
	tcn_json_str(out, "says", tcn_buf_view(&said));
	tcn_json_bool(out, "correction", figure->correction);
	if (figure->now) {
		tcn_json_open(out, "value", '{');
		put_bounds(out, figure->now->lo, figure->now->hi);
		tcn_json_uint(out, "origins", figure->now->origins);
		tcn_json_close(out, '}');
	} else {
		tcn_json_null(out, "value");
	}
	if (figure->told) {
		tcn_json_open(out, "told", '{');
		put_bounds(out, figure->told->lo, figure->told->hi);
		tcn_json_uint(out, "edition", figure->told->number);
		tcn_json_close(out, '}');
	} else {
		tcn_json_null(out, "told");
	}
	tcn_json_close(out, '}');
	tcn_buf_fini(&said);
}

static void
put_entry(struct tcn_buf *out, const struct tcn_edition *edition,
    const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;
	const struct tcn_event *event = entry->event;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "section",
	    tcn_str(tcn_edition_section_names[entry->section]));
	tcn_json_str(out, "event", tcn_str(event->id));
	tcn_json_uint(out, "revision", event->revision);
	tcn_json_str(out, "state",
	    tcn_str(tcn_event_words_state(event->state)));
	tcn_json_str(out, "rule", event->rule);
	if (entry->rules_n > 1)
		put_strs(out, "rules", entry->rules, entry->rules_n);
	tcn_json_str(out, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	tcn_json_str(out, "headline", brief->headline);
	tcn_json_str(out, "url", brief->url);
	tcn_json_str(out, "category", brief->category);
	tcn_json_uint(out, "items", brief->items);
	tcn_json_uint(out, "origins", brief->origins);
	tcn_json_uint(out, "publishers", brief->publishers);
	tcn_json_time(out, "first", brief->first_ms);
	tcn_json_time(out, "last", brief->last_ms);
	put_strs(out, "languages", brief->langs, brief->langs_n);
	put_told(out, entry->told);
	if (entry->goes_on_from.n) {
		tcn_json_open(out, "goes_on", '{');
		tcn_json_str(out, "event", entry->before->event);
		tcn_json_str(out, "headline", entry->goes_on_from);
		tcn_json_uint(out, "edition", entry->before->number);
		tcn_json_close(out, '}');
	}
	tcn_json_open(out, "figures", '[');
	for (size_t i = 0; i < entry->figures_n; i++)
		put_figure(out, edition, &entry->figures[i]);
	tcn_json_close(out, ']');
	tcn_json_open(out, "lines", '[');
	for (size_t i = 0; i < entry->lines_n; i++)
		put_line(out, &entry->lines[i].says);
	tcn_json_close(out, ']');
	put_strs(out, "sources", entry->sources, entry->sources_n);
	tcn_json_uint(out, "sources_more", entry->sources_more);
	tcn_json_close(out, '}');
}

/* A story that did not fire. */
static void
put_also(struct tcn_buf *out, const struct tcn_edition_entry *entry)
{
	const struct tcn_report_brief *brief = &entry->brief;

	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "story", entry->event->story);
	tcn_json_str(out, "headline", brief->headline);
	tcn_json_str(out, "url", brief->url);
	tcn_json_str(out, "category", brief->category);
	tcn_json_uint(out, "items", brief->items);
	tcn_json_uint(out, "origins", brief->origins);
	tcn_json_uint(out, "publishers", brief->publishers);
	tcn_json_time(out, "first", brief->first_ms);
	tcn_json_time(out, "last", brief->last_ms);
	put_strs(out, "languages", brief->langs, brief->langs_n);
	put_told(out, entry->told);
	tcn_json_close(out, '}');
}

void
tcn_edition_method(struct tcn_buf *out)
{
	UVersionInfo version;
	char icu[U_MAX_VERSION_STRING_LENGTH];

	u_getVersion(version);
	u_versionToString(version, icu);
	tcn_buf_printf(out,
	    "tocsin %s, words %08" PRIx32 ", ICU %s, time zones %s",
	    TCN_VERSION, (uint32_t)tcn_words_hash(), icu,
	    tcn_schedule_tz_version());
}

void
tcn_edition_json(const struct tcn_edition *edition, struct tcn_buf *out)
{
	struct tcn_buf method = { 0 };

	tcn_edition_method(&method);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "kind", tcn_str("tocsin.edition.1"));
	tcn_json_str(out, "name", tcn_str(edition->conf->name));
	tcn_json_uint(out, "number", edition->number);
	tcn_json_str(out, "title", edition->title);
	tcn_json_str(out, "language",
	    tcn_str(tcn_words_code(edition->conf->words)));
	tcn_json_time(out, "due", edition->due_ms);
	tcn_json_str(out, "due_local", edition->wall);
	tcn_json_str(out, "zone", tcn_str(edition->conf->zone));
	tcn_json_time(out, "since", edition->since_ms);
	tcn_json_time(out, "as_of", edition->cut.as_of_ms);
	tcn_json_uint(out, "cut", edition->cut.seq);
	tcn_json_str(out, "event", edition->event);
	tcn_json_str(out, "reason", edition->reason);
	tcn_json_str(out, "method", tcn_buf_view(&method));
	tcn_json_open(out, "counts", '{');
	for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
		tcn_json_uint(out, tcn_edition_section_names[s],
		    edition->counts[s]);
	tcn_json_close(out, '}');
	tcn_json_uint(out, "corrections", edition->corrections);
	tcn_json_uint(out, "more", edition->more);
	tcn_json_open(out, "events", '[');
	for (size_t i = 0; i < edition->entries_n; i++)
		if (edition->entries[i].section != TCN_EDITION_ALSO)
			put_entry(out, edition, &edition->entries[i]);
	tcn_json_close(out, ']');
	tcn_json_open(out, "also", '[');
	for (size_t i = 0; i < edition->entries_n; i++)
		if (edition->entries[i].section == TCN_EDITION_ALSO)
			put_also(out, &edition->entries[i]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
	tcn_buf_fini(&method);
}

/* --- ninjs --- */

#define STANDARD "http://www.iptc.org/std/ninjs/ninjs-schema_3.0.json#"

/* Puts key: [{"value": text}], with a media type unless type is NULL. */
static void
put_value(struct tcn_buf *out, const char *key, const char *type,
    struct tcn_str value)
{
	tcn_json_open(out, key, '[');
	tcn_json_open(out, NULL, '{');
	if (type)
		tcn_json_str(out, "contentType", tcn_str(type));
	tcn_json_str(out, "value", value);
	tcn_json_close(out, '}');
	tcn_json_close(out, ']');
}

static void
put_association(struct tcn_buf *out, const struct tcn_edition *edition,
    const struct tcn_edition_entry *entry)
{
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < entry->figures_n; i++) {
		tcn_buf_z(&text, i ? "\n\n" : "");
		tcn_edition_say_figure(edition, &entry->figures[i], &text);
	}
	for (size_t i = 0; i < entry->lines_n; i++) {
		tcn_buf_z(&text, text.n ? "\n\n" : "");
		tcn_buf_str(&text, entry->lines[i].says.text);
	}
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name",
	    tcn_str(tcn_edition_section_names[entry->section]));
	tcn_json_str(out, "uri", tcn_str(entry->event->id));
	tcn_json_str(out, "type", tcn_str("text"));
	put_value(out, "headlines", NULL, entry->brief.headline);
	if (text.n)
		put_value(out, "bodies", "text/plain", tcn_buf_view(&text));
	tcn_json_close(out, '}');
	tcn_buf_fini(&text);
}

void
tcn_edition_ninjs(const struct tcn_edition *edition, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };
	char date[TCN_DATE_BYTES];

	tcn_buf_printf(&text, "tag:tocsin,%s:%llu", edition->conf->name,
	    (unsigned long long)edition->number);
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "uri", tcn_buf_view(&text));
	tcn_json_open(out, "standard", '{');
	tcn_json_str(out, "name", tcn_str("ninjs"));
	tcn_json_str(out, "version", tcn_str("3.0"));
	tcn_json_str(out, "schema", tcn_str(STANDARD));
	tcn_json_close(out, '}');
	tcn_json_str(out, "type", tcn_str("composite"));
	tcn_json_str(out, "language",
	    tcn_str(tcn_words_code(edition->conf->words)));
	tcn_date_format(edition->due_ms, date);
	if (date[0])
		tcn_json_str(out, "versionCreated", tcn_str(date));
	put_value(out, "headlines", NULL, edition->title);
	tcn_buf_clear(&text);
	tcn_edition_page(edition, TCN_EDITION_TEXT, &text);
	put_value(out, "bodies", "text/plain", tcn_buf_view(&text));
	tcn_json_open(out, "associations", '[');
	for (size_t i = 0; i < edition->entries_n; i++)
		put_association(out, edition, &edition->entries[i]);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
	tcn_buf_fini(&text);
}
