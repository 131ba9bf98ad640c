/*
 * Templates: what mustache's specification asks of interpolation, sections,
 * inverted sections, partials and comments, in words and examples of our own;
 * and what is ours.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/base/mustache.h"

static void
write_shout(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_printf(out, "%.*s<!>", TCN_STR_ARG(value->s));
}

static const struct tcn_mustache_form forms[] = { { "shout", write_shout },
	{ NULL, NULL } };

struct row {
	const char *template, *view, *text;
};

/* Writes a template with the partials "part" and "tree". */
static void
check(enum tcn_mustache_kind kind, const struct row *row)
{
	struct tcn_mustache set = { .kind = kind, .forms = forms };
	struct tcn_err err = { .text = "" };
	struct tcn_json_value view;
	struct tcn_buf out = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_json_read(tcn_str(row->view), &arena, &view, &err),
	    TCN_OK);
	ck_assert_msg(!tcn_mustache_add(&set, "part", tcn_str("*{{x}}*\n"),
			  &err) &&
		!tcn_mustache_add(&set, "tree",
		    tcn_str("{{x}}({{#sub}}{{>tree}}{{/sub}})"), &err) &&
		!tcn_mustache_add(&set, "t", tcn_str(row->template), &err) &&
		!tcn_mustache_link(&set, &err),
	    "%s: %s", row->template, err.text);
	tcn_mustache_write(&set, "t", &view, NULL, &out);
	ck_assert_str_eq(out.at ? out.at : "", row->text);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
	tcn_mustache_fini(&set);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static const struct row plain[] = {
	/* Interpolation. */
	{ "no tag at all", "{}", "no tag at all" },
	{ "Hello, {{subject}}!", "{\"subject\":\"world\"}", "Hello, world!" },
	{ "{{&a}} {{{a}}} {{a}}", "{\"a\":\"<&>\"}", "<&> <&> <&>" },
	{ "{{n}} {{f}} {{big}} {{neg}}",
	    "{\"n\":85,\"f\":1.21,\"big\":123456789012,\"neg\":-0.5}",
	    "85 1.21 123456789012 -0.5" },
	{ "({{none}}) ({{null}}) ({{list}})", "{\"null\":null,\"list\":[1]}",
	    "() () ()" },
	{ "{{a.b.c}}|{{a.b.none}}|{{a.none.c}}",
	    "{\"a\":{\"b\":{\"c\":\"x\"}}}", "x||" },
	/* The first name is looked for outwards, the rest only within. */
	{ "{{#a}}{{b.c}}{{/a}}", "{\"a\":{\"b\":{}},\"b\":{\"c\":\"no\"}}",
	    "" },
	{ "{{#a}}{{b.c}}{{/a}}", "{\"a\":{},\"b\":{\"c\":\"yes\"}}", "yes" },
	{ "|{{ a }}|{{\ta\n}}|", "{\"a\":\"x\"}", "|x|x|" },
	{ "  {{a}}\n", "{\"a\":\"x\"}", "  x\n" },
	/* Sections. */
	{ "{{#a}}is{{/a}}{{#b}}no{{/b}}", "{\"a\":true,\"b\":false}", "is" },
	{ "{{#a}}{{x}}{{/a}}", "{\"a\":{\"x\":\"in\"},\"x\":\"out\"}", "in" },
	{ "{{#a}}{{x}}{{/a}}", "{\"a\":{},\"x\":\"out\"}", "out" },
	{ "{{#a}}{{x}}{{/a}}", "{\"a\":{\"x\":null},\"x\":\"out\"}", "" },
	{ "{{#l}}{{x}}{{/l}}", "{\"l\":[{\"x\":1},{\"x\":2},{\"x\":3}]}",
	    "123" },
	{ "{{#l}}no{{/l}}{{#n}}no{{/n}}{{#z}}no{{/z}}{{#e}}no{{/e}}",
	    "{\"l\":[],\"n\":null,\"z\":0,\"e\":\"\"}", "" },
	{ "{{#l}}({{.}}){{/l}}", "{\"l\":[\"a\",2,1.5]}", "(a)(2)(1.5)" },
	{ "{{#l}}{{#.}}{{.}}{{/.}};{{/l}}", "{\"l\":[[1,2],[3]]}", "12;3;" },
	{ "{{#a}}{{one}}{{#b}}{{one}}{{two}}{{/b}}{{one}}{{/a}}",
	    "{\"a\":{\"one\":1},\"b\":{\"two\":2}}", "1121" },
	{ "{{#b}}1{{/b}}{{#b}}2{{#b}}3{{/b}}4{{/b}}", "{\"b\":true}", "1234" },
	{ "{{#a.b}}in{{/a.b}}{{#a.none}}no{{/a.none}}", "{\"a\":{\"b\":true}}",
	    "in" },
	/* A line that holds nothing but a tag is taken out. */
	{ "a\n{{#b}}\nin\n{{/b}}\nz\n", "{\"b\":true}", "a\nin\nz\n" },
	{ "a\n  {{#b}}\t\r\nin\n  {{/b}}", "{\"b\":true}", "a\nin\n" },
	{ "| {{#b}}in{{/b}} |\n", "{\"b\":true}", "| in |\n" },
	/* Inverted sections. */
	{ "{{^a}}is{{/a}}{{^b}}no{{/b}}", "{\"a\":false,\"b\":{}}", "is" },
	{ "{{^l}}is{{/l}}{{^none}}is{{/none}}{{^full}}no{{/full}}",
	    "{\"l\":[],\"full\":[0]}", "isis" },
	{ "{{^a.b}}is{{/a.b}}", "{\"a\":{}}", "is" },
	{ "a\n{{^b}}\nin\n{{/b}}\nz", "{}", "a\nin\nz" },
	/* Partials. */
	{ "[{{>part}}]", "{\"x\":\"a\"}", "[*a*]" },
	{ "[{{#l}}{{> part }}{{/l}}]", "{\"l\":[{\"x\":1},{\"x\":2}]}",
	    "[*1**2*]" },
	{ "a\n{{>part}}\nz", "{\"x\":\"\"}", "a\n**\nz" },
	{ "{{>tree}}", "{\"x\":\"a\",\"sub\":[{\"x\":\"b\",\"sub\":[]}]}",
	    "a(b())" },
	/* Comments. */
	{ "1{{! of any length }}2{{!}}3", "{}", "123" },
	{ "a\n  {{! on a line,\n  or two }}\nz", "{}", "a\nz" },
	{ "a {{! not alone }}\nz", "{}", "a \nz" },
	/* What is ours. */
	{ "{{a || b}}{{#c || a}}no{{/c || a}}{{^a||c}}!{{/a||c}}",
	    "{\"a\":\"\",\"b\":\"B\"}", "B!" },
	{ "{{#a}}({{.x}})({{.y}})({{.z.y}}){{/a}}",
	    "{\"a\":{\"x\":1,\"z\":{\"y\":2}},\"y\":3}", "(1)()(2)" },
	{ "{{\"a b\"|shout}} {{\"c\"}}", "{}", "a b<!> c" },
	{ "{{a|shout}} {{ a || b | shout }}", "{\"b\":\"B\"}", "<!> B<!>" },
	{ "{{l.length}}{{#l.b}}b{{/l.b}}{{#l.c}}c{{/l.c}}{{#l.^b}}!{{/l.^b}}",
	    "{\"l\":[\"a\",\"b\"]}", "2b!" },
	/* A name is no number, though strtod(3) reads some as one. */
	{ "{{#l.info}}i{{/l.info}}{{#l.nan}}n{{/l.nan}}",
	    "{\"l\":[{\"info\":1,\"nan\":1}]}", "in" },
	{ "{{#l.2}}{{.}}{{/l.2}}{{#l.2+}}+{{/l.2+}}{{#l.3+}}no{{/l.3+}}"
	  "{{#l.9}}{{.}}{{/l.9}}",
	    "{\"l\":[\"a\",\"b\",\"c\"]}", "ab+abc" },
	{ "{{#l.x}}x{{/l.x}}{{#l.y}}y{{/l.y}}{{#l.^x}}no{{/l.^x}}",
	    "{\"l\":[{\"x\":true},{\"x\":1,\"y\":false}]}", "x" },
	{ "{{#s.open}}open{{/s.open}}{{#s.shut}}shut{{/s.shut}}{{^n.1}}s{{/"
	  "n.1}}",
	    "{\"s\":\"open\",\"n\":1}", "open" },
	{ "{{#l}}{{^@first}}, {{/@first}}{{.}}{{#@last}}.{{/@last}}{{/l}}",
	    "{\"l\":[1,2,3]}", "1, 2, 3." },
	{ "{{#l}}{{#a}}{{#@last}}{{a}}{{/@last}}{{/a}}{{/l}}",
	    "{\"l\":[{\"a\":1},{\"a\":2}]}", "2" },
};

