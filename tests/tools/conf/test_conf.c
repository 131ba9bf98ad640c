#include "tests/base/run.h"

#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/conf/conf.h"
#include "tools/conf/conf_value.h"
#include "window/near/near.h"

/* Reads yaml over the defaults, then checks what cannot work together. */
static enum tcn_rc
read_yaml(const char *yaml, struct tcn_conf *conf, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_conf_init(conf);

	*err = (struct tcn_err){ 0 };
	if (rc == TCN_OK)
		rc = tcn_conf_read(conf, "f", tcn_str(yaml), err);
	if (rc == TCN_OK)
		rc = tcn_conf_check(conf, err);
	return rc;
}

static const struct {
	const char *yaml;
	unsigned long line, column;
	const char *text; /* the message begins with it */
} bad[] = {
	/* Addresses. */
	{ "http: {public_url: ftp://a}\n", 1, 20,
	    "http.public_url is http://" },
	{ "http: {public_url: 'https://a/'}\n", 1, 20, "http.public_url is" },
	{ "http: {public_url: 'https://u@a'}\n", 1, 20, "http.public_url is" },
	{ "http: {public_url: 'https://a?b'}\n", 1, 20, "http.public_url is" },
	{ "http: {public_url: 'https://:80'}\n", 1, 20, "http.public_url is" },
	/* Names. */
	{ "rules:\n  more_then: 4\n", 2, 3,
	    "no setting 'rules.more_then'; did you mean 'rules.more_than'?" },
	{ "rules:\n  memory: 4GiB\n", 2, 3,
	    "no setting 'rules.memory'; did you mean 'near.memory'?" },
	{ "rules:\n  quux: 4\n", 2, 3,
	    "no setting 'rules.quux'; 'tocsin config' lists them all" },
	{ "rules:\n  \"a\\0b\": 4\n", 2, 3, "no setting has a name like that" },
	{ "rule:\n  more_than: 4\n", 1, 1,
	    "no section 'rule'; did you mean 'rules'?" },
	{ "rule: story\n", 1, 1,
	    "'rule' belongs under the section 'rules:', indented" },
	{ "more_than: 4\n", 1, 1,
	    "'more_than' belongs under the section 'rules:', indented" },
	{ "rules.more_than: 4\n", 1, 1,
	    "'rules.more_than' belongs under the section 'rules:', indented" },
	{ "other:\n  a: 1\n", 1, 1,
	    "no section 'other'; 'tocsin config' lists them all" },
	{ "rules:\n  <<: 4\n", 2, 3, "no setting 'rules.<<'" },
	{ "? [a]\n: 3\n", 1, 3, "a name is expected here" },
	{ "~: 3\n", 1, 1, "a name is expected here" },
	/* Shape. */
	{ "[a]\n", 1, 1, "a section such as 'rules:' is expected here" },
	{ "- rules\n", 1, 1, "a section such as 'rules:' is expected here" },
	{ "word\n", 1, 1, "a section such as 'rules:' is expected here" },
	{ "rules: 4\n", 1, 8,
	    "rules is a section: its settings go on lines of their own" },
	{ "rules:\n  more_than: [3]\n", 2, 14,
	    "rules.more_than takes one value, not a list" },
	{ "rules:\n  more_than: {a: 3}\n", 2, 14,
	    "rules.more_than takes a value, not settings of its own" },
	{ "rules:\n  more_than:\n  within: 5h\n", 2, 3,
	    "rules.more_than has no value; give one, or remove the line" },
	{ "report:\n  dir: ~\n", 2, 8, "report.dir has no value" },
	{ "report:\n  formats: [html, [md]]\n", 2, 19,
	    "a word is expected here" },
	{ "near:\n  plan: 8x8\nrules:\n  within: 3h\nnear:\n  plan: 5x13\n", 6,
	    9, "near.plan is given twice; the first is on line 2" },
	{ "rules:\n  more_than: 3\n  more_than: 5\n", 3, 14,
	    "rules.more_than is given twice; the first is on line 2" },
	{ "near:\n---\nrules:\n", 2, 1, "a second document begins here" },
	{ "rules:\n  within: &a 4h\n", 2, 14, "anchors (&name) are not" },
	{ "rules: &a\n  within: 4h\n", 2, 3, "anchors (&name) are not" },
	{ "rules:\n  within: *a\n", 2, 12, "aliases (*name) are not" },
	{ "rules:\n  within: !!str 4h\n", 2, 17, "tags (!name) are not" },
	/* Values. */
	{ "rules:\n  within: 4\n", 2, 11,
	    "rules.within: 4 what? Name the unit: 4d, 4h, 4m, 4s or 4ms" },
	{ "near:\n  memory: 12\n", 2, 11,
	    "near.memory: 12 what? Name the unit: 12TiB, 12GiB, 12MiB, 12KiB "
	    "or 12B" },
	{ "rules:\n  within: 4 hours\n", 2, 11,
	    "rules.within takes a duration such as 4h or 1h30m (units ms, s, "
	    "m, h, d), not '4 hours'" },
	{ "rules:\n  within: -4h\n", 2, 11, "rules.within takes a duration" },
	{ "rules:\n  within: 1h30\n", 2, 11, "rules.within takes a duration" },
	{ "near:\n  memory: 64M\n", 2, 11,
	    "near.memory takes a size such as 64MiB (units B, KiB, MiB, GiB, "
	    "TiB), not '64M'" },
	{ "near:\n  memory: 99999999999999TiB\n", 2, 11,
	    "near.memory takes a size" },
	{ "near:\n  memory: 9000000TiB9000000TiB\n", 2, 11,
	    "near.memory takes a size" },
	{ "near:\n  memory: 1KiB\n", 2, 11,
	    "near.memory: '1KiB' is out of range; it takes a size in bytes, "
	    "1MiB to 64TiB, or none" },
	{ "rules:\n  more_than: 0\n", 2, 14,
	    "rules.more_than: '0' is out of range; it takes a whole number, "
	    "1 to 1000000" },
	{ "rules:\n  more_than: 1.5\n", 2, 14,
	    "rules.more_than takes a whole number, not '1.5'" },
	{ "rules:\n  more_than: 99999999999999999999\n", 2, 14,
	    "rules.more_than takes a whole number" },
	{ "story:\n  join: .nan\n", 2, 9, "story.join takes a number" },
	{ "story:\n  join: 1e999\n", 2, 9, "story.join takes a number" },
	{ "story:\n  join: 0x1\n", 2, 9, "story.join takes a number" },
	{ "story:\n  join: 1.01\n", 2, 9,
	    "story.join: '1.01' is out of range; it takes a number, "
	    "0.01 to 1" },
	{ "input:\n  strict: maybe\n", 2, 11,
	    "input.strict: 'maybe' is neither yes nor no" },
	{ "near:\n  plan: 4x4\n", 2, 9,
	    "near.plan: '4x4' is no choice; it takes 4x16, 5x13 or 8x8" },
	{ "report:\n  formats: [html, pdf]\n", 2, 12,
	    "report.formats: 'pdf' is no choice; it takes any of html, md and "
	    "json" },
	{ "report:\n  dir: \"a\\tb\"\n", 2, 8,
	    "report.dir: control character 9 in the text" },
	{ "near:\n  plan: \"\\e[31mred, and so long that nobody wants it all "
	  "on one line\"\n",
	    2, 9,
	    "near.plan: '?[31mred, and so long that nobody wants it all o...' "
	    "is no choice" },
	/* Syntax. */
	{ "rules:\n\twithin: 4h\n", 2, 1,
	    "tab character may not be used as indentation" },
	{ "rules:\n  within: 5h\n more_than: 3\n", 3, 2,
	    "invalid indentation in mapping" },
	{ "rules:\n  within: \"4h\n", 2, 12,
	    "double-quoted scalar without closing quote" },
	{ "%YAML 9.9\n---\nrules:\n", 1, 1, "directives (%NAME) are not" },
	{ "rules:\n%%%%%%%%%%%%%%%%%%%%%%%%\n", 2, 1, "directives (%NAME)" },
	{ "rules:\n  within: \xff\xfe\n", 2, 11, "not valid UTF-8" },
	{ "# caf\xe9\nrules:\n", 1, 6, "not valid UTF-8" },
	/* What cannot work together. */
	{ "rules:\n  within: 2d\nnear:\n  horizon: 1d\n", 4, 12,
	    "near.horizon is shorter than rules.within" },
	{ "near:\n  horizon: 5h\n  bucket: 6h\n", 3, 11,
	    "near.bucket is wider than near.horizon" },
	{ "time:\n  lateness: 4d\n", 2, 13,
	    "time.lateness is longer than near.horizon" },
};

