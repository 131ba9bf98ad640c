/*
 * tools/lab/eval/explain_rule_print.c - why a rule fired or did not, for people
 * and for programs.
 */
#include <inttypes.h>

#include "engine/item/severity.h"
#include "rules/rule_text.h"
#include "tools/base/json_out.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/conf/rules_list.h"
#include "tools/lab/eval/explain_impl.h"
#include "tools/lab/eval/explain_rule.h"
#include "tools/pipeline/reason.h"

#define TERMS_SHOWN 20

/* "nothing of what stands under 'any'": why an item was not met. */
static void
rule_add_part(struct tcn_buf *out, enum tcn_match_part part)
{
	static const char *const texts[] = {
		[TCN_MATCH_ALWAYS] = "",
		[TCN_MATCH_LANGUAGE] = "in none of the languages",
		[TCN_MATCH_CATEGORY] = "of none of the categories",
		[TCN_MATCH_SOURCE] = "from none of the sources",
		[TCN_MATCH_PLACE] = "of none of the places",
		[TCN_MATCH_ALL] = "not all of what stands under 'all'",
		[TCN_MATCH_ANY] = "nothing of what stands under 'any'",
		[TCN_MATCH_NONE] = "something of what stands under 'none'",
	};

	tcn_buf_z(out, texts[part]);
}

static void
add_row(struct tcn_buf *out, uint64_t n, const char *what)
{
	tcn_buf_printf(out, "%9" PRIu64 "  %s", n, what);
}

