/*
 * Texts are tagged by programs that may fail in any way.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/tools/intake/tagger/fake.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/intake/tagger/tagger.h"

#define TEXTS_MAX 200

static const char *dir;
static struct tcn_taggers *taggers;
static struct tcn_tagger *tagger;
static struct tcn_buf said[TEXTS_MAX]; /* of each text; at NULL: not tagged */

static void
setup(void)
{
	tcn_log_set_level(TCN_LOG_OFF);
	dir = fake_install();
	taggers = NULL;
	tagger = NULL;
}

static void
forget(void)
{
	for (size_t i = 0; i < TEXTS_MAX; i++)
		tcn_buf_fini(&said[i]);
}

static void
close_all(void)
{
	tcn_tagger_free(tagger);
	tcn_taggers_close(taggers);
	tagger = NULL;
	taggers = NULL;
	forget();
}

static void
teardown(void)
{
	close_all();
	fake_uninstall();
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
open_tagger(int64_t deadline_ms)
{
	const struct tcn_taggers_conf conf = { dir, deadline_ms };

	ck_assert_int_eq(tcn_taggers_open(&conf, &taggers, NULL), TCN_OK);
	tagger = tcn_tagger_new(taggers);
}

static void
note_words(void *ctx, size_t text, const struct tcn_content_word *words,
    size_t n)
{
	struct tcn_buf *out = &said[text];

	(void)ctx;
	ck_assert_ptr_null(out->at);
	tcn_buf_char(out, ' ');
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(out, "%.*s:%d ", TCN_STR_ARG(words[i].lemma),
		    (int)words[i].class);
}

/* Tags texts that are in Spanish, or after the code of a language and '|'. */
static enum tcn_rc
tag(const char *const *lines, size_t n)
{
	struct tcn_tagger_text texts[TEXTS_MAX] = { { .lang = "" } };
	static char langs[TEXTS_MAX][3];

	for (size_t i = 0; i < n; i++) {
		bool named = strnlen(lines[i], 3) == 3 && lines[i][2] == '|';

		snprintf(langs[i], 3, "%.2s", named ? lines[i] : "es");
		texts[i].lang = langs[i];
		texts[i].title = tcn_str(lines[i] + (named ? 3 : 0));
	}
	return tcn_tagger_run(tagger, texts, n, note_words, NULL);
}

static struct tcn_taggers_counts
counts(void)
{
	struct tcn_taggers_counts now;

	tcn_taggers_count(taggers, &now);
	return now;
}

START_TEST(texts_are_tagged_by_their_language)
{
	static const char *const lines[] = { "la casa al bajar 3 Milei",
		"fr|para chats", "de|Haus", "|", "para sobre", "" };

	open_tagger(60000);
	ck_assert_uint_eq(tcn_taggers_langs(taggers), 3);
	ck_assert_ptr_null(tcn_taggers_name(taggers, "de"));
	ck_assert_ptr_nonnull(strstr(tcn_taggers_name(taggers, "es"),
	    "apertium spa-cat "));
	ck_assert_int_eq(tag(lines, 6), TCN_OK);
	ck_assert_str_eq(said[0].at, " casa:2 bajar:1 3:3 Milei:4 ");
	ck_assert_str_eq(said[1].at, " parar:1 chat:2 ");
	ck_assert_ptr_null(said[2].at);
	ck_assert_str_eq(said[4].at, " parar:1 sobre:2 ");
	ck_assert_str_eq(said[5].at, " ");
	ck_assert_uint_eq(counts().tagged, 5);
	ck_assert_uint_eq(counts().failed, 0);
	ck_assert_uint_eq(counts().faults, 0);
}
END_TEST

/* A word makes each program fail in each way (fake_apertium.c). */
static const char *const faults[] = { "adie", "atear", "alie", "adrop", "amore",
	"aflood", "ahang", "tdie", "ttear", "tlie", "tdrop", "tmore", "tflood",
	"thang" };

START_TEST(a_fault_costs_one_text)
{
	char bad[64];
	const char *lines[] = { "la casa", "para sobre", bad, "casas",
		"el bajar" };
	bool slow = strstr(faults[_i], "hang") != NULL;

	snprintf(bad, sizeof bad, "perro %s gato", faults[_i]);
	open_tagger(slow ? 1000 : 60000);
	ck_assert_int_eq(tag(lines, 5), TCN_OK);
	ck_assert_str_eq(said[0].at, " casa:2 ");
	ck_assert_str_eq(said[1].at, " parar:1 sobre:2 ");
	ck_assert_ptr_null(said[2].at);
	ck_assert_str_eq(said[3].at, " casa:2 ");
	ck_assert_str_eq(said[4].at, " el:2 bajar:1 ");
	ck_assert_uint_eq(counts().tagged, 4);
	ck_assert_uint_eq(counts().failed, 1);
	ck_assert_uint_eq(counts().faults, 1);
	ck_assert_uint_eq(counts().off, 0);
}
END_TEST

/* What was new in that call is tried again in the next one. */
START_TEST(a_fault_of_the_probe_costs_the_texts_with_new_readings)
{
	static const char *const lines[] = { "la casa", "para pdie" };
	static const char *const again[] = { "la casa", "para sobre" };

	open_tagger(60000);
	ck_assert_int_eq(tag(lines, 2), TCN_OK);
	ck_assert_str_eq(said[0].at, " casa:2 ");
	ck_assert_ptr_null(said[1].at);
	ck_assert_uint_eq(counts().faults, 1);
	forget();
	ck_assert_int_eq(tag(again, 2), TCN_OK);
	ck_assert_str_eq(said[1].at, " parar:1 sobre:2 ");
}
END_TEST

START_TEST(three_faults_turn_a_language_off_and_no_other)
{
	static const char *const lines[] = { "casa adie", "casa", "casa tdie",
		"casa alie", "casa", "fr|chat" };

	open_tagger(60000);
	ck_assert_int_eq(tag(lines, 6), TCN_OK);
	ck_assert_ptr_null(said[0].at);
	ck_assert_ptr_null(said[4].at);
	ck_assert_str_eq(said[5].at, " chat:2 ");
	ck_assert_uint_eq(counts().faults, 3);
	ck_assert_uint_eq(counts().off, 1);
	ck_assert_uint_eq(counts().failed, 4);
	forget();
	ck_assert_int_eq(tag(lines, 6), TCN_OK);
	ck_assert_ptr_null(said[1].at);
	ck_assert_str_eq(said[5].at, " chat:2 ");
	ck_assert_uint_eq(counts().faults, 3);
}
END_TEST

START_TEST(missing_programs_turn_it_off_at_once)
{
	static const char *const lines[] = { "casa", "perro" };

	open_tagger(60000);
	fake_remove_programs();
	ck_assert_int_eq(tag(lines, 2), TCN_OK);
	ck_assert_ptr_null(said[0].at);
	ck_assert_uint_eq(counts().off, 1);
	ck_assert_uint_eq(counts().faults, 1);
	ck_assert_uint_eq(counts().failed, 2);
}
END_TEST

START_TEST(a_program_that_hangs_holds_up_for_its_deadline)
{
	static const char *const lines[] = { "ahang", "ahang", "ahang",
		"ahang" };
	int64_t before = tcn_now_monotonic_ms();

	open_tagger(300);
	ck_assert_int_eq(tag(lines, 4), TCN_OK);
	ck_assert_uint_eq(counts().failed, 4);
	ck_assert_int_ge(tcn_now_monotonic_ms() - before, 900);
	ck_assert_int_lt(tcn_now_monotonic_ms() - before, 20000);
}
END_TEST

/* A random text, some of whose words spoil what the model says later. */
static void
write_text(uint64_t *seed, char *text, size_t bytes)
{
	static const char *const words[] = { "para", "sobre", "casa", "bajar",
		"Milei", "la", "al", "3", "rara" };
	size_t n = 1 + random_below(seed, 8), at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, bytes - at, "%s ",
		    words[random_below(seed, random_below(seed, 4) ? 8 : 9)]);
}