START_TEST(says_where_and_what)
{
	struct tcn_conf conf;
	struct tcn_err err;

	ck_assert_int_eq(read_yaml(bad[_i].yaml, &conf, &err), TCN_INVALID);
	ck_assert_msg(strncmp(err.text, bad[_i].text, strlen(bad[_i].text)) ==
		0,
	    "want: %s\n got: %s", bad[_i].text, err.text);
	ck_assert_str_eq(err.file, "f");
	ck_assert_msg(err.line == bad[_i].line && err.column == bad[_i].column,
	    "%lu:%lu: %s", err.line, err.column, err.text);
	tcn_conf_fini(&conf);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_zero_byte_is_found)
{
	static const char yaml[] = "rules:\n  within: 4h\0\n";
	struct tcn_conf conf;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&conf, "f",
			     (struct tcn_str){ yaml, sizeof yaml - 1 }, &err),
	    TCN_INVALID);
	ck_assert_uint_eq(err.line, 2);
	ck_assert_uint_eq(err.column, 13);
	tcn_conf_fini(&conf);
}
END_TEST

static const char *const fine[] = {
	"",
	"\n",
	"# nothing but a comment\n",
	"---\n",
	"near:\n",
	"near: {}\n",
	"near: ~\nrules:\n",
	"rules: { within: 5h, more_than: 3, min_origins: 2 }\n",
	"\"rules\":\n  'within': \"5h\"\n",
	"report: { dir: \"\", formats: [] }\n",
	"near: { bucket: auto, memory: none }\n...\n",
	"near: { bucket: 5h, horizon: 5h }\nrules: { within: 5h }\n",
	"\xef\xbb\xbfrules:\r\n  within: 5h\r\n",
};

