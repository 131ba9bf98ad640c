/*
 * What a pair of texts is: a rewrite, a form filled in again, or neither. Each
 * case changes one thing of a pair that is a rewrite.
 */
#include "tests/base/run.h"

#include "window/rewrite.h"

enum {
	WORDS = 40, /* content words of a text */
	SHARED = 30, /* of these, in both */
	RARE = 12, /* of these: the first ones */
	NUMBERS = 4,
	TERMS = 10, /* of the vector: the first ones */
	CHANGED = 1000, /* added to a word: another one */
};

/* One text of a pair: its words by number, in ascending order. */
struct text {
	uint64_t words[WORDS];
	bool changed[WORDS];
	uint64_t keys[WORDS], rare[RARE], title[2], names[2];
	struct tcn_pairs_room room;
	struct tcn_rewrite_item item;
};

static struct text early, late;

static uint64_t
id_of(const struct text *text, uint32_t word)
{
	/* Changed words keep their place in the order. */
	return (uint64_t)(word + 1) << 32 |
	    (text->changed[word] ? CHANGED : 0) << 3;
}

static enum tcn_content_class
class_of(uint32_t word)
{
	return word >= SHARED - NUMBERS && word < SHARED ? TCN_CONTENT_NUMBER
							 : TCN_CONTENT_WORD;
}

/* Makes the text of its words: 0 and 1 are its title's names. */
static void
make(struct text *text, uint32_t words)
{
	struct tcn_pairs_item *item = &text->item.item;

	for (uint32_t i = 0; i < WORDS; i++)
		text->keys[i] = id_of(text, i) | class_of(i);
	for (uint32_t i = 0; i < RARE; i++)
		text->rare[i] = id_of(text, i);
	for (uint32_t i = 0; i < TERMS; i++) {
		text->room.ids[i] = id_of(text, i);
		text->room.weights[i] = (uint16_t)(1000 - i);
	}
	for (uint32_t i = 0; i < 2; i++)
		text->title[i] = text->names[i] = id_of(text, i);
	*item = (struct tcn_pairs_item){
		.seq = 1,
		.words = words,
		.rare = RARE,
		.vector = { text->room.ids, text->room.weights, TERMS },
		.content = { .at = text->keys,
		    .n = WORDS,
		    .full = WORDS,
		    .source = TCN_CONTENT_WORDS },
	};
	text->item.rare = text->rare;
	text->item.title = text->title;
	text->item.title_n = 2;
	text->item.names = text->names;
	text->item.names_n = 2;
}

static void
change(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		late.changed[i] = true;
}

/* A rewrite: what the later one has of its own are plain words. */
static void
setup(void)
{
	early = late = (struct text){ 0 };
	change(SHARED, WORDS);
}

static enum tcn_rewrite_kind
judge(uint32_t words)
{
	static const struct tcn_rewrite_conf conf = { .likeness = 0.1,
		.lengths = 0.5 };
	struct tcn_pairs_hit hit = { .cosine = 0.7 };

	make(&early, words);
	make(&late, words);
	hit.item = early.item.item;
	return tcn_rewrite_judge(&conf, &late.item, &hit).kind;
}

START_TEST(names_and_figures_kept_are_a_rewrite)
{
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	ck_assert_int_eq(judge(0), TCN_REWRITE_SAME);
}
END_TEST

START_TEST(other_figures_make_a_form)
{
	change(SHARED - NUMBERS, SHARED - 1); /* one of four is left */
	ck_assert_int_eq(judge(100), TCN_REWRITE_FORM);
	late.changed[SHARED - 2] = false; /* two of four */
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
}
END_TEST

START_TEST(another_name_in_the_title_makes_a_form)
{
	change(0, 2);
	ck_assert_int_eq(judge(100), TCN_REWRITE_FORM);
	ck_assert_int_eq(judge(0), TCN_REWRITE_FORM);
	late.changed[1] = false; /* one of two is the same */
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
}
END_TEST

