#include "tests/engine/facts/reading_rows.h"

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/facts/reading.h"

static const char *const senses[] = { "", " least", " most", " about", " range",
	" vague", " more", " part" };

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
		if (readings[i].denied)
			tcn_buf_z(out, " denied");
	}
}

static struct tcn_facts *facts;

void
reading_setup(void)
{
	facts = tcn_facts_new();
}

void
reading_teardown(void)
{
	tcn_facts_free(facts);
}

void
reading_must_be(const struct reading_row *row)
{
	const struct tcn_reading_text text = {
		.sentence = tcn_str(row->sentence),
		.lang = row->lang,
		.year = 2014,
	};
	struct tcn_reading readings[TCN_READINGS_MAX];
	struct tcn_buf got = { 0 };
	size_t n;

	tcn_reading_find(facts, &text, readings, &n);
	print_readings(readings, n, &got);
	ck_assert_msg(strcmp(got.at, row->wanted) == 0, "%s: [%s], not [%s]",
	    row->sentence, got.at, row->wanted);
	tcn_buf_fini(&got);
}
