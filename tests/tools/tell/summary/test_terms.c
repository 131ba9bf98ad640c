/* How an event's heavy words are shown: as its own titles write them. */
#include "tests/base/run.h"

#include "tools/tell/summary/terms.h"

static struct tcn_prepare *prep;

static void
setup(void)
{
	static const struct tcn_prepare_conf conf = { .textcat_dir = NULL };

	prep = tcn_prepare_new(&conf);
}

static void
teardown(void)
{
	tcn_prepare_free(prep);
}

/* The term of a word, as the stream met it. */
static uint64_t
id_of(const char *word, const char *lang)
{
	const struct tcn_article article = { .text = tcn_str(word),
		.lang = tcn_str(lang),
		.ts_ms = TCN_UNDATED,
		.plain = true };
	struct tcn_arena arena;
	struct tcn_doc doc;
	uint64_t id;

	tcn_arena_init(&arena, 0);
	tcn_prepare_terms(prep, &article, &arena, &doc);
	ck_assert_uint_eq(doc.terms_n, 1);
	id = doc.terms[0].id;
	tcn_arena_fini(&arena);
	return id;
}

#define WORDS 5

/* What a stream met first of each stem, and what the titles show of it; NULL:
 * nothing. */
static const struct {
	const char *first, *lang, *shown;
} words[WORDS] = {
	{ "Jared", "es", "Jara" },
	{ "Judas", "es",
	    "jud\xc3\xad"
	    "a" },
	{ "comunicaci\xc3\xb3n", "es", "comunidad" }, { "que", "es", NULL },
	{ "presidencial", "es", "presidencial" }, /* in no title */
};

static const char *const titles[] = {
	"La comunidad jud\xc3\xad"
	"a recibe a Jara",
	"Jara visita a la comunidad jud\xc3\xad"
	"a",
	"Comunidades jud\xc3\xad"
	"as critican que Jara calle",
	"JARA promete seguridad a la comunidad jud\xc3\xad"
	"a",
};

#define TITLES (sizeof titles / sizeof *titles)

static void
check_choice(bool ids)
{
	struct tcn_summary_text texts[TITLES];
	struct tcn_terms_word asked[WORDS];
	struct tcn_terms_story story = { texts, TITLES, NULL, prep };
	struct tcn_terms *terms;
	struct tcn_str shown[WORDS];
	size_t at[WORDS], n, k = 0;

	for (size_t i = 0; i < TITLES; i++)
		texts[i] = (struct tcn_summary_text){
			.title = tcn_str(titles[i]),
			.lang = tcn_str("es"),
			.origin = i + 1,
		};
	for (size_t i = 0; i < WORDS; i++)
		asked[i] = (struct tcn_terms_word){ tcn_str(words[i].first),
			ids ? id_of(words[i].first, words[i].lang) : 0 };
	terms = tcn_terms_new(&story);
	tcn_terms_choose(terms, asked, WORDS, shown, at, &n);
	for (size_t i = 0; i < WORDS; i++) {
		if (!words[i].shown)
			continue;
		ck_assert_uint_lt(k, n);
		ck_assert_uint_eq(at[k], i);
		ck_assert_msg(tcn_str_equal(shown[k], tcn_str(words[i].shown)),
		    "%s: %.*s", words[i].first, TCN_STR_ARG(shown[k]));
		k++;
	}
	ck_assert_uint_eq(k, n);
	tcn_terms_free(terms);
}

START_TEST(words_are_shown_as_own_titles_write_them)
{
	check_choice(true);
	check_choice(false);
}
END_TEST

/* A form that one language has is found by itself, though most titles are of
 * another, which would stem it otherwise. */
START_TEST(what_titles_hold_is_read_as_they_read_it)
{
	const struct tcn_summary_text texts[] = {
		{ .title = TCN_STR("Terremoto sacude la costa"),
		    .lang = TCN_STR("es") },
		{ .title = TCN_STR("Fuerte terremoto en la costa"),
		    .lang = TCN_STR("es") },
		{ .title = TCN_STR("Earthquakes shake coast"),
		    .lang = TCN_STR("en") },
	};
	const struct tcn_terms_story story = { texts, 3, NULL, prep };
	const struct tcn_terms_word asked[] = {
		{ TCN_STR("Earthquakes"), 0 },
	};
	struct tcn_terms *terms = tcn_terms_new(&story);
	struct tcn_str shown[1];
	size_t at[1], n;

	tcn_terms_choose(terms, asked, 1, shown, at, &n);
	ck_assert_uint_eq(n, 1);
	ck_assert(tcn_str_equal(shown[0], tcn_str("Earthquakes")));
	tcn_terms_free(terms);
}
END_TEST

TCN_TESTS(terms)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, words_are_shown_as_own_titles_write_them);
	tcase_add_test(tc, what_titles_hold_is_read_as_they_read_it);
}
