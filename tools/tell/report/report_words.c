/*
 * tools/tell/report/report_words.c - sentences that pages share, in the
 * language of the report. A sentence is one message; what is put together apart
 * are the parts that stand in its braces.
 */
#include <assert.h>
#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_facts_impl.h"
#include "tools/tell/report/report_impl.h"

struct tcn_str
tcn_report_lang_code(struct tcn_str tag)
{
	for (size_t i = 0; i < tag.n; i++) {
		if (tag.at[i] == '-')
			return (struct tcn_str){ tag.at, i };
	}
	return tag;
}

void
tcn_report_say_items(const struct tcn_words *words, uint64_t n,
    struct tcn_buf *out)
{
	/* TRANSLATORS: an item is an article or a post of the story. */
	tcn_words_count(words, "{n} item", "{n} items", n, out);
}

void
tcn_report_say_texts(const struct tcn_words *words, uint64_t n,
    struct tcn_buf *out)
{
	/* TRANSLATORS: items that are no copy of another. */
	tcn_words_count(words, "{n} distinct text", "{n} distinct texts", n,
	    out);
}

void
tcn_report_say_publishers(const struct tcn_words *words, uint64_t n,
    struct tcn_buf *out)
{
	tcn_words_count(words, "{n} publisher", "{n} publishers", n, out);
}

void
tcn_report_say_counts(const struct tcn_words *words, uint32_t items,
    uint32_t origins, uint32_t publishers, struct tcn_buf *out)
{
	struct tcn_buf parts[3] = { { 0 } };

	tcn_report_say_items(words, items, &parts[0]);
	tcn_report_say_texts(words, origins, &parts[1]);
	tcn_report_say_publishers(words, publishers, &parts[2]);
	tcn_words_say(words, "{items}, {texts}, from {publishers}",
	    TCN_WITH({ "items", tcn_buf_view(&parts[0]) },
		{ "texts", tcn_buf_view(&parts[1]) },
		{ "publishers", tcn_buf_view(&parts[2]) }),
	    out);
	tcn_words_parts_fini(parts, 3);
}

/* " by the rule "x" (more than 5 items in 1 h)" behind when it fired. */
static void
say_rule(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report *report = view->report;
	struct tcn_buf items = { 0 };
	char span[TCN_WORDS_BYTES];

	if (!report->more_than || report->within_ms <= 0)
		return;
	tcn_report_say_items(view->words, report->more_than, &items);
	tcn_buf_z(out, " (");
	tcn_words_say(view->words, "more than {items} in {span}",
	    TCN_WITH({ "items", tcn_buf_view(&items) },
		{ "span",
		    tcn_words_span(view->words, report->within_ms, span) }),
	    out);
	tcn_buf_char(out, ')');
	tcn_words_parts_fini(&items, 1);
}

static void
say_fired_at(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_buf rule = { 0 };
	char text[TCN_WORDS_BYTES];
	struct tcn_str when = tcn_words_time(view->words,
	    view->report->event->fired_ms, TCN_WORDS_TIME_LONG, text);

	if (view->rule.n) {
		tcn_words_quoted(view->words, view->rule, &rule);
		tcn_words_say(view->words, "Fired {when} by the rule {rule}",
		    TCN_WITH({ "when", when }, { "rule", tcn_buf_view(&rule) }),
		    out);
	} else {
		tcn_words_say(view->words, "Fired {when}",
		    TCN_WITH({ "when", when }), out);
	}
	tcn_words_parts_fini(&rule, 1);
	say_rule(view, out);
}

/* How many episodes a dossier has, and when the first and the last fired. */
static void
say_episodes(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_dossier *dossier = view->report->dossier;
	char first[TCN_WORDS_BYTES], last[TCN_WORDS_BYTES];

	tcn_words_count_with(view->words,
	    "{n} episode: the first fired {first}, the last {last}.",
	    "{n} episodes: the first fired {first}, the last {last}.",
	    dossier->n,
	    TCN_WITH({ "first",
			 tcn_words_time(view->words, dossier->all[0].fired_ms,
			     TCN_WORDS_TIME_LONG, first) },
		{ "last",
		    tcn_words_time(view->words,
			dossier->all[dossier->n - 1].fired_ms,
			TCN_WORDS_TIME_LONG, last) }),
	    out);
}

