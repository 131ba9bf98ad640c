/*
 * tocsin related, tocsin dups: find the articles of a store that are like one.
 *
 * They are one file because they differ only in how far they look.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/pipeline/lookup.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

#define LIMIT_DEFAULT  20
#define TEXT_MAX_BYTES (4u << 20)

struct args {
	struct tcn_conf_args conf;
	const char *db;
	struct tcn_opt_count limit;
	bool json;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "db", 0, "FILE", "the store to look in", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "limit", 'n', "N", "show at most N items (20)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "json", 0, NULL, "a line of JSON for each item", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

static void
add_json(struct tcn_buf *out, const struct tcn_lookup_hit *found)
{
	const struct tcn_store_item_row *item = found->item;

	tcn_buf_z(out, "{\"id\":");
	tcn_buf_json(out, item->article.id);
	tcn_buf_printf(out,
	    ",\"similarity\":%.4f,\"distance\":", found->similarity);
	if (found->distance < 0)
		tcn_buf_z(out, "null");
	else
		tcn_buf_printf(out, "%d", found->distance);
	tcn_buf_printf(out, ",\"same_story\":%s,\"ts\":%.3f,\"source\":",
	    found->same_story ? "true" : "false",
	    (double)item->place.ts_ms / 1000);
	tcn_buf_json(out, item->article.source);
	tcn_buf_z(out, ",\"url\":");
	tcn_buf_json(out, item->article.url);
	tcn_buf_z(out, ",\"title\":");
	tcn_buf_json(out, item->article.title);
	tcn_buf_z(out, "}\n");
}

static void
add_text(struct tcn_buf *out, const struct tcn_lookup_hit *found)
{
	const struct tcn_article *article = &found->item->article;
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%5.3f  ", found->similarity);
	if (found->distance < 0)
		tcn_buf_z(out, "   -");
	else
		tcn_buf_printf(out, "%4d", found->distance);
	tcn_buf_printf(out, "  %s  ",
	    tcn_when_short(found->item->place.ts_ms, when));
	tcn_safe_terminal(out, article->id);
	tcn_buf_z(out, "  ");
	if (article->source.n) {
		tcn_safe_terminal(out, article->source);
		tcn_buf_z(out, ": ");
	}
	tcn_safe_terminal(out,
	    article->title.n ? article->title : article->text);
	tcn_buf_char(out, '\n');
}

static int
print(const struct args *args, const struct tcn_lookup_hits *list)
{
	struct tcn_buf out = { 0 };
	int code;

	if (!args->json && list->n)
		tcn_buf_z(&out, "alike  bits  time          id  title\n");
	for (size_t i = 0; i < list->n; i++) {
		if (args->json)
			add_json(&out, &list->at[i]);
		else
			add_text(&out, &list->at[i]);
	}
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	if (code || list->n)
		return code;
	tcn_say("nothing found");
	return TCN_EXIT_NO;
}

static size_t
limit_of(const struct args *args)
{
	return args->limit.given ? (size_t)args->limit.n : LIMIT_DEFAULT;
}

static int
ask_id(const struct args *args, struct tcn_lookup *lookup, const char *id,
    enum tcn_lookup_kind kind)
{
	struct tcn_lookup_hits list;
	struct tcn_store_item_list items;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;
	int code;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_items_by_id(tcn_lookup_store(lookup), tcn_str(id),
	    &arena, &items);
	if (!rc && !items.n) {
		tcn_say("no item has the id '%s'", id);
		code = TCN_EXIT_NO;
	} else {
		if (!rc)
			rc = tcn_lookup_item(lookup, &items.at[0], kind,
			    limit_of(args), &list, &err);
		code = rc ? tcn_say_rc(rc, &err) : print(args, &list);
	}
	tcn_arena_fini(&arena);
	return code;
}

/* Reads standard input: one article as JSON, or any text. */
static enum tcn_rc
read_article(struct tcn_arena *arena, struct tcn_article *article,
    struct tcn_err *err)
{
	char *bytes = tcn_arena_alloc(arena, TEXT_MAX_BYTES + 1);
	struct tcn_str text;
	size_t n;

