/*
 * What an editor would not print, and how much two texts have in common.
 */
#include "tests/base/run.h"

#include "engine/base/arena.h"
#include "tools/lab/eval/rubric/rubric_line.h"
#include "tools/lab/eval/rubric/rubric_words.h"

#define SOUND TCN_RUBRIC_FAULTS

static const struct {
	const char *line, *lang;
	enum tcn_rubric_fault fault;
} lines[] = {
	{ "The ferry has sunk off Belossa.", "en", SOUND },
	{ "“We saw it go down,” said a man.", "en", SOUND },
	{ "„Wir sahen es“, sagte der Mann am Ufer.", "de", SOUND },
	{ "She said \"it is over\" and left.", "en", SOUND },
	{ "El ferry se hundió frente a Belossa", "es", SOUND },
	{ "渡轮在外海沉没", "zh", SOUND },
	{ "Kapitän gibt das Schiff nicht auf", "de", SOUND },
	{ "Ferry sinks off Belossa", "en", TCN_RUBRIC_SHORT },
	{ "The ferry has sunk off the", "en", TCN_RUBRIC_CUT },
	{ "The ferry has sunk off the", "", SOUND },
	{ "The ferry has sunk and then ...", "en", TCN_RUBRIC_CUT },
	{ "The ferry has sunk and th\u2026", "en", TCN_RUBRIC_CUT },
	{ "Die Fähre sank gestern Abend vor der", "de", TCN_RUBRIC_CUT },
	{ "RT @x: the ferry has sunk off Belossa", "en", TCN_RUBRIC_RETWEET },
	{ "@x the ferry has sunk off Belossa", "en", TCN_RUBRIC_RETWEET },
	{ "Why did the ferry sink so fast?", "en", TCN_RUBRIC_QUESTION },
	{ "“Why did the ferry sink so fast?”", "en", TCN_RUBRIC_QUESTION },
	{ "The ferry &amp; its crew are lost", "en", TCN_RUBRIC_MARKUP },
	{ "The ferry sank #a #b #c today", "en", TCN_RUBRIC_HASHTAGS },
	{ "The ferry sank https://x.example/a today", "en", TCN_RUBRIC_LINK },
	{ "The ferry (built in 1984 sank today", "en", TCN_RUBRIC_OPEN },
	{ "The ferry “Obrumavik sank today at dawn", "en", TCN_RUBRIC_OPEN },
	{ "The ferry Obrumavik” sank today at dawn", "en", TCN_RUBRIC_OPEN },
	{ "The ferry sank today at dawn!!", "en", TCN_RUBRIC_SHOUT },
	{ "THE FERRY SANK TODAY AT DAWN !", "en", TCN_RUBRIC_SHOUT },
	{ "FERRY SINKS OFF THE BELOSSA COAST", "en", SOUND },
	{ "UPDATE 3-Ferry sinks off Belossa coast", "en", TCN_RUBRIC_PREFIX },
	{ "Video: ferry sinks off the Belossa coast", "en", TCN_RUBRIC_PREFIX },
	{ "Net 1.21 1.19 1986 1987 12,400 13,100", "en", TCN_RUBRIC_TABLE },
};

START_TEST(faults)
{
	enum tcn_rubric_fault fault =
	    tcn_rubric_line_fault(tcn_str(lines[_i].line),
		tcn_str(lines[_i].lang), false);

	ck_assert_msg(fault == lines[_i].fault, "%s: %s", lines[_i].line,
	    fault < SOUND ? tcn_rubric_fault_name(fault) : "sound");
}
END_TEST

START_TEST(headlines_may_be_shorter)
{
	ck_assert_int_eq(tcn_rubric_line_fault(tcn_str("Ferry sinks off "
						       "Belossa"),
			     tcn_str("en"), true),
	    SOUND);
	ck_assert_int_eq(tcn_rubric_line_fault(tcn_str("Ferry sinks"),
			     tcn_str("en"), true),
	    TCN_RUBRIC_SHORT);
}
END_TEST

