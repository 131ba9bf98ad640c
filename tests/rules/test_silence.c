#include "tests/base/in_preparer.h"

#include <string.h>

#include "engine/base/err.h"
#include "rules/silence.h"

static const struct tcn_story_term terms[] = {
	{ TCN_STR("Earthquake"), 2, 0 },
	{ TCN_STR("Quilenge"), 1, 0 },
};

static const struct tcn_silence_source sources[] = {
	{ TCN_STR("The Wire"), TCN_STR("https://www.wire.example/a") },
	{ TCN_STR("Morning Post"), TCN_STR("https://post.example/b") },
};

static const struct tcn_silence_subject subject = {
	.event = "20260303-45cd970402",
	.rule = TCN_STR("story"),
	.headline = TCN_STR("Strong earthquakes shake the coast of Norvland"),
	.lang = TCN_STR("en"),
	.terms = terms,
	.terms_n = 2,
	.sources = sources,
	.sources_n = 2,
};

static struct tcn_silence
a_silence(enum tcn_silence_kind kind, const char *value)
{
	return (struct tcn_silence){
		.id = 1,
		.kind = kind,
		.value = tcn_str(value),
		.created_ms = 10,
		.expires_ms = 20,
		.ended_ms = TCN_UNDATED,
	};
}

static const struct {
	enum tcn_silence_kind kind;
	const char *value;
	bool covers;
} rows[] = {
	{ TCN_SILENCE_EVENT, "20260303-45cd970402", true },
	{ TCN_SILENCE_EVENT, "20260303-45cd97040", false },
	{ TCN_SILENCE_RULE, "story", true },
	{ TCN_SILENCE_RULE, "Story", false },
	{ TCN_SILENCE_TERM, "earthquake", true },
	{ TCN_SILENCE_TERM, "EARTHQUAKES", true },
	{ TCN_SILENCE_TERM, "coast earthquake", true },
	{ TCN_SILENCE_TERM, "quilenge", true }, /* a term, not a headline */
	{ TCN_SILENCE_TERM, "earthquake in Quilenge", true },
	{ TCN_SILENCE_TERM, "earthquake Chile", false },
	{ TCN_SILENCE_TERM, "earth", false }, { TCN_SILENCE_TERM, "!?", false },
	{ TCN_SILENCE_SOURCE, "The Wire", false }, /* the Post tells it too */
};

START_TEST(covers_what_it_names)
{
	struct tcn_silence s = a_silence(rows[_i].kind, rows[_i].value);
	const struct tcn_silence *by;

	by = tcn_silence_find(&s, 1, &subject, 15, prep, &arena);
	ck_assert_int_eq(by != NULL, rows[_i].covers);
	by = tcn_silence_find(&s, 1, &subject, 20, prep, &arena);
	ck_assert_ptr_null(by); /* it is over */
}
END_TEST

START_TEST(holds_between_its_times)
{
	struct tcn_silence s = a_silence(TCN_SILENCE_RULE, "x");

	ck_assert(!tcn_silence_is_active(&s, 9));
	ck_assert(tcn_silence_is_active(&s, 10));
	ck_assert(tcn_silence_is_active(&s, 19));
	ck_assert(!tcn_silence_is_active(&s, 20));
	s.ended_ms = 15;
	ck_assert(tcn_silence_is_active(&s, 14));
	ck_assert(!tcn_silence_is_active(&s, 15));
}
END_TEST

/* Every source must be silenced, by whichever of its names. */
static const struct {
	const char *one, *two;
	bool covers;
} pairs[] = {
	{ "the wire", "MORNING  POST", false }, /* blanks are kept */
	{ "the wire", "MORNING POST", true },
	{ "wire.example", "post.example", true },
	{ "www.wire.example", "post.example", true },
	{ "ire.example", "post.example", false },
	{ "The Wire", "The Wire", false },
};

START_TEST(sources_are_judged_together)
{
	struct tcn_silence list[] = {
		a_silence(TCN_SILENCE_SOURCE, pairs[_i].one),
		a_silence(TCN_SILENCE_SOURCE, pairs[_i].two),
	};
	const struct tcn_silence *by;

	by = tcn_silence_find(list, 2, &subject, 15, prep, &arena);
	ck_assert_ptr_eq(by, pairs[_i].covers ? &list[0] : NULL);
	list[1].ended_ms = 12;
	by = tcn_silence_find(list, 2, &subject, 15, prep, &arena);
	ck_assert_ptr_null(by);
}
END_TEST

START_TEST(an_event_without_sources_is_not_silenced_by_one)
{
	struct tcn_silence s = a_silence(TCN_SILENCE_SOURCE, "The Wire");
	struct tcn_silence_subject bare = subject;
	const struct tcn_silence *by;

	bare.sources_n = 0;
	by = tcn_silence_find(&s, 1, &bare, 15, prep, &arena);
	ck_assert_ptr_null(by);
	bare.sources_n = 1; /* only the wire tells it */
	by = tcn_silence_find(&s, 1, &bare, 15, prep, &arena);
	ck_assert_ptr_eq(by, &s);
}
END_TEST

TCN_TESTS(silence)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(covers_what_it_names, rows);
	tcase_add_test(tc, holds_between_its_times);
	TCN_EACH(sources_are_judged_together, pairs);
	tcase_add_test(tc, an_event_without_sources_is_not_silenced_by_one);
}
