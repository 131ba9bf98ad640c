#include "tools/serve/api/api_metrics.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "sql/outbox_hold.h"
#include "tools/base/json_out.h"
#include "tools/intake/tagger/tagger.h"
#include "tools/serve/api/openmetrics.h"
#include "tools/serve/http/conns.h"
#include "tools/serve/http/token_guard.h"

/* A family of one sample. */
struct row {
	struct tcn_openmetrics_family family;
	double value;
};

static void
add_rows(const struct row *rows, size_t n, struct tcn_buf *out)
{
	for (size_t i = 0; i < n; i++)
		tcn_openmetrics_add(&rows[i].family, rows[i].value, out);
}

static void
add_answers(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family family = { "http_answers",
		true, "Requests answered." };
	const uint64_t *answers = tcn_http_answers(api->http);
	char labels[32];

	tcn_openmetrics_begin(&family, out);
	for (int i = 2; i < 6; i++) {
		snprintf(labels, sizeof labels, "status=\"%dxx\"", i);
		tcn_openmetrics_sample(&family, labels, (double)answers[i],
		    out);
	}
}

static void
add_tokens(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family family = { "tokens_refused",
		true, "Requests refused for their token, by reason." };
	const uint64_t *counts = tcn_http_tokens_refused(api->http);
	char labels[32];

	tcn_openmetrics_begin(&family, out);
	for (int i = 0; i < TCN_TOKEN_GUARD_WHYS; i++) {
		snprintf(labels, sizeof labels, "why=\"%s\"",
		    tcn_token_guard_name((enum tcn_token_guard_why)i));
		tcn_openmetrics_sample(&family, labels, (double)counts[i], out);
	}
}

static void
add_tagger(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family texts = { "tagger_texts",
		true, "Texts whose parts of speech were asked for." };
	static const struct tcn_openmetrics_family faults = { "tagger_faults",
		true, "Programs of the tagger that died, hung or lied." };
	static const struct tcn_openmetrics_family off = { "tagger_off", false,
		"Languages whose tagger is off after three faults." };
	struct tcn_taggers_counts counts;

	if (!tcn_pipeline_tagger_counts(api->pipe, &counts))
		return;
	tcn_openmetrics_begin(&texts, out);
	tcn_openmetrics_sample(&texts, "outcome=\"tagged\"",
	    (double)counts.tagged, out);
	tcn_openmetrics_sample(&texts, "outcome=\"failed\"",
	    (double)counts.failed, out);
	tcn_openmetrics_add(&faults, (double)counts.faults, out);
	tcn_openmetrics_add(&off, (double)counts.off, out);
}

/* The metrics of a receiver. */
enum figure {
	SENT,
	FAILED,
	DEAD,
	SECONDS,
	WAITING
};

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
	static const struct tcn_openmetrics_family family = { "deliveries_held",
		false, "Messages held, by what." };
	uint64_t counts[TCN_OUTBOX_HOLDS];
	char labels[64];

	if (tcn_outbox_count_held(tcn_pipeline_store(api->pipe), counts))
		return;
	tcn_openmetrics_begin(&family, out);
	for (int i = 1; i < TCN_OUTBOX_HOLDS; i++) {
		snprintf(labels, sizeof labels, "by=\"%s\"",
		    tcn_outbox_holds[i]);
		tcn_openmetrics_sample(&family, labels, (double)counts[i], out);
	}
}

/* The receivers' names are letters, digits and -_. only: no escapes. */
static void
add_deliveries(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family families[] = {
		[SENT] = { "deliveries_sent", true,
		    "Messages that the receiver accepted." },
		[FAILED] = { "deliveries_failed", true, "Tries that failed." },
		[DEAD] = { "deliveries_dead", true, "Messages given up." },
		[SECONDS] = { "deliveries_seconds", true,
		    "Time that tries took." },
		[WAITING] = { "deliveries_waiting", false,
		    "Messages not sent yet." },
	};
	const struct tcn_sender *sender = tcn_dispatch_sender(api->dispatch);
	struct tcn_sender_counts counts;
	const char *receiver;
	struct tcn_buf labels = { 0 };

	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		tcn_openmetrics_begin(&families[i], out);
		for (size_t r = 0;
		     (receiver = tcn_sender_lane(sender, r, &counts)); r++) {
			tcn_buf_clear(&labels);
			tcn_buf_printf(&labels, "receiver=\"%s\"", receiver);
			tcn_openmetrics_sample(&families[i], labels.at,
			    figure_of(api, receiver, &counts, (enum figure)i),
			    out);
		}
	}
	tcn_buf_fini(&labels);
	add_held(api, out);
}

