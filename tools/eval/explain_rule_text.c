/*
 * tools/eval/explain_rule_text.c - why a rule fired or did not, for people.
 */
#include <inttypes.h>

#include "engine/item/severity.h"
#include "rules/rule_text.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/conf/rules_list.h"
#include "tools/eval/explain_rule_impl.h"
#include "tools/eval/explain_write_impl.h"

#define TERMS_SHOWN 20

void
tcn_explain_rule_add_part(struct tcn_buf *out, enum tcn_match_part part)
{
	static const char *const texts[] = {
		[TCN_MATCH_ALWAYS] = "",
		[TCN_MATCH_LANGUAGE] = "in none of the languages",
		[TCN_MATCH_CATEGORY] = "of none of the categories",
		[TCN_MATCH_SOURCE] = "from none of the sources",
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
	out->failed |= text.failed;
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
		tcn_explain_rule_add_part(out, (enum tcn_match_part)part);
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
	    "\nmessages to a receiver that hears of all: %" PRIu64 " told",
	    m->told);
	if (m->inhibited)
		tcn_buf_printf(out, ", %" PRIu64 " not told by not_while",
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
		tcn_explain_rule_add_part(out, why->part);
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