void
tcn_report_say_fired(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_counts *fired = &view->fired;
	struct tcn_buf parts[2] = { { 0 } };
	char span[TCN_WORDS_BYTES];

	if (view->report->of_dossier) {
		say_episodes(view, out);
		return;
	}
	say_fired_at(view, &parts[0]);
	tcn_report_say_counts(view->words, fired->items, fired->origins,
	    fired->publishers, &parts[1]);
	if (fired->items > 1 && fired->first_ms != TCN_UNDATED)
		tcn_words_say(view->words, "{fired}: {counts} in {span}.",
		    TCN_WITH({ "fired", tcn_buf_view(&parts[0]) },
			{ "counts", tcn_buf_view(&parts[1]) },
			{ "span",
			    tcn_words_span(view->words,
				fired->last_ms - fired->first_ms, span) }),
		    out);
	else if (fired->items)
		tcn_words_say(view->words, "{fired}: {counts}.",
		    TCN_WITH({ "fired", tcn_buf_view(&parts[0]) },
			{ "counts", tcn_buf_view(&parts[1]) }),
		    out);
	else
		tcn_words_fill("{fired}.",
		    TCN_WITH({ "fired", tcn_buf_view(&parts[0]) }), out);
	tcn_words_parts_fini(parts, 2);
	/* Says how much of the evidence the store no longer has. */
	if (!view->evidence_missing)
		return;
	tcn_buf_char(out, ' ');
	tcn_words_count(view->words,
	    "{n} more item counted then, not kept since.",
	    "{n} more items counted then, not kept since.",
	    view->evidence_missing, out);
}

/* " (grew, a language joined)" */
static void
say_why(const struct tcn_report_view *view, struct tcn_buf *out)
{
	unsigned why = view->report->event->why;
	const char *text, *lead = " (";

	for (unsigned i = 0; (text = tcn_event_words_change_text(i)); i++) {
		if (!(why & 1u << i))
			continue;
		tcn_buf_z(out, lead);
		tcn_buf_z(out, tcn_words_in(view->words, "change", text));
		lead = ", ";
	}
	tcn_buf_z(out, why ? ")" : "");
}

const char *
tcn_report_state(const struct tcn_words *words, const struct tcn_event *event)
{
	return tcn_words_in(words, "state",
	    tcn_event_words_state(event->state));
}

const char *
tcn_report_kind(const struct tcn_words *words, const struct tcn_event *event)
{
	/* TRANSLATORS: what an event is: announced before, a release of a
	 * company or an office, a report on a market or the like. */
	static const char *const kinds[] = {
		[TCN_EVENT_NEWS] = TCN_WORDS_IN("kind", "news"),
		[TCN_EVENT_SCHEDULED] = TCN_WORDS_IN("kind", "scheduled"),
		[TCN_EVENT_RELEASE] = TCN_WORDS_IN("kind", "release"),
		[TCN_EVENT_REPORT] = TCN_WORDS_IN("kind", "report"),
	};

	assert((unsigned)event->kind < sizeof kinds / sizeof *kinds);
	return tcn_words_in(words, "kind", kinds[event->kind]);
}

static void
say_revision(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event *event = view->report->event;
	char when[TCN_WORDS_BYTES], number[TCN_WORDS_BYTES];

	tcn_words_say(view->words, "Revision {n}, {state} {when}",
	    TCN_WITH({ "n",
			 tcn_words_number(view->words, event->revision,
			     number) },
		{ "state", tcn_str(tcn_report_state(view->words, event)) },
		{ "when",
		    tcn_words_time(view->words, event->changed_ms,
			TCN_WORDS_TIME_LONG, when) }),
	    out);
	say_why(view, out);
	tcn_buf_char(out, '.');
}

/* Appends how many items are in each language: "31 in Spanish, 9 in German". */
static void
say_sections(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct tcn_str each[TCN_REPORT_VIEW_SECTIONS];
	struct tcn_buf parts[TCN_REPORT_VIEW_SECTIONS] = { { 0 } };
	char items[TCN_WORDS_BYTES];

	for (size_t i = 0; i < view->sections_n; i++) {
		const struct tcn_report_view_section *section =
		    &view->sections[i];

		/* TRANSLATORS: so many items: "31 in Spanish". */
		tcn_words_say(view->words, "{n} in {language}",
		    TCN_WITH({ "n",
				 tcn_words_number(view->words, section->items,
				     items) },
			{ "language", view->langs[section->lang].name }),
		    &parts[i]);
		each[i] = tcn_buf_view(&parts[i]);
	}
	tcn_words_list(view->words, each, view->sections_n, out);
	tcn_words_parts_fini(parts, TCN_REPORT_VIEW_SECTIONS);
}

