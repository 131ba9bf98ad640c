/*
 * tocsin similar related, tocsin similar dups: find the articles of a store
 * that are like one.
 *
 * They are one file because they differ only in how far they look.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/record.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_excerpt.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_input.h"

#define LIMIT_DEFAULT 20
#define LIMIT_MAX     1000
#define TEXT_MAX_MIB  4

struct args {
	struct tcn_conf_args conf;
	struct tcn_session_args session;
	struct tcn_opt_count limit;
	bool json;
	const char *collapse;
	bool ever, excerpts, rewrites;
};

static const struct tcn_opt related_opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SESSION_OPTS(struct args, session),
	{ "collapse", 0, "[similar|copies]",
	    "show similar texts once, with the ids of the others",
	    TCN_OPT_CHOICE, offsetof(struct args, collapse) },
	{ "limit", 'n', "N", "show at most N items (20)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "json", 0, NULL, "a line of JSON for each item", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

static const struct tcn_opt dups_opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SESSION_OPTS(struct args, session),
	{ "ever", 0, NULL,
	    "also copies from before near.horizon, by a scan of the store",
	    TCN_OPT_FLAG, offsetof(struct args, ever) },
	{ "excerpts", 0, NULL, "also texts that share sentences with it",
	    TCN_OPT_FLAG, offsetof(struct args, excerpts) },
	{ "rewrites", 0, NULL,
	    "also what it says in other words, and what says it so",
	    TCN_OPT_FLAG, offsetof(struct args, rewrites) },
	{ "limit", 'n', "N", "show at most N items (20)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "json", 0, NULL, "a line of JSON for each item", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

/* Adds the ids that the item stands for, in a list that is collapsed. */
static void
add_more(struct tcn_buf *out, const struct tcn_json_value *found)
{
	const struct tcn_json_value more = tcn_json_member(found, "more");
	const char *comma = "";

	if (more.kind != TCN_JSON_ARRAY)
		return;
	tcn_buf_z(out, ",\"more\":[");
	for (struct tcn_json_value id = tcn_json_first(&more);
	     id.kind != TCN_JSON_ABSENT; id = tcn_json_next(&id)) {
		tcn_buf_z(out, comma);
		tcn_buf_json(out, id.s);
		comma = ",";
	}
	tcn_buf_char(out, ']');
}

/* Adds which sentences it shares with the article asked about, if any. */
static void
add_excerpt(struct tcn_buf *out, const struct tcn_json_value *found)
{
	const struct tcn_json_value excerpt = tcn_json_member(found, "excerpt");
	const struct tcn_json_value minutes =
	    tcn_json_member(&excerpt, "minutes");

	if (!excerpt.node)
		return;
	tcn_buf_printf(out,
	    ",\"shared_sentences\":%.0f,\"sentences\":%.0f,"
	    "\"containment\":%.4f,\"minutes\":",
	    tcn_json_member(&excerpt, "shared_sentences").n,
	    tcn_json_member(&excerpt, "other_sentences").n,
	    tcn_json_member(&excerpt, "containment").n);
	if (minutes.kind == TCN_JSON_NUMBER)
		tcn_buf_printf(out, "%.1f", minutes.n);
	else
		tcn_buf_z(out, "null");
}

static void
add_json(struct tcn_buf *out, const struct tcn_json_value *found)
{
	const struct tcn_json_value item = tcn_json_member(found, "article");
	const struct tcn_json_value bits = tcn_json_member(found, "distance");

	tcn_buf_z(out, "{\"id\":");
	tcn_buf_json(out, tcn_json_member(&item, "id").s);
	tcn_buf_printf(out,
	    ",\"similarity\":%.4f,\"estimated\":%s,\"distance\":",
	    tcn_json_member(found, "similarity").n,
	    tcn_json_member(found, "estimated").n != 0 ? "true" : "false");
	if (bits.kind == TCN_JSON_NUMBER)
		tcn_buf_printf(out, "%.0f", bits.n);
	else
		tcn_buf_z(out, "null");
	tcn_buf_printf(out, ",\"same_story\":%s,\"ts\":%.3f,\"source\":",
	    tcn_json_member(found, "same_story").n != 0 ? "true" : "false",
	    tcn_json_member(&item, "at").n);
	tcn_buf_json(out, tcn_json_member(&item, "source").s);
	tcn_buf_z(out, ",\"url\":");
	tcn_buf_json(out, tcn_json_member(&item, "url").s);
	tcn_buf_z(out, ",\"title\":");
	tcn_buf_json(out, tcn_json_member(&item, "title").s);
	if (tcn_json_member(found, "rewrite").n != 0)
		tcn_buf_z(out, ",\"rewrite\":true");
	add_excerpt(out, found);
	add_more(out, found);
	tcn_buf_z(out, "}\n");
}

static void
add_row(void *ctx, const struct tcn_json_value *found, struct tcn_buf *out)
{
	const struct args *args = ctx;

	if (args->json) {
		add_json(out, found);
		return;
	}
	if (!out->n)
		tcn_buf_printf(out, "alike  bits%s  time          id  title\n",
		    args->excerpts ? TCN_SHOW_EXCERPT_HEADING : "");
	tcn_show_row_found(args->excerpts, found, out);
}

