#include "tests/run.h"

#include "engine/fprint.h"
#include "engine/mem.h"
#include "engine/prepare.h"

static struct tcn_prepare *prep;
static struct tcn_arena arena;

static void
setup(void)
{
	ck_assert_int_eq(tcn_prepare_new(NULL, &prep, NULL), TCN_OK);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
}

static struct tcn_doc
prepare(const struct tcn_article *article)
{
	struct tcn_doc doc;

	ck_assert_int_eq(tcn_prepare(prep, article, &arena, &doc), TCN_OK);
	return doc;
}

static struct tcn_doc
titled(const char *title, const char *source)
{
	struct tcn_article *article =
	    tcn_arena_zalloc(&arena, 1, sizeof *article);

	article->title = tcn_str(title);
	article->source = tcn_str(source);
	article->lang = tcn_str("en");
	return prepare(article);
}

/* Without any stream before it. */
static uint64_t
fingerprint(const struct tcn_doc *doc, bool drop_suffix)
{
	static const double df[1000];
	uint64_t fp;

	ck_assert(tcn_fprint_doc(doc, df, 0, drop_suffix, &fp));
	return fp;
}

START_TEST(case_space_and_marks_do_not_matter)
{
	struct tcn_doc a =
	    titled("Oil prices fall as OPEC ministers meet in Vienna", "");
	struct tcn_doc b =
	    titled("  \"OIL PRICES   fall\", as: OPEC; ministers (meet in "
		   "Vienna)...!",
		"");

	ck_assert_uint_eq(a.text_key, b.text_key);
	ck_assert_uint_eq(fingerprint(&a, false), fingerprint(&b, false));
}
END_TEST

START_TEST(outlet_suffix_does_not_matter)
{
	struct tcn_doc a = titled("Oil prices fall as OPEC ministers meet", "");
	struct tcn_doc b =
	    titled("Oil prices fall as OPEC ministers meet - Reuters",
		"Reuters");

	ck_assert(b.suffix_is_source);
	ck_assert_uint_eq(b.suffix_at, a.words_n);
	ck_assert_uint_eq(a.text_key, b.text_key);
	ck_assert_uint_eq(fingerprint(&a, true), fingerprint(&b, true));
	ck_assert_uint_ne(fingerprint(&a, true), fingerprint(&b, false));
}
END_TEST

/* What follows a dash is often no name: two towns' notices are two texts. */
START_TEST(other_endings_make_other_texts)
{
	struct tcn_doc a = titled("Weather for tomorrow - Leeds", "The Day");
	struct tcn_doc b = titled("Weather for tomorrow - York", "The Day");

	ck_assert(!a.suffix_is_source);
	ck_assert_uint_ne(a.text_key, b.text_key);
	ck_assert_uint_eq(a.bare_key, b.bare_key);
	ck_assert_uint_ne(a.suffix_name, b.suffix_name);
	ck_assert_uint_eq(a.source_name, b.source_name);
}
END_TEST

START_TEST(little_text_has_no_fingerprint)
{
	static const double df[8];
	struct tcn_doc doc = titled("Markets update", "");
	uint64_t fp;

	ck_assert(!tcn_fprint_doc(&doc, df, 0, true, &fp));
	ck_assert_uint_ne(doc.text_key, 0);
}
END_TEST

START_TEST(given_features_are_terms)
{
	const struct tcn_given_feature features[] = {
		{ TCN_STR("Earthquakes"), 3 },
		{ TCN_STR("Chile"), 2.5 },
		{ TCN_STR("Pacific coast"), 1 },
	};
	struct tcn_article article = {
		.lang = TCN_STR("en"),
		.given = TCN_GIVEN_FEATURES,
		.features = features,
		.features_n = 3,
	};
	struct tcn_doc doc = prepare(&article);
	struct tcn_doc text = titled("Earthquake", "");

	ck_assert_uint_eq(doc.terms_n, 3);
	ck_assert_uint_eq(doc.terms[0].id, text.terms[0].id);
	ck_assert(doc.terms[1].given == 2.5f);
	fingerprint(&doc, false);
}
END_TEST

Suite *suite_prepare(void);

Suite *
suite_prepare(void)
{
	Suite *s = suite_create("prepare");
	TCase *tc = tcase_create("prepare");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, case_space_and_marks_do_not_matter);
	tcase_add_test(tc, outlet_suffix_does_not_matter);
	tcase_add_test(tc, other_endings_make_other_texts);
	tcase_add_test(tc, little_text_has_no_fingerprint);
	tcase_add_test(tc, given_features_are_terms);
	suite_add_tcase(s, tc);
	return s;
}