START_TEST(takes_every_way_to_write_it)
{
	struct tcn_conf conf;
	struct tcn_err err;

	ck_assert_msg(read_yaml(fine[_i], &conf, &err) == TCN_OK, "%lu:%lu: %s",
	    err.line, err.column, err.text);
	tcn_conf_fini(&conf);
}
END_TEST

START_TEST(fills_the_fields_in)
{
	struct tcn_conf conf;
	struct tcn_err err;

	ck_assert_int_eq(read_yaml("near:\n  plan: 8x8\n  horizon: 1d12h\n"
				   "  bucket: 90m\n  memory: 64 MiB\n"
				   "story:\n  join: 2.5e-1\n"
				   "rules:\n  kind: similar\n  within: 1500ms\n"
				   "  quiet: 1s\n"
				   "input:\n  strict: on\n"
				   "report:\n  dir: \"d\u00e9p\u00eaches du "
				   "jour\"\n  formats: [json, html]\n",
			     &conf, &err),
	    TCN_OK);
	ck_assert_int_eq(conf.near.plan, TCN_NEAR_PLAN_8X8);
	ck_assert_int_eq(conf.near.horizon_ms, 129600000);
	ck_assert_int_eq(conf.near.bucket_ms, 5400000);
	ck_assert_uint_eq(conf.near.memory_bytes, 64 << 20);
	ck_assert(conf.story.join == 0.25);
	ck_assert_int_eq(conf.rules.kind, TCN_CONF_RULE_SIMILAR);
	ck_assert_int_eq(conf.rules.within_ms, 1500);
	ck_assert(conf.input.strict);
	ck_assert_str_eq(conf.report.dir, "d\u00e9p\u00eaches du jour");
	ck_assert_uint_eq(conf.report.formats,
	    TCN_CONF_FORMAT_HTML | TCN_CONF_FORMAT_JSON);
	ck_assert_uint_eq(conf.rules.more_than, 15);
	tcn_conf_fini(&conf);
}
END_TEST

