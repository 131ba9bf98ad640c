/*
 * Apertium's stream format: requests are written, answers read.
 */
#include "tests/base/in_arena.h"

#include <string.h>

#include "tests/base/check_str.h"
#include "tools/intake/tagger/apertium.h"

static const struct {
	const char *title, *text, *request;
} requests[] = {
	{ "Hola", "", "Hola.[][\n]" },
	{ "", "Hola", "Hola.[][\n]" },
	{ "", "", ".[][\n]" },
	{ "Uno", "dos", "Uno. dos.[][\n]" },
	{ "  a \n\t b  ", "c\r\n", "a b. c.[][\n]" },
	{ "^$[]{}<>/\\@", "", "\\^\\$\\[\\]\\{\\}\\<\\>\\/\\\\\\@.[][\n]" },
	{ "u$s90", "", "u\\$s90.[][\n]" },
	{ "a\x01\x7f\xc2\x85"
	  "b",
	    "", "a b.[][\n]" },
	{ "co\xc2\xad"
	  "ma",
	    "", "coma.[][\n]" },
	{ "ñandú «¿»", "", "ñandú «¿».[][\n]" },
};

START_TEST(a_text_becomes_a_request)
{
	struct tcn_buf got = { 0 };
	size_t title_n;

	tcn_apertium_write(tcn_str(requests[_i].title),
	    tcn_str(requests[_i].text), &got, &title_n);
	ck_assert_str_eq(got.at, requests[_i].request);
	ck_assert_uint_eq(got.n, strlen(requests[_i].request) + 1);
	ck_assert_uint_le(title_n, got.n);
	tcn_buf_fini(&got);
}
END_TEST

START_TEST(long_words_and_texts_are_cut)
{
	char text[TCN_APERTIUM_TEXT_MAX + 100];
	struct tcn_buf got = { 0 };
	size_t title_n;

	memset(text, 'x', sizeof text);
	text[500] = ' ';
	memcpy(text + 500 + TCN_APERTIUM_WORD_MAX, "é", 2);
	tcn_apertium_write((struct tcn_str){ NULL, 0 },
	    (struct tcn_str){ text, 1000 }, &got, &title_n);
	ck_assert_uint_eq(got.n,
	    TCN_APERTIUM_WORD_MAX + 1 + TCN_APERTIUM_WORD_MAX - 1 + 6 + 1);
	tcn_buf_clear(&got);
	for (size_t i = 0; i < sizeof text; i += 2)
		text[i] = ' ';
	tcn_apertium_write((struct tcn_str){ text, 10 },
	    (struct tcn_str){ text, sizeof text }, &got, &title_n);
	ck_assert_uint_eq(title_n, 9);
	ck_assert_uint_le(got.n, TCN_APERTIUM_TEXT_MAX + 10);
	ck_assert_uint_ge(got.n, TCN_APERTIUM_TEXT_MAX - 10);
	tcn_buf_fini(&got);
}
END_TEST

/* What is said of "La casa.[][\n]". */
static const struct {
	const char *answer;
	enum tcn_rc rc;
} answers[] = {
	{ "^La/el<det>$ ^casa/casa<n>$^./.<sent>$[][\n]", TCN_DONE },
	{ "^La casa/la casa<n>$.[][\n]", TCN_DONE },
	{ "La casa.[][\n]", TCN_DONE },
	{ "\\L\\a casa.[][\n]", TCN_DONE },
	{ "", TCN_INVALID },
	{ "^La/el<det>$ ^casa/casa<n>$", TCN_INVALID },
	{ "^La/el<det>$ ^cosa/cosa<n>$^./.<sent>$[][\n]", TCN_INVALID },
	{ "^La/el<det>$^casa/casa<n>$^./.<sent>$[][\n]", TCN_INVALID },
	{ "^La/el<det>$ ^casa/casa<n>$^./.<sent>$[][\n]\n", TCN_INVALID },
	{ "^La/el<det>$ ^casa/casa<n>^./.<sent>$[][\n]", TCN_INVALID },
	{ "^La/el<det>$ ^casa$^./.<sent>$[][\n]", TCN_INVALID },
	{ "^La/el<det>$ ^casa/$^./.<sent>$[][\n]", TCN_INVALID },
	{ "^La/el<det>$ ^/casa$casa^./.<sent>$[][\n]", TCN_INVALID },
	{ "^La/el<det>$ ^casa/casa<n>$^./.<sent>$[][\\", TCN_INVALID },
	{ "^", TCN_INVALID },
	{ "^La/\\$", TCN_INVALID },
	{ "^La/el<det>$ ^casa. y más/casa<n>$", TCN_INVALID },
};

