/*
 * tocsin explain: why is it so, and why did nothing fire?
 */
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/explain.h"
#include "tools/lab/eval/explain_rule.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	struct tcn_opt_list why_not;
	const char *rule, *rules;
	bool json, quiet;
};

static const struct tcn_opt opts[] = {
	{ "why-not", 0, "ID|PATTERN",
	    "explain why nothing fired for the item of that id, or for the "
	    "items whose title matches; may be given often",
	    TCN_OPT_LIST, offsetof(struct args, why_not) },
	{ "rule", 0, "NAME",
	    "explain why the rule of that name fired, or did not", TCN_OPT_TEXT,
	    offsetof(struct args, rule) },
	{ "rules", 0, "FILE", "the rules, in place of those of rules.file",
	    TCN_OPT_TEXT, offsetof(struct args, rules) },
	TCN_SOURCE_OPTS(struct args, source),
	{ "json", 0, NULL, "print one JSON object", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	TCN_CONF_OPTS(struct args, conf),
	{ "quiet", 'q', NULL, "no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	struct tcn_run_loop loop;
	struct tcn_pipeline *pipe;
	struct tcn_explain explain;
	struct tcn_explain_rule of_rule; /* in place of explain, with --rule */
	const char *rule;
	struct tcn_explain_query *queries;
	size_t queries_n;
};

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;

	tcn_run_loop_at(&run->loop, run->pipe, now);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_article article;
	enum tcn_rc rc = !run->rule && tcn_explain_done(&run->explain)
	    ? TCN_DONE
	    : tcn_run_loop_next(&run->loop, &article, err);

	if (rc)
		return rc;
	return run->rule ? tcn_explain_rule_step(&run->of_rule, &article, err)
			 : tcn_explain_step(&run->explain, &article, err);
}

/* Says that nothing was found, and what may be wrong with the question. */
static int
say_nothing(const struct run *run, const char *what)
{
	struct tcn_err err = { 0 };
	struct tcn_pattern *pattern;

	if (what) {
		tcn_say("no item and no event has the id '%s'; an event has "
			"its id only under the settings it fired with, and "
			"'#7' is the 7th item to arrive",
		    what);
		return TCN_EXIT_NO;
	}
	for (size_t i = 0; i < run->queries_n; i++) {
		const char *text = run->queries[i].text;

		if (run->queries[i].pattern) {
			tcn_say("no item has the id '%s' or a title that "
				"matches it",
			    text);
			continue;
		}
		if (tcn_pattern_new(tcn_str(text), TCN_PATTERN_CASELESS,
			&pattern, &err))
			tcn_say("no item has the id '%s', and %s", text,
			    err.text);
	}
	return TCN_EXIT_NO;
}

static int
print(const struct run *run, const struct args *args, const char *what)
{
	struct tcn_buf out = { 0 };
	int code;

	if (run->rule && run->queries_n && !run->of_rule.chosen_n)
		return say_nothing(run, what);
	if (!run->rule && !tcn_explain_found(&run->explain))
		return say_nothing(run, what);
	if (run->rule && args->json)
		tcn_explain_rule_json(&run->of_rule, &out);
	else if (run->rule)
		tcn_explain_rule_text(&run->of_rule, &out);
	else if (args->json)
		tcn_explain_json(&run->explain, &out);
	else
		tcn_explain_text(&run->explain, &out);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static bool
any_of_stories(const struct tcn_rulebook *book)
{
	for (size_t i = 0; i < book->set.n; i++)
		if (book->set.rules[i].kind == TCN_RULE_STORY)
			return true;
	return false;
}

static enum tcn_rc
open_run(struct run *run, const struct args *args, const struct tcn_conf *conf,
    const struct tcn_rulebook *book, const char *what, int argc, char **argv,
    struct tcn_err *err)
{
	struct tcn_pipeline_conf pipe;
	struct tcn_source_conf source;
	enum tcn_rc rc =
	    tcn_source_args(&args->source, conf, argc, argv, &source, err);

	tcn_setup_pipeline(conf, &pipe);
	tcn_rulebook_use(book, &pipe.detector);
	pipe.detector.window.similar = true;
	if (!rc && !what && !run->rule && !any_of_stories(book))
		rc = tcn_err_set(err, TCN_INVALID,
		    "--why-not is about stories, and by the rule \"similar\" "
		    "none fires; ask with --set rules.kind=story");
	if (!rc) {
		/* Reads the arguments of --why-not. Each may be an id or a
		 * pattern, and which is known only at the end of the stream. A
		 * text that is no pattern, as "n(1", can still be an id. */
		run->queries =
		    tcn_mem_calloc(args->why_not.n, sizeof *run->queries);
		for (size_t i = 0; i < args->why_not.n; i++) {
			struct tcn_explain_query *query =
			    &run->queries[run->queries_n++];

			query->text = args->why_not.at[i];
			(void)!tcn_pattern_new(tcn_str(query->text),
			    TCN_PATTERN_CASELESS, &query->pattern, NULL);
		}
	}
	if (!rc && run->rule)
		rc = tcn_explain_rule_open(&run->of_rule, book, run->rule,
		    run->queries, run->queries_n, &pipe, err);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	if (!rc)
		rc = tcn_pipeline_open(&pipe, NULL, &run->pipe, err);
	if (!rc && run->rule)
		tcn_explain_rule_start(&run->of_rule, run->pipe);
	else if (!rc)
		tcn_explain_open(&run->explain, run->pipe, &pipe, what,
		    run->queries, run->queries_n);
	return rc;
}

static int
explain_with(const struct args *args, const struct tcn_conf *conf,
    const struct tcn_rulebook *book, int argc, char **argv)
{
	const char *what = args->why_not.n || args->rule ? NULL : argv[0];
	int skip = what != NULL;
	struct run run = { .rule = args->rule };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_run_loop_init(&run.loop, conf->input.strict);
	run.loop.step = step;
	run.loop.now = now_at;
	run.loop.ctx = &run;
	run.loop.quiet = args->quiet;
	run.loop.brief_end = true;
	rc = open_run(&run, args, conf, book, what, argc - skip, argv + skip,
	    &err);
	if (!rc) {
		tcn_stop_watch();
		rc = tcn_run_loop_all(&run.loop, &err);
		if (!run.rule)
			tcn_explain_end(&run.explain);
	}
	code = rc ? tcn_run_loop_exit(&run.loop, rc, &err)
		  : print(&run, args, what);
	tcn_explain_close(&run.explain);
	tcn_explain_rule_close(&run.of_rule);
	for (size_t i = 0; i < run.queries_n; i++)
		tcn_pattern_free(run.queries[i].pattern);
	tcn_mem_free(run.queries);
	tcn_pipeline_close(run.pipe);
	tcn_run_loop_close(&run.loop);
	return code;
}

static int
run_explain(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_rulebook book;
	struct tcn_conf conf;
	int code;

	if (!args->why_not.n && !args->rule && !argc) {
		tcn_say("name what to explain: an item, an event, --why-not or "
			"--rule");
		return TCN_EXIT_USAGE;
	}
	code = tcn_conf_start(&args->conf, &conf);
	if (!code) {
		if (args->rules)
			conf.rules.file = args->rules;
		code = tcn_rulebook_start(&conf, &book);
		if (!code)
			code = explain_with(args, &conf, &book, argc, argv);
		tcn_rulebook_close(&book);
	}
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_explain = {
	.name = "explain",
	.summary = "explain an item's story, an event, or why there is none",
	.usage = "[OPTION]... ID|--why-not ID|PATTERN...|--rule NAME INPUT...",
	.details =
	    "Replays INPUT (or --from-db FILE) and watches what is asked about "
	    "as it passes. Of an item (by its id, or '#N' for the Nth to "
	    "arrive): the story it joined and why, the runners-up, what it "
	    "copies, what became of the story. Of an event: what was counted, "
	    "and which gate held it back until it fired. --why-not: the "
	    "stories that the chosen items went to, and how far each was from "
	    "firing. --rule: which items the rule is about and which condition "
	    "the others failed, the story that came nearest to firing with "
	    "every figure, its events, and how many messages quiet hours, "
	    "not_while, the cooldown and max_per_hour would have held; with "
	    "--why-not, what the rule says of those items.\n\nGive the "
	    "settings of the run in question. Exit code 1: "
	    "nothing is found.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run = run_explain,
};
