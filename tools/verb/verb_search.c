/*
 * tocsin search: finds the articles of a store that hold words.
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/client/session.h"
#include "tools/client/show_row.h"
#include "tools/verb/verb.h"

#define LIMIT_DEFAULT 20
#define LIMIT_MAX     1000

struct args {
	struct tcn_session_args session;
	const char *order;
	const char *collapse;
	const char *category;
	struct tcn_opt_count limit;
	bool json;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "order", 0, "ORDER", "newest (the default) or best first",
	    TCN_OPT_TEXT, offsetof(struct args, order) },
	{ "collapse", 0, "WHAT",
	    "leave out copies (the default), or show similar texts once",
	    TCN_OPT_TEXT, offsetof(struct args, collapse) },
	{ "category", 0, "NAME",
	    "only of this category, sent or predicted; then WORDs may be left "
	    "out",
	    TCN_OPT_TEXT, offsetof(struct args, category) },
	{ "limit", 'n', "N", "show at most N articles (20)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "json", 0, NULL, "a line of JSON for each article", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

/* Adds the words, joined with a blank between them, as the query. */
static enum tcn_rc
add_words(struct tcn_session *session, int argc, char **argv)
{
	struct tcn_buf words = { 0 };
	bool failed;

	for (int i = 0; i < argc; i++) {
		tcn_buf_z(&words, i ? " " : "");
		tcn_buf_z(&words, argv[i]);
	}
	failed = words.failed;
	tcn_session_param(session, "q", words.at);
	tcn_buf_fini(&words);
	return failed ? TCN_NOMEM : TCN_OK;
}

static enum tcn_rc
search(struct tcn_session *session, const struct args *args, int argc,
    char **argv)
{
	size_t limit =
	    args->limit.given ? (size_t)args->limit.n : LIMIT_DEFAULT;
	enum tcn_rc rc = TCN_OK;

	if (!argc && !args->category)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "WORD or --category must say for what");
	if (limit == 0 || limit > LIMIT_MAX)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "--limit must be 1 to %d", LIMIT_MAX);
	tcn_session_path(session, "/v1/search");
	if (argc)
		rc = add_words(session, argc, argv);
	tcn_session_param(session, "category", args->category);
	tcn_session_param(session, "order", args->order);
	tcn_session_param(session, "collapse", args->collapse);
	tcn_session_param_uint(session, "limit", limit);
	if (!rc)
		rc = tcn_session_get(session, NULL);
	if (!rc)
		rc = tcn_session_each(session, "articles", args->json,
		    tcn_show_row_hit, args->category ? session : NULL);
	if (!rc && !session->out.n) {
		session->not_found = true;
		tcn_say("nothing found");
	}
	return rc;
}

static int
run(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_session session;
	enum tcn_rc rc = tcn_session_open(&session, &args->session, NULL,
	    TCN_SESSION_READS, "search");

	if (!rc)
		rc = search(&session, args, argc, argv);
	return tcn_session_close(&session, rc);
}

const struct tcn_verb tcn_verb_search = {
	.name = "search",
	.summary = "find the articles of a store that hold words",
	.usage = "--db FILE|--url URL [OPTION]... [WORD...]",
	.details =
	    "Articles whose title and text hold all words, copies left out, "
	    "the newest first by their own time. Several words as one argument "
	    "in double quotes must stand together, and word* matches what "
	    "begins so. Case and "
	    "diacritics do not count. With --collapse similar, of texts that "
	    "share half of their sentences the first is shown, with the "
	    "others' ids below it. With --category, what was sent with that "
	    "category, and what came with none and has it by prediction, which "
	    "is shown with a '?'.\n\nExit code 1: nothing was found.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 0,
	.args_max = -1,
	.run = run,
};
