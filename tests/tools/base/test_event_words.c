#include "tests/base/run.h"

#include "tools/base/event_words.h"

/* What the program stores of a change it can also tell, and read back. */
START_TEST(every_change_has_a_name)
{
	struct tcn_buf out = { 0 };
	unsigned all = 0;

	for (unsigned i = 0; tcn_event_words_change(i); i++) {
		const char *name = tcn_event_words_change(i);

		ck_assert_uint_eq(tcn_event_words_change_of(tcn_str(name)),
		    1u << i);
		all |= 1u << i;
	}
	ck_assert_uint_eq(all,
	    TCN_EVENT_CHANGE_GREW | TCN_EVENT_CHANGE_LANGUAGE |
		TCN_EVENT_CHANGE_PUBLISHERS | TCN_EVENT_CHANGE_MERGED |
		TCN_EVENT_CHANGE_ESCALATED);
	ck_assert_uint_eq(tcn_event_words_change_of(tcn_str("none")), 0);
	tcn_event_words_why(all, &out);
	ck_assert_str_eq(out.at,
	    "grew, a language joined, publishers doubled, merged, escalated");
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(nothing_is_certain)
{
	static const struct {
		double p;
		const char *says;
	} cases[] = { { 0, "less than 1 %" }, { 0.0099, "less than 1 %" },
		{ 0.01, "1 %" }, { 0.5, "50 %" }, { 0.874, "87 %" },
		{ 0.99, "99 %" }, { 0.9901, "more than 99 %" },
		{ 1, "more than 99 %" } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tcn_buf out = { 0 };

		tcn_event_words_percent(cases[i].p, &out);
		ck_assert_str_eq(out.at, cases[i].says);
		tcn_buf_fini(&out);
	}
}
END_TEST

TCN_TESTS(event_words)
{
	tcase_add_test(tc, nothing_is_certain);
	tcase_add_test(tc, every_change_has_a_name);
}
