#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/text/fold.h"
#include "engine/text/tokenizer.h"
#include "tests/base/random.h"

static struct tcn_tokenizer *tokenizer;

static void
setup(void)
{
	tokenizer = tcn_tokenizer_new();
}

static void
teardown(void)
{
	tcn_tokenizer_free(tokenizer);
}

/* The words of text, folded, with a '|' between. */
static void
words_of(struct tcn_str text, const char *lang, struct tcn_buf *out)
{
	struct tcn_buf folded = { 0 };
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;

	tcn_buf_clear(out);
	tcn_buf_z(out, "");
	tcn_tokenizer_scan(&scan, tokenizer, text, lang);
	while (tcn_tokenizer_next(&scan, &token)) {
		struct tcn_str word = { token.word, token.n };

		ck_assert_uint_gt(token.n, 0);
		ck_assert_uint_le(token.n, TCN_TOKEN_BYTES);
		ck_assert(token.surface.at >= text.at);
		ck_assert(token.surface.at + token.surface.n <=
		    text.at + text.n);
		tcn_fold(word, &folded);
		if (token.ascii)
			ck_assert(tcn_str_equal(word, tcn_buf_view(&folded)));
		if (out->n)
			tcn_buf_char(out, '|');
		tcn_buf_str(out, tcn_buf_view(&folded));
	}
	tcn_buf_fini(&folded);
}

static const struct {
	const char *lang;
	const char *text;
	const char *words;
} cases[] = {
	{ "en", "", "" },
	{ "en", " .,;- ", "" },
	{ "en", "Oil prices FALL", "oil|prices|fall" },
	{ "en", "McDonald's and McDonald\xe2\x80\x99s",
	    "mcdonald|and|mcdonald" },
	{ "en", "don't won\xe2\x80\x99t O'Brien's", "dont|wont|obrien" },
	{ "en", "'quoted' the Joneses' house", "quoted|the|joneses|house" },
	{ "fr", "l'homme qu'il aujourd\xe2\x80\x99hui",
	    "l|homme|qu|il|aujourd|hui" },
	{ "it", "dell'anno", "dell|anno" },
	{ "en", "a 35-year-old co-op", "a|35|year|old|co|op" },
	{ "en", "$13.8 million, 1,000 or 1,234,567 at 3.5%",
	    "13.8|million|1000|or|1234567|at|3.5" },
	{ "de", "13,8 Prozent", "13.8|prozent" },
	{ "en", "end 12. Next 3.4.2014", "end|12|next|3.4.2014" },
	{ "en", "U.S. and U.K.'s J.P. Morgan at 5 p.m.",
	    "us|and|uk|jp|morgan|at|5|pm" },
	{ "en", "Plan B.Next A. Smith", "plan|b|next|a|smith" },
	{ "en", "#EarthQuake @BBC_News a_b", "earthquake|bbc_news|a|b" },
	{ "en", "see https://t.co/z7ZO4wQ8?a=b now", "see|now" },
	{ "en", "www.example.com/x and http:// y", "and|y" },
	{ "en", "AT&T <SRD> e-mail", "at|t|srd|e|mail" },
	{ "es", "M\xc3\xa9xico Me\xcc\x81xico", "m\xc3\xa9xico|m\xc3\xa9xico" },
	{ "de",
	    "Stra\xc3\x9f"
	    "e STRASSE",
	    "strasse|strasse" },
	{ "en", "\xef\xbc\xa1\xef\xbc\xa2 co\xc2\xadop \xef\xac\x81sh",
	    "ab|coop|fish" },
	{ "ru", "Москва, «Ёлка»", "москва|ёлка" },
	{ "el", "ΟΔΟΣ οδός", "οδοσ|οδόσ" },
	{ "ar", "قال: «نعم»، ثم ذهب", "قال|نعم|ثم|ذهب" },
	{ "hi", "अधिकारियों ने कहा।", "अधिकारियों|ने|कहा" },
	{ "ko", "북부 지역에서 지진", "북부|지역에서|지진" },
	{ "zh", "北京发生地震", "北京|发生|地震" },
	{ "zh", "iPhone在中国上市", "iphone|在|中国|上市" },
	{ "ja", "東京で地震", "東京|で|地震" },
	{ "zh", "奥尔纳维发生地震", "奥尔|尔纳|纳维|发生|地震" },
	{ "zh", "地震摇醒奥尔纳维", "地震|摇醒|醒奥|奥尔|尔纳|纳维" },
	{ "zh", "维克托·奥布尔在京", "维克|克托|奥布|布尔|在京" },
	{ "zh", "奥", "奥" },
	{ "zh", "奥尔", "奥尔" },
	{ "en",
	    "a\xff\xfe"
	    "b \xe2\x82",
	    "a|b" },
};

