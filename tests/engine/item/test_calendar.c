#include "tests/base/in_preparer.h"

#include <unicode/uloc.h>

#include "engine/base/buf.h"
#include "engine/text/calendar.h"
#include "tests/base/random.h"

/* The words of the title that are parts of dates, in brackets. */
static const char *
marked(const char *lang, const char *title)
{
	struct tcn_article article = { .title = tcn_str(title),
		.lang = tcn_str(lang) };
	struct tcn_buf buf = { 0 };
	struct tcn_str copy;
	struct tcn_doc doc;

	tcn_prepare(prep, &article, &arena, &doc);
	for (size_t i = 0; i < doc.title_n; i++) {
		const struct tcn_term *term = &doc.terms[doc.words[i]];

		if (!(term->flags & TCN_TERM_DATE))
			continue;
		tcn_buf_printf(&buf, "%s%.*s", buf.n ? " " : "",
		    (int)term->word.n, term->word.at);
	}
	tcn_arena_str(&arena, tcn_buf_view(&buf), &copy);
	tcn_buf_fini(&buf);
	return copy.at;
}

static const struct {
	const char *lang, *title, *dates;
} lines[] = {
	/* Spanish */
	{ "es", "El tiempo en Cuenca hoy, sábado 6 de mayo",
	    "hoy sábado 6 mayo" },
	{ "es", "El tiempo en Cuenca hoy, SABADO 6 de Mayo de 2023",
	    "hoy SABADO 6 Mayo 2023" },
	{ "es", "ONCE: resultado del sorteo de hoy, Miércoles 10 de mayo",
	    "hoy Miércoles 10 mayo" },
	{ "es", "Horóscopo hoy, 6 de mayo", "hoy 6 mayo" },
	{ "es", "Santoral 06 may", "06 may" },
	{ "es", "Domingo trágico en la ruta 12", "Domingo" },
	{ "es", "Accidente en Santo Domingo deja 12 muertos", "" },
	{ "es", "Marcha en la Plaza de Mayo", "" },
	{ "es", "El mar se llevó 12 casas", "" },
	{ "es", "Luna llena: dónde verla este lunes", "" },
	/* English */
	{ "en", "Horoscope for Monday, May 8", "Monday May 8" },
	{ "en", "Weather: MAY 8TH, 2023", "MAY 8TH 2023" },
	{ "en", "Lottery numbers for Sat 6 May", "Sat 6 May" },
	{ "en", "What to watch on Wednesday", "Wednesday" },
	{ "en", "Ministers may cut 20 jobs", "" },
	{ "en", "Thousands march in 12 cities", "" },
	{ "en", "Sun sets on May's second government", "" },
	{ "en", "Fire leaves 8 dead, May says", "" },
	{ "en", "He sat and ate 3 apples", "" },
	{ "en", "Sunday march draws thousands", "Sunday" },
	{ "en", "8 held over May 8 attack", "May" },
	{ "en", "12 killed in storm on Monday", "Monday" },
	/* French */
	{ "fr", "Météo : lundi 8 mai", "lundi 8 mai" },
	{ "fr", "Horoscope du 1er août 2023", "1er août 2023" },
	{ "fr", "Horoscope du 1er AOUT", "1er AOUT" },
	{ "fr", "Le programme télé d’aujourd’hui", "aujourd hui" },
	{ "fr", "La sonde sur Mars envoie 12 images", "" },
	/* German */
	{ "de", "Wetter am Montag, 8. Mai", "Montag 8 Mai" },
	{ "de", "Horoskop heute, 8. März 2023", "heute 8 März 2023" },
	{ "de", "Maria Mai gewinnt", "" },
	{ "de", "So 12 Jahre lang", "" },
	/* Italian, Portuguese */
	{ "it", "Oroscopo di oggi, lunedì 8 maggio", "oggi lunedì 8 maggio" },
	{ "it", "Almanacco, venerdi 1º set", "venerdi 1º set" },
	{ "it", "Perde il primo set", "" },
	{ "pt", "Horóscopo de hoje, segunda-feira, 8 de maio",
	    "hoje segunda feira 8 maio" },
	{ "pt", "A segunda volta da feira de março", "" },
	/* other scripts */
	{ "ru", "Гороскоп на 8 мая, понедельник", "8 мая понедельник" },
	{ "el", "Ο καιρός σήμερα, 8 Μαΐου", "σήμερα 8 Μαΐου" },
	{ "ar", "الطقس اليوم ٨ مايو", "اليوم ٨ مايو" },
	{ "vi", "Dự báo thời tiết tháng 5", "tháng 5" },
	/* no language, and one that does not exist */
	{ "zz", "Horoscope for Monday, May 8", "" },
	{ "es", "Horoscope for Monday, June 8", "" },
};

START_TEST(dates_are_told_from_words)
{
	ck_assert_msg(strcmp(marked(lines[_i].lang, lines[_i].title),
			  lines[_i].dates) == 0,
	    "%s: \"%s\": %s", lines[_i].lang, lines[_i].title,
	    marked(lines[_i].lang, lines[_i].title));
}
END_TEST

