#include "tests/base/in_preparer.h"

#include <strings.h>

#include "engine/base/buf.h"
#include "engine/item/fprint.h"
#include "tests/base/sound.h"

static struct tcn_doc
prepare(const struct tcn_article *article)
{
	struct tcn_doc doc;

	tcn_prepare(prep, article, &arena, &doc);
	ck_sound(tcn_doc_check, &doc);
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

/* The fingerprint of a doc at the beginning of a stream. */
static uint64_t
fingerprint(const struct tcn_doc *doc, bool drop_suffix)
{
	static const double df[1000];
	const struct tcn_fprint_weights weights = {
		.df = df,
		.drop_suffix = drop_suffix,
	};
	uint64_t fp;

	ck_assert(tcn_fprint_doc(doc, &weights, &fp));
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

static const char *const chinese[][2] = {
	{ "台灣花蓮發生規模7.2地震", "台湾花莲发生规模7.2地震" },
	/* which the dictionary of ICU cuts otherwise by itself */
	{ "國務院總理會見聯合國秘書長", "国务院总理会见联合国秘书长" },
	{ "美國聯邦儲備委員會宣布降息", "美国联邦储备委员会宣布降息" },
};

static struct tcn_doc
in_language(const char *title, const char *lang)
{
	struct tcn_article *article =
	    tcn_arena_zalloc(&arena, 1, sizeof *article);

	article->title = tcn_str(title);
	article->lang = tcn_str(lang);
	return prepare(article);
}

START_TEST(traditional_and_simplified_chinese_are_one_text)
{
	struct tcn_doc a = in_language(chinese[_i][0], "zh-TW");
	struct tcn_doc b = in_language(chinese[_i][1], "zh-CN");

	ck_assert_uint_eq(a.words_n, b.words_n);
	ck_assert_uint_eq(a.text_key, b.text_key);
	ck_assert_uint_eq(fingerprint(&a, false), fingerprint(&b, false));
	/* words are shown as they were written, and Japanese stays */
	ck_assert_ptr_eq(a.terms[0].word.at, a.title.at);
	a = in_language(chinese[_i][0], "ja");
	b = in_language(chinese[_i][1], "ja");
	ck_assert_uint_ne(a.text_key, b.text_key);
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

/* Nor do the names that a platform puts before a reply or a repeat, in a title
 * or a text; those that somebody wrote are words. */
START_TEST(names_before_a_reply_do_not_matter)
{
	struct tcn_doc a = titled("the old bridge is down", "");
	struct tcn_doc b = titled("@ann @bob the old bridge is down", "");
	struct tcn_doc c = titled("the old bridge is down @ann", "");
	struct tcn_article post = {
		.text = tcn_str("RT @ann: the old bridge is down"),
		.lang = tcn_str("en"),
	};
	struct tcn_doc d = prepare(&post);

	ck_assert_uint_eq(a.text_key, b.text_key);
	ck_assert_uint_eq(b.words_n, a.words_n);
	ck_assert_uint_eq(c.words_n, a.words_n + 1);
	ck_assert_uint_eq(d.words_n, a.words_n);
}
END_TEST

/* A title that says nothing but its source has words, and so a key. */
START_TEST(outlet_alone_is_a_text)
{
	struct tcn_doc a = titled("??? - Reuters", "Reuters");

	ck_assert(a.suffix_is_source);
	ck_assert_uint_eq(a.suffix_at, 0);
	ck_assert_uint_ne(a.text_key, 0);
	ck_assert_uint_eq(a.text_key_no_suffix, 0);
}
END_TEST

/* What follows a dash is often no name: two towns' notices are two texts. */
START_TEST(other_endings_make_other_texts)
{
	struct tcn_doc a = titled("Weather for tomorrow - Leeds", "The Day");
	struct tcn_doc b = titled("Weather for tomorrow - York", "The Day");

	ck_assert(!a.suffix_is_source);
	ck_assert_uint_ne(a.text_key, b.text_key);
	ck_assert_uint_eq(a.text_key_no_suffix, b.text_key_no_suffix);
	ck_assert_uint_ne(a.suffix_hash, b.suffix_hash);
	ck_assert_uint_eq(a.source_hash, b.source_hash);
}
END_TEST

/* Every term that is selected counts the same: the sum of its bits. */
START_TEST(plain_weights_are_all_one)
{
	static const double df[1000];
	struct tcn_doc doc = titled("Velmark quake kills twelve, quake warning "
				    "for quake coast",
	    "");
	const struct tcn_fprint_weights weights = { .df = df, .plain = true };
	struct tcn_feature features[TCN_FEATURE_MAX];
	size_t n = tcn_feature_select(&doc, df, 0, false, features);
	uint64_t fp;

	ck_assert_uint_gt(n, 4);
	for (size_t i = 0; i < n; i++)
		features[i].weight = 1;
	ck_assert(tcn_fprint_doc(&doc, &weights, &fp));
	ck_assert(fp == tcn_fprint_simhash(features, n));
	ck_assert(fp != fingerprint(&doc, false));
}
END_TEST

START_TEST(little_text_has_no_fingerprint)
{
	static const double df[8];
	const struct tcn_fprint_weights weights = { .df = df };
	struct tcn_doc doc = titled("Markets update", "");
	uint64_t fp;

	ck_assert(!tcn_fprint_doc(&doc, &weights, &fp));
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
	const struct tcn_given_feature turned[] = { features[2], features[0],
		features[1] };
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
	ck_assert(doc.terms[1].given_weight == 2.5f);
	fingerprint(&doc, false);
	article.features = turned;
	ck_assert_uint_eq(prepare(&article).text_key, doc.text_key);
}
END_TEST

/* Articles prepared before change nothing: a new preparer gives the same. */
START_TEST(history_does_not_matter)
{
	struct tcn_doc before, after;
	struct tcn_buf buf = { 0 };

	/* words of five bytes, as many as the cache has entries */
	for (unsigned i = 0; i < 0x10000; i++) {
		tcn_buf_printf(&buf, "w%04x ", i);
		if (i % 0x4000 == 0x3fff) {
			titled(buf.at, "");
			tcn_buf_clear(&buf);
		}
	}
	after = titled("Banks raise rates in Chile", "");
	tcn_prepare_free(prep);
	prep = tcn_prepare_new(NULL);
	before = titled("Banks raise rates in Chile", "");
	ck_assert_uint_eq(before.terms_n, after.terms_n);
	ck_assert_uint_eq(before.text_key, after.text_key);
	for (size_t i = 0; i < after.terms_n; i++) {
		ck_assert_uint_eq(before.terms[i].id, after.terms[i].id);
		ck_assert_uint_eq(before.terms[i].flags, after.terms[i].flags);
		ck_assert_uint_eq(after.terms[i].tf, 1);
	}
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(terms_and_words_agree)
{
	struct tcn_doc doc = titled("The bank, the banks and a bank's 7 rates: "
				    "BANK - Bank News",
	    "Bank News");
	uint32_t tf = 0;

	ck_assert_uint_eq(doc.title_n, doc.words_n);
	ck_assert_uint_eq(doc.suffix_at, doc.words_n - 2);
	for (size_t i = 0; i < doc.words_n; i++)
		ck_assert_uint_lt(doc.words[i], doc.terms_n);
	for (size_t i = 0; i < doc.terms_n; i++) {
		const struct tcn_term *term = &doc.terms[i];
		bool is_the = tcn_str_equal(term->word, tcn_str("The"));
		bool is_seven = tcn_str_equal(term->word, tcn_str("7"));
		bool is_news = tcn_str_equal(term->word, tcn_str("News"));

		tf += term->tf;
		ck_assert_uint_eq(doc.words[term->first], i);
		ck_assert_int_eq((term->flags & TCN_TERM_NUMBER) != 0,
		    is_seven);
		ck_assert_int_eq((term->flags & TCN_TERM_SUFFIX) != 0, is_news);
		if (is_the)
			ck_assert_uint_eq(term->flags & TCN_TERM_STOP,
			    TCN_TERM_STOP);
	}
	/* "Bank" of the suffix is not counted, "News" is */
	ck_assert_uint_eq(tf, doc.words_n - 1);
}
END_TEST

static bool
is_hint(const struct tcn_doc *doc, const char *word)
{
	for (size_t i = 0; i < doc->slug_terms_n; i++)
		if (tcn_str_equal(doc->terms[doc->slug_terms[i]].word,
			tcn_str(word)))
			return true;
	return false;
}

/* Words, terms and slug terms are the same, but for how they are written. */
START_TEST(terms_alone_are_the_same)
{
	static const unsigned written = TCN_TERM_CAPITAL | TCN_TERM_SMALL |
	    TCN_TERM_TEXT_CAPITAL | TCN_TERM_TEXT_SMALL;
	const struct tcn_article article = {
		.title = tcn_str("Ferry sinks off Dunmore on 21 November - "
				 "Coast Post"),
		.text = tcn_str("The ferry sank on Friday. #FerryDisaster "
				"<b>Divers</b> found the ferry."),
		.url = tcn_str("https://post.example/ferry-sinks-dunmore"),
		.source = tcn_str("Coast Post"),
		.lang = tcn_str("en"),
	};
	struct tcn_doc whole = prepare(&article), alone;

	tcn_prepare_terms(prep, &article, &arena, &alone);
	ck_assert_str_eq(alone.lang, whole.lang);
	ck_assert_uint_eq(alone.title_n, whole.title_n);
	ck_assert_uint_gt(whole.slug_terms_n, 0);
	ck_assert_uint_eq(alone.slug_terms_n, whole.slug_terms_n);
	ck_assert_uint_eq(alone.words_n, whole.words_n);
	for (size_t i = 0; i < whole.words_n; i++)
		ck_assert_uint_eq(alone.words[i], whole.words[i]);
	ck_assert_uint_eq(alone.terms_n, whole.terms_n);
	for (size_t i = 0; i < whole.terms_n; i++) {
		ck_assert_uint_eq(alone.terms[i].id, whole.terms[i].id);
		ck_assert_uint_eq(alone.terms[i].tf, whole.terms[i].tf);
		ck_assert_uint_eq(alone.terms[i].flags,
		    whole.terms[i].flags & ~written);
	}
	ck_assert_uint_eq(alone.numbers_n, 0);
	/* The next doc is whole again. */
	ck_assert_uint_eq(prepare(&article).text_key, whole.text_key);
}
END_TEST

/* Pieces that an address leaves of a word are compared with the plain title. */
START_TEST(pieces_are_no_hints)
{
	static const char *const titles[] = { "Qu\u00edmica del mar",
		"Qu&iacute;mica del mar", "Qu&#237;mica <b>del</b> mar" };
	struct tcn_article article = {
		.url = TCN_STR("http://e.com/qu-mica-del-mar-muerto"),
		.lang = TCN_STR("es"),
	};

	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
		struct tcn_doc doc;

		article.title = tcn_str(titles[i]);
		doc = prepare(&article);
		ck_assert(is_hint(&doc, "muerto"));
		ck_assert(!is_hint(&doc, "mica"));
		ck_assert_uint_eq(doc.slug_terms_n, 1);
	}
}
END_TEST

START_TEST(hints_stand_beside_the_words)
{
	struct tcn_article article = {
		.url = TCN_STR("http://e.com/the-jet-was-lost-at-sea-ledger"),
		.title = TCN_STR("Aircraft lost, says navy - The Ledger"),
		.text = TCN_STR("#PrayForAll: a jet has vanished"),
		.lang = TCN_STR("en"),
	};
	struct tcn_doc doc = prepare(&article), bare;

	article.url = tcn_str("http://e.com/");
	article.text = tcn_str("PrayForAll: a jet has vanished");
	bare = prepare(&article);
	ck_assert_uint_eq(bare.slug_terms_n, 0);
	ck_assert_uint_eq(doc.text_key, bare.text_key);
	ck_assert_uint_eq(doc.terms_n, bare.terms_n);
	ck_assert_uint_eq(doc.words_n, bare.words_n);
	ck_assert_uint_eq(doc.slug_terms_n, 3);
	ck_assert(is_hint(&doc, "jet"));
	ck_assert(is_hint(&doc, "sea"));
	ck_assert(is_hint(&doc, "Pray"));
}
END_TEST

START_TEST(words_max_is_kept)
{
	const struct tcn_prepare_conf conf = { .words_max = 5 };
	struct tcn_prepare *small;
	struct tcn_article article = { .title = TCN_STR("one two three"),
		.text = TCN_STR("four five six seven") };
	struct tcn_doc doc;

	small = tcn_prepare_new(&conf);
	tcn_prepare(small, &article, &arena, &doc);
	ck_assert_uint_eq(doc.words_n, 5);
	ck_assert_uint_eq(doc.title_n, 3);
	tcn_prepare_free(small);
}
END_TEST

static unsigned
flags_of(const struct tcn_doc *doc, const char *word)
{
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].word.n == strlen(word) &&
		    !strncasecmp(doc->terms[i].word.at, word, strlen(word)))
			return doc->terms[i].flags &
			    (TCN_TERM_CAPITAL | TCN_TERM_SMALL |
				TCN_TERM_TEXT_CAPITAL | TCN_TERM_TEXT_SMALL);
	ck_abort_msg("no term '%s'", word);
	return 0;
}

static struct tcn_doc
written(const char *title, const char *text)
{
	struct tcn_article *article =
	    tcn_arena_zalloc(&arena, 1, sizeof *article);

	article->title = tcn_str(title);
	article->text = tcn_str(text);
	article->lang = tcn_str("en");
	return prepare(article);
}

START_TEST(a_title_in_a_sentence_tells_names)
{
	struct tcn_doc doc = written("Big quake kills 12 in Velmark town",
	    "Police in Ravistad heard of it.");

	ck_assert_int_eq(doc.style.form, TCN_HEADLINE_SENTENCE);
	ck_assert(doc.style.has_figures && !doc.style.has_label);
	ck_assert_uint_eq(doc.style.capital, TCN_TERM_CAPITAL);
	ck_assert_uint_eq(doc.style.small, TCN_TERM_SMALL);
	ck_assert_uint_eq(flags_of(&doc, "velmark"), TCN_TERM_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "town"), TCN_TERM_SMALL);
	ck_assert_uint_eq(flags_of(&doc, "big"), 0); /* it begins */
	ck_assert_uint_eq(flags_of(&doc, "ravistad"), TCN_TERM_TEXT_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "heard"), TCN_TERM_TEXT_SMALL);
}
END_TEST