void
tcn_report_say_headline(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_item *first;
	struct tcn_buf texts = { 0 };
	char when[TCN_WORDS_BYTES];

	if (view->central == view->items_n) {
		tcn_words_say(view->words,
		    "Key terms of the story: no title of it can stand.", NULL,
		    out);
		return;
	}
	first = &view->items[view->rests_on.first];
	tcn_report_say_texts(view->words, view->rests_on.origins, &texts);
	/* TRANSLATORS: of a headline; {texts} is "7 distinct texts". */
	tcn_words_say(view->words,
	    "Told in this form by {texts}, first {when} by {source}.",
	    TCN_WITH({ "texts", tcn_buf_view(&texts) },
		{ "when",
		    tcn_words_time(view->words, first->item->ts_ms,
			TCN_WORDS_TIME_SHORT, when) },
		{ "source", first->source }),
	    out);
	tcn_words_parts_fini(&texts, 1);
}

void
tcn_report_say_line(const struct tcn_report_view *view,
    const struct tcn_report_view_line *line, struct tcn_buf *out)
{
	if (view->collection)
		tcn_report_say_texts(view->words, line->line.origins, out);
	else if (line->line.newest && line->line.single)
		tcn_words_say(view->words,
		    "the newest of these; no other text says so", NULL, out);
	else if (line->line.newest)
		tcn_words_say(view->words, "the newest of these", NULL, out);
	else if (line->line.single)
		tcn_words_say(view->words, "no other text says so", NULL, out);
}

void
tcn_report_say_now(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_report_view_counts *all = &view->life;
	struct tcn_buf counts = { 0 };
	char span[TCN_WORDS_BYTES];

	if (!view->report->of_dossier) {
		say_revision(view, out);
		tcn_buf_z(out, all->items ? " " : "");
	}
	if (!all->items)
		return;
	tcn_report_say_counts(view->words, all->items, all->origins,
	    all->publishers, &counts);
	if (all->first_ms != TCN_UNDATED)
		tcn_words_say(view->words, "In all: {counts}, over {span}.",
		    TCN_WITH({ "counts", tcn_buf_view(&counts) },
			{ "span",
			    tcn_words_span(view->words,
				all->last_ms - all->first_ms, span) }),
		    out);
	else
		tcn_words_say(view->words, "In all: {counts}.",
		    TCN_WITH({ "counts", tcn_buf_view(&counts) }), out);
	tcn_buf_clear(&counts);
	if (view->since) {
		tcn_report_say_items(view->words, view->since, &counts);
		tcn_buf_char(out, ' ');
		/* TRANSLATORS: {items} is "12 items": of a closed event. */
		tcn_words_say(view->words, "Since then: {items}.",
		    TCN_WITH({ "items", tcn_buf_view(&counts) }), out);
	}
	tcn_words_parts_fini(&counts, 1);
	if (view->sections_n) {
		tcn_buf_z(out, " ");
		say_sections(view, out);
		tcn_buf_char(out, '.');
	}
	if (!view->report->copies_gone)
		return;
	tcn_buf_char(out, ' ');
	tcn_words_count(view->words, "And {n} copy of them that was not kept.",
	    "And {n} copies of them that were not kept.",
	    view->report->copies_gone, out);
}

bool
tcn_report_says_asked(const struct tcn_report_view *view)
{
	return view->parts_n && view->report->event->reason->probability <= 0;
}

void
tcn_report_say_sure(const struct tcn_report_view *view, struct tcn_buf *out)
{
	const struct tcn_event_reason *reason = view->report->event->reason;
	char percent[TCN_WORDS_BYTES], least[TCN_WORDS_BYTES];
	struct tcn_str likely;

	assert(reason);
	if (tcn_report_says_asked(view)) {
		tcn_buf_str(out, view->parts[0].says);
		return;
	}
	likely = tcn_words_percent(view->words, reason->probability, percent);
	if (reason->least > 0)
		tcn_words_say(view->words,
		    "Judged {percent} likely news when it fired; the rule "
		    "asked for {least}.",
		    TCN_WITH({ "percent", likely },
			{ "least",
			    tcn_words_percent(view->words, reason->least,
				least) }),
		    out);
	else
		tcn_words_say(view->words,
		    "Judged {percent} likely news when it fired.",
		    TCN_WITH({ "percent", likely }), out);
}

