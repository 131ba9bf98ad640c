/*
 * tools/eval/explain_text.c - an explanation for people: its parts, and why
 * not.
 */
#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/explain_write_impl.h"
#include "window/story/news_words.h"

#define STORY_TITLES 3 /* of the chosen items of one story */
#define SMALL        4 /* a story of fewer items has no figures worth showing */

void
tcn_explain_add_quoted(struct tcn_buf *out, struct tcn_str s)
{
	if (!s.n)
		return;
	tcn_buf_z(out, " \"");
	tcn_safe_terminal(out, s);
	tcn_buf_char(out, '"');
}

void
tcn_explain_add_when(struct tcn_buf *out, int64_t ms)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_z(out, tcn_when_short(ms, when));
}

/* Writes an item's id, or its number when its name is no longer known. */
void
tcn_explain_add_name(struct tcn_buf *out, const struct tcn_explain_name *name)
{
	if (name->id.n)
		tcn_safe_terminal(out, name->id);
	else
		tcn_buf_printf(out, "#%" PRIu64, name->seq);
}

/* ---- a story's gates ---- */

static void
add_count(struct tcn_buf *out, const char *what, uint32_t is, uint64_t needed)
{
	tcn_buf_printf(out, "    %-11s %" PRIu32 " of %" PRIu64, what, is,
	    needed);
	if (is < needed)
		tcn_buf_printf(out, ": %" PRIu64 " short", needed - is);
	tcn_buf_char(out, '\n');
}

/* Writes the phrase that most texts contain, its words as they first stood. */
static void
add_phrase(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	for (size_t i = 0; i < 3; i++) {
		tcn_buf_z(out, i ? " " : " \"");
		tcn_safe_terminal(out, v->phrase[i]);
	}
	tcn_buf_char(out, '"');
}

static void
add_phrase_line(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	if (v->phrase_share * v->origins < 1.5) /* only one text contains it */
		return;
	tcn_buf_printf(out, "    %-11s %.0f %% of the texts contain", "phrase",
	    v->phrase_share * 100);
	add_phrase(v, out);
	tcn_buf_char(out, '\n');
}

static void
add_family(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	if (!v->family)
		return;
	tcn_buf_printf(out,
	    "    %-11s counts %" PRIu32 " stories that share the name",
	    "family", v->family);
	tcn_explain_add_quoted(out, v->family_name);
	tcn_buf_char(out, '\n');
}

static void
add_reported_texts(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	if (v->reported_items)
		tcn_buf_printf(out,
		    "    %-11s %" PRIu32 " of the items repeat a text that was "
		    "reported in the days before\n",
		    "reported", v->reported_items);
}

/* Says so when burst and words were weighed by the story's own sources. */
static void
add_sources(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	if (v->publisher_volume > v->volume_ratio)
		tcn_buf_printf(out,
		    "    %-11s its publishers publish %.*f times their "
		    "baseline rate\n",
		    "volume", v->publisher_volume < 9.95, v->publisher_volume);
	if (v->top_burst_term.n) {
		tcn_buf_printf(out, "    %-11s strongest", "term burst");
		tcn_explain_add_quoted(out, v->top_burst_term);
		tcn_buf_char(out, '\n');
	}
}

/* The score, and what speaks for and against it, the weightiest first. */
static void
add_score(const struct tcn_rule *rule, const struct tcn_story_verdict *v,
    struct tcn_buf *out)
{
	enum tcn_news_feature order[TCN_NEWS_FEATURES];
	size_t n = tcn_news_score_order(&v->score, order);

	if (!n)
		return;
	tcn_buf_printf(out, "    %-11s ", "score");
	tcn_event_words_percent(v->score.p, out);
	tcn_buf_z(out, " likely news; the rule asks for ");
	tcn_event_words_percent(v->least > 0 ? v->least : rule->least / 100,
	    out);
	tcn_buf_char(out, '\n');
	for (size_t i = 0; i < n; i++) {
		double part = v->score.part[order[i]];

		if (part > -TCN_EVENT_WORDS_PART && part < TCN_EVENT_WORDS_PART)
			break;
		tcn_buf_printf(out, "      %-9s %+.1f  ",
		    part > 0 ? "for" : "against", part);
		tcn_news_words_say(&v->score, order[i], out);
		tcn_buf_char(out, '\n');
	}
}