/* Then the text says which of its words are names, if there is one. */
START_TEST(a_title_in_capitals_leaves_it_to_the_text)
{
	struct tcn_doc doc = written("BIG QUAKE KILLS TWELVE IN VELMARK",
	    "The quake killed twelve people near Velmark this morning.");

	ck_assert_int_eq(doc.style.form, TCN_HEADLINE_TITLE);
	ck_assert(!doc.style.has_figures);
	ck_assert_uint_eq(doc.style.capital, TCN_TERM_TEXT_CAPITAL);
	ck_assert_uint_eq(doc.style.small, TCN_TERM_TEXT_SMALL);
	ck_assert(flags_of(&doc, "velmark") & TCN_TERM_TEXT_CAPITAL);
	ck_assert(flags_of(&doc, "quake") & TCN_TERM_TEXT_SMALL);
	ck_assert(!(flags_of(&doc, "quake") & TCN_TERM_TEXT_CAPITAL));
	doc = written("BIG QUAKE KILLS TWELVE IN VELMARK", "");
	ck_assert_int_eq(doc.style.form, TCN_HEADLINE_TITLE);
	ck_assert_uint_eq(doc.style.capital, 0);
	ck_assert_uint_eq(doc.style.small, 0);
}
END_TEST

START_TEST(a_post_has_no_headline)
{
	struct tcn_doc doc = written("", "we felt it in Velmark, 12 floors up");

	ck_assert_int_eq(doc.style.form, TCN_HEADLINE_UNKNOWN);
	ck_assert(!doc.style.has_figures); /* they are of headlines */
	ck_assert_uint_eq(doc.style.capital, TCN_TERM_TEXT_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "velmark"), TCN_TERM_TEXT_CAPITAL);
}
END_TEST

