#include "tools/api_metrics.h"

#include <inttypes.h>

#include "engine/mem.h"
#include "tools/conns.h"
#include "tools/json_out.h"

/* A counter's sample has _total behind its name; a gauge's has not. */
static void
add(struct tcn_buf *out, const char *name, bool counter, const char *help,
    double value)
{
	tcn_buf_printf(out, "# TYPE tocsin_%s %s\n# HELP tocsin_%s %s\n", name,
	    counter ? "counter" : "gauge", name, help);
	tcn_buf_printf(out, "tocsin_%s%s %.17g\n", name,
	    counter ? "_total" : "", value);
}

static void
add_answers(const struct tcn_api *api, struct tcn_buf *out)
{
	const uint64_t *answers = tcn_http_answers(api->http);

	tcn_buf_z(out,
	    "# TYPE tocsin_http_answers counter\n"
	    "# HELP tocsin_http_answers Requests answered.\n");
	for (int i = 2; i < 6; i++)
		tcn_buf_printf(out,
		    "tocsin_http_answers_total{status=\"%dxx\"} %" PRIu64 "\n",
		    i, answers[i]);
}

/* One figure of every receiver. */
static void
add_receivers(const struct tcn_api *api, const char *name, const char *help,
    bool counter, struct tcn_buf *out)
{
	const struct tcn_deliver *deliver = tcn_outbox_deliver(api->outbox);
	struct tcn_store *store = tcn_pipeline_store(api->pipe);
	struct tcn_deliver_counts counts;
	const char *receiver;

	tcn_buf_printf(out,
	    "# TYPE tocsin_deliveries_%s %s\n# HELP tocsin_deliveries_%s %s\n",
	    name, counter ? "counter" : "gauge", name, help);
	for (size_t i = 0; (receiver = tcn_deliver_lane(deliver, i, &counts));
	     i++) {
		uint64_t waiting = 0;
		double value = (double)counts.sent;

		if (strcmp(name, "failed") == 0)
			value = (double)counts.failed;
		else if (strcmp(name, "dead") == 0)
			value = (double)counts.dead;
		else if (strcmp(name, "seconds") == 0)
			value = (double)counts.took_ms / 1000;
		else if (!counter &&
		    tcn_store_count_waiting(store, tcn_str(receiver),
			&waiting) == TCN_OK)
			value = (double)waiting;
		tcn_buf_printf(out,
		    "tocsin_deliveries_%s%s{receiver=\"%s\"} %.17g\n", name,
		    counter ? "_total" : "", receiver, value);
	}
}

static void
add_deliveries(const struct tcn_api *api, struct tcn_buf *out)
{
	add_receivers(api, "sent", "Messages that were taken.", true, out);
	add_receivers(api, "failed", "Tries that failed.", true, out);
	add_receivers(api, "dead", "Messages given up.", true, out);
	add_receivers(api, "seconds", "Time that tries took.", true, out);
	add_receivers(api, "waiting", "Messages not sent yet.", false, out);
}

void
tcn_api_metrics(const struct tcn_api *api, struct tcn_buf *out)
{
	const struct tcn_intake_counts *in = tcn_intake_counts(api->intake);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(api->pipe);
	const struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(api->pipe));
	const struct tcn_conns_counts *conns = tcn_http_conns(api->http);
	struct tcn_story_stats stories;
	int64_t now_ms = tcn_window_now_ms(window);
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
		{ "connections_refused", true, "Connections told 503.",
		    (double)conns->refused },
		{ "connections_crowded", true, "Closed to make room.",
		    (double)conns->crowded },
		{ "connections_slow", true, "Closed for being too slow.",
		    (double)conns->slow },
		{ "listeners", false, "Listeners to the stream of events.",
		    (double)tcn_live_listeners(api->live) },
		{ "stream_time_seconds", false,
		    "The stream's time, unix seconds.",
		    now_ms == TCN_UNDATED ? 0 : (double)now_ms / 1000 },
		{ "start_time_seconds", false, "When it was started.",
		    (double)api->started_ms / 1000 },
		{ "memory_bytes", false, "Memory in use.",
		    (double)tcn_mem_live_bytes() },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		add(out, rows[i].name, rows[i].counter, rows[i].help,
		    rows[i].value);
	tcn_stories_stats(tcn_window_stories(tcn_detector_window(
			      tcn_pipeline_detector(api->pipe))),
	    &stories);
	add(out, "stories_open", false, "Stories now open.",
	    (double)stories.stories);
	add(out, "story_items", false, "Items inside the window.",
	    (double)stories.items);
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

	tcn_stories_stats(tcn_window_stories(window), &stories);
	tcn_json_open(out, NULL, '{');
	tcn_json_at(out, "started_at", api->started_ms);
	tcn_json_at(out, "stream_at", tcn_window_now_ms(window));
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
	tcn_json_uint(out, "listeners", tcn_live_listeners(api->live));
	tcn_json_uint(out, "connections", tcn_http_conns(api->http)->open);
	tcn_json_uint(out, "memory_bytes", tcn_mem_live_bytes());
	tcn_buf_z(out, "}\n");
}
