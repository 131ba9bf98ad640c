/*
 * Bench part "extract": articles out of pages whose articles are known: how
 * much of each is found, how much else, and how fast. The baseline is copying
 * the pages' bytes. With --input DIR the pages are written there, for other
 * programs to be measured on.
 */
#include "tools/bench/bench_extract.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/ascii.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/page/extract.h"
#include "engine/text/markup.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/bench/bench.h"

#define PAGES_DEFAULT 116
#define NOISE_BYTES   14 /* a shorter line may be in an article by chance */

/* --- tokens --- */

static bool
is_token_byte(char c)
{
	return tcn_ascii_is_alnum(c) || (c & 0x80);
}

/* The length of the token at s: a character of three bytes stands alone, unless
 * it is punctuation, which begins with E2 or E3 80. 0: there is none. */
static size_t
token_at(struct tcn_str s)
{
	size_t n = 0;

	if (s.n >= 3 && (s.at[0] & 0xf0) == 0xe0)
		return (unsigned char)s.at[0] == 0xe2 ||
			memcmp(s.at, "\xe3\x80", 2) == 0 ||
			memcmp(s.at, "\xef\xbc", 2) == 0
		    ? 0
		    : 3;
	while (n < s.n && is_token_byte(s.at[n]) && (s.at[n] & 0xf0) != 0xe0)
		n++;
	return n;
}

/* Reads the next token of s as its hash; false: there is none. */
static bool
next_token(struct tcn_str *s, uint64_t *hash)
{
	char token[64];
	size_t length = 0, k = 0;

	while (s->n && !(length = token_at(*s))) {
		size_t skip = (s->at[0] & 0xf0) == 0xe0 && s->n >= 3 ? 3 : 1;

		s->at += skip;
		s->n -= skip;
	}
	for (; k < length && k < sizeof token; k++)
		token[k] = tcn_ascii_lower(s->at[k]);
	s->at += length;
	s->n -= length;
	*hash = XXH3_64bits(token, k);
	return length > 0;
}

static enum tcn_rc
count_tokens(struct tcn_str s, struct tcn_map *counts, size_t *n)
{
	enum tcn_rc rc = TCN_OK;
	uint64_t hash;

	for (*n = 0; !rc && next_token(&s, &hash); ++*n)
		rc = tcn_map_count(counts, hash);
	return rc;
}

/* Takes each token of s out of the counts, and counts those that were there. */
static void
take_tokens(struct tcn_str s, struct tcn_map *counts, size_t *n, size_t *shared)
{
	uint64_t hash;

	*shared = 0;
	for (*n = 0; next_token(&s, &hash); ++*n) {
		uint64_t *value = tcn_map_find(counts, hash);

		*shared += value && *value;
		if (value && *value)
			--*value;
	}
}

enum tcn_rc
tcn_bench_extract_compare(struct tcn_str got, struct tcn_str truth,
    struct tcn_bench_extract_score *score)
{
	struct tcn_map counts = { 0 };
	size_t truth_n, got_n = 0, shared = 0;
	enum tcn_rc rc = count_tokens(truth, &counts, &truth_n);

	if (!rc)
		take_tokens(got, &counts, &got_n, &shared);
	tcn_map_fini(&counts);
	score->precision = got_n ? (double)shared / (double)got_n : 0;
	score->recall = truth_n ? (double)shared / (double)truth_n : 0;
	score->f1 = shared ? 2 * score->precision * score->recall /
		(score->precision + score->recall)
			   : 0;
	return rc;
}

/* Whether no line that is noise, and not in the truth as well, is in text. */
static bool
is_clean(const struct tcn_demo_page *page, struct tcn_str text)
{
	struct tcn_str noise = tcn_buf_view(&page->noise);
	struct tcn_str truth = tcn_buf_view(&page->text);

	while (noise.n) {
		const char *end = memchr(noise.at, '\n', noise.n);
		size_t n = (size_t)(end - noise.at);

		if (n >= NOISE_BYTES && text.n &&
		    memmem(text.at, text.n, noise.at, n) &&
		    !memmem(truth.at, truth.n, noise.at, n))
			return false;
		noise.at += n + 1;
		noise.n -= n + 1;
	}
	return true;
}

enum tcn_rc
tcn_bench_extract_page(const struct tcn_demo_page *page,
    struct tcn_bench_extract_score *score)
{
	const struct tcn_extract_page in = { .html = tcn_buf_view(&page->html),
		.url = tcn_buf_view(&page->url) };
	struct tcn_extract found;
	struct tcn_arena arena;
	double start;
	enum tcn_rc rc;

	*score = (struct tcn_bench_extract_score){ 0 };
	tcn_arena_init(&arena, 0);
	start = tcn_bench_cpu();
	rc = tcn_extract(&in, &arena, &found, NULL);
	score->seconds = tcn_bench_cpu() - start;
	if (rc == TCN_OK || rc == TCN_INVALID) {
		score->how = rc ? "none" : tcn_extract_how_text(found.how);
		score->clean = is_clean(page, found.text);
		score->title =
		    tcn_str_equal(found.title, tcn_buf_view(&page->title));
		score->date = found.ts_ms == page->ts_ms ||
		    !strstr(page->html.at, page->date);
		rc = tcn_bench_extract_compare(found.text,
		    tcn_buf_view(&page->text), score);
	}
	tcn_arena_fini(&arena);
	return rc;
}

