/*
 * tocsin feeds entries: prints the entries of a feed as a stream of articles.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/article.h"
#include "tools/base/say.h"
#include "tools/intake/feeds/entry_json.h"
#include "tools/intake/feeds/feed.h"
#include "tools/intake/input/input_file.h"
#include "tools/verb/verb.h"

#define FEED_BYTES_MAX ((size_t)64 * 1024 * 1024)

struct args {
	const char *url;
	const char *charset;
	const char *lang;
	bool quiet;
};

static const struct tcn_opt opts[] = {
	{ "url", 0, "URL",
	    "the feed's own address: links are resolved against it",
	    TCN_OPT_TEXT, offsetof(struct args, url) },
	{ "charset", 0, "NAME", "the encoding its server named", TCN_OPT_TEXT,
	    offsetof(struct args, charset) },
	{ "lang", 0, "TAG", "the language its server named", TCN_OPT_TEXT,
	    offsetof(struct args, lang) },
	{ "quiet", 'q', NULL,
	    "no line about feeds without "
	    "errors",
	    TCN_OPT_FLAG, offsetof(struct args, quiet) },
	{ 0 },
};

/*
 * Prints the entries of a feed. One without title and text says nothing and is
 * left out.
 */
static enum tcn_rc
print_feed(const struct tcn_feed *feed, struct tcn_arena *arena,
    size_t *left_out, size_t *cut)
{
	struct tcn_buf out = { 0 };
	int code = TCN_EXIT_OK;

	for (size_t i = 0; i < feed->entries_n && !code; i++) {
		struct tcn_article entry = feed->entries[i];
		bool over;

		tcn_article_fit(&entry, NULL, arena, &over);
		if (tcn_article_finish(&entry, NULL, arena, NULL)) {
			++*left_out;
			continue;
		}
		*cut += over;
		tcn_buf_clear(&out);
		tcn_entry_json(&entry, &out);
		code = tcn_say_out(&out);
	}
	tcn_buf_fini(&out);
	return code ? TCN_IO : TCN_OK;
}

static void
say_feed(const char *name, const struct tcn_feed *feed, size_t left_out,
    size_t cut)
{
	struct tcn_buf line = { 0 };

	tcn_buf_printf(&line, "tocsin: %s: %s, %zu entr%s", name,
	    tcn_feed_kind_text(feed->kind), feed->entries_n,
	    feed->entries_n == 1 ? "y" : "ies");
	if (!tcn_str_equal(feed->encoding, tcn_str("UTF-8")))
		tcn_buf_printf(&line, ", in %.*s", TCN_STR_ARG(feed->encoding));
	if (feed->undated_n)
		tcn_buf_printf(&line, ", %zu undated", feed->undated_n);
	if (left_out)
		tcn_buf_printf(&line, ", %zu left out (no title and no text)",
		    left_out);
	if (cut)
		tcn_buf_printf(&line,
		    ", %zu cut (too long a link, id, title or text)", cut);
	if (feed->entries_more)
		tcn_buf_printf(&line, ", %zu beyond the limit not read",
		    feed->entries_more);
	tcn_buf_char(&line, '\n');
	if (feed->damage.text[0]) {
		/* Where the feed is damaged, as far as that is known. */
		struct tcn_err at = feed->damage;
		char place[TCN_ERR_PLACE_BYTES];

		tcn_err_at(&at, name, feed->damage.line, feed->damage.column);
		tcn_buf_printf(&line,
		    "tocsin: %snot sound, read as far as it can be: %s\n",
		    tcn_err_place(&at, place), feed->damage.text);
	}
	tcn_say_line(tcn_buf_view(&line));
	tcn_buf_fini(&line);
}

/*
 * Prints one feed, and returns the exit code of the verb so far. Sets *stop
 * when no other can be printed either, as nobody takes what is printed.
 */
static int
one(const struct args *args, const char *path, struct tcn_arena *arena,
    bool *stop)
{
	struct tcn_feed_doc doc = { .charset = tcn_str(args->charset),
		.lang = tcn_str(args->lang),
		.url = tcn_str(args->url) };
	struct tcn_err err = { 0 };
	struct tcn_buf bytes = { 0 };
	struct tcn_feed feed;
	size_t left_out = 0, cut = 0;
	enum tcn_rc rc =
	    tcn_input_file_whole(path, FEED_BYTES_MAX, "feed", &bytes, &err);
	int code = TCN_EXIT_OK;

	doc.bytes = tcn_buf_view(&bytes);
	if (!rc)
		rc = tcn_feed_parse(&doc, arena, &feed, &err);
	if (rc) {
		(void)tcn_say_rc(rc, &err);
		code = rc == TCN_INVALID ? TCN_EXIT_NO : TCN_EXIT_FAILED;
	} else if (print_feed(&feed, arena, &left_out, &cut)) {
		code = TCN_EXIT_FAILED;
		*stop = true;
	} else if (!args->quiet || feed.damage.text[0] || left_out || cut) {
		say_feed(err.file, &feed, left_out, cut);
	}
	tcn_buf_fini(&bytes);
	tcn_arena_reset(arena);
	return code;
}

static int
run_feed(const void *opts_in, int argc, char **argv)
{
	struct tcn_arena arena;
	int code = TCN_EXIT_OK;
	bool stop = false;

	tcn_arena_init(&arena, 0);
	for (int i = 0; i < argc && !stop; i++) {
		int is = one(opts_in, argv[i], &arena, &stop);

		code = is > code ? is : code;
	}
	tcn_arena_fini(&arena);
	return code;
}

const struct tcn_verb tcn_verb_feed = {
	.name = "feeds entries",
	.was = "feed",
	.summary = "print the entries of feeds as a stream of articles",
	.usage = "[OPTION]... FILE...",
	.details =
	    "FILE is a feed as it was fetched, or '-' for standard input: RSS "
	    "0.9x, 1.0 and 2.0, Atom, JSON Feed, in any encoding, plain, gzip "
	    "or zstd. Each entry becomes one line of NDJSON, as 'tocsin "
	    "replay' and the other verbs read it.\n\n"
	    "Feeds that are broken are read as far as they can be; errors are "
	    "reported on standard error. A FILE that is no feed, or cannot be "
	    "read, does not keep the others from being printed. Exit code 1: a "
	    "FILE is no feed; 4: one cannot be read.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_feed,
};