START_TEST(plain_text_is_as_the_specification_says)
{
	check(TCN_MUSTACHE_TEXT, &plain[_i]);
}
END_TEST

#define TEXT "{\"a\":\"<b> & \\\"c\\\" 'd'\"}"

static const struct row html[] = {
	{ "<p>{{a}}</p>", TEXT,
	    "<p>&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</p>" },
	{ "<p>{{{a}}} {{&a}}</p>", "{\"a\":\"<b>\"}", "<p><b> <b></p>" },
	{ "<p title=\"{{a}}\">", TEXT,
	    "<p title=\"&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\">" },
	{ "{{a|shout}}", "{\"a\":\"x\"}", "x&lt;!&gt;" },
	{ "<p{{#a}} class=\"{{a}}\"{{/a}}>", "{\"a\":\"x\"}",
	    "<p class=\"x\">" },
	/* A whole address leads to a page, or nowhere. */
	{ "<a href=\"{{a}}\">", "{\"a\":\"https://a.example/?b&c\"}",
	    "<a href=\"https://a.example/?b&amp;c\">" },
	{ "<a href=\"{{a}}\">", "{\"a\":\"/e/1?b=2\"}",
	    "<a href=\"/e/1?b=2\">" },
	{ "<a href=\"{{a}}\">", "{\"a\":\"1.html\"}", "<a href=\"1.html\">" },
	{ "<a href=\"{{a}}\">", "{\"a\":\"javascript:alert(1)\"}",
	    "<a href=\"#\">" },
	{ "<a href=\"{{a}}\">", "{\"a\":\"//elsewhere.example\"}",
	    "<a href=\"#\">" },
	{ "<a href=\"{{a}}\">", "{\"a\":\"/\\\\elsewhere.example\"}",
	    "<a href=\"#\">" },
	{ "<form ACTION=\"{{a}}\">", "{\"a\":\"data:x\"}",
	    "<form ACTION=\"#\">" },
	/* A part of one stays a part. */
	{ "<a href=\"/e/{{a}}/x?q={{a}}&amp;r={{a}}\">",
	    "{\"a\":\"../?a=b&c\"}",
	    "<a href=\"/e/..%2F%3Fa%3Db%26c/x?q=..%2F%3Fa%3Db%26c&amp;r="
	    "..%2F%3Fa%3Db%26c\">" },
	{ "<a href=\"{{a}}{{a}}\" title=\"{{a}}\">", "{\"a\":\"/?\"}",
	    "<a href=\"/?%2F%3F\" title=\"/?\">" },
	/* Data for scripts is JSON that ends no script. */
	{ "<script type=\"application/json\">{\"a\":{{a}},\"n\":{{n}},\"o\":"
	  "{{o}},\"r\":{{{r}}}}</script><b>{{a}}</b>",
	    "{\"a\":\"</"
	    "script>\\\"\",\"n\":7,\"o\":null,\"r\":\"[\\\"<\\\"]\"}",
	    "<script type=\"application/json\">{\"a\":\"\\u003c/script>\\\"\","
	    "\"n\":7,\"o\":null,\"r\":[\"\\u003c\"]}</script>"
	    "<b>&lt;/script&gt;&quot;</b>" },
	{ "a < {{n}} <!-- <p --> {{n}}", "{\"n\":1}", "a < 1 <!-- <p --> 1" },
};