static void
add_clock(const struct tcn_api *api, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    time = { "stream_time_seconds", false,
		    "The stream's time, unix seconds." },
	    ahead = { "stream_ahead_seconds", false,
		    "How far the stream's time is ahead of the clock." };

	tcn_openmetrics_add(&time,
	    (double)tcn_pipeline_stream_ms(api->pipe) / 1000, out);
	tcn_openmetrics_add(&ahead, (double)tcn_wall_ahead_ms(api->wall) / 1000,
	    out);
}

/* What the stream's clock made of the dates of articles. */
static void
add_dates(const struct tcn_window *window, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family family = { "articles_dated",
		true, "Articles, by their date: a late one joins no story." };
	static const char *const labels[] = {
		[TCN_CLOCK_ORDERED] = "date=\"ordered\"",
		[TCN_CLOCK_UNDATED] = "date=\"undated\"",
		[TCN_CLOCK_LATE] = "date=\"late\"",
		[TCN_CLOCK_FUTURE] = "date=\"future\"",
	};
	const uint64_t *cases = tcn_window_clock_counts(window);

	tcn_openmetrics_begin(&family, out);
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		tcn_openmetrics_sample(&family, labels[i], (double)cases[i],
		    out);
}

static void
add_connections(const struct tcn_conns_counts *conns, struct tcn_buf *out)
{
	const struct row rows[] = {
		{ { "connections", false, "Connections now open." },
		    (double)conns->open },
		{ { "held_bytes", false, "Requests and answers in memory." },
		    (double)conns->bytes },
		{ { "connections_refused", true,
		      "Connections refused with 503." },
		    (double)conns->refused },
		{ { "connections_crowded", true, "Closed to make room." },
		    (double)conns->evicted },
		{ { "connections_slow", true, "Closed for being too slow." },
		    (double)conns->slow },
	};

	add_rows(rows, sizeof rows / sizeof *rows, out);
}

static void
add_stories(struct tcn_window *window, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    open = { "stories_open", false, "Stories now open." },
	    items = { "story_items", false, "Items inside the window." };
	struct tcn_story_stats stories;

	tcn_story_index_stats(tcn_window_story_index(window), &stories);
	tcn_openmetrics_add(&open, (double)stories.stories, out);
	tcn_openmetrics_add(&items, (double)stories.items, out);
}

/* What the window holds to find reprints by. */
static void
add_reprints(const struct tcn_window *window, struct tcn_buf *out)
{
	struct tcn_reprints_stats reprints;

	tcn_reprints_stats(tcn_window_reprints(window), &reprints);
	const struct row rows[] = {
		{ { "reprints", false,
		      "Texts whose reprints are found by runs of words." },
		    (double)reprints.texts },
		{ { "reprints_bytes", false,
		      "Memory of the runs of words by which "
		      "reprints are found." },
		    (double)reprints.bytes },
		{ { "reprints_dropped", true,
		      "Texts dropped early from these runs of words, at the "
		      "cap shingle.memory." },
		    (double)reprints.dropped },
	};

	add_rows(rows, sizeof rows / sizeof *rows, out);
}

/* What the window holds to find copies and excerpts by. */
static void
add_window(struct tcn_window *window, struct tcn_buf *out)
{
	struct tcn_near_stats near;
	struct tcn_keys_stats keys = { 0 };
	struct tcn_pairs_stats pairs = { 0 };

	if (tcn_window_pairs(window))
		tcn_pairs_stats(tcn_window_pairs(window), &pairs);
	tcn_near_stats(tcn_window_near(window), &near);
	if (tcn_window_keys(window))
		tcn_keys_stats(tcn_window_keys(window), &keys);
	const struct row rows[] = {
		{ { "near_items", false,
		      "Articles whose copies are found by fingerprint." },
		    (double)near.items },
		{ { "near_bytes", false,
		      "Memory of the fingerprints by which "
		      "copies are found." },
		    (double)near.bytes },
		{ { "near_dropped", true,
		      "Articles dropped early from these fingerprints, at the "
		      "cap near.memory." },
		    (double)near.dropped },
		{ { "sketches", false,
		      "Texts whose excerpts are found by sentences." },
		    (double)keys.records },
		{ { "sketches_sentences", false,
		      "Sentences of the texts whose "
		      "excerpts are found." },
		    (double)keys.keys },
		{ { "sketches_bytes", false,
		      "Memory of the sentences by which "
		      "excerpts are found." },
		    (double)keys.bytes },
		{ { "sketches_dropped", true,
		      "Texts dropped early from these sentences, at the cap "
		      "shingle.memory." },
		    (double)keys.dropped },
		{ { "sketches_common", true,
		      "Sentences left out of look-ups because many texts have "
		      "them." },
		    (double)keys.common },
		{ { "sketches_heavy", true,
		      "Those of them that are too frequent to be counted at "
		      "all." },
		    (double)keys.heavy },
		{ { "pairs_items", false,
		      "Texts whose rewrites are found by their words." },
		    (double)pairs.items },
		{ { "pairs_bytes", false,
		      "Memory of the words by which "
		      "rewrites are found." },
		    (double)pairs.bytes },
		{ { "pairs_dropped", true,
		      "Texts dropped early from these words, at the cap "
		      "pairs.memory." },
		    (double)pairs.dropped },
	};

	add_rows(rows, sizeof rows / sizeof *rows, out);
}

