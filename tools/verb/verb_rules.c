/*
 * tocsin rules: lists rules and tries them on a stream.
 */
#include <assert.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "rules/rule.h"
#include "rules/rule_text.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/conf/rules_list.h"
#include "tools/conf/rules_schema.h"
#include "tools/lab/eval/learn_categories.h"
#include "tools/lab/eval/rules_test.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/expect.h"
#include "tools/pipeline/setup.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

#define OUT_BYTES 65536 /* collected before they are written */

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	struct tcn_session_args session;
	const char *rules, *learn;
	bool json, why, quiet;
};

static const struct tcn_opt opts[] = {
	{ "rules", 0, "FILE", "the rules, in place of those of rules.file",
	    TCN_OPT_TEXT, offsetof(struct args, rules) },
	{ "why", 0, NULL, "match: say of each rule why, or why not",
	    TCN_OPT_FLAG, offsetof(struct args, why) },
	{ "learn-categories", 0, "FILE",
	    "match, test: first learn categories from the articles of FILE "
	    "that have one; it may be the input itself",
	    TCN_OPT_TEXT, offsetof(struct args, learn) },
	{ "json", 0, NULL, "print JSON, an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ "url", 0, "URL", "list: the rules of the daemon there ($TOCSIN_URL)",
	    TCN_OPT_TEXT, offsetof(struct args, session.url) },
	{ "token-file", 0, "FILE",
	    "list: send the token that FILE holds ($TOCSIN_TOKEN_FILE)",
	    TCN_OPT_TEXT, offsetof(struct args, session.token_file) },
	{ "ca", 0, "FILE", "list: trust certificates signed by those in FILE",
	    TCN_OPT_TEXT, offsetof(struct args, session.ca) },
	TCN_SOURCE_OPTS(struct args, source),
	{ "quiet", 'q', NULL, "test: no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_conf *conf;
	struct tcn_rulebook book;
	struct tcn_prepare *prep;
	struct tcn_expect expect; /* of categories, where a rule asks for it */
	struct tcn_run_loop loop;
	struct tcn_buf out,
	    line; /* line: one JSON object, before it is added to out */
	struct tcn_arena texts; /* of one rule in JSON; all zero is none */
	struct tcn_err err;
	size_t found; /* articles that met a rule, events that fired */
	int out_code; /* exit code of output that failed, which was reported */
};

/* --- list --- */

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < run->book.set.n; i++) {
		const struct tcn_rule *rule = &run->book.set.rules[i];

		if (!run->args->json) {
			tcn_rules_list_text(&run->out, rule);
			continue;
		}
		tcn_arena_reset(&run->texts);
		tcn_rules_list_json(&run->line, rule, &run->texts);
		tcn_json_line(&run->out, &run->line);
	}
	return TCN_OK;
}

/* Lists the rules of a running daemon. Returns enum tcn_exit. */
static int
list_by_url(const struct args *args)
{
	struct tcn_session session;
	struct tcn_str next;
	char after[24] = "0";
	enum tcn_rc rc = tcn_session_open(&session, &args->session, NULL,
	    TCN_SESSION_READS, "rules");

	while (!rc && *after) {
		tcn_session_path(&session, "/v1/rules");
		tcn_session_param(&session, "after", after);
		tcn_session_param(&session, "limit", "1000");
		rc = tcn_session_get(&session, NULL);
		if (!rc)
			rc = tcn_session_each(&session, "rules", args->json,
			    tcn_show_row_rule, NULL);
		next = tcn_session_member(&session, "next");
		*after = '\0';
		if (next.n && next.n < sizeof after && *next.at != 'n') {
			memcpy(after, next.at, next.n);
			after[next.n] = '\0';
		}
	}
	return tcn_session_close(&session, rc);
}

/* Whether the daemon of the environment is meant: no rules, settings or
 * address are named. */
static bool
means_daemon(const struct args *args)
{
	return tcn_session_finds_daemon(&args->session) && !args->rules &&
	    !args->conf.file && !args->conf.set.n;
}

