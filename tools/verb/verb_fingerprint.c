/*
 * tocsin fingerprint: prints the fingerprint of each article of a stream.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "engine/item/scheme.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"
#include "window/window.h"

struct args {
	struct tcn_conf_args conf;
	const char *scheme;
	bool strict;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "scheme", 0, "SCHEME",
	    "simhash (the default): a fingerprint; minhash: words and a "
	    "signature; sentences: a sketch",
	    TCN_OPT_TEXT, offsetof(struct args, scheme) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ 0 },
};

struct run {
	struct tcn_run_loop loop;
	struct tcn_prepare *prep;
	struct tcn_window *window;
	struct tcn_buf line;
	uint64_t seq;
	const struct tcn_scheme *scheme;
	struct tcn_minhash *minhash; /* of the scheme minhash */
	bool title_only;
};

static enum tcn_rc
print_line(struct run *run)
{
	if (fwrite(run->line.at, 1, run->line.n, stdout) != run->line.n)
		return TCN_DONE; /* main() reports why */
	return TCN_OK;
}

static enum tcn_rc
print(struct run *run, const struct tcn_doc *doc,
    const struct tcn_placement *item)
{
	const struct tcn_scheme_input input = {
		.doc = doc,
		.has_fingerprint = item->has_fingerprint,
		.fingerprint = item->fingerprint,
		.minhash = run->minhash,
		.title_only = run->title_only,
	};

	tcn_buf_clear(&run->line);
	tcn_buf_z(&run->line, "{\"id\":");
	tcn_buf_json(&run->line, doc->article->id);
	run->scheme->print(&input, &run->line);
	tcn_buf_z(&run->line, "}\n");
	return print_line(run);
}

static enum tcn_rc
take(struct run *run, const struct tcn_article *article)
{
	struct tcn_placement item = { 0 };
	struct tcn_doc doc;

	tcn_prepare(run->prep, article, &run->loop.arena, &doc);
	if (run->scheme->by_window) {
		/* Takes an item through the whole window, as a replay does. A
		 * fingerprint depends on how common the words are, which is
		 * learnt from the items before; so a stream gives the
		 * fingerprints that a replay of it has. */
		const struct tcn_story *closed;
		struct tcn_story_step step;
		size_t closed_n;

		tcn_window_place(run->window, &doc, ++run->seq,
		    TCN_CLOCK_NO_BOUND, &item);
		tcn_window_expire(run->window, &closed, &closed_n);
		tcn_window_insert(run->window, &doc, &item, &step);
	}
	return print(run, &doc, &item);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_article article;
	enum tcn_rc rc = tcn_run_loop_next(&run->loop, &article, err);

	return rc ? rc : take(run, &article);
}

static enum tcn_rc
open_run(struct run *run, const struct tcn_conf *conf, int argc, char **argv,
    struct tcn_err *err)
{
	const struct tcn_source_args none = { 0 };
	struct tcn_source_conf source;
	struct tcn_pipeline_conf parts;
	const struct tcn_clusters_conf *clusters;
	enum tcn_rc rc;

	tcn_setup_pipeline(conf, &parts);
	clusters = &parts.detector.window.clusters;
	run->title_only = clusters->title_only;
	run->minhash = tcn_minhash_new(&clusters->minhash);
	if (strcmp(run->scheme->name, "sentences") == 0 &&
	    !parts.prepare.sketch.k)
		return tcn_err_set(err, TCN_INVALID,
		    "--scheme sentences needs the setting shingle.on");
	tcn_run_loop_inputs(&argc, &argv);
	rc = tcn_source_args(&none, conf, argc, argv, &source, err);
	if (rc == TCN_OK)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	if (rc == TCN_OK)
		run->prep = tcn_prepare_new(&parts.prepare);
	if (rc == TCN_OK)
		rc = tcn_window_new(&parts.detector.window, &run->window);
	return rc;
}

static enum tcn_rc
take_scheme(struct run *run, const char *scheme, struct tcn_err *err)
{
	run->scheme = tcn_scheme_find(scheme);
	return run->scheme ? TCN_OK
			   : tcn_err_set(err, TCN_INVALID,
				 "--scheme is simhash, minhash or sentences");
}

static int
run_fingerprint(const void *opts_in, const struct tcn_conf *conf, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct run run = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_run_loop_init(&run.loop, args->strict || conf->input.strict);
	run.loop.step = step;
	run.loop.ctx = &run;
	rc = take_scheme(&run, args->scheme, &err);
	if (rc == TCN_OK)
		rc = open_run(&run, conf, argc, argv, &err);
	tcn_stop_watch();
	if (rc == TCN_OK)
		rc = tcn_run_loop_all(&run.loop, &err);
	code = tcn_run_loop_exit(&run.loop, rc, &err);
	tcn_prepare_free(run.prep);
	tcn_window_free(run.window);
	tcn_minhash_free(run.minhash);
	tcn_run_loop_close(&run.loop);
	tcn_buf_fini(&run.line);
	return code;
}

const struct tcn_verb tcn_verb_fingerprint = {
	.name = "fingerprint",
	.summary = "print the fingerprint of each article of a stream",
	.usage = "[OPTION]... [INPUT]...",
	.details =
	    "INPUT is NDJSON, one article a line, plain, gzip or zstd; without "
	    "one, or with '-', standard input is read. Each article becomes "
	    "one line, {\"id\":...,\"fingerprint\":\"16 hex digits\"}; the "
	    "fingerprint is null when there are too few words to go by.\n\n"
	    "How common a word is counts, and is learnt from the articles "
	    "before, as in a replay: two articles are compared best by the "
	    "fingerprints of one run.\n\n"
	    "With --scheme minhash each line has the article's source, title "
	    "and url, its words without function words, the numbers of these "
	    "(CRC-32 of their stems, or with --set lsh.words=surface of the "
	    "words) and the values of its signature, by the settings lsh.*.\n\n"
	    "With --scheme sentences each line is {\"id\":...,"
	    "\"sentences\":N,\"sketch\":[\"8 hex digits\",...]}: how many "
	    "distinct sentences the text has, and a number for each of at most "
	    "shingle.k of them; both are empty when there are fewer than "
	    "three. Two texts share the sentences whose numbers are equal.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run_conf = run_fingerprint,
	.conf_at = offsetof(struct args, conf),
};
