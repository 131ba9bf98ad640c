/*
 * tocsin feeds extract: prints the articles of web pages as a stream.
 */
#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/article.h"
#include "tools/base/say.h"
#include "tools/intake/feeds/entry_json.h"
#include "tools/intake/feeds/page_article.h"
#include "tools/intake/input/input_file.h"
#include "tools/verb/verb.h"

#define PAGE_BYTES_MAX ((size_t)64 * 1024 * 1024)

struct args {
	const char *url;
	const char *charset;
	struct tcn_opt_count least_words;
	bool text, verbose;
};

static const struct tcn_opt opts[] = {
	{ "url", 0, "URL",
	    "the page's own address: its canonical address is resolved against "
	    "this one, or is this one",
	    TCN_OPT_TEXT, offsetof(struct args, url) },
	{ "charset", 0, "NAME", "the encoding its server named", TCN_OPT_TEXT,
	    offsetof(struct args, charset) },
	{ "least-words", 0, "N", "fewer words are no article (30)",
	    TCN_OPT_COUNT, offsetof(struct args, least_words) },
	{ "text", 0, NULL, "print title and text, not JSON", TCN_OPT_FLAG,
	    offsetof(struct args, text) },
	{ "verbose", 'v', NULL, "say what each article was found by",
	    TCN_OPT_FLAG, offsetof(struct args, verbose) },
	{ 0 },
};

/* Prints an article; the exit code. */
static int
print(const struct args *args, const struct tcn_article *article)
{
	struct tcn_buf out = { 0 };
	int code;

	if (args->text)
		tcn_buf_printf(&out, "%.*s\n\n%.*s\n",
		    TCN_STR_ARG(article->title), TCN_STR_ARG(article->text));
	else
		tcn_entry_json(article, &out);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

/*
 * Prints the article of one page, and returns the exit code for it. Sets *stop
 * when no other can be printed either, as nobody takes what is printed.
 */
static int
one(const struct args *args, const char *path, struct tcn_arena *arena,
    bool *stop)
{
	struct tcn_page_bytes page = { .charset = tcn_str(args->charset),
		.url = tcn_str(args->url),
		.least_words = args->least_words.n };
	struct tcn_err err = { 0 };
	struct tcn_buf bytes = { 0 };
	struct tcn_article article;
	enum tcn_extract_how how;
	enum tcn_rc rc =
	    tcn_input_file_whole(path, PAGE_BYTES_MAX, "page", &bytes, &err);
	int code = TCN_EXIT_OK;

	page.bytes = tcn_buf_view(&bytes);
	if (!rc)
		rc = tcn_page_article(&page, arena, &article, &how, &err);
	if (!rc) {
		/* An article that has no id is named by its page's address. */
		bool cut;

		article.id = article.url;
		tcn_article_fit(&article, NULL, arena, &cut);
		rc = tcn_article_finish(&article, NULL, arena, &err);
	}
	if (rc) {
		(void)tcn_say_rc(rc, &err);
		code = rc == TCN_INVALID ? TCN_EXIT_NO : TCN_EXIT_FAILED;
	} else if (print(args, &article)) {
		code = TCN_EXIT_FAILED;
		*stop = true;
	} else if (args->verbose) {
		tcn_say("%s: found by %s, %zu bytes of text", err.file,
		    tcn_extract_how_text(how), article.text.n);
	}
	tcn_buf_fini(&bytes);
	tcn_arena_reset(arena);
	return code;
}

static int
run_extract(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_arena arena;
	int code = TCN_EXIT_OK;
	bool stop = false;

	if (args->least_words.given && args->least_words.n == 0) {
		tcn_say("--least-words 0 would find an article on any page: "
			"say 1 or more");
		return TCN_EXIT_USAGE;
	}
	tcn_arena_init(&arena, 0);
	for (int i = 0; i < argc && !stop; i++) {
		int is = one(args, argv[i], &arena, &stop);

		code = is > code ? is : code;
	}
	tcn_arena_fini(&arena);
	return code;
}

const struct tcn_verb tcn_verb_extract = {
	.name = "feeds extract",
	.was = "extract",
	.summary = "print the articles of web pages as a stream",
	.usage = "[OPTION]... FILE...",
	.details =
	    "FILE is a page of HTML as it was fetched, or '-' for standard "
	    "input, in any encoding, plain, gzip or zstd. The article on it "
	    "becomes one line of NDJSON with its title, date, language, "
	    "address and publisher, as 'tocsin replay' and the other verbs "
	    "read it; menus, other stories, comments and notes on cookies are "
	    "left out.\n\n"
	    "A FILE without an article, such as a page of video, does not keep "
	    "the others from being printed. Exit code 1: a FILE has no "
	    "article; 4: one cannot be read.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_extract,
};