START_TEST(without_case_there_are_no_names)
{
	struct tcn_doc doc = written(
	    "\u0632\u0644\u0632\u0627\u0644 \u0643\u0628\u064a\u0631 12", "");

	ck_assert_int_eq(doc.style.form, TCN_HEADLINE_UNKNOWN);
	ck_assert(doc.style.has_figures);
	ck_assert_uint_eq(doc.style.capital, 0);
	for (size_t i = 0; i < doc.terms_n; i++)
		ck_assert(!(doc.terms[i].flags &
		    (TCN_TERM_CAPITAL | TCN_TERM_SMALL)));
	ck_assert(written("US OIL-Prices fall in quiet trade", "")
		      .style.has_label);
}
END_TEST

/* There a word that the dictionary does not have takes their place. */
START_TEST(without_spaces_unknown_words_are_names)
{
	struct tcn_article *article =
	    tcn_arena_zalloc(&arena, 1, sizeof *article);
	struct tcn_doc doc;

	article->title = tcn_str("\u5965\u5c14\u7eb3\u7ef4"
				 "\u53d1\u751f\u5730\u9707");
	article->lang = tcn_str("zh");
	doc = prepare(article);
	ck_assert_int_eq(doc.style.form, TCN_HEADLINE_UNKNOWN);
	ck_assert_uint_eq(doc.style.capital, TCN_TERM_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "\u5965\u5c14"), TCN_TERM_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "\u5c14\u7eb3"), 0); /* overlaps */
	ck_assert_uint_eq(flags_of(&doc, "\u7eb3\u7ef4"), TCN_TERM_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "\u5730\u9707"), TCN_TERM_SMALL);
	article->title = tcn_str("\u30e9\u30f4\u30a3\u30b9\u3067"
				 "\u5730\u9707");
	article->lang = tcn_str("ja");
	doc = prepare(article);
	ck_assert_uint_eq(doc.terms_n, 3);
	ck_assert_uint_eq(doc.terms[0].flags &
		(TCN_TERM_CAPITAL | TCN_TERM_SMALL),
	    TCN_TERM_CAPITAL);
	ck_assert_uint_eq(flags_of(&doc, "\u5730\u9707"), TCN_TERM_SMALL);
}
END_TEST