/* Every word on its own and in pairs: no date where no name is. */
START_TEST(no_name_no_date)
{
	static const char *const words[] = { "8", "2023", "the", "of", "31",
		"storm", "second", "1st", "1999", "Sundance", "12", "Marchand",
		"#8", "maybe" };
	const uint32_t n = sizeof words / sizeof *words;
	uint64_t state = 42;

	for (unsigned run = 0; run < 5000; run++) {
		struct tcn_buf title = { 0 };

		for (unsigned i = 0; i < 8; i++) {
			tcn_buf_printf(&title, "%s ",
			    words[random_below(&state, n)]);
		}
		ck_assert_msg(!*marked("en", title.at), "%s", title.at);
		tcn_buf_fini(&title);
		tcn_arena_reset(&arena);
	}
}
END_TEST

/* In every language of ICU a weekday in full is a date; a language that it does
 * not have has no dates. */
START_TEST(any_language_may_be_asked)
{
	char lang[3] = "";

	for (lang[0] = 'a'; lang[0] <= 'z'; lang[0]++)
		for (lang[1] = 'a'; lang[1] <= 'z'; lang[1]++)
			marked(lang, "Monday 8 May");
	marked("", "Monday 8 May");
	ck_assert_str_eq(marked("en", "Monday 8 May"), "Monday 8 May");
}
END_TEST

/* The locale of the process has no influence. */
START_TEST(the_process_may_speak_spanish)
{
	UErrorCode status = U_ZERO_ERROR;

	uloc_setDefault("es_ES", &status);
	ck_assert(U_SUCCESS(status));
	ck_assert_str_eq(marked("zz", "sábado 6 de mayo"), "");
	ck_assert_str_eq(marked("en", "Saturday 6 May"), "Saturday 6 May");
}
END_TEST

/* A word that is a date in one place and none in another is none. */
START_TEST(all_its_places_in_the_title_count)
{
	struct tcn_buf title = { 0 };

	ck_assert_str_eq(marked("en", "May 8: what will May want"), "8");
	ck_assert_str_eq(marked("en", "May 8: at least 8 dead"), "May");
	tcn_buf_printf(&title, "Monday 8 May ");
	for (int i = 0; i < 100; i++)
		tcn_buf_printf(&title, "w%d ", i);
	ck_assert_str_eq(marked("en", title.at), "Monday 8 May");
	tcn_buf_printf(&title, "Monday");
	ck_assert_str_eq(marked("en", title.at), "8 May");
	tcn_buf_fini(&title);
}
END_TEST

static bool
is_date(const struct tcn_doc *doc, const char *word)
{
	for (size_t i = 0; i < doc->terms_n; i++)
		if (tcn_str_equal(doc->terms[i].word, tcn_str(word)))
			return doc->terms[i].flags & TCN_TERM_DATE;
	ck_abort_msg("no term %s", word);
	return false;
}

/* The text decides only for words that the title does not have. */
START_TEST(the_title_comes_first)
{
	struct tcn_article article = {
		.title = TCN_STR("Monday 8 May: fog takes 5 lives"),
		.text = TCN_STR("May said on Tuesday that 8 came: 5 June, "
				"9 June and 9 others"),
		.lang = TCN_STR("en")
	};
	struct tcn_doc doc;

	tcn_prepare(prep, &article, &arena, &doc);
	ck_assert(is_date(&doc, "Monday"));
	ck_assert(is_date(&doc, "8"));
	ck_assert(is_date(&doc, "May"));
	ck_assert(!is_date(&doc, "5"));
	ck_assert(!is_date(&doc, "fog"));
	ck_assert(is_date(&doc, "Tuesday"));
	ck_assert(is_date(&doc, "June"));
	ck_assert(!is_date(&doc, "9"));
	ck_assert(!is_date(&doc, "said"));
}
END_TEST

/* Only the first words of a text are looked at. */
START_TEST(the_end_of_a_text_has_no_say)
{
	struct tcn_article article = { .title = TCN_STR("Fog"),
		.lang = TCN_STR("en") };
	struct tcn_buf text = { 0 };
	struct tcn_doc doc;

	tcn_buf_printf(&text, "On Monday ");
	for (int i = 0; i < 100; i++)
		tcn_buf_printf(&text, "w%d ", i);
	tcn_buf_printf(&text, "Tuesday");
	article.text = tcn_buf_view(&text);
	tcn_prepare(prep, &article, &arena, &doc);
	ck_assert(is_date(&doc, "Monday"));
	ck_assert(!is_date(&doc, "Tuesday"));
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(calendar)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(dates_are_told_from_words, lines);
	tcase_add_test(tc, no_name_no_date);
	tcase_add_test(tc, any_language_may_be_asked);
	tcase_add_test(tc, the_process_may_speak_spanish);
	tcase_add_test(tc, all_its_places_in_the_title_count);
	tcase_add_test(tc, the_title_comes_first);
	tcase_add_test(tc, the_end_of_a_text_has_no_say);
}
