#include "tests/base/run.h"

#include <string.h>

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

#define PART(name, part)                                                       \
	{                                                                      \
		TCN_STR(name), TCN_STR(name " is so"), part                    \
	}

/* Few parts, the weightiest of each side, and none that hardly weighs. */
START_TEST(a_sentence_says_why)
{
	static const struct tcn_event_part parts[] = { PART("a", 3),
		PART("b", -2), PART("c", 1), PART("d", -1), PART("e", 0.9),
		PART("f", 0.8), PART("g", -0.7), PART("h", 0.04) };
	static const struct tcn_event_part fact[] = { PART("many", 0),
		PART("a", 3) };
	static const struct {
		struct tcn_event_reason reason;
		const char *says, *json;
	} cases[] = {
		{ { 0.4, 0, fact, 2 }, "40 % likely news: many is so; a is so",
		    "\"probability\":0.4,\"least\":0.0,\"reasons\":[\n"
		    "{\"name\":\"many\",\"part\":0.0,\"says\":\"many is "
		    "so\"}" },
		{ { 0.999, 0.6, parts, 8 },
		    "more than 99 % likely news (the rule asks for 60 %): a is "
		    "so; c is so; e is so; against: b is so; d is so",
		    "\"probability\":0.999,\"least\":0.6,\"reasons\":[\n"
		    "{\"name\":\"a\",\"part\":3.0,\"says\":\"a is so\"},\n"
		    "{\"name\":\"b\",\"part\":-2.0,\"says\":\"b is so\"}" },
		{ { 0.4, 0, parts + 1, 1 },
		    "40 % likely news: against: b is so",
		    "\"probability\":0.4,\"least\":0.0,\"reasons\":[\n"
		    "{\"name\":\"b\",\"part\":-2.0,\"says\":\"b is so\"}]" },
		{ { 0.4, 0.1, NULL, 0 },
		    "40 % likely news (the rule asks for 10 %)",
		    "\"probability\":0.4,\"least\":0.1,\"reasons\":[]" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tcn_buf out = { 0 };

		tcn_event_words_sure(&cases[i].reason, &out);
		ck_assert_str_eq(out.at, cases[i].says);
		tcn_buf_clear(&out);
		tcn_event_words_reason(&out, &cases[i].reason);
		ck_assert_msg(strncmp(out.at, cases[i].json,
				  strlen(cases[i].json)) == 0,
		    "%s", out.at);
		ck_assert_ptr_null(strstr(out.at, "\"h\""));
		tcn_buf_fini(&out);
	}
}
END_TEST

START_TEST(what_is_not_known_is_not_told)
{
	struct tcn_buf out = { 0 };

	tcn_event_words_sure(NULL, &out);
	tcn_event_words_reasons(NULL, &out);
	ck_assert_uint_eq(out.n, 0);
	tcn_event_words_reason(&out, NULL);
	ck_assert_str_eq(out.at,
	    "\"probability\":null,\"least\":null,\"reasons\":[]");
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(event_words)
{
	tcase_add_test(tc, a_sentence_says_why);
	tcase_add_test(tc, what_is_not_known_is_not_told);
	tcase_add_test(tc, nothing_is_certain);
	tcase_add_test(tc, every_change_has_a_name);
}