START_TEST(words)
{
	struct tcn_buf out = { 0 };

	words_of(tcn_str(cases[_i].text), cases[_i].lang, &out);
	ck_assert_msg(strcmp(out.at, cases[_i].words) == 0,
	    "%s: got %s, not %s", cases[_i].text, out.at, cases[_i].words);
	tcn_buf_fini(&out);
}
END_TEST

/* Where exactly ICU's dictionaries cut is theirs to know; that they do is not.
 */
START_TEST(spaceless)
{
	static const char *const texts[] = { "東京で地震がありました",
		"ニューヨーク市場は大幅に反落した",
		"当局说目前没有人员伤亡的报告", "แผ่นดินไหวรุนแรงทางภาคเหนือ",
		"ຝົນຕົກໜັກໃນພາກເໜືອຂອງປະເທດ", "ភ្លៀងធ្លាក់ខ្លាំងនៅភាគខាងជើង",
		"မြောက်ပိုင်းတွင်ငလျင်လှုပ်ခတ်သည်" };
	struct tcn_str text = tcn_str(texts[_i]);
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	size_t n = 0, bytes = 0;

	tcn_tokenizer_scan(&scan, tokenizer, text, "");
	while (tcn_tokenizer_next(&scan, &token)) {
		ck_assert_ptr_eq(token.surface.at, text.at + bytes);
		bytes += token.n;
		n++;
	}
	ck_assert_uint_eq(bytes, text.n);
	ck_assert_uint_ge(n, 3);
	ck_assert_uint_le(n, text.n / 4);
}
END_TEST

/* The length of a word is bounded, whatever it consists of. */
START_TEST(endless_word)
{
	static const char *const parts[] = { "x", "\xc3\xa9", "1.", "a'b",
		"\xe5\x8c\x97", "\xe0\xb8\x81", "a.", "1,000" };
	struct tcn_buf text = { 0 }, out = { 0 };

	for (int i = 0; i < 3000; i++)
		tcn_buf_z(&text, parts[_i]);
	words_of(tcn_buf_view(&text), "en", &out);
	ck_assert_uint_gt(out.n, 0);
	tcn_buf_fini(&text);
	tcn_buf_fini(&out);
}
END_TEST

/*
 * A text cut short anywhere is read without a look beyond its end, and gives
 * the words of the whole up to the last. Spaceless scripts are left out: there
 * the end of the text decides where words part.
 */
START_TEST(any_cut)
{
	struct tcn_str text =
	    tcn_str("The U.S. paid $1,234.5 to O'Brien's caf\xc3\xa9 #one_two "
		    "http://x.example/y p.m. don\xe2\x80\x99t 3.14 end");
	struct tcn_buf whole = { 0 }, part = { 0 };

	words_of(text, "en", &whole);
	for (size_t n = 0; n <= text.n; n++) {
		char *copy = tcn_mem_alloc(n); /* not a byte more */
		const char *last;

		memcpy(copy, text.at, n);
		words_of((struct tcn_str){ copy, n }, "en", &part);
		last = memrchr(part.at, '|', part.n);
		if (last)
			ck_assert_int_eq(memcmp(part.at, whole.at,
					     (size_t)(last - part.at)),
			    0);
		tcn_mem_free(copy);
	}
	tcn_buf_fini(&whole);
	tcn_buf_fini(&part);
}
END_TEST

