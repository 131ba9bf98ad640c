/*
 * tools/lab/eval/explain_json.c - an explanation for programs: as
 * man/tocsin-explain.schema.json says.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "tools/lab/eval/explain_impl.h"
#include "tools/pipeline/reason.h"

void
tcn_explain_put_name(const struct tcn_explain_name *name, struct tcn_buf *out)
{
	tcn_json_uint(out, "arrival", name->seq);
	tcn_json_str(out, "id", name->id);
	tcn_json_str(out, "source", name->source);
	tcn_json_str(out, "title", name->title);
	tcn_json_time(out, "ts", name->ts_ms);
}

static void
add_moment(struct tcn_buf *out, const char *key, int64_t at_ms,
    const struct tcn_rule *rule, const struct tcn_story_verdict *v)
{
	tcn_json_open(out, key, '{');
	if (rule)
		tcn_json_str(out, "rule", rule->name);
	tcn_json_time(out, "at", at_ms);
	tcn_json_bool(out, "fires", v->gate == TCN_STORY_GATE_NONE);
	tcn_json_str(out, "held", tcn_str(tcn_story_gate_text(v->gate)));
	tcn_json_uint(out, "items", v->items);
	tcn_json_uint(out, "origins", v->origins);
	tcn_json_uint(out, "publishers", v->publishers);
	tcn_json_uint(out, "voices", v->on_topic_texts);
	tcn_json_uint(out, "echoes", v->reported_items);
	tcn_json_rounded(out, "run", v->phrase_share, 4);
	tcn_json_open(out, "phrase", '[');
	for (size_t i = 0; i < 3 && v->phrase_share > 0; i++)
		tcn_json_str(out, NULL, v->phrase[i]);
	tcn_json_close(out, ']');
	tcn_json_rounded(out, "usual", v->baseline, 1);
	tcn_json_rounded(out, "sources", v->publisher_volume, 4);
	tcn_json_rounded(out, "rise", v->burst_ratio, 4);
	tcn_json_rounded(out, "stir", v->term_burst, 4);
	tcn_json_rounded(out, "told", v->reported_share, 4);
	tcn_json_str(out, "riser", v->top_burst_term);
	tcn_json_rounded(out, "probability", v->score.p, 4);
	tcn_reason_put_parts(v, "parts", out);
	tcn_json_close(out, '}');
}

static void
add_story(const struct tcn_explain *e, const char *key,
    const struct tcn_explain_story *story, struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	tcn_json_uint(out, "story", story->id);
	tcn_json_str(out, "title", story->title);
	if (story->into == TCN_EXPLAIN_NONE) {
		tcn_json_null(out, "merged_into");
		tcn_json_null(out, "merged_at");
	} else {
		tcn_json_uint(out, "merged_into", e->stories[story->into].id);
		tcn_json_time(out, "merged_at", story->into_ms);
	}
	if (story->event.n) {
		tcn_json_str(out, "event", story->event);
		tcn_json_time(out, "fired_at", story->fired_ms);
	} else {
		tcn_json_null(out, "event");
		tcn_json_null(out, "fired_at");
	}
	if (story->most.verdict.items)
		add_moment(out, "largest", story->most.at_ms, story->most.rule,
		    &story->most.verdict);
	tcn_json_open(out, "judged", '[');
	for (size_t i = 0; i < story->changes_n; i++)
		add_moment(out, NULL, story->changes[i].at_ms,
		    story->changes[i].rule, &story->changes[i].verdict);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
add_candidate(const struct tcn_explain_item *item, size_t i,
    struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;
	const struct tcn_story_trace_candidate *story = &trace->stories[i];

	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "story", story->story);
	tcn_json_str(out, "title", item->titles[i]);
	tcn_json_uint(out, "items", story->items);
	tcn_json_rounded(out, "score", story->score, 6);
	if (trace->by_vector)
		tcn_json_rounded(out, "cosine", story->cosine, 6);
	tcn_json_rounded(out, "ageing", story->ageing, 6);
	tcn_json_open(out, "adds", '[');
	for (size_t w = 0; w < trace->words_n; w++)
		tcn_json_rounded(out, NULL, story->contributions[w], 6);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
add_trace(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	tcn_json_open(out, "words", '[');
	for (size_t i = 0; i < trace->words_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "word", trace->words[i].word);
		tcn_json_rounded(out, "weight", trace->words[i].weight, 6);
		tcn_json_rounded(out, "stories", trace->words[i].stories, 3);
		tcn_json_rounded(out, "rise", trace->words[i].burst_ratio, 3);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	if (trace->by_vector)
		tcn_json_bool(out, "by_vector", true);
	tcn_json_uint(out, "sharing", trace->shared_n);
	tcn_json_open(out, "candidates", '[');
	for (size_t i = 0; i < trace->stories_n; i++)
		add_candidate(item, i, out);
	tcn_json_close(out, ']');
	if (trace->other) {
		tcn_json_open(out, "fitted_as_well", '{');
		tcn_json_uint(out, "story", trace->other);
		tcn_json_rounded(out, "alike", trace->similarity, 6);
		tcn_json_bool(out, "merged", item->merged_from != 0);
		tcn_json_close(out, '}');
	}
}

static void
add_or_null(struct tcn_buf *out, const char *key, uint64_t n)
{
	if (n)
		tcn_json_uint(out, key, n);
	else
		tcn_json_null(out, key);
}

static void
add_item(const struct tcn_explain *e, const struct tcn_explain_item *item,
    struct tcn_buf *out)
{
	const uint64_t *at = tcn_map_find(&e->by_id, item->story);

	tcn_json_open(out, NULL, '{');
	tcn_explain_put_name(&item->name, out);
	add_or_null(out, "duplicate_of", item->place.duplicate_of);
	add_or_null(out, "excerpt_of", item->place.excerpt_of);
	add_or_null(out, "shared_sentences", item->place.shared);
	tcn_explain_put_excerpts(e, item, out);
	add_or_null(out, "similar_to", item->place.similar_to);
	tcn_json_uint(out, "distance", item->place.distance);
	if (item->place.version_of)
		tcn_json_uint(out, "version_of", item->place.version_of);
	if (item->place.rewrite_of)
		tcn_json_uint(out, "rewrite_of", item->place.rewrite_of);
	if (item->place.form_of)
		tcn_json_uint(out, "form_of", item->place.form_of);
	if (item->place.cosine) {
		tcn_json_rounded(out, "cosine", item->place.cosine / 1000.0, 3);
		tcn_json_rounded(out, "likeness", item->place.likeness / 1000.0,
		    3);
	}
	if (strcmp(item->content_from, "none") != 0)
		tcn_json_str(out, "content_from", tcn_str(item->content_from));
	if (item->tagger.n)
		tcn_json_str(out, "tagger", item->tagger);
	tcn_explain_put_cluster(e, item, out);
	add_or_null(out, "story", item->story);
	tcn_json_bool(out, "opened", item->opened == item->story);
	tcn_json_rounded(out, "score", item->score, 6);
	tcn_json_uint(out, "items_then", item->items);
	add_trace(item, out);
	tcn_json_open(out, "afterwards", '[');
	for (uint32_t story = at ? (uint32_t)*at : TCN_EXPLAIN_NONE;
	     story != TCN_EXPLAIN_NONE; story = e->stories[story].into)
		add_story(e, NULL, &e->stories[story], out);
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

static void
add_links(const struct tcn_explain_event *ev, struct tcn_buf *out)
{
	tcn_json_open(out, "links", '[');
	for (size_t i = 0; i < ev->links_n; i++) {
		const struct tcn_explain_link *link = &ev->links[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "story", link->story);
		tcn_json_str(out, "lang", tcn_str(link->lang));
		tcn_json_rounded(out, "score", link->score, 3);
		tcn_json_open(out, "names", '[');
		for (size_t k = 0; k < link->shared_n; k++)
			tcn_json_str(out, NULL,
			    (struct tcn_str){
				link->shared[k].a.at, link->shared[k].a.n });
		tcn_json_close(out, ']');
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
add_event(const struct tcn_explain *e, struct tcn_buf *out)
{
	const struct tcn_explain_event *ev = e->event;

	tcn_json_open(out, "event", '{');
	tcn_json_str(out, "event", tcn_str(ev->event.id));
	tcn_json_str(out, "rule", ev->event.rule);
	tcn_json_time(out, "fired_at", ev->event.fired_ms);
	tcn_json_uint(out, "origins", ev->event.origins);
	tcn_json_uint(out, "publishers", ev->event.publishers);
	tcn_json_time(out, "origins_reached",
	    tcn_explain_reached_ms(ev, TCN_EXPLAIN_ORIGINS,
		e->rule.min_origins));
	tcn_json_time(out, "publishers_reached",
	    tcn_explain_reached_ms(ev, TCN_EXPLAIN_PUBLISHERS, 2));
	tcn_json_time(out, "items_reached",
	    tcn_explain_reached_ms(ev, TCN_EXPLAIN_ITEMS,
		e->rule.more_than + (uint64_t)1));
	if (ev->story != TCN_EXPLAIN_NONE) {
		add_story(e, "story", &e->stories[ev->story], out);
		add_moment(out, "verdict", ev->event.fired_ms, &e->rule,
		    &ev->verdict);
	}
	add_links(ev, out);
	tcn_json_uint(out, "older_items",
	    ev->story_items > ev->parts_n ? ev->story_items - ev->parts_n : 0);
	tcn_json_open(out, "items", '[');
	for (size_t i = 0; i < ev->parts_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_explain_put_name(&ev->parts[i].name, out);
		tcn_json_bool(out, "origin", ev->parts[i].origin);
		tcn_json_bool(out, "publisher", ev->parts[i].publisher);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_close(out, '}');
}

/* Writes the items asked about that the story holds in the end. */
static void
add_chosen(const struct tcn_explain *e, uint32_t story, struct tcn_buf *out)
{
	tcn_json_open(out, "chosen", '[');
	for (size_t i = 0; i < e->chosen_n; i++) {
		uint32_t of = e->chosen[i].story;

		if (of == TCN_EXPLAIN_NONE ||
		    tcn_explain_final_story(e, of) != story)
			continue;
		tcn_json_open(out, NULL, '{');
		tcn_explain_put_name(&e->chosen[i].name, out);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

static void
add_why_not(const struct tcn_explain *e, struct tcn_buf *out)
{
	struct tcn_explain_groups groups;

	tcn_explain_group(e, &groups);
	tcn_json_open(out, "asked", '[');
	for (size_t i = 0; i < e->queries_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "text", tcn_str(e->queries[i].text));
		tcn_json_bool(out, "id", e->queries[i].is_id);
		tcn_json_uint(out, "items", e->queries[i].matched);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_uint(out, "late", groups.late);
	tcn_json_open(out, "stories", '[');
	for (size_t i = 0; i < groups.n; i++) {
		tcn_json_open(out, NULL, '{');
		add_story(e, "story", &e->stories[groups.at[i].story], out);
		add_chosen(e, groups.at[i].story, out);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_explain_groups_fini(&groups);
}

void
tcn_explain_json(const struct tcn_explain *e, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "$schema", tcn_str("tocsin-explain-1"));
	tcn_json_open(out, "needed", '{');
	tcn_json_uint(out, "items", e->rule.more_than + (uint64_t)1);
	tcn_json_uint(out, "origins", e->rule.min_origins);
	tcn_json_rounded(out, "probability", e->rule.least / 100, 4);
	tcn_json_rounded(out, "join", e->story_conf.join, 4);
	tcn_json_rounded(out, "merge", e->story_conf.merge, 4);
	tcn_json_close(out, '}');
	if (e->event)
		add_event(e, out);
	if (e->items_n) {
		tcn_json_open(out, "items", '[');
		for (size_t i = 0; i < e->items_n; i++)
			add_item(e, &e->items[i], out);
		tcn_json_close(out, ']');
	}
	if (!e->what)
		add_why_not(e, out);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
