/*
 * tocsin check: are the files sound, is the store whole?
 */
#include <inttypes.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store_check.h"
#include "sql/store_mend.h"
#include "sql/store_retain.h"
#include "sql/store_space.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/store_lock.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/conf/conf_stored.h"
#include "tools/intake/kafka/kafka.h"
#include "tools/pipeline/setup.h"
#include "tools/serve/daemon/daemon.h"
#include "tools/verb/check_file.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	const char *db;
	bool json, mend_clock, mend_items;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "db", 0, "FILE", "check this store, too", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "mend-clock", 0, NULL,
	    "with --db: take a store whose time is ahead of this machine's "
	    "clock back to it",
	    TCN_OPT_FLAG, offsetof(struct args, mend_clock) },
	{ "mend-items", 0, NULL,
	    "with --db: remove features, vectors and content words that "
	    "cannot be read",
	    TCN_OPT_FLAG, offsetof(struct args, mend_items) },
	{ "json", 0, NULL, "print findings about files as JSON, a line each",
	    TCN_OPT_FLAG, offsetof(struct args, json) },
	{ 0 },
};

static void
say_finding(void *ctx, const char *finding)
{
	tcn_say("%s: %s", (const char *)ctx, finding);
}

/* Lists the store's settings that are not the defaults, and takes them over. */
static void
say_settings(const struct tcn_store *store, const char *path,
    struct tcn_conf *conf)
{
	struct tcn_str then = { NULL, 0 }, line;
	struct tcn_buf usual = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 4096);
	rc = tcn_conf_stored_read(store, &arena, &then);
	if (!rc && !then.at)
		tcn_say("%s: does not know with which settings it was filled",
		    path);
	tcn_conf_stored_text(conf, NULL, &usual);
	while (!rc && tcn_conf_stored_line(&then, &line)) {
		struct tcn_str text;

		if (tcn_conf_stored_has(tcn_buf_view(&usual), line))
			continue;
		tcn_say("%s: filled with %.*s", path, TCN_STR_ARG(line));
		/* Takes over one of the store's settings, of which this version
		 * may not know some. */
		tcn_arena_str(&arena, line, &text);
		(void)!tcn_conf_set(conf, text.at, NULL);
	}
	tcn_buf_fini(&usual);
	tcn_arena_fini(&arena);
}

/* A stream that is ahead of the clock takes articles of today for old news. */
static int
check_time(const char *path, const struct tcn_pipeline *pipe,
    const struct tcn_conf *conf)
{
	int64_t ahead_ms = tcn_pipeline_stream_ms(pipe) - tcn_now_wall_ms();
	char span[TCN_WHEN_BYTES];

	if (ahead_ms <= conf->time.future_ms)
		return TCN_EXIT_OK;
	tcn_say("%s: the stream's time is %s ahead of this machine's clock, so "
		"that articles of today do not count: if the clock is right, "
		"'tocsin check --mend-clock --db %s' mends it",
	    path, tcn_when_span(ahead_ms, span), path);
	return TCN_EXIT_NO;
}

/* How large the store is. Damage that is met here is found by the check. */
static void
say_space(const struct tcn_store *store, const char *path)
{
	struct tcn_store_space space;
	double mib = 1024.0 * 1024.0;
	struct tcn_store_removed removed[TCN_STORE_KEPT_KINDS];
	char when[TCN_WHEN_BYTES];

	if (tcn_store_space(store, &space))
		return;
	mib /= (double)space.page_bytes;
	tcn_say("%s: %.1f MiB, %.1f MiB of it free", path,
	    (double)space.pages / mib, (double)space.free_pages / mib);
	if (!space.shrinks && space.free_pages > space.pages / 10)
		tcn_say("%s: an older program made it, and it cannot shrink: "
			"'tocsin vacuum --db %s' rewrites it once",
		    path, path);
	/* What retention has removed so far. */
	if (tcn_store_removed(store, removed))
		return;
	for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		if (removed[i].n)
			tcn_say("%s: removed so far: %" PRIu64
				" %s, the newest of %s",
			    path, removed[i].n,
			    tcn_store_retained_kind_name((enum tcn_store_kept)
				    i),
			    tcn_when_text(removed[i].newest_ms, when));
}

/*
 * Reads the detector's saved state into a detector with the settings that
 * filled the store, and checks that. Rules are those of the settings: events of
 * others are read as those of rules that are gone. Returns enum tcn_exit.
 */
static int
check_state(const char *path, const struct tcn_conf *conf)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	int code = TCN_EXIT_OK;
	enum tcn_rc rc;

	tcn_setup_pipeline(conf, &pipe_conf);
	pipe_conf.read_only = pipe_conf.long_running = true;
	pipe_conf.prepare.textcat_dir = NULL;
	rc = tcn_pipeline_open(&pipe_conf, path, &pipe, &err);
	if (!rc) {
		rc = tcn_pipeline_check(pipe, &err);
		if (!rc)
			code = check_time(path, pipe, conf);
		tcn_pipeline_close(pipe);
	}
	if (rc != TCN_CORRUPT)
		return rc ? tcn_say_rc(rc, &err) : code;
	tcn_say("%s: %s", path, err.text);
	return TCN_EXIT_NO;
}