/* A setting that is gone names what to write in its place. */
START_TEST(settings_that_are_gone_name_the_mend)
{
	static const char *const texts[] = { "story:\n  burst: 1.5\n",
		"story:\n  publishers: 4\n", "story:\n  warm_up: 2h\n",
		"story:\n  settle: 2h\n" };
	struct tcn_conf conf;
	struct tcn_err err;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		ck_assert_int_eq(read_yaml(texts[i], &conf, &err), TCN_INVALID);
		ck_assert_msg(strstr(err.text, "is gone") != NULL &&
			strstr(err.text, "rules.least") != NULL,
		    "%s", err.text);
		tcn_conf_fini(&conf);
	}
}
END_TEST

START_TEST(old_names_are_read)
{
	struct tcn_conf conf;
	struct tcn_err err;

	ck_assert_int_eq(read_yaml("rules:\n  rule: similar\n"
				   "http:\n  gather: 20ms\n"
				   "  held_max: 64MiB\n",
			     &conf, &err),
	    TCN_OK);
	ck_assert_int_eq(conf.rules.kind, TCN_CONF_RULE_SIMILAR);
	ck_assert_int_eq(conf.http.commit_delay_ms, 20);
	ck_assert_uint_eq(conf.http.buffers_max_bytes, 64 << 20);
	tcn_conf_fini(&conf);
	ck_assert_int_eq(read_yaml("rules:\n  rule: story\n  kind: story\n",
			     &conf, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, "rules.kind is given twice") != NULL,
	    "%s", err.text);
	tcn_conf_fini(&conf);
}
END_TEST

static const struct {
	const char *text;
	enum tcn_rc rc;
	const char *message;
} sets[] = {
	{ "rules.more_than=12", TCN_OK, "" },
	{ "more_than=12", TCN_OK, "" },
	{ "more_than = 12 ", TCN_INVALID, "no setting 'more_than '" },
	{ "rules.more_than", TCN_INVALID, "'rules.more_than' is not of the" },
	{ "more_then=12", TCN_INVALID,
	    "no setting 'more_then'; did you mean 'rules.more_than'?" },
	{ "near.more_than=12", TCN_INVALID,
	    "no setting 'near.more_than'; did you mean 'rules.more_than'?" },
	{ "within=4", TCN_INVALID, "rules.within: 4 what?" },
	{ "items_max=5000", TCN_INVALID,
	    "'items_max' may be near.items_max or story.items_max: name its "
	    "section too" },
	{ "rules=4", TCN_INVALID, "rules has no value of its own" },
	{ "=4", TCN_INVALID, "no setting ''" },
	{ "formats=html,md", TCN_OK, "" },
	{ "formats=[html, md]", TCN_OK, "" },
	{ "formats=,", TCN_INVALID, "report.formats: '' is no choice" },
	{ "dir=\xff", TCN_INVALID, "report.dir: not valid UTF-8" },
};

START_TEST(set_overrides_with_the_same_checks)
{
	struct tcn_conf conf;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&conf, sets[_i].text, &err), sets[_i].rc);
	ck_assert_msg(strncmp(err.text, sets[_i].message,
			  strlen(sets[_i].message)) == 0,
	    "%s", err.text);
	if (strstr(sets[_i].text, "than=12") && sets[_i].rc == TCN_OK)
		ck_assert_uint_eq(conf.rules.more_than, 12);
	if (strstr(sets[_i].text, "md"))
		ck_assert_uint_eq(conf.report.formats, 3);
	tcn_conf_fini(&conf);
}
END_TEST

