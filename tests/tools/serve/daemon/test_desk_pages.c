/*
 * Forms that merge and split events: what they do, for whom they do it, and
 * what is said to who was too late.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <time.h>

#include "tests/tools/serve/daemon/browser.h"

#define FORM  "Content-Type: application/x-www-form-urlencoded\r\n"
#define TOKEN "Authorization: Bearer admin-0123456789\r\n"

static char ids[3][64]; /* of events */
static struct browser ada, eva, reader;

static void
with_rules(struct tcn_conf *conf)
{
	child_with_tokens(conf);
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 3;
}

/* Six articles of one text, so many seconds ago; the id of the event that they
 * fire, which is the newest. */
static void
fire(const char *words, const char *from, int ago, char id[64])
{
	char body[4096];
	int n = 0;

	for (int i = 0; i < 6; i++)
		n += snprintf(body + n, sizeof body - (size_t)n,
		    "{\"id\":\"%s-%d\",\"source\":\"Paper %d\",\"ts\":%lld,"
		    "\"title\":\"%s\"}\n",
		    from, i, i % 4, (long long)time(NULL) - ago, words);
	ck_assert_int_eq(ask("POST", "/v1/articles",
			     TOKEN "Content-Type: application/x-ndjson\r\n",
			     body),
	    200);
	ck_assert_int_eq(ask("GET", "/v1/events?limit=1&order=newest", TOKEN,
			     ""),
	    200);
	cut("\"event\":\"", "\"", id, 64);
}

static void
setup(void)
{
	child_setup();
	child_write_tokens(TOKENS, 0600);
	child_start(with_rules);
	fire("Harbour engine violet thunder glacier window cactus marble", "a",
	    30, ids[0]);
	fire("Earthquake ruins mountain villages rescuers search survivors",
	    "b", 20, ids[1]);
	fire("Parliament rejects budget after marathon session quarrel", "c",
	    10, ids[2]);
	ada = login("writer-0123456789");
	eva = login("admin-0123456789");
	reader = login("reader-0123456789");
}

static void
teardown(void)
{
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_teardown();
}

/* The value that forms of this browser's pages hold. */
static const char *
csrf(const struct browser *browser)
{
	static char value[80];

	snprintf(value, sizeof value, "%s", strchr(browser->csrf, ' ') + 1);
	value[strcspn(value, "\r")] = '\0';
	return value;
}

static int
post_form(const struct browser *browser, const char *path, const char *origin,
    const char *fields)
{
	char headers[1024], body[2048];

	snprintf(headers, sizeof headers, FORM "%s%s", browser->cookie, origin);
	snprintf(body, sizeof body, "csrf=%s&%s", csrf(browser), fields);
	return ask("POST", path, headers, body);
}

static int
act(const struct browser *browser, const char *fields)
{
	return post_form(browser, "/act", OURS, fields);
}

static const char *
page_of(const char *id, const char *more)
{
	static char path[256];

	snprintf(path, sizeof path, "/e/%s%s", id, more);
	return path;
}

/* Fields that make the event part of another. */
static const char *
merge_fields(const char *event, const char *into, const char *more)
{
	static char fields[512];

	snprintf(fields, sizeof fields,
	    "act=merge&event=%s&into=%s&back=%%2Fe%%2F%s%s", event, into, into,
	    more);
	return fields;
}

static bool
is_part(const char *id)
{
	ck_assert_int_eq(ask("GET", "/v1/now", TOKEN, ""), 200);
	return !strstr(heard, id);
}

START_TEST(of_two_who_merge_one_reads_who_was_first)
{
	char location[128];

	ck_assert_int_eq(act(&ada,
			     merge_fields(ids[1], ids[0], "&if_revision=1")),
	    303);
	cut("Location: ", "\r\n", location, sizeof location);
	ck_assert_str_eq(location, page_of(ids[0], ""));
	ck_assert(is_part(ids[1]));
	ck_assert_int_eq(act(&eva,
			     merge_fields(ids[1], ids[2], "&if_revision=1")),
	    409);
	hears("Merge these events?");
	hears("already: take that back first");
	hears("Already merged into another event by <bdi dir=\"auto\">desk1<");
	/* the same once more is no mistake */
	ck_assert_int_eq(act(&eva, merge_fields(ids[1], ids[0], "")), 303);
	/* both sides tell of it */
	ck_assert_int_eq(get(page_of(ids[1], ""), &reader), 200);
	hears("Merged into <a href=\"");
	ck_assert_int_eq(get(page_of(ids[0], "/history"), &reader), 200);
	hears("merged <a href=\"");
	ck_assert_int_eq(get(page_of(ids[1], "/history"), &reader), 200);
	hears("merged it into <a href=\"");
}
END_TEST

