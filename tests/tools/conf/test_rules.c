#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "rules/ruleset.h"
#include "rules/ruleset_impl.h"
#include "tests/base/program.h"
#include "tests/base/schema.h"
#include "tests/base/temp.h"
#include "tools/base/file.h"
#include "tools/conf/diagnostic.h"
#include "tools/conf/rules_schema.h"

static char dir[TEMP_BYTES];

static void
put_file(const char *name, const char *text)
{
	char path[TEMP_BYTES + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
}

/* `tocsin LINE`, with each @ the folder; what it printed. */
static const char *
ask(int code, const char *line)
{
	struct tcn_buf full = { 0 };
	const char *printed;
	int got;

	for (; *line; line++) {
		if (*line == '@')
			tcn_buf_z(&full, dir);
		else
			tcn_buf_char(&full, *line);
	}
	got = tcn_program(full.at, &printed);
	ck_assert_msg(got == code, "%s: %d, not %d: %s", full.at, got, code,
	    printed);
	tcn_buf_fini(&full);
	return printed;
}

static void
wants(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in: %s", text,
	    printed);
}

static const char good[] = "rules:\n"
			   "- name: quakes\n"
			   "  more_than: 1\n"
			   "  min_origins: 1\n"
			   "  where: {any: [quake, '/s[\u00e9e]isme/i']}\n"
			   "- name: ferries\n"
			   "  watch: true\n"
			   "  where: {any: ferry, language: en}\n"
			   "  severity: low\n";

static void
setup(void)
{
	temp_dir(dir);
	put_file("good.yaml", good);
	put_file("bad.yaml",
	    "rules:\n- name: a\n  more_then: 4\n\twithin: 4h\n");
	put_file("odd.yaml", "rules:\n- name: a\n  watch: true\n");
	put_file("steps.yaml",
	    "rules:\n- name: a\n  where: {any: /x y/sm}\n"
	    "  max_per_hour: 0\n  not_while: [b, c]\n  escalate:\n"
	    "  - {more_than: 9, of: publishers, severity: critical}\n"
	    "  - {unacknowledged: 30m, notify: chief}\n"
	    "- {name: b, where: {any: b}}\n- {name: c, where: {any: c}}\n");
	put_file("conf.yaml", "rules:\n  within: 4x\n");
	put_file("in.ndjson",
	    "{\"id\":\"a\",\"lang\":\"en\",\"ts\":1,\"title\":\"Ferry sinks "
	    "after quakes\"}\n"
	    "{\"id\":\"b\",\"lang\":\"fr\",\"ts\":2,\"title\":\"Un seisme "
	    "frappe\"}\n"
	    "{\"id\":\"c\",\"lang\":\"de\",\"ts\":3,\"title\":\"Ferry\"}\n");
}

static void
teardown(void)
{
	temp_drop(dir);
}

START_TEST(check_shows_the_place)
{
	const char *printed;

	wants(ask(0, "check @/good.yaml"), "good.yaml: all is well");
	printed = ask(1, "check @/bad.yaml");
	wants(printed,
	    "bad.yaml:3:3: error: a rule has no 'more_then'; did "
	    "you mean 'more_than'?\n      more_then: 4\n      ^\n");
	wants(printed, "bad.yaml:4:2: error: invalid tab");
	wants(printed, "2 errors, 0 warnings");
	wants(ask(0, "check @/odd.yaml"),
	    "odd.yaml:3:10: warning: watch without where");
	wants(ask(1, "check @/conf.yaml"),
	    "conf.yaml:2:11: error: rules.within"
	    " takes a duration");
	wants(ask(1, "check --json @/bad.yaml @/good.yaml"),
	    "\"line\":3,\"column\":3,\"severity\":\"error\",\"text\":\"a rule "
	    "has no 'more_then'");
	ask(4, "check @/none.yaml");
}
END_TEST

START_TEST(match_tells_what_and_why)
{
	const char *printed =
	    ask(0, "rules match --rules @/good.yaml @/in.ndjson");

	wants(printed,
	    "a [en] Ferry sinks after quakes\n"
	    "    + quakes: found 'quake' under 'any'\n"
	    "    + ferries: found 'ferry' under 'any'\n");
	wants(printed, "+ quakes: found /s[\u00e9e]isme/i under 'any'");
	wants(printed, "c [de] Ferry\n    no rule is about it\n");
	printed = ask(0, "rules match --why --rules @/good.yaml @/in.ndjson");
	wants(printed, "- ferries: nothing of what stands under 'language'");
	printed = ask(0, "rules match --json --rules @/good.yaml @/in.ndjson");
	wants(printed, "{\"id\":\"c\",\"lang\":\"de\",\"rules\":[]}");
	wants(printed, "\"term\":\"/s[\u00e9e]isme/i\"");
	ask(2, "rules match --rules @/bad.yaml @/in.ndjson");
	ask(2, "rules mach");
}
END_TEST