/* Says where the search has stopped, unless it has gone through everything. */
static void
say_end(const struct tcn_json_value *answer, const struct args *args,
    size_t limit)
{
	const struct tcn_json_value since = tcn_json_member(answer, "since");
	char when[TCN_WHEN_BYTES];

	if (tcn_json_member(answer, "more").n != 0)
		tcn_say("there are more than these %zu: see --limit", limit);
	if (since.kind == TCN_JSON_NUMBER)
		tcn_say("only what came since %s was compared (%s)",
		    tcn_when_text((int64_t)(since.n * 1000), when),
		    args->ever ? "a daemon stops its scan there"
			       : "near.horizon");
}

/* Asks about the stored article id or, when it is NULL, the text. */
static enum tcn_rc
ask(struct tcn_session *session, const struct args *args, const char *id,
    const char *what, size_t limit, struct tcn_json_value *answer)
{
	enum tcn_rc rc;

	if (id) {
		tcn_session_path(session, "/v1/articles/{}/", id);
		tcn_buf_z(&session->target, what);
	} else {
		tcn_session_path(session, "/v1/");
		tcn_buf_z(&session->target, what);
		rc = tcn_verb_input("-", TEXT_MAX_MIB, "shorten it",
		    &session->body, &session->err);
		if (rc)
			return rc;
	}
	tcn_session_param_uint(session, "limit", limit);
	tcn_session_param_choice(session, "collapse", args->collapse,
	    "similar");
	if (args->ever)
		tcn_session_param(session, "ever", "true");
	if (args->excerpts)
		tcn_session_param(session, "excerpts", "true");
	if (args->rewrites)
		tcn_session_param(session, "rewrites", "true");
	return id ? tcn_session_get(session, answer)
		  : tcn_session_post(session, answer);
}

/* Lists what is like the article; what: the last part of the route. */
static enum tcn_rc
find(struct tcn_session *session, const struct args *args, const char *id,
    const char *what)
{
	size_t limit =
	    args->limit.given ? (size_t)args->limit.n : LIMIT_DEFAULT;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	if (limit == 0 || limit > LIMIT_MAX)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "--limit must be 1 to %d", LIMIT_MAX);
	if (id && strcmp(id, "-") == 0)
		id = NULL;
	rc = ask(session, args, id, what, limit, &answer);
	if (rc == TCN_DONE) {
		session->not_found = true;
		tcn_say("no item has the id '%s'", id ? id : "-");
		return TCN_OK;
	}
	if (!rc)
		rc = tcn_session_each(session, "found", false, add_row,
		    (void *)(uintptr_t)args);
	if (rc)
		return rc;
	if (!session->out.n) {
		session->not_found = true;
		tcn_say("nothing found");
	}
	say_end(&answer, args, limit);
	return TCN_OK;
}

static enum tcn_rc
related(struct tcn_session *session, const void *opts_in, int argc, char **argv)
{
	return find(session, opts_in, argc ? argv[0] : NULL, "related");
}

static enum tcn_rc
dups(struct tcn_session *session, const void *opts_in, int argc, char **argv)
{
	return find(session, opts_in, argc ? argv[0] : NULL, "dups");
}

#define ASKED                                                                  \
	"ID is a stored article's. Without it, or with '-', standard input "   \
	"is asked about: one article as a line of JSON, or any text; it is "   \
	"not stored. The store is read back as far as near.horizon reaches; "  \
	"a line says where that, or --limit, leaves something out.\n\n"        \
	"Exit code 1: nothing was found."

const struct tcn_verb tcn_verb_related = {
	.name = "similar related",
	.was = "related",
	.summary = "list what a store holds that is related to an article",
	.usage = "--db FILE|--url URL [OPTION]... [ID | -]",
	.details = "Related are copies, similar texts and the items of the "
		   "same story, and texts that share its weightiest words, "
		   "the most similar first. With --collapse, of texts "
		   "that share half of their sentences the first is shown, "
		   "with the others' ids below it.\n\n" ASKED,
	.opts = related_opts,
	.args_bytes = sizeof(struct args),
	.args_max = 1,
	.run_session = related,
	.session_at = offsetof(struct args, session),
	.conf_at = offsetof(struct args, conf),
	.with_conf = true,
};

const struct tcn_verb tcn_verb_dups = {
	.name = "similar dups",
	.was = "dups",
	.summary = "list the copies of an article in a store",
	.usage = "--db FILE|--url URL [OPTION]... [ID | -]",
	.details = "Copies are items whose text is the same but for case, "
		   "spacing, punctuation and the outlet's name, or whose "
		   "fingerprint differs in at most 3 bits. With --excerpts, "
		   "texts that share sentences with it are listed as well: one "
		   "of the two has at least half of the other's. Of each it "
		   "says how many of its sentences are shared (11/14), how "
		   "much of the shorter text that is, and how much later it "
		   "came.\n\nWith --ever the "
		   "whole store is looked through, a million items in about "
		   "a fifth of a second; a daemon looks at its latest 250,000 "
		   "items.\n\n" ASKED,
	.opts = dups_opts,
	.args_bytes = sizeof(struct args),
	.args_max = 1,
	.run_session = dups,
	.session_at = offsetof(struct args, session),
	.conf_at = offsetof(struct args, conf),
	.with_conf = true,
};