START_TEST(several_become_part_of_one_and_come_back)
{
	char fields[512], merge[32];

	snprintf(fields, sizeof fields,
	    "act=merge&event=%s&if_revision=1&event=%s&if_revision=1&into=%s"
	    "&back=%%2F",
	    ids[1], ids[2], ids[0]);
	ck_assert_int_eq(act(&ada, fields), 303);
	hears("Location: /\r\n");
	ck_assert(is_part(ids[1]) && is_part(ids[2]));
	ck_assert_int_eq(get(page_of(ids[0], ""), &ada), 200);
	cut("name=\"unmerge\" value=\"", "\"", merge, sizeof merge);
	snprintf(fields, sizeof fields, "unmerge=%s&back=%%2F", merge);
	ck_assert_int_eq(act(&reader, fields), 403);
	ck_assert_int_eq(act(&ada, fields), 303);
	ck_assert(!is_part(ids[1]) || !is_part(ids[2]));
	ck_assert_int_eq(act(&ada, "unmerge=4711&back=%2F"), 404);
	ck_assert_int_eq(act(&ada, "unmerge=x&back=%2F"), 400);
}
END_TEST

/* The second of two is refused: the first is done, and both are told. */
START_TEST(of_several_those_before_a_refusal_are_done)
{
	char fields[512];

	snprintf(fields, sizeof fields,
	    "act=merge&event=%s&if_revision=1&event=%s&if_revision=9&into=%s",
	    ids[1], ids[2], ids[0]);
	ck_assert_int_eq(act(&ada, fields), 409);
	hears("has moved on: its revision is 1 now");
	hears("Already merged into this event by ");
	ck_assert(is_part(ids[1]));
	ck_assert(!is_part(ids[2]));
}
END_TEST

static const struct {
	const char *fields; /* behind act=merge; %1$s.. are events */
	int status;
	const char *says;
} wrong[] = {
	{ "event=%1$s&into=%2$s&if_revision=7", 409, "has moved on" },
	{ "event=%1$s&into=%2$s&if_revision=x", 400, "if_revision" },
	{ "event=%1$s&into=%1$s", 409, "cannot become part" },
	{ "event=%1$s&into=none", 404, "no event has the id" },
	{ "event=none&into=%1$s", 404, "no event has the id" },
	{ "event=%1$s", 404, "" },
	{ "into=%1$s", 400, "the form does not say" },
};

START_TEST(a_merge_that_is_wrong_changes_nothing)
{
	char fields[512];

	/* there is no format that the compiler could look at */
	ck_assert_int_ge(snprintf(fields, sizeof fields, "act=merge&"), 0);
	for (const char *at = wrong[_i].fields; *at; at++) {
		size_t n = strlen(fields);

		if (strncmp(at, "%1$s", 4) == 0 ||
		    strncmp(at, "%2$s", 4) == 0) {
			snprintf(fields + n, sizeof fields - n, "%s",
			    ids[at[1] - '1']);
			at += 3;
		} else {
			fields[n] = *at;
			fields[n + 1] = '\0';
		}
	}
	ck_assert_int_eq(act(&ada, fields), wrong[_i].status);
	hears("text/html");
	hears(wrong[_i].says);
	ck_assert(!is_part(ids[0]) && !is_part(ids[1]));
}
END_TEST

