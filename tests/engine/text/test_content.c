#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "engine/text/content.h"
#include "tests/base/random.h"

static struct tcn_arena arena;
static struct tcn_tokenizer *tokenizer;
static struct tcn_stemmer *stemmer;
static struct tcn_content_maker maker;

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
	tokenizer = tcn_tokenizer_new();
	stemmer = tcn_stemmer_new();
	maker = (struct tcn_content_maker){ 0 };
}

static void
teardown(void)
{
	tcn_content_maker_fini(&maker);
	tcn_tokenizer_free(tokenizer);
	tcn_stemmer_free(stemmer);
	tcn_arena_fini(&arena);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
try_words(const char *lang, const struct tcn_content_word *words, size_t n,
    struct tcn_content *content)
{
	tcn_content_maker_start(&maker, 0);
	*content = (struct tcn_content){ .source = TCN_CONTENT_SENT };
	tcn_content_maker_words(&maker, tokenizer, stemmer, lang, words, n);
	tcn_content_maker_finish(&maker, &arena, content);
}

static struct tcn_content
set_of(const char *lang, const struct tcn_content_word *words, size_t n)
{
	struct tcn_content content;

	try_words(lang, words, n, &content);
	return content;
}

static const struct tcn_content_word tagged[] = {
	{ .surface = TCN_STR("casas"),
	    .lemma = TCN_STR("casa"),
	    .class = TCN_CONTENT_NOUN },
	{ .lemma = TCN_STR("Buenos Aires"), .class = TCN_CONTENT_NAME },
	{ .lemma = TCN_STR("buenos"),
	    .class = TCN_CONTENT_NOUN }, /* met as a name, too */
	{ .lemma = TCN_STR("de"),
	    .class = TCN_CONTENT_NOUN }, /* a function word */
	{ .lemma = TCN_STR("63,20"),
	    .class =
		TCN_CONTENT_NOUN }, /* what begins with a digit is a number */
	{ .surface = TCN_STR("subir"), .class = TCN_CONTENT_VERB },
	{ .lemma = TCN_STR("subir"), .class = TCN_CONTENT_WORD },
};

START_TEST(a_word_stands_once_in_its_highest_class)
{
	struct tcn_content set = set_of("es", tagged, 7);
	unsigned of[TCN_CONTENT_CLASSES] = { 0 };

	ck_assert_uint_eq(set.n, 5);
	ck_assert_uint_eq(set.full, 5);
	for (uint32_t i = 0; i < set.n; i++)
		of[tcn_content_class(set.at[i])]++;
	ck_assert_uint_eq(of[TCN_CONTENT_NAME], 2);
	ck_assert_uint_eq(of[TCN_CONTENT_NOUN], 1);
	ck_assert_uint_eq(of[TCN_CONTENT_NUMBER], 1);
	ck_assert_uint_eq(of[TCN_CONTENT_VERB], 1);
}
END_TEST

/* What a tagger says of "casas" is what the text's own word says. */
START_TEST(places_of_words_can_be_compared)
{
	struct tcn_content own = { 0 }, set = set_of("es", tagged, 1);
	uint64_t key = tcn_stemmer_key(stemmer, tcn_stemmer_lang("es"),
	    "casas\0\0\0\0\0\0\0\0\0\0", 5);
	const struct tcn_stemmer_entry *stem = tcn_stemmer_get(stemmer,
	    tcn_stemmer_lang("es"), key, "casas\0\0\0\0\0\0\0\0\0\0", 5, true);

	tcn_content_maker_start(&maker, 1);
	tcn_content_maker_term(&maker, stem->id, TCN_CONTENT_WORD);
	tcn_content_maker_finish(&maker, &arena, &own);
	ck_assert_uint_eq(tcn_content_compare(&own, &set).m, 1);
	ck_assert_uint_ne(own.at[0], set.at[0]); /* of another class */
}
END_TEST

static const struct {
	const char *lang, *word;
	bool is;
} adverbs[] = {
	{ "es", "finalmente", true },
	{ "es", "Finalmente", true },
	{ "es", "mente", false },
	{ "es", "demente", false },
	{ "fr", "notamment", true },
	{ "fr", "principalement", true },
	{ "fr", "gouvernement", false },
	{ "fr", "parlement", false },
	{ "en", "finally", true },
	{ "en", "rally", false },
	{ "en", "family", false },
	{ "en", "Italy", false },
	{ "de", "finalmente", false },
	{ "", "finalmente", false },
	{ "en", "", false },
};

START_TEST(adverbs_show_by_their_ending)
{
	ck_assert_int_eq(tcn_content_is_adverb(adverbs[_i].lang,
			     tcn_str(adverbs[_i].word)),
	    adverbs[_i].is);
}
END_TEST

/* A set of n random keys out of `span` words, the smallest kept. */
static struct tcn_content
random_set(uint64_t *seed, uint32_t n, uint32_t span)
{
	struct tcn_content set = { .source = TCN_CONTENT_WORDS };

	tcn_content_maker_start(&maker, n);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t word = random_below(seed, span), id = word + 1;

		tcn_content_maker_term(&maker, random_next(&id) ^ word << 40,
		    (enum tcn_content_class)random_below(seed,
			TCN_CONTENT_CLASSES));
	}
	tcn_content_maker_finish(&maker, &arena, &set);
	return set;
}

