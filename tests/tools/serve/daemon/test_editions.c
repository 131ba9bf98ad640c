/*
 * The daemon makes what is due by the stream's time, once, also when it is
 * killed; sends it; and reads the file of editions anew.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "engine/base/mem.h"
#include "sql/store_editions.h"
#include "tests/tools/serve/daemon/child.h"

#define HOUR 3600

static char receivers[TEMP_BYTES + 16], told[TEMP_BYTES + 16];
static char editions[TEMP_BYTES + 16];
static long long start; /* the stream begins there, at a full minute */

static const char every_minute[] =
    ("editions: [{name: minute, title: Each minute, when: \"* * * * *\",\n"
     "  receivers: [r], empty: send},\n"
     "  {name: short, when: \"* * * * *\", format: md}]\n");

static void
setup(void)
{
	char text[512];

	child_setup();
	start = ((long long)time(NULL) - 3 * HOUR) / 60 * 60;
	snprintf(told, sizeof told, "%s/told", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	snprintf(editions, sizeof editions, "%s/editions", child.dir);
	snprintf(text, sizeof text,
	    "receivers: [{name: r, kind: file, path: %s},\n"
	    "  {name: s, kind: file, path: %s}]\n"
	    "desks: {both: [r, s]}\n",
	    told, told);
	temp_write(told, "");
	temp_write(receivers, text);
	temp_write(editions, every_minute);
}

static void
with_editions(struct tcn_conf *conf)
{
	conf->deliver.receivers = receivers;
	conf->report.editions = editions;
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 2;
	conf->rules.within_ms = (int64_t)4 * HOUR * 1000;
}

static void
post(const char *id, const char *title, long long ts)
{
	char body[512];

	snprintf(body, sizeof body,
	    "{\"id\":\"%s\",\"source\":\"%s\",\"title\":\"%s\",\"ts\":%lld}",
	    id, id, title, ts);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("\"stored\":1");
}

static void
post_event(void)
{
	char id[32];

	for (int i = 0; i < 3; i++) {
		snprintf(id, sizeof id, "e%d", i);
		post(id, "Dam breaks above Oster after days of rain", start);
	}
}

/* Moves the stream on to so many seconds after its start. */
static void
move_on(long long seconds)
{
	char id[32], title[128];

	for (int i = 0; i < 6; i++) {
		snprintf(id, sizeof id, "c%lld-%d", seconds, i);
		snprintf(title, sizeof title, "alpha%s beta%s gamma%s", id, id,
		    id);
		post(id, title, start + seconds);
	}
}

/* How often the text stands in the file of the receiver. */
static int
count_told(const char *text)
{
	char *all = temp_read(told);
	int n = 0;

	for (const char *at = all; (at = strstr(at, text)); at++)
		n++;
	tcn_mem_free(all);
	return n;
}

static void
wait_told(const char *text)
{
	unsigned naps = 0;

	while (!count_told(text) && child_nap(&naps))
		;
	ck_assert_msg(count_told(text) == 1, "%s: %d", text, count_told(text));
}

/* The rows of the store, which must have no gap in their numbers. */
static uint64_t
count_made(void)
{
	const struct tcn_store_edition_filter filter = {
		.name = TCN_STR("minute"),
		.made = true,
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store *st = child_store();
	struct tcn_store_edition_list rows;
	struct tcn_arena arena;
	uint64_t n;

	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_store_editions(st, &filter, 0, &arena, &rows));
	n = rows.n;
	for (size_t i = 0; i < rows.n; i++)
		ck_assert_uint_eq(rows.at[i].number, rows.n - i);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	return n;
}

START_TEST(made_and_sent_once)
{
	child_start(with_editions);
	post_event();
	move_on(130);
	wait_told("\"key\":\"edition-minute-2-r\"");
	ck_assert_int_eq(count_told("\"key\":\"edition-minute-1-r\""), 1);
	ck_assert_int_eq(count_told("\"section\":\"new\",\"event\":\""), 1);
	ck_assert_int_eq(count_told("\"kind\":\"tocsin.edition_message.1\""),
	    2);
	child_stop(SIGKILL);
	ck_assert_uint_eq(count_made(), 2);

	child_start(with_editions);
	move_on(190);
	wait_told("\"key\":\"edition-minute-3-r\"");
	ck_assert_int_eq(child_call("GET",
			     "/v1/deliveries?event=edition-minute", NULL, NULL),
	    200);
	child_wants("\"edition-minute\"");
	child_stop(SIGTERM);
	ck_assert_uint_eq(count_made(), 3);
}
END_TEST

START_TEST(a_mistake_in_the_file)
{
	char conf[512];

	child_start(with_editions);
	post_event();
	temp_write(editions,
	    "editions: [{name: minute, when: \"61 * * * *\"}]\n");
	snprintf(conf, sizeof conf,
	    "deliver: {receivers: %s}\nreport: {editions: %s}\n", receivers,
	    editions);
	child_write_conf(conf);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 422);
	child_wants("a minute is 0 to 59");
	move_on(70);
	wait_told("\"key\":\"edition-minute-1-r\"");
	child_stop(SIGTERM);
}
END_TEST

