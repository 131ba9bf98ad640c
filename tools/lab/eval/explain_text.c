/*
 * tools/lab/eval/explain_text.c - an explanation for people: its parts, and why
 * not.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "tools/base/event_words.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/explain_impl.h"
#include "tools/pipeline/content_from.h"
#include "window/story/news_words.h"

static void text_event(const struct tcn_explain *e, struct tcn_buf *out);
static void text_item(const struct tcn_explain *e,
    const struct tcn_explain_item *item, struct tcn_buf *out);

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

static void
add_phrase_line(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	if (v->phrase_share * v->origins < 1.5) /* only one text contains it */
		return;
	tcn_buf_printf(out, "    %-11s %.0f %% of the texts contain", "phrase",
	    v->phrase_share * 100);
	/* Writes the phrase that most texts contain, its words as they first
	 * stood. */
	for (size_t i = 0; i < 3; i++) {
		tcn_buf_z(out, i ? " " : " \"");
		tcn_safe_terminal(out, v->phrase[i]);
	}
	tcn_buf_char(out, '"');
	tcn_buf_char(out, '\n');
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
	add_phrase_line(v, out);
	if (v->reported_items)
		tcn_buf_printf(out,
		    "    %-11s %" PRIu32 " of the items repeat a text that was "
		    "reported in the days before\n",
		    "reported", v->reported_items);
	tcn_buf_printf(out, "    %-11s %.0f items\n", "baseline", v->baseline);
	/* Burst and words were weighed by the story's own sources. */
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
	add_score(rule, v, out);
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
static void
add_outcome(const struct tcn_explain *e, const struct tcn_explain_story *story,
    struct tcn_buf *out)
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
	tcn_buf_z(out, tcn_story_gate_text(v->gate));
	add_rule(e, story->most.rule, out);
	tcn_buf_char(out, '\n');
	if (v->items < SMALL)
		add_count(out, "items", v->items,
		    rule->more_than + (uint64_t)1);
	else
		tcn_explain_add_gates(rule, v, out);
}

/* Writes which gate stopped the story, a line each time that it changed. */
static void
add_changes(const struct tcn_explain *e, const struct tcn_explain_story *story,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < story->changes_n; i++) {
		const struct tcn_story_verdict *v = &story->changes[i].verdict;

		tcn_buf_z(out, "  ");
		tcn_explain_add_when(out, story->changes[i].at_ms);
		tcn_buf_z(out,
		    v->gate == TCN_STORY_GATE_NONE ? "  passed every gate, "
						   : "  held back, ");
		tcn_buf_z(out, tcn_story_gate_text(v->gate));
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
		add_outcome(e, story, out);
		if (!story->event.n && story->judged)
			add_changes(e, story, out);
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
		text_event(e, out);
	for (size_t i = 0; i < e->items_n; i++) {
		tcn_buf_z(out, out->n ? "\n" : "");
		text_item(e, &e->items[i], out);
	}
	if (e->what)
		return;
	tcn_explain_group(e, &groups);
	text_why_not(e, &groups, out);
	tcn_explain_groups_fini(&groups);
}

/*
 * How an event came about, for people.
 */

#define PARTS_SHOWN 40
#define PUBLISHERS  8

struct outlet {
	struct tcn_str name;
	uint32_t n;
};

static int
by_number(const void *left, const void *right)
{
	const struct outlet *a = left, *b = right;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return tcn_str_compare(a->name, b->name);
}

/* Lists the outlets, the one that was counted most often first. */
static void
add_outlets(const struct tcn_explain_event *event, struct tcn_buf *out)
{
	struct outlet outlets[256];
	size_t n = 0;

	for (size_t i = 0; i < event->parts_n; i++) {
		struct tcn_str name = event->parts[i].name.source;
		size_t at = 0;

		while (at < n && !tcn_str_equal(outlets[at].name, name))
			at++;
		if (at == sizeof outlets / sizeof *outlets)
			continue;
		if (at == n)
			outlets[n++] = (struct outlet){ name, 0 };
		outlets[at].n++;
	}
	qsort(outlets, n, sizeof *outlets, by_number);
	tcn_buf_z(out, "  by          ");
	for (size_t i = 0; i < n && i < PUBLISHERS; i++) {
		tcn_buf_z(out, i ? ", " : "");
		tcn_safe_terminal(out,
		    outlets[i].name.n ? outlets[i].name : tcn_str("(unnamed)"));
		if (outlets[i].n > 1)
			tcn_buf_printf(out, " (%" PRIu32 ")", outlets[i].n);
	}
	if (n > PUBLISHERS)
		tcn_buf_printf(out, " and %zu more", n - PUBLISHERS);
	tcn_buf_char(out, '\n');
}

