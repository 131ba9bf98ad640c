/*
 * tools/eval/explain_text_event.c - how an event came about, for people.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "tools/base/safe.h"
#include "tools/eval/explain_write_impl.h"

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
	tcn_explain_add_changes(e, &e->stories[ev->story], out);
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

void
tcn_explain_text_event(const struct tcn_explain *e, struct tcn_buf *out)
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