/* --- schema --- */

static enum tcn_rc
schema(struct run *run, int argc, char **argv)
{
	(void)argc, (void)argv;
	tcn_rules_schema(&run->out);
	return TCN_OK;
}

/* --- match --- */

static const char *
part_word(enum tcn_match_part part)
{
	static const char *const words[] = { "always", "language", "category",
		"source", "place", "all", "any", "none" };

	assert(part <= TCN_MATCH_NONE);
	return words[part];
}

static void
put_term(struct tcn_buf *out, const struct tcn_match_why *why)
{
	const char *quote = why->term->pattern ? "" : "'";
	struct tcn_buf text = { 0 };

	tcn_rule_text_term(&text, why->term);
	tcn_buf_printf(out, "%s %s",
	    why->part == TCN_MATCH_ALL ? "missing" : "found", quote);
	tcn_safe_terminal(out, tcn_buf_view(&text));
	tcn_buf_printf(out, "%s under '%s'", quote, part_word(why->part));
	tcn_buf_fini(&text);
}

static void
put_why(struct tcn_buf *out, const struct tcn_rule *rule,
    const struct tcn_match_why *why)
{
	tcn_buf_printf(out, "    %s %.*s: ", why->matched ? "+" : "-",
	    TCN_STR_ARG(rule->name));
	if (why->part == TCN_MATCH_ALWAYS)
		tcn_buf_z(out, "it is about every item");
	else if (why->term)
		put_term(out, why);
	else if (why->matched)
		tcn_buf_z(out,
		    why->predicted
			? "all it asks for holds, by the predicted category"
			: "all it asks for holds");
	else if (why->unlikely)
		tcn_buf_printf(out,
		    "its predicted category is less likely than %g %%",
		    rule->where.predicted_least);
	else
		tcn_buf_printf(out, "nothing of what stands under '%s'",
		    part_word(why->part));
	tcn_buf_char(out, '\n');
}

static void
put_term_json(struct tcn_buf *line, const struct tcn_rule_term *term)
{
	struct tcn_buf text = { 0 };

	tcn_rule_text_term(&text, term);
	tcn_json_str(line, "term", tcn_buf_view(&text));
	tcn_buf_fini(&text);
}

static void
put_why_json(struct tcn_buf *line, const struct tcn_rule *rule,
    const struct tcn_match_why *why)
{
	tcn_json_open(line, NULL, '{');
	tcn_json_str(line, "rule", rule->name);
	tcn_json_bool(line, "met", why->matched);
	if (why->predicted)
		tcn_json_bool(line, "predicted", true);
	tcn_json_str(line, "part", tcn_str(part_word(why->part)));
	if (why->term)
		put_term_json(line, why->term);
	else
		tcn_json_null(line, "term");
	tcn_json_close(line, '}');
}

/* Explains one rule. Without a matcher no rule has conditions. */
static void
match_rule(struct run *run, uint32_t i, size_t *matched)
{
	const struct tcn_rule *rule = &run->book.set.rules[i];
	struct tcn_match_why why = { .matched = true };

	if (run->book.match)
		tcn_match_explain(run->book.match, i, &why);
	*matched += why.matched;
	if (!why.matched && !run->args->why)
		return;
	if (run->args->json)
		put_why_json(&run->line, rule, &why);
	else
		put_why(&run->out, rule, &why);
}