/* Returns when the count of what is marked reached n, or TCN_UNDATED. */
int64_t
tcn_explain_reached_ms(const struct tcn_explain_event *event,
    enum tcn_explain_count what, uint64_t n)
{
	uint64_t seen = 0;

	assert(n > 0);
	for (size_t i = 0; i < event->parts_n; i++) {
		const struct tcn_explain_counted *part = &event->parts[i];

		seen += what == TCN_EXPLAIN_ITEMS ||
		    (what == TCN_EXPLAIN_ORIGINS ? part->origin
						 : part->publisher);
		if (seen == n)
			return part->name.ts_ms;
	}
	return TCN_UNDATED;
}

static void
add_reached(const struct tcn_explain_event *event, enum tcn_explain_count what,
    const char *name, uint64_t n, struct tcn_buf *out)
{
	int64_t at_ms = tcn_explain_reached_ms(event, what, n);

	if (at_ms == TCN_UNDATED)
		return;
	tcn_buf_z(out, "  ");
	tcn_explain_add_when(out, at_ms);
	tcn_buf_printf(out, "  %s %" PRIu64 "\n", name, n);
}

static void
add_gate_times(const struct tcn_explain *e, const struct tcn_explain_event *ev,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "gates, by the dates of the items counted\n");
	add_reached(ev, TCN_EXPLAIN_ITEMS, "item", 1, out);
	if (ev->story == TCN_EXPLAIN_NONE) {
		add_reached(ev, TCN_EXPLAIN_ITEMS, "item",
		    e->rule.more_than + (uint64_t)1, out);
		return;
	}
	add_reached(ev, TCN_EXPLAIN_ORIGINS, "origin", e->rule.min_origins,
	    out);
	add_reached(ev, TCN_EXPLAIN_PUBLISHERS, "publisher", 2, out);
	add_reached(ev, TCN_EXPLAIN_ITEMS, "item",
	    e->rule.more_than + (uint64_t)1, out);
	tcn_buf_z(out, "judged, each time the answer changed\n");
	add_changes(e, &e->stories[ev->story], out);
	tcn_buf_z(out, "when it fired\n");
	tcn_explain_add_gates(&e->rule, &ev->verdict, out);
}

static void
add_left_out(const struct tcn_explain *e, const struct tcn_explain_event *ev,
    struct tcn_buf *out)
{
	size_t n = ev->parts_n;

	if (ev->story == TCN_EXPLAIN_NONE)
		return;
	tcn_buf_z(out, "left out\n");
	tcn_buf_printf(out,
	    "  %zu of the items are copies or rewrites of others: items, but "
	    "no origins\n",
	    n > ev->event.origins ? n - ev->event.origins : 0);
	tcn_buf_printf(out,
	    "  %" PRIu32 " items of the story are older than the window\n",
	    ev->story_items > n ? ev->story_items - (uint32_t)n : 0);
	for (size_t i = 0; i < e->stories_n; i++)
		if (e->stories[i].into == ev->story) {
			tcn_buf_z(out, "joined in\n  ");
			tcn_explain_add_when(out, e->stories[i].into_ms);
			tcn_buf_printf(out, "  story %" PRIu64 "\n",
			    e->stories[i].id);
		}
}

/* "with fr: story 12, score 8.4 by Obrumavik (1.0, 0.9) ..." */
static void
add_links(const struct tcn_explain_event *ev, struct tcn_buf *out)
{
	for (size_t i = 0; i < ev->links_n; i++) {
		const struct tcn_explain_link *link = &ev->links[i];

		tcn_buf_printf(out,
		    "  linked      with story %" PRIu64 " in %s: score %.1f, "
		    "by",
		    link->story, *link->lang ? link->lang : "several languages",
		    link->score);
		for (size_t k = 0; k < link->shared_n; k++) {
			const struct tcn_story_link_shared *name =
			    &link->shared[k];

			tcn_buf_printf(out, "%s %.*s (in %.0f and %.0f %%)",
			    k ? "," : "", name->a.n, name->a.at,
			    100 * name->share_a, 100 * name->share_b);
		}
		tcn_buf_char(out, '\n');
	}
}