/* Counts a word by the higher of its classes. */
static void
count(uint64_t a, uint64_t b, uint32_t *numbers, uint32_t *names)
{
	unsigned class = (a & 7) > (b & 7) ? a & 7 : b & 7;

	*numbers += class == TCN_CONTENT_NUMBER;
	*names += class == TCN_CONTENT_NAME;
}

/* The same by comparing each with each. */
static struct tcn_content_shared
compare_plainly(const struct tcn_content *a, const struct tcn_content *b)
{
	struct tcn_content_shared shared = { 0 };
	uint64_t top = UINT64_MAX;

	if (!a->n || !b->n)
		return shared;
	if (a->full > a->n)
		top = a->at[a->n - 1] >> 3;
	if (b->full > b->n && b->at[b->n - 1] >> 3 < top)
		top = b->at[b->n - 1] >> 3;
	for (uint32_t i = 0; i < a->n; i++) {
		if (a->at[i] >> 3 > top)
			continue;
		shared.na++;
		count(a->at[i], 0, &shared.a_numbers, &shared.a_names);
		for (uint32_t j = 0; j < b->n; j++) {
			if (a->at[i] >> 3 != b->at[j] >> 3)
				continue;
			shared.m++;
			count(a->at[i], b->at[j], &shared.numbers,
			    &shared.names);
		}
	}
	for (uint32_t j = 0; j < b->n; j++) {
		if (b->at[j] >> 3 > top)
			continue;
		shared.nb++;
		count(b->at[j], 0, &shared.b_numbers, &shared.b_names);
	}
	return shared;
}

START_TEST(comparing_is_comparing_each_with_each)
{
	uint64_t seed = 7;

	for (int round = 0; round < 300; round++) {
		uint32_t span = 1 + random_below(&seed, round % 2 ? 60 : 900);
		struct tcn_content a =
		    random_set(&seed, random_below(&seed, 700), span);
		struct tcn_content b =
		    random_set(&seed, random_below(&seed, 700), span);
		struct tcn_content_shared got = tcn_content_compare(&a, &b),
					  want = compare_plainly(&a, &b);

		ck_assert_mem_eq(&got, &want, sizeof got);
		ck_assert_double_le(tcn_content_jaccard(got), 1);
		ck_assert_double_ge(tcn_content_cosine(got),
		    tcn_content_jaccard(got));
		got = tcn_content_compare(&a, &a);
		ck_assert_double_eq(tcn_content_jaccard(got), a.n ? 1 : 0);
		tcn_arena_reset(&arena);
	}
}
END_TEST

START_TEST(what_is_stored_is_read_back)
{
	unsigned char bytes[TCN_CONTENT_BYTES_MAX];
	uint64_t seed = 11;

	for (int round = 0; round < 60; round++) {
		struct tcn_content set =
		    random_set(&seed, random_below(&seed, 600), 5000);
		struct tcn_content back = { 0 };
		size_t n = tcn_content_encode(&set, bytes);

		ck_assert_int_eq(tcn_content_decode(bytes, n, set.full, &arena,
				     &back),
		    TCN_OK);
		ck_assert_uint_eq(back.n, set.n);
		ck_assert_uint_eq(back.full, set.full);
		ck_assert(!n || !memcmp(back.at, set.at, n));
	}
}
END_TEST

START_TEST(what_is_no_set_is_refused)
{
	unsigned char bytes[TCN_CONTENT_BYTES_MAX + 8] = { 0 };
	struct tcn_content back;

	bytes[8] = 8;
	ck_assert_int_eq(tcn_content_decode(bytes, 16, 2, &arena, &back),
	    TCN_OK);
	ck_assert_int_eq(tcn_content_decode(bytes, 15, 2, &arena, &back),
	    TCN_CORRUPT);
	ck_assert_int_eq(tcn_content_decode(bytes, 16, 1, &arena, &back),
	    TCN_CORRUPT); /* more than there are */
	ck_assert_int_eq(tcn_content_decode(bytes, 16, 3, &arena, &back),
	    TCN_CORRUPT); /* cut off, though there was room */
	ck_assert_int_eq(tcn_content_decode(bytes, sizeof bytes, 300, &arena,
			     &back),
	    TCN_CORRUPT);
	bytes[8] = 1; /* the same word in another class */
	ck_assert_int_eq(tcn_content_decode(bytes, 16, 2, &arena, &back),
	    TCN_CORRUPT);
	bytes[8] = 8 | 5; /* no class */
	ck_assert_int_eq(tcn_content_decode(bytes, 16, 2, &arena, &back),
	    TCN_CORRUPT);
}
END_TEST

TCN_TESTS(content)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_word_stands_once_in_its_highest_class);
	tcase_add_test(tc, places_of_words_can_be_compared);
	TCN_EACH(adverbs_show_by_their_ending, adverbs);
	tcase_add_test(tc, comparing_is_comparing_each_with_each);
	tcase_add_test(tc, what_is_stored_is_read_back);
	tcase_add_test(tc, what_is_no_set_is_refused);
}