START_TEST(forms_that_are_not_ours_are_refused)
{
	const char *fields = merge_fields(ids[1], ids[0], "");
	char headers[512];

	ck_assert_int_eq(post_form(&ada, "/act", FOREIGN, fields), 403);
	ck_assert_int_eq(post_form(&ada, "/act", "Origin: null\r\n", fields),
	    403);
	ck_assert_int_eq(post_form(&ada, "/act", "", fields), 403);
	snprintf(headers, sizeof headers, FORM OURS "%s", ada.cookie);
	ck_assert_int_eq(ask("POST", "/act", headers, fields), 403);
	/* the value of another's session */
	memcpy(headers, ada.csrf, sizeof ada.csrf);
	memcpy(ada.csrf, eva.csrf, sizeof ada.csrf);
	ck_assert_int_eq(act(&ada, fields), 403);
	ck_assert_int_eq(act(&reader, fields), 403);
	ck_assert_int_eq(get(page_of(ids[0], "/merge"), &reader), 403);
	ck_assert_int_eq(get(page_of(ids[0], "/split"), &reader), 403);
	ck_assert_int_eq(post_form(&reader, page_of(ids[0], "/split"), OURS,
			     "items=a-1"),
	    403);
	ck_assert_int_eq(get("/act?act=merge", &ada), 405);
	ck_assert(!is_part(ids[1]));
}
END_TEST

START_TEST(what_is_split_off_is_shown_before_it_is_done)
{
	char fields[512], path[256], location[128];

	snprintf(path, sizeof path, "%s", page_of(ids[1], "/split"));
	ck_assert_int_eq(get(path, &ada), 200);
	hears("name=\"items\"");
	ck_assert_int_eq(post_form(&ada, path, OURS,
			     "publishers=Paper+1&items=b-2"),
	    200);
	hears("Split this event?");
	hears("<b data-n=\"items\">");
	hears("name=\"items\" value=\"b-2\"");
	ck_assert_int_eq(ask("GET", "/v1/events?limit=9", TOKEN, ""), 200);
	ck_assert_ptr_null(strstr(heard, "desk-"));
	/* back to the list, with what was chosen */
	ck_assert_int_eq(post_form(&ada, path, OURS,
			     "publishers=Paper+1&items=b-2&again=1"),
	    200);
	hears("value=\"Paper 1\" checked>");
	snprintf(fields, sizeof fields,
	    "act=split&event=%s&if_revision=1&publishers=Paper+1&items=b-2"
	    "&back=%%2F",
	    ids[1]);
	ck_assert_int_eq(act(&ada, fields), 303);
	cut("Location: ", "\r\n", location, sizeof location);
	ck_assert_int_eq(strncmp(location, "/e/desk-", 8), 0);
	ck_assert_int_eq(get(location, &reader), 200);
	hears("Split from <a href=\"");
	/* too late: what was chosen is kept */
	ck_assert_int_eq(act(&eva, fields), 409);
	hears("Split off which items?");
	hears("none of these belongs to the event itself");
}
END_TEST

START_TEST(a_split_that_is_wrong_changes_nothing)
{
	static const struct {
		const char *fields;
		int status;
	} rows[] = {
		{ "if_revision=9&items=b-2", 409 },
		{ "if_revision=1", 400 },
		{ "items=nothing", 409 },
		{ "items=b-0&items=b-1&items=b-2&items=b-3&items=b-4&items=b-5",
		    409 },
	};
	char fields[512];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(fields, sizeof fields, "act=split&event=%s&%s", ids[1],
		    rows[i].fields);
		ck_assert_int_eq(act(&ada, fields), rows[i].status);
		hears("Split off which items?");
	}
	ck_assert_int_eq(act(&ada, "act=split&event=none&items=b-2"), 404);
	ck_assert_int_eq(ask("GET", "/v1/events?limit=9", TOKEN, ""), 200);
	ck_assert_ptr_null(strstr(heard, "desk-"));
}
END_TEST

TCN_TESTS(desk_pages)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, of_two_who_merge_one_reads_who_was_first);
	tcase_add_test(tc, several_become_part_of_one_and_come_back);
	tcase_add_test(tc, of_several_those_before_a_refusal_are_done);
	tcase_add_loop_test(tc, a_merge_that_is_wrong_changes_nothing, 0,
	    (int)(sizeof wrong / sizeof *wrong));
	tcase_add_test(tc, forms_that_are_not_ours_are_refused);
	tcase_add_test(tc, what_is_split_off_is_shown_before_it_is_done);
	tcase_add_test(tc, a_split_that_is_wrong_changes_nothing);
}
