/*
 * tocsin feeds: lists, adds, removes and polls feeds.
 */
#include <inttypes.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "sql/store_feeds.h"
#include "tools/base/now.h"
#include "tools/base/out.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/store_lock.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/conf/conf_stored.h"
#include "tools/conf/rulebook.h"
#include "tools/feeds/feed_conf.h"
#include "tools/feeds/opml.h"
#include "tools/feeds/poll.h"
#include "tools/feeds/subscribe.h"
#include "tools/input/input_file.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

#define OPML_BYTES_MAX ((size_t)16 * 1024 * 1024)
#define WAIT_MS        200 /* longest wait before an interrupt is noticed */

struct args {
	struct tcn_conf_args conf;
	const char *db, *alerts;
	bool all, quiet;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store that the feeds and their articles are in",
	    TCN_OPT_TEXT, offsetof(struct args, db) },
	{ "all", 'a', NULL, "poll: feeds that are not due, too", TCN_OPT_FLAG,
	    offsetof(struct args, all) },
	{ "alerts", 0, "FILE", "poll: write what fires to FILE, as NDJSON",
	    TCN_OPT_TEXT, offsetof(struct args, alerts) },
	{ "quiet", 'q', NULL, "poll: no line for a feed that went well",
	    TCN_OPT_FLAG, offsetof(struct args, quiet) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

/* One run of the verb. */
struct run {
	const struct args *args;
	const struct tcn_conf *conf;
	const struct tcn_rulebook *book;
	struct tcn_store *store;
	struct tcn_store_lock *lock;
	struct tcn_arena arena;
	struct tcn_buf out;
	struct tcn_out alerts;
	enum tcn_rc alerts_rc;
	struct tcn_feed_schedule schedule;
	struct tcn_fetch_conf fetch;
	int64_t now_ms;
	struct tcn_err err;
};

static enum tcn_rc
store_failed(struct run *run, enum tcn_rc rc)
{
	if (rc)
		run->err = *tcn_store_error(run->store);
	return rc;
}

/* --- list, export --- */

static void
list_feed(struct tcn_buf *out, const struct tcn_store_feed_row *feed,
    int64_t now_ms)
{
	char span[TCN_WHEN_BYTES];

	tcn_safe_terminal(out, feed->url);
	tcn_buf_z(out, "\n    ");
	if (feed->title.n) {
		tcn_safe_terminal(out, feed->title);
		tcn_buf_z(out, "; ");
	}
	tcn_buf_printf(out, "%" PRIu64 " entries", feed->entries);
	if (feed->undated)
		tcn_buf_printf(out, " (%" PRIu64 " undated)", feed->undated);
	if (feed->succeeded_ms == TCN_UNDATED)
		tcn_buf_z(out, "; never fetched");
	else
		tcn_buf_printf(out, "; fetched %s ago",
		    tcn_when_span(now_ms - feed->succeeded_ms, span));
	if (feed->due_ms > now_ms)
		tcn_buf_printf(out, ", next in %s",
		    tcn_when_span(feed->due_ms - now_ms, span));
	else
		tcn_buf_z(out, ", due");
	if (feed->failures) {
		tcn_buf_printf(out,
		    "\n    failed %" PRIu32 " time%s: ", feed->failures,
		    feed->failures == 1 ? "" : "s");
		tcn_safe_terminal(out, feed->error);
	}
	tcn_buf_char(out, '\n');
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	struct tcn_store_feed_list rows;
	enum tcn_rc rc = store_failed(run,
	    tcn_store_feeds(run->store, INT64_MAX, &run->arena, &rows));
	struct tcn_str folder = { 0 };

	(void)argc, (void)argv;
	for (size_t i = 0; !rc && i < rows.n; i++) {
		if (!tcn_str_equal(folder, rows.at[i].folder)) {
			folder = rows.at[i].folder;
			tcn_buf_z(&run->out, "[");
			tcn_safe_terminal(&run->out, folder);
			tcn_buf_z(&run->out, "]\n");
		}
		list_feed(&run->out, &rows.at[i], run->now_ms);
	}
	if (!rc && rows.n == 0)
		tcn_say("no feeds yet: 'tocsin feeds add --db %s URL'",
		    run->args->db);
	return rc;
}

static enum tcn_rc
export_opml(struct run *run, int argc, char **argv)
{
	struct tcn_store_feed_list rows;
	struct tcn_opml opml = { 0 };
	enum tcn_rc rc = store_failed(run,
	    tcn_store_feeds(run->store, INT64_MAX, &run->arena, &rows));

	(void)argc, (void)argv;
	if (rc)
		return rc;
	opml.feeds =
	    tcn_arena_zalloc(&run->arena, rows.n + 1, sizeof *opml.feeds);
	if (!opml.feeds)
		return TCN_NOMEM;
	for (size_t i = 0; i < rows.n; i++)
		opml.feeds[opml.n++] = (struct tcn_opml_feed){
			.url = rows.at[i].url,
			.title = rows.at[i].title,
			.site = rows.at[i].site,
			.folder = rows.at[i].folder,
		};
	tcn_opml_write(&opml, &run->out);
	return TCN_OK;
}

/* --- add, import, remove --- */

/* Adds a feed, unless the store has it already. found: what a look at it
 * gave, or NULL. */
static enum tcn_rc
note(struct run *run, struct tcn_store_tx *tx, const struct tcn_opml_feed *feed,
    const struct tcn_subscribe_found *found, size_t *added)
{
	struct tcn_store_feed_row row = {
		.url = feed->url,
		.title = feed->title,
		.site = feed->site,
		.folder = feed->folder,
	};
	struct tcn_store_feed_list rows;
	enum tcn_rc rc = store_failed(run,
	    tcn_store_feeds(run->store, INT64_MAX, &run->arena, &rows));

	for (size_t i = 0; !rc && i < rows.n; i++)
		if (tcn_str_equal(rows.at[i].url, feed->url))
			return TCN_OK;
	if (rc)
		return rc;
	tcn_feed_schedule_first(&run->schedule, run->now_ms, &row);
	if (found && found->error.n) {
		tcn_feed_schedule_failure(&run->schedule, run->now_ms,
		    found->retry_ms, &row);
		row.error = found->error;
	}
	rc = store_failed(run, tcn_store_put_feed(tx, &row));
	*added += rc == TCN_OK;
	return rc;
}

static enum tcn_rc
note_all(struct run *run, const struct tcn_opml *opml)
{
	size_t added = 0;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = store_failed(run, tcn_store_begin(run->store, &tx));

	for (size_t i = 0; !rc && i < opml->n; i++) {
		if (tcn_url_host(opml->feeds[i].url).n == 0) {
			tcn_say("%.*s: no http or https address; left out",
			    TCN_STR_ARG(opml->feeds[i].url));
			continue;
		}
		rc = note(run, tx, &opml->feeds[i], NULL, &added);
	}
	if (!rc)
		rc = store_failed(run, tcn_store_commit(run->store));
	if (!rc)
		tcn_say("%zu added, %zu in all that were named", added,
		    opml->n);
	return rc;
}

/* Says what became of an address that was named, unless all is well. */
static void
say_found(const struct run *run, const struct tcn_subscribe_found *found)
{
	struct tcn_store_feed_row row = { .url = found->url };
	char span[TCN_WHEN_BYTES];

	for (size_t i = 0; i < found->others.n; i++)
		tcn_say("the page names another feed: %.*s",
		    TCN_STR_ARG(found->others.at[i].url));
	if (found->url.n == 0 && found->error.n == 0)
		tcn_say("%s: interrupted; not added", found->named);
	else if (found->url.n == 0)
		tcn_say("%s: %.*s; not added", found->named,
		    TCN_STR_ARG(found->error));
	if (found->url.n == 0 || found->error.n == 0)
		return;
	tcn_feed_schedule_failure(&run->schedule, run->now_ms, found->retry_ms,
	    &row);
	tcn_say("%s: %.*s; kept, to be tried again in %s", found->named,
	    TCN_STR_ARG(found->error),
	    tcn_when_span(row.due_ms - run->now_ms, span));
}

/* Adds the feeds found; those that could not be read yet are tried again when
 * the schedule, or their server, says so. */
static enum tcn_rc
note_found(struct run *run, const struct tcn_subscribe_found *found, size_t n)
{
	size_t added = 0, refused = 0;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = store_failed(run, tcn_store_begin(run->store, &tx));

	for (size_t i = 0; !rc && i < n; i++) {
		const struct tcn_opml_feed feed = { .url = found[i].url,
			.title = found[i].title,
			.site = found[i].site };

		say_found(run, &found[i]);
		refused += found[i].url.n == 0;
		if (found[i].url.n)
			rc = note(run, tx, &feed, &found[i], &added);
	}
	if (!rc)
		rc = store_failed(run, tcn_store_commit(run->store));
	if (rc)
		return rc;
	if (n > refused)
		tcn_say("%zu added, %zu in all that were named", added, n);
	return refused ? tcn_err_set(&run->err, TCN_INVALID,
			     "%zu of %zu addresses not added", refused, n)
		       : TCN_OK;
}

static enum tcn_rc
add(struct run *run, int argc, char **argv)
{
	size_t n = (size_t)argc;
	struct tcn_subscribe_found *found =
	    tcn_arena_zalloc(&run->arena, n, sizeof *found);
	enum tcn_rc rc = TCN_NOMEM;

	tcn_stop_watch();
	if (found)
		rc = tcn_subscribe(&run->fetch, (const char *const *)argv, n,
		    tcn_stop_requested, &run->arena, found);
	return rc ? rc : note_found(run, found, n);
}

static enum tcn_rc
read_list(struct run *run, const char *path, struct tcn_buf *to)
{
	static char chunk[65536];
	struct tcn_input_file *in;
	size_t got;
	enum tcn_rc rc = tcn_input_file_open(path, &in, &run->err);

	if (rc)
		return rc;
	tcn_input_file_any_encoding(in);
	while (!(rc = tcn_input_file_read(in, chunk, sizeof chunk, &got)) &&
	    to->n <= OPML_BYTES_MAX)
		tcn_buf_add(to, chunk, got);
	tcn_err_at(&run->err, tcn_input_file_name(in), 0, 0);
	if (rc == TCN_OK)
		rc = tcn_err_set(&run->err, TCN_INVALID,
		    "a list of feeds of over 16 MiB is not read");
	else if (rc != TCN_DONE)
		tcn_err_set(&run->err, rc, "%s", tcn_input_file_error(in));
	tcn_input_file_close(in);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static enum tcn_rc
import(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		struct tcn_buf bytes = { 0 };
		struct tcn_opml opml;

		rc = read_list(run, argv[i], &bytes);
		if (!rc)
			rc = tcn_opml_parse(tcn_buf_view(&bytes), &run->arena,
			    &opml, &run->err);
		tcn_buf_fini(&bytes);
		if (!rc)
			rc = note_all(run, &opml);
	}
	return rc;
}

static enum tcn_rc
drop(struct run *run, int argc, char **argv)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = store_failed(run, tcn_store_begin(run->store, &tx));

	for (int i = 0; !rc && i < argc; i++) {
		bool found;

		rc = store_failed(run,
		    tcn_store_drop_feed(tx, tcn_str(argv[i]), &found));
		if (!rc && !found)
			rc = tcn_err_set(&run->err, TCN_INVALID,
			    "%s: no such feed; 'tocsin feeds list' names them",
			    argv[i]);
	}
	return rc ? rc : store_failed(run, tcn_store_commit(run->store));
}