/* Checks each row of the table, so that a new row needs no new test. */
START_TEST(every_row_is_sound)
{
	const struct tcn_conf_row *row;
	const char *section = "";
	struct tcn_conf conf;
	struct tcn_err err = { 0 };
	size_t found;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_check(&conf, &err), TCN_OK);
	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		struct tcn_conf_place place = { TCN_CONF_FROM_DEFAULT, 0, 0 };

		ck_assert_int_eq(row->help[strlen(row->help) - 1], '.');
		ck_assert_int_eq(tcn_conf_find(row->key, &found, &err), TCN_OK);
		ck_assert_uint_eq(found, i);
		if (row->kind == TCN_CONF_SECTION) {
			section = row->key;
			continue;
		}
		ck_assert(strncmp(row->key, section, strlen(section)) == 0 &&
		    row->key[strlen(section)] == '.');
		ck_assert_msg(tcn_conf_put(&conf, i, tcn_str(row->initial),
				  place, &err) == TCN_OK,
		    "%s: %s", row->key, err.text);
		if (row->kind <= TCN_CONF_BYTES)
			ck_assert_msg(row->least && row->most, "%s", row->key);
		if (row->least)
			ck_assert_int_eq(tcn_conf_put(&conf, i,
					     tcn_str(row->least), place, &err),
			    TCN_OK);
		if (row->most)
			ck_assert_int_eq(tcn_conf_put(&conf, i,
					     tcn_str(row->most), place, &err),
			    TCN_OK);
	}
	tcn_conf_fini(&conf);
}
END_TEST

/* Appends all values, as they are. */
static void
print_values(const struct tcn_conf *conf, struct tcn_buf *out)
{
	const struct tcn_conf_row *row;

	for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++) {
		if (row->kind == TCN_CONF_SECTION)
			continue;
		tcn_buf_printf(out, "%s: ", row->key);
		tcn_conf_value_print(row, (const char *)conf + row->at, out);
		tcn_buf_char(out, '\n');
	}
}

/* Printed and read is the same, whatever the values. */
static void
check_round_trip(const struct tcn_conf *conf)
{
	struct tcn_buf once = { 0 }, twice = { 0 };
	size_t same = 0;
	struct tcn_conf back;
	struct tcn_err err = { 0 };

	tcn_conf_print(conf, &once);
	ck_assert_int_eq(tcn_conf_init(&back), TCN_OK);
	ck_assert_msg(tcn_conf_read(&back, "f", tcn_buf_view(&once), &err) ==
		TCN_OK,
	    "%lu:%lu: %s", err.line, err.column, err.text);
	/* Of a path that was given, the printed form is absolute. */
	tcn_buf_clear(&once);
	print_values(conf, &once);
	print_values(&back, &twice);
	while (once.at[same] && once.at[same] == twice.at[same])
		same++;
	ck_assert_msg(same == once.n && same == twice.n,
	    "printed: %.60s\nread and printed: %.60s", once.at + same,
	    twice.at + same);
	tcn_conf_fini(&back);
	tcn_buf_fini(&once);
	tcn_buf_fini(&twice);
}

