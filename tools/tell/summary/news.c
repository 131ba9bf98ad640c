#include "tools/tell/summary/news.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "engine/text/lang.h"
#include "tools/tell/summary/cognates.h"

#define ORIGINS_MIN  2 /* of a supported word */
#define ORIGINS_PART 25
#define EARLIER_MAX  400
#define MANY_ORIGINS 100 /* of a story in which one other is not enough */
#define OTHERS_MAX   2 /* that must say as much as a post, then */
#define WORDS_MAX    60 /* of a title; the rest is not read */

/* A title as the set of its words. */
struct title {
	struct tcn_summary_terms words;
	struct tcn_summary_terms cognates; /* read when it might tell */
	uint64_t lang; /* of its code; 0: not known */
};

struct reader {
	struct tcn_prepare *prep;
	const struct tcn_news_title *texts;
	struct title *titles;
	size_t n;
	struct tcn_arena arena; /* of the titles' words */
	struct tcn_map origins; /* of all titles */
	struct tcn_map pairs; /* of a word or language and an origin, seen */
	struct tcn_map support; /* word or language -> origins */
	struct tcn_map told; /* words, and languages, told by now */
	/* Titles with each word: postings[first[w] .. first[w + 1]), by the
	 * word's index w. Made where there are posts. */
	struct tcn_map index;
	size_t *first;
	uint32_t *postings;
	uint64_t need; /* origins of what is supported */
	uint64_t first_lang;
	const struct title **earlier; /* with news, a ring */
	size_t earlier_n;
};

/* Counts the origin for a word or a language, once. */
static void
count(struct reader *reader, uint64_t key, uint64_t origin)
{
	uint64_t pair = XXH3_64bits_withSeed(&key, sizeof key, origin), *slot;
	bool added;

	tcn_map_put(&reader->pairs, pair, &slot, &added);
	if (added)
		tcn_map_count(&reader->support, key);
}

static bool
is_supported(const struct reader *reader, uint64_t key)
{
	const uint64_t *origins = tcn_map_find(&reader->support, key);

	return origins && *origins >= reader->need;
}

void
tcn_news_words(const struct tcn_doc *doc, struct tcn_arena *arena,
    struct tcn_summary_terms *words)
{
	size_t cap = doc->terms_n < WORDS_MAX ? doc->terms_n : WORDS_MAX;
	uint64_t *ids = tcn_arena_zalloc(arena, cap, sizeof *ids);
	size_t n = 0;

	*words = (struct tcn_summary_terms){ 0 };
	for (size_t i = 0; i < doc->terms_n && n < WORDS_MAX; i++) {
		if (!(doc->terms[i].flags & (TCN_TERM_STOP | TCN_TERM_DATE)))
			ids[n++] = doc->terms[i].id;
	}
	tcn_summary_terms_sort(ids, n);
	*words = (struct tcn_summary_terms){ ids, n };
}