/* --- poll --- */

static void
say_feed(void *ctx, const struct tcn_store_feed_row *feed, uint64_t fresh)
{
	const struct run *run = ctx;

	if (feed->failures)
		tcn_say("%.*s: %.*s", TCN_STR_ARG(feed->url),
		    TCN_STR_ARG(feed->error));
	else if (!run->args->quiet)
		tcn_say("%.*s: %" PRIu64 " new", TCN_STR_ARG(feed->url), fresh);
}

static void
say_alert(void *ctx, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	struct run *run = ctx;
	struct tcn_buf line = { 0 };

	tcn_alert_text(&run->out, event, names);
	if (tcn_say_out(&run->out))
		run->alerts_rc = TCN_IO;
	tcn_buf_clear(&run->out);
	tcn_alert_json(&line, event, names);
	if (run->args->alerts && !run->alerts_rc)
		run->alerts_rc =
		    tcn_out_add(&run->alerts, tcn_buf_view(&line), &run->err);
	tcn_buf_fini(&line);
}

static void
say_counts(const struct tcn_poll_counts *n)
{
	tcn_say("%" PRIu64 " feeds (%" PRIu64 " unchanged, %" PRIu64
		" failed), %" PRIu64 " new entries, %" PRIu64 " known, %" PRIu64
		" left out, %" PRIu64 " events",
	    n->feeds, n->unchanged, n->failed, n->entries, n->known,
	    n->left_out, n->events);
	if (n->stale_events)
		tcn_say("%" PRIu64
			" events of the past are stored without an alert",
		    n->stale_events);
}

