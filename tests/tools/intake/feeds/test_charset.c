/*
 * Documents in the encodings of many languages, made from the sentences below:
 * what is read must be what was written, whatever is said about it.
 */
#include "tests/base/run.h"

#include <unicode/ucnv.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/utf8.h"
#include "tests/base/long.h"
#include "tools/intake/feeds/charset.h"

static struct tcn_arena arena;
static struct tcn_charset_text text;

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
}

/* Headlines, with an apostrophe or a quote where windows-125x has its own. */
static const struct {
	const char *lang, *first, *second;
} headlines[] = {
	{ "ar", "زلزال قوي يدمر الجسر فوق النهر",
	    "الحكومة تعلن حالة الطوارئ في محافظتين" },
	{ "cs", "Silné zemětřesení zničilo most přes řeku",
	    "Záchranáři hledají lidi pod troskami domu" },
	{ "de", "Schweres Erdbeben zerstört Brücke über den Fluss",
	    "Rettungskräfte suchen nach Verschütteten unter den Trümmern" },
	{ "el", "Ισχυρός σεισμός κατέστρεψε τη γέφυρα του ποταμού",
	    "Η κυβέρνηση κήρυξε κατάσταση έκτακτης ανάγκης" },
	{ "fr", "Un séisme a détruit le pont sur la rivière",
	    "Le gouvernement décrète l’état d’urgence dans deux régions" },
	{ "he", "רעידת אדמה חזקה הרסה את הגשר מעל הנהר",
	    "הממשלה הכריזה על מצב חירום בשני מחוזות" },
	{ "hr", "Snažan potres srušio most, večeras bez struje tisuće kuća",
	    "Spasioci traže ljude pod ruševinama kuće, rijeka još raste" },
	{ "ja", "強い地震で川に架かる橋が壊れた",
	    "政府は二つの県に非常事態を宣言しました" },
	{ "ko", "강한 지진으로 강 위의 다리가 무너졌다",
	    "정부는 두 지역에 비상사태를 선포했다" },
	{ "et", "Tugev maavärin purustas jõel silla, šokis külad õues",
	    "Päästjad otsivad inimesi, žürii töö jääb ära, öeldi tšehhile" },
	{ "lt", "Stiprus žemės drebėjimas sugriovė tiltą per upę",
	    "Vyriausybė paskelbė nepaprastąją padėtį, šimtai žmonių be "
	    "pastogės" },
	{ "lv", "Spēcīga zemestrīce sagrāvusi tiltu pār upi, ziņo šodien",
	    "Valdība izsludina ārkārtas stāvokli, glābēji meklē cilvēkus" },
	{ "pl", "Silne trzęsienie ziemi zniszczyło most nad rzeką",
	    "Rząd ogłosił stan wyjątkowy w dwóch województwach" },
	{ "ru", "Сильное землетрясение разрушило мост через реку",
	    "Спасатели ищут людей под завалами жилого дома" },
	{ "th", "แผ่นดินไหวรุนแรงทำลายสะพานข้ามแม่น้ำ",
	    "รัฐบาลประกาศภาวะฉุกเฉินในสองจังหวัด" },
	{ "tr", "Şiddetli deprem nehrin üzerindeki köprüyü yıktı",
	    "Hükümet iki ilde olağanüstü hâl ilan etti" },
	{ "uk", "Потужний землетрус зруйнував міст через річку",
	    "Уряд оголосив надзвичайний стан у двох областях" },
	{ "zh-CN", "强烈地震摧毁了河上的大桥", "政府宣布两个省进入紧急状态" },
	{ "zh-TW", "強烈地震摧毀了河上的大橋", "政府宣布兩個縣進入緊急狀態" },
};

