/*
 * tools/tell/report/report_steps_sentence.c - the sentence of an item that
 * states the value of a figure, for a row of the timeline whose title does not.
 */
#include "engine/base/utf8.h"
#include "engine/facts/statement.h"
#include "engine/text/lang.h"
#include "engine/text/sentence.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_time_impl.h"

/* Faults with which a sentence may stand beside the value that it states. */
#define LENGTH_FAULTS (TCN_STATEMENT_SHORT | TCN_STATEMENT_LONG)

/* Whether a reading is of a figure that the row tells with another value. */
static bool
contradicts(const struct tcn_reading *reading,
    const struct tcn_report_view_entry *entry)
{
	for (size_t i = 0; i < entry->changes_n; i++) {
		const struct tcn_report_view_change *one = &entry->changes[i];

		if (reading->slot == one->figure->slot &&
		    (reading->lo != one->value->lo ||
			reading->hi != one->value->hi))
			return true;
	}
	return false;
}

/* Whether a sentence states a value, contradicts no other of the row, and may
 * be shown; *shown is what of it. */
static void
states(const struct tcn_report_view *view, const struct tcn_reading_text *text,
    const struct tcn_report_view_change *change,
    const struct tcn_report_view_entry *entry, struct tcn_str *shown)
{
	const struct tcn_statement_text raw = {
		.raw = text->sentence, .lang = text->lang, .begins = true
	};
	struct tcn_statement statement;
	struct tcn_reading readings[TCN_READINGS_MAX];
	bool states = false, other = false;
	size_t n;

	tcn_reading_find(view->facts, text, readings, &n);
	*shown = (struct tcn_str){ 0 };
	for (size_t i = 0; i < n; i++) {
		states |= readings[i].slot == change->figure->slot &&
		    readings[i].lo == change->value->lo &&
		    readings[i].hi == change->value->hi;
		other |= readings[i].slot != change->figure->slot &&
		    contradicts(&readings[i], entry);
	}
	if (!states || other)
		return;
	tcn_statement_read(view->facts, &raw, &statement);
	if (!(statement.faults & ~(uint32_t)LENGTH_FAULTS))
		*shown = statement.shown;
}

void
tcn_report_steps_sentence(const struct tcn_report_view *view, size_t item,
    const struct tcn_report_view_change *change,
    const struct tcn_report_view_entry *entry, struct tcn_str *shown)
{
	const struct tcn_report_item *from = view->items[item].item;
	char lang[TCN_LANG_BYTES] = "";
	struct tcn_reading_text text = { .sentence = from->title,
		.lang = lang,
		.year = tcn_summary_text_year(from->ts_ms) };
	struct tcn_sentence_scan scan;

	tcn_lang_from_tag(view->items[item].lang, lang);
	states(view, &text, change, entry, shown);
	tcn_sentence_scan(&scan,
	    tcn_utf8_cut(from->text, TCN_SUMMARY_READ_BYTES), lang);
	for (size_t n = 0; n < TCN_SUMMARY_READ_SENTENCES && !shown->n &&
	     tcn_sentence_next(&scan, &text.sentence);
	     n++)
		states(view, &text, change, entry, shown);
}