static enum tcn_rc
poll_into(struct run *run, struct tcn_pipeline *pipe)
{
	const struct tcn_poll_conf conf = {
		.fetch = run->fetch,
		.schedule = run->schedule,
		.now_ms = run->now_ms,
		.all = run->args->all,
		.fetched = say_feed,
		.fired = say_alert,
		.ctx = run,
	};
	struct tcn_poll *feeds;
	enum tcn_rc rc = tcn_poll_open(&conf, pipe, &feeds, &run->err);

	while ((rc == TCN_OK || rc == TCN_LIMIT) && !tcn_stop_requested())
		rc = tcn_poll_step(feeds, WAIT_MS, &run->err);
	if (rc == TCN_OK || rc == TCN_LIMIT || rc == TCN_DONE)
		rc = tcn_pipeline_finish(pipe, &run->err);
	if (!rc)
		say_counts(tcn_poll_counts(feeds));
	tcn_poll_close(feeds);
	return rc ? rc : run->alerts_rc;
}

/* The pipeline has a store and a lock of its own. */
static enum tcn_rc
poll(struct run *run, int argc, char **argv)
{
	struct tcn_pipeline_conf conf;
	struct tcn_pipeline *pipe;
	enum tcn_rc rc = TCN_OK;

	(void)argc, (void)argv;
	tcn_setup_pipeline(run->conf, &conf);
	conf.verb = "feeds poll";
	conf.existing = true;
	tcn_rulebook_use(run->book, &conf.detector);
	if (run->args->alerts)
		rc = tcn_out_open(&run->alerts, run->args->alerts, &run->err);
	if (!rc)
		rc = tcn_pipeline_open(&conf, run->args->db, &pipe, &run->err);
	if (rc)
		return rc;
	tcn_stop_watch();
	rc = tcn_setup_record(pipe, run->conf, run->book, &run->err);
	if (!rc)
		rc = poll_into(run, pipe);
	tcn_pipeline_close(pipe);
	return rc ? rc : tcn_out_commit(&run->alerts, &run->err);
}

