/* What sentences of six languages say of slots. */
#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/facts/reading.h"

/* A sentence, and its readings as print_readings() writes them. */
static const struct {
	const char *lang, *sentence, *wanted;
} rows[] = {
	{ "en", "4 dead, 60 hurt in bridge collapse", "dead 4; injured 60" },
	{ "en", "The blast killed 4 and injured 60 people",
	    "dead 4; injured 60" },
	{ "en", "At least 42 people have died", "dead 42 least" },
};

static const char *const senses[] = { "", " least", " most", " about", " vague",
	" more" };

static void
print_value(struct tcn_buf *out, int64_t value)
{
	tcn_buf_printf(out, "%lld", (long long)(value / TCN_READING_ONE));
	if (value % TCN_READING_ONE)
		tcn_buf_printf(out, ".%lld",
		    (long long)(value % TCN_READING_ONE / 100));
}

static void
print_readings(const struct tcn_reading *readings, size_t n,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "");
	for (size_t i = 0; i < n; i++) {
		tcn_buf_printf(out, "%s%s ", i ? "; " : "",
		    tcn_slot_name(readings[i].slot));
		print_value(out, readings[i].lo);
		if (readings[i].hi != readings[i].lo) {
			tcn_buf_char(out, '-');
			print_value(out, readings[i].hi);
		}
		tcn_buf_z(out, senses[readings[i].sense]);
		if (*readings[i].unit)
			tcn_buf_printf(out, " %s", readings[i].unit);
	}
}

static struct tcn_facts *facts;

static void
setup(void)
{
	ck_assert_int_eq(tcn_facts_new(&facts), TCN_OK);
}

static void
teardown(void)
{
	tcn_facts_free(facts);
}

START_TEST(sentences_are_read)
{
	const struct tcn_reading_text text = {
		.sentence = tcn_str(rows[_i].sentence),
		.lang = rows[_i].lang,
		.year = 2014,
	};
	struct tcn_reading readings[TCN_READINGS_MAX];
	struct tcn_buf got = { 0 };
	size_t n;

	ck_assert_int_eq(tcn_reading_find(facts, &text, readings, &n), TCN_OK);
	print_readings(readings, n, &got);
	ck_assert_msg(strcmp(got.at, rows[_i].wanted) == 0,
	    "%s: [%s], not [%s]", rows[_i].sentence, got.at, rows[_i].wanted);
	tcn_buf_fini(&got);
}
END_TEST

TCN_TESTS(reading)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(sentences_are_read, rows);
}