START_TEST(an_answer_has_to_say_the_whole_text)
{
	struct tcn_apertium_reader reader = {
		.answer = tcn_str(answers[_i].answer),
		.request = tcn_str("La casa.[][\n]"),
	};
	struct tcn_apertium_unit unit;
	enum tcn_rc rc;

	while (!(rc = tcn_apertium_next(&reader, &unit))) {
		ck_assert_uint_gt(unit.surface.n, 0);
		ck_assert_uint_gt(unit.readings.n, 0);
		ck_assert(tcn_str_equal(unit.surface, unit.stands));
	}
	ck_assert_int_eq(rc, answers[_i].rc);
}
END_TEST

/* Words: surface=lemma:class, and a space. */
static const struct {
	const char *title, *text, *answer, *words;
} tagged[] = {
	{ "Murieron 3 personas en París", "",
	    "^Murieron/morir<vblex><ifi>$ ^3/3<num>$ ^personas/persona<n>$ "
	    "^en/en<pr>$ ^París/París<np><loc>$^./.<sent>$[][\n]",
	    "Murieron=morir:verb 3=3:number personas=persona:noun "
	    "París=París:name " },
	{ "El herido dijo que es de la Ruta", "",
	    "^El/el<det>$ ^herido/herir<vblex><pp>$ ^dijo/decir<vblex>$ "
	    "^que/que<cnjsub>$ ^es/ser<vbser>$ ^de/de<pr>$ ^la/el<det>$ "
	    "^Ruta/ruta<n>$^./.<sent>$[][\n]",
	    "dijo=decir:verb Ruta=ruta:name " },
	{ "Ruta", "Casa y Milei. Casa: casa, casa y Casa",
	    "^Ruta/ruta<n>$^./.<sent>$ ^Casa/casa<n>$ ^y/y<cnjcoo>$ "
	    "^Milei/*Milei$^./.<sent>$ ^Casa/casa<n>$: ^casa/casa<n>$, "
	    "^casa/casa<n>$ ^y/y<cnjcoo>$ ^Casa/casa<n>$^./.<sent>$[][\n]",
	    "Ruta=ruta:noun Casa=casa:noun Milei=Milei:name Casa=casa:noun "
	    "casa=casa:noun casa=casa:noun Casa=casa:name " },
	{ "Gran Casa Blanca", "la Casa vieja nueva",
	    "^Gran/grande<adj>$ ^Casa/casa<n>$ ^Blanca/Blanca<np>$^./.<sent>$ "
	    "^la/el<det>$ ^Casa/casa<n>$ ^vieja/viejo<adj>$ "
	    "^nueva/nuevo<adj>$^./.<sent>$[][\n]",
	    "Casa=casa:noun Blanca=Blanca:name Casa=casa:name " },
	{ "s90 covid G20 al verlos", "",
	    "^s90/*s90$ ^covid/*covid$ ^G20/*G20$ ^al/a<pr>+el<det>$ "
	    "^verlos/ver<vblex><inf>+lo<prn>$^./.<sent>$[][\n]",
	    "s90=s90:number covid=covid:noun G20=G20:name verlos=ver:verb " },
	{ "cuarto este año a/b", "",
	    "^cuarto/cuarto_room<n>/cuarto<adj>$ "
	    "^este año/este<det>+año<n>$ ^a\\/b/a\\/b<n>$^./.<sent>$[][\n]",
	    "cuarto=cuarto:noun este año=año:noun a/b=a/b:noun " },
	{ "echar de menos", "",
	    "^echar de menos/echar<vblex># de menos$"
	    "^./.<sent>$[][\n]",
	    "echar de menos=echar:verb " },
	{ "", "", "^./.<sent>$[][\n]", "" },
};

START_TEST(content_words_are_those_of_the_tags)
{
	struct tcn_buf request = { 0 }, got = { 0 };
	struct tcn_content_word *words;
	size_t title_n, n;
	static const char *const classes[] = { "word", "verb", "noun", "number",
		"name" };

	tcn_apertium_write(tcn_str(tagged[_i].title), tcn_str(tagged[_i].text),
	    &request, &title_n);
	ck_assert_int_eq(tcn_apertium_words(tcn_str(tagged[_i].answer),
			     tcn_str(request.at), title_n, &arena, &words, &n),
	    TCN_OK);
	tcn_buf_z(&got, "");
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(&got, "%.*s=%.*s:%s ",
		    TCN_STR_ARG(words[i].surface), TCN_STR_ARG(words[i].lemma),
		    classes[words[i].class]);
	tcn_buf_char(&got, '\0');
	ck_assert_str_eq(got.at, tagged[_i].words);
	tcn_buf_fini(&got);
	tcn_buf_fini(&request);
}
END_TEST

TCN_TESTS(apertium)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(a_text_becomes_a_request, requests);
	tcase_add_test(tc, long_words_and_texts_are_cut);
	TCN_EACH(an_answer_has_to_say_the_whole_text, answers);
	TCN_EACH(content_words_are_those_of_the_tags, tagged);
}
