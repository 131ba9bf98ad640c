#include "tests/base/run.h"

#include "window/story/story_impl.h"

#include "tests/base/sound.h"
#include "tests/window/story/heard.h"

/* Two stories of some items, and what else there is to break. */
static void
fill(void)
{
	for (int i = 0; i < 12; i++) {
		now_ms += TCN_MINUTE_MS;
		hear(telling(i));
		hear("bank raises interest rates again");
	}
	ck_sound(tcn_story_index_check, s);
}

static struct tcn_story_row *
first_row(void)
{
	return &s->rows[s->oldest];
}

static void
break_posting(void)
{
	struct tcn_similarity_term *entry = first_row()->vec.at;

	s->df.rows[entry->term].postings.at[entry->place].entry++;
}

static void
break_weight(void)
{
	first_row()->vec.at[0].damped *= 2;
}

static void
break_filter(void)
{
	memset(first_row()->vec.filter, 0, sizeof first_row()->vec.filter);
}

static void
break_copy(void)
{
	first_row()->items.at[first_row()->items.head].ts_ms++;
}

static void
break_member(void)
{
	s->items[first_row()->items.at[first_row()->items.head].slot].story++;
}

static void
break_refs(void)
{
	tcn_df_ref(&s->df, first_row()->vec.at[0].term);
}

static void
break_map(void)
{
	ck_assert(tcn_map_remove(&s->by_id, first_row()->id));
}

static void
break_list(void)
{
	first_row()->newer = TCN_STORY_NONE;
}

static void
break_count(void)
{
	s->items_live++;
}

static void
break_sums(void)
{
	s->partial[0] = 1;
}

static void
break_mark(void)
{
	first_row()->mark += 7;
}

static void
break_publishers(void)
{
	struct tcn_story_row *row = &s->rows[s->newest];

	ck_assert_uint_gt(row->publishers_n, 1);
	row->publishers[0] = UINT64_MAX;
}

static void
break_rate(void)
{
	s->clock.volume.top++;
}

static void
break_totals(void)
{
	first_row()->n = 0;
}

static void (*const breaks[])(void) = {
	break_posting,
	break_weight,
	break_filter,
	break_copy,
	break_member,
	break_refs,
	break_map,
	break_list,
	break_count,
	break_sums,
	break_mark,
	break_publishers,
	break_rate,
	break_totals,
};

START_TEST(whatever_is_broken_is_named)
{
	struct tcn_err err = { .text = "" };

	fill();
	breaks[_i]();
	ck_assert_int_eq(tcn_story_index_check(s, &err), TCN_CORRUPT);
	ck_assert_uint_gt(strlen(err.text), 10);
}
END_TEST

TCN_TESTS(story_check)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(whatever_is_broken_is_named, breaks);
}
