/*
 * Rules: what each is about and what it fired, and the file that they stand in.
 */
#include "tools/serve/web/web_rules.h"
#include "tools/serve/web/web_chart.h"
#include "tools/serve/web/web_impl.h"

#define PLACE_MAX 500 /* bytes of a line that is shown */

/* --- the file --- */

/* Line n of the text, from 1; empty: it has fewer. */
static struct tcn_str
line_of(struct tcn_str text, uint64_t n)
{
	const char *end;

	for (; n > 1 && text.n; n--) {
		end = memchr(text.at, '\n', text.n);
		if (!end)
			return (struct tcn_str){ 0 };
		text.n -= (size_t)(end + 1 - text.at);
		text.at = end + 1;
	}
	end = text.n ? memchr(text.at, '\n', text.n) : NULL;
	return end ? (struct tcn_str){ text.at, (size_t)(end - text.at) }
		   : text;
}

/* The line, and the blanks of the line below it up to the column, which counts
 * characters: a mark stands there. */
static void
add_place(struct tcn_web_page *page, struct tcn_json_value *mistake,
    struct tcn_str line, uint64_t n, uint64_t column)
{
	struct tcn_buf blank = { 0 };
	uint64_t at = 1;

	if (!line.n || line.n > PLACE_MAX)
		return;
	tcn_json_put_str(&page->arena, mistake, "source", line);
	for (; n; n /= 10)
		tcn_buf_char(&blank, ' ');
	for (size_t i = 0; i < line.n && at < column; i++)
		if (((unsigned char)line.at[i] & 0xc0) != 0x80) {
			tcn_buf_char(&blank, line.at[i] == '\t' ? '\t' : ' ');
			at++;
		}
	tcn_json_put_str(&page->arena, mistake, "blank", tcn_buf_view(&blank));
	tcn_buf_fini(&blank);
}

void
tcn_web_rules_set_mistakes(struct tcn_web_page *page,
    const struct tcn_json_value *answer, struct tcn_str yaml)
{
	struct tcn_json_value list = tcn_json_member(answer, "errors");
	struct tcn_json_value at = tcn_json_first(&list);

	for (; at.node; at = tcn_json_next(&at)) {
		uint64_t line = tcn_json_in_uint(&at, "line");

		if (line)
			add_place(page, &at, line_of(yaml, line), line,
			    tcn_json_in_uint(&at, "column"));
	}
	tcn_web_page_set(page, "mistakes", &list);
}

/* Adds a choice of a field, with whether it is the present one. */
static void
add_choice(struct tcn_arena *arena, const struct tcn_json_value *field,
    struct tcn_str word, struct tcn_json_value *choices)
{
	struct tcn_json_value choice = { 0 };

	tcn_json_put_str(arena, &choice, "word", word);
	tcn_json_put_bool(arena, &choice, "chosen",
	    tcn_str_equal(word, tcn_json_in_str(field, "value")));
	tcn_json_push(arena, choices, &choice);
}

static void
add_choices(struct tcn_arena *arena, struct tcn_json_value *field)
{
	struct tcn_json_value words = tcn_json_member(field, "words");
	struct tcn_json_value at = tcn_json_first(&words), choices = { 0 };
	struct tcn_str kind = tcn_json_in_str(field, "kind");

	if (tcn_str_equal(kind, tcn_str("boolean"))) {
		add_choice(arena, field, tcn_str("true"), &choices);
		add_choice(arena, field, tcn_str("false"), &choices);
	}
	for (; at.node; at = tcn_json_next(&at))
		add_choice(arena, field, at.s, &choices);
	tcn_json_put(arena, field, "choices", &choices);
}

void
tcn_web_rules_set_form(struct tcn_web_page *page, struct tcn_json_value *form)
{
	struct tcn_json_value list = tcn_json_member(form, "fields");
	struct tcn_json_value at = tcn_json_first(&list), rules = { 0 };
	double shown = tcn_json_in_number(form, "rule"), n = 0;

	for (; at.node; at = tcn_json_next(&at))
		add_choices(&page->arena, &at);
	list = tcn_json_member(form, "rules");
	for (at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at), n++) {
		struct tcn_json_value rule = { 0 };

		tcn_json_put_str(&page->arena, &rule, "name", at.s);
		tcn_json_put_number(&page->arena, &rule, "i", n);
		tcn_json_put_bool(&page->arena, &rule, "shown",
		    n >= shown && n <= shown);
		tcn_json_push(&page->arena, &rules, &rule);
	}
	tcn_json_put(&page->arena, form, "named", &rules);
	tcn_json_put_number(&page->arena, form, "new_i", n);
	tcn_json_put_bool(&page->arena, form, "is_new", shown >= n);
	tcn_web_page_set(page, "form", form);
}