void
tcn_explain_add_gates(const struct tcn_rule *rule,
    const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	add_count(out, "items", v->items, rule->more_than + (uint64_t)1);
	add_count(out, "origins", v->origins, rule->min_origins);
	add_family(v, out);
	add_phrase_line(v, out);
	add_reported_texts(v, out);
	tcn_buf_printf(out, "    %-11s %.0f items\n", "baseline", v->baseline);
	add_sources(v, out);
	add_score(rule, v, out);
}

/* Writes which gate stopped the story, and in a few words why. */
static void
add_gate(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	tcn_buf_z(out, tcn_story_gate_text(v->gate));
}

/* Names the rule where there are several. */
static void
add_rule(const struct tcn_explain *e, const struct tcn_rule *rule,
    struct tcn_buf *out)
{
	if (e->rules_n < 2 || !rule)
		return;
	tcn_buf_z(out, " (rule ");
	tcn_safe_terminal(out, rule->name);
	tcn_buf_char(out, ')');
}

/* Writes how the story ended: fired, or how far from it. */
void
tcn_explain_add_outcome(const struct tcn_explain *e,
    const struct tcn_explain_story *story, struct tcn_buf *out)
{
	const struct tcn_story_verdict *v = &story->most.verdict;
	const struct tcn_rule *rule =
	    story->most.rule ? story->most.rule : &e->rule;

	if (story->event.n) {
		tcn_buf_z(out, "  fired ");
		tcn_explain_add_when(out, story->fired_ms);
		tcn_buf_printf(out, " as event %s\n", story->event.at);
		return;
	}
	if (!v->items || e->rule.kind != TCN_RULE_STORY)
		return; /* the rule does not fire on stories */
	tcn_buf_z(out, "  did not fire: largest at ");
	tcn_explain_add_when(out, story->most.at_ms);
	tcn_buf_z(out, ", held back: ");
	add_gate(v, out);
	add_rule(e, story->most.rule, out);
	tcn_buf_char(out, '\n');
	if (v->items < SMALL)
		add_count(out, "items", v->items,
		    rule->more_than + (uint64_t)1);
	else
		tcn_explain_add_gates(rule, v, out);
}

void
tcn_explain_add_changes(const struct tcn_explain *e,
    const struct tcn_explain_story *story, struct tcn_buf *out)
{
	for (size_t i = 0; i < story->changes_n; i++) {
		const struct tcn_story_verdict *v = &story->changes[i].verdict;

		tcn_buf_z(out, "  ");
		tcn_explain_add_when(out, story->changes[i].at_ms);
		tcn_buf_z(out,
		    v->gate == TCN_STORY_GATE_NONE ? "  passed every gate, "
						   : "  held back, ");
		add_gate(v, out);
		add_rule(e, story->changes[i].rule, out);
		tcn_buf_printf(out, ": %" PRIu32 " items", v->items);
		if (v->origins)
			tcn_buf_printf(out,
			    ", %" PRIu32 " origins, %" PRIu32 " publishers",
			    v->origins, v->publishers);
		if (v->score.p > 0) {
			tcn_buf_z(out, ", ");
			tcn_event_words_percent(v->score.p, out);
			tcn_buf_z(out, " likely news");
		}
		tcn_buf_char(out, '\n');
	}
}

/* ---- why not ---- */

/* Writes a line for each item that joined the story, the first few of them. */
static void
add_chosen(const struct tcn_explain *e, uint32_t story, uint32_t n,
    struct tcn_buf *out)
{
	uint32_t shown = 0;

	for (size_t i = 0; i < e->chosen_n && shown < STORY_TITLES; i++) {
		const struct tcn_explain_chosen *one = &e->chosen[i];

		if (one->story == TCN_EXPLAIN_NONE ||
		    tcn_explain_final_story(e, one->story) != story)
			continue;
		shown++;
		tcn_buf_z(out, "    ");
		tcn_explain_add_when(out, one->name.ts_ms);
		tcn_buf_z(out, "  ");
		tcn_explain_add_name(out, &one->name);
		tcn_explain_add_quoted(out, one->name.title);
		tcn_buf_char(out, '\n');
	}
	if (n > shown)
		tcn_buf_printf(out, "    ... and %" PRIu32 " more\n",
		    n - shown);
}

