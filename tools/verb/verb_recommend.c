/*
 * tocsin similar recommend: what else a reader may want to read, from what
 * was read.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/json_in.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_input.h"

#define INPUT_MAX_MIB 1

struct args {
	struct tcn_conf_args conf;
	struct tcn_session_args session;
	const char *read;
	struct tcn_opt_list dislike;
	struct tcn_opt_count limit;
	bool copies, every_item, json;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "read", 0, "FILE",
	    "what was read: ids, one a line, or a JSON object as POST "
	    "/v1/recommend takes; '-' is standard input",
	    TCN_OPT_TEXT, offsetof(struct args, read) },
	{ "dislike", 0, "ID",
	    "an article that was disliked; may be given often", TCN_OPT_LIST,
	    offsetof(struct args, dislike) },
	{ "limit", 'n', "N", "list at most N articles (20)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "copies", 0, NULL, "list copies of what was read, too", TCN_OPT_FLAG,
	    offsetof(struct args, copies) },
	{ "every-item", 0, NULL,
	    "list all articles of a story, not its best "
	    "alone",
	    TCN_OPT_FLAG, offsetof(struct args, every_item) },
	{ "json", 0, NULL, "a line of JSON for each article", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

/* Makes the body of ids and options. */
static void
add_body(struct tcn_buf *body, const struct args *args, struct tcn_str lines,
    int argc, char **argv)
{
	size_t n = 0;

	tcn_buf_z(body, "{\"read\":[");
	tcn_verb_add_ids(body, lines, &n);
	for (int i = 0; i < argc; i++)
		tcn_verb_add_id(body, tcn_str(argv[i]), &n);
	tcn_buf_z(body, "],\"dislike\":[");
	n = 0;
	for (size_t i = 0; i < args->dislike.n; i++)
		tcn_verb_add_id(body, tcn_str(args->dislike.at[i]), &n);
	tcn_buf_printf(body,
	    "],\"limit\":%llu,\"copies\":%s,"
	    "\"every_item\":%s}",
	    args->limit.given ? (unsigned long long)args->limit.n : 20,
	    args->copies ? "true" : "false",
	    args->every_item ? "true" : "false");
}

static enum tcn_rc
make_body(struct tcn_session *session, const struct args *args, int argc,
    char **argv)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc = TCN_OK;
	struct tcn_str read;

	if (!args->read && !argc)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "ID or --read must say what was read");
	if (args->read)
		rc = tcn_verb_input(args->read, INPUT_MAX_MIB,
		    "name the latest that were read", &text, &session->err);
	read = tcn_str_trim(tcn_buf_view(&text));
	if (!rc && read.n && *read.at == '{') {
		tcn_buf_str(&session->body, read);
		if (argc || args->limit.given || args->dislike.n ||
		    args->copies || args->every_item)
			rc = tcn_err_set(&session->err, TCN_INVALID,
			    "--read gives a JSON object, which says all: no ID "
			    "and no other option goes with it");
	} else if (!rc) {
		add_body(&session->body, args, read, argc, argv);
	}
	tcn_buf_fini(&text);
	return rc;
}

/* "0.412  12 May 10:20  ID  SOURCE: TITLE", and below why. */
static void
add_row(void *ctx, const struct tcn_json_value *row, struct tcn_buf *out)
{
	const struct tcn_json_value article = tcn_json_member(row, "article");
	const struct tcn_json_value terms = tcn_json_member(row, "terms");
	const char *comma = "; shared: ";

	tcn_buf_printf(out, "%5.3f  ", tcn_json_in_number(row, "score"));
	tcn_show_row_hit(ctx, &article, out);
	tcn_buf_z(out, "       most like ");
	tcn_safe_terminal(out, tcn_json_in_str(row, "nearest"));
	tcn_buf_printf(out, " (%.2f)",
	    tcn_json_in_number(row, "nearest_likeness"));
	for (struct tcn_json_value word = tcn_json_first(&terms);
	     word.kind != TCN_JSON_ABSENT; word = tcn_json_next(&word)) {
		tcn_buf_z(out, comma);
		tcn_safe_terminal(out, word.s);
		comma = ", ";
	}
	tcn_buf_char(out, '\n');
}

static enum tcn_rc
recommend(struct tcn_session *session, const void *opts_in, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/recommend");
	rc = make_body(session, args, argc, argv);
	if (!rc)
		rc = tcn_session_post(session, &answer);
	if (!rc)
		rc = tcn_session_each(session, "recommended", args->json,
		    add_row, NULL);
	if (rc)
		return rc;
	tcn_verb_say_unknown(&answer);
	if (!session->out.n) {
		session->not_found = true;
		tcn_say("nothing to recommend");
	}
	return TCN_OK;
}

const struct tcn_verb tcn_verb_recommend = {
	.name = "similar recommend",
	.was = "recommend",
	.summary = "what else who read these articles may want to read",
	.usage = "--db FILE|--url URL [OPTION]... [--read FILE] [ID...]",
	.details =
	    "Lists articles that are like what was read, the newer the better, "
	    "the best first: each with its score, the one read that it is most "
	    "like, and the words that bind it to them. What was read, copies "
	    "of it, and all but the best of each story are left out. Nothing "
	    "about the reader is stored.\n\nExit code 1: there is nothing to "
	    "recommend.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run_session = recommend,
	.session_at = offsetof(struct args, session),
	.conf_at = offsetof(struct args, conf),
	.with_conf = true,
};