/* Asserts that the next word of both scans is the same. False: the end. */
static bool
same_word(struct tcn_tokenizer_scan *fast, struct tcn_tokenizer_scan *slow)
{
	struct tcn_tokenizer_token a, b;
	bool more = tcn_tokenizer_next(fast, &a);

	ck_assert_int_eq(tcn_tokenizer_next(slow, &b), more);
	if (!more)
		return false;
	ck_assert_ptr_eq(a.surface.at, b.surface.at);
	ck_assert_uint_eq(a.surface.n, b.surface.n);
	ck_assert_uint_eq(a.n, b.n);
	ck_assert_int_eq(a.ascii, b.ascii);
	ck_assert_int_eq(memcmp(a.word, b.word,
			     a.n > TCN_TOKEN_PAD ? a.n : TCN_TOKEN_PAD),
	    0);
	return true;
}

/* Texts of random pieces, each of which some rule of words is about. */
START_TEST(fast_equals_slow)
{
	static const char *const parts[] = {
		" ", "a", "The", "U", "S", ".", ",", "'", "\xe2\x80\x99", "1",
		"234", "_", "#", "@", "www", "http", "://", "-", "\n",
		"caf\xc3\xa9", "\xe5\x8c\x97", "\xff", "s", "international",
		"incomprehensibilities", "  ", "\0", "\"",
		"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh"
	};
	const uint32_t parts_n = sizeof parts / sizeof *parts;
	uint64_t seed = (uint64_t)_i + 1;
	struct tcn_buf text = { 0 };
	struct tcn_tokenizer
	    *others; /* a segmenter serves one scan at a time */

	others = tcn_tokenizer_new();
	for (int round = 0; round < 2000; round++) {
		struct tcn_tokenizer_scan fast, slow;
		char *copy;

		tcn_buf_clear(&text);
		for (int i = 0; i < 1 + round % 60; i++) {
			tcn_buf_z(&text, parts[random_below(&seed, parts_n)]);
		}
		copy = tcn_mem_alloc(text.n); /* not a byte more */
		memcpy(copy, text.at, text.n);
		tcn_tokenizer_scan(&fast, tokenizer,
		    (struct tcn_str){ copy, text.n }, _i ? "fr" : "en");
		tcn_tokenizer_scan_scalar(&slow, others,
		    (struct tcn_str){ copy, text.n }, _i ? "fr" : "en");
		while (same_word(&fast, &slow))
			;
		tcn_mem_free(copy);
	}
	tcn_tokenizer_free(others);
	tcn_buf_fini(&text);
}
END_TEST

static const struct {
	const char *folded;
	const char *plain;
} accents[] = {
	{ "méxico", "mexico" },
	{ "łódź", "lodz" },
	{ "øre", "ore" },
	{ "ışık", "isik" },
	{ "ёлка", "елка" },
	{ "мой", "мой" }, /* short i is a letter of its own */
	{ "οδόσ", "οδοσ" },
	{ "كِتَاب", "كتاب" },
	{ "अधिकारियों", "अधिकारियों" }, /* vowels are marks, and stay */
	{ "が", "が" },
};

START_TEST(without_accents)
{
	struct tcn_buf out = { 0 };

	tcn_fold_accents(tcn_str(accents[_i].folded), &out);
	ck_assert_str_eq(out.at, accents[_i].plain);
	tcn_buf_fini(&out);
}
END_TEST

/* U+FDFA is the longest: its three bytes become 18 letters. */
START_TEST(what_expands_most_has_room)
{
	struct tcn_buf text = { 0 }, out = { 0 };

	for (int i = 0; i < 60; i++)
		tcn_buf_z(&text, "\xef\xb7\xba");
	tcn_fold(tcn_buf_view(&text), &out);
	ck_assert_uint_ge(out.n, 53 * 18); /* 159 of its bytes are folded */
	tcn_fold_accents(tcn_buf_view(&out), &text);
	ck_assert_uint_gt(text.n, 0);
	tcn_buf_fini(&text);
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(tokenizer)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(words, cases);
	tcase_add_loop_test(tc, spaceless, 0, 7);
	tcase_add_loop_test(tc, endless_word, 0, 8);
	tcase_add_test(tc, any_cut);
	tcase_add_loop_test(tc, fast_equals_slow, 0, 2);
	TCN_EACH(without_accents, accents);
	tcase_add_test(tc, what_expands_most_has_room);
}