/* What some of the items are. */
static const char *const some[][2] = {
	TCN_WORDS_COUNT("{n} copy", "{n} copies"),
	TCN_WORDS_COUNT("{n} excerpt", "{n} excerpts"),
	/* TRANSLATORS: the same news in other words. */
	TCN_WORDS_COUNT("{n} rewrite", "{n} rewrites"),
};

/* "2 copies, 1 excerpt" */
static void
say_some(const struct tcn_words *words, const uint32_t n[static 3],
    struct tcn_buf *out)
{
	for (size_t i = 0; i < 3; i++) {
		if (!n[i])
			continue;
		tcn_buf_z(out, out->n ? ", " : "");
		tcn_words_count(words, some[i][0], some[i][1], n[i], out);
	}
}

void
tcn_report_say_growth(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	const uint32_t n[] = { entry->copies, entry->excerpts,
		entry->rewrites };
	struct tcn_buf parts[3] = { { 0 } };
	char total[TCN_WORDS_BYTES];
	const char *message = view->sources_n > 1
	    ? TCN_WORDS("{items} from {publishers}; {total} so far")
	    : TCN_WORDS("{items}; {total} so far");

	if (entry->items < 2)
		return;
	tcn_report_say_items(view->words, entry->items, &parts[0]);
	say_some(view->words, n, &parts[1]);
	if (parts[1].n) {
		tcn_buf_z(&parts[0], " (");
		tcn_buf_str(&parts[0], tcn_buf_view(&parts[1]));
		tcn_buf_char(&parts[0], ')');
	}
	tcn_report_say_publishers(view->words, entry->publishers, &parts[2]);
	tcn_words_say(view->words, message,
	    TCN_WITH({ "items", tcn_buf_view(&parts[0]) },
		{ "publishers", tcn_buf_view(&parts[2]) },
		{ "total",
		    tcn_words_number(view->words, entry->total, total) }),
	    out);
	tcn_words_parts_fini(parts, 3);
}

static void
say_episode(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	char n[TCN_WORDS_BYTES];

	/* TRANSLATORS: where an episode of a dossier begins. */
	tcn_words_say(view->words, "Episode {n}: {headline}",
	    TCN_WITH({ "n", tcn_words_number(view->words, entry->episode, n) },
		{ "headline", entry->line }),
	    out);
}

static void
say_crossed(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	/* What came first in the story may be of little of the event. */
	bool other = view->life.first_ms != view->all.first_ms;
	char span[TCN_WORDS_BYTES];

	if (view->life.first_ms != TCN_UNDATED &&
	    entry->from_ms >= view->life.first_ms)
		tcn_words_say(view->words,
		    other ? TCN_WORDS("Threshold crossed, {span} after the "
				      "first item of its story")
			  : TCN_WORDS("Threshold crossed, {span} after the "
				      "first item"),
		    TCN_WITH({ "span",
			tcn_words_span(view->words,
			    entry->from_ms - view->life.first_ms, span) }),
		    out);
	else
		tcn_buf_z(out,
		    tcn_words_text(view->words, "Threshold crossed"));
}

/* What is new in a step beside its line. */
static void
say_news(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	for (size_t i = 0; i < entry->changes_n; i++) {
		tcn_buf_z(out, out->n ? tcn_words_semicolon(view->words) : "");
		tcn_report_say_change(view->words, &entry->changes[i], out);
	}
	if (entry->lang == view->langs_n)
		return;
	tcn_buf_z(out, out->n ? tcn_words_semicolon(view->words) : "");
	/* TRANSLATORS: the first article in a language. */
	tcn_words_say(view->words, "first in {language}",
	    TCN_WITH({ "language", view->langs[entry->lang].name }), out);
}

void
tcn_report_say_entry(const struct tcn_report_view *view,
    const struct tcn_report_view_entry *entry, struct tcn_buf *out)
{
	switch (entry->kind) {
	case TCN_REPORT_VIEW_FIRST:
		tcn_buf_z(out, tcn_words_text(view->words, "First item"));
		say_news(view, entry, out);
		break;
	case TCN_REPORT_VIEW_NEWS:
		say_news(view, entry, out);
		tcn_words_capital(out, 0);
		break;
	case TCN_REPORT_VIEW_FIRED:
		if (entry->episode)
			say_episode(view, entry, out);
		else
			say_crossed(view, entry, out);
		break;
	case TCN_REPORT_VIEW_CLOSED:
		tcn_buf_z(out,
		    tcn_words_text(view->words,
			"Closed: the story has gone quiet"));
		break;
	}
}