/* Takes the words of a title as they were given, or reads it. */
static void
take_words(struct tcn_prepare *prep, const struct tcn_news_title *text,
    struct tcn_arena *scratch, struct tcn_arena *arena,
    struct tcn_summary_terms *words)
{
	const struct tcn_article article = { .text = text->text,
		.lang = text->lang,
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_doc doc;

	if (text->words) {
		*words = *text->words;
		return;
	}
	tcn_prepare_terms(prep, &article, scratch, &doc);
	tcn_news_words(&doc, arena, words);
}

static uint64_t
lang_key(struct tcn_str tag)
{
	char code[TCN_LANG_BYTES] = "";

	tcn_lang_from_tag(tag, code);
	return *code ? XXH3_64bits(code, strlen(code)) : 0;
}

static void
read_titles(struct reader *reader)
{
	struct tcn_arena scratch;

	tcn_arena_init(&scratch, 0);
	for (size_t i = 0; i < reader->n; i++) {
		const struct tcn_news_title *text = &reader->texts[i];
		struct title *title = &reader->titles[i];

		title->lang = lang_key(text->lang);
		tcn_map_count(&reader->origins, text->origin);
		tcn_arena_reset(&scratch);
		take_words(reader->prep, text, &scratch, &reader->arena,
		    &title->words);
		for (size_t k = 0; k < title->words.n; k++)
			count(reader, title->words.at[k], text->origin);
		if (title->lang)
			count(reader, title->lang, text->origin);
		if (!reader->first_lang)
			reader->first_lang = title->lang;
	}
	tcn_arena_fini(&scratch);
	reader->need = reader->origins.n / ORIGINS_PART;
	if (reader->need < ORIGINS_MIN)
		reader->need = ORIGINS_MIN;
}

/* --- titles by their words --- */

static void
index_words(struct reader *reader, size_t *total)
{
	*total = 0;
	for (size_t t = 0; t < reader->n; t++) {
		const struct tcn_summary_terms *words =
		    &reader->titles[t].words;

		for (size_t i = 0; i < words->n; i++) {
			size_t next = reader->index.n;
			uint64_t *slot;
			bool added;

			tcn_map_put(&reader->index, words->at[i], &slot,
			    &added);
			if (added)
				*slot = next;
			++*total;
		}
	}
}

/* Makes the postings, of each word those of the first title first. */
static void
index_titles(struct reader *reader)
{
	size_t total, n;

	index_words(reader, &total);
	n = reader->index.n;
	reader->first = tcn_mem_calloc(n + 1, sizeof *reader->first);
	reader->postings = tcn_mem_calloc(total + 1, sizeof *reader->postings);
	for (size_t t = 0; t < reader->n; t++)
		for (size_t i = 0; i < reader->titles[t].words.n; i++)
			reader->first[*tcn_map_find(&reader->index,
			    reader->titles[t].words.at[i])]++;
	for (size_t w = 1; w <= n; w++)
		reader->first[w] += reader->first[w - 1];
	for (size_t t = reader->n; t-- > 0;)
		for (size_t i = reader->titles[t].words.n; i-- > 0;)
			reader->postings
			    [--reader->first[*tcn_map_find(&reader->index,
				reader->titles[t].words.at[i])]] = (uint32_t)t;
}

/* --- what is alike --- */

/* Whether two sets have a cosine of half or more. */
static bool
are_alike(const struct tcn_summary_terms *a, const struct tcn_summary_terms *b)
{
	size_t shared = tcn_summary_terms_shared(*a, *b);

	return 4 * shared * shared >= a->n * b->n && shared;
}

/* Whether it is of two fifths or more. */
static bool
are_near(const struct tcn_summary_terms *a, const struct tcn_summary_terms *b)
{
	size_t shared = tcn_summary_terms_shared(*a, *b);

	return 25 * shared * shared >= 4 * a->n * b->n;
}

static bool
is_repetition(const struct reader *reader, const struct title *title)
{
	size_t n =
	    reader->earlier_n < EARLIER_MAX ? reader->earlier_n : EARLIER_MAX;

	for (size_t i = 0; i < n; i++) {
		const struct title *earlier = reader->earlier[i];

		if (are_alike(&title->words, &earlier->words) ||
		    tcn_cognates_alike(title->cognates, earlier->cognates))
			return true;
	}
	return false;
}

static bool
is_news(const struct reader *reader, uint64_t word)
{
	return is_supported(reader, word) && !tcn_map_find(&reader->told, word);
}

/* Counts in others[0 .. *n) who else says as much as a title with a word. */
static void
count_others(const struct reader *reader, size_t title, uint64_t word,
    uint64_t others[OTHERS_MAX], size_t *n)
{
	const uint64_t *w = tcn_map_find(&reader->index, word);

	for (size_t p = reader->first[*w];
	     p < reader->first[*w + 1] && *n < OTHERS_MAX; p++) {
		size_t other = reader->postings[p];
		uint64_t origin = reader->texts[other].origin;

		if (origin == reader->texts[title].origin ||
		    (*n && others[0] == origin) ||
		    !are_near(&reader->titles[title].words,
			&reader->titles[other].words))
			continue;
		others[(*n)++] = origin;
	}
}

/* Whether others say as much as a post, with something that is new. */
static bool
is_echoed(const struct reader *reader, size_t title)
{
	const struct tcn_summary_terms *words = &reader->titles[title].words;
	size_t need = reader->origins.n < MANY_ORIGINS ? 1 : OTHERS_MAX, n = 0;
	uint64_t others[OTHERS_MAX];

	for (size_t i = 0; i < words->n && n < need; i++)
		if (is_news(reader, words->at[i]))
			count_others(reader, title, words->at[i], others, &n);
	return n >= need;
}

/* The weight of a title's new words, in thousandths. */
static uint32_t
weigh(const struct reader *reader, const struct title *title)
{
	double sum = 0;

	for (size_t i = 0; i < title->words.n; i++) {
		uint64_t word = title->words.at[i];

		if (is_news(reader, word))
			sum += tcn_real_log(1 +
			    (double)*tcn_map_find(&reader->support, word));
	}
	return (uint32_t)(sum * TCN_NEWS_ONE + 0.5);
}

/* The words of a title, and its language, are told from now on. */
static void
tell(struct reader *reader, const struct title *title)
{
	uint64_t *slot;

	if (title->lang)
		tcn_map_put(&reader->told, title->lang, &slot, NULL);
	for (size_t i = 0; i < title->words.n; i++)
		tcn_map_put(&reader->told, title->words.at[i], &slot, NULL);
	reader->earlier[reader->earlier_n++ % EARLIER_MAX] = title;
}

/* The news of a title that might tell some: none where it says what was told,
 * or is a post that nobody echoes. */
static uint32_t
judge_news(const struct reader *reader, size_t i, bool is_first)
{
	const struct title *title = &reader->titles[i];

	if (is_repetition(reader, title))
		return 0;
	if (is_first)
		return TCN_NEWS_ONE;
	return reader->texts[i].is_post && !is_echoed(reader, i)
	    ? 0
	    : weigh(reader, title);
}

static void
judge(struct reader *reader, size_t i, struct tcn_news_told *told)
{
	struct title *title = &reader->titles[i];
	bool shown = reader->texts[i].is_shown;
	bool is_first = title->lang && title->lang != reader->first_lang &&
	    is_supported(reader, title->lang) && title->words.n &&
	    !tcn_map_find(&reader->told, title->lang);

	if (!shown && !is_first && !weigh(reader, title))
		return;
	tcn_cognates_read(reader->texts[i].text, &reader->arena,
	    &title->cognates);
	told->news = judge_news(reader, i, is_first);
	told->first_of_lang = is_first && told->news;
	if (told->news || shown)
		tell(reader, title);
}

void
tcn_news_read(struct tcn_prepare *prep, const struct tcn_news_title *titles,
    size_t n, struct tcn_news_told *told)
{
	struct reader reader = { .prep = prep, .texts = titles, .n = n };
	bool has_posts = false;

	assert(prep && (n == 0 || (titles && told)));
	tcn_arena_init(&reader.arena, 0);
	reader.titles = tcn_mem_calloc(n + 1, sizeof *reader.titles);
	reader.earlier = tcn_mem_calloc(EARLIER_MAX, sizeof *reader.earlier);
	read_titles(&reader);
	for (size_t i = 0; i < n; i++)
		has_posts |= titles[i].is_post;
	if (has_posts)
		index_titles(&reader);
	for (size_t i = 0; i < n; i++) {
		told[i] = (struct tcn_news_told){ 0 };
		if (titles[i].may_show || titles[i].is_shown)
			judge(&reader, i, &told[i]);
	}
	tcn_arena_fini(&reader.arena);
	tcn_map_fini(&reader.origins);
	tcn_map_fini(&reader.pairs);
	tcn_map_fini(&reader.support);
	tcn_map_fini(&reader.told);
	tcn_map_fini(&reader.index);
	tcn_mem_free(reader.first);
	tcn_mem_free(reader.postings);
	tcn_mem_free(reader.titles);
	tcn_mem_free(reader.earlier);
}

void
tcn_news_alike(struct tcn_prepare *prep, const struct tcn_news_title *a,
    const struct tcn_news_title *b, bool *alike)
{
	struct tcn_summary_terms words[2] = { { 0 } }, cognates[2] = { { 0 } };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	take_words(prep, a, &arena, &arena, &words[0]);
	take_words(prep, b, &arena, &arena, &words[1]);
	tcn_cognates_read(a->text, &arena, &cognates[0]);
	tcn_cognates_read(b->text, &arena, &cognates[1]);
	*alike = are_alike(&words[0], &words[1]) ||
	    tcn_cognates_alike(cognates[0], cognates[1]);
	tcn_arena_fini(&arena);
}
