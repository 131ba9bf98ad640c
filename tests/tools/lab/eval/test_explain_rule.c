/*
 * `explain --rule` over a small stream, whose every figure is known.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/schema.h"
#include "tests/base/temp.h"
#include "tools/base/file.h"

static char dir[TEMP_BYTES];

static void
put_file(const char *name, const char *text)
{
	char path[TEMP_BYTES + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
}

static void
put_item(struct tcn_buf *out, int i, int minute, const char *lang,
    const char *title)
{
	tcn_buf_printf(out,
	    "{\"id\":\"i%d\",\"ts\":%d,\"lang\":\"%s\",\"title\":\"%s\","
	    "\"source\":\"s%d\"}\n",
	    i, 1700000000 + minute * 60, lang, title, i);
}

/* Four tell of one quake, in their own words, and one in Spanish. */
static void
make_stream(void)
{
	struct tcn_buf out = { 0 };

	put_item(&out, 0, 0, "en", "Strong quake shakes Lima in Peru");
	put_item(&out, 1, 5, "en",
	    "Strong quake shakes Lima, Peru: houses fall");
	put_item(&out, 2, 9, "en", "Lima in Peru shaken by strong quake");
	put_item(&out, 3, 12, "en", "Strong quake in Lima shakes all Peru");
	put_item(&out, 4, 13, "en", "Quake drill in a school of Lyon");
	put_item(&out, 5, 14, "es", "Quake en Lima");
	put_item(&out, 6, 15, "en", "A drill for the fire brigade");
	put_item(&out, 7, 16, "en", "Parliament debates fisheries budget");
	put_item(&out, 8, 17, "en", "Harvest of apples begins early");
	put_file("in.ndjson", out.at);
	tcn_buf_fini(&out);
	put_file("rules.yaml",
	    "rules:\n"
	    "- name: quakes\n"
	    "  more_than: 5\n"
	    "  min_origins: 1\n"
	    "  where: {any: ['/quake/i', tsunami], none: drill, language: en}\n"
	    "- name: lima\n"
	    "  watch: true\n"
	    "  where: {any: lima}\n"
	    "  group: 0s\n"
	    "  max_per_hour: 1\n"
	    "- name: everything\n"
	    "  watch: true\n"
	    "  where: {language: en}\n"
	    "  not_while: lima\n"
	    "- name: at-night\n"
	    "  watch: true\n"
	    "  where: {any: lima}\n"
	    "  severity: low\n"
	    "  quiet_hours: {from: \"22:00\", to: \"23:00\", zone: UTC}\n");
}

