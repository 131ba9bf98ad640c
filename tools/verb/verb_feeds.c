/*
 * tocsin feeds: lists, adds, removes and polls feeds.
 */
#include <inttypes.h>

#include "engine/base/arena.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/when.h"
#include "tools/intake/feeds/opml.h"
#include "tools/intake/feeds/subscribe.h"
#include "tools/intake/input/input_file.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/feed_body.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"
#include "tools/verb/verb_feeds_impl.h"

#define OPML_BYTES_MAX ((size_t)16 * 1024 * 1024)

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct tcn_verb_feeds_args, session),
	{ "all", 'a', NULL, "poll: feeds that are not due, too", TCN_OPT_FLAG,
	    offsetof(struct tcn_verb_feeds_args, all) },
	{ "allow-private", 0, "RANGES",
	    "add: fetch these feeds also from these addresses of private "
	    "networks, e.g. 10.0.0.0/8,fd00::/8",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_feeds_args, allowed) },
	{ "sitemap", 0, NULL,
	    "add: read the site of URL by its sitemaps, or the sitemap URL",
	    TCN_OPT_FLAG, offsetof(struct tcn_verb_feeds_args, sitemap) },
	{ "since", 0, "DATE",
	    "add --sitemap: leave out what is older than DATE", TCN_OPT_TEXT,
	    offsetof(struct tcn_verb_feeds_args, since) },
	{ "gaps", 0, NULL,
	    "list: only feeds that were fetched too seldom, as every entry was "
	    "new each time",
	    TCN_OPT_FLAG, offsetof(struct tcn_verb_feeds_args, gaps) },
	{ "alerts", 0, "FILE", "poll: write what fires to FILE, as NDJSON",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_feeds_args, alerts) },
	{ "quiet", 'q', NULL,
	    "poll: no line for a feed that was fetched "
	    "without error",
	    TCN_OPT_FLAG, offsetof(struct tcn_verb_feeds_args, quiet) },
	{ "json", 0, NULL, "list: print JSON, an object a line", TCN_OPT_FLAG,
	    offsetof(struct tcn_verb_feeds_args, json) },
	TCN_CONF_OPTS(struct tcn_verb_feeds_args, conf),
	{ 0 },
};

/* --- list --- */

/* Says what feeds with gaps mean, and what mends them. */
static void
say_gaps(const struct tcn_verb_feeds_run *run)
{
	char span[TCN_WHEN_BYTES];

	if (!run->session.out.n)
		tcn_say("no feed has gaps: in the last fetches of each, some "
			"entries were known");
	else
		tcn_say("between two fetches of these, entries may have come "
			"and gone: lower feeds.least (%s), or poll more often",
		    tcn_when_span(run->schedule.least_ms, span));
}

static enum tcn_rc
list(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_show_row_feeds feeds = { .now_ms = run->now_ms };
	enum tcn_rc rc;

	(void)argc, (void)argv;
	tcn_session_path(session, "/v1/feeds");
	if (run->args->gaps)
		tcn_session_param(session, "gaps", "true");
	rc = tcn_session_get(session, NULL);
	if (!rc)
		rc = tcn_session_each(session, "feeds", run->args->json,
		    tcn_show_row_feed, &feeds);
	tcn_buf_fini(&feeds.folder);
	if (rc)
		return rc;
	if (run->args->gaps)
		say_gaps(run);
	else if (!session->out.n)
		tcn_say("no feeds yet: 'tocsin feeds add --db FILE URL'");
	return TCN_OK;
}

/* --- add, import, remove --- */

/* Posts the feeds of opml; found: of each what a look at it gave, or NULL. */
static enum tcn_rc
post_all(struct tcn_verb_feeds_run *run, const struct tcn_opml *opml,
    const struct tcn_subscribe_found *found, size_t named)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/feeds");
	tcn_json_open(&session->body, NULL, '{');
	tcn_json_open(&session->body, "feeds", '[');
	for (size_t i = 0; i < opml->n; i++)
		if (opml->feeds[i].url.n)
			tcn_feed_body(session, &opml->feeds[i],
			    found ? &found[i] : NULL, &run->more);
	tcn_json_close(&session->body, ']');
	tcn_json_close(&session->body, '}');
	rc = tcn_session_post(session, &answer);
	if (!rc)
		rc = tcn_session_expect(session, &answer, "added");
	if (!rc) {
		/* Says what became of the feeds that were posted. */
		struct tcn_json_value at = tcn_json_member(&answer, "left_out");

		for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
			tcn_say("%.*s: no http or https address; left out",
			    TCN_STR_ARG(at.s));
		tcn_say("%.0f added, %zu in all that were named",
		    tcn_json_member(&answer, "added").n, named);
	}
	return rc;
}