/* --- the table --- */

struct totals {
	struct tcn_bench_extract_score sum;
	size_t pages, clean, titles, dates, bytes;
	double copying;
};

static void
print_row(const struct tcn_bench_args *args, const char *shape,
    const char *lang, const struct tcn_bench_extract_score *score,
    const char *clean)
{
	if (args->json)
		printf("{\"shape\":\"%s\",\"lang\":\"%s\",\"how\":\"%s\","
		       "\"precision\":%.4f,\"recall\":%.4f,\"f1\":%.4f,"
		       "\"clean\":\"%s\"}\n",
		    shape, lang, score->how, score->precision, score->recall,
		    score->f1, clean);
	else
		printf("%-17s %-4s %-12s %9.3f %7.3f %7.3f  %s\n", shape, lang,
		    score->how, score->precision, score->recall, score->f1,
		    clean);
}

static void
add(struct totals *to, const struct tcn_bench_extract_score *score,
    const struct tcn_demo_page *page)
{
	char *copy = tcn_mem_alloc(page->html.n);
	double start = tcn_bench_cpu();

	if (copy)
		memcpy(copy, page->html.at, page->html.n);
	to->copying += tcn_bench_cpu() - start;
	tcn_mem_free(copy);
	to->sum.precision += score->precision;
	to->sum.recall += score->recall;
	to->sum.f1 += score->f1;
	to->sum.seconds += score->seconds;
	to->clean += score->clean;
	to->titles += score->title;
	to->dates += score->date;
	to->bytes += page->html.n;
	to->pages++;
}

static void
print_totals(const struct tcn_bench_args *args, struct totals *all)
{
	double n = (double)all->pages, mb = (double)all->bytes / 1e6;
	char clean[64];

	all->sum.precision /= n;
	all->sum.recall /= n;
	all->sum.f1 /= n;
	all->sum.how = "";
	snprintf(clean, sizeof clean, "%zu of %zu", all->clean, all->pages);
	print_row(args, "all", "", &all->sum, clean);
	if (args->json)
		printf("{\"titles\":%zu,\"dates\":%zu,\"pages\":%zu,"
		       "\"mb_per_second\":%.1f,\"times_copying\":%.0f}\n",
		    all->titles, all->dates, all->pages, mb / all->sum.seconds,
		    all->sum.seconds / all->copying);
	else
		printf("\nThe title is right on %zu pages of %zu, the date, "
		       "where the page has one, on %zu.\n"
		       "%.1f MB of HTML in %.2f s of the processor: %.1f MB/s, "
		       "%.0f times as long as copying.\n",
		    all->titles, all->pages, all->dates, mb, all->sum.seconds,
		    mb / all->sum.seconds, all->sum.seconds / all->copying);
}

static bool
write_part(const char *dir, size_t nth, const char *ending, struct tcn_str s)
{
	char path[4096];
	FILE *file;
	bool ok;

	snprintf(path, sizeof path, "%s/%03zu.%s", dir, nth, ending);
	file = fopen(path, "wb");
	if (!file)
		return false;
	ok = fwrite(s.at ? s.at : "", 1, s.n, file) == s.n;
	return fclose(file) == 0 && ok;
}

static enum tcn_rc
write_page(const char *dir, size_t nth, const struct tcn_demo_page *page)
{
	if (!dir ||
	    (write_part(dir, nth, "html", tcn_buf_view(&page->html)) &&
		write_part(dir, nth, "txt", tcn_buf_view(&page->text)) &&
		write_part(dir, nth, "noise", tcn_buf_view(&page->noise))))
		return TCN_OK;
	tcn_say("cannot write to %s", dir);
	return TCN_IO;
}

static enum tcn_rc
measure(const struct tcn_bench_args *args, const struct tcn_demo_pages *pages,
    struct totals *all)
{
	size_t n = args->items ? args->items : PAGES_DEFAULT;
	struct tcn_demo_page page = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < n; i++) {
		struct tcn_bench_extract_score score;

		rc = tcn_demo_pages_make(pages, i, &page);
		if (!rc)
			rc = write_page(args->input, i, &page);
		if (!rc)
			rc = tcn_bench_extract_page(&page, &score);
		if (rc)
			break;
		add(all, &score, &page);
		print_row(args, page.shape, page.lang, &score,
		    score.clean ? "yes" : "no");
	}
	tcn_demo_page_fini(&page);
	return rc;
}

int
tcn_bench_extract(const struct tcn_bench_args *args)
{
	struct tcn_demo_pages *pages;
	struct totals all = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_demo_pages_new(args->seed, &pages, &err);

	tcn_markup_init();
	if (rc)
		return tcn_say_rc(rc, &err);
	if (!args->json)
		printf("%-17s %-4s %-12s %9s %7s %7s  %s\n", "page", "lang",
		    "found by", "precision", "recall", "F1", "clean");
	rc = measure(args, pages, &all);
	if (!rc && all.pages)
		print_totals(args, &all);
	tcn_demo_pages_free(pages);
	if (rc == TCN_IO)
		return TCN_EXIT_FAILED;
	return rc ? tcn_say_rc(rc, NULL) : TCN_EXIT_OK;
}