static void
text_event(const struct tcn_explain *e, struct tcn_buf *out)
{
	const struct tcn_explain_event *ev = e->event;

	assert(e->event);
	tcn_buf_printf(out, "event %s", ev->event.id);
	if (ev->story != TCN_EXPLAIN_NONE)
		tcn_explain_add_quoted(out, e->stories[ev->story].title);
	tcn_buf_z(out, "\n  fired       ");
	tcn_explain_add_when(out, ev->event.fired_ms);
	tcn_buf_z(out, ", rule ");
	tcn_buf_str(out, ev->event.rule);
	if (ev->event.story)
		tcn_buf_printf(out, ", story %" PRIu64, ev->event.story);
	tcn_buf_printf(out,
	    "\n  counted     %zu items, %" PRIu32 " origins, %" PRIu32
	    " publishers\n",
	    ev->parts_n, ev->event.origins, ev->event.publishers);
	add_outlets(ev, out);
	add_links(ev, out);
	add_gate_times(e, ev, out);
	add_left_out(e, ev, out);
	tcn_buf_z(out, "items counted\n");
	for (size_t i = 0; i < ev->parts_n && i < PARTS_SHOWN; i++) {
		const struct tcn_explain_counted *part = &ev->parts[i];

		tcn_buf_z(out, "  ");
		tcn_explain_add_when(out, part->name.ts_ms);
		tcn_buf_z(out,
		    part->linked ? "  linked  "
			: part->origin || ev->story == TCN_EXPLAIN_NONE
			? "  "
			: "  copy  ");
		tcn_explain_add_name(out, &part->name);
		tcn_buf_z(out, part->name.source.n ? "  " : "");
		tcn_safe_terminal(out, part->name.source);
		tcn_explain_add_quoted(out, part->name.title);
		tcn_buf_char(out, '\n');
	}
	if (ev->parts_n > PARTS_SHOWN)
		tcn_buf_printf(out, "  ... and %zu more\n",
		    ev->parts_n - PARTS_SHOWN);
}

/*
 * An item's decision, for people.
 */

#define WORDS_SHOWN 12

static void
add_copy(const struct tcn_placement *place, struct tcn_buf *out)
{
	if (place->version_of)
		tcn_buf_printf(out,
		    "  version     of #%" PRIu64
		    ", the same page: in no story, and in no count\n",
		    place->version_of);
	if (place->rewrite_of || place->form_of)
		tcn_buf_printf(out,
		    "  %-12sof #%" PRIu64
		    ": alike in words %.3f, in content %.3f\n",
		    place->rewrite_of ? "rewrite" : "form",
		    place->rewrite_of ? place->rewrite_of : place->form_of,
		    place->cosine / 1000.0, place->likeness / 1000.0);
	if (place->duplicate_of)
		tcn_buf_printf(out,
		    "  copy        of #%" PRIu64
		    ", at %u bits: no origin of its own\n",
		    place->duplicate_of, place->distance);
	else if (place->excerpt_of)
		tcn_buf_printf(out,
		    "  excerpt     shares %u of its %u sentences with #%" PRIu64
		    ": of the origin of #%" PRIu64 "\n",
		    place->shared, place->sentences, place->excerpt_of,
		    place->text);
	else if (place->similar_to)
		tcn_buf_printf(out,
		    "  similar     to #%" PRIu64
		    ", at %u bits; not near enough for a "
		    "copy\n",
		    place->similar_to, place->distance);
	else
		tcn_buf_z(out, "  copy        of nothing in the window\n");
}

static void
add_leader(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	if (!item->leader)
		return;
	tcn_buf_z(out, "  origin      ");
	if (item->leader == item->place.seq) {
		tcn_buf_z(out,
		    "its own: the first text of this kind in its story\n");
		return;
	}
	tcn_buf_z(out, "none: its story has a text like it in ");
	tcn_explain_add_name(out, &item->leader_name);
	tcn_explain_add_quoted(out, item->leader_name.title);
	tcn_buf_char(out, '\n');
}

