#include "tools/pipeline/alert.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/date.h"
#include "engine/item/event_kind.h"
#include "engine/item/headline.h"
#include "engine/item/severity.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"

/* Items in the text; the JSON line has them all. */
#define TEXT_ITEMS 5

struct tcn_str
tcn_alert_title(const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	const struct tcn_item_name *item =
	    tcn_item_names_find(names, event->central);

	assert(!event->evidence_n || event->evidence);
	if (event->headline.text.n)
		return event->headline.text;
	for (size_t i = 0; !item && i < event->evidence_n; i++)
		item = tcn_item_names_find(names, event->evidence[i]);
	if (!item)
		return tcn_str("");
	return item->title.n
	    ? tcn_headline(item->title, item->source, item->url)
	    : tcn_headline_fallback(item->title, item->url, item->id);
}

static void
json_items(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	const char *comma = "";

	for (size_t i = 0; i < event->evidence_n; i++) {
		const struct tcn_item_name *item =
		    tcn_item_names_find(names, event->evidence[i]);

		if (!item)
			continue;
		tcn_buf_z(out, comma);
		tcn_buf_json(out, item->id);
		comma = ",";
	}
}

static void
json_alert(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	tcn_buf_printf(out,
	    "{\"event\":\"%s\",\"fired_at\":%" PRId64 ".%03d,\"rule\":",
	    event->id, event->fired_ms / 1000, (int)(event->fired_ms % 1000));
	tcn_buf_json(out, event->rule);
	if (event->severity != TCN_SEVERITY_HIGH)
		tcn_buf_printf(out, ",\"severity\":\"%s\"",
		    tcn_severity_name(event->severity));
	if (event->kind != TCN_EVENT_NEWS)
		tcn_buf_printf(out, ",\"kind\":\"%s\"",
		    tcn_event_kind_name(event->kind));
	tcn_buf_z(out, ",\"items\":[");
	json_items(out, event, names);
	tcn_buf_printf(out,
	    "],\"origins\":%" PRIu32 ",\"publishers\":%" PRIu32 ",\"title\":",
	    event->origins, event->publishers);
	tcn_buf_json(out, tcn_alert_title(event, names));
	tcn_buf_z(out, ",\"terms\":[");
	for (size_t i = 0; i < event->terms_n; i++) {
		if (i)
			tcn_buf_char(out, ',');
		tcn_buf_json(out, event->terms[i].word);
	}
	tcn_buf_char(out, ']');
	tcn_event_words_languages(out, &event->languages);
	if (event->places.n)
		tcn_event_words_places(out, &event->places);
	if (event->reason)
		tcn_event_words_reason(out, event->reason);
	tcn_event_words_dossier(out, event);
	tcn_buf_char(out, '}');
}

void
tcn_alert_json(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	struct tcn_buf line = { 0 };

	json_alert(&line, event, names);
	tcn_json_line(out, &line);
	tcn_buf_fini(&line);
}

static void
text_item(struct tcn_buf *out, const struct tcn_item_name *item)
{
	char when[TCN_DATE_BYTES];

	tcn_date_format(item->ts_ms, when);
	tcn_buf_printf(out, "    %.5s  ", when + 11);
	if (item->source.n) {
		tcn_safe_terminal(out, item->source);
		tcn_buf_z(out, ": ");
	}
	tcn_safe_terminal(out, item->title);
	tcn_buf_char(out, '\n');
}

/* How sure it is and why, on a line. */
static void
text_reason(struct tcn_buf *out, const struct tcn_event_reason *reason)
{
	if (!reason)
		return;
	tcn_buf_z(out, "    ");
	tcn_event_words_sure(reason, out);
	tcn_buf_char(out, '\n');
}

void
tcn_alert_text(struct tcn_buf *out, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	char when[TCN_DATE_BYTES];
	size_t shown = 0;

	tcn_date_format(event->fired_ms, when);
	tcn_buf_printf(out, "%s %.16s  ", event->goes_on ? "UPDATE" : "ALERT",
	    when);
	if (event->kind != TCN_EVENT_NEWS)
		tcn_buf_printf(out, "(%s) ", tcn_event_kind_name(event->kind));
	tcn_safe_terminal(out, tcn_alert_title(event, names));
	tcn_buf_printf(out,
	    "\n    %s  %" PRIu32 " items, %" PRIu32 " distinct texts, %" PRIu32
	    " publishers",
	    event->id, event->items, event->origins, event->publishers);
	if (*event->dossier)
		tcn_buf_printf(out, ", of dossier %s", event->dossier);
	tcn_event_words_in(out, &event->languages);
	if (event->places.n)
		tcn_buf_z(out, "  ");
	tcn_event_words_where(out, "en", &event->places);
	tcn_buf_z(out, "  [");
	for (size_t i = 0; i < event->terms_n && i < TEXT_ITEMS + 1; i++) {
		tcn_buf_z(out, i ? " " : "");
		tcn_safe_terminal(out, event->terms[i].word);
	}
	tcn_buf_z(out, "]\n");
	text_reason(out, event->reason);
	for (size_t i = 0; i < event->evidence_n && shown < TEXT_ITEMS; i++) {
		const struct tcn_item_name *item =
		    tcn_item_names_find(names, event->evidence[i]);

		if (!item)
			continue;
		text_item(out, item);
		shown++;
	}
	if (event->evidence_n > shown)
		tcn_buf_printf(out, "    ... and %zu more\n",
		    event->evidence_n - shown);
}
