/*
 * Which rules recent items matched: against a plain list, over forgetting,
 * saving and restoring.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "rules/rule_hits.h"
#include "tests/base/random.h"

enum {
	ITEMS = 600,
	RULES = 6,
	KEYS_MAX = 200,
	WINDOW = 90, /* ms, an item a ms */
	KIND = 9,
};

/* The model: a bit for each rule that an item matched; 0: forgotten. */
static unsigned matched[ITEMS + 1];

static const uint64_t keys[RULES] = { 71, 3, UINT64_MAX, 20, 1u << 31, 7 };

/* Rows as a store keeps them. */
static struct {
	uint64_t bytes[1 + RULES];
	size_t n; /* bytes; 0: no row */
} rows[ITEMS + 1];

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	(void)ctx;
	ck_assert_uint_eq(row->kind, KIND);
	ck_assert_uint_le(row->id, ITEMS);
	ck_assert_uint_le(row->n, sizeof rows->bytes);
	ck_assert(row->bytes || rows[row->id].n); /* gone: it was there */
	rows[row->id].n = row->n;
	if (row->bytes)
		memcpy(rows[row->id].bytes, row->bytes, row->n);
	return TCN_OK;
}

static void
check_whole(const struct tcn_rule_hits *hits)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_rule_hits_check(hits, &err) == TCN_OK, "%s",
	    err.text);
}

/* The oldest go when there are more than KEYS_MAX keys. */
static void
forget_in_model(uint64_t before, size_t room)
{
	size_t n = 0;

	for (uint64_t seq = ITEMS; seq > 0; seq--) {
		n += (size_t)__builtin_popcount(matched[seq]);
		if (seq <= before || n > room)
			matched[seq] = 0;
	}
}

static void
add(struct tcn_rule_hits *hits, uint64_t seq, unsigned rules)
{
	uint64_t list[RULES];
	size_t n = 0;

	for (unsigned r = 0; r < RULES; r++)
		if (rules & 1u << r)
			list[n++] = keys[r];
	if (!n)
		return;
	forget_in_model(0, KEYS_MAX - n);
	matched[seq] = rules;
	tcn_rule_hits_add(hits, seq, (int64_t)seq, list, n);
}

static void
compare(const struct tcn_rule_hits *hits)
{
	check_whole(hits);
	for (uint64_t seq = 1; seq <= ITEMS; seq++)
		for (unsigned r = 0; r < RULES; r++)
			ck_assert_int_eq(tcn_rule_hits_has(hits, seq, keys[r]),
			    matched[seq] >> r & 1);
	ck_assert(!tcn_rule_hits_has(hits, 1, 5));
}

static void
restore(struct tcn_rule_hits *hits)
{
	tcn_rule_hits_fini(hits);
	tcn_rule_hits_init(hits, KEYS_MAX);
	for (uint64_t id = 0; id <= ITEMS; id++) {
		struct tcn_state_row row = { KIND, id, rows[id].bytes,
			rows[id].n };

		if (!row.n)
			continue;
		ck_assert_int_eq(tcn_rule_hits_restore(hits, &row), TCN_OK);
		check_whole(hits);
	}
}

START_TEST(finds_what_a_plain_list_finds)
{
	struct tcn_rule_hits hits;
	uint64_t state = (uint64_t)_i;

	memset(matched, 0, sizeof matched);
	memset(rows, 0, sizeof rows);
	tcn_rule_hits_init(&hits, KEYS_MAX);
	for (uint64_t seq = 1; seq <= ITEMS; seq++) {
		add(&hits, seq, random_below(&state, 1 << RULES));
		compare(&hits);
		if (random_below(&state, 3) == 0 && seq > WINDOW) {
			forget_in_model(seq - WINDOW, KEYS_MAX);
			tcn_rule_hits_expire(&hits, (int64_t)(seq - WINDOW));
			compare(&hits);
		}
		if (random_below(&state, 12))
			continue;
		ck_assert(!tcn_rule_hits_save(&hits, KIND, keep_row, NULL));
		if (random_below(&state, 2))
			restore(&hits);
		compare(&hits);
	}
	ck_assert_uint_gt(hits.evicted, 0);
	tcn_rule_hits_fini(&hits);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(rows_that_are_none_are_refused)
{
	static const uint64_t bytes[3] = { 5, 3, 1 };
	static const struct {
		uint64_t id;
		size_t n;
		enum tcn_rc rc;
	} cases[] = {
		{ 4, 24, TCN_OK },
		{ 4, 24, TCN_CORRUPT }, /* there already */
		{ 3, 24, TCN_CORRUPT }, /* out of order */
		{ 5, 23, TCN_CORRUPT },
		{ 5, 8, TCN_CORRUPT }, /* no key */
		{ 5, 0, TCN_CORRUPT },
		{ 5, 16, TCN_OK },
	};
	struct tcn_rule_hits hits;

	tcn_rule_hits_init(&hits, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tcn_state_row row = { KIND, cases[i].id, bytes,
			cases[i].n };

		ck_assert_int_eq(tcn_rule_hits_restore(&hits, &row),
		    cases[i].rc);
		check_whole(&hits);
	}
	ck_assert(tcn_rule_hits_has(&hits, 5, 3));
	ck_assert(!tcn_rule_hits_has(&hits, 4, 3)); /* there was no room */
	tcn_rule_hits_fini(&hits);
}
END_TEST

START_TEST(damage_is_found)
{
	static const uint64_t two[] = { 1, 2 };
	struct tcn_rule_hits hits;
	struct tcn_err err = { 0 };

	tcn_rule_hits_init(&hits, 100);
	tcn_rule_hits_add(&hits, 1, 1, two, 2);
	tcn_rule_hits_add(&hits, 2, 2, two, 2);
	check_whole(&hits);
	hits.keys[3] = 0;
	ck_assert_int_eq(tcn_rule_hits_check(&hits, &err), TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, "do not ascend"));
	hits.keys[3] = 2;
	hits.keys_n++;
	ck_assert_int_eq(tcn_rule_hits_check(&hits, &err), TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, "of no item"));
	hits.keys_n -= 2;
	ck_assert_int_eq(tcn_rule_hits_check(&hits, &err), TCN_CORRUPT);
	hits.keys_n++;
	check_whole(&hits);
	tcn_rule_hits_fini(&hits);
}
END_TEST

TCN_TESTS(rule_hits)
{
	tcase_add_loop_test(tc, finds_what_a_plain_list_finds, 0, 4);
	tcase_add_test(tc, rows_that_are_none_are_refused);
	tcase_add_test(tc, damage_is_found);
}