/* "shares 11 of its 14 sentences with Evening Post, 1 Mar 05:00"; nothing when
 * it is no excerpt. */
static void
say_excerpt(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	const struct tcn_report_item *item = show->item;
	char when[TCN_WORDS_BYTES], shared[TCN_WORDS_BYTES],
	    all[TCN_WORDS_BYTES];
	const char *message = tcn_when_known(item->excerpt_ms)
	    ? TCN_WORDS("shares {shared} of its {all} sentences with {other}, "
			"{when}")
	    : TCN_WORDS("shares {shared} of its {all} sentences with {other}");

	if (!show->is_excerpt)
		return;
	if (!item->compared) /* found by its runs of words */
		message = tcn_when_known(item->excerpt_ms)
		    ? TCN_WORDS("has most of its words from {other}, {when}")
		    : TCN_WORDS("has most of its words from {other}");
	tcn_words_say(view->words, message,
	    TCN_WITH({ "shared",
			 tcn_words_number(view->words, item->shared, shared) },
		{ "all", tcn_words_number(view->words, item->compared, all) },
		{ "other", show->excerpt_of },
		{ "when",
		    tcn_words_time(view->words, item->excerpt_ms,
			TCN_WORDS_TIME_SHORT, when) }),
	    out);
}

void
tcn_report_say_source(const struct tcn_report_view *view,
    const struct tcn_report_view_source *source,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	const uint32_t n[] = { 0, source->excerpts, source->rewrites };
	struct tcn_buf parts[2] = { { 0 } };
	const struct tcn_words_with *with;

	say_some(view->words, n, &parts[0]);
	if (source->excerpts)
		say_excerpt(view, show, &parts[1]);
	with = TCN_WITH({ "list", tcn_buf_view(&parts[0]) },
	    { "shares", tcn_buf_view(&parts[1]) });
	/* TRANSLATORS: shares: "shares 11 of its 14 sentences with ...". */
	if (parts[1].n && source->items > 1)
		tcn_words_say(view->words, "{list}; the first item {shares}",
		    with, out);
	else if (parts[1].n)
		tcn_words_say(view->words, "{list}: it {shares}", with, out);
	else
		tcn_buf_str(out, tcn_buf_view(&parts[0]));
	tcn_words_parts_fini(parts, 2);
}

static const struct tcn_report_view_item *
original_of(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show)
{
	for (size_t i = 0; i < view->items_n + view->near_n; i++)
		if (view->items[i].item->seq == show->item->duplicate_of)
			return &view->items[i];
	return NULL;
}

static void
say_copy(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	const struct tcn_report_view_item *other;
	char when[TCN_WORDS_BYTES];

	say_excerpt(view, show, out);
	if (!show->item->duplicate_of)
		return;
	other = original_of(view, show);
	if (other)
		tcn_words_say(view->words, "copy of {source}, {when}",
		    TCN_WITH({ "source", other->source },
			{ "when",
			    tcn_words_time(view->words, other->item->ts_ms,
				TCN_WORDS_TIME_SHORT, when) }),
		    out);
	else
		tcn_buf_z(out,
		    tcn_words_text(view->words, "copy of an earlier item"));
}

static void
say_revised(const struct tcn_report_view *view,
    const struct tcn_report_item *item, struct tcn_buf *out)
{
	char when[TCN_WORDS_BYTES], differ[TCN_WORDS_BYTES],
	    all[TCN_WORDS_BYTES];

	if (!item->revised)
		return;
	tcn_buf_z(out, out->n ? tcn_words_semicolon(view->words) : "");
	tcn_words_count_with(view->words, "revised once, {when}",
	    "revised {n} times, last {when}", item->revised,
	    TCN_WITH({ "when",
		tcn_words_time(view->words, item->revised_ms,
		    TCN_WORDS_TIME_SHORT, when) }),
	    out);
	if (!item->sentences)
		return;
	tcn_buf_z(out, ": ");
	tcn_words_say(view->words, "{n} of {all} sentences differ",
	    TCN_WITH({ "n",
			 tcn_words_number(view->words, item->differ, differ) },
		{ "all", tcn_words_number(view->words, item->sentences, all) }),
	    out);
}

void
tcn_report_say_item(const struct tcn_report_view *view,
    const struct tcn_report_view_item *show, struct tcn_buf *out)
{
	say_copy(view, show, out);
	say_revised(view, show->item, out);
}