static const struct {
	const char *text;
	double low, high;
	bool has;
} numbers[] = {
	{ "1,200 dead", 1200, 1200, true },
	{ "1.200 Tote", 1200, 1200, true },
	{ "1\u202f200 morts", 1200, 1200, true },
	{ "11,200 dead", 1200, 1200, false },
	{ "1200", 1200, 1200, true },
	{ "12 dead, 1 hurt", 1, 1, true },
	{ "12 dead, 11 hurt", 1, 1, false },
	{ "magnitude 7.2", 7.2, 7.2, true },
	{ "Stärke 7,2", 7.2, 7.2, true },
	{ "magnitude 7.25", 7.2, 7.2, false },
	{ "7.2", 7, 7, false },
	{ "64 dead", 63, 67, true },
	{ "none", 0, 9, false },
};

START_TEST(numbers_stand_by_themselves)
{
	ck_assert_msg(tcn_rubric_has_number(tcn_str(numbers[_i].text),
			  numbers[_i].low, numbers[_i].high) == numbers[_i].has,
	    "%s", numbers[_i].text);
}
END_TEST

static struct tcn_rubric_words
words_of(const char *text, struct tcn_arena *arena)
{
	struct tcn_rubric_words words;

	tcn_rubric_words(tcn_str(text), arena, &words);
	return words;
}

START_TEST(alike_by_the_words_that_weigh)
{
	struct tcn_arena arena;
	struct tcn_rubric_words a, b, c;

	tcn_arena_init(&arena, 0);
	a = words_of("The ferry Obrumavik sank off Belossa", &arena);
	b = words_of("Ferry OBRUMAVIK sank, off Belossa!", &arena);
	c = words_of("Bank queues in Ravistad", &arena);
	ck_assert_double_eq(tcn_rubric_alike(&a, &b), 1);
	ck_assert_double_eq(tcn_rubric_alike(&a, &c), 0);
	ck_assert_uint_eq(a.n, 6);
	ck_assert_uint_eq(a.heavy_n, 4); /* ferry, Obrumavik, sank, Belossa */
	ck_assert_uint_eq(words_of("渡轮沉没", &arena).n, 4);
	tcn_arena_fini(&arena);
}
END_TEST

/* Three of five words, and no number of its own. */
START_TEST(repeats_what_a_line_says)
{
	static const struct {
		const char *line, *other;
		bool repeats;
	} pairs[] = {
		{ "Ferry sinks near Belossa harbour",
		    "A ferry sinks off Belossa", true },
		{ "Captain of ferry arrested in Belossa",
		    "A ferry sinks off Belossa", false },
		{ "Ferry sinks off Belossa: 31 dead",
		    "A ferry sinks off Belossa", false },
		{ "Ferry sinks: 31 dead", "A ferry sinks, 31 dead", true },
		{ "", "A ferry sinks", false },
	};
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct tcn_rubric_words line = words_of(pairs[i].line, &arena);
		struct tcn_rubric_words other =
		    words_of(pairs[i].other, &arena);

		ck_assert_msg(tcn_rubric_repeats(&line, &other) ==
			pairs[i].repeats,
		    "%s", pairs[i].line);
	}
	tcn_arena_fini(&arena);
}
END_TEST

/* By hand: a b c d against b c d e f has 3 of 4 and 5 words, 2 of 3 and 4
 * pairs. */
START_TEST(rouge_is_f1_of_runs)
{
	struct tcn_arena arena;
	struct tcn_rubric_words ours, theirs;
	double f1;

	tcn_arena_init(&arena, 0);
	ours = words_of("a b c d", &arena);
	theirs = words_of("b c d e f", &arena);
	tcn_rubric_rouge(&ours, &theirs, 1, &arena, &f1);
	ck_assert_double_eq_tol(f1, 6.0 / 9, 1e-12);
	tcn_rubric_rouge(&ours, &theirs, 2, &arena, &f1);
	ck_assert_double_eq_tol(f1, 4.0 / 7, 1e-12);
	theirs = words_of("", &arena);
	tcn_rubric_rouge(&ours, &theirs, 2, &arena, &f1);
	ck_assert_double_eq(f1, 0);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(rubric_line)
{
	TCN_EACH(faults, lines);
	tcase_add_test(tc, headlines_may_be_shorter);
	TCN_EACH(numbers_stand_by_themselves, numbers);
	tcase_add_test(tc, alike_by_the_words_that_weigh);
	tcase_add_test(tc, repeats_what_a_line_says);
	tcase_add_test(tc, rouge_is_f1_of_runs);
}