START_TEST(html_is_escaped_by_its_place)
{
	check(TCN_MUSTACHE_HTML, &html[_i]);
}
END_TEST

static const struct row markdown[] = {
	{ "# {{a}}", "{\"a\":\"*b* <c>\"}", "# \\*b\\* &lt;c&gt;" },
	{ "[{{a}}]({{u}}) {{a}}",
	    "{\"a\":\"[x]\",\"u\":\"https://a.example/(b)\"}",
	    "[\\[x\\]](<https://a.example/(b)>) \\[x\\]" },
};

START_TEST(markdown_is_escaped)
{
	check(TCN_MUSTACHE_MARKDOWN, &markdown[_i]);
}
END_TEST

/* What is wrong, and where. */
static const struct {
	const char *template, *text;
	unsigned line, column;
} mistakes[] = {
	{ "a\nb{{#x}}c", "is not closed", 2, 5 },
	{ "a{{/x}}", "closes a section that is not open", 1, 2 },
	{ "{{#a}}{{#b}}{{/a}}{{/b}}", "closes a section other than", 1, 13 },
	{ "a {{x", "is not closed", 1, 3 },
	{ "a {{{x}}", "is not closed", 1, 3 },
	{ "a {{ }}", "has no name", 1, 3 },
	{ "{{x|loud}}", "is no form of writing a value", 1, 1 },
	{ "\n{{>none}}", "names a template that does not exist", 2, 4 },
	{ "<p {{x}}>", "stands where no value may", 1, 4 },
	{ "<p title={{x}}>", "stands where no value may", 1, 10 },
	{ "<p onclick=\"{{x}}\">", "stands where no value may", 1, 13 },
	{ "<p style=\"{{x}}\">", "stands where no value may", 1, 11 },
	{ "<!-- {{x}} -->", "stands where no value may", 1, 6 },
	{ "<p title=\"{{{x}}}\">", "stands where no value may", 1, 11 },
	{ "<p title=\"{{>t}}\">", "stands where no template may", 1, 11 },
	{ "<p {{#x}}>{{/x}}", "begins and ends in different places", 1, 11 },
	{ "<p title=\"a", "ends within a tag", 1, 12 },
};