START_TEST(validator_sees_damage)
{
	struct tcn_doc good = titled("Quake hits northern Chile", ""), bad;
	uint32_t words[8];

	bad = good;
	bad.title_n = good.words_n + 1;
	ck_broken(tcn_doc_check, &bad);
	bad = good;
	bad.text_key = 0;
	ck_broken(tcn_doc_check, &bad);
	bad = good;
	memcpy(words, good.words, good.words_n * sizeof *words);
	bad.words = words;
	words[1] = 99; /* no term */
	ck_broken(tcn_doc_check, &bad);
	words[1] = words[0]; /* so the second term does not stand there */
	ck_broken(tcn_doc_check, &bad);
	good.terms[2].id = good.terms[1].id;
	ck_broken(tcn_doc_check, &good);
}
END_TEST

TCN_TESTS(prepare)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, case_space_and_marks_do_not_matter);
	TCN_EACH(traditional_and_simplified_chinese_are_one_text, chinese);
	tcase_add_test(tc, outlet_suffix_does_not_matter);
	tcase_add_test(tc, names_before_a_reply_do_not_matter);
	tcase_add_test(tc, outlet_alone_is_a_text);
	tcase_add_test(tc, other_endings_make_other_texts);
	tcase_add_test(tc, plain_weights_are_all_one);
	tcase_add_test(tc, little_text_has_no_fingerprint);
	tcase_add_test(tc, given_features_are_terms);
	tcase_add_test(tc, history_does_not_matter);
	tcase_add_test(tc, terms_and_words_agree);
	tcase_add_test(tc, terms_alone_are_the_same);
	tcase_add_test(tc, pieces_are_no_hints);
	tcase_add_test(tc, hints_stand_beside_the_words);
	tcase_add_test(tc, words_max_is_kept);
	tcase_add_test(tc, a_title_in_a_sentence_tells_names);
	tcase_add_test(tc, a_title_in_capitals_leaves_it_to_the_text);
	tcase_add_test(tc, without_spaces_unknown_words_are_names);
	tcase_add_test(tc, a_post_has_no_headline);
	tcase_add_test(tc, without_case_there_are_no_names);
	tcase_add_test(tc, validator_sees_damage);
}
