/*
 * What is sent of an edition, to whom, and again.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "sql/outbox.h"
#include "tests/tools/tell/edition/oster.h"
#include "tools/tell/edition/edition_send.h"

static const char receivers_yaml[] =
    ("receivers:\n"
     "- {name: post, kind: smtp, url: \"smtp://mail.example\",\n"
     "   from: tocsin@x.example, to: [a@x.example]}\n"
     "- {name: hook, kind: webhook, url: \"https://x.example/\"}\n"
     "- {name: chat, kind: slack, url: \"https://x.example/s\"}\n"
     "desks: {press: [post, chat]}\n");

/* The body of the message to a receiver; there must be one. */
static const char *
body_for(const char *receiver)
{
	const struct tcn_outbox_filter filter = { .receiver =
						      tcn_str(receiver) };
	struct tcn_outbox_list messages;

	ck_assert(!tcn_outbox_find(oster.st, &filter, &oster.arena, &messages));
	ck_assert_uint_eq(messages.n, 1);
	ck_assert(tcn_str_equal(messages.at[0].event,
	    tcn_str("edition-hourly")));
	ck_assert_uint_eq(messages.at[0].revision, 1);
	ck_assert_int_eq(messages.at[0].kind, TCN_OUTBOX_EDITION);
	return messages.at[0].body.at;
}

/* RFC 5322, 2.1.1 */
static void
must_have_short_lines(const char *text)
{
	for (const char *end; (end = strstr(text, "\r\n")); text = end + 2)
		ck_assert(end - text <= 998);
}

START_TEST(messages_of_each_kind)
{
	struct tcn_receiver_set *receivers;
	struct tcn_edition edition;
	struct tcn_store_tx *tx;
	struct tcn_err err = { 0 };
	struct tcn_edition_job job = { .st = oster.st,
		.conf = oster_conf("hourly"),
		.prep = oster.prep,
		.due_ms = oster_minute_ms(60),
		.cut = { 5, oster_minute_ms(60) },
		.event = TCN_STR(""),
		.reason = TCN_STR("") };
	const char *mail, *json;
	size_t n;

	oster_grow(oster.st, 1, 5);
	ck_assert_msg(!tcn_receiver_set_parse("r", tcn_str(receivers_yaml),
			  &receivers, &err),
	    "%s", err.text);
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_edition_plan(&job, &oster.arena));
	ck_assert(!tcn_edition_make(&job, &oster.arena, &edition));
	for (int i = 0; i < 2; i++) /* the second time changes nothing */
		ck_assert(!tcn_edition_send(tx, &edition, receivers,
		    "https://t.example", 5, &n));
	ck_assert_uint_eq(n, 3);
	ck_assert(!tcn_store_commit(oster.st));
	mail = body_for("post");
	oster_must_have(mail, "Subject: Each hour, no. 1\r\n");
	oster_must_have(mail,
	    "Message-ID: <edition-hourly-1-post@x.example>\r\n");
	oster_must_have(mail, "List-Id: <hourly.editions.x.example>\r\n");
	oster_must_have(mail, "Auto-Submitted: auto-generated\r\n");
	oster_must_have(mail, "multipart/alternative");
	oster_must_have(mail, "----alternative-parts--\r\n");
	oster_must_not_have(mail, "image/");
	must_have_short_lines(mail);
	json = body_for("hook");
	oster_must_have(json, "\"key\":\"edition-hourly-1-hook\"");
	oster_must_have(json, "\"kind\":\"tocsin.edition.1\"");
	oster_must_not_have(json, "\n");
	oster_must_have(body_for("chat"), "Each hour, no. 1");
	oster_must_have(body_for("chat"), "2 new, 0 developing");
	tcn_receiver_set_free(receivers);
}
END_TEST

/* With the format pdf mails have the page for print, which is printed when they
 * are sent; others have not. */
START_TEST(a_page_for_print)
{
	static const char yaml[] =
	    "editions:\n- {name: hourly, when: '0 * * * *', format: pdf,"
	    " receivers: [press, hook]}\n";
	struct tcn_editions *editions;
	struct tcn_receiver_set *receivers;
	struct tcn_edition edition;
	struct tcn_edition_issue issue = { .now_ms = 1 };
	struct tcn_store_tx *tx;
	struct tcn_edition_job job = { .prep = oster.prep,
		.due_ms = oster_minute_ms(60),
		.cut.as_of_ms = oster_minute_ms(60),
		.event = TCN_STR(""),
		.reason = TCN_STR("") };

	oster_grow(oster.st, 1, 5);
	ck_assert(!tcn_receiver_set_parse("r", tcn_str(receivers_yaml),
	    &receivers, NULL));
	ck_assert(!tcn_editions_parse("e", tcn_str(yaml), NULL, &editions,
	    NULL));
	job.conf = &editions->at[0];
	issue.receivers = receivers;
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_edition_issue(tx, &job, &issue, &oster.arena, &edition));
	ck_assert(!tcn_store_commit(oster.st));
	ck_assert_uint_eq(issue.messages, 3);
	oster_must_have(body_for("post"), "multipart/mixed");
	oster_must_have(body_for("post"), " name=\"hourly-1.html\"\r\n");
	oster_must_have(body_for("post"), "multipart/alternative");
	must_have_short_lines(body_for("post"));
	oster_must_not_have(body_for("chat"), "hourly-1.html");
	oster_must_not_have(body_for("hook"), "hourly-1.html");
	tcn_editions_free(editions);
	tcn_receiver_set_free(receivers);
}
END_TEST