START_TEST(list_shows_each)
{
	wants(ask(0, "rules list --rules @/good.yaml"),
	    "ferries (low)\n    watch: the first item\n    any: ferry\n"
	    "    language: en\n    one event of what comes within 30m by "
	    "rule\n    at most 60 messages an hour to one receiver\n");
	wants(ask(0, "rules list --rules @/good.yaml"),
	    "\n    any: quake, /s[\u00e9e]isme/i\n");
	wants(ask(0, "rules list --rules @/steps.yaml"),
	    "    not while b, c\n    more than 9 publishers: critical\n"
	    "    unacknowledged for 30m; notifies chief\n");
	wants(ask(0, "rules list --json --rules @/steps.yaml"),
	    "\"max_per_hour\":0,\"not_while\":[\"b\",\"c\"],\"escalate\":["
	    "{\"more_than\":9,\"counts\":\"publishers\","
	    "\"unacknowledged_seconds\":null,\"severity\":\"critical\","
	    "\"notify\":[]},{\"more_than\":null,\"counts\":\"items\","
	    "\"unacknowledged_seconds\":1800,\"severity\":null,"
	    "\"notify\":[\"chief\"]}],\"where\":{\"any\":[\"/x y/ms\"]");
	wants(ask(0, "rules list"),
	    "story (high)\n    story: more than 15 "
	    "items within 4h; about every item");
	wants(ask(0, "rules list --json --rules @/good.yaml"),
	    "{\"rule\":\"quakes\",\"kind\":\"story\",\"watch\":false,");
}
END_TEST

/* Whatever a rule says about its messages, the list says, too. */
START_TEST(list_shows_what_holds_messages)
{
	put_file("held.yaml",
	    "rules:\n- name: a\n  more_than: 2\n  min_origins: 3\n"
	    "  min_publishers: 2\n  cooldown: 90m\n  quiet_hours: {from: "
	    "'23:00', to: '06:30', zone: Europe/Paris, days: [fri, sat]}\n");
	wants(ask(0, "rules list --rules @/held.yaml"),
	    "    at least 3 distinct texts, 2 publishers\n"
	    "    kinds: news, scheduled\n"
	    "    held from 23:00 to 06:30, Europe/Paris; on fri, sat\n"
	    "    held within 90m of the last message about the story\n");
	wants(ask(0, "rules list --json --rules @/held.yaml"),
	    "\"cooldown_seconds\":5400,\"quiet\":{\"zone\":\"Europe/Paris\","
	    "\"from_minute\":1380,\"to_minute\":390,"
	    "\"days\":[\"fri\",\"sat\"]}");
}
END_TEST

START_TEST(a_replay_goes_by_the_file)
{
	const char *printed =
	    ask(0, "replay --set rules.file=@/good.yaml @/in.ndjson");

	wants(printed, "Ferry sinks after quakes");
	ask(2, "replay --set rules.file=@/bad.yaml @/in.ndjson");
}
END_TEST

/* --- the schema --- */

static const struct {
	const char *rule; /* JSON, which is YAML as well */
	bool fine;
} samples[] = {
	{ "{\"name\":\"a\"}", true },
	{ "{\"name\":\"a\",\"more_than\":4,\"within\":\"1h30m\",\"of\":"
	  "\"origins\",\"count\":\"story\",\"least\":60.5}",
	    true },
	{ "{\"name\":\"a\",\"least\":\"60 %\"}", true },
	{ "{\"name\":\"a\",\"least\":\"5%\"}", true },
	{ "{\"name\":\"a\",\"least\":100}", false },
	{ "{\"name\":\"a\",\"least\":\"60 percent\"}", false },
	{ "{\"name\":\"a\",\"baseline\":1.5}", false },
	{ "{\"name\":\"a\",\"watch\":true,\"where\":{\"any\":[\"flood\",2024],"
	  "\"language\":\"en\"},\"severity\":\"low\"}",
	    true },
	{ "{\"name\":\"a\",\"notify\":[\"x\"],\"quiet_hours\":{\"from\":"
	  "\"23:00\",\"to\":\"6:30\",\"zone\":\"UTC\",\"days\":[\"mon\"]}}",
	    true },
	{ "{\"name\":\"a\",\"group\":\"1h\",\"group_by\":\"rule\","
	  "\"max_per_hour\":3,\"escalate\":{\"more_than\":50,\"severity\":"
	  "\"critical\"}}",
	    true },
	{ "{\"name\":\"a\",\"escalate\":[{\"more_than\":50,\"of\":"
	  "\"publishers\",\"notify\":\"x\"},{\"unacknowledged\":\"1h\","
	  "\"notify\":[\"x\"]}]}",
	    true },
	{ "{\"name\":\"a\",\"escalate\":[{\"notify\":\"x\"}]}", false },
	{ "{\"name\":\"a\",\"escalate\":[{\"more_than\":50,"
	  "\"unacknowledged\":\"1h\",\"notify\":\"x\"}]}",
	    false },
	{ "{\"name\":\"a\",\"escalate\":[\"soon\"]}", false },
	{ "{\"name\":\"a\",\"group_by\":\"day\"}", false },
	{ "{\"more_than\":4}", false },
	{ "{\"name\":\"A\"}", false },
	{ "{\"name\":\"a\",\"more_then\":4}", false },
	{ "{\"name\":\"a\",\"more_than\":0}", false },
	{ "{\"name\":\"a\",\"more_than\":2000000}", false },
	{ "{\"name\":\"a\",\"more_than\":\"many\"}", false },
	{ "{\"name\":\"a\",\"within\":4}", false },
	{ "{\"name\":\"a\",\"within\":\"4\"}", false },
	{ "{\"name\":\"a\",\"watch\":\"perhaps\"}", false },
	{ "{\"name\":\"a\",\"count\":\"words\"}", false },
	{ "{\"name\":\"a\",\"where\":[\"x\"]}", false },
	{ "{\"name\":\"a\",\"where\":{\"anny\":\"flood\"}}", false },
	{ "{\"name\":\"a\",\"where\":{\"any\":{}}}", false },
	{ "{\"name\":\"a\",\"where\":{\"language\":\"english\"}}", false },
	{ "{\"name\":\"a\",\"where\":{\"place\":[\"DE\",\"FR\"]}}", true },
	{ "{\"name\":\"a\",\"where\":{\"place\":\"de\"}}", false },
	{ "{\"name\":\"a\",\"quiet_hours\":{\"from\":\"23:00\"}}", false },
	{ "{\"name\":\"a\",\"quiet_hours\":{\"from\":\"24:30\",\"to\":\"6:30\","
	  "\"zone\":\"UTC\"}}",
	    false },
	{ "4", false },
};

