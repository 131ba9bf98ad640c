/*
 * What a rule has alerted of is old news to it, and to no other rule.
 */
#include "tests/base/run.h"

#include <xxhash.h>

#include "window/base/state.h"
#include "window/story/story_impl.h"

#include "tests/window/story/heard.h"

enum {
	RULE = 7,
	OTHER = 8,
	TELLINGS = 12,
};

static void
setup_saved(void)
{
	struct tcn_story_conf conf;

	tcn_story_conf_default(&conf);
	conf.note_changes = true;
	s = tcn_story_index_new(&conf);
	seq = 0;
	now_ms = 1000 * TCN_DAY_MS;
}

/* Some tellings of one event, a minute apart. */
static uint64_t
tell(int first, int n)
{
	uint64_t story = 0;

	for (int i = first; i < first + n; i++) {
		now_ms += TCN_MINUTE_MS;
		story = hear(telling(i)).story;
	}
	return story;
}

static void
fire(uint64_t story, uint64_t rule)
{
	tcn_story_mark_fired(s, story, rule);
	ck_sound(tcn_story_index_check, s);
}

static bool
has_fired(uint64_t story, uint64_t rule)
{
	return tcn_story_alerts_has_fired(s, rule, tcn_story_find(s, story));
}

static bool
has_term(uint64_t rule, const char *word)
{
	uint32_t slot = tcn_df_find(&s->df, XXH3_64bits(word, strlen(word)));

	ck_assert_uint_ne(slot, TCN_DF_NONE);
	return tcn_story_alerts_has_term(s, rule, slot);
}

/* Was the text of the item heard last reported by the rule? */
static bool
is_repeat(uint64_t rule)
{
	return tcn_story_alerts_is_repeat(s, rule, seq, false);
}

START_TEST(the_rule_that_fired_finds_its_terms)
{
	uint64_t story;

	chatter(20);
	story = tell(0, TELLINGS);
	ck_assert(!has_fired(story, RULE));
	ck_assert(!has_term(RULE, "earthquake"));
	fire(story, RULE);
	fire(story, RULE); /* more often changes nothing */
	ck_assert(has_fired(story, RULE));
	ck_assert(has_term(RULE, "earthquake"));
	ck_assert(!has_fired(story, OTHER));
	ck_assert(!has_term(OTHER, "earthquake"));
	ck_assert(!has_fired(story, TCN_STORY_ALERTS_OWN));
	ck_assert(!has_term(TCN_STORY_ALERTS_OWN, "earthquake"));
	ck_assert_uint_eq(tcn_story_find(s, story)->rules_n, 1);
	fire(story, OTHER);
	ck_assert(has_fired(story, OTHER));
	ck_assert(has_term(OTHER, "earthquake"));
	ck_assert_uint_eq(tcn_story_find(s, story)->rules_n, 2);
	ck_assert(!has_fired(story, TCN_STORY_ALERTS_OWN));
}
END_TEST

START_TEST(terms_are_forgotten)
{
	uint64_t story;

	chatter(20);
	story = tell(0, TELLINGS);
	fire(story, RULE);
	now_ms += s->conf.reported_ms - TCN_MINUTE_MS;
	hear("earthquake relief");
	ck_assert(has_term(RULE, "earthquake"));
	now_ms += TCN_MINUTE_MS;
	hear("earthquake insurance");
	ck_assert(!has_term(RULE, "earthquake"));
}
END_TEST

START_TEST(the_rule_that_fired_finds_its_texts)
{
	uint64_t story;

	chatter(20);
	story = tell(0, TELLINGS);
	fire(story, RULE);
	hear(telling(3));
	ck_assert(!is_repeat(RULE)); /* the other is in the window yet */
	now_ms += s->conf.within_ms + TCN_MINUTE_MS;
	hear(telling(3));
	ck_assert(!tcn_story_is_open(s, story));
	ck_assert(is_repeat(RULE));
	ck_assert(!is_repeat(OTHER));
	ck_assert(!is_repeat(TCN_STORY_ALERTS_OWN));
	hear("bank raises interest rates");
	ck_assert(!is_repeat(RULE));
	now_ms += tcn_numbers_ms(s->conf.numbers.reported_texts_h);
	hear(telling(4));
	ck_assert(!is_repeat(RULE));
}
END_TEST

/* Only what leaves a story after the rule has fired on it was reported. */
START_TEST(a_rule_that_fires_late_has_reported_less)
{
	uint64_t story;

	chatter(20);
	story = tell(0, TELLINGS);
	fire(story, OTHER);
	now_ms += s->conf.within_ms - 5 * TCN_MINUTE_MS;
	ck_assert_uint_eq(tell(TELLINGS, 8), story); /* the first have left */
	fire(story, RULE);
	now_ms += s->conf.within_ms + TCN_MINUTE_MS;
	hear(telling(0));
	ck_assert(is_repeat(OTHER));
	ck_assert(!is_repeat(RULE));
	hear(telling(TELLINGS + 1));
	ck_assert(is_repeat(OTHER));
	ck_assert(is_repeat(RULE));
}
END_TEST

/* Which rows a store would hold. */
struct kept_rows {
	bool rule, other;
};

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	struct kept_rows *kept = ctx;
	bool is_kept = row->bytes != NULL;

	if (row->kind == TCN_STATE_ALERTS && row->id == RULE)
		kept->rule = is_kept;
	if (row->kind == TCN_STATE_ALERTS && row->id == OTHER)
		kept->other = is_kept;
	return TCN_OK;
}

static void
fire_both(void)
{
	uint64_t story = tell(0, TELLINGS);

	fire(story, RULE);
	fire(story, OTHER);
	ck_assert_uint_eq(s->alerts.n, 2);
	ck_sound(tcn_story_index_check, s);
}

/* Whether it had rows before or not. */
START_TEST(a_rule_that_goes_leaves_no_row)
{
	const uint64_t stays = OTHER;
	struct kept_rows kept = { 0 };
	uint64_t story;

	chatter(20);
	fire_both();
	story = s->alerts.at[0].fired[0].story;
	if (_i) {
		ck_assert_int_eq(tcn_story_index_save(s, keep_row, &kept),
		    TCN_OK);
		ck_assert(kept.rule);
	}
	tcn_story_index_keep_rules(s, &stays, 1);
	ck_sound(tcn_story_index_check, s);
	ck_assert_uint_eq(s->alerts.n, 1);
	ck_assert(!has_fired(story, RULE));
	ck_assert(!has_term(RULE, "earthquake"));
	ck_assert(has_fired(story, OTHER));
	ck_assert(has_term(OTHER, "earthquake"));
	ck_assert_uint_eq(tcn_story_find(s, story)->rules_n, 1);
	ck_assert_int_eq(tcn_story_index_save(s, keep_row, &kept), TCN_OK);
	ck_assert(!kept.rule);
	ck_assert(kept.other);
}
END_TEST

TCN_SUITE(story_alerts)
{
	Suite *suite = suite_create("story alerts");
	TCase *tc = tcase_create("story alerts");
	TCase *saved = tcase_create("story alerts, saved");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_rule_that_fired_finds_its_terms);
	tcase_add_test(tc, terms_are_forgotten);
	tcase_add_test(tc, the_rule_that_fired_finds_its_texts);
	tcase_add_test(tc, a_rule_that_fires_late_has_reported_less);
	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(saved, setup_saved, teardown);
	tcase_add_loop_test(saved, a_rule_that_goes_leaves_no_row, 0, 2);
	suite_add_tcase(suite, saved);
	return suite;
}