/* Says what became of an address that was named, unless all is well. */
static void
say_found(const struct tcn_verb_feeds_run *run,
    const struct tcn_subscribe_found *found)
{
	struct tcn_store_feed_row row = { .url = found->url };
	char span[TCN_WHEN_BYTES];

	for (size_t i = 0; i < found->others.n; i++)
		tcn_say("the page names another feed: %.*s",
		    TCN_STR_ARG(found->others.at[i].url));
	if (found->url.n == 0)
		tcn_say("%s: %.*s; not added", found->named,
		    TCN_STR_ARG(found->error.n ? found->error
					       : tcn_str("interrupted")));
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
post_found(struct tcn_verb_feeds_run *run,
    const struct tcn_subscribe_found *found, size_t n)
{
	struct tcn_opml opml = { .n = n };
	size_t refused = 0;
	enum tcn_rc rc = TCN_OK;

	opml.feeds =
	    tcn_arena_zalloc(&run->session.arena, n, sizeof *opml.feeds);
	for (size_t i = 0; i < n; i++) {
		say_found(run, &found[i]);
		refused += found[i].url.n == 0;
		opml.feeds[i] = (struct tcn_opml_feed){ .url = found[i].url,
			.title = found[i].title,
			.site = found[i].site };
	}
	if (n > refused)
		rc = post_all(run, &opml, found, n);
	if (rc)
		return rc;
	return refused ? tcn_err_set(&run->session.err, TCN_INVALID,
			     "%zu of %zu addresses not added", refused, n)
		       : TCN_OK;
}

/* Of a daemon, which will fetch the feeds, its own feeds.private counts. */
static enum tcn_rc
take_private(struct tcn_verb_feeds_run *run)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value settings, at;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/settings");
	rc = tcn_session_get(session, &settings);
	if (!rc)
		rc = tcn_session_expect(session, &settings, "changed");
	if (rc)
		return rc;
	run->fetch.allowed = (struct tcn_networks){ 0 };
	at = tcn_json_member(&settings, "changed");
	for (at = tcn_json_first(&at); !rc && at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(tcn_json_member(&at, "key").s,
			tcn_str("feeds.private")))
			rc = tcn_networks_parse(tcn_json_member(&at, "value").s,
			    &run->fetch.allowed, &session->err);
	return rc;
}

/* Takes the addresses of --allow-private, for a look at the feeds. */
static enum tcn_rc
allow(struct tcn_verb_feeds_run *run)
{
	struct tcn_networks more;
	struct tcn_err why = { .text = "they and feeds.private are too many" };
	enum tcn_rc rc =
	    tcn_networks_parse(tcn_str(run->args->allowed), &more, &why);

	if (rc || !tcn_networks_add(&run->fetch.allowed, &more))
		return tcn_err_set(&run->session.err, TCN_INVALID,
		    "--allow-private: %s", why.text);
	return TCN_OK;
}

/* Takes the options of add: what is true of all the feeds it names. */
static enum tcn_rc
take_more(struct tcn_verb_feeds_run *run)
{
	const struct tcn_verb_feeds_args *args = run->args;
	enum tcn_rc rc = TCN_OK;

	run->more.sitemap = args->sitemap;
	if (args->since && !args->sitemap)
		return tcn_err_set(&run->session.err, TCN_INVALID,
		    "--since is for --sitemap: of a feed all entries are "
		    "taken");
	if (run->session.client)
		rc = take_private(run);
	if (!rc && args->allowed)
		rc = allow(run);
	return rc ? rc
		  : tcn_when_option("--since", args->since, &run->more.since_ms,
			&run->session.err);
}

static enum tcn_rc
add(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	size_t n = (size_t)argc;
	struct tcn_subscribe_found *found =
	    tcn_arena_zalloc(&run->session.arena, n, sizeof *found);
	enum tcn_rc rc = take_more(run);

	if (rc)
		return rc;
	tcn_stop_watch();
	rc = (run->args->sitemap ? tcn_subscribe_sites
				 : tcn_subscribe)(&run->fetch,
	    (const char *const *)argv, n, tcn_stop_requested,
	    &run->session.arena, found);
	return rc ? rc : post_found(run, found, n);
}

static enum tcn_rc
read_list(struct tcn_verb_feeds_run *run, const char *path, struct tcn_buf *to)
{
	static char chunk[65536];
	struct tcn_input_file *in;
	size_t got;
	enum tcn_rc rc = tcn_input_file_open(path, &in, &run->session.err);

	if (rc)
		return rc;
	tcn_input_file_any_encoding(in);
	while (!(rc = tcn_input_file_read(in, chunk, sizeof chunk, &got)) &&
	    to->n <= OPML_BYTES_MAX)
		tcn_buf_add(to, chunk, got);
	tcn_err_at(&run->session.err, tcn_input_file_name(in), 0, 0);
	if (rc == TCN_OK)
		rc = tcn_err_set(&run->session.err, TCN_INVALID,
		    "a list of feeds of over 16 MiB is not read");
	else if (rc != TCN_DONE)
		tcn_err_set(&run->session.err, rc, "%s",
		    tcn_input_file_error(in));
	tcn_input_file_close(in);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static enum tcn_rc
import(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		struct tcn_buf bytes = { 0 };

		rc = read_list(run, argv[i], &bytes);
		if (!rc)
			rc = tcn_verb_feeds_take(run, tcn_buf_view(&bytes));
		tcn_buf_fini(&bytes);
	}
	return rc;
}