/* --- the verb --- */

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	enum tcn_store_mode mode;
} actions[] = {
	{ { "list", 0, 0 }, list, TCN_STORE_READ_ONLY },
	{ { "add", 1, -1 }, add, TCN_STORE_CREATE },
	{ { "remove", 1, -1 }, drop, TCN_STORE_EXISTING },
	{ { "import", 1, -1 }, import, TCN_STORE_CREATE },
	{ { "export", 0, 0 }, export_opml, TCN_STORE_READ_ONLY },
	{ { "poll", 0, 0 }, poll, TCN_STORE_EXISTING },
};

static const struct action *
find_action(const struct args *args, const char *name, int argc)
{
	static const struct tcn_verb_actions all =
	    TCN_VERB_ACTIONS("feeds", actions);
	const struct action *action = tcn_verb_action_find(&all, name);
	int misfit = action ? tcn_verb_action_misfit(&action->is, argc) : 0;

	if (!action || (args->db && !misfit))
		return action;
	tcn_say(!args->db    ? "feeds: --db FILE must say which store"
		: misfit > 0 ? "feeds: that action takes no arguments"
			     : "feeds: the action needs an argument");
	return NULL;
}

static enum tcn_rc
open_store(struct run *run, const struct action *action)
{
	enum tcn_rc rc = TCN_OK;

	if (action->run == poll)
		return TCN_OK;
	if (action->mode != TCN_STORE_READ_ONLY)
		rc = tcn_store_lock_take_beside(run->args->db, "feeds",
		    &run->lock, &run->err);
	if (rc)
		return rc;
	return tcn_store_open(run->args->db, action->mode, &run->store,
	    &run->err);
}

static int
act(struct run *run, const struct action *action, int argc, char **argv)
{
	enum tcn_rc rc;
	int code;

	tcn_arena_init(&run->arena, 0);
	rc = open_store(run, action);
	if (!rc)
		rc = action->run(run, argc, argv);
	if (rc == TCN_NOMEM)
		tcn_err_set(&run->err, rc, "out of memory");
	code = rc ? tcn_say_rc(rc, &run->err) : tcn_say_out(&run->out);
	tcn_out_discard(&run->alerts);
	tcn_store_close(run->store);
	tcn_store_lock_release(run->lock);
	tcn_buf_fini(&run->out);
	tcn_arena_fini(&run->arena);
	return code;
}

static int
run_feeds(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = find_action(args, argv[0], argc - 1);
	struct run run = { .args = args, .now_ms = tcn_now_wall_ms() };
	struct tcn_rulebook book = { .match = NULL };
	struct tcn_conf conf;
	int code;

	if (!action)
		return TCN_EXIT_USAGE;
	code = tcn_conf_start(&args->conf, &conf);
	if (!code)
		code = tcn_rulebook_start(&conf, &book);
	if (!code) {
		run.conf = &conf;
		run.book = &book;
		tcn_feed_conf_set(&conf, &run.fetch, &run.schedule);
		code = act(&run, action, argc - 1, argv + 1);
	}
	tcn_rulebook_close(&book);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_feeds = {
	.name = "feeds",
	.summary = "add, list and fetch feeds",
	.usage = "list|export|poll --db FILE | add|remove URL... --db FILE | "
		 "import OPML... --db FILE",
	.details =
	    "add stores feeds by their address, or by that of a page that "
	    "names one. One whose server is in trouble at that moment (429, "
	    "500, no answer in time) is kept, and polled when that is due; an "
	    "address with no feed is refused, and the others are added. import "
	    "and export speak OPML, as feed readers do. list "
	    "shows the state of each.\n\npoll fetches the feeds that are due "
	    "once, takes their new entries in, shows what fires, and ends: run "
	    "it every few minutes. Each feed is fetched as often as it has new "
	    "entries, between feeds.least and feeds.most; one that fails is "
	    "tried again later and later. Entries that a feed still holds from "
	    "before are stored and raise no alert.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_feeds,
};