/* The first has news; the second has none, and only one of the two names sends
 * it all the same. */
START_TEST(nothing_new_is_kept)
{
	static const struct {
		const char *name;
		size_t messages[2];
	} rows[] = { { "calm", { 1, 0 } }, { "hourly", { 3, 3 } } };
	struct tcn_receiver_set *receivers;
	struct tcn_edition edition;
	struct tcn_store_tx *tx;

	oster_grow(oster.st, 1, 5);
	ck_assert(!tcn_receiver_set_parse("r", tcn_str(receivers_yaml),
	    &receivers, NULL));
	for (size_t i = 0; i < 4; i++) {
		const int64_t now_ms = oster_minute_ms(60 + (int)(i % 2) * 60);
		struct tcn_edition_job job = {
			.conf = oster_conf(rows[i / 2].name),
			.prep = oster.prep,
			.due_ms = now_ms,
			.cut.as_of_ms = now_ms,
			.event = TCN_STR(""),
			.reason = TCN_STR(""),
		};
		struct tcn_edition_issue issue = { receivers, NULL, now_ms, 9 };

		ck_assert(!tcn_store_begin(oster.st, &tx));
		ck_assert(!tcn_edition_issue(tx, &job, &issue, &oster.arena,
		    &edition));
		ck_assert(!tcn_store_commit(oster.st));
		ck_assert_uint_eq(edition.number, i % 2 + 1);
		ck_assert_int_eq(tcn_edition_is_empty(&edition), i % 2);
		ck_assert_uint_eq(issue.messages, rows[i / 2].messages[i % 2]);
	}
	tcn_receiver_set_free(receivers);
}
END_TEST

/* Who had no message gets the same that the others got, made again, whatever
 * has come since; who had one gets it once more. */
START_TEST(sent_again)
{
	struct tcn_store_edition_list rows;
	struct tcn_receiver_set *receivers;
	struct tcn_edition_resend resend = {
		.prep = oster.prep, .conf = oster_conf("hourly"), .now_ms = 9
	};
	struct tcn_store_tx *tx;
	struct tcn_err err;
	char first[65536];
	size_t n;

	ck_assert(!tcn_receiver_set_parse("r",
	    tcn_str(
		"receivers:\n"
		"- {name: gone, kind: webhook, url: \"https://x.example\"}\n"
		"- {name: late, kind: webhook, url: \"https://x.example\"}\n"
		"desks: {both: [gone, late]}\n"),
	    &receivers, &err));
	oster_step(oster.st, "hourly", oster_minute_ms(5), 0, NULL);
	oster_grow(oster.st, 1, 5);
	oster_step(oster.st, "hourly", oster_minute_ms(61), 0, NULL);
	rows = oster_rows(oster.st, "hourly");
	resend.row = &rows.at[0];
	resend.receivers = receivers;
	resend.to = tcn_str("gone");
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_edition_send_again(tx, &resend, &n));
	ck_assert_uint_eq(n, 1);
	ck_assert(!tcn_store_commit(oster.st));
	snprintf(first, sizeof first, "%s",
	    strstr(body_for("gone"), "\"edition\":"));
	oster_grow(oster.st, 6, 8);
	resend.to = tcn_str("both");
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_edition_send_again(tx, &resend, &n));
	ck_assert_uint_eq(n, 2);
	resend.to = tcn_str("");
	ck_assert(!tcn_edition_send_again(tx, &resend, &n));
	ck_assert_uint_eq(n, 2);
	resend.to = tcn_str("nobody");
	ck_assert_int_eq(tcn_edition_send_again(tx, &resend, &n), TCN_DONE);
	ck_assert(!tcn_store_commit(oster.st));
	ck_assert_str_eq(strstr(body_for("late"), "\"edition\":"), first);
	tcn_receiver_set_free(receivers);
}
END_TEST

TCN_TESTS(edition_send)
{
	tcase_add_checked_fixture(tc, oster_set_up, oster_tear_down);
	tcase_add_test(tc, messages_of_each_kind);
	tcase_add_test(tc, a_page_for_print);
	tcase_add_test(tc, nothing_new_is_kept);
	tcase_add_test(tc, sent_again);
}
