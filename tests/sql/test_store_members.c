#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/store_check.h"
#include "sql/store_members.h"
#include "sql/store_retain.h"
#include "tests/base/random.h"
#include "tests/sql/sample.h"

#define STORIES    5
#define EVENTS_MAX 40
#define ITEMS_MAX  80

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;

/* --- a model that goes through all orders for each article --- */

static struct {
	char event[EVENTS_MAX][TCN_EVENT_ID_BYTES];
	int into[EVENTS_MAX]; /* the event that it is part of; -1: none */
	uint64_t merge[EVENTS_MAX]; /* the action that said so */
	int from[EVENTS_MAX]; /* the event that it was split from, or -1 */
	bool seqs[EVENTS_MAX][ITEMS_MAX + 1]; /* that it takes */
	bool publishers[EVENTS_MAX][3];
	int n;
	uint64_t items;
} model;

/* The sample's: none has one that it was not given. */
static uint64_t
publisher(uint64_t number)
{
	return number ? ~number : 0;
}

static uint64_t
article_of(uint64_t seq)
{
	uint64_t original = sample_place(seq).duplicate_of;

	return original ? original : seq;
}

/* Events are in the order in which they were made. */
static int
model_owner(uint64_t seq)
{
	int owner = (int)((seq - 1) / SAMPLE_ITEMS % STORIES);

	for (int e = STORIES; e < model.n; e++)
		if (model.from[e] == owner &&
		    (model.seqs[e][seq] || model.seqs[e][article_of(seq)] ||
			model.publishers[e][seq % 3]))
			owner = e;
	return owner;
}

static int
model_standing(int event)
{
	while (model.into[event] >= 0)
		event = model.into[event];
	return event;
}

static bool
model_is_part(int event, int of)
{
	for (; event >= 0; event = model.into[event])
		if (event == of)
			return true;
	return false;
}

/* --- the same in the store --- */

static void
put_item(uint64_t seq)
{
	char buf[512];
	struct tcn_article a = sample_article(seq, buf);
	struct tcn_placement p = sample_place(seq);

	if (!p.has_fingerprint)
		p.fingerprint = 0;
	p.publisher = publisher(seq % 3);
	p.story = (seq - 1) / SAMPLE_ITEMS % STORIES + 1;
	p.excerpt_of = p.shared = p.sentences = 0;
	p.text = article_of(seq);
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "en", &p), TCN_OK);
	model.items = seq;
}

static void
put_event(const char *id, uint64_t story, const uint64_t *evidence, size_t n)
{
	struct tcn_event e = {
		.rule = TCN_STR("story"),
		.story = story,
		.revision = 1,
		.items = (uint32_t)n,
		.evidence = evidence,
		.evidence_n = n,
	};

	snprintf(e.id, sizeof e.id, "%s", id);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_OK);
	memcpy(model.event[model.n], e.id, sizeof e.id);
	model.into[model.n] = model.from[model.n] = -1;
	model.n++;
}