/*
 * Writes the words that the story shares, those that add most first; then those
 * it lacks.
 */
static void
add_shared(const struct tcn_story_trace *trace,
    const struct tcn_story_trace_candidate *story, struct tcn_buf *out)
{
	size_t shown = 0, lacking = 0;

	tcn_buf_z(out,
	    "    word                score  weight  stories  burst\n");
	for (size_t i = 0; i < trace->words_n && shown < WORDS_SHOWN; i++) {
		const struct tcn_story_trace_word *word = &trace->words[i];

		if (story->contributions[i] <= 0)
			continue;
		shown++;
		tcn_buf_printf(out, "    %-18.*s %6.3f  %6.3f  %7.1f %6.1f\n",
		    TCN_STR_ARG(word->word), story->contributions[i],
		    word->weight, word->stories, word->burst_ratio);
	}
	for (size_t i = 0; i < trace->words_n; i++)
		if (story->contributions[i] <= 0 && lacking++ < WORDS_SHOWN) {
			tcn_buf_z(out,
			    lacking == 1 ? "    not shared: " : ", ");
			tcn_safe_terminal(out, trace->words[i].word);
		}
	tcn_buf_z(out, lacking ? "\n" : "");
}

/*
 * Writes half a line about a story that the item did not join: the words it
 * shares and lacks.
 */
static void
add_words(const struct tcn_story_trace *trace,
    const struct tcn_story_trace_candidate *story, bool shared,
    struct tcn_buf *out)
{
	size_t n = 0;

	for (size_t i = 0; i < trace->words_n && n < 4; i++) {
		if ((story->contributions[i] > 0) != shared)
			continue;
		if (!n++)
			tcn_buf_z(out, shared ? "; shares " : "; lacks ");
		else
			tcn_buf_z(out, ", ");
		tcn_safe_terminal(out, trace->words[i].word);
	}
}

/* Writes by what the item was placed, where that is no word. */
static void
add_by_vector(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	if (!trace->by_vector)
		return;
	tcn_buf_printf(out,
	    "  by vector   it has %zu word%s, too few to go by: it is compared "
	    "with the sum of the vectors of each story\n"
	    "  left out    what needs words: those that a story shares, like "
	    "headlines, phrases, names, bursts, the days before\n",
	    trace->words_n, trace->words_n == 1 ? "" : "s");
}

static void
add_runners_up(const struct tcn_explain_item *item, size_t from,
    struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	if (from < trace->stories_n)
		tcn_buf_z(out, "runners-up\n");
	for (size_t i = from; i < trace->stories_n; i++) {
		const struct tcn_story_trace_candidate *story =
		    &trace->stories[i];

		tcn_buf_printf(out, "  story %" PRIu64, story->story);
		tcn_explain_add_quoted(out, item->titles[i]);
		tcn_buf_printf(out, "\n    %.3f", story->score);
		if (story->score < trace->join)
			tcn_buf_printf(out, ", %.3f short",
			    trace->join - story->score);
		if (trace->by_vector)
			tcn_buf_printf(out, "; cosine %.3f", story->cosine);
		if (!trace->by_vector)
			add_words(trace, story, true, out);
		if (!trace->by_vector)
			add_words(trace, story, false, out);
		tcn_buf_char(out, '\n');
	}
}

/*
 * Returns which of the traced stories the item joined; stories_n when it opened
 * a story.
 */
static size_t
joined_at(const struct tcn_explain_item *item)
{
	const struct tcn_story_trace *trace = &item->trace;
	size_t i = 0;

	if (item->score <= 0)
		return trace->stories_n;
	while (i < trace->stories_n &&
	    (trace->stories[i].score > item->score * (1 + 1e-6) ||
		trace->stories[i].score < item->score * (1 - 1e-6)))
		i++;
	return i;
}

