/* Who copied whom. */
#include "tests/base/in_arena.h"

#include "tests/base/check_str.h"
#include "tests/base/random.h"
#include "tools/tell/summary/copies.h"

#define ITEMS_MAX 200

static struct tcn_copies_item items[ITEMS_MAX];
static struct tcn_copies copies;
static size_t n;

static void
say(const char *source, const char *text, size_t copy_of)
{
	ck_assert_uint_lt(n, ITEMS_MAX);
	items[n] = (struct tcn_copies_item){ .source = tcn_str(source),
		.credit = tcn_copies_credit(tcn_str(text)),
		.copy_of = copy_of,
		.ms = (int64_t)n };
	n++;
}

static void
make(void)
{
	tcn_copies_make(items, n, &arena, &copies);
}

static const struct {
	const char *text, *credit;
} credits[] = {
	{ "RT @Northern_Wire: A ship hit a bridge", "Northern_Wire" },
	{ "rt @x y", "x" },
	{ "A ship hit a bridge (via @coast)", "coast" },
	{ "A ship hit a bridge via @coast and @wire", "coast" },
	{ "ELLERY, Nov 21 (Northern Wire) - A ship hit", "Northern Wire" },
	{ "Ellery (Nordpost) \xe2\x80\x93 Ein Schiff", "Nordpost" },
	{ "A ship (of 1996) - as said", "" },
	{ "A ship (the Kestrel) hit a bridge", "" },
	{ "Oh no! RT @a: RT @b: A ship hit a bridge", "b" },
	{ "\xe2\x80\x9c@wire: A ship hit\xe2\x80\x9d sad", "wire" },
	{ "RT @a: A ship hit a bridge via @wire", "wire" },
	{ "RT @a: Coast Daily Reporting:12 dead", "Coast Daily" },
	{ "Coast Daily reports 12 dead", "Coast Daily" },
	{ "KWTX reports that 12 are dead", "KWTX" },
	{ "Police reports 12 dead", "" },
	{ "Two reports of a ship", "" },
	{ "reports of a ship", "" },
	{ "A ship hit a bridge @home", "" },
	{ "start @x: y", "" },
	{ "Trivia @home", "" },
	{ "RT @", "" },
	{ "(", "" },
	{ "", "" },
};

START_TEST(credits_are_read)
{
	check_str(tcn_copies_credit(tcn_str(credits[_i].text)),
	    credits[_i].credit);
}
END_TEST

START_TEST(a_credit_is_before_a_fingerprint)
{
	n = 0;
	say("Wire", "A ship hit a bridge.", SIZE_MAX);
	say("Coast", "A ship hit a bridge.", 0);
	say("Post", "Ellery (wire) - A ship hit a bridge.", 1);
	say("Post", "A ship hit a bridge.", 2); /* its own */
	say("Late", "RT @outside: A ship hit a bridge.", 1);
	make();
	ck_assert_uint_eq(copies.nodes_n, 5);
	ck_assert_uint_eq(copies.edges_n, 3);
	ck_assert_uint_eq(copies.others_n, 0);
	check_str(copies.nodes[0].name, "Wire");
	ck_assert_uint_eq(copies.nodes[0].copied, 2);
	check_str(copies.nodes[1].name, "outside");
	ck_assert_uint_eq(copies.nodes[1].first, SIZE_MAX);
	for (size_t i = 0; i < copies.nodes_n; i++)
		ck_assert_uint_eq(copies.nodes[i].layer, i >= 2);
}
END_TEST

START_TEST(nobody_copied_anybody)
{
	n = 0;
	say("Wire", "A ship hit a bridge.", SIZE_MAX);
	say("Wire", "A ship hit a bridge.", 0);
	make();
	ck_assert_uint_eq(copies.nodes_n, 0);
	ck_assert_uint_eq(copies.edges_n, 0);
}
END_TEST

/* Layers rise along time, edges join kept nodes, no kept edge is lighter than
 * one that could have had its place, and counts agree with a plain count. */
START_TEST(the_graph_keeps_its_rules)
{
	static const char *const names[] = { "A", "B", "C", "D", "E", "F", "G",
		"H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R" };
	uint64_t seed = 4;

	for (int round = 0; round < 150; round++) {
		uint32_t count[18] = { 0 };
		size_t all = 1 + random_below(&seed, ITEMS_MAX - 1);
		size_t who[ITEMS_MAX];

		n = 0;
		for (size_t i = 0; i < all; i++) {
			size_t of =
			    i ? random_below(&seed, (uint32_t)i) : SIZE_MAX;

			who[i] = random_below(&seed, 18);
			if (random_below(&seed, 2))
				of = SIZE_MAX;
			say(names[who[i]], "A ship.", of);
			if (of != SIZE_MAX && who[of] != who[i])
				count[who[of]]++;
		}
		make();
		ck_assert_uint_le(copies.nodes_n, TCN_COPIES_NODES);
		for (size_t i = 0; i < copies.nodes_n; i++) {
			const struct tcn_copies_node *node = &copies.nodes[i];

			ck_assert_uint_eq(node->copied,
			    count[*node->name.at - 'A']);
			ck_assert(!i || node->layer >= node[-1].layer);
		}
		for (size_t i = 0; i < copies.edges_n; i++) {
			const struct tcn_copies_edge *edge = &copies.edges[i];
			const struct tcn_copies_node *from, *to;

			ck_assert_uint_lt(edge->from, copies.nodes_n);
			ck_assert_uint_lt(edge->to, copies.nodes_n);
			from = &copies.nodes[edge->from];
			to = &copies.nodes[edge->to];
			ck_assert(from->ms >= to->ms ||
			    from->layer < to->layer);
			ck_assert_uint_gt(edge->items, 0);
		}
	}
}
END_TEST

TCN_SUITE(copies)
{
	Suite *s = suite_create("copies");
	TCase *tc = tcase_create("copies");

	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(credits_are_read, credits);
	tcase_add_test(tc, a_credit_is_before_a_fingerprint);
	tcase_add_test(tc, nobody_copied_anybody);
	tcase_add_test(tc, the_graph_keeps_its_rules);
	suite_add_tcase(s, tc);
	return s;
}