static const struct {
	const char *lang, *encoding;
} written[] = {
	{ "ar", "windows-1256" },
	{ "ar", "ISO-8859-6" },
	{ "cs", "windows-1250" },
	{ "cs", "ISO-8859-2" },
	{ "de", "windows-1252" },
	{ "el", "windows-1253" },
	{ "el", "ISO-8859-7" },
	{ "fr", "windows-1252" },
	{ "he", "windows-1255" },
	{ "he", "ISO-8859-8" },
	{ "hr", "windows-1250" },
	{ "ja", "Shift_JIS" },
	{ "ja", "EUC-JP" },
	{ "ja", "ISO-2022-JP" },
	{ "ko", "EUC-KR" },
	{ "ko", "windows-949" },
	{ "pl", "windows-1250" },
	{ "pl", "ISO-8859-2" },
	{ "ru", "windows-1251" },
	{ "ru", "KOI8-R" },
	{ "ru", "ISO-8859-5" },
	{ "th", "windows-874" },
	{ "et", "windows-1257" },
	{ "lt", "windows-1257" },
	{ "lt", "ISO-8859-13" },
	{ "lt", "ISO-8859-4" },
	{ "lv", "windows-1257" },
	{ "lv", "ISO-8859-13" },
	{ "lv", "ISO-8859-4" },
	{ "tr", "windows-1254" },
	{ "tr", "ISO-8859-9" },
	{ "uk", "windows-1251" },
	{ "uk", "KOI8-U" },
	{ "zh-CN", "GB18030" },
	{ "zh-CN", "GBK" },
	{ "zh-CN", "GB2312" },
	{ "zh-TW", "Big5" },
};

/* A feed of n items in UTF-8, which says that it is in `said`. */
static struct tcn_str
feed_of(const char *lang, size_t n, const char *said, struct tcn_buf *out)
{
	size_t row = 0;

	while (strcmp(headlines[row].lang, lang) != 0)
		row++;
	tcn_buf_z(out, "<?xml version='1.0'");
	if (said)
		tcn_buf_printf(out, " encoding='%s'", said);
	tcn_buf_z(out, "?>\n<rss><channel><title>The Wire</title>\n");
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(out,
		    "<item><title>%s</title><link>http://wire.example/%zu"
		    "</link>\n<description><![CDATA[<p class='lead'>%s. <a "
		    "href='http://wire.example/more'>more</a></p>]]>"
		    "</description></item>\n",
		    i % 2 ? headlines[row].second : headlines[row].first, i,
		    i % 2 ? headlines[row].second : headlines[row].first);
	tcn_buf_z(out, "</channel></rss>\n");
	return tcn_buf_view(out);
}

/* Writes UTF-8 in another encoding. */
static struct tcn_str
encode(struct tcn_str utf8, const char *encoding, struct tcn_buf *out)
{
	UErrorCode failed = U_ZERO_ERROR;
	UConverter *to = ucnv_open(encoding, &failed);
	int32_t n;

	ck_assert_msg(to != NULL, "%s", encoding);
	for (size_t i = 0; i < utf8.n * 6 + 16; i++)
		tcn_buf_char(out, 0);
	n = ucnv_fromAlgorithmic(to, UCNV_UTF8, out->at, (int32_t)out->n,
	    utf8.at, (int32_t)utf8.n, &failed);
	ck_assert(U_SUCCESS(failed));
	ucnv_close(to);
	return (struct tcn_str){ out->at, (size_t)n };
}

static void
must_read(struct tcn_str bytes, const char *named, struct tcn_str want,
    const char *what)
{
	tcn_charset_utf8(bytes, tcn_str(named), &arena, &text);
	ck_assert_msg(tcn_str_equal(text.utf8, want), "%s read as %.*s: %.*s",
	    what, TCN_STR_ARG(text.name), TCN_STR_ARG(text.utf8));
	ck_assert_uint_eq(text.replaced, 0);
}

/* One encoding, said to be `said` by the document and `named` by the server. */
static void
check_written(size_t row, size_t items, const char *said, const char *named)
{
	struct tcn_buf utf8 = { 0 }, bytes = { 0 };
	struct tcn_str want = feed_of(written[row].lang, items, said, &utf8);

	must_read(encode(want, written[row].encoding, &bytes), named, want,
	    written[row].encoding);
	tcn_buf_fini(&utf8);
	tcn_buf_fini(&bytes);
}

START_TEST(an_encoding_that_nobody_names_is_found)
{
	check_written((size_t)_i, 2, NULL, "");
	check_written((size_t)_i, 8, NULL, "");
	check_written((size_t)_i, 1, NULL, "");
}
END_TEST

