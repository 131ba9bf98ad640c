#include "tests/base/run.h"

#include <stdio.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include "engine/base/mem.h"
#include "engine/text/sentence.h"
#include "tests/base/random.h"

/* A text with '|' where it must be cut, in a language. */
static const struct {
	const char *lang, *marked;
} cuts[] = {
	{ "en", "One came.| Two went!| Was that three?| Four" },
	{ "en",
	    "Mr. J. Adler of the U.S. Senate spoke to Dr. Lee.| All left." },
	{ "en", "It is No. 5 on the list.| He said no.| Then he left." },
	{ "en",
	    "\"It broke,\" he said.| \"We ran.\"| (They stayed.)| She wept." },
	{ "en", "\"What?\" he asked.| It rose 3.5 per cent, to 1,000.| End" },
	{ "en",
	    "See www.example.org/a.b for more...| Then go.| It is e.g. new" },
	{ "en",
	    "He left at 5 p.m.| The shop closed at 6 a.m. and not before." },
	{ "en", "Yahoo! said so.| And then... nothing.| Really?!| Yes." },
	{ "en", "A heading\n| The dam broke at dawn\nafter rain.|\n Indented" },
	{ "en",
	    "The dam above the town of Oster broke at\nDawn on Monday, the "
	    "mayor said:\n| Help came.|\r\n\r\nAnother paragraph" },
	{ "de", "Am 3. Mai kam Dr. Weiß, z. B. mit Hrn. Abt.| Es regnete." },
	{ "en", "It was on May 3.| May came." },
	{ "fr", "M. Dupont est là.| « Il pleut. »| Il dit : non." },
	{ "es", "El Sr. Gómez llegó.| ¿Quién es?| ¡Nadie!| Élida no." },
	{ "ru", "Это г. Москва и др. места.| Он ушёл.| Да" },
	{ "ja", "地震が発生した。|「津波の心配はない。」|気象庁が発表した" },
	{ "zh", "发生地震！|没有海啸？|专家说。" },
	{ "ar", "وقع زلزال.| هل من ضحايا؟| لا" },
	{ "hi", "भूकंप आया।| कोई घायल नहीं।| बस" },
	{ "", "No language.| Still two." },
	{ "", "   \n\t \n " },
	{ "", "" },
	{ "", "." },
	{ "", "\n.\n|?!" },
};

/* Takes the marks out of marked; the sentences that they part must come. */
static void
must_cut(const char *lang, const char *marked)
{
	char text[512], *at = text;
	struct tcn_sentence_scan scan;
	struct tcn_str sentence;
	const char *from = marked;

	for (const char *p = marked; *p; p++)
		if (*p != '|')
			*at++ = *p;
	*at = '\0';
	tcn_sentence_scan(&scan, tcn_str(text), lang);
	while (tcn_sentence_next(&scan, &sentence)) {
		const char *end = from + strcspn(from, "|");
		struct tcn_str wanted = tcn_str_trim((struct tcn_str){
		    from, (size_t)(end - from) });

		ck_assert_msg(tcn_str_equal(sentence, wanted),
		    "[%.*s], not [%.*s]", TCN_STR_ARG(sentence),
		    TCN_STR_ARG(wanted));
		from = *end ? end + 1 : end;
	}
	ck_assert_msg(!from[strspn(from, " \t\r\n")], "left: [%s]", from);
}

START_TEST(sentences_are_cut_as_marked)
{
	must_cut(cuts[_i].lang, cuts[_i].marked);
}
END_TEST

/* Each sentence is a part of the text behind the one before, not empty, not
 * too long; only blanks lie between. */
static size_t
must_cover(struct tcn_str text, const char *lang)
{
	struct tcn_sentence_scan scan;
	struct tcn_str sentence;
	const char *at = text.at;
	size_t n = 0;

	tcn_sentence_scan(&scan, text, lang);
	for (; tcn_sentence_next(&scan, &sentence); n++) {
		ck_assert(sentence.n > 0 && sentence.n <= TCN_SENTENCE_BYTES);
		ck_assert(sentence.at >= at);
		for (; at < sentence.at; at++)
			ck_assert_msg((unsigned char)*at <= ' ' ||
				*at == 0x7f || (unsigned char)*at >= 0x80,
			    "a byte was left out: %x", *at);
		at = sentence.at + sentence.n;
	}
	ck_assert(!tcn_sentence_next(&scan, &sentence));
	ck_assert(at <= text.at + text.n);
	return n;
}

START_TEST(any_text_is_covered)
{
	static const char *const parts[] = { "word", "Word", ".", "!", "?", " ",
		" ", "\n", "\r\n", "\"", ")", "(", "Mr", "5", "é", "É", "。",
		"」", "\xc2\xa0", "...", "\xe3", "\xff", "a", "U.S", ":",
		"long words that make a line longer than thirty bytes" };
	uint64_t seed = 1;
	char text[4000];

	for (int round = 0; round < 3000; round++) {
		size_t n = 0, words = random_below(&seed, 120);

		for (size_t i = 0; i < words; i++) {
			const char *part = parts[random_below(&seed,
			    sizeof parts / sizeof *parts)];

			memcpy(text + n, part, strlen(part));
			n += strlen(part);
		}
		must_cover((struct tcn_str){ text, n }, round % 2 ? "en" : "");
	}
}
END_TEST