static void
add_term(struct tcn_buf *out, const struct tcn_rule_term *term)
{
	struct tcn_buf text = { 0 };

	tcn_rule_text_term(&text, term);
	tcn_safe_terminal(out, tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

/* The terms of one list, with how often each decided. */
static void
add_terms(const struct tcn_explain_rule *e, enum tcn_match_part list,
    const char *begin, struct tcn_buf *out)
{
	const struct tcn_rule_term *term;
	enum tcn_match_part part;
	size_t shown = 0;

	for (size_t i = 0; (term = tcn_explain_rule_term(e, i, &part)); i++) {
		if (part != list || !e->found[i] || shown == TERMS_SHOWN)
			continue;
		tcn_buf_z(out, shown++ ? ", " : begin);
		add_term(out, term);
		tcn_buf_printf(out, " %" PRIu64, e->found[i]);
	}
	if (shown)
		tcn_buf_char(out, ')');
}

static void
add_items(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	add_row(out, e->items, "items came\n");
	add_row(out, e->matched, "of them the rule is about");
	add_terms(e, TCN_MATCH_ANY, " (found: ", out);
	tcn_buf_char(out, '\n');
	for (unsigned part = 0; part < TCN_EXPLAIN_RULE_PARTS; part++) {
		if (!e->failed[part])
			continue;
		add_row(out, e->failed[part], "not: ");
		rule_add_part(out, (enum tcn_match_part)part);
		if (part == TCN_MATCH_ALL)
			add_terms(e, TCN_MATCH_ALL, " (missing: ", out);
		if (part == TCN_MATCH_NONE)
			add_terms(e, TCN_MATCH_NONE, " (found: ", out);
		tcn_buf_char(out, '\n');
	}
	if (e->copies)
		add_row(out, e->copies,
		    "of those it is about copy an older text\n");
	if (e->rule->kind == TCN_RULE_STORY)
		add_row(out, e->stories_n,
		    e->stories_n == 1 ? "story has such an item\n"
				      : "stories have such an item\n");
}

static void
add_events(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	add_row(out, e->opened, e->opened == 1 ? "event" : "events");
	if (e->opened)
		tcn_buf_printf(out,
		    "; updated %" PRIu64 ", closed %" PRIu64
		    ", reopened %" PRIu64,
		    e->updated, e->closed, e->reopened);
	tcn_buf_char(out, '\n');
	for (size_t i = 0; i < e->opened && i < TCN_EXPLAIN_RULE_EVENTS; i++) {
		tcn_buf_z(out, "             ");
		tcn_explain_add_when(out, e->events[i].fired_ms);
		tcn_buf_printf(out, "  %s", e->events[i].id);
		tcn_explain_add_quoted(out, e->events[i].title);
		tcn_buf_char(out, '\n');
	}
	if (e->opened > TCN_EXPLAIN_RULE_EVENTS)
		tcn_buf_printf(out, "             ... and %" PRIu64 " more\n",
		    e->opened - TCN_EXPLAIN_RULE_EVENTS);
}

static void
add_judged(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	const char *lead = "\njudged when large enough: ";

	for (unsigned i = 0; i <= TCN_STORY_GATE_LAST; i++) {
		if (!e->judged[i])
			continue;
		tcn_buf_z(out, lead);
		if (i == TCN_STORY_GATE_NONE)
			tcn_buf_z(out, "passed every gate");
		else
			tcn_buf_printf(out, "held back by %s",
			    tcn_story_gate_text((enum tcn_story_gate)i));
		tcn_buf_printf(out, " %" PRIu64, e->judged[i]);
		lead = ", ";
	}
	tcn_buf_z(out, *lead == ',' ? "\n" : "");
}

static void
add_story(const struct tcn_explain_rule *e,
    const struct tcn_explain_rule_story *story, struct tcn_buf *out)
{
	tcn_buf_printf(out, "story %" PRIu64, story->id);
	tcn_explain_add_quoted(out, story->title);
	tcn_buf_z(out, ", largest at ");
	tcn_explain_add_when(out, story->most_ms);
	tcn_buf_printf(out, ", held back: %s\n",
	    tcn_story_gate_text(story->verdict.gate));
	tcn_explain_add_gates(e->rule, &story->verdict, out);
}

static void
add_nearest(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	const struct tcn_explain_rule_story *story =
	    tcn_explain_rule_nearest(e);

	if (!story)
		return;
	tcn_buf_printf(out,
	    "\nnearest to firing, and did not: %" PRIu32
	    " of more than %" PRIu32 " %s\n  ",
	    story->most, e->rule->more_than, tcn_rule_unit_name(e->rule->unit));
	add_story(e, story, out);
}

static void
add_messages(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	const struct tcn_explain_rule_messages *m = &e->messages;

	if (!e->opened)
		return;
	tcn_buf_printf(out,
	    "\nmessages to a receiver of all events: %" PRIu64 " sent",
	    m->told);
	if (m->inhibited)
		tcn_buf_printf(out, ", %" PRIu64 " held back by not_while",
		    m->inhibited);
	if (m->quiet)
		tcn_buf_printf(out, ", %" PRIu64 " held in quiet hours",
		    m->quiet);
	if (m->cooldown)
		tcn_buf_printf(out, ", %" PRIu64 " held by the cooldown",
		    m->cooldown);
	if (m->capped)
		tcn_buf_printf(out,
		    ", %" PRIu64 " over max_per_hour (%" PRIu32 ")", m->capped,
		    e->rule->max_per_hour);
	tcn_buf_char(out, '\n');
}

/* Why the rule is about the item, or not. */
static void
add_why(const struct tcn_match_why *why, struct tcn_buf *out)
{
	if (!why->matched) {
		tcn_buf_z(out, "the rule is not about it: ");
		rule_add_part(out, why->part);
	} else if (why->part == TCN_MATCH_ALWAYS) {
		tcn_buf_z(out, "the rule is about every item");
	} else {
		tcn_buf_z(out, "the rule is about it");
	}
	if (!why->term)
		return;
	tcn_buf_z(out,
	    why->part == TCN_MATCH_ALL && !why->matched ? "; missing "
							: "; found ");
	add_term(out, why->term);
}

static void
add_chosen(const struct tcn_explain_rule *e,
    const struct tcn_explain_rule_item *one, struct tcn_buf *out)
{
	const struct tcn_explain_rule_story *story =
	    one->story == TCN_EXPLAIN_NONE ? NULL : &e->stories[one->story];

	tcn_buf_char(out, '\n');
	tcn_explain_add_when(out, one->name.ts_ms);
	tcn_buf_z(out, "  ");
	tcn_explain_add_name(out, &one->name);
	tcn_explain_add_quoted(out, one->name.title);
	tcn_buf_z(out, "\n  ");
	add_why(&one->why, out);
	tcn_buf_z(out, one->copy ? "; it copies an older text\n" : "\n");
	if (one->why.matched && !story)
		tcn_buf_z(out, "  it is in no story\n");
	if (!story)
		return;
	tcn_buf_printf(out, "  its story %" PRIu64 " has ", story->id);
	tcn_plural(out, story->matched, "such item");
	tcn_buf_z(out, story->fired ? ", and fired\n" : "\n");
	if (story->fired || !story->most)
		return;
	tcn_buf_z(out, "  ");
	add_story(e, story, out);
}

void
tcn_explain_rule_text(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	tcn_rules_list_text(out, e->rule);
	tcn_buf_char(out, '\n');
	add_items(e, out);
	add_events(e, out);
	add_judged(e, out);
	add_nearest(e, out);
	add_messages(e, out);
	for (size_t i = 0; i < e->chosen_n && i < TCN_EXPLAIN_RULE_CHOSEN; i++)
		add_chosen(e, &e->chosen[i], out);
	if (e->chosen_n > TCN_EXPLAIN_RULE_CHOSEN)
		tcn_buf_printf(out, "\n... and %zu items more\n",
		    e->chosen_n - TCN_EXPLAIN_RULE_CHOSEN);
}

/*
 * Why a rule fired or did not, for programs: as
 * man/tocsin-explain-rule.schema.json says.
 */

static const char *
part_word(enum tcn_match_part part)
{
	static const char *const words[] = { "always", "language", "category",
		"source", "place", "all", "any", "none" };

	return words[part];
}

static void
json_add_term(struct tcn_buf *out, const struct tcn_rule_term *term)
{
	struct tcn_buf text = { 0 };

	if (!term) {
		tcn_json_null(out, "term");
		return;
	}
	tcn_rule_text_term(&text, term);
	tcn_json_str(out, "term", tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static void
json_add_items(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	const struct tcn_rule_term *term;
	enum tcn_match_part part;

	tcn_json_uint(out, "items", e->items);
	tcn_json_uint(out, "matched", e->matched);
	tcn_json_uint(out, "copies", e->copies);
	tcn_json_open(out, "failed", '{');
	for (unsigned i = TCN_MATCH_LANGUAGE; i < TCN_EXPLAIN_RULE_PARTS; i++)
		tcn_json_uint(out, part_word((enum tcn_match_part)i),
		    e->failed[i]);
	tcn_json_close(out, '}');
	tcn_json_open(out, "terms", '[');
	for (size_t i = 0; (term = tcn_explain_rule_term(e, i, &part)); i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "part", tcn_str(part_word(part)));
		json_add_term(out, term);
		tcn_json_uint(out, "decided", e->found[i]);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_uint(out, "stories", e->stories_n);
}

static void
json_add_events(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	tcn_json_open(out, "events", '{');
	tcn_json_uint(out, "opened", e->opened);
	tcn_json_uint(out, "updated", e->updated);
	tcn_json_uint(out, "closed", e->closed);
	tcn_json_uint(out, "reopened", e->reopened);
	tcn_json_open(out, "first", '[');
	for (size_t i = 0; i < e->opened && i < TCN_EXPLAIN_RULE_EVENTS; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "event", tcn_str(e->events[i].id));
		tcn_json_time(out, "fired_at", e->events[i].fired_ms);
		tcn_json_str(out, "title", e->events[i].title);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
json_add_judged(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	tcn_json_open(out, "judged", '[');
	for (unsigned i = 0; i <= TCN_STORY_GATE_LAST; i++) {
		if (!e->judged[i])
			continue;
		tcn_json_open(out, NULL, '{');
		tcn_json_bool(out, "fires", i == TCN_STORY_GATE_NONE);
		tcn_json_str(out, "held",
		    tcn_str(tcn_story_gate_text((enum tcn_story_gate)i)));
		tcn_json_uint(out, "times", e->judged[i]);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
json_add_story(const struct tcn_explain_rule *e, const char *key,
    const struct tcn_explain_rule_story *story, struct tcn_buf *out)
{
	const struct tcn_story_verdict *v = story ? &story->verdict : NULL;

	if (!story) {
		tcn_json_null(out, key);
		return;
	}
	tcn_json_open(out, key, '{');
	tcn_json_uint(out, "story", story->id);
	tcn_json_str(out, "title", story->title);
	tcn_json_bool(out, "fired", story->fired);
	tcn_json_uint(out, "matched", story->matched);
	tcn_json_uint(out, "counted", story->most);
	tcn_json_uint(out, "needed", e->rule->more_than + (uint64_t)1);
	tcn_json_time(out, "at", story->most ? story->most_ms : TCN_UNDATED);
	tcn_json_str(out, "held", tcn_str(tcn_story_gate_text(v->gate)));
	tcn_json_uint(out, "items", v->items);
	tcn_json_uint(out, "origins", v->origins);
	tcn_json_uint(out, "publishers", v->publishers);
	tcn_json_uint(out, "on_topic_texts", v->on_topic_texts);
	tcn_json_rounded(out, "burst", v->burst_ratio, 4);
	tcn_json_rounded(out, "term_burst", v->term_burst, 4);
	tcn_json_rounded(out, "probability", v->score.p, 4);
	tcn_reason_put_parts(v, "parts", out);
	tcn_json_close(out, '}');
}

static void
json_add_chosen(const struct tcn_explain_rule *e,
    const struct tcn_explain_rule_item *one, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_explain_put_name(&one->name, out);
	tcn_json_bool(out, "met", one->why.matched);
	tcn_json_str(out, "part", tcn_str(part_word(one->why.part)));
	json_add_term(out, one->why.term);
	tcn_json_bool(out, "copy", one->copy);
	json_add_story(e, "story",
	    one->story == TCN_EXPLAIN_NONE ? NULL : &e->stories[one->story],
	    out);
	tcn_json_close(out, '}');
}

void
tcn_explain_rule_json(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	const struct tcn_explain_rule_messages *m;

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str("tocsin-explain-rule-1"));
	tcn_json_str(out, "rule", e->rule->name);
	json_add_items(e, out);
	json_add_events(e, out);
	json_add_judged(e, out);
	json_add_story(e, "nearest", tcn_explain_rule_nearest(e), out);
	m = &e->messages;
	tcn_json_open(out, "messages", '{');
	tcn_json_uint(out, "told", m->told);
	tcn_json_uint(out, "not_while", m->inhibited);
	tcn_json_uint(out, "quiet_hours", m->quiet);
	tcn_json_uint(out, "cooldown", m->cooldown);
	tcn_json_uint(out, "max_per_hour", m->capped);
	tcn_json_close(out, '}');
	tcn_json_open(out, "asked", '[');
	for (size_t i = 0; i < e->chosen_n && i < TCN_EXPLAIN_RULE_CHOSEN; i++)
		json_add_chosen(e, &e->chosen[i], out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
