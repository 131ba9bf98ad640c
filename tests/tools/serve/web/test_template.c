#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tools/serve/web/web_template.h"

START_TEST(what_is_built_in_compiles)
{
	struct tcn_mustache set;
	struct tcn_err err = { .text = "" };
	char place[TCN_ERR_PLACE_BYTES];
	enum tcn_rc rc = tcn_web_template_init(&set, &err);

	ck_assert_msg(rc == TCN_OK, "%s%s", tcn_err_place(&err, place),
	    err.text);
	tcn_mustache_fini(&set);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Ways to write a value, and templates that others share. */
static const struct {
	const char *template, *view, *text;
} rows[] = {
	{ "{{a|iso}} {{a|second}}", "{\"a\":1772514271.669}",
	    "2026-03-03T05:04:31.669Z 2026-03-03T05:04:31Z" },
	{ "{{a|clock}}, {{a|short}}, {{a|whole}}, {{a|day}}",
	    "{\"a\":1772514271.669}",
	    "05:04, 3 Mar 05:04, Tue 3 Mar 2026, 05:04 UTC, Tue 3 Mar 2026" },
	{ "{{a|iso}}{{b|iso}}", "{\"a\":1e300,\"b\":\"x\"}", "" },
	{ "{{#a}}{{> clock}}{{/a}}", "{\"a\":1772514271.669}",
	    "<time datetime=\"2026-03-03T05:04:31.669Z\" data-as=\"clock\" "
	    "title=\"Tue 3 Mar 2026, 05:04 UTC\">05:04 UTC</time>" },
	{ "{{a|ago}}", "{\"a\":1772514271,\"now_at\":1772514330.999}",
	    "just now" },
	{ "{{a|ago}}", "{\"a\":1772514271,\"now_at\":1772525190.999}",
	    "3 h 1 min ago" },
	{ "{{a|ago}}", "{\"a\":1e300,\"now_at\":1772514271}", "" },
	{ "{{a|span}} {{b|span}}", "{\"a\":40,\"b\":-120}", "40 s 2 min" },
	{ "{{a|\"{n} item\"|\"{n} items\"}}", "{\"a\":0}", "0 items" },
	{ "{{a|\"{n} item\"|\"{n} items\"}}", "{\"a\":1}", "1 item" },
	{ "{{a|\"{n} item\"|\"{n} items\"}}", "{\"a\":999}", "999 items" },
	{ "{{a|\"{n} item\"|\"{n} items\"}}", "{\"a\":1234567}",
	    "1,234,567 items" },
	{ "{{a|count}} {{b|count}}", "{\"a\":-1,\"b\":\"x\"}", "0 0" },
	{ "{{a|figure}} {{b|figure}}", "{\"a\":1240,\"b\":0.126}",
	    "1,240 0.13" },
	{ "{{a|percent}} {{b|percent}}", "{\"a\":0.87,\"b\":0}", "87% " },
	{ "{{a|ms}} {{a|hundredths}} {{a|tenths}} {{a|signed}} {{a|rounded}}",
	    "{\"a\":0.384}", "384 38 0.4 +0.4 0" },
	{ "{{a|bar}} {{b|bar}}", "{\"a\":-2,\"b\":9}", "48 96" },
	{ "{{a|site}} {{b|trimmed}}",
	    "{\"a\":\"https://www.a.example/b\","
	    "\"b\":\" c \"}",
	    "a.example c" },
	{ "<p title=\"/e/{{a|segment}}\">", "{\"a\":\"a/b\"}",
	    "<p title=\"/e/a%2Fb\">" },
	/* A growth line: a point between two of its own height is left out,
	 * and more than 48 counts are drawn as sums. */
	{ "{{a|line}}", "{\"a\":[0,4294967294,2147483647]}",
	    "M0 26l2-24 2 12" },
	{ "{{a|line}}", "{\"a\":[0,0,0,7,7]}", "M0 26l4 0 2-24 2 0" },
	{ "{{a|line}}|{{b|line}}|{{c|line}}", "{\"a\":[3],\"b\":[]}",
	    "M0 2||" },
	{ "{{a|line}}",
	    "{\"a\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
	    "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
	    "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,"
	    "1]}",
	    "M0 26l92 0 2-24" },
	{ "{{a|bars}}", "{\"a\":[0,3,16,8]}", "M6 40V33M10 40V0M14 40V20" },
	{ "{{> headline}}.", "{\"title\":\"<b>\",\"lang\":\"ar\"}",
	    "<bdi dir=\"auto\" lang=\"ar\">&lt;b&gt;</bdi>." },
	{ "{{> headline}}.", "{\"beginning\":\"b\"}",
	    "<bdi dir=\"auto\">b</bdi>." },
	{ "{{> headline}}.", "{}", "<bdi dir=\"auto\">(no headline)</bdi>." },
	/* The language is that of the headline, not of what is around it. */
	{ "{{#a}}{{> article}}{{/a}}",
	    "{\"a\":{\"title\":\"T\",\"lang\":\"fr\",\"source\":\"S\",\"url\":"
	    "\"https://a.example/\"}}",
	    "<p class=\"by\"> <b><bdi dir=\"auto\">S</bdi></b> fr</p>\n<p><a "
	    "href=\"https://a.example/\" target=\"_blank\" rel=\"noopener "
	    "noreferrer nofollow\"><bdi dir=\"auto\" lang=\"fr\">T</bdi></a>"
	    "</p>" },
	{ "{{#a}}{{> event-of}}{{/a}}.",
	    "{\"a\":{\"lang\":\"fr\",\"event\":{\"event\":\"e1\",\"title\":"
	    "\"T\"}}}",
	    "<p class=\"of\">part of  <a href=\"/e/e1\"><bdi "
	    "dir=\"auto\">T</bdi>"
	    "</a></p>." },
	{ "{{> state}}.", "{\"state\":\"closed\",\"desk\":{\"said\":\"open\"}}",
	    "open." },
	{ "{{> state}}.", "{\"state\":\"closed\"}", "closed." },
	{ "{{> likeness}}.", "{\"duplicate_of\":0,\"excerpt_of\":7}",
	    " <span class=\"copy\">excerpt</span>." },
};

static void
check_written(const char *template, const char *json, const char *text,
    enum tcn_words_language language)
{
	struct tcn_mustache set;
	struct tcn_json_value view;
	struct tcn_buf out = { 0 };
	struct tcn_arena arena;
	struct tcn_words *words;
	struct tcn_web_template_with with = { .view = &view };

	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_words_new(language, "UTC", &words, NULL));
	with.words = words;
	ck_assert_int_eq(tcn_web_template_init(&set, NULL), TCN_OK);
	ck_assert(!tcn_mustache_add(&set, "t", tcn_str(template), NULL));
	ck_assert(!tcn_mustache_link(&set, NULL));
	ck_assert(!tcn_json_read(tcn_str(json), &arena, &view, NULL));
	tcn_mustache_write(&set, "t", &view, &with, &out);
	ck_assert_str_eq(out.at ? out.at : "", text);
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
	tcn_mustache_fini(&set);
	tcn_words_free(words);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(values_are_written)
{
	check_written(rows[_i].template, rows[_i].view, rows[_i].text,
	    TCN_WORDS_EN);
}
END_TEST

/* In another language: a message, a count, one with slots, what the interface
 * says, with a number, as a list or a reason, and what it has no translation
 * of. */
static const struct {
	const char *template, *view, *text;
	enum tcn_words_language language;
} foreign[] = {
	{ "{{\"Search\"|word}}, {{a|\"{n} event\"|\"{n} events\"}}",
	    "{\"a\":1234}", "Suche, 1.234 Ereignisse", TCN_WORDS_DE },
	{ "{{<\"Merged into {event} by {who}\"}}{{$event}}<b>{{a}}</b>{{$who}}"
	  "<i>{{b}}</i>{{/}}!",
	    "{\"a\":\"x<\",\"b\":\"y\"}",
	    "Zusammengeführt mit <b>x&lt;</b> von <i>y</i>!", TCN_WORDS_DE },
	{ "{{a|said}}; {{b|said}}; {{c|said}}; {{d|said}}",
	    "{\"a\":\"49 publishers\",\"b\":\"62 new texts in 30 min\","
	    "\"c\":\"grew, merged\",\"d\":\"{n} as it is\"}",
	    "49 médias; 62 nouveaux textes en 30 min; a grandi, fusionné; "
	    "{n} as it is",
	    TCN_WORDS_FR },
	{ "{{a|said}}", "{\"a\":\"most texts share a rare name\"}",
	    "la mayoría de los textos comparten un nombre poco frecuente",
	    TCN_WORDS_ES },
	{ "{{a|ago}}", "{\"a\":1772514271,\"now_at\":1772525190.999}",
	    "vor 3\u00a0h 1\u00a0min", TCN_WORDS_DE },
};

START_TEST(values_are_written_in_the_language)
{
	check_written(foreign[_i].template, foreign[_i].view, foreign[_i].text,
	    foreign[_i].language);
}
END_TEST

TCN_TESTS(template)
{
	tcase_add_test(tc, what_is_built_in_compiles);
	TCN_EACH(values_are_written, rows);
	TCN_EACH(values_are_written_in_the_language, foreign);
}
