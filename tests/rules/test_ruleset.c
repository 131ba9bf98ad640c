#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "rules/pattern.h"
#include "tests/rules/ruleset_check.h"

static const struct tcn_rule defaults = {
	.more_than = 15,
	.within_ms = 4 * TCN_HOUR_MS,
	.radius = 7,
	.min_origins = 3,
	.min_publishers = 1,
	.least = 0,
	.group_ms = 30 * TCN_MINUTE_MS,
	.severity = TCN_SEVERITY_HIGH,
	.max_per_hour = 60,
};

static const struct tcn_ruleset_conf conf = {
	.defaults = &defaults,
	.horizon_ms = 72 * TCN_HOUR_MS,
	.cluster_horizon_ms = 4 * TCN_HOUR_MS,
	.quiet_ms = 4 * TCN_HOUR_MS,
};

static const char full[] =
    "rules:\n"
    "  - name: breaking\n"
    "    count: story\n"
    "    of: origins\n"
    "    more_than: 5\n"
    "    within: 2h30m\n"
    "    min_publishers: 2\n"
    "    least: 45.5\n"
    "    where:\n"
    "      any: [earthquake, \"/s\u00e9isme|sismo/i\", flash flood]\n"
    "      all: magnitude\n"
    "      none: [drill, /^Test/mx]\n"
    "      language: [en, fr]\n"
    "      category: World\n"
    "      source: [bbc.co.uk, The Wire]\n"
    "    cooldown: 90m\n"
    "    severity: critical\n"
    "    quiet_hours: {from: \"23:00\", to: 6:30, zone: Europe/Paris,\n"
    "                  days: [mon, sun]}\n"
    "    notify: [world-desk, night]\n"
    "    group: 20m\n"
    "    max_per_hour: 12\n"
    "    not_while: [about-acme]\n"
    "    escalate:\n"
    "      - {more_than: 50, of: publishers, severity: critical}\n"
    "      - {unacknowledged: 30m, notify: [chief, night]}\n"
    "  - name: about-acme\n"
    "    watch: true\n"
    "    where: {any: [acme, acme corp]}\n"
    "  - name: twins\n"
    "    count: similar\n"
    "    radius: 3\n";

static enum tcn_rc
read_text(const char *text, struct tcn_ruleset *set, struct tcn_err *err)
{
	struct tcn_err broken = { 0 };
	enum tcn_rc rc;

	*err = (struct tcn_err){ 0 };
	rc = tcn_ruleset_read(tcn_str(text), "f", &conf, set, err);
	ck_assert_msg(ruleset_check(set, &broken) == TCN_OK, "%s", broken.text);
	return rc;
}

static void
check_breaking(const struct tcn_rule *rule)
{
	const struct tcn_rule_where *where = &rule->where;

	ck_assert(tcn_str_equal(rule->name, tcn_str("breaking")));
	ck_assert_int_eq(rule->unit, TCN_RULE_ORIGINS);
	ck_assert_uint_eq(rule->more_than, 5);
	ck_assert_int_eq(rule->within_ms, 150 * 60000);
	ck_assert_uint_eq(rule->min_origins, 3); /* left out */
	ck_assert_uint_eq(rule->min_publishers, 2);
	ck_assert(rule->least == 45.5);
	ck_assert_uint_eq(where->any.n, 3);
	ck_assert(!where->any.at[0].pattern);
	ck_assert(where->any.at[1].pattern);
	ck_assert_uint_eq(where->any.at[1].flags, TCN_PATTERN_CASELESS);
	ck_assert(tcn_str_equal(where->any.at[1].text,
	    tcn_str("s\u00e9isme|sismo")));
	ck_assert_uint_eq(where->any.at[2].line, 10);
	ck_assert_uint_eq(where->any.at[2].column, 44);
	ck_assert_uint_eq(where->all.n, 1);
	ck_assert_uint_eq(where->none.at[1].flags,
	    TCN_PATTERN_LINES | TCN_PATTERN_SPACED);
	ck_assert_uint_eq(where->languages.n, 2);
	ck_assert_uint_eq(where->categories.n, 1);
	ck_assert(tcn_str_equal(where->sources.at[1], tcn_str("The Wire")));
	ck_assert_int_eq(rule->cooldown_ms, 90 * 60000);
	ck_assert_int_eq(rule->severity, TCN_SEVERITY_CRITICAL);
	ck_assert_uint_eq(rule->quiet.from_min, 23 * 60);
	ck_assert_uint_eq(rule->quiet.to_min, 390);
	ck_assert_uint_eq(rule->quiet.days, 0x41);
	ck_assert_uint_eq(rule->notify.n, 2);
	ck_assert_uint_eq(rule->line, 2);
}

