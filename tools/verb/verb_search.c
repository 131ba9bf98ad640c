/*
 * tocsin search: finds the articles of a store that hold words.
 */
#include <inttypes.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/json_in.h"
#include "tools/base/say.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"

#define LIMIT_DEFAULT 20
#define LIMIT_MAX     1000

struct args {
	struct tcn_session_args session;
	const char *order, *collapse, *copies;
	const char *since, *until, *source, *lang, *category, *event, *after;
	struct tcn_opt_count limit;
	bool snippets, json;
};

#define TEXT(name) TCN_OPT_TEXT, offsetof(struct args, name)

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "since", 0, "DATE",
	    "only articles of this date or "
	    "later",
	    TEXT(since) },
	{ "until", 0, "DATE",
	    "only articles from before this "
	    "date",
	    TEXT(until) },
	{ "source", 0, "NAME", "only of this outlet", TEXT(source) },
	{ "lang", 0, "LANG",
	    "only articles in this language, such as "
	    "en",
	    TEXT(lang) },
	{ "category", 0, "NAME",
	    "only articles of this category, sent or "
	    "predicted",
	    TEXT(category) },
	{ "event", 0, "ID",
	    "only articles that belong to this "
	    "event",
	    TEXT(event) },
	{ "copies", 0, "fold|all",
	    "show each text once (the default), or every article with it",
	    TCN_OPT_CHOICE, offsetof(struct args, copies) },
	{ "collapse", 0, "[similar|copies]",
	    "show also similar texts once, with the ids of the others",
	    TCN_OPT_CHOICE, offsetof(struct args, collapse) },
	{ "order", 0, "newest|best", "newest (the default) or best first",
	    TCN_OPT_CHOICE, offsetof(struct args, order) },
	{ "snippets", 's', NULL,
	    "show where the words occur, and the event of each article",
	    TCN_OPT_FLAG, offsetof(struct args, snippets) },
	{ "limit", 'n', "N", "show at most N articles (20)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "after", 0, "CURSOR",
	    "continue after the page that ended with CURSOR", TEXT(after) },
	{ "json", 0, NULL, "a line of JSON for each article", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

/* Adds the words, joined with a blank between them, as the query. */
static void
add_words(struct tcn_session *session, int argc, char **argv)
{
	struct tcn_buf words = { 0 };

	for (int i = 0; i < argc; i++) {
		tcn_buf_z(&words, i ? " " : "");
		tcn_buf_z(&words, argv[i]);
	}
	tcn_session_param(session, "q", words.at);
	tcn_buf_fini(&words);
}

/* Says which words nothing holds, and what may have been meant. */
static void
say_words(const struct tcn_json_value *answer)
{
	struct tcn_json_value words = tcn_json_member(answer, "words");
	struct tcn_json_value meant = tcn_json_member(answer, "did_you_mean");
	struct tcn_str q = tcn_json_in_str(&meant, "q");

	tcn_say("nothing found");
	for (words = tcn_json_first(&words); words.node;
	     words = tcn_json_next(&words)) {
		struct tcn_str word = tcn_json_in_str(&words, "word");

		if (!tcn_json_in_uint(&words, "articles"))
			tcn_say("no article has '%.*s'", TCN_STR_ARG(word));
	}
	if (q.n)
		tcn_say("did you mean: %.*s (%s%" PRIu64 ")", TCN_STR_ARG(q),
		    tcn_json_in_bool(&meant, "about") ? "about " : "",
		    tcn_json_in_uint(&meant, "found"));
}

/* Says how many there are, and how to see the others. */
static void
say_page(const struct tcn_json_value *answer)
{
	struct tcn_json_value found = tcn_json_member(answer, "found");
	struct tcn_str next = tcn_json_in_str(answer, "next");

	if (!next.n)
		return;
	if (found.kind == TCN_JSON_NUMBER)
		tcn_say("of %s%.0f; go on with --after %.*s",
		    tcn_json_in_bool(answer, "about") ? "about " : "", found.n,
		    TCN_STR_ARG(next));
	else
		tcn_say("go on with --after %.*s", TCN_STR_ARG(next));
}

static void
add_params(struct tcn_session *session, const struct args *args)
{
	tcn_session_param(session, "since", args->since);
	tcn_session_param(session, "until", args->until);
	tcn_session_param(session, "source", args->source);
	tcn_session_param(session, "lang", args->lang);
	tcn_session_param(session, "category", args->category);
	tcn_session_param(session, "event", args->event);
	tcn_session_param(session, "copies", args->copies);
	tcn_session_param(session, "order", args->order);
	tcn_session_param(session, "after", args->after);
	tcn_session_param_choice(session, "collapse", args->collapse,
	    "similar");
}

static enum tcn_rc
search(struct tcn_session *session, const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct tcn_show_row_hits show = {
		.category = args->category != NULL,
		.snippets = args->snippets,
	};
	struct tcn_json_value answer;
	size_t limit =
	    args->limit.given ? (size_t)args->limit.n : LIMIT_DEFAULT;
	enum tcn_rc rc;

	if (limit == 0 || limit > LIMIT_MAX)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "--limit must be 1 to %d", LIMIT_MAX);
	tcn_session_path(session, "/v1/search");
	if (argc)
		add_words(session, argc, argv);
	add_params(session, args);
	tcn_session_param_uint(session, "limit", limit);
	rc = tcn_session_get(session, &answer);
	if (!rc)
		rc = tcn_session_each(session, "articles", args->json,
		    tcn_show_row_hit, (void *)(uintptr_t)&show);
	if (rc)
		return tcn_session_miss(session, rc);
	session->not_found = !session->out.n;
	if (!session->out.n)
		say_words(&answer);
	say_page(&answer);
	return TCN_OK;
}

const struct tcn_verb tcn_verb_search = {
	.name = "search",
	.summary = "find the articles of a store that hold words",
	.usage = "--db FILE|--url URL [OPTION]... [WORD...]",
	.details =
	    "Articles whose title and text hold all words, the newest first by "
	    "their own time. Several words in double quotes, as in '\"new "
	    "york\" fire', must stand together, and word* matches words that "
	    "begin with it. Case and diacritics do not count. Words may be "
	    "left out where an option narrows the search.\n\n"
	    "Each text is shown once, as the first of its articles that the "
	    "options let through. With --collapse, of texts that share half of "
	    "their sentences the first is shown, with the others' ids below "
	    "it; what follows it is a word to search for, unless it is "
	    "'similar' or 'copies'. With --category, what was sent with that "
	    "category, and what came with none and has it by prediction, which "
	    "is shown with a '?'.\n\n"
	    "A page that is not the last ends with a cursor for --after: what "
	    "arrives in between moves nothing.\n\n"
	    "Exit code 1: nothing was found.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 0,
	.args_max = -1,
	.run_session = search,
	.session_at = offsetof(struct args, session),
};
