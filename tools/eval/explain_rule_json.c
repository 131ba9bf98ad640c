/*
 * tools/eval/explain_rule_json.c - why a rule fired or did not, for programs:
 * as man/tocsin-explain-rule.schema.json says.
 */
#include "rules/rule_text.h"
#include "tools/base/json_out.h"
#include "tools/eval/explain_rule_impl.h"
#include "tools/pipeline/reason.h"

static const char *
part_word(enum tcn_match_part part)
{
	static const char *const words[] = { "always", "language", "category",
		"source", "all", "any", "none" };

	return words[part];
}

static void
add_term(struct tcn_buf *out, const struct tcn_rule_term *term)
{
	struct tcn_buf text = { 0 };

	if (!term) {
		tcn_json_null(out, "term");
		return;
	}
	tcn_rule_text_term(&text, term);
	tcn_json_str(out, "term", tcn_buf_view(&text));
	out->failed |= text.failed;
	tcn_buf_fini(&text);
}

static void
add_items(const struct tcn_explain_rule *e, struct tcn_buf *out)
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
		add_term(out, term);
		tcn_json_uint(out, "decided", e->found[i]);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_uint(out, "stories", e->stories_n);
}

static void
add_events(const struct tcn_explain_rule *e, struct tcn_buf *out)
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
add_judged(const struct tcn_explain_rule *e, struct tcn_buf *out)
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
add_story(const struct tcn_explain_rule *e, const char *key,
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
add_messages(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	const struct tcn_explain_rule_messages *m = &e->messages;

	tcn_json_open(out, "messages", '{');
	tcn_json_uint(out, "told", m->told);
	tcn_json_uint(out, "not_while", m->inhibited);
	tcn_json_uint(out, "quiet_hours", m->quiet);
	tcn_json_uint(out, "cooldown", m->cooldown);
	tcn_json_uint(out, "max_per_hour", m->capped);
	tcn_json_close(out, '}');
}

static void
add_chosen(const struct tcn_explain_rule *e,
    const struct tcn_explain_rule_item *one, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "arrival", one->name.seq);
	tcn_json_str(out, "id", one->name.id);
	tcn_json_str(out, "source", one->name.source);
	tcn_json_str(out, "title", one->name.title);
	tcn_json_time(out, "ts", one->name.ts_ms);
	tcn_json_bool(out, "met", one->why.matched);
	tcn_json_str(out, "part", tcn_str(part_word(one->why.part)));
	add_term(out, one->why.term);
	tcn_json_bool(out, "copy", one->copy);
	add_story(e, "story",
	    one->story == TCN_EXPLAIN_NONE ? NULL : &e->stories[one->story],
	    out);
	tcn_json_close(out, '}');
}

void
tcn_explain_rule_json(const struct tcn_explain_rule *e, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str("tocsin-explain-rule-1"));
	tcn_json_str(out, "rule", e->rule->name);
	add_items(e, out);
	add_events(e, out);
	add_judged(e, out);
	add_story(e, "nearest", tcn_explain_rule_nearest(e), out);
	add_messages(e, out);
	tcn_json_open(out, "asked", '[');
	for (size_t i = 0; i < e->chosen_n && i < TCN_EXPLAIN_RULE_CHOSEN; i++)
		add_chosen(e, &e->chosen[i], out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