static void
check_steps(const struct tcn_rule *rule)
{
	const struct tcn_rule_escalation *step = rule->escalate.at;

	ck_assert_int_eq(rule->group_ms, 20 * TCN_MINUTE_MS);
	ck_assert_int_eq(rule->group_by, TCN_RULE_GROUP_STORY);
	ck_assert_uint_eq(rule->max_per_hour, 12);
	ck_assert_uint_eq(rule->not_while.n, 1);
	ck_assert(tcn_str_equal(rule->not_while.at[0], tcn_str("about-acme")));
	ck_assert_uint_eq(rule->not_while_line, 23);
	ck_assert_uint_eq(rule->escalate.n, 2);
	ck_assert_uint_eq(step[0].more_than, 50);
	ck_assert_int_eq(step[0].unit, TCN_RULE_PUBLISHERS);
	ck_assert_int_eq(step[0].unacknowledged_ms, 0);
	ck_assert(step[0].has_severity);
	ck_assert_int_eq(step[0].severity, TCN_SEVERITY_CRITICAL);
	ck_assert_uint_eq(step[0].notify.n, 0);
	ck_assert_uint_eq(step[0].line, 25);
	ck_assert_uint_eq(step[1].more_than, 0);
	ck_assert_int_eq(step[1].unacknowledged_ms, 30 * TCN_MINUTE_MS);
	ck_assert(!step[1].has_severity);
	ck_assert_uint_eq(step[1].notify.n, 2);
	ck_assert(tcn_str_equal(step[1].notify.at[1], tcn_str("night")));
	ck_assert(tcn_rule_escalation_reached(&step[0], 51, 51, 51));
	ck_assert(!tcn_rule_escalation_reached(&step[0], 51, 51, 50));
	ck_assert(!tcn_rule_escalation_reached(&step[1], 51, 51, 51));
}

/* A watch rule takes its group from the defaults, a rule that counts has
 * none. */
static void
check_defaults_of_group(const struct tcn_ruleset *set)
{
	ck_assert_int_eq(set->rules[1].group_ms, 30 * TCN_MINUTE_MS);
	ck_assert_int_eq(set->rules[1].group_by, TCN_RULE_GROUP_RULE);
	ck_assert_uint_eq(set->rules[1].max_per_hour, 60);
	ck_assert_int_eq(set->rules[2].group_ms, 0);
	ck_assert_uint_eq(set->rules[2].not_while.n, 0);
	ck_assert_uint_eq(set->rules[2].escalate.n, 0);
}

START_TEST(severity_rises_with_the_counts)
{
	const struct tcn_rule_escalation steps[] = {
		{ .more_than = 10,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_HIGH },
		{ .more_than = 5,
		    .unit = TCN_RULE_PUBLISHERS,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_CRITICAL },
		{ .unacknowledged_ms = 1,
		    .has_severity = true,
		    .severity = TCN_SEVERITY_CRITICAL },
		{ .more_than = 20 },
	};
	const struct tcn_rule rule = {
		.severity = TCN_SEVERITY_MEDIUM,
		.escalate = { steps, 4 },
	};

	ck_assert_int_eq(tcn_rule_severity(&rule, 10, 9, 5),
	    TCN_SEVERITY_MEDIUM);
	ck_assert_int_eq(tcn_rule_severity(&rule, 11, 9, 5), TCN_SEVERITY_HIGH);
	ck_assert_int_eq(tcn_rule_severity(&rule, 6, 6, 6),
	    TCN_SEVERITY_CRITICAL);
	ck_assert_int_eq(tcn_rule_severity(&rule, 100, 6, 6),
	    TCN_SEVERITY_CRITICAL);
}
END_TEST

