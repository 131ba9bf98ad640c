/*
 * A story that is surely news fires before it has all that its rule counts, and
 * says so.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "tests/rules/many.h"

#define MORE_THAN 15
#define QUIET     140 /* items of anything, in which nothing happens */
#define QUIET_MS  (15 * TCN_MINUTE_MS)
#define STORY     14 /* items of the story */

static void
add_word(struct many_item *item, const char *kind, int n)
{
	size_t at = strlen(item->title);

	snprintf(item->title + at, sizeof item->title - at, "%s%s%c%c%c%c",
	    at ? " " : "", kind, 'b' + n % 17, "aeiou"[n / 17 % 5],
	    'b' + n / 85 % 17, "aeiou"[n / 1445 % 5]);
}

static struct many_item *
add_item(int *n, int64_t date_ms)
{
	struct many_item *item = &many_items[(*n)++];

	*item = (struct many_item){ .date_ms = date_ms, .lang = "en" };
	item->publisher = (uint64_t)*n % 3;
	return item;
}

/* Nine words of the story's own, three of them in each item, and a name. */
static void
write_story(struct many_item *item, int i)
{
	for (int word = 0; word < 3; word++)
		add_word(item, "do", word);
	snprintf(item->title + strlen(item->title),
	    sizeof item->title - strlen(item->title), " Blackwater");
	for (int word = 0; word < 6; word++)
		add_word(item, "do", 3 + (i * 5 + word * word + word) % 31);
}

/* Behind what comes each day, the story. */
static int
make_items(void)
{
	int n = 0;
	int64_t at_ms = INT64_C(1400000000000);

	for (; n < QUIET; at_ms += QUIET_MS) {
		struct many_item *item = add_item(&n, at_ms);

		for (int word = 0; word < 7; word++)
			add_word(item, word == 4 ? "Sa" : "sa",
			    (n * 7919 + word * 104729) % 1999);
	}
	for (int i = 0; i < STORY; i++)
		write_story(add_item(&n, at_ms += 6 * TCN_MINUTE_MS), i);
	return n;
}

static void
make_rule(double early)
{
	struct tcn_rule *rule = many_make_news(MORE_THAN);

	rule->least = 1e-6;
	rule->early = early;
}

/* How many events open; of the first, its items, and what it says first. */
static unsigned
run(uint32_t *items, char *says, size_t size)
{
	int n = make_items();
	struct tcn_detector *det = many_detector();
	struct tcn_placement place;
	struct tcn_detector_changes changes;
	unsigned opened = 0;

	for (int i = 0; i < n; i++) {
		ck_assert_int_eq(many_step(det, i, &place, &changes), TCN_OK);
		for (size_t k = 0; k < changes.events_n; k++) {
			const struct tcn_event *e = &changes.events[k];

			if (e->state != TCN_EVENT_OPEN || opened++)
				continue;
			*items = e->items;
			ck_assert(e->reason && e->reason->parts_n);
			snprintf(says, size, "%.*s",
			    TCN_STR_ARG(e->reason->parts[0].says));
		}
	}
	tcn_detector_free(det);
	return opened;
}

START_TEST(what_is_early_says_so)
{
	char says[80];
	uint32_t items;

	make_rule(0);
	ck_assert_uint_eq(run(&items, says, sizeof says), 0);
	make_rule(1e-3);
	ck_assert_uint_eq(run(&items, says, sizeof says), 1);
	ck_assert_uint_eq(items, 8);
	ck_assert_str_eq(says, "early: 8 of 16 items");
}
END_TEST

TCN_TESTS(early)
{
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_test(tc, what_is_early_says_so);
}