	if (!bytes)
		return TCN_NOMEM;
	n = fread(bytes, 1, TEXT_MAX_BYTES + 1, stdin);
	if (n > TEXT_MAX_BYTES)
		return tcn_err_set(err, TCN_INVALID,
		    "the text on standard input is over 4 MiB");
	text = tcn_str_trim((struct tcn_str){ bytes, n });
	if (text.n && text.at[0] == '{')
		return tcn_json_article(text, NULL, arena, article, err);
	*article = (struct tcn_article){ .ts_ms = TCN_UNDATED, .text = text };
	return tcn_article_finish(article, NULL, arena, err);
}

static int
ask_input(const struct args *args, struct tcn_lookup *lookup,
    enum tcn_lookup_kind kind)
{
	struct tcn_lookup_hits list;
	struct tcn_article article;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;
	int code;

	tcn_arena_init(&arena, 0);
	rc = read_article(&arena, &article, &err);
	if (!rc)
		rc = tcn_lookup_article(lookup, &article, kind, limit_of(args),
		    &list, &err);
	code = rc ? tcn_say_rc(rc, &err) : print(args, &list);
	tcn_arena_fini(&arena);
	return code;
}

static int
ask(const struct args *args, const struct tcn_conf *conf, const char *id,
    enum tcn_lookup_kind kind)
{
	struct tcn_pipeline_conf pipe;
	struct tcn_lookup *lookup;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_setup_pipeline(conf, &pipe);
	rc = tcn_lookup_open(&pipe, args->db, &lookup, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	if (id && strcmp(id, "-") != 0)
		code = ask_id(args, lookup, id, kind);
	else
		code = ask_input(args, lookup, kind);
	tcn_lookup_close(lookup);
	return code;
}

static int
run(const void *opts_in, int argc, char **argv, enum tcn_lookup_kind kind)
{
	const struct args *args = opts_in;
	struct tcn_conf conf;
	int code;

	if (!args->db) {
		tcn_say("which store? Name it with --db FILE");
		return TCN_EXIT_USAGE;
	}
	code = tcn_conf_start(&args->conf, &conf);
	if (!code)
		code = ask(args, &conf, argc ? argv[0] : NULL, kind);
	tcn_conf_fini(&conf);
	return code;
}

static int
run_related(const void *opts_in, int argc, char **argv)
{
	return run(opts_in, argc, argv, TCN_LOOKUP_RELATED);
}

static int
run_dups(const void *opts_in, int argc, char **argv)
{
	return run(opts_in, argc, argv, TCN_LOOKUP_COPIES);
}

#define ASKED                                                                  \
	"ID is a stored article's. Without it, or with '-', standard input "   \
	"is asked about: one article as a line of JSON, or any text; it is "   \
	"not stored. The store is read back as far as near.horizon reaches.\n" \
	"\n"                                                                   \
	"Exit code 1: nothing was found."

const struct tcn_verb tcn_verb_related = {
	.name = "related",
	.summary = "list what a store holds that is related to an article",
	.usage = "--db FILE [OPTION]... [ID | -]",
	.details = "Related are copies, similar texts and the items of the "
		   "same story, and texts that share its weightiest words, "
		   "the most similar first.\n\n" ASKED,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = 1,
	.run = run_related,
};

const struct tcn_verb tcn_verb_dups = {
	.name = "dups",
	.summary = "list the copies of an article in a store",
	.usage = "--db FILE [OPTION]... [ID | -]",
	.details = "Copies are items whose text is the same but for case, "
		   "spacing, punctuation and the outlet's name, or whose "
		   "fingerprint differs in at most 3 bits.\n\n" ASKED,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = 1,
	.run = run_dups,
};