static enum tcn_rc
drop(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/feeds/remove");
	tcn_json_open(&session->body, NULL, '{');
	tcn_json_open(&session->body, "urls", '[');
	for (int i = 0; i < argc; i++)
		tcn_feed_body_text(session, NULL, tcn_str(argv[i]));
	tcn_json_close(&session->body, ']');
	tcn_json_close(&session->body, '}');
	rc = tcn_session_post(session, NULL);
	return rc == TCN_DONE ? TCN_INVALID : rc;
}

/* --- the verb --- */

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct tcn_verb_feeds_run *run, int argc,
	    char **argv);
	enum tcn_session_use use;
} actions[] = {
	{ { "list", 0, 0 }, list, TCN_SESSION_READS },
	{ { "add", 1, -1 }, add, TCN_SESSION_MAKES },
	{ { "remove", 1, -1 }, drop, TCN_SESSION_WRITES },
	{ { "import", 1, -1 }, import, TCN_SESSION_MAKES },
	{ { "export", 0, 0 }, tcn_verb_feeds_export, TCN_SESSION_READS },
	{ { "show", 1, -1 }, tcn_verb_feeds_show, TCN_SESSION_READS },
	{ { "pause", 1, -1 }, tcn_verb_feeds_pause, TCN_SESSION_WRITES },
	{ { "resume", 1, -1 }, tcn_verb_feeds_resume, TCN_SESSION_WRITES },
	{ { "poll", 0, 0 }, tcn_verb_feeds_poll, TCN_SESSION_WRITES },
};

static const struct tcn_verb_actions all = TCN_VERB_ACTIONS("feeds", actions);

static const struct action *
find_action(const char *name, int argc)
{
	const struct action *action = tcn_verb_action_find(&all, name);
	int misfit = action ? tcn_verb_action_misfit(&action->is, argc) : 0;

	if (!misfit)
		return action;
	tcn_say(misfit > 0 ? "feeds: that action takes no arguments"
			   : "feeds: the action needs an argument");
	return NULL;
}

static int
run_feeds(const void *opts_in, int argc, char **argv)
{
	const struct tcn_verb_feeds_args *args = opts_in;
	const struct action *action = find_action(argv[0], argc - 1);
	struct tcn_verb_feeds_run run = { .args = args,
		.more = { .allowed = args->allowed, .since_ms = TCN_UNDATED },
		.now_ms = tcn_now_wall_ms() };
	struct tcn_rulebook book = { .match = NULL };
	struct tcn_conf conf;
	int code;

	if (!action)
		return TCN_EXIT_USAGE;
	code = tcn_conf_start(&args->conf, &conf);
	if (!code)
		code = tcn_rulebook_start(&conf, &book);
	if (!code) {
		enum tcn_rc rc;

		run.conf = &conf;
		run.book = &book;
		tcn_feed_conf_set(&conf, &run.fetch, &run.schedule);
		rc = TCN_OK;
		if (action->run != tcn_verb_feeds_poll)
			rc = tcn_session_open(&run.session, &run.args->session,
			    run.conf, action->use, "feeds");
		if (!rc)
			rc = action->run(&run, argc - 1, argv + 1);
		code = tcn_session_close(&run.session, rc);
		tcn_out_discard(&run.alerts);
	}
	tcn_rulebook_close(&book);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_feeds = {
	.name = "feeds",
	.summary = "add, list and fetch feeds",
	.usage = "list|export|poll | add|show|pause|resume|remove URL... | "
		 "import OPML...; each with --db FILE or --url URL | "
		 "entries|extract FILE...",
	.details =
	    "add stores feeds by their address, or by that of a page that "
	    "names one. One whose server is in trouble at that moment (429, "
	    "500, no answer in time) is kept, and polled when that is due; an "
	    "address with no feed is refused, and the others are added. import "
	    "and export speak OPML, as feed readers do. list "
	    "shows the state of each, and show that of one with its last 20 "
	    "fetches. What is paused is not fetched until resume.\n\npoll "
	    "fetches the feeds that are due "
	    "once, takes their new entries in, shows what fires, and ends: run "
	    "it every few minutes. Each feed is fetched as often as it has new "
	    "entries, between feeds.least and feeds.most; one that fails is "
	    "tried again later and later. Entries that a feed still holds from "
	    "before are stored and raise no alert.\n\nadd --sitemap reads a "
	    "site by its sitemaps in place of a feed: those that its "
	    "robots.txt names, else /sitemap.xml. Of a news sitemap the "
	    "headlines are taken in; for an address without a title the page "
	    "is fetched, and the article taken out of it.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct tcn_verb_feeds_args),
	.args_min = 1,
	.args_max = -1,
	.run = run_feeds,
};