static void
add_decision(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;
	size_t at = joined_at(item);

	if (item->score <= 0) {
		tcn_buf_printf(out,
		    "opened story %" PRIu64 ": of %zu open stories that %s "
		    "none reached %.2f\n",
		    item->story, trace->shared_n,
		    trace->by_vector ? "hold vectors like its own"
				     : "share a word",
		    trace->join);
		add_runners_up(item, 0, out);
		return;
	}
	if (at == trace->stories_n) {
		tcn_buf_printf(out, "joined story %" PRIu64 " by %.3f\n",
		    item->story, item->score);
		return;
	}
	tcn_buf_printf(out, "joined story %" PRIu64, trace->stories[at].story);
	tcn_explain_add_quoted(out, item->titles[at]);
	tcn_buf_printf(out,
	    "\n  by %.3f, where %.2f is enough; %" PRIu32
	    " items before, recency %.0f %%\n",
	    item->score, trace->join, trace->stories[at].items,
	    trace->stories[at].ageing * 100);
	if (trace->by_vector)
		tcn_buf_printf(out, "  cosine %.3f of the two vectors\n",
		    trace->stories[at].cosine);
	else
		add_shared(trace, &trace->stories[at], out);
	add_runners_up(item, at + 1, out);
}

static void
add_merge(const struct tcn_explain_item *item, struct tcn_buf *out)
{
	const struct tcn_story_trace *trace = &item->trace;

	if (trace->split)
		tcn_buf_printf(out,
		    "the story had fired and came back with other words, so it "
		    "splits: with this item story %" PRIu64 " begins\n",
		    item->story);
	if (!trace->other)
		return;
	tcn_buf_printf(out,
	    "story %" PRIu64 " fits as well; the similarity of the two is "
	    "%.2f, and %.2f is enough: ",
	    trace->other, trace->similarity, trace->merge);
	if (item->merged_from)
		tcn_buf_printf(out,
		    "story %" PRIu64 " was merged into %" PRIu64 "\n",
		    item->merged_from, item->story);
	else
		tcn_buf_z(out, "they were not merged\n");
}

/* Writes which story it merged into, and whether that fired in the end. */
static void
add_afterwards(const struct tcn_explain *e, uint64_t id, struct tcn_buf *out)
{
	const uint64_t *at = tcn_map_find(&e->by_id, id);
	uint32_t story = at ? (uint32_t)*at : TCN_EXPLAIN_NONE;

	if (story == TCN_EXPLAIN_NONE)
		return;
	tcn_buf_z(out, "afterwards\n");
	for (; e->stories[story].into != TCN_EXPLAIN_NONE;
	     story = e->stories[story].into) {
		tcn_buf_z(out, "  ");
		tcn_explain_add_when(out, e->stories[story].into_ms);
		tcn_buf_printf(out,
		    "  story %" PRIu64 " was merged into %" PRIu64 "\n",
		    e->stories[story].id,
		    e->stories[e->stories[story].into].id);
	}
	add_outcome(e, &e->stories[story], out);
}

static void
text_item(const struct tcn_explain *e, const struct tcn_explain_item *item,
    struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_buf_z(out, "item ");
	tcn_explain_add_name(out, &item->name);
	tcn_explain_add_quoted(out, item->name.title);
	tcn_buf_printf(out, "\n  arrival     #%" PRIu64 ", ", item->name.seq);
	tcn_explain_add_when(out, item->place.ts_ms);
	tcn_buf_z(out, item->name.source.n ? ", " : "");
	tcn_safe_terminal(out, item->name.source);
	tcn_buf_char(out, '\n');
	add_copy(&item->place, out);
	/* Writes who chose the content words by which it is compared, where it
	 * is. */
	tcn_content_from_text(&text, tcn_str(item->content_from), item->tagger);
	if (text.n) {
		tcn_buf_z(out, "  content     ");
		tcn_buf_add(out, text.at, text.n);
		tcn_buf_char(out, '\n');
	}
	tcn_buf_fini(&text);
	tcn_explain_add_excerpts(e, item, false, out);
	tcn_explain_add_excerpts(e, item, true, out);
	add_leader(item, out);
	tcn_explain_add_cluster(e, item, out);
	if (!item->story) {
		tcn_buf_z(out,
		    "in no story: it came too late to count (see "
		    "time.lateness)\n");
		return;
	}
	add_by_vector(item, out);
	add_decision(item, out);
	add_merge(item, out);
	add_afterwards(e, item->story, out);
}
