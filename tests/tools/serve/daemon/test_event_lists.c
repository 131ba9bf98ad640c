/*
 * Lists and pages of events: of a store of before headlines were stored, and of
 * events that tell of the same in two languages.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sql/db.h"
#include "tests/base/older.h"
#include "tests/tools/serve/daemon/child.h"

#define TITLE "Harbour engine violet thunder paper glacier window cactus"
#define OTHER "Ferry morning lantern quarry pepper saddle meadow copper"

static void
pairs(struct tcn_conf *conf)
{
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 1;
}

/* Two copies of a text: an event. */
static void
post_pair(const char *id, const char *title)
{
	long long now = (long long)time(NULL);
	char body[512];

	snprintf(body, sizeof body,
	    "[{\"id\":\"%s1\",\"source\":\"A\",\"ts\":%lld,\"title\":\"%s\"},"
	    "{\"id\":\"%s2\",\"source\":\"B\",\"ts\":%lld,\"title\":\"%s\"}]",
	    id, now, title, id, now, title);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
}

/* Changes the store while the daemon does not run. */
static void
change(const char *sql)
{
	struct tcn_store *st = child_store();

	ck_assert(!tcn_db_exec(st, sql));
	tcn_store_close(st);
}

START_TEST(an_older_store_shows_the_central_item)
{
	child_start(pairs);
	post_pair("a", TITLE);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	change("DROP INDEX event_revisions_headline;"
	       "ALTER TABLE event_revisions DROP COLUMN headline;"
	       "ALTER TABLE event_revisions DROP COLUMN headline_item;"
	       "ALTER TABLE event_revisions DROP COLUMN headline_origins;"
	       "ALTER TABLE event_revisions DROP COLUMN "
	       "headline_first;" OLDER_WITHOUT_PAGES
	       "PRAGMA user_version = 46");
	child_start(pairs);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	child_wants("\"title\":\"" TITLE "\"");
	ck_assert_int_eq(child_call("GET", "/v1/now", NULL, NULL), 200);
	child_wants("\"title\":\"" TITLE "\"");
	ck_assert_int_eq(child_call("GET", "/", NULL, NULL), 200);
	child_wants(TITLE);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(events_of_two_languages_know_each_other)
{
	child_start(pairs);
	post_pair("a", TITLE);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	ck_assert_ptr_null(strstr(child.answer.at, "also_told"));
	post_pair("b", OTHER);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	change("UPDATE event_revisions SET languages = CASE headline WHEN '" //
	    TITLE "' THEN 'en' ELSE 'it' END;"
	       "INSERT INTO event_links SELECT a.id, b.id, 1 FROM events a"
	       " JOIN events b ON a.id < b.id");
	child_start(pairs);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	child_wants("\"also_told\":[");
	child_wants("\"lang\":\"it\",\"title\":\"" OTHER "\",\"leads\":");
	child_wants("\"lang\":\"en\",\"title\":\"" TITLE "\",\"leads\":");
	child_wants("\"leads\":true");
	child_wants("\"leads\":false");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A feed has one entry, whose id stays; a list says that they are one. */
START_TEST(rules_on_one_story_are_one_entry)
{
	const char *entry;

	child_start(pairs);
	post_pair("a", TITLE);
	post_pair("b", OTHER);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	change("UPDATE events SET story = 7;"
	       "UPDATE event_revisions SET story = 7;"
	       "UPDATE events SET rule = 'floods', fired = fired + 1 WHERE id ="
	       " (SELECT event FROM event_revisions WHERE headline = '" //
	    OTHER "')");
	child_start(pairs);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	child_wants("\"also_told\":[");
	child_wants("\"rule\":\"floods\",\"severity\":");
	child_wants("\"same_story\":true");
	ck_assert_int_eq(child_call("GET", "/v1/events.atom", NULL, NULL), 200);
	entry = strstr(child.answer.at, "<entry>");
	ck_assert_ptr_nonnull(entry);
	ck_assert_ptr_null(strstr(entry + 1, "<entry>"));
	child_wants(TITLE);
	child_wants("<category term=\"floods\"/>");
	ck_assert_int_eq(child_call("GET", "/v1/events.json", NULL, NULL), 200);
	child_wants("\"floods\"]");
	ck_assert_ptr_null(strstr(child.answer.at, OTHER));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Of two episodes the one with more texts heads what both are told as. */
START_TEST(the_head_of_a_dossier_is_named)
{
	char path[80], id[40];
	const char *head;

	child_start(pairs);
	post_pair("a", TITLE);
	post_pair("b", OTHER);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	change("UPDATE events SET dossier = (SELECT event FROM event_revisions"
	       " WHERE headline = '" TITLE "') WHERE id ="
	       " (SELECT event FROM event_revisions WHERE headline = '" //
	    OTHER "');"
	       "UPDATE event_revisions SET origins = 9 WHERE headline = '" //
	    OTHER "'");
	child_start(pairs);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	head = strstr(child.answer.at, "\"event\":\"");
	ck_assert_ptr_nonnull(head);
	head += strlen("\"event\":\"");
	snprintf(id, sizeof id, "%.*s", (int)strcspn(head, "\""), head);
	snprintf(path, sizeof path, "/v1/events/%s/dossier", id);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	head = strstr(child.answer.at, "\"episodes\":");
	ck_assert_ptr_nonnull(head);
	head = strstr(head, "\"head\":true");
	ck_assert_ptr_nonnull(head);
	ck_assert_ptr_nonnull(strstr(head, OTHER));
	ck_assert_ptr_null(strstr(head, TITLE));
	ck_assert_ptr_null(strstr(head + 1, "\"head\":true"));
	snprintf(path, sizeof path, "/e/%s/dossier", id);
	ck_assert_int_eq(child_call("GET", path, NULL, NULL), 200);
	child_wants("; heads the dossier");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(event_lists)
{
	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, an_older_store_shows_the_central_item);
	tcase_add_test(tc, events_of_two_languages_know_each_other);
	tcase_add_test(tc, rules_on_one_story_are_one_entry);
	tcase_add_test(tc, the_head_of_a_dossier_is_named);
}