START_TEST(an_encoding_that_is_named_is_believed)
{
	check_written((size_t)_i, 1, written[_i].encoding, "");
	check_written((size_t)_i, 1, NULL, written[_i].encoding);
	/* the server's word counts more */
	check_written((size_t)_i, 4, "windows-1257", written[_i].encoding);
}
END_TEST

/* Texts of any length, cut anywhere: the shorter, the less the detector knows,
 * and a name that is right must not be overruled. */
START_TEST(a_right_name_is_never_overruled)
{
	struct tcn_buf both = { 0 }, bytes = { 0 };
	size_t row = 0;

	while (strcmp(headlines[row].lang, written[_i].lang) != 0)
		row++;
	for (int i = 0; i < 4; i++)
		tcn_buf_printf(&both, "%s %s", headlines[row].second,
		    headlines[row].first);
	for (size_t from = 0; from < both.n; from += long_or(7, 21)) {
		for (size_t n = 1; n < 200; n += 11) {
			struct tcn_str part =
			    tcn_utf8_cut(tcn_buf_view(&both), from + n);
			size_t at = tcn_utf8_cut(part, from).n;

			part = (struct tcn_str){ part.at + at, part.n - at };
			tcn_buf_clear(&bytes);
			must_read(encode(part, written[_i].encoding, &bytes),
			    written[_i].encoding, part, written[_i].encoding);
			tcn_arena_reset(&arena);
		}
	}
	tcn_buf_fini(&both);
	tcn_buf_fini(&bytes);
}
END_TEST

START_TEST(an_encoding_that_is_named_wrongly_is_found)
{
	bool escaped = strcmp(written[_i].encoding, "ISO-2022-JP") == 0;

	check_written((size_t)_i, 4, "utf-8", "");
	ck_assert_uint_eq(text.claimed.n > 0, !escaped);
	check_written((size_t)_i, 4, NULL, "UTF-8");
	check_written((size_t)_i, 4, "UTF-16", "utf-8");
	check_written((size_t)_i, 4, "no-such", "");
	/* the server's word is a default; the document's is right */
	if (!escaped)
		check_written((size_t)_i, 4, written[_i].encoding, "UTF-8");
}
END_TEST

/* Languages whose letters are beyond ASCII, said to be in Latin, as servers do
 * that add a default. */
START_TEST(a_latin_name_for_what_is_not_latin_is_passed_over)
{
	const char *lang = written[_i].lang;

	if (strstr("cs de fr hr pl tr", lang) ||
	    strcmp(written[_i].encoding, "ISO-2022-JP") == 0)
		return;
	check_written((size_t)_i, 4, "iso-8859-1", "");
	check_written((size_t)_i, 4, NULL, "ISO-8859-1");
	check_written((size_t)_i, 4, written[_i].encoding, "iso-8859-1");
}
END_TEST

static const char *const wide[] = { "UTF-16LE", "UTF-16BE", "UTF-32LE",
	"UTF-32BE" };

START_TEST(wide_characters_are_read_with_and_without_a_mark)
{
	for (size_t row = 0; row < sizeof headlines / sizeof *headlines;
	     row++) {
		struct tcn_buf utf8 = { 0 }, bytes = { 0 }, marked = { 0 };
		struct tcn_str want, all;

		want = feed_of(headlines[row].lang, 2, "utf-16", &utf8);
		must_read(encode(want, wide[_i], &bytes), "", want, wide[_i]);
		must_read(encode(want, wide[_i], &bytes), "utf-8", want,
		    wide[_i]);
		tcn_buf_z(&marked, "\xef\xbb\xbf");
		tcn_buf_str(&marked, want);
		tcn_buf_clear(&bytes);
		all = encode(tcn_buf_view(&marked), wide[_i], &bytes);
		must_read(all, "iso-8859-1", want, wide[_i]);
		must_read(tcn_buf_view(&marked), "iso-8859-1", want, "UTF-8");
		tcn_buf_fini(&utf8);
		tcn_buf_fini(&bytes);
		tcn_buf_fini(&marked);
	}
}
END_TEST

