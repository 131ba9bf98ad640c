#include "tools/daemon/api_metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/outbox_hold.h"
#include "tools/base/json_out.h"
#include "tools/daemon/conns.h"

/* Begins a family of metrics; the end of its name may be its unit. */
static void
add_family(struct tcn_buf *out, const char *name, bool counter,
    const char *help)
{
	static const char *const units[] = { "seconds", "bytes" };
	const char *last = strrchr(name, '_');

	last = last ? last + 1 : name;
	tcn_buf_printf(out, "# TYPE tocsin_%s %s\n", name,
	    counter ? "counter" : "gauge");
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(last, units[i]) == 0)
			tcn_buf_printf(out, "# UNIT tocsin_%s %s\n", name,
			    units[i]);
	tcn_buf_printf(out, "# HELP tocsin_%s %s\n", name, help);
}

/* Whole numbers without decimals, others (seconds) to the millisecond. */
static void
add_value(struct tcn_buf *out, double value)
{
	tcn_buf_printf(out, "%.*f\n", value == floor(value) ? 0 : 3, value);
}

/* Adds a family of one sample; a counter's name ends in _total there. */
static void
add(struct tcn_buf *out, const char *name, bool counter, const char *help,
    double value)
{
	add_family(out, name, counter, help);
	tcn_buf_printf(out, "tocsin_%s%s ", name, counter ? "_total" : "");
	add_value(out, value);
}

static void
add_answers(const struct tcn_api *api, struct tcn_buf *out)
{
	const uint64_t *answers = tcn_http_answers(api->http);

	add_family(out, "http_answers", true, "Requests answered.");
	for (int i = 2; i < 6; i++)
		tcn_buf_printf(out,
		    "tocsin_http_answers_total{status=\"%dxx\"} %" PRIu64 "\n",
		    i, answers[i]);
}

/* The metrics of a receiver. */
enum figure {
	SENT,
	FAILED,
	DEAD,
	SECONDS,
	WAITING
};

/* The size of the store, and what retention has removed. */
static void
add_store(const struct tcn_api *api, struct tcn_buf *out)
{
	const struct tcn_retain_counts *n;
	struct tcn_store_space space;

	if (!tcn_store_space(tcn_pipeline_store(api->pipe), &space)) {
		add(out, "store_bytes", false, "Size of the store's file.",
		    (double)(space.pages * space.page_bytes));
		add(out, "store_free_bytes", false, "Of it, free to be used.",
		    (double)(space.free_pages * space.page_bytes));
	}
	if (!api->retain)
		return;
	n = tcn_retain_counts(api->retain);
	add_family(out, "store_removed", true, "Rows removed as too old.");
	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		tcn_buf_printf(out,
		    "tocsin_store_removed_total{kind=\"%s\"} %" PRIu64 "\n",
		    tcn_store_kept_name((enum tcn_store_kept)i), n->removed[i]);
	add(out, "retention_steps", true, "Steps of removing old rows.",
	    (double)n->steps);
	add(out, "retention_seconds", true, "Time that they took.",
	    (double)n->took_ms / 1000);
	add(out, "retention_longest_seconds", false, "The longest of them.",
	    (double)n->longest_ms / 1000);
}

static double
figure_of(const struct tcn_api *api, const char *receiver,
    const struct tcn_sender_counts *counts, enum figure figure)
{
	uint64_t waiting = 0;

	switch (figure) {
	case SENT:
		return (double)counts->sent;
	case FAILED:
		return (double)counts->failed;
	case DEAD:
		return (double)counts->dead;
	case SECONDS:
		return (double)counts->took_ms / 1000;
	case WAITING:
		break;
	}
	if (tcn_outbox_count_open(tcn_pipeline_store(api->pipe),
		tcn_str(receiver), &waiting))
		return 0;
	return (double)waiting;
}

static void
add_held(const struct tcn_api *api, struct tcn_buf *out)
{
	uint64_t counts[TCN_OUTBOX_HOLDS];

	if (tcn_outbox_count_held(tcn_pipeline_store(api->pipe), counts))
		return;
	add_family(out, "deliveries_held", false, "Messages held, by what.");
	for (int i = 1; i < TCN_OUTBOX_HOLDS; i++) {
		tcn_buf_printf(out, "tocsin_deliveries_held{by=\"%s\"} ",
		    tcn_outbox_hold_name((enum tcn_outbox_hold)i));
		add_value(out, (double)counts[i]);
	}
}

