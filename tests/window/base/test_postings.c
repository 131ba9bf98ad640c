#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/base/postings.h"

enum {
	STORIES = 200,
};

/* Where each story's posting stands, as its entry would say; or none. */
static uint32_t places[STORIES];
static bool has[STORIES];

/* Stories come and go in any order; each knows where its posting is. */
START_TEST(every_entry_knows_its_posting)
{
	struct tcn_slab slab = { 0 };
	struct tcn_postings list = { 0 };
	uint64_t seed = 5;
	uint32_t n = 0;

	for (int step = 0; step < 5000; step++) {
		struct tcn_posting moved;
		uint32_t story;

		random_next(&seed);
		story = (uint32_t)(seed >> 33) % STORIES;
		if (!has[story])
			tcn_postings_add(&slab, &list,
			    &(struct tcn_posting){ story, story + 1, 0.5F },
			    &places[story]);
		else if (tcn_postings_remove(&slab, &list, places[story],
			     &moved))
			places[moved.story] = places[story];
		has[story] = !has[story];
		n += has[story] ? 1 : -1;
		ck_sound(tcn_postings_check, &list, STORIES);
		ck_assert_uint_eq(list.n, n);
		for (uint32_t i = 0; i < STORIES; i++)
			ck_assert(!has[i] || list.at[places[i]].story == i);
	}
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(the_last_one_gives_the_block_back)
{
	struct tcn_slab slab = { 0 };
	struct tcn_postings list = { 0 };
	struct tcn_posting one = { 3, 4, 1 }, moved;
	uint32_t place;

	tcn_postings_add(&slab, &list, &one, &place);
	ck_assert(!tcn_postings_remove(&slab, &list, place, &moved));
	ck_assert_ptr_null(list.at);
	ck_assert_uint_eq(list.n, 0);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(a_story_that_is_none_is_seen)
{
	struct tcn_posting one = { 3, 4, 1 };
	struct tcn_postings list = { &one, 1, 1 };
	struct tcn_err err;

	ck_sound(tcn_postings_check, &list, 4);
	ck_assert_int_eq(tcn_postings_check(&list, 3, &err), TCN_CORRUPT);
	ck_assert_str_eq(err.text, "posting 0: story slot 3, weight 1");
}
END_TEST

TCN_TESTS(postings)
{
	tcase_add_test(tc, every_entry_knows_its_posting);
	tcase_add_test(tc, the_last_one_gives_the_block_back);
	tcase_add_test(tc, a_story_that_is_none_is_seen);
}