/*
 * Lists the queries. Ids may be many, and each is one item: only their number
 * is given.
 */
static void
add_queries(const struct tcn_explain *e, struct tcn_buf *out)
{
	uint64_t by_id = 0;

	for (size_t i = 0; i < e->queries_n; i++) {
		const struct tcn_explain_query *query = &e->queries[i];

		if (query->is_id) {
			by_id += query->matched;
			continue;
		}
		tcn_buf_printf(out, "%" PRIu64 " %s '", query->matched,
		    query->matched == 1 ? "item matches" : "items match");
		tcn_safe_terminal(out, tcn_str(query->text));
		tcn_buf_z(out, "'\n");
		if (query->pattern && tcn_pattern_given_up(query->pattern))
			tcn_buf_printf(out,
			    "  %" PRIu64 " texts were given up: the pattern "
			    "is too costly\n",
			    tcn_pattern_given_up(query->pattern));
	}
	if (by_id)
		tcn_buf_printf(out, "%" PRIu64 " %s chosen by id\n", by_id,
		    by_id == 1 ? "item is" : "items are");
}

/* Writes how many of the stories each gate stopped. */
static void
add_gate_counts(const struct tcn_explain *e, const struct tcn_explain_groups *g,
    struct tcn_buf *out)
{
	size_t stopped[TCN_STORY_GATE_LAST + 1] = { 0 };
	const char *lead = "held back: ";

	for (size_t i = 0; i < g->n; i++) {
		const struct tcn_explain_story *story =
		    &e->stories[g->at[i].story];

		if (!story->event.n)
			stopped[story->most.verdict.gate]++;
	}
	for (int i = TCN_STORY_GATE_COUNT; i <= TCN_STORY_GATE_LAST; i++) {
		if (!stopped[i])
			continue;
		tcn_buf_printf(out, "%s%s %zu", lead,
		    tcn_story_gate_text((enum tcn_story_gate)i), stopped[i]);
		lead = ", ";
	}
	tcn_buf_z(out, *lead == ',' ? "\n" : "");
}

static void
text_why_not(const struct tcn_explain *e, const struct tcn_explain_groups *g,
    struct tcn_buf *out)
{
	add_queries(e, out);
	if (g->late)
		tcn_buf_printf(out,
		    "%" PRIu64 " of them came too late to count (see "
		    "time.lateness)\n",
		    g->late);
	tcn_buf_printf(out, "they went to %zu %s, of which %zu fired\n", g->n,
	    g->n == 1 ? "story" : "stories", g->fired);
	add_gate_counts(e, g, out);
	for (size_t i = 0; i < g->n && i < TCN_EXPLAIN_GROUPS; i++) {
		const struct tcn_explain_group *group = &g->at[i];
		const struct tcn_explain_story *story =
		    &e->stories[group->story];

		tcn_buf_printf(out, "\nstory %" PRIu64, story->id);
		tcn_explain_add_quoted(out, story->title);
		tcn_buf_printf(out, ": %" PRIu32 " of these items\n", group->n);
		add_chosen(e, group->story, group->n, out);
		tcn_explain_add_outcome(e, story, out);
		if (!story->event.n && story->judged)
			tcn_explain_add_changes(e, story, out);
	}
	if (g->n > TCN_EXPLAIN_GROUPS)
		tcn_buf_printf(out, "\n... and %zu smaller stories\n",
		    g->n - TCN_EXPLAIN_GROUPS);
}

void
tcn_explain_text(const struct tcn_explain *e, struct tcn_buf *out)
{
	struct tcn_explain_groups groups;

	if (e->event)
		tcn_explain_text_event(e, out);
	for (size_t i = 0; i < e->items_n; i++) {
		tcn_buf_z(out, out->n ? "\n" : "");
		tcn_explain_text_item(e, &e->items[i], out);
	}
	if (e->what)
		return;
	if (tcn_explain_group(e, &groups))
		out->failed = true;
	else
		text_why_not(e, &groups, out);
	tcn_explain_groups_fini(&groups);
}