static void
begin_article(struct run *run, const struct tcn_doc *doc)
{
	const struct tcn_article *article = doc->article;
	struct tcn_buf *line = &run->line;

	if (run->args->json) {
		tcn_json_open(line, NULL, '{');
		tcn_json_str(line, "id", article->id);
		tcn_json_str(line, "lang", tcn_str(doc->lang));
		if (article->predicted.n)
			tcn_json_str(line, "predicted", article->predicted);
		if (article->probability > 0)
			tcn_json_rounded(line, "probability",
			    article->probability, 3);
		tcn_json_open(line, "rules", '[');
		return;
	}
	tcn_safe_terminal(&run->out, article->id);
	if (doc->lang[0])
		tcn_buf_printf(&run->out, " [%s]", doc->lang);
	tcn_buf_char(&run->out, ' ');
	tcn_safe_terminal(&run->out, doc->title);
	if (article->predicted.n) {
		tcn_buf_z(&run->out, "\n    predicted category: ");
		tcn_safe_terminal(&run->out, article->predicted);
		if (article->probability > 0) {
			tcn_buf_z(&run->out, ", ");
			tcn_event_words_percent(article->probability,
			    &run->out);
			tcn_buf_z(&run->out, " likely");
		}
	}
	tcn_buf_char(&run->out, '\n');
}

/* Prepares the article, with the category that the articles before it say. Its
 * date is time enough here. */
static void
prepare(struct run *run, const struct tcn_article *article,
    struct tcn_doc *told, struct tcn_article *with_category)
{
	struct tcn_expect_guess guess;
	struct tcn_doc doc;
	int64_t now_ms = article->ts_ms == TCN_UNDATED ? 0 : article->ts_ms;

	tcn_prepare(run->prep, article, &run->loop.arena, &doc);
	tcn_expect_doc(&run->expect, &doc, now_ms, told, with_category, &guess);
	tcn_expect_learn(&run->expect, &doc);
}

static enum tcn_rc
match_article(struct run *run, const struct tcn_article *article)
{
	struct tcn_match_list list;
	struct tcn_article with_category;
	struct tcn_doc doc;
	enum tcn_rc rc = TCN_OK;
	size_t matched = 0;

	prepare(run, article, &doc, &with_category);
	if (run->book.match)
		tcn_match_doc(run->book.match, &doc, &list);
	begin_article(run, &doc);
	for (uint32_t i = 0; i < run->book.set.n; i++)
		match_rule(run, i, &matched);
	if (run->args->json) {
		tcn_json_close(&run->line, ']');
		tcn_json_close(&run->line, '}');
		tcn_json_line(&run->out, &run->line);
	} else if (!matched && !run->args->why) {
		tcn_buf_z(&run->out, "    no rule is about it\n");
	}
	run->found += matched > 0;
	if (run->out.n >= OUT_BYTES) {
		run->out_code = tcn_say_out(&run->out);
		rc = run->out_code ? TCN_IO : TCN_OK;
		tcn_buf_clear(&run->out);
	}
	return rc;
}

static enum tcn_rc
match_step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_article article;
	enum tcn_rc rc = tcn_run_loop_next(&run->loop, &article, err);

	return rc ? rc : match_article(run, &article);
}

static enum tcn_rc
match(struct run *run, int argc, char **argv)
{
	struct tcn_source_conf source;
	struct tcn_pipeline_conf parts;
	enum tcn_rc rc;

	tcn_setup_pipeline(run->conf, &parts);
	if (!run->args->source.db)
		tcn_run_loop_inputs(&argc, &argv);
	rc = tcn_source_args(&run->args->source, run->conf, argc, argv, &source,
	    &run->err);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, &run->err);
	if (!rc)
		run->prep = tcn_prepare_new(&parts.prepare);
	if (!rc && (run->args->learn || tcn_rulebook_predicts(&run->book)))
		tcn_expect_open(&run->expect, &parts.category);
	tcn_stop_watch();
	if (!rc && run->args->learn)
		rc = tcn_learn_categories(&run->expect, &parts.prepare,
		    run->args->learn, run->args->quiet, &run->err);
	if (rc)
		return rc;
	run->loop.step = match_step;
	run->loop.ctx = run;
	return tcn_run_loop_all(&run->loop, &run->err);
}

/* --- test --- */