START_TEST(reads_all_there_is_to_say)
{
	struct tcn_ruleset set;
	struct tcn_err err;

	ck_assert_msg(read_text(full, &set, &err) == TCN_OK, "%lu:%lu %s",
	    err.line, err.column, err.text);
	ck_assert_uint_eq(set.n, 3);
	check_breaking(&set.rules[0]);
	check_steps(&set.rules[0]);
	check_defaults_of_group(&set);
	ck_assert(set.rules[1].watch);
	ck_assert_uint_eq(set.rules[1].more_than, 0);
	ck_assert_uint_eq(set.rules[1].min_origins, 1);
	ck_assert_int_eq(set.rules[1].severity, TCN_SEVERITY_HIGH);
	ck_assert_uint_eq(set.rules[1].quiet.zone.n, 0);
	ck_assert_int_eq(set.rules[2].kind, TCN_RULE_SIMILAR);
	ck_assert_uint_eq(set.rules[2].radius, 3);
	ck_assert_uint_eq(set.rules[2].min_origins, 0);
	ck_assert_uint_eq(set.rules[2].min_publishers, 1);
	tcn_ruleset_fini(&set);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* A rule of the given lines, after "name: a". */
#define RULE(text) "rules:\n- name: a\n" text

static const struct {
	const char *yaml;
	const char *diags; /* each as e or w, place, beginning of the text */
} cases[] = {
	{ "", "e0:0 no rule stands here" },
	{ "rules:\n", "e0:0 no rule stands here" },
	{ "rules: []\n", "e0:0 no rule stands here" },
	{ "[a]\n", "e1:1 'rules:' is expected here" },
	{ "rules: 4\n", "e1:8 rules is a list" },
	{ "rule: []\n", "e1:1 a file of rules holds 'rules:' and no 'rule'" },
	{ "rules: [4]\n", "e1:9 a rule is expected here" },
	{ "rules:\n- more_than: 4\n", "e2:3 this rule has no name" },
	{ "rules:\n- name: A b\n", "e2:9 'A b' is no name" },
	{ "rules:\n- name: a\n  more_than: 9\n- name: a\n",
	    "e4:9 the rule on line 2 is called a as well" },
	{ "rules:\n- name: a\n- name: b\n",
	    "w3:3 asks for the very same as rule 'a' on line 2" },
	/* Keys. */
	{ RULE("  more_then: 4\n"),
	    "e3:3 a rule has no 'more_then'; did you mean 'more_than'?" },
	{ RULE("  any: [x]\n"), "e3:3 'any' belongs under where:, indented" },
	{ RULE("  colour: red\n"), "e3:3 a rule has no 'colour'; 'man" },
	{ RULE("  where: {anny: [x]}\n"),
	    "e3:11 where has no 'anny'; did you mean 'any'?" },
	{ RULE("  where: {notify: x, all: flood}\n"),
	    "e3:11 'notify' belongs under the rule itself" },
	{ RULE("  where: [x]\n"), "e3:10 where holds names of its own" },
	{ RULE("  more_than: 4\n  more_than: 5\n"),
	    "e4:3 'more_than' is given twice; the first is on line 3" },
	/* Values; all of them in one pass. */
	{ RULE("  more_than: many\n  within: 4\n  severity: hihg\n"
	       "  least: x\n  watch: perhaps\n  count: words\n"),
	    "e3:14 more_than takes a whole number, not 'many'"
	    "e4:11 within: 4 what? Name the unit: 4d, 4h"
	    "e5:13 severity: no 'hihg'; did you mean 'high'?"
	    "e6:10 least takes a number, not 'x'"
	    "e7:10 watch: 'perhaps' is neither yes nor no"
	    "e8:10 count: 'words' is no choice; it takes story, "
	    "similar or cluster" },
	{ RULE("  more_than: 0\n"),
	    "e3:14 more_than: '0' is out of range; it takes 1 to 1000000" },
	{ RULE("  within: 500d\n"), "e3:11 within: '500d' is out of range" },
	{ RULE("  within: [1h]\n"), "e3:11 within takes one value" },
	{ RULE("  within:\n  of: items\n"), "e3:3 within has no value" },
	{ RULE("  where: {any: [flood, [b]], all: ~}\n"),
	    "e3:24 any: a text is expected heree3:35 all: nothing stands "
	    "here" },
	{ RULE("  where: {any: ''}\n"), "e3:16 any: an empty text" },
	{ RULE("  where: {language: [english, pt-BR, zh]}\n"),
	    "e3:22 'english' is no language's codee3:31 'pt-BR' is no" },
	{ RULE("  where: {place: [Germany, de, UK, DE, US]}\n"),
	    "e3:19 'Germany' is no country's code; write DE"
	    "e3:28 'de' is no country's code; write DE"
	    "e3:32 'UK' is no country's code; write GB" },
	{ RULE("  where: {place: Mordor}\n"),
	    "e3:18 'Mordor' is no country's code; write ISO 3166-1" },
	{ RULE("  notify: [World Desk]\n"), "e3:12 'World Desk' is no name" },
	/* Words and patterns. */
	{ RULE("  where: {any: [/a, /b/q, \"/(/\", \"/x*/\", \"!!\"]}\n"),
	    "e3:17 a pattern stands between two slashes"
	    "e3:21 behind a pattern's second slash"
	    "e3:27 the pattern '(' is wrong at its character 2"
	    "w3:34 the pattern matches where there is nothing"
	    "e3:42 no word stands here" },
	{ RULE("  where: {any: [die, flood], none: [Flood]}\n"),
	    "w3:17 'die' says nothing in 'de'w3:22 stands under 'none'" },
	{ RULE("  where: {any: [die, dies], language: [en]}\n"), "" },
	{ RULE("  where: {any: [flood, storm, Storm], all: [flood]}\n"),
	    "w3:17 stands under 'all' as wellw3:31 stands here twice" },
	/* What cannot work together. */
	{ RULE("  where: {any: ['earthquak*', 'a *b', '5*']}\n"),
	    "w3:17 '*' stands for nothing in words, which are compared by "
	    "their stems; for any letters write '/\\bearthquak\\w*/i'w3:31 "
	    "'*'" },
	{ RULE("  where: {any: [flo*d]}\n"),
	    "w3:17 '*' stands for nothing in words, which are compared by "
	    "their stems; for any letters write '/\\bflo\\w*d\\b/i'" },
	{ RULE("  where: {any: [flood OR storm, flood or tide]}\n"),
	    "w3:17 'OR' is a word like any other here; if it is to combine "
	    "the words beside it, make each" },
	{ RULE("  watch: true\n"), "w3:10 watch without where" },
	{ RULE("  watch: true\n  more_than: 3\n  where: {any: flood}\n"),
	    "w4:14 a watch rule fires at its first item" },
	{ RULE("  watch: yes\n  count: similar\n  where: {any: flood}\n"),
	    "e4:10 a watch rule looks at stories" },
	{ RULE("  watch: true\n  kinds: [news]\n  where: {any: flood}\n"),
	    "w4:10 a watch rule fires at its first item: kinds" },
	{ RULE("  kinds: [news, gossip]\n"),
	    "e3:17 kinds: 'gossip' is no choice" },
	{ RULE("  radius: 3\n"), "e3:11 radius is of 'count: similar'" },
	{ RULE("  count: similar\n  least: 2\n"), "w4:10 least is of" },
	{ RULE("  count: cluster\n  least: 2\n"), "w4:10 least is of" },
	{ RULE("  count: cluster\n  radius: 2\n"), "e4:11 radius is of" },
	{ RULE("  count: cluster\n  group: 1h\n"),
	    "e4:10 group is of stories" },
	{ RULE("  watch: yes\n  count: cluster\n  where: {any: flood}\n"),
	    "e4:10 a watch rule looks at stories" },
	{ RULE("  count: cluster\n  within: 5h\n"),
	    "w4:11 within is longer than lsh.horizon (4h): items older than "
	    "that have left"
	    "w4:11 within is longer than rules.quiet (4h): an event may "
	    "close" },
	{ RULE("  more_than: 3\n  min_origins: 5\n"),
	    "w4:16 min_origins is over more_than + 1" },
	{ RULE("  more_than: 3\n  min_origins: 4\n"), "" },
	{ RULE("  of: publishers\n  min_publishers: 2\n"),
	    "w4:19 publishers are what more_than counts here" },
	{ RULE("  quiet_hours: {from: \"23:00\"}\n  notify: x\n"),
	    "e3:16 quiet_hours need an ende3:16 quiet_hours need a time zone" },
	{ RULE("  quiet_hours: {from: 24:10, to: 9, zone: Paries}\n"
	       "  notify: x\n"),
	    "e3:23 from takes a time of the daye3:34 to takes a time of"
	    "e3:43 no time zone 'Paries'" },
	{ RULE("  quiet_hours: {from: 8:00, to: 08:00, zone: UTC}\n"),
	    "w3:33 from and to are the same" },
	{ RULE("  quiet_hours: {from: 8:00, to: 9:00, zone: UTC, days: [x]}\n"
	       "  notify: x\n"),
	    "e3:57 days: 'x' is no choice" },
	/* What a rule asks for and the settings do not give. */
	{ RULE("  within: 4h\n  cooldown: 4h\n"), "" },
	{ RULE("  within: 5h\n"),
	    "w3:11 within is longer than rules.quiet (4h): an event may "
	    "close" },
	{ RULE("  within: 4d\n"),
	    "w3:11 within is longer than near.horizon (3d): a copy of an older"
	    "w3:11 within is longer than rules.quiet (4h): an event may "
	    "close" },
	{ RULE("  count: similar\n  within: 4d\n"),
	    "w4:11 within is longer than near.horizon (3d): items older than"
	    "w4:11 within is longer than rules.quiet (4h): an event may "
	    "close" },
	{ RULE("  watch: true\n  within: 4d\n  where: {any: flood}\n"), "" },
	{ RULE("  cooldown: 0s\n"), "" },
	{ RULE("  cooldown: 1m\n"), "" },
	{ RULE("  cooldown: 30s\n"), "w3:13 a cooldown under a minute" },
	{ RULE("  where: {category: a, predicted_least: 80}\n"),
	    "e3:41 predicted_least is of predicted categories" },
	{ RULE("  where: {category: a, predicted: true, "
	       "predicted_least: 100}\n"),
	    "e3:58 predicted_least" },
	{ RULE("  cooldown: 5h\n"),
	    "w3:13 cooldown is longer than rules.quiet (4h): what is held" },
	{ RULE("  cooldown: 5h\n  of: iems\n"), "e4:7 of: no 'iems'" },
	/* Groups, inhibition and escalation. */
	{ RULE("  where: {lang: en}\n"),
	    "e3:11 where has no 'lang'; did you mean 'language'?" },
	{ RULE("  sever: low\n"),
	    "e3:3 a rule has no 'sever'; did you mean "
	    "'severity'?" },
	{ RULE("  group: 1h\n  group_by: rule\n"), "" },
	{ RULE("  group_by: rule\n"), "w3:13 nothing is grouped" },
	{ RULE("  group: 0s\n  group_by: rule\n"), "w4:13 nothing is grouped" },
	{ RULE("  watch: true\n  where: {any: flood}\n  group_by: story\n"),
	    "" },
	{ RULE("  group_by: source\n"),
	    "e3:13 group_by: 'source' is no "
	    "choice; it takes story or rule" },
	{ RULE("  group: 5h\n"), "w3:10 group is longer than rules.quiet" },
	{ RULE("  count: similar\n  group: 1h\n  group_by: rule\n"),
	    "e4:10 group is of storiese5:13 group_by is of stories" },
	{ RULE("  max_per_hour: -1\n"), "e3:17 max_per_hour takes a whole" },
	{ RULE("  not_while: b\n- name: b\n  watch: true\n"
	       "  where: {any: x}\n"),
	    "" },
	{ RULE("  not_while: [bb]\n- name: cc\n"),
	    "e3:14 not_while: there is no rule 'bb'; name one of this file" },
	{ RULE("  not_while: [floods]\n- name: flood\n"),
	    "e3:14 not_while: there is no rule 'floods'; did you mean "
	    "'flood'?" },
	{ RULE("  not_while: a\n"),
	    "e3:14 not_while: rule 'a' would hold itself back" },
	{ RULE("  not_while: b\n- {name: b, not_while: [d, c]}\n"
	       "- {name: c, not_while: a}\n- {name: d, watch: true, "
	       "where: {any: x}}\n"),
	    "e5:24 not_while: rules 'c' and 'a' hold each other back in a" },
	{ RULE("  escalate: 4\n"), "e3:13 escalate: a step is expected here" },
	{ RULE("  escalate: [{severity: critical}, {more_than: 40}]\n"),
	    "e3:14 a step says whene3:36 a step says what then" },
	{ RULE("  escalate: {more_than: 40, unacknowledged: 1h, "
	       "severity: critical}\n"),
	    "e3:13 a step has one condition" },
	{ RULE("  escalate: [{more_than: 40, within: 1h, notify: b}]\n"),
	    "e3:30 'within' belongs under the rule itself" },
	{ RULE("  escalate: [{more_than: 40, sevrity: low, notify: b}]\n"),
	    "e3:30 escalate has no 'sevrity'; did you mean 'severity'?" },
	{ RULE("  escalate: [{more_than: 15, severity: high}]\n"),
	    "w3:14 the rule's severity is high already"
	    "w3:14 the rule fires at more than 15" },
	/* What YAML itself refuses, after what could be read. */
	{ RULE("  of: iems\n- {name: b, of: \"x}\n"),
	    "e3:7 of: no 'iems'; did you mean 'items'?e4:18 double" },
	{ RULE("  of: &x items\n"), "e3:10 anchors (&name) are not taken" },
};

/* The diags found, as the table has them, cut to the lengths it gives. */
static void
check_notes(const struct tcn_ruleset *set, const char *want)
{
	size_t at = 0;

	for (; *want; at++) {
		const struct tcn_ruleset_diag *diag = &set->diags[at];
		char place[64];
		size_t n = 0;

		ck_assert_msg(at < set->diags_n, "missing: %s", want);
		snprintf(place, sizeof place, "%c%lu:%lu",
		    diag->warning ? 'w' : 'e', diag->line, diag->column);
		ck_assert_msg(strncmp(want, place, strlen(place)) == 0,
		    "want: %s\n got: %s %s", want, place, diag->text);
		want += strlen(place) + 1;
		while (want[n] && want[n] == diag->text[n])
			n++;
		want += n;
		ck_assert_msg(!*want || *want == 'e' || *want == 'w',
		    "want: %s\n got: %s", want, diag->text + n);
	}
	ck_assert_msg(at == set->diags_n, "more: %lu:%lu %s",
	    set->diags[at].line, set->diags[at].column, set->diags[at].text);
}

START_TEST(says_where_and_what)
{
	struct tcn_ruleset set;
	struct tcn_err err;
	enum tcn_rc rc = read_text(cases[_i].yaml, &set, &err);

	check_notes(&set, cases[_i].diags);
	ck_assert_int_eq(rc, set.errors_n ? TCN_INVALID : TCN_OK);
	ck_assert_uint_eq(set.errors_n + set.warnings_n, set.diags_n);
	tcn_ruleset_fini(&set);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(too_many_diags_are_counted_and_errors_kept)
{
	struct tcn_buf text = { 0 };
	struct tcn_ruleset set;
	struct tcn_err err;

	tcn_buf_z(&text, "rules:\n");
	for (int i = 0; i < 300; i++)
		tcn_buf_printf(&text, "- {name: w%d, watch: true}\n", i);
	for (int i = 0; i < 300; i++)
		tcn_buf_printf(&text, "- {name: e%d, within: 0}\n", i);
	ck_assert_int_eq(read_text(text.at, &set, &err), TCN_INVALID);
	ck_assert_uint_eq(set.diags_n, TCN_RULESET_DIAGS_MAX);
	ck_assert_uint_ge(set.errors_n, 300);
	ck_assert_uint_eq(err.line, 302);
	tcn_ruleset_fini(&set);
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(desks_are_compared_with_those_there_are)
{
	const struct tcn_str desks[] = { TCN_STR("world-desk") };
	struct tcn_ruleset set;
	struct tcn_err err;

	ck_assert_int_eq(read_text(full, &set, &err), TCN_OK);
	ck_assert_int_eq(tcn_ruleset_check_desks(&set, "f", desks, 1, &err),
	    TCN_INVALID);
	ck_assert_int_eq(ruleset_check(&set, NULL), TCN_OK);
	ck_assert_uint_eq(err.line, 20); /* of the list of desks */
	ck_assert_uint_eq(err.column, 13);
	ck_assert_str_eq(err.text,
	    "rule 'breaking' notifies 'night', and there is no desk or "
	    "receiver of that name");
	tcn_ruleset_fini(&set);
}
END_TEST

START_TEST(without_a_file_there_is_one_rule)
{
	struct tcn_rule rule = defaults;
	struct tcn_ruleset set;

	rule.kind = TCN_RULE_SIMILAR;
	tcn_ruleset_default(&rule, &set);
	ck_assert_uint_eq(set.n, 1);
	ck_assert(tcn_str_equal(set.rules[0].name, tcn_str("similar")));
	ck_assert_uint_eq(set.rules[0].more_than, 15);
	ck_assert_int_eq(ruleset_check(&set, NULL), TCN_OK);
	tcn_ruleset_fini(&set);
}
END_TEST

TCN_TESTS(ruleset)
{
	tcase_add_test(tc, reads_all_there_is_to_say);
	tcase_add_test(tc, severity_rises_with_the_counts);
	TCN_EACH(says_where_and_what, cases);
	tcase_add_test(tc, too_many_diags_are_counted_and_errors_kept);
	tcase_add_test(tc, desks_are_compared_with_those_there_are);
	tcase_add_test(tc, without_a_file_there_is_one_rule);
}