static void
setup(void)
{
	tcn_arena_init(&arena, 0);
	memset(&model, 0, sizeof model);
	st = sample_store(0);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (uint64_t seq = 1; seq <= ITEMS_MAX / 2; seq++)
		put_item(seq);
	for (uint64_t i = 0; i < STORIES; i++) {
		struct tcn_story story = { .id = i + 1, .items = 8 };
		uint64_t first = i * SAMPLE_ITEMS + 1;
		char id[8];

		snprintf(id, sizeof id, "e%d", (int)i);
		ck_assert_int_eq(tcn_store_put_story(tx, &story), TCN_OK);
		put_event(id, i + 1, &first, 1);
	}
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static struct tcn_store_action
order(int event, const char *value)
{
	struct tcn_store_action a = {
		.author = TCN_STR("eva"),
		.value = tcn_str(value),
	};

	memcpy(a.event, model.event[event], sizeof a.event);
	return a;
}

static enum tcn_store_order_result
merge(int event, int into)
{
	struct tcn_store_action a = order(event, model.event[into]);
	enum tcn_store_order_result came;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_merge(tx, &a, &arena, &came), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	if (came == TCN_STORE_ORDER_DONE) {
		model.into[event] = into;
		model.merge[event] = a.id;
	}
	return came;
}

static enum tcn_store_order_result
unmerge(uint64_t merge)
{
	struct tcn_store_action a = { .author = TCN_STR("eva") };
	enum tcn_store_order_result came;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_unmerge(tx, merge, &a, &arena, &came),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	return came;
}

/* Splits an article or a publisher, or both, from the event. */
static void
split(int event, uint64_t seq, int number)
{
	uint64_t of = number < 0 ? 0 : publisher((uint64_t)number);
	const struct tcn_store_split what = { &seq, seq != 0, &of,
		number >= 0 };
	char id[TCN_EVENT_ID_BYTES];
	struct tcn_store_action a;
	uint64_t evidence = seq ? seq : 1;

	snprintf(id, sizeof id, "desk-%d", model.n);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	put_event(id, 0, &evidence, seq != 0);
	a = order(event, id);
	ck_assert_int_eq(tcn_store_split(tx, &a, &what, &arena), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	model.from[model.n - 1] = event;
	model.seqs[model.n - 1][seq] = seq != 0;
	if (number >= 0)
		model.publishers[model.n - 1][number] = true;
}

/* --- */

static void
agrees(int event)
{
	char standing[TCN_EVENT_ID_BYTES];
	struct tcn_store_member_list members;
	size_t n = 0;

	ck_assert_int_eq(tcn_store_members(st, model.event[event], &arena,
			     &members),
	    TCN_OK);
	for (uint64_t seq = 1; seq <= model.items; seq++) {
		if (!model_is_part(model_owner(seq), event))
			continue;
		ck_assert_uint_lt(n, members.n);
		ck_assert_uint_eq(members.at[n].seq, seq);
		ck_assert_uint_eq(members.at[n].article, article_of(seq));
		ck_assert_uint_eq(members.at[n++].publisher,
		    publisher(seq % 3));
	}
	ck_assert_uint_eq(members.n, n);
	ck_assert_int_eq(tcn_store_standing_event(st, model.event[event],
			     standing),
	    TCN_OK);
	ck_assert_str_eq(standing, model.event[model_standing(event)]);
}

static void
agree(void)
{
	for (int e = 0; e < model.n; e++)
		agrees(e);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
}

static void
merge_or_not(int event, int into)
{
	enum tcn_store_order_result due = model_standing(into) == event
	    ? TCN_STORE_ORDER_SELF
	    : model.into[event] == into ? TCN_STORE_ORDER_UNCHANGED
	    : model.into[event] >= 0    ? TCN_STORE_ORDER_ELSEWHERE
					: TCN_STORE_ORDER_DONE;

	ck_assert_int_eq(merge(event, into), due);
}

static void
unmerge_or_not(int event)
{
	bool is_part = model.into[event] >= 0;
	uint64_t action = model.merge[event];

	if (!action)
		return;
	model.into[event] = -1;
	ck_assert_int_eq(unmerge(action),
	    is_part ? TCN_STORE_ORDER_DONE : TCN_STORE_ORDER_UNCHANGED);
}

/* Any orders in any order, and articles that come in between. */
START_TEST(an_event_holds_what_was_ordered)
{
	uint64_t seed = (uint64_t)_i + 1;

	for (int step = 0; step < 60; step++) {
		int event = (int)random_below(&seed, (uint32_t)model.n);
		int other = (int)random_below(&seed, (uint32_t)model.n);
		uint64_t seq = random_below(&seed, (uint32_t)model.items + 1);
		int number = (int)random_below(&seed, 6) - 3;

		switch (random_below(&seed, 5)) {
		case 0:
		case 1:
			merge_or_not(event, other);
			break;
		case 2:
			unmerge_or_not(event);
			break;
		case 3:
			if (model.n < EVENTS_MAX && (seq || number >= 0))
				split(event, seq, number);
			break;
		default:
			if (model.items == ITEMS_MAX)
				break;
			ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
			put_item(model.items + 1);
			ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
		}
		agrees(event);
		tcn_arena_reset(&arena);
	}
	agree();
}
END_TEST

START_TEST(what_was_merged_and_split_is_listed)
{
	struct tcn_store_str_list ids;
	struct tcn_store_action_list orders;
	struct tcn_store_member_list members;
	struct tcn_store_desk_status desk;

	ck_assert_int_eq(merge(1, 0), TCN_STORE_ORDER_DONE);
	ck_assert_int_eq(merge(2, 1), TCN_STORE_ORDER_DONE);
	split(0, 1, -1);
	ck_assert_int_eq(tcn_store_parts_of(st, "e0", &arena, &ids), TCN_OK);
	ck_assert_uint_eq(ids.n, 2);
	ck_assert_str_eq(ids.at[0].at, "e1");
	ck_assert_str_eq(ids.at[1].at, "e2");
	ck_assert_int_eq(tcn_store_splits_of(st, "e0", &arena, &ids), TCN_OK);
	ck_assert_uint_eq(ids.n, 1);
	ck_assert_str_eq(ids.at[0].at, "desk-5");
	split(5, 1, -1);
	ck_assert_int_eq(tcn_store_all_splits_of(st, "e0", &arena, &ids),
	    TCN_OK);
	ck_assert_uint_eq(ids.n, 2);
	ck_assert_str_eq(ids.at[1].at, "desk-6");
	ck_assert_int_eq(tcn_store_own_members(st, "e1", &arena, &members),
	    TCN_OK);
	ck_assert_uint_eq(members.n, SAMPLE_ITEMS);
	ck_assert_int_eq(tcn_store_members(st, "e1", &arena, &members), TCN_OK);
	ck_assert_uint_eq(members.n, 2 * SAMPLE_ITEMS);
	ck_assert_int_eq(tcn_store_orders_naming(st, "e0", &arena, &orders),
	    TCN_OK);
	ck_assert_uint_eq(orders.n, 1);
	ck_assert_str_eq(orders.at[0].event, "e1");
	ck_assert_int_eq(tcn_store_desk(st, "e1", &arena, &desk), TCN_OK);
	ck_assert_str_eq(desk.merged_into.at, "e0");
	ck_assert_uint_eq(desk.merge, orders.at[0].id);
	ck_assert_str_eq(desk.merged_by.at, "eva");
	ck_assert_int_eq(unmerge(desk.merge), TCN_STORE_ORDER_DONE);
	ck_assert_int_eq(tcn_store_desk(st, "e1", &arena, &desk), TCN_OK);
	ck_assert_uint_eq(desk.merged_into.n, 0);
}
END_TEST

START_TEST(orders_that_make_no_sense_are_refused)
{
	struct tcn_store_action a = order(0, "none");
	enum tcn_store_order_result came;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_merge(tx, &a, &arena, &came), TCN_OK);
	ck_assert_int_eq(came, TCN_STORE_ORDER_NO_OTHER);
	a = order(0, "e1");
	strcpy(a.event, "none");
	ck_assert_int_eq(tcn_store_merge(tx, &a, &arena, &came), TCN_OK);
	ck_assert_int_eq(came, TCN_STORE_ORDER_NO_EVENT);
	ck_assert_int_eq(tcn_store_unmerge(tx, 77, &a, &arena, &came), TCN_OK);
	ck_assert_int_eq(came, TCN_STORE_ORDER_NO_EVENT);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(merge(0, 0), TCN_STORE_ORDER_SELF);
}
END_TEST

TCN_TESTS(members)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, an_event_holds_what_was_ordered, 0, 40);
	tcase_add_test(tc, what_was_merged_and_split_is_listed);
	tcase_add_test(tc, orders_that_make_no_sense_are_refused);
}