/* Mends a store that was found sound, if there is anything to mend. */
static int
mend_clock(const char *path, const struct tcn_conf *conf)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_pipeline_mended mended;
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	int64_t now_ms = tcn_now_wall_ms(), ahead_ms;
	enum tcn_rc rc;

	tcn_setup_pipeline(conf, &pipe_conf);
	pipe_conf.existing = pipe_conf.long_running = true;
	pipe_conf.verb = "check --mend-clock";
	pipe_conf.prepare.textcat_dir = NULL;
	rc = tcn_pipeline_open(&pipe_conf, path, &pipe, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	ahead_ms = tcn_pipeline_stream_ms(pipe) - now_ms;
	if (ahead_ms <= conf->time.future_ms) {
		tcn_say("%s: the stream's time is not ahead of this machine's "
			"clock: there is nothing to mend",
		    path);
	} else {
		rc = tcn_pipeline_mend_clock(pipe, now_ms, &mended, &err);
		if (!rc) {
			char span[TCN_WHEN_BYTES];

			tcn_say("%s: the stream's time was %s ahead of this "
				"machine's clock and is now right: %" PRIu64
				" articles and %" PRIu64
				" events that lay in the future count as of "
				"now, %" PRIu64 " open events were closed, and "
				"what is usual is learnt anew",
			    path, tcn_when_span(ahead_ms, span), mended.items,
			    mended.events, mended.closed);
		}
	}
	tcn_pipeline_close(pipe);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static enum tcn_rc
drop_unreadable(const char *path, struct tcn_err *err)
{
	struct tcn_store *store;
	struct tcn_store_tx *tx;
	uint64_t n = 0;
	enum tcn_rc rc = tcn_store_open(path, TCN_STORE_EXISTING, &store, err);

	if (rc)
		return rc;
	rc = tcn_store_begin(store, &tx);
	if (!rc)
		rc = tcn_store_drop_unreadable(tx, &n);
	rc = tcn_store_end(store, rc);
	if (rc)
		*err = *tcn_store_error(store);
	else
		tcn_say("%s: removed what could not be read of %" PRIu64
			" article%s",
		    path, n, n == 1 ? "" : "s");
	tcn_store_close(store);
	return rc;
}

/* Before the store is checked, as what is removed is a finding. */
static int
mend_items(const char *path)
{
	struct tcn_store_lock *lock;
	struct tcn_err err = { 0 };
	enum tcn_rc rc =
	    tcn_store_lock_take(path, "check --mend-items", false, &lock, &err);

	if (rc)
		return tcn_say_rc(rc, &err);
	rc = drop_unreadable(path, &err);
	tcn_store_lock_release(lock);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static int
check_store(const char *path, bool mend)
{
	struct tcn_err err = { 0 };
	struct tcn_store *store;
	struct tcn_conf conf;
	enum tcn_rc rc =
	    tcn_store_open(path, TCN_STORE_READ_ONLY, &store, &err);
	int code = TCN_EXIT_OK;

	if (rc)
		return tcn_say_rc(rc, &err);
	rc = tcn_conf_init(&conf);
	if (!rc) {
		say_settings(store, path, &conf); /* damage is found below */
		say_space(store, path);
		rc = tcn_store_check(store, say_finding,
		    (void *)(uintptr_t)path);
	}
	if (rc == TCN_CORRUPT)
		code = TCN_EXIT_NO;
	else if (rc)
		code = tcn_say_rc(rc, tcn_store_error(store));
	tcn_store_close(store);
	if (!code && mend)
		code = mend_clock(path, &conf);
	if (!code)
		code = check_state(path, &conf);
	if (!code)
		tcn_say("%s: all is well", path);
	tcn_conf_fini(&conf);
	return code;
}

/* Findings about a path go to standard output; that all is well is said on
 * standard error. before: what had been found until then. */
static int
say_findings(struct tcn_check *check, const char *path,
    const struct tcn_check *before)
{
	size_t errors_n = check->errors_n - before->errors_n;
	size_t warnings_n = check->warnings_n - before->warnings_n;
	int code = tcn_say_out(&check->out);

	tcn_buf_clear(&check->out);
	if (errors_n || warnings_n)
		tcn_say("%s: %zu error%s, %zu warning%s", path, errors_n,
		    errors_n == 1 ? "" : "s", warnings_n,
		    warnings_n == 1 ? "" : "s");
	else
		tcn_say("%s: all is well", path);
	return code ? code : errors_n ? TCN_EXIT_NO : TCN_EXIT_OK;
}

static int
check_file(struct tcn_check *check, const char *path)
{
	const struct tcn_check before = *check;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_check_file(check, path, &err);

	if (rc == TCN_DONE)
		return check_store(path, false);
	return rc ? tcn_say_rc(rc, &err) : say_findings(check, path, &before);
}

static int
check_templates(struct tcn_check *check, const char *dir)
{
	const struct tcn_check before = *check;

	tcn_check_templates(check, dir);
	return say_findings(check, dir, &before);
}

/* Checks the section of a log, which takes the client to do. */
static int
check_log(const struct args *args, const struct tcn_conf *conf)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	tcn_err_at(&err, args->conf.file, 0, 0);
	rc = tcn_kafka_check(conf, &err);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static void
say_mistake(void *ctx, const struct tcn_err *err)
{
	(void)ctx;
	(void)!tcn_say_rc(TCN_INVALID, err);
}

/* Reads the settings, and says each mistake. */
static int
check_settings(const struct args *args, struct tcn_conf *conf)
{
	struct tcn_err err = { .each = say_mistake };
	enum tcn_rc rc = tcn_conf_load(&args->conf, conf, &err);

	if (!rc) {
		tcn_conf_say_warnings(conf);
		return TCN_EXIT_OK;
	}
	return rc == TCN_INVALID && err.told ? TCN_EXIT_USAGE
					     : tcn_say_rc(rc, &err);
}

/*
 * Checks what the configuration names: receivers, then rules and editions,
 * which may notify them, and templates. Of receivers with a mistake none is
 * known.
 */
static int
check_named(struct tcn_check *check, const struct tcn_conf *conf,
    struct tcn_receiver_set **receivers)
{
	const char *const files[] = { conf->deliver.receivers, conf->rules.file,
		conf->report.editions };
	int code = TCN_EXIT_OK;

	if (conf->deliver.receivers)
		(void)!tcn_receiver_set_read(conf->deliver.receivers, receivers,
		    NULL);
	check->receivers = *receivers;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		int one = files[i] ? check_file(check, files[i]) : TCN_EXIT_OK;

		code = code ? code : one;
	}
	if (conf->report.templates) {
		int one = check_templates(check, conf->report.templates);

		code = code ? code : one;
	}
	return code;
}

/* Checks all files; returns the first code that is not 0. */
static int
check_files(struct tcn_check *check, int argc, char **argv)
{
	int first = TCN_EXIT_OK;

	for (int i = 0; i < argc; i++) {
		int code = check_file(check, argv[i]);

		if (!first)
			first = code;
	}
	return first;
}

static int
run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_check check = { .json = args->json };
	struct tcn_receiver_set *receivers = NULL;
	struct tcn_conf conf;
	int code, next;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	if ((args->mend_clock || args->mend_items) && !args->db) {
		tcn_say("check --mend-%s: --db FILE must say which store",
		    args->mend_clock ? "clock" : "items");
		return TCN_EXIT_USAGE;
	}
	code = check_settings(args, &conf);
	check.conf = &conf;
	if (!code)
		code = check_log(args, &conf);
	rc = tcn_daemon_check(&conf, &err);
	next = rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
	code = code ? code : next;
	if (!code && args->conf.file)
		tcn_say("%s: all is well", args->conf.file);
	next = check_named(&check, &conf, &receivers);
	code = code ? code : next;
	next = check_files(&check, argc, argv);
	code = code ? code : next;
	if (!code && args->mend_items)
		code = mend_items(args->db);
	if (!code && args->db)
		code = check_store(args->db, args->mend_clock);
	tcn_receiver_set_free(receivers);
	tcn_buf_fini(&check.out);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_check = {
	.name = "check",
	.summary = "check rules, receivers, editions, settings or a store",
	.usage = "[-c FILE] [--set KEY=VALUE]... [--db FILE] [FILE]...",
	.details =
	    "Each FILE is a file of rules, of receivers or of editions, a "
	    "configuration or a store; which of them it is shows in its "
	    "content. Each mistake is shown with its line and column and how "
	    "to correct it, and so is anything valid that is hardly meant. The "
	    "configuration of -c is read as a run would read it, with the "
	    "files it names; the options of a log are tried, and nothing "
	    "connects. All parts of a store are read and compared with each "
	    "other, the saved state of the detector, too, and so is the "
	    "checksum of each page, so that bits that changed on the disk are "
	    "found; nothing is changed.\n\n"
	    "A store whose time is ahead of this machine's clock, after an "
	    "input with wrong dates or because the clock was wrong, takes "
	    "articles of today for old news. --mend-clock takes such a store "
	    "back to the clock and loses nothing: what lies in the future "
	    "counts as of now, open events close, and what is usual is learnt "
	    "anew. Stop the daemon first.\n\n"
	    "An article of which something cannot be read is named, and every "
	    "replay of the store passes it over and counts it. --mend-items "
	    "removes its features, vector or content words; its title and "
	    "text, and its place in stories and events, stay.\n\n"
	    "Exit code 1: a file has an error, or the store is damaged. "
	    "Warnings alone are no error.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run = run,
};