/* Of the whole reports only: a headline has few words to choose from. */
START_TEST(other_weighty_words_make_a_form)
{
	change(2, 5); /* 0 and 1 are left of the first five */
	ck_assert_int_eq(judge(100), TCN_REWRITE_FORM);
	ck_assert_int_eq(judge(29), TCN_REWRITE_SAME);
	late.changed[3] = false;
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
}
END_TEST

START_TEST(other_rare_words_make_a_form)
{
	change(5, RARE); /* five of twelve are left */
	ck_assert_int_eq(judge(100), TCN_REWRITE_FORM);
	ck_assert_int_eq(judge(29), TCN_REWRITE_SAME);
	change(4, 5);
	ck_assert_int_eq(judge(29), TCN_REWRITE_FORM);
}
END_TEST

START_TEST(what_is_told_every_day_is_a_form)
{
	static const struct tcn_rewrite_conf conf = { .likeness = 0.1 };
	struct tcn_pairs_hit hit = { .cosine = 0.7 };

	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	hit.item = early.item.item;
	hit.item.rare = 2;
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_FORM);
	hit.item.words = late.item.item.words = 8; /* headlines */
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_SAME);
}
END_TEST

enum {
	MOST_RARE = RARE - 3, /* of the rare words, in both: three quarters */
};

/* The pair as judge() has made it, after a change of what is known of it. */
static enum tcn_rewrite_kind
judge_again(void)
{
	static const struct tcn_rewrite_conf conf = { .likeness = 0.1 };
	struct tcn_pairs_hit hit = { .cosine = 0.7, .item = early.item.item };

	return tcn_rewrite_judge(&conf, &late.item, &hit).kind;
}

/* Of a pair at a cosine of .7, who lacks .3; a form at .6 lacks .4. */
START_TEST(who_has_a_form_beside_it_is_believed_less)
{
	change(MOST_RARE, RARE);
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	early.item.item.form = 599;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
	early.item.item.form = 601;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_FORM);
	early.item.item.form = 0;
	late.item.item.form = 800;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_FORM);
	late.changed[MOST_RARE] = late.changed[MOST_RARE + 1] = false;
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	late.item.item.form = 800;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
}
END_TEST

START_TEST(a_title_that_says_nothing_rare_is_believed_less)
{
	change(MOST_RARE, RARE);
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	late.item.title_n = late.item.names_n = 0;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_FORM);
	late.item.item.words = early.item.item.words = 29;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
}
END_TEST

START_TEST(half_of_the_names_of_a_title_are_too_few)
{
	change(0, 1);
	change(MOST_RARE + 1, RARE);
	ck_assert_int_eq(judge(100), TCN_REWRITE_FORM);
	late.item.names_n = 1; /* the one that is in both */
	late.item.names++;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
}
END_TEST

/* In twenty hours, as what is reported every day. */
START_TEST(other_figures_a_day_later_make_a_form)
{
	const int64_t day_ms = INT64_C(20) * 3600 * 1000;

	change(SHARED - NUMBERS, SHARED - 2); /* two of four are left */
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	late.item.item.ts_ms = day_ms - 1;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
	late.item.item.ts_ms = day_ms;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_FORM);
	late.changed[SHARED - 3] = false; /* three of four */
	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	late.item.item.ts_ms = day_ms;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
	early.item.item.form = 700;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_FORM);
}
END_TEST

/* Figures are what desks do not say in other words. */
START_TEST(the_same_figures_outweigh_other_words)
{
	change(1, RARE - NUMBERS); /* most weighty and most rare words */
	ck_assert_int_eq(judge(100), TCN_REWRITE_FORM);
	for (uint32_t i = 0; i < NUMBERS; i++) { /* are rare ones */
		late.rare[RARE - NUMBERS + i] =
		    id_of(&late, SHARED - NUMBERS + i);
	}
	ck_assert_int_eq(judge_again(), TCN_REWRITE_SAME);
	late.keys[SHARED - 1] += (uint64_t)CHANGED << 3; /* one of four */
	late.rare[RARE - 1] += (uint64_t)CHANGED << 3;
	ck_assert_int_eq(judge_again(), TCN_REWRITE_FORM);
}
END_TEST