/* How many articles are alike to others, and in what way. */
static void
add_likeness(const struct tcn_pipeline_counts *n, struct tcn_buf *out)
{
	const struct row rows[] = {
		{ { "articles_copies", true, "Articles that copy another." },
		    (double)n->duplicates },
		{ { "articles_excerpts", true,
		      "Articles that share sentences with another." },
		    (double)n->excerpts },
		{ { "articles_rewrites", true,
		      "Articles that are rewrites of another." },
		    (double)n->rewrites },
		{ { "articles_forms", true,
		      "Articles that fill in the same form as another." },
		    (double)n->forms },
		{ { "articles_versions", true,
		      "Articles that are a later version of another." },
		    (double)n->versions },
	};

	add_rows(rows, sizeof rows / sizeof *rows, out);
}

static void
add_pictures(const struct tcn_api *api, struct tcn_buf *out)
{
	const struct tcn_pictures_counts n = tcn_pictures_counts(api->pictures);
	const struct row rows[] = {
		{ { "pictures_fetched", true,
		      "Pictures of articles that were asked for." },
		    (double)n.fetched },
		{ { "pictures_failed", true,
		      "Pictures of articles that could not be fetched or "
		      "shown." },
		    (double)n.failed },
		{ { "pictures_kept_bytes", false,
		      "Memory of the cache of pictures." },
		    (double)n.kept_bytes },
	};

	add_rows(rows, sizeof rows / sizeof *rows, out);
}

void
tcn_api_metrics(const struct tcn_api *api, struct tcn_buf *out)
{
	const struct tcn_intake_counts *in = tcn_intake_counts(api->intake);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(api->pipe);
	struct tcn_window *window =
	    tcn_detector_window(tcn_pipeline_detector(api->pipe));
	const struct row rows[] = {
		{ { "articles", true, "Articles taken in." },
		    (double)n->items },
		{ { "articles_known", true,
		      "Articles that were known already." },
		    (double)n->known },
		{ { "articles_rejected", true,
		      "Articles that could not be read." },
		    (double)in->rejected },
		{ { "articles_url_refused", true,
		      "Articles kept without their url: no http address." },
		    (double)n->urls_refused },
		{ { "requests_refused", true, "Requests put off with 429." },
		    (double)in->refused },
		{ { "articles_ignored", true,
		      "Articles stored that joined no story." },
		    (double)n->ignored },
		{ { "patterns_gave_up", true,
		      "Texts on which a pattern of a rule gave up." },
		    (double)api->patterns.total },
		{ { "events", true, "Events fired." }, (double)n->events },
		{ { "listeners", false, "Listeners to the stream of events." },
		    (double)tcn_sse_listeners(api->sse) },
		{ { "start_time_seconds", false, "When it was started." },
		    (double)api->started_ms / 1000 },
		{ { "memory_bytes", false, "Memory in use." },
		    (double)tcn_mem_live_bytes() },
	};

	add_rows(rows, sizeof rows / sizeof *rows, out);
	add_likeness(n, out);
	add_connections(tcn_http_conns(api->http), out);
	add_stories(window, out);
	add_window(window, out);
	add_reprints(window, out);
	add_dates(window, out);
	add_clock(api, out);
	add_answers(api, out);
	add_tokens(api, out);
	add_tagger(api, out);
	add_deliveries(api, out);
	add_pictures(api, out);
	tcn_api_metrics_store(api, out);
	tcn_api_metrics_log(api, out);
	tcn_api_metrics_feeds(api, out);
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
	tcn_json_uint(out, "urls_refused", n->urls_refused);
	tcn_json_uint(out, "copies", n->duplicates);
	tcn_json_uint(out, "similar", n->similar);
	tcn_json_uint(out, "excerpts", n->excerpts);
	tcn_json_uint(out, "versions", n->versions);
	tcn_json_close(out, '}');
	tcn_json_open(out, "stories", '{');
	tcn_json_uint(out, "opened", n->stories);
	tcn_json_uint(out, "open", stories.stories);
	tcn_json_uint(out, "items", stories.items);
	tcn_json_close(out, '}');
	tcn_json_uint(out, "events", n->events);
	tcn_json_uint(out, "commits",
	    tcn_store_commits(tcn_pipeline_store(api->pipe)));
	tcn_json_uint(out, "listeners", tcn_sse_listeners(api->sse));
	tcn_json_uint(out, "connections", tcn_http_conns(api->http)->open);
	tcn_json_uint(out, "memory_bytes", tcn_mem_live_bytes());
	tcn_buf_z(out, "}\n");
}
