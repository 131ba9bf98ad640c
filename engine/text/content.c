#include "engine/text/content.h"

#include <assert.h>
#include <math.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "engine/base/sort.h"

#define CLASS_MASK UINT64_C(7)

const char *
tcn_content_source_name(enum tcn_content_source source)
{
	switch (source) {
	case TCN_CONTENT_WORDS:
		return "words";
	case TCN_CONTENT_SENT:
		return "sent";
	case TCN_CONTENT_TAGGER:
		return "tagger";
	case TCN_CONTENT_NONE:
		break;
	}
	return "none";
}

bool
tcn_content_has(const struct tcn_content *content, uint64_t id)
{
	uint32_t from = 0, to = content->n;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (content->at[middle] < (id & ~CLASS_MASK))
			from = middle + 1;
		else
			to = middle;
	}
	return from < content->n && tcn_content_is_same(content->at[from], id);
}

/* Counts a key, if it is a number or a name. */
static void
count_class(enum tcn_content_class class, uint32_t *numbers, uint32_t *names)
{
	*numbers += class == TCN_CONTENT_NUMBER;
	*names += class == TCN_CONTENT_NAME;
}

/* How many of the keys are at most top, and numbers and names of these. */
static uint32_t
count_up_to(const struct tcn_content *set, uint64_t top, uint32_t *numbers,
    uint32_t *names)
{
	uint32_t n = 0;

	for (; n < set->n && set->at[n] <= top; n++)
		count_class(tcn_content_class(set->at[n]), numbers, names);
	return n;
}

struct tcn_content_shared
tcn_content_compare(const struct tcn_content *a, const struct tcn_content *b)
{
	struct tcn_content_shared shared = { 0 };
	uint32_t i = 0, j = 0;
	uint64_t top;

	if (!a->n || !b->n)
		return shared;
	/* The last key up to which both are complete. */
	top = UINT64_MAX;
	if (a->full > a->n)
		top = a->at[a->n - 1] | CLASS_MASK;
	if (b->full > b->n && b->at[b->n - 1] < top)
		top = b->at[b->n - 1] | CLASS_MASK;
	shared.na = count_up_to(a, top, &shared.a_numbers, &shared.a_names);
	shared.nb = count_up_to(b, top, &shared.b_numbers, &shared.b_names);
	while (i < shared.na && j < shared.nb) {
		uint64_t x = a->at[i] & ~CLASS_MASK;
		uint64_t y = b->at[j] & ~CLASS_MASK;

		if (x == y) {
			enum tcn_content_class p = tcn_content_class(a->at[i]);
			enum tcn_content_class q = tcn_content_class(b->at[j]);

			shared.m++;
			count_class(p > q ? p : q, &shared.numbers,
			    &shared.names);
		}
		i += x <= y;
		j += y <= x;
	}
	return shared;
}

double
tcn_content_jaccard(struct tcn_content_shared shared)
{
	uint32_t either = shared.na + shared.nb - shared.m;

	return either ? (double)shared.m / either : 0;
}

double
tcn_content_cosine(struct tcn_content_shared shared)
{
	double lengths = sqrt((double)shared.na * shared.nb);

	return lengths > 0 ? shared.m / lengths : 0;
}

/*
 * Endings of adverbs that were made of adjectives. French and English have
 * nouns in -ment and -ly ("gouvernement", "family"), so theirs are told by the
 * adjective's ending before it. Three letters must stand before an ending.
 */
#define ENDING_LEAST 4 /* letters of the shortest */
#define LAST_LETTERS "ETYety" /* of all of them, in either case */
#define BEFORE_LEAST 3
static const struct {
	char lang[3];
	const char *ending;
} endings[] = {
	{ "en", "ably" },
	{ "en", "ally" },
	{ "en", "antly" },
	{ "en", "ately" },
	{ "en", "edly" },
	{ "en", "ently" },
	{ "en", "fully" },
	{ "en", "ibly" },
	{ "en", "ingly" },
	{ "en", "ively" },
	{ "en", "ously" },
	{ "es", "mente" },
	{ "fr", "alement" },
	{ "fr", "amment" },
	{ "fr", "ellement" },
	{ "fr", "emment" },
	{ "fr", "eusement" },
	{ "fr", "iquement" },
	{ "fr", "ivement" },
	{ "gl", "mente" },
	{ "it", "mente" },
	{ "pt", "mente" },
};

bool
tcn_content_is_adverb(const char *lang, struct tcn_str word)
{
	/* Most words are none, and every word of a text is asked. */
	if (word.n < ENDING_LEAST + BEFORE_LEAST ||
	    !memchr(LAST_LETTERS, word.at[word.n - 1], strlen(LAST_LETTERS)))
		return false;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t n = strlen(endings[i].ending);

		if (strcmp(endings[i].lang, lang) == 0 &&
		    word.n >= n + BEFORE_LEAST &&
		    strncasecmp(word.at + word.n - n, endings[i].ending, n) ==
			0)
			return true;
	}
	return false;
}