static enum tcn_rc
test(struct run *run, int argc, char **argv)
{
	struct tcn_source_conf source;
	struct tcn_rules_test_conf conf = {
		.settings = run->conf,
		.book = &run->book,
		.source = &source,
		.learn = run->args->learn,
		.json = run->args->json,
		.loop = &run->loop,
	};
	enum tcn_rc rc = tcn_source_args(&run->args->source, run->conf, argc,
	    argv, &source, &run->err);

	if (rc)
		return rc;
	run->loop.quiet = run->args->quiet;
	tcn_stop_watch();
	return tcn_rules_test(&conf, &run->out, &run->found, &run->err);
}

/* --- the verb --- */

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	bool looks_at_rules;
} actions[] = {
	{ { "list", 0, 0 }, list, true },
	{ { "match", 0, -1 }, match, true },
	{ { "schema", 0, 0 }, schema, false },
	{ { "test", 0, -1 }, test, true },
};

static const struct tcn_verb_actions all = TCN_VERB_ACTIONS("rules", actions);

static int
act(struct run *run, const struct action *action, int argc, char **argv)
{
	int code = TCN_EXIT_OK;
	enum tcn_rc rc;

	tcn_run_loop_init(&run->loop, run->conf->input.strict);
	if (action->looks_at_rules)
		code = tcn_rulebook_start(run->conf, &run->book);
	if (!code) {
		rc = action->run(run, argc, argv);
		code = run->out_code ? run->out_code
		    : rc ? tcn_run_loop_exit(&run->loop, rc, &run->err)
			 : tcn_say_out(&run->out);
		if (!code && action->is.args_max)
			code = tcn_stop_requested() ? tcn_stop_exit()
			    : run->found            ? TCN_EXIT_OK
						    : TCN_EXIT_NO;
	}
	tcn_rulebook_close(&run->book);
	tcn_prepare_free(run->prep);
	tcn_expect_close(&run->expect);
	tcn_buf_fini(&run->out);
	tcn_buf_fini(&run->line);
	tcn_arena_fini(&run->texts);
	tcn_run_loop_close(&run->loop);
	return code;
}

static int
run_rules(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = tcn_verb_action_find(&all, argv[0]);
	struct run run = { .args = args };
	struct tcn_conf conf;
	int code;

	tcn_arena_init(&run.texts, 0);
	if (!action)
		return TCN_EXIT_USAGE;
	if (tcn_verb_action_misfit(&action->is, argc - 1)) {
		tcn_say("rules: %s does not take '%s'", argv[0], argv[1]);
		return TCN_EXIT_USAGE;
	}
	if (args->session.url) {
		if (action->run == list && !args->rules)
			return list_by_url(args);
		tcn_say("rules: --url is for list, without --rules");
		return TCN_EXIT_USAGE;
	}
	if (action->run == list && means_daemon(args))
		return list_by_url(args);
	code = tcn_conf_start(&args->conf, &conf);
	if (!code) {
		run.conf = &conf;
		if (args->rules)
			conf.rules.file = args->rules;
		code = act(&run, action, argc - 1, argv + 1);
	}
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_rules = {
	.name = "rules",
	.summary = "list rules, and try them on a stream",
	.usage = "list [--rules FILE|--url URL] | match [--rules FILE] [--why] "
		 "[INPUT]... | test [--rules FILE] INPUT... | schema",
	.details =
	    "list shows the rules of --rules, else of rules.file, else the one "
	    "of the settings; with --url, or TOCSIN_URL in the environment and "
	    "neither --rules, -c nor --set, those that a daemon goes by. match "
	    "reads articles as replay does, from "
	    "standard input when no INPUT is named, and shows for each the "
	    "rules that are about it; with --why, what each rule found or "
	    "missed. test runs the rules over INPUT or --from-db FILE and says "
	    "how often each would have fired, which never fired, and which "
	    "fired on the same stories. Nothing is stored and no message is "
	    "sent. schema prints a JSON Schema of files of rules, for "
	    "editors.\n\n'tocsin check FILE' finds the mistakes in rules; "
	    "tocsin-rules(5) describes them in full. Exit code 1: match found "
	    "no article that a rule is about, or nothing fired in a test.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_rules,
};