static uint64_t
mix(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* Puts some value into a field, within bounds or not: printing never asks. */
static void
scramble(struct tcn_conf *conf, const struct tcn_conf_row *row, uint64_t *state)
{
	static const char *const texts[] = { "\"", "\\", "a: b # c", "~", "no",
		" x", "\u65b0\u805e", "'", "\x7f", "- a" };
	char text[64], *field = (char *)conf + row->at;
	struct tcn_err err;
	uint64_t n = mix(state);

	switch (row->kind) {
	case TCN_CONF_NUMBER:
	case TCN_CONF_PERCENT:
		snprintf(text, sizeof text, "%.17g", (double)n / 1e9 + 0.01);
		break;
	case TCN_CONF_DURATION:
		snprintf(text, sizeof text, "%llums", (unsigned long long)n);
		break;
	case TCN_CONF_BYTES:
		snprintf(text, sizeof text, "%lluB", (unsigned long long)n);
		break;
	case TCN_CONF_TEXT:
	case TCN_CONF_LIST:
	case TCN_CONF_PATH:
		snprintf(text, sizeof text, "%s", texts[n % 10]);
		break;
	case TCN_CONF_NETWORKS:
		snprintf(text, sizeof text,
		    n % 3 ? "[10.%u.0.0/16, ::%x]" : "true", (unsigned)n % 256,
		    (unsigned)n % 65536);
		break;
	case TCN_CONF_SET:
		*(unsigned *)(void *)field = (unsigned)n & 7;
		return;
	default:
		snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	}
	/* Out of range is as good: the field then keeps what it has. */
	if (tcn_conf_value_read(row, tcn_str(text), field, &conf->texts,
		&err) != TCN_OK)
		ck_assert(err.text[0]);
}

START_TEST(print_and_read_give_the_same)
{
	const struct tcn_conf_row *row;
	struct tcn_conf conf;
	uint64_t state = 1;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	check_round_trip(&conf);
	for (int round = 0; round < 200; round++) {
		for (size_t i = 0; (row = tcn_conf_row(i)) != NULL; i++)
			if (row->kind != TCN_CONF_SECTION)
				scramble(&conf, row, &state);
		check_round_trip(&conf);
	}
	tcn_conf_fini(&conf);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(warns_of_odd_pairs)
{
	struct tcn_conf conf;
	struct tcn_err err;
	struct tcn_buf text = { 0 };

	ck_assert_int_eq(read_yaml("", &conf, &err), TCN_OK);
	tcn_conf_warn(&conf, &text);
	ck_assert_uint_eq(text.n, 0);
	conf.rules.more_than = 1;
	conf.rules.quiet_ms = 1000;
	tcn_conf_warn(&conf, &text);
	ck_assert_ptr_nonnull(strstr(text.at, "rules.min_origins is over"));
	ck_assert_ptr_nonnull(strstr(text.at, "rules.quiet is shorter"));
	ck_assert_ptr_null(strstr(text.at, "story.merge"));
	tcn_buf_fini(&text);
	tcn_conf_fini(&conf);
}
END_TEST

START_TEST(hostile_files_are_refused_quickly)
{
	static const struct {
		const char *piece;
		size_t times;
	} bombs[] = { { "[", 200000 }, { "{", 200000 }, { "a: {", 60000 },
		{ "- ", 120000 }, { "? ", 120000 }, { "rules: ", 30000 },
		{ "x", 262144 }, { "\n", 262144 }, { "  ", 131072 },
		{ "#\n", 131072 }, { "rules:\n", 37000 }, { "\"", 262144 },
		{ "& ", 131072 }, { "!!", 131072 }, { "%", 262144 },
		{ "y", 300000 } };
	struct tcn_buf yaml = { 0 };
	struct tcn_conf conf;
	struct tcn_err err;
	enum tcn_rc rc;

	for (size_t i = 0; i < bombs[_i].times; i++)
		tcn_buf_z(&yaml, bombs[_i].piece);
	rc = read_yaml(yaml.at, &conf, &err);
	ck_assert(rc == TCN_INVALID || bombs[_i].piece[0] == '\n' ||
	    bombs[_i].piece[0] == ' ' || bombs[_i].piece[0] == '#' ||
	    strcmp(bombs[_i].piece, "rules:\n") == 0);
	tcn_conf_fini(&conf);
	tcn_buf_fini(&yaml);
}
END_TEST

START_TEST(missing_files_are_named)
{
	struct tcn_conf_args args = { "/nowhere/at/all.yaml", { 0 } };
	struct tcn_conf conf;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_conf_load(&args, &conf, &err), TCN_IO);
	ck_assert_str_eq(err.file, args.file);
	tcn_conf_fini(&conf);
	args.file = "/";
	ck_assert_int_eq(tcn_conf_load(&args, &conf, &err), TCN_IO);
	tcn_conf_fini(&conf);
	args.file = "/dev/zero";
	ck_assert_int_eq(tcn_conf_load(&args, &conf, &err), TCN_INVALID);
	tcn_conf_fini(&conf);
}
END_TEST

TCN_TESTS(conf)
{
	TCN_EACH(says_where_and_what, bad);
	tcase_add_test(tc, a_zero_byte_is_found);
	TCN_EACH(takes_every_way_to_write_it, fine);
	tcase_add_test(tc, fills_the_fields_in);
	tcase_add_test(tc, old_names_are_read);
	tcase_add_test(tc, settings_that_are_gone_name_the_mend);
	TCN_EACH(set_overrides_with_the_same_checks, sets);
	tcase_add_test(tc, every_row_is_sound);
	tcase_add_test(tc, print_and_read_give_the_same);
	tcase_add_test(tc, warns_of_odd_pairs);
	tcase_add_loop_test(tc, hostile_files_are_refused_quickly, 0, 16);
	tcase_add_test(tc, missing_files_are_named);
}