size_t
tcn_content_encode(const struct tcn_content *content,
    unsigned char bytes[TCN_CONTENT_BYTES_MAX])
{
	assert(content->n <= TCN_CONTENT_MAX);
	for (uint32_t i = 0; i < content->n; i++)
		for (unsigned byte = 0; byte < 8; byte++)
			bytes[8 * i + byte] =
			    (unsigned char)(content->at[i] >> 8 * byte);
	return (size_t)8 * content->n;
}

enum tcn_rc
tcn_content_decode(const void *bytes, size_t n, uint64_t full,
    struct tcn_arena *arena, struct tcn_content *content)
{
	const unsigned char *p = bytes;
	uint64_t *at;

	content->at = NULL;
	content->n = content->full = 0;
	if (n % 8 || n > TCN_CONTENT_BYTES_MAX || full < n / 8 ||
	    full > UINT32_MAX || (full > n / 8 && n < TCN_CONTENT_BYTES_MAX))
		return TCN_CORRUPT;
	at = tcn_arena_zalloc(arena, n / 8, sizeof *at);
	for (size_t i = 0; i < n / 8; i++) {
		for (unsigned byte = 0; byte < 8; byte++)
			at[i] |= (uint64_t)*p++ << 8 * byte;
		if (tcn_content_class(at[i]) >= TCN_CONTENT_CLASSES ||
		    (i && at[i] >> 3 <= at[i - 1] >> 3))
			return TCN_CORRUPT;
	}
	content->at = at;
	content->n = (uint32_t)(n / 8);
	content->full = (uint32_t)full;
	return TCN_OK;
}

void
tcn_content_maker_fini(struct tcn_content_maker *maker)
{
	tcn_mem_free(maker->keys);
	tcn_mem_free(maker->scratch);
}

static void
make_room(struct tcn_content_maker *maker, size_t more)
{
	maker->keys = tcn_mem_grow(maker->keys, &maker->cap, maker->n + more,
	    sizeof *maker->keys);
}

void
tcn_content_maker_start(struct tcn_content_maker *maker, size_t terms)
{
	maker->n = 0;
	make_room(maker, terms);
}

void
tcn_content_maker_term(struct tcn_content_maker *maker, uint64_t id,
    enum tcn_content_class class)
{
	assert(maker->n < maker->cap);
	maker->keys[maker->n++] = (id & ~CLASS_MASK) | (uint64_t) class;
}

/* Adds the words of one lemma, each of the class that is said of it. */
static void
add_word(struct tcn_content_maker *maker, struct tcn_tokenizer *tokenizer,
    struct tcn_stemmer *stemmer, const char *lang,
    const struct tcn_content_word *word)
{
	struct tcn_str lemma = word->lemma.n ? word->lemma : word->surface;
	unsigned stem_lang = tcn_stemmer_lang(lang);
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;

	assert(word->class < TCN_CONTENT_CLASSES);
	tcn_tokenizer_scan(&scan, tokenizer, lemma, lang);
	while (tcn_tokenizer_next(&scan, &token)) {
		uint64_t key =
		    tcn_stemmer_key(stemmer, stem_lang, token.word, token.n);
		const struct tcn_stemmer_entry *stem = tcn_stemmer_get(stemmer,
		    stem_lang, key, token.word, token.n, token.ascii);

		if (stem->flags & TCN_STEM_STOP)
			continue;
		make_room(maker, 1);
		tcn_content_maker_term(maker, stem->id,
		    stem->flags & TCN_STEM_NUMBER ? TCN_CONTENT_NUMBER
						  : word->class);
	}
}

void
tcn_content_maker_words(struct tcn_content_maker *maker,
    struct tcn_tokenizer *tokenizer, struct tcn_stemmer *stemmer,
    const char *lang, const struct tcn_content_word *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_word(maker, tokenizer, stemmer, lang, &words[i]);
}

/* Sorts the keys and leaves each word once, of its highest class. */
static void
make_distinct(struct tcn_content_maker *maker)
{
	size_t n = 0;

	maker->scratch = tcn_mem_grow(maker->scratch, &maker->scratch_cap,
	    maker->n, sizeof *maker->scratch);
	tcn_sort_u64(maker->keys, maker->n, maker->scratch);
	for (size_t i = 0; i < maker->n; i++) {
		if (n &&
		    tcn_content_is_same(maker->keys[n - 1], maker->keys[i]))
			n--;
		maker->keys[n++] = maker->keys[i];
	}
	maker->n = n;
}

void
tcn_content_maker_finish(struct tcn_content_maker *maker,
    struct tcn_arena *arena, struct tcn_content *content)
{
	size_t kept;
	uint64_t *at;

	make_distinct(maker);
	kept = maker->n < TCN_CONTENT_MAX ? maker->n : TCN_CONTENT_MAX;
	at = tcn_arena_alloc(arena, kept * sizeof *at);
	if (kept)
		memcpy(at, maker->keys, kept * sizeof *at);
	content->at = at;
	content->n = (uint32_t)kept;
	content->full = (uint32_t)maker->n;
}
