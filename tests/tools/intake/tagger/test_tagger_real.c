/*
 * The same with Apertium itself, where it is installed with data for Spanish.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tools/intake/tagger/tagger.h"

#define DIR     "/usr/share/apertium"
#define TEXTS_N 300

static struct tcn_taggers *taggers;
static struct tcn_tagger *tagger;
static struct tcn_buf said[TEXTS_N];

/* False, and a sentence, where it is not installed. */
static bool
open_real(void)
{
	const struct tcn_taggers_conf conf = { DIR, 60000 };

	ck_assert_int_eq(tcn_taggers_open(&conf, &taggers, NULL), TCN_OK);
	tagger = tcn_tagger_new(taggers);
	if (tcn_taggers_name(taggers, "es"))
		return true;
	puts("not tested with Apertium: on Debian, install apertium and "
	     "apertium-spa-cat");
	return false;
}

static void
close_real(void)
{
	struct tcn_taggers_counts counts;

	tcn_taggers_count(taggers, &counts);
	ck_assert_uint_eq(counts.faults, 0);
	ck_assert_uint_eq(counts.failed, 0);
	tcn_tagger_free(tagger);
	tcn_taggers_close(taggers);
	for (size_t i = 0; i < TEXTS_N; i++)
		tcn_buf_fini(&said[i]);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
note_words(void *ctx, size_t text, const struct tcn_content_word *words,
    size_t n)
{
	struct tcn_buf *out = &said[*(const size_t *)ctx + text];

	tcn_buf_clear(out);
	tcn_buf_char(out, ' ');
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(out, "%.*s:%d ", TCN_STR_ARG(words[i].lemma),
		    (int)words[i].class);
}

static void
tag(const struct tcn_tagger_text *texts, size_t n, size_t first)
{
	ck_assert_int_eq(tcn_tagger_run(tagger, texts, n, note_words, &first),
	    TCN_OK);
}

START_TEST(a_headline_is_tagged)
{
	const struct tcn_tagger_text text = { "es",
		TCN_STR("Murieron tres personas en París por u$s90 para "
			"verlos"),
		TCN_STR("El presidente Milei viajó [ayer] a Roma.") };

	if (open_real()) {
		tag(&text, 1, 0);
		ck_assert_ptr_nonnull(strstr(said[0].at, " morir:1 "));
		ck_assert_ptr_nonnull(strstr(said[0].at, " persona:2 "));
		ck_assert_ptr_nonnull(strstr(said[0].at, " París:4 "));
		ck_assert_ptr_nonnull(strstr(said[0].at, " ver:1 "));
		ck_assert_ptr_nonnull(strstr(said[0].at, " Milei:4 "));
		ck_assert_ptr_nonnull(strstr(said[0].at, " viajar:1 "));
		ck_assert_ptr_nonnull(strstr(said[0].at, " Roma:4 "));
	}
	close_real();
}
END_TEST

/* Hostile bits between words, among them those whose class of readings the
 * model does not know (para, e, uno, M). */
static void
write_text(uint64_t *seed, struct tcn_buf *text)
{
	static const char *const bits[] = { "para", "e", "uno", "M", "hubo",
		"mañana", "segundo", "qué", "La", "casa", "Roma", "murió",
		"verlos", "20.000", "3,5%", "u$s", "EE.UU.", "^", "$", "/",
		"\\", "[", "]", "{", "}", "<", ">", "@", "*", "+", "~", "#",
		"|", "\xc2\xad", "\xe2\x80\x8b", "中文", "😀", "العربية", ".",
		"...", "\"", "«", "»", "http://x.y/z?a=b", "S.A.", "\x01", "\n",
		"ﬁ", "İ", "\xcc\x81", "a  causa   de", "sin embargo" };
	size_t n = random_below(seed, 30);

	tcn_buf_z(text, "");
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(text, "%s%s",
		    bits[random_below(seed, sizeof bits / sizeof *bits)],
		    random_below(seed, 3) ? " " : "");
}

START_TEST(hostile_texts_do_no_harm_and_no_text_changes_another)
{
	struct tcn_buf bytes[TEXTS_N] = { { 0 } };
	struct tcn_tagger_text texts[TEXTS_N];
	uint64_t seed = 11;

	for (size_t i = 0; i < TEXTS_N; i++) {
		write_text(&seed, &bytes[i]);
		texts[i] = (struct tcn_tagger_text){ "es",
			tcn_buf_view(&bytes[i]), { NULL, 0 } };
	}
	if (open_real()) {
		tag(texts, TEXTS_N, 0);
		for (unsigned round = 0; round < 50; round++) {
			size_t i = random_below(&seed, TEXTS_N);
			struct tcn_buf was = said[i];

			said[i] = (struct tcn_buf){ 0 };
			if (round % 10 == 0) {
				/* new processes */
				tcn_tagger_free(tagger);
				tagger = tcn_tagger_new(taggers);
			}
			tag(&texts[i], 1, i);
			ck_assert_str_eq(said[i].at, was.at);
			tcn_buf_fini(&was);
		}
	}
	for (size_t i = 0; i < TEXTS_N; i++)
		tcn_buf_fini(&bytes[i]);
	close_real();
}
END_TEST

TCN_TESTS(tagger_real)
{
	tcase_add_test(tc, a_headline_is_tagged);
	tcase_add_test(tc,
	    hostile_texts_do_no_harm_and_no_text_changes_another);
}