/* The receivers' names are letters, digits and -_. only: no escapes. */
static void
add_deliveries(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct {
		const char *name;
		bool counter;
		const char *help;
	} rows[] = {
		[SENT] = { "sent", true, "Messages that were taken." },
		[FAILED] = { "failed", true, "Tries that failed." },
		[DEAD] = { "dead", true, "Messages given up." },
		[SECONDS] = { "seconds", true, "Time that tries took." },
		[WAITING] = { "waiting", false, "Messages not sent yet." },
	};
	const struct tcn_sender *sender = tcn_dispatch_sender(api->dispatch);
	struct tcn_sender_counts counts;
	const char *receiver;
	char name[64];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(name, sizeof name, "deliveries_%s", rows[i].name);
		add_family(out, name, rows[i].counter, rows[i].help);
		for (size_t r = 0;
		     (receiver = tcn_sender_lane(sender, r, &counts)); r++) {
			tcn_buf_printf(out, "tocsin_%s%s{receiver=\"%s\"} ",
			    name, rows[i].counter ? "_total" : "", receiver);
			add_value(out,
			    figure_of(api, receiver, &counts, (enum figure)i));
		}
	}
	add_held(api, out);
}

static void
add_clock(const struct tcn_api *api, struct tcn_buf *out)
{
	add(out, "stream_time_seconds", false,
	    "The stream's time, unix seconds.",
	    (double)tcn_pipeline_stream_ms(api->pipe) / 1000);
	add(out, "stream_ahead_seconds", false,
	    "How far the stream's time is ahead of the clock.",
	    (double)tcn_wall_ahead_ms(api->wall) / 1000);
}

static void
add_stories(const struct tcn_api *api, struct tcn_buf *out)
{
	struct tcn_story_stats stories;

	tcn_story_index_stats(tcn_window_story_index(tcn_detector_window(
				  tcn_pipeline_detector(api->pipe))),
	    &stories);
	add(out, "stories_open", false, "Stories now open.",
	    (double)stories.stories);
	add(out, "story_items", false, "Items inside the window.",
	    (double)stories.items);
}

void
tcn_api_metrics(const struct tcn_api *api, struct tcn_buf *out)
{
	const struct tcn_intake_counts *in = tcn_intake_counts(api->intake);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(api->pipe);
	const struct tcn_conns_counts *conns = tcn_http_conns(api->http);
	const struct {
		const char *name;
		bool counter;
		const char *help;
		double value;
	} rows[] = {
		{ "articles", true, "Articles taken in.", (double)n->items },
		{ "articles_known", true, "Articles that were known already.",
		    (double)n->known },
		{ "articles_rejected", true, "Articles that could not be read.",
		    (double)in->rejected },
		{ "articles_copies", true, "Articles that copy another.",
		    (double)n->duplicates },
		{ "requests_refused", true, "Requests put off with 429.",
		    (double)in->refused },
		{ "commits", true, "Commits.", (double)in->commits },
		{ "events", true, "Events fired.", (double)n->events },
		{ "connections", false, "Connections now open.",
		    (double)conns->open },
		{ "held_bytes", false, "Requests and answers in memory.",
		    (double)conns->bytes },
		{ "connections_refused", true, "Connections refused with 503.",
		    (double)conns->refused },
		{ "connections_crowded", true, "Closed to make room.",
		    (double)conns->evicted },
		{ "connections_slow", true, "Closed for being too slow.",
		    (double)conns->slow },
		{ "listeners", false, "Listeners to the stream of events.",
		    (double)tcn_sse_listeners(api->sse) },
		{ "start_time_seconds", false, "When it was started.",
		    (double)api->started_ms / 1000 },
		{ "memory_bytes", false, "Memory in use.",
		    (double)tcn_mem_live_bytes() },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		add(out, rows[i].name, rows[i].counter, rows[i].help,
		    rows[i].value);
	add_stories(api, out);
	add_clock(api, out);
	add_store(api, out);
	add_answers(api, out);
	add_deliveries(api, out);
	tcn_buf_z(out, "# EOF\n");
}

void
tcn_api_stats(const struct tcn_api *api, struct tcn_buf *out)
{
	const struct tcn_intake_counts *in = tcn_intake_counts(api->intake);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(api->pipe);
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(api->pipe));
	struct tcn_story_stats stories;

	tcn_story_index_stats(tcn_window_story_index(window), &stories);
	tcn_json_open(out, NULL, '{');
	tcn_json_time(out, "started_at", api->started_ms);
	tcn_json_time(out, "stream_at", tcn_window_now_ms(window));
	tcn_json_open(out, "articles", '{');
	tcn_json_uint(out, "stored", n->items);
	tcn_json_uint(out, "known", n->known);
	tcn_json_uint(out, "rejected", in->rejected);
	tcn_json_uint(out, "copies", n->duplicates);
	tcn_json_uint(out, "similar", n->similar);
	tcn_json_close(out, '}');
	tcn_json_open(out, "stories", '{');
	tcn_json_uint(out, "opened", n->stories);
	tcn_json_uint(out, "open", stories.stories);
	tcn_json_uint(out, "items", stories.items);
	tcn_json_close(out, '}');
	tcn_json_uint(out, "events", n->events);
	tcn_json_uint(out, "commits", in->commits);
	tcn_json_uint(out, "listeners", tcn_sse_listeners(api->sse));
	tcn_json_uint(out, "connections", tcn_http_conns(api->http)->open);
	tcn_json_uint(out, "memory_bytes", tcn_mem_live_bytes());
	tcn_buf_z(out, "}\n");
}