/* UTF-8 with n bad bytes spread over it stays UTF-8. */
START_TEST(bad_bytes_in_utf8_are_replaced)
{
	static const char *const bad[] = { "\xe9", "\x93", "\xff", "\xc3 ",
		"\xe2\x82 ", "\xed\xa0 " };
	size_t row = (size_t)_i, n = 0, found = 0;
	struct tcn_buf utf8 = { 0 }, bytes = { 0 };
	struct tcn_str s = feed_of(headlines[row].lang, 4, "utf-8", &utf8);

	for (size_t i = 0; i < s.n; i++) {
		tcn_buf_char(&bytes, s.at[i]);
		if (s.at[i] == '\n' && n < 6)
			tcn_buf_z(&bytes, bad[n++]);
	}
	tcn_charset_utf8(tcn_buf_view(&bytes), (struct tcn_str){ 0 }, &arena,
	    &text);
	ck_assert(tcn_utf8_valid(text.utf8));
	ck_assert(tcn_str_equal(text.name, tcn_str("UTF-8")));
	ck_assert(memmem(text.utf8.at, text.utf8.n, headlines[row].first,
	    strlen(headlines[row].first)));
	for (size_t i = 0; i + 3 <= text.utf8.n; i++)
		found += memcmp(text.utf8.at + i, "\xef\xbf\xbd", 3) == 0;
	ck_assert_uint_eq(text.replaced, found);
	ck_assert_uint_ge(found, n);
	ck_assert(memcmp(text.utf8.at + text.replaced_at, "\xef\xbf\xbd", 3) ==
	    0);
	tcn_buf_fini(&utf8);
	tcn_buf_fini(&bytes);
}
END_TEST

/* The same encoding by the names in use for it. */
static const struct {
	const char *name, *bytes, *utf8;
} names[] = {
	{ "latin1", "caf\xe9", "caf\xc3\xa9" },
	{ "US-ASCII", "\x93q\x94", "\xe2\x80\x9cq\xe2\x80\x9d" },
	{ "cp1251", "\xec\xe8\xf0", "мир" },
	{ "ms-cyrl", "\xec\xe8\xf0", "мир" },
	{ "cp874", "\x80", "€" },
	{ "x-sjis", "\x83\x65\x83\x58\x83\x67", "テスト" },
	{ "ks_c_5601-1987", "\xb0\xad", "강" },
	{ "maclatin2", "\x80", "Ä" },
	{ "GBK", "\xd5\xfe\xb8\xae", "政府" },
};

START_TEST(encodings_have_many_names)
{
	must_read(tcn_str(names[_i].bytes), names[_i].name,
	    tcn_str(names[_i].utf8), names[_i].name);
}
END_TEST

START_TEST(ebcdic_is_read_by_the_variant_it_names)
{
	static const char *const variants[] = { "IBM037", "IBM1140", "IBM500" };

	for (size_t i = 0; i < 3; i++) {
		struct tcn_buf utf8 = { 0 }, bytes = { 0 };
		struct tcn_str want = feed_of("de", 2, variants[i], &utf8);

		/* A line end has two forms in EBCDIC. */
		for (size_t at = 0; at < utf8.n; at++)
			utf8.at[at] = utf8.at[at] == '\n' ? ' ' : utf8.at[at];
		must_read(encode(want, variants[i], &bytes), "", want,
		    variants[i]);
		tcn_buf_fini(&utf8);
		tcn_buf_fini(&bytes);
	}
}
END_TEST

TCN_TESTS(charset)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(an_encoding_that_nobody_names_is_found, written);
	TCN_EACH(an_encoding_that_is_named_is_believed, written);
	TCN_EACH(a_right_name_is_never_overruled, written);
	TCN_EACH(an_encoding_that_is_named_wrongly_is_found, written);
	TCN_EACH(a_latin_name_for_what_is_not_latin_is_passed_over, written);
	TCN_EACH(wide_characters_are_read_with_and_without_a_mark, wide);
	TCN_EACH(bad_bytes_in_utf8_are_replaced, headlines);
	TCN_EACH(encodings_have_many_names, names);
	tcase_add_test(tc, ebcdic_is_read_by_the_variant_it_names);
}