/* How the routes answer. */
static void
get(const char *path, const char *part)
{
	ck_assert_msg(child_call("GET", path, NULL, NULL) == 200, "%s: %s",
	    path, child.answer.at);
	child_wants(part);
}

/* The path of the edition of so many seconds after the start. */
static const char *
at(int seconds, const char *query)
{
	static char path[128];

	snprintf(path, sizeof path, "/v1/editions/minute/at/%lld?%s",
	    start + seconds, query);
	return path;
}

START_TEST(by_the_interface)
{
	child_start(with_editions);
	post_event();
	move_on(70);
	wait_told("\"key\":\"edition-minute-1-r\"");
	get("/v1/editions", "\"state\":\"begun\"");
	get("/v1/editions?name=minute&limit=1", "\"number\":1,");
	child_wants("\"zone\":\"UTC\",\"due_at\":");
	get("/v1/editions/minute/1", "\"kind\":\"tocsin.edition.1\"");
	get("/v1/editions/minute/latest?format=html", "@page{size:A4");
	get("/v1/editions/minute/1?format=md", "# Each minute, no. 1");
	get("/v1/editions/minute/1?format=text", "Each minute, no. 1");
	get("/v1/editions/minute/1?format=ninjs", "\"composite\"");
	/* What is not stored in a format is made again. */
	get("/v1/editions/short/1?format=md", "# short, no. 1");
	get("/v1/editions/short/1?format=html", "@page{size:A4");
	get("/v1/editions.atom", "<id>urn:tocsin:edition:minute:1</id>");
	ck_assert_int_eq(child_call("GET", "/v1/editions/minute/7", NULL, NULL),
	    404);
	get("/editions", "Each minute, no. 1");

	ck_assert_int_eq(child_call("POST", "/v1/editions/minute/make", NULL,
			     ""),
	    200);
	child_wants("\"number\":2,");
	child_wants("\"reason\":\"made by hand\"");
	ck_assert_int_eq(child_call("POST", "/v1/editions/minute/make", NULL,
			     ""),
	    409);
	wait_told("\"key\":\"edition-minute-2-r\"");
	ck_assert_int_eq(child_call("POST", "/v1/editions/minute/2/send", NULL,
			     ""),
	    200);
	child_wants("\"changed\":1");
	/* To one that had none, and then to both of a desk. */
	ck_assert_int_eq(child_call("POST",
			     "/v1/editions/minute/1/send?receiver=s", NULL, ""),
	    200);
	child_wants("\"changed\":1");
	wait_told("\"key\":\"edition-minute-1-s\"");
	ck_assert_int_eq(child_call("POST",
			     "/v1/editions/minute/1/send?receiver=both", NULL,
			     ""),
	    200);
	child_wants("\"changed\":2");
	ck_assert_int_eq(child_call("POST",
			     "/v1/editions/minute/1/send?receiver=x", NULL, ""),
	    404);
	child_wants("no receiver and no desk");
	ck_assert_int_eq(child_call("POST", "/v1/editions/none/make", NULL, ""),
	    404);
	child_stop(SIGTERM);
}
END_TEST

START_TEST(of_a_past_time)
{
	child_start(with_editions);
	post_event();
	move_on(70);
	wait_told("\"key\":\"edition-minute-1-r\"");
	get(at(60, "compare=true"), "\"same\":true,\"same_method\":true");
	get(at(60, "format=md"), "# Each minute, no. 1");
	get(at(63, "format=text"), "Each minute, no. 2");
	ck_assert_int_eq(child_call("GET", at(63, "compare=true"), NULL, NULL),
	    404);
	child_wants("no edition that was due at that time was made");
	child_stop(SIGTERM);
}
END_TEST

TCN_TESTS(editions)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_add_test(tc, made_and_sent_once);
	tcase_add_test(tc, a_mistake_in_the_file);
	tcase_add_test(tc, by_the_interface);
	tcase_add_test(tc, of_a_past_time);
}