static void
setup(void)
{
	temp_dir(dir);
	make_stream();
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
explain(int code, const char *options)
{
	char line[4 * TEMP_BYTES];
	const char *printed;

	snprintf(line, sizeof line,
	    "explain -q --rules %s/rules.yaml %s %s/in.ndjson", dir, options,
	    dir);
	ck_assert_msg(tcn_program(line, &printed) == code, "%s: %s", line,
	    printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
	return printed;
}

static cJSON *
explain_json(const char *options)
{
	const char *top = getenv("top_srcdir");
	char path[512], with[256];
	struct tcn_buf text = { 0 };
	struct schema_fault fault = { "" };
	cJSON *schema, *value;

	snprintf(with, sizeof with, "--json %s", options);
	value = cJSON_Parse(explain(0, with));
	ck_assert_ptr_nonnull(value);
	snprintf(path, sizeof path, "%s/man/tocsin-explain-rule.schema.json",
	    top ? top : ".");
	ck_assert_int_eq(tcn_file_read(path, 1 << 20, &text, NULL), TCN_OK);
	schema = cJSON_Parse(text.at);
	ck_assert_ptr_nonnull(schema);
	ck_assert_msg(schema_holds(schema, schema, value, &fault), "%s",
	    fault.text);
	cJSON_Delete(schema);
	tcn_buf_fini(&text);
	return value;
}

/* The number at "a.b.c", or -1 where it is null. */
static double
number(const cJSON *value, const char *path)
{
	char key[64];

	while (*path) {
		size_t n = strcspn(path, ".");

		snprintf(key, sizeof key, "%.*s", (int)n, path);
		value = cJSON_IsArray(value)
		    ? cJSON_GetArrayItem(value, atoi(key))
		    : cJSON_GetObjectItemCaseSensitive(value, key);
		ck_assert_msg(value != NULL, "%s", path);
		path += n + (path[n] == '.');
	}
	return cJSON_IsNull(value) ? -1 : value->valuedouble;
}

static const struct {
	const char *options, *path;
	double is;
} figures[] = {
	{ "--rule quakes", "items", 9 },
	{ "--rule quakes", "matched", 4 },
	{ "--rule quakes", "failed.language", 1 },
	{ "--rule quakes", "failed.any", 3 }, /* a drill, too */
	{ "--rule quakes", "failed.none", 1 }, /* a quake drill */
	{ "--rule quakes", "terms.0.decided", 4 },
	{ "--rule quakes", "terms.1.decided", 0 },
	{ "--rule quakes", "terms.2.decided", 1 },
	{ "--rule quakes", "stories", 1 },
	{ "--rule quakes", "events.opened", 0 },
	{ "--rule quakes", "nearest.counted", 4 },
	{ "--rule quakes", "nearest.needed", 6 },
	{ "--rule quakes", "nearest.matched", 4 },
	{ "--rule quakes", "nearest.publishers", 4 },
	{ "--rule quakes", "messages.told", 0 },
	{ "--rule lima", "events.opened", 1 },
	{ "--rule lima", "nearest", -1 },
	{ "--rule lima", "messages.told", 1 },
	{ "--rule lima", "messages.max_per_hour", 2 },
	{ "--rule at-night", "events.opened", 1 },
	{ "--rule at-night", "messages.told", 0 },
	{ "--rule at-night", "messages.quiet_hours", 3 },
	{ "--rule quakes --why-not i6", "asked.0.met", 0 },
	{ "--rule quakes --why-not i1 --why-not i3", "asked.1.story.counted",
	    4 },
};

START_TEST(figures_are_those_of_the_stream)
{
	cJSON *value = explain_json(figures[_i].options);

	ck_assert_msg(number(value, figures[_i].path) == figures[_i].is,
	    "%s %s: %g", figures[_i].options, figures[_i].path,
	    number(value, figures[_i].path));
	cJSON_Delete(value);
}
END_TEST

static void
wants(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in: %s", text,
	    printed);
}

START_TEST(says_it_in_words)
{
	const char *printed = explain(0, "--rule quakes --why-not i4");

	wants(printed, "4  of them the rule is about (found: /quake/i 4)\n");
	wants(printed,
	    "1  not: something of what stands under 'none' (found: drill 1)\n");
	wants(printed, "1  not: in none of the languages\n");
	wants(printed,
	    "nearest to firing, and did not: 4 of more than 5 items\n");
	wants(printed, "held back: few items\n    items       4 of 6: 2 short");
	wants(printed,
	    "i4 \"Quake drill in a school of Lyon\"\n  the rule is not about "
	    "it: something of what stands under 'none'; found drill\n");
	wants(explain(0, "--rule lima"), "1 sent, 2 over max_per_hour (1)\n");
}
END_TEST

/* Of several rules one that holds another's messages back. */
START_TEST(inhibition_is_told)
{
	cJSON *value = explain_json("--rule everything");

	ck_assert(number(value, "messages.not_while") > 0);
	cJSON_Delete(value);
}
END_TEST

START_TEST(a_wrong_name_is_answered)
{
	wants(explain(2, "--rule quake"),
	    "there is no rule 'quake'; did you mean 'quakes'?");
	wants(explain(1, "--rule quakes --why-not nothing"),
	    "no item has the id 'nothing'");
}
END_TEST

TCN_TESTS(explain_rule)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(figures_are_those_of_the_stream, figures);
	tcase_add_test(tc, says_it_in_words);
	tcase_add_test(tc, inhibition_is_told);
	tcase_add_test(tc, a_wrong_name_is_answered);
}