/* --- the list --- */

/* What fired by the rule of that name: a member of the list; absent: none. */
static struct tcn_json_value
fired_by(const struct tcn_json_value *fired, struct tcn_str rule)
{
	struct tcn_json_value list = tcn_json_member(fired, "rules");
	struct tcn_json_value at = tcn_json_first(&list);

	while (at.node && !tcn_str_equal(tcn_json_in_str(&at, "rule"), rule))
		at = tcn_json_next(&at);
	return at;
}

/* Whether the rule cannot stand in a path by its name: another page is there,
 * or a browser takes it for a folder. */
static bool
is_reserved(struct tcn_str rule)
{
	static const char *const words[] = { "try", ".", ".." };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (tcn_str_equal(rule, tcn_str(words[i])))
			return true;
	return false;
}

/* Where a rule has its page, and what it fired. */
static void
add_fires(struct tcn_web_page *page, struct tcn_json_value *rule,
    const struct tcn_json_value *fired)
{
	struct tcn_str name = tcn_json_in_str(rule, "rule");
	struct tcn_json_value is = fired_by(fired, name);
	struct tcn_buf text = { 0 };

	tcn_buf_z(&text, "/rules/");
	if (is_reserved(name)) {
		tcn_buf_z(&text, "rule");
		tcn_target_param(&text, "name", name);
	} else {
		tcn_target_segment(&text, name);
	}
	tcn_json_put_str(&page->arena, rule, "path", tcn_buf_view(&text));
	tcn_json_put(&page->arena, rule, "fires", &is);
	tcn_buf_fini(&text);
}

void
tcn_web_get_rules(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "rules",
		.frame = { .name = TCN_WORDS("Rules"), .nav = "rules" },
		.asks = { { "rules", "/v1/rules", "after" },
		    { "?fired", "/v1/rules/fired", NULL },
		    { "?file", "/v1/rules/file", NULL } } };
	struct tcn_json_value at, fired, file;

	if (!tcn_web_view_ask(&page, &view))
		return;
	at = tcn_json_member(&page.view, "rules");
	at = tcn_json_member(&at, "rules");
	fired = tcn_json_member(&page.view, "fired");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		add_fires(&page, &at, &fired);
	file = tcn_json_member(&page.view, "file");
	tcn_web_rules_set_mistakes(&page, &file,
	    tcn_json_in_str(&file, "yaml"));
	tcn_web_view_send(&page, &view);
}

/* --- one rule --- */

void
tcn_web_get_rule(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	struct tcn_str named = tcn_web_page_query(&page, "name");
	struct tcn_str name =
	    named.n ? named : tcn_str(tcn_http_call_arg(call, 0));
	const struct tcn_web_view view = { .name = "rule",
		.frame = { .title = name, .nav = "rules", .narrow = true } };
	struct tcn_buf target = { 0 };
	struct tcn_json_value fired;
	bool asked;

	tcn_buf_z(&target, "/v1/rules/");
	tcn_target_segment(&target, name);
	tcn_buf_z(&target, "/fired");
	tcn_web_page_pass(&page, "since until", &target);
	asked = tcn_web_page_ask(&page, target.at, &fired);
	tcn_buf_fini(&target);
	if (!asked)
		return;
	tcn_web_page_set_str(&page, "name", name);
	tcn_web_page_set(&page, "fired", &fired);
	tcn_web_rules_set_days(&page, &fired, "events", NULL);
	tcn_web_view_send(&page, &view);
}

void
tcn_web_rules_set_days(struct tcn_web_page *page,
    const struct tcn_json_value *of, const char *a, const char *b)
{
	const struct tcn_web_chart chart = { .id = "days",
		.title = TCN_WORDS("Events a day"),
		.unit = "",
		.list = tcn_json_member(of, "days"),
		.members = { a, b },
		.names = { b ? TCN_WORDS("in force") : TCN_WORDS("events"),
		    TCN_WORDS("tried") },
		.divided = 1,
		.days = true,
		.whole = true };
	struct tcn_json_value view = tcn_web_chart(&page->arena, &chart);

	tcn_web_page_set(page, "chart", &view);
}
