/*
 * tocsin similar collapse: of a list of articles, shows each text once.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/json_split.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/serve/client/session.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_input.h"

#define INPUT_MAX_MIB 4

struct args {
	struct tcn_conf_args conf;
	struct tcn_session_args session;
	const char *threshold, *measure;
	bool json;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SESSION_OPTS(struct args, session),
	{ "threshold", 't', "T",
	    "texts that are this alike are shown once: above 0, up to 1 (0.5)",
	    TCN_OPT_TEXT, offsetof(struct args, threshold) },
	{ "measure", 0, "MEASURE",
	    "jaccard (the default), or containment: shared sentences by those "
	    "of the shorter text",
	    TCN_OPT_TEXT, offsetof(struct args, measure) },
	{ "json", 0, NULL, "a line of JSON for each article shown",
	    TCN_OPT_FLAG, offsetof(struct args, json) },
	{ 0 },
};

/* Adds the articles of NDJSON or of an array. Each is read once here, so that
 * one that is no JSON can be named. */
static enum tcn_rc
add_articles(struct tcn_session *session, struct tcn_str text)
{
	struct tcn_json_split split;
	struct tcn_json_value value;
	struct tcn_str object;
	size_t n = 0;
	struct tcn_err why = { 0 };
	enum tcn_rc rc;

	tcn_buf_z(&session->body, "\"articles\":[");
	tcn_json_split_init(&split, text);
	while (!(rc = tcn_json_split_next(&split, &object, &why))) {
		rc = tcn_json_read(object, &session->arena, &value, &why);
		if (rc)
			break;
		tcn_buf_z(&session->body, n++ ? "," : "");
		tcn_buf_str(&session->body, object);
	}
	tcn_buf_char(&session->body, ']');
	if (rc == TCN_DONE)
		return TCN_OK;
	return tcn_err_set(&session->err, rc, "standard input, article %zu: %s",
	    n + 1, why.text);
}

/* Reads standard input: ids one a line, or articles as JSON. */
static enum tcn_rc
add_input(struct tcn_session *session, struct tcn_buf *input)
{
	enum tcn_rc rc = tcn_verb_input("-", INPUT_MAX_MIB,
	    "compare fewer articles at once", input, &session->err);
	const struct tcn_str text = tcn_str_trim(tcn_buf_view(input));
	size_t n = 0;

	if (rc)
		return rc;
	if (text.n && (*text.at == '{' || *text.at == '['))
		return add_articles(session, text);
	tcn_buf_z(&session->body, "\"ids\":[");
	tcn_verb_add_ids(&session->body, text, &n);
	tcn_buf_char(&session->body, ']');
	return TCN_OK;
}

static void
add_ids(struct tcn_buf *body, int argc, char **argv)
{
	size_t n = 0;

	tcn_buf_z(body, "\"ids\":[");
	for (int i = 0; i < argc; i++)
		tcn_verb_add_id(body, tcn_str(argv[i]), &n);
	tcn_buf_char(body, ']');
}

static enum tcn_rc
add_body(struct tcn_session *session, const struct args *args, int argc,
    char **argv)
{
	const char *t = args->threshold ? args->threshold : "0.5";
	struct tcn_buf *body = &session->body, input = { 0 };
	bool is_list = argc > 1 || (argc == 1 && strcmp(argv[0], "-") != 0);
	enum tcn_rc rc = TCN_OK;

	if (*t < '0' || *t > '9' || t[strspn(t, "0123456789.")] ||
	    strlen(t) > 20)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "--threshold must be a number above 0, up to 1");
	tcn_buf_printf(body, "{\"t\":%s,\"measure\":", t);
	tcn_buf_json(body, tcn_str(args->measure ? args->measure : "jaccard"));
	tcn_buf_char(body, ',');
	if (is_list)
		add_ids(body, argc, argv);
	else
		rc = add_input(session, &input);
	tcn_buf_fini(&input);
	tcn_buf_char(body, '}');
	return rc;
}

/* An article that is shown, and behind it those that it stands for. */
static void
add_row(void *ctx, const struct tcn_json_value *kept, struct tcn_buf *out)
{
	const struct tcn_json_value more = tcn_json_member(kept, "more");

	(void)ctx;
	tcn_safe_terminal(out, tcn_json_member(kept, "id").s);
	for (struct tcn_json_value id = tcn_json_first(&more);
	     id.kind != TCN_JSON_ABSENT; id = tcn_json_next(&id)) {
		tcn_buf_char(out, '\t');
		tcn_safe_terminal(out, id.s);
	}
	tcn_buf_char(out, '\n');
}

static enum tcn_rc
collapse(struct tcn_session *session, const void *opts_in, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/collapse");
	rc = add_body(session, args, argc, argv);
	if (!rc)
		rc = tcn_session_post(session, &answer);
	if (!rc)
		rc = tcn_session_each(session, "kept", args->json, add_row,
		    NULL);
	if (!rc && tcn_verb_say_unknown(&answer))
		session->not_found = true;
	return rc;
}

const struct tcn_verb tcn_verb_collapse = {
	.name = "similar collapse",
	.was = "collapse",
	.summary = "of a list of articles, show each text once",
	.usage = "--db FILE|--url URL [OPTION]... [ID... | -]",
	.details =
	    "An article is hidden when it is a near-duplicate of one before it "
	    "that is shown: when they share half of their sentences (see "
	    "--threshold), or differ by no more than copies do. Each line is "
	    "an article that is shown, and behind it, with tabs between, those "
	    "that it stands for.\n\n"
	    "Without an ID, or with '-', standard input is read: ids, one a "
	    "line, or articles as NDJSON, which need not be stored. At most "
	    "1,000 are compared at once.\n\n"
	    "Exit code 1: an id is not stored.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run_session = collapse,
	.session_at = offsetof(struct args, session),
	.conf_at = offsetof(struct args, conf),
	.with_conf = true,
};
