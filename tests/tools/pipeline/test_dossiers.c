/*
 * Which events go on from one another, and which of them are turns.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "tools/pipeline/dossiers.h"

static const struct tcn_rule rule = { .name = TCN_STR("story") };
static struct tcn_dossiers *dossiers;
static struct tcn_store *st; /* NULL: without one */
static uint64_t next_item;

static void
setup(void)
{
	dossiers = tcn_dossiers_new();
	st = NULL;
	next_item = 1;
}

static void
teardown(void)
{
	tcn_dossiers_free(dossiers);
	tcn_store_close(st);
}

/* An event that fires in that hour, about the letters of a text, of which N
 * weighs most and digits least; so much of it had been reported. */
struct fires {
	const char *id, *about, *rule, *split_from;
	int hour;
	double reported;
	enum tcn_severity severity;
	uint64_t story;
};

static struct tcn_event
fire(struct fires fires)
{
	struct tcn_story_term terms[8];
	struct tcn_detector_ruling ruling = {
		.rule = &rule,
		.verdict = { .gate = TCN_STORY_GATE_NONE,
		    .reported_share = fires.reported },
	};
	const struct tcn_detector_changes changes = { .rulings = &ruling,
		.rulings_n = 1 };
	struct tcn_event event = {
		.rule = tcn_str(fires.rule ? fires.rule : "story"),
		.story = fires.story,
		.revision = 1,
		.item = next_item++,
		.severity = fires.severity,
		.fired_ms = fires.hour * TCN_HOUR_MS,
		.terms = terms,
	};
	struct tcn_store_tx *tx;

	snprintf(event.id, sizeof event.id, "%s", fires.id);
	snprintf(event.split_from, sizeof event.split_from, "%s",
	    fires.split_from ? fires.split_from : "");
	for (; fires.about[event.terms_n]; event.terms_n++) {
		const char *c = &fires.about[event.terms_n];

		terms[event.terms_n] = (struct tcn_story_term){
			.word = { c, 1 },
			.weight = *c == 'N' || *c == 'n' ? 3
			    : *c >= '0' && *c <= '9'     ? .5
							 : 1,
		};
	}
	tcn_dossiers_take(dossiers, &changes, &event);
	if (st) {
		ck_assert(!tcn_store_begin(st, &tx));
		ck_assert(!tcn_store_put_event(tx, &event));
		ck_assert(!tcn_store_commit(st));
	}
	event.terms = NULL;
	event.terms_n = 0;
	return event;
}

static void
ck_fires(struct fires fires, const char *dossier, bool goes_on)
{
	struct tcn_event event = fire(fires);

	ck_assert_str_eq(event.dossier, dossier);
	ck_assert_int_eq(event.goes_on, goes_on);
}

START_TEST(four_of_eight_terms_go_on)
{
	ck_fires((struct fires){ .id = "a", .about = "abcdefgh" }, "", false);
	ck_fires((struct fires){ .id = "x",
		     .about = "abcuvwxy",
		     .hour = 1,
		     .reported = 1 },
	    "", false);
	ck_fires((struct fires){ .id = "b",
		     .about = "abcdijkl",
		     .hour = 2,
		     .reported = .9 },
	    "a", true);
	/* It goes on the latest, and so the dossier grows. */
	ck_fires((struct fires){ .id = "c",
		     .about = "ijklnopq",
		     .hour = 3,
		     .reported = .5 },
	    "a", true);
}
END_TEST

/* Events of one name, which weighs more than all else, need more in common: the
 * case of letters is no matter, and a split makes no saga. */
START_TEST(one_name_is_no_saga)
{
	fire((struct fires){ .id = "a", .about = "N12abcde" });
	ck_fires((struct fires){ .id = "b",
		     .about = "N12fghij",
		     .split_from = "a",
		     .hour = 1,
		     .reported = 1 },
	    "", false);
	ck_fires((struct fires){ .id = "c",
		     .about = "nABCklmo",
		     .split_from = "a",
		     .hour = 2,
		     .reported = 1 },
	    "a", true);
}
END_TEST

/* Small words in common of two matters. */
START_TEST(what_weighs_little_is_no_saga)
{
	fire((struct fires){ .id = "a", .about = "Nxyz1234" });
	ck_fires((struct fires){ .id = "b",
		     .about = "abcd1234",
		     .hour = 1,
		     .reported = 1 },
	    "", false);
	/* Three of four. */
	ck_fires((struct fires){ .id = "c",
		     .about = "bcd5",
		     .hour = 2,
		     .reported = 1 },
	    "b", true);
}
END_TEST

START_TEST(a_turn_is_no_update)
{
	fire((struct fires){ .id = "a", .about = "abcdefgh" });
	ck_fires((struct fires){ .id = "b",
		     .about = "abcdefgh",
		     .hour = 1,
		     .reported = .49 },
	    "a", false);
	ck_fires((struct fires){ .id = "c",
		     .about = "abcdefgh",
		     .hour = 2,
		     .reported = 1,
		     .severity = TCN_SEVERITY_HIGH },
	    "a", false);
	/* Nobody judged how much of it is new. */
	ck_fires((struct fires){ .id = "d",
		     .about = "abcdefgh",
		     .rule = "watch",
		     .hour = 3,
		     .reported = 1 },
	    "a", false);
}
END_TEST

START_TEST(a_saga_may_pause)
{
	fire((struct fires){ .id = "a", .about = "abcdefgh" });
	ck_fires((struct fires){ .id = "b",
		     .about = "abcdefgh",
		     .hour = 49,
		     .reported = 1 },
	    "a", false);
	ck_fires((struct fires){ .id = "c",
		     .about = "abcdefgh",
		     .hour = 145,
		     .reported = 1 },
	    "a", false);
	ck_fires((struct fires){ .id = "d",
		     .about = "abcdefgh",
		     .hour = 242,
		     .reported = 1 },
	    "", false);
}
END_TEST

START_TEST(another_rule_on_the_story_is_no_episode)
{
	fire((struct fires){ .id = "a", .about = "abcdefgh", .story = 5 });
	ck_fires((struct fires){ .id = "b",
		     .about = "ijklmnop",
		     .rule = "watch",
		     .story = 5,
		     .reported = 1 },
	    "a", false);
}
END_TEST

/* A start goes on as if there had been none. */
START_TEST(a_start_reads_them_back)
{
	ck_assert(!tcn_store_open(":memory:", TCN_STORE_CREATE, &st, NULL));
	fire((struct fires){ .id = "a", .about = "abcdefgh" });
	fire((struct fires){
	    .id = "b", .about = "abcdijkl", .hour = 2, .reported = 1 });
	tcn_dossiers_free(dossiers);
	dossiers = tcn_dossiers_new();
	ck_assert(!tcn_dossiers_restore(dossiers, st, 3 * TCN_HOUR_MS));
	ck_fires((struct fires){ .id = "c",
		     .about = "ijklnopq",
		     .hour = 3,
		     .reported = 1 },
	    "a", true);
}
END_TEST

TCN_TESTS(dossiers)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, four_of_eight_terms_go_on);
	tcase_add_test(tc, one_name_is_no_saga);
	tcase_add_test(tc, what_weighs_little_is_no_saga);
	tcase_add_test(tc, a_turn_is_no_update);
	tcase_add_test(tc, a_saga_may_pause);
	tcase_add_test(tc, another_rule_on_the_story_is_no_episode);
	tcase_add_test(tc, a_start_reads_them_back);
}