/* What an editor says is what the reader says. */
START_TEST(the_schema_says_what_the_reader_says)
{
	const struct tcn_rule defaults = { .more_than = 15 };
	const struct tcn_ruleset_conf conf = { .defaults = &defaults };
	struct tcn_buf text = { 0 }, schema_text = { 0 };
	struct schema_fault fault = { "" };
	struct tcn_ruleset set;
	cJSON *schema, *value;
	enum tcn_rc rc;

	tcn_rules_schema(&schema_text);
	schema = cJSON_Parse(schema_text.at);
	ck_assert_ptr_nonnull(schema);
	tcn_buf_printf(&text, "{\"rules\":[%s]}", samples[_i].rule);
	value = cJSON_Parse(text.at);
	ck_assert_ptr_nonnull(value);
	ck_assert_msg(schema_holds(schema, schema, value, &fault) ==
		samples[_i].fine,
	    "%s: %s", samples[_i].rule, fault.text);
	rc = tcn_ruleset_read(tcn_buf_view(&text), "f", &conf, &set, NULL);
	ck_assert_msg((rc == TCN_OK) == samples[_i].fine, "%s",
	    samples[_i].rule);
	tcn_ruleset_fini(&set);
	cJSON_Delete(schema);
	cJSON_Delete(value);
	tcn_buf_fini(&text);
	tcn_buf_fini(&schema_text);
}
END_TEST

START_TEST(the_schema_names_every_row)
{
	const struct tcn_ruleset_row *row;
	struct tcn_buf text = { 0 };

	tcn_rules_schema(&text);
	for (size_t i = 0; (row = tcn_ruleset_row(i)) != NULL; i++) {
		char key[64];

		snprintf(key, sizeof key, "\"%s\":{", row->key);
		wants(text.at, key);
	}
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(a_long_line_is_shown_around_its_place)
{
	struct tcn_buf out = { 0 }, bytes = { 0 };
	struct tcn_diagnostic about = { "f", 2, 101, false, "no" };

	tcn_buf_z(&bytes, "first\n");
	for (int i = 0; i < 100; i++)
		tcn_buf_z(&bytes, "\u00e9");
	tcn_buf_z(&bytes, "X\x1b[31m\n");
	tcn_diagnostic_print(&out, &about, tcn_buf_view(&bytes), false);
	wants(out.at, "\u00e9X?[31m\n    ");
	ck_assert_ptr_null(strchr(out.at, '\x1b'));
	tcn_buf_clear(&out);
	about.line = 99;
	tcn_diagnostic_print(&out, &about, tcn_buf_view(&bytes), false);
	ck_assert_str_eq(out.at, "f:99:101: error: no\n");
	tcn_buf_fini(&out);
	tcn_buf_fini(&bytes);
}
END_TEST

TCN_TESTS(rules)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, check_shows_the_place);
	tcase_add_test(tc, match_tells_what_and_why);
	tcase_add_test(tc, list_shows_each);
	tcase_add_test(tc, list_shows_what_holds_messages);
	tcase_add_test(tc, a_replay_goes_by_the_file);
	TCN_EACH(the_schema_says_what_the_reader_says, samples);
	tcase_add_test(tc, the_schema_names_every_row);
	tcase_add_test(tc, a_long_line_is_shown_around_its_place);
}
