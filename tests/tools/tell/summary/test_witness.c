/* Which items are one witness. */
#include "tests/base/in_arena.h"

#include "tools/tell/summary/copies.h"
#include "tools/tell/summary/witness.h"

static const struct tcn_witness_item *
item(const char *source, const char *text, uint64_t origin)
{
	static struct tcn_witness_item at;

	at = (struct tcn_witness_item){ .source = tcn_str(source),
		.credit = tcn_copies_credit_of(tcn_str("A ship hit a bridge"),
		    tcn_str(text)),
		.origin = origin };
	return &at;
}

START_TEST(one_credit_is_one_witness)
{
	const struct tcn_witness_item items[] = {
		*item("Post", "ELLERY (Northern Wire) - 12 are dead.", 1),
		*item("Coast", "Northern Wire reports 12 dead.", 2),
		*item("northern-wire", "12 people have died.", 3),
		*item("Herald", "12 people have died, says a nurse.", 4),
		*item("Herald", "Nobody is dead.", 5),
		*item("Late", "ELLERY - 12 are dead.", 1),
	};
	uint64_t *at;

	tcn_witness_find(items, 6, &arena, &at);
	ck_assert_uint_eq(at[0], at[1]);
	ck_assert_uint_eq(at[0], at[2]);
	ck_assert_uint_eq(at[0], at[5]);
	ck_assert_uint_eq(at[3], 4);
	ck_assert_uint_eq(at[4], 5);
	tcn_witness_find(items, 0, &arena, &at);
}
END_TEST

TCN_TESTS(witness)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, one_credit_is_one_witness);
}
