/*
 * tocsin ingest: posts files of articles to a running daemon.
 */
#include <inttypes.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/serve/client/ingest.h"
#include "tools/serve/client/session.h"
#include "tools/verb/verb.h"

#define URL        "http://127.0.0.1:8093"
#define BATCH_N    1000
#define BATCH_MOST 100000
#define PATIENCE_S 60

struct args {
	struct tcn_session_args session;
	struct tcn_opt_count batch, patience;
	bool strict, quiet;
};

static const struct tcn_opt opts[] = {
	{ "url", 0, "URL", "where the daemon listens; $TOCSIN_URL, or " URL,
	    TCN_OPT_TEXT, offsetof(struct args, session.url) },
	{ "db", 0, "FILE",
	    "in place of --url: the store of a daemon of this machine",
	    TCN_OPT_TEXT, offsetof(struct args, session.db) },
	{ "token-file", 0, "FILE",
	    "send the token that FILE holds ($TOCSIN_TOKEN_FILE)", TCN_OPT_TEXT,
	    offsetof(struct args, session.token_file) },
	{ "ca", 0, "FILE", "trust certificates signed by those in FILE",
	    TCN_OPT_TEXT, offsetof(struct args, session.ca) },
	{ "batch", 0, "N", "articles of one request at most; 1000",
	    TCN_OPT_COUNT, offsetof(struct args, batch) },
	{ "patience", 0, "SECONDS",
	    "give up when the daemon has not answered for this long; 60",
	    TCN_OPT_COUNT, offsetof(struct args, patience) },
	{ "strict", 's', NULL, "stop at the first rejected line", TCN_OPT_FLAG,
	    offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress and no summary", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

static int
say_counts(const struct tcn_ingest_counts *n)
{
	struct tcn_buf out = { 0 };
	int code;

	tcn_buf_printf(&out,
	    "%" PRIu64 " stored, of these %" PRIu64 " copies; %" PRIu64
	    " known, %" PRIu64 " rejected",
	    n->stored, n->copies, n->known, n->rejected);
	if (n->retries)
		tcn_buf_printf(&out, "; %" PRIu64 " requests sent again",
		    n->retries);
	tcn_buf_char(&out, '\n');
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static int
exit_of(enum tcn_rc rc, bool strict, const struct tcn_err *err)
{
	if (tcn_stop_exit())
		return tcn_stop_exit();
	if (rc == TCN_INVALID && strict)
		return TCN_EXIT_REJECTED;
	return rc ? tcn_say_rc(rc, err) : TCN_EXIT_OK;
}

static int
send_files(const struct args *args, struct tcn_ingest *ingest, int argc,
    char **argv)
{
	struct tcn_ingest_counts counts;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = TCN_OK;
	int code;

	for (int i = 0; !rc && i < argc && !tcn_stop_requested(); i++)
		rc = tcn_ingest_file(ingest, argv[i], &err);
	code = exit_of(rc, args->strict, &err);
	counts = tcn_ingest_counts(ingest);
	if (!args->quiet && say_counts(&counts) && !code)
		code = TCN_EXIT_FAILED;
	return code;
}

static enum tcn_rc
read_conf(const struct args *args, struct tcn_arena *arena,
    struct tcn_ingest_conf *conf, struct tcn_err *err)
{
	*conf = (struct tcn_ingest_conf){
		.client = { .give_up_ms = PATIENCE_S * 1000 },
		.batch_n = args->batch.given ? args->batch.n : BATCH_N,
		.strict = args->strict,
		.quiet = args->quiet,
	};
	if (args->patience.given && args->patience.n < 1000000)
		conf->client.give_up_ms = (int64_t)args->patience.n * 1000;
	if (conf->batch_n == 0 || conf->batch_n > BATCH_MOST)
		return tcn_err_set(err, TCN_INVALID, "--batch must be 1 to %d",
		    BATCH_MOST);
	return tcn_session_client(&args->session, URL, arena, &conf->client,
	    err);
}

static int
run_ingest(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_ingest *ingest = NULL;
	struct tcn_ingest_conf conf;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;
	int code;

	tcn_arena_init(&arena, 0);
	rc = read_conf(args, &arena, &conf, &err);
	if (!rc)
		rc = tcn_ingest_open(&conf, &ingest, &err);
	tcn_stop_watch();
	code = rc ? tcn_say_rc(rc, &err) : send_files(args, ingest, argc, argv);
	tcn_ingest_close(ingest);
	tcn_arena_fini(&arena);
	return code;
}

const struct tcn_verb tcn_verb_ingest = {
	.name = "ingest",
	.summary = "send files of articles to a running daemon",
	.usage = "[OPTION]... FILE...",
	.details =
	    "Files are read as 'tocsin replay' reads them (NDJSON, plain, gzip "
	    "or zstd; - is standard input), and sent one after the other, in "
	    "batches, to the daemon that 'tocsin run' left running. An article "
	    "that the daemon has already is passed over, so a run that broke "
	    "off can simply be run again.\n\nWhile the daemon is away, or says "
	    "that it has too much to do, the batch is sent again until "
	    "--patience is over.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_ingest,
};