START_TEST(mistakes_are_named_with_their_place)
{
	struct tcn_mustache set = { .kind = TCN_MUSTACHE_HTML, .forms = forms };
	struct tcn_err err = { .text = "" };
	enum tcn_rc rc =
	    tcn_mustache_add(&set, "t", tcn_str(mistakes[_i].template), &err);

	rc = rc ? rc : tcn_mustache_link(&set, &err);
	ck_assert_int_eq(rc, TCN_INVALID);
	ck_assert_msg(strstr(err.text, mistakes[_i].text), "%s", err.text);
	ck_assert_uint_eq(err.line, mistakes[_i].line);
	ck_assert_uint_eq(err.column, mistakes[_i].column);
	tcn_mustache_fini(&set);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(a_later_template_takes_the_place)
{
	struct tcn_mustache set = { 0 };
	const struct tcn_json_value none = { 0 };
	struct tcn_buf out = { 0 };

	ck_assert(!tcn_mustache_add(&set, "a", tcn_str("[{{>b}}]"), NULL));
	ck_assert(!tcn_mustache_add(&set, "b", tcn_str("old"), NULL));
	ck_assert(!tcn_mustache_add(&set, "b", tcn_str("new"), NULL));
	ck_assert(tcn_mustache_add(&set, "b", tcn_str("{{#"), NULL));
	ck_assert(!tcn_mustache_link(&set, NULL));
	tcn_mustache_write(&set, "a", &none, NULL, &out);
	tcn_mustache_write(&set, "none", &none, NULL, &out);
	ck_assert_str_eq(out.at, "[new]");
	tcn_buf_fini(&out);
	tcn_mustache_fini(&set);
}
END_TEST

/* A partial of itself comes to an end. */
START_TEST(endless_templates_end)
{
	struct tcn_mustache set = { 0 };
	const struct tcn_json_value none = { 0 };
	struct tcn_buf out = { 0 };

	ck_assert(!tcn_mustache_add(&set, "a", tcn_str("x{{>a}}"), NULL));
	ck_assert(!tcn_mustache_link(&set, NULL));
	tcn_mustache_write(&set, "a", &none, NULL, &out);
	ck_assert_uint_eq(out.n, 17);
	tcn_buf_fini(&out);
	tcn_mustache_fini(&set);
}
END_TEST

TCN_TESTS(mustache)
{
	TCN_EACH(plain_text_is_as_the_specification_says, plain);
	TCN_EACH(html_is_escaped_by_its_place, html);
	TCN_EACH(markdown_is_escaped, markdown);
	TCN_EACH(mistakes_are_named_with_their_place, mistakes);
	tcase_add_test(tc, a_later_template_takes_the_place);
	tcase_add_test(tc, endless_templates_end);
}