/* What one pair says of an item counts for the others, before and after. */
START_TEST(one_form_makes_the_other_pairs_forms)
{
	static const struct tcn_rewrite_conf conf = { .likeness = 0.1 };
	struct tcn_rewrite_pair pairs[3];
	struct tcn_pairs_hit at[3];
	const struct tcn_pairs_hits hits = { at, 2, 2 };
	const struct tcn_pairs_hits all = { at, 3, 3 };

	change(MOST_RARE, RARE);
	make(&early, 100);
	make(&late, 100);
	for (size_t i = 0; i < 3; i++)
		at[i] = (struct tcn_pairs_hit){ early.item.item, 0.7 };
	at[1].item.rare = 2; /* tells nothing: a form */
	tcn_rewrite_judge_all(&conf, &late.item, &hits, pairs);
	ck_assert_uint_eq(late.item.item.form, 700);
	ck_assert_int_eq(pairs[0].kind, TCN_REWRITE_FORM);
	ck_assert_int_eq(pairs[1].kind, TCN_REWRITE_FORM);
	tcn_rewrite_judge_all(&conf, &late.item, &all, pairs);
	ck_assert_int_eq(pairs[2].kind, TCN_REWRITE_FORM);
	at[1] = at[0];
	tcn_rewrite_judge_all(&conf, &late.item, &all, pairs);
	ck_assert_uint_eq(late.item.item.form, 0);
	for (size_t i = 0; i < 3; i++)
		ck_assert_int_eq(pairs[i].kind, TCN_REWRITE_SAME);
}
END_TEST

START_TEST(two_tables_are_a_form)
{
	static const struct tcn_rewrite_conf conf = { .likeness = 0.1 };
	struct tcn_pairs_hit hit = { .cosine = 0.9 };

	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	hit.item = early.item.item;
	hit.item.is_table = true; /* the report of a table is a rewrite */
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_SAME);
	late.item.item.is_table = true;
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_FORM);
}
END_TEST

START_TEST(other_lengths_or_little_in_common_are_neither)
{
	struct tcn_rewrite_conf conf = { .likeness = 0.1, .lengths = 0.5 };
	struct tcn_pairs_hit hit = { .cosine = 0.7 };

	ck_assert_int_eq(judge(100), TCN_REWRITE_SAME);
	hit.item = early.item.item;
	hit.item.words = 49;
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_UNLIKE);
	hit.item.words = 100;
	conf.likeness = 0.61; /* 30 of 50 are in both */
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_UNLIKE);
	conf.likeness = 0.59;
	conf.least_words = 101;
	ck_assert_int_eq(tcn_rewrite_judge(&conf, &late.item, &hit).kind,
	    TCN_REWRITE_UNLIKE);
}
END_TEST

TCN_TESTS(rewrite)
{
	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, names_and_figures_kept_are_a_rewrite);
	tcase_add_test(tc, other_figures_make_a_form);
	tcase_add_test(tc, another_name_in_the_title_makes_a_form);
	tcase_add_test(tc, other_weighty_words_make_a_form);
	tcase_add_test(tc, other_rare_words_make_a_form);
	tcase_add_test(tc, what_is_told_every_day_is_a_form);
	tcase_add_test(tc, who_has_a_form_beside_it_is_believed_less);
	tcase_add_test(tc, a_title_that_says_nothing_rare_is_believed_less);
	tcase_add_test(tc, half_of_the_names_of_a_title_are_too_few);
	tcase_add_test(tc, other_figures_a_day_later_make_a_form);
	tcase_add_test(tc, the_same_figures_outweigh_other_words);
	tcase_add_test(tc, one_form_makes_the_other_pairs_forms);
	tcase_add_test(tc, two_tables_are_a_form);
	tcase_add_test(tc, other_lengths_or_little_in_common_are_neither);
}