static const struct {
	const char *unit;
	size_t times;
	size_t least, most; /* sentences */
} large[] = {
	/* 10 MB without a full stop are cut at the greatest length. */
	{ "word after word ", 655360, 2500, 2800 },
	{ "x", 10485760, 2560, 2560 },
	{ "\xe5\x9c\xb0", 3495253, 2560, 2570 },
	{ "!", 10485760, 2560, 2560 },
	{ "\x80", 1048576, 256, 257 },
	{ ". ", 1048576, 1048576, 1048576 },
	{ ".\n", 1048576, 1048576, 1048576 },
	{ " ", 1048576, 0, 0 },
	{ "A sentence is here. ", 100000, 100000, 100000 },
	{ "a. ", 100000, 70, 80 },
	{ "\"", 1048576, 256, 256 },
};

START_TEST(large_texts_are_read_once)
{
	size_t unit = strlen(large[_i].unit), n = unit * large[_i].times;
	char *text = tcn_mem_alloc(n);
	size_t found;

	for (size_t i = 0; i < large[_i].times; i++)
		memcpy(text + i * unit, large[_i].unit, unit);
	found = must_cover((struct tcn_str){ text, n }, "en");
	ck_assert_msg(found >= large[_i].least && found <= large[_i].most,
	    "%zu sentences", found);
	tcn_mem_free(text);
}
END_TEST

/* The start of a character is never taken for its end. */
START_TEST(characters_are_not_split)
{
	static char text[3 * 5000];
	struct tcn_sentence_scan scan;
	struct tcn_str sentence;

	for (size_t i = 0; i < sizeof text; i += 3)
		memcpy(text + i, "\xe5\x9c\xb0", 3);
	tcn_sentence_scan(&scan, (struct tcn_str){ text, sizeof text }, "ja");
	while (tcn_sentence_next(&scan, &sentence))
		ck_assert_uint_eq(sentence.n % 3, 0);
}
END_TEST

/* --- ICU as the reference. --- */

static const char *const subjects[] = { "The mayor", "Mr. Adler", "A river",
	"Ms. Lee", "The Senate", "Oster", "Hanna Hale", "He" };
static const char *const verbs[] = { "said", "asked", "denied", "saw" };
static const char *const rests[] = { "that 3.5 pct of it was gone",
	"it at 5 p.m. on Monday", "\"we will rebuild\" and left",
	"the dam (built in 1961)", "Acme Ltd. of Oster, a maker of pumps" };
static const char *const stops[] = { ". ", ". ", ". ", "! ", "? ", ".\" ",
	"... ", ".) ", ".\n\n" };

#define PICK(list) (list)[random_below(seed, sizeof(list) / sizeof *(list))]

static size_t
write_text(char text[4000], uint64_t *seed)
{
	size_t n = 0;

	for (int i = 0; i < 20; i++)
		n += (size_t)snprintf(text + n, 4000 - n, "%s %s %s%s",
		    PICK(subjects), PICK(verbs), PICK(rests), PICK(stops));
	return n;
}

/* Marks the ends that ICU finds, blanks behind them left out. */
static void
mark_icu(struct tcn_str text, bool *ends)
{
	UErrorCode status = U_ZERO_ERROR;
	UBreakIterator *breaks =
	    ubrk_open(UBRK_SENTENCE, "en@ss=standard", NULL, 0, &status);
	UText utext = UTEXT_INITIALIZER;
	int32_t end;

	utext_openUTF8(&utext, text.at, (int64_t)text.n, &status);
	ubrk_setUText(breaks, &utext, &status);
	ck_assert(U_SUCCESS(status));
	while ((end = ubrk_next(breaks)) != UBRK_DONE) {
		while (end > 0 && (unsigned char)text.at[end - 1] <= ' ')
			end--;
		ends[end] = true;
	}
	utext_close(&utext);
	ubrk_close(breaks);
}

START_TEST(agrees_with_icu)
{
	uint64_t seed = 5;
	size_t icu = 0, ours = 0, both = 0;

	for (int round = 0; round < 200; round++) {
		bool ends[4001] = { false };
		char text[4000];
		struct tcn_str all = { text, write_text(text, &seed) };
		struct tcn_sentence_scan scan;
		struct tcn_str sentence;

		mark_icu(all, ends);
		for (size_t i = 0; i <= all.n; i++)
			icu += ends[i];
		tcn_sentence_scan(&scan, all, "en");
		for (; tcn_sentence_next(&scan, &sentence); ours++)
			both += ends[sentence.at + sentence.n - text];
	}
	ck_assert_uint_ge(icu, 3000);
	ck_assert_msg(both >= icu * 97 / 100 && both >= ours * 97 / 100,
	    "ICU finds %zu ends, we %zu, both %zu", icu, ours, both);
}
END_TEST

TCN_TESTS(sentence)
{
	TCN_EACH(sentences_are_cut_as_marked, cuts);
	tcase_add_test(tc, any_text_is_covered);
	TCN_EACH(large_texts_are_read_once, large);
	tcase_add_test(tc, characters_are_not_split);
	tcase_add_test(tc, agrees_with_icu);
}