/* However the texts are divided and whatever came before, each is tagged as if
 * it were alone. */
START_TEST(what_is_said_of_a_text_depends_on_no_other)
{
	char texts[TEXTS_MAX][128];
	const char *lines[TEXTS_MAX];
	uint64_t seed = 5;

	for (size_t i = 0; i < TEXTS_MAX; i++) {
		write_text(&seed, texts[i], sizeof texts[i]);
		lines[i] = texts[i];
	}
	open_tagger(60000);
	ck_assert_int_eq(tag(lines, TEXTS_MAX), TCN_OK);
	for (size_t i = 0; i < TEXTS_MAX; i++) {
		const char *at = texts[i], *was = said[i].at;

		ck_assert_ptr_nonnull(was);
		for (; (at = strstr(at, "para")); at++)
			ck_assert_ptr_nonnull(was = strstr(was, "parar:1"));
	}
	for (unsigned round = 0; round < 40; round++) {
		size_t i = random_below(&seed, TEXTS_MAX);
		struct tcn_buf was = said[i], now;

		said[i] = (struct tcn_buf){ 0 };
		lines[0] = texts[i];
		if (round % 10 == 0) {
			/* a new process */
			tcn_tagger_free(tagger);
			tagger = tcn_tagger_new(taggers);
		}
		now = said[0];
		said[0] = (struct tcn_buf){ 0 };
		ck_assert_int_eq(tag(lines, 1), TCN_OK);
		ck_assert_str_eq(said[0].at, i ? was.at : now.at);
		tcn_buf_fini(&said[0]);
		said[0] = i ? now : (struct tcn_buf){ 0 };
		said[i] = i ? was : now;
	}
	ck_assert_uint_eq(counts().faults, 0);
}
END_TEST

START_TEST(large_texts_pass_in_pieces)
{
	size_t bytes = 300000;
	char *large = tcn_mem_alloc(bytes + 1);
	const char *lines[] = { "casa", large, large, large, large, "perro" };

	for (size_t i = 0; i < bytes; i++)
		large[i] = "gato "[i % 5];
	large[bytes] = '\0';
	open_tagger(60000);
	ck_assert_int_eq(tag(lines, 6), TCN_OK);
	ck_assert_uint_eq(counts().tagged, 6);
	ck_assert_str_eq(said[5].at, " perro:2 ");
	tcn_mem_free(large);
}
END_TEST

TCN_TESTS(tagger)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, texts_are_tagged_by_their_language);
	TCN_EACH(a_fault_costs_one_text, faults);
	tcase_add_test(tc,
	    a_fault_of_the_probe_costs_the_texts_with_new_readings);
	tcase_add_test(tc, three_faults_turn_a_language_off_and_no_other);
	tcase_add_test(tc, missing_programs_turn_it_off_at_once);
	tcase_add_test(tc, a_program_that_hangs_holds_up_for_its_deadline);
	tcase_add_test(tc, what_is_said_of_a_text_depends_on_no_other);
	tcase_add_test(tc, large_texts_pass_in_pieces);
}
