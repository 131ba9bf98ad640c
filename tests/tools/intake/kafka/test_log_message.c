#include "tests/base/in_arena.h"

#include <string.h>

#include "tools/intake/kafka/lease_record.h"
#include "tools/intake/kafka/log_act.h"
#include "tools/intake/kafka/log_message.h"

static const struct tcn_prepare_conf prepare = {
	.sketch = TCN_SKETCH_CONF_DEFAULT,
};
static struct tcn_log_message message;
static size_t vector_length;

static void
begin(void)
{
	const struct tcn_article_limits limits = {
		.vector_length = &vector_length,
	};

	setup();
	vector_length = 0;
	tcn_log_message_open(&message, &limits, &prepare, 1 << 20);
}

static void
end(void)
{
	tcn_log_message_close(&message);
	teardown();
}

/* What a message holds: a letter for each answer, a: an article, x: none. */
static const char *
read_all(struct tcn_str value)
{
	static char seen[32];
	struct tcn_log_message_article one;
	struct tcn_err err = { .text = "" };
	size_t n = 0;
	enum tcn_rc rc;

	tcn_log_message_begin(&message, value);
	while (!(rc = tcn_log_message_next(&message, &arena, &one, &err)) ||
	    rc == TCN_INVALID) {
		ck_assert(rc != TCN_INVALID || (err.text[0] && one.bytes.n));
		ck_assert(n < sizeof seen - 1);
		seen[n++] = rc ? 'x' : 'a';
	}
	ck_assert_int_eq(rc, TCN_DONE);
	seen[n] = '\0';
	return seen;
}

static const struct {
	const char *value, *holds;
} values[] = {
	{ "{\"title\":\"one\"}", "a" },
	{ "{\"title\":\"one\"}\n{\"title\":\"two\"}\n", "aa" },
	{ "[{\"title\":\"one\"},{\"title\":\"two\"}]", "aa" },
	/* A bad one costs itself alone. */
	{ "{\"title\":\"one\"}\n{\"title\":\"\"}\n{\"title\":\"three\"}",
	    "axa" },
	{ "{\"title\":\"one\"}\n{\"title\":7}\n{\"title\":\"three\"}", "axa" },
	/* What is no JSON ends the message, as nothing can be told apart. */
	{ "{\"title\":\"one\"}\nwords\n{\"title\":\"three\"}", "ax" },
	{ "words", "x" },
	{ "{", "x" },
	{ "", "" },
	/* ninjs */
	{ "{\"uri\":\"u:1\",\"type\":\"text\",\"headline\":\"x\","
	  "\"body_text\":\"words\"}",
	    "a" },
	/* A vector of another length than the first. */
	{ "{\"id\":\"1\",\"vector\":[1,2]}\n{\"id\":\"2\",\"vector\":[1]}",
	    "ax" },
	/* What a person did is no article. */
	{ "{\"tocsin_act\":1,\"id\":\"1\",\"title\":\"one\"}", "" },
	{ "{\"tocsin_act\":1,", "" },
	{ "TCNP", "x" },
	{ "TCNP\x01"
	  "12345678"
	  "\x01",
	    "x" },
};

START_TEST(a_message_holds_its_articles)
{
	ck_assert_str_eq(read_all(tcn_str(values[_i].value)), values[_i].holds);
}
END_TEST

START_TEST(a_message_without_a_value_has_none)
{
	ck_assert_str_eq(read_all((struct tcn_str){ 0 }), "");
}
END_TEST

/* A record is its article, prepared if the settings are the same. */
START_TEST(a_record_is_an_article)
{
	struct tcn_log_message_article one;
	struct tcn_prepare *prep;
	struct tcn_buf out = { 0 };
	struct tcn_err err;

	prep = tcn_prepare_new(&prepare);
	tcn_log_message_begin(&message, tcn_str("{\"title\":\"Oil falls\"}"));
	ck_assert_int_eq(tcn_log_message_next(&message, &arena, &one, &err),
	    TCN_OK);
	ck_assert(!one.prepared && !one.other);
	tcn_prepare(prep, &one.article, &arena, &one.doc);
	for (unsigned other = 0; other < 2; other++) {
		tcn_buf_clear(&out);
		ck_assert_int_eq(tcn_doc_record_write(message.record, &one.doc,
				     message.mark + other, &out),
		    TCN_OK);
		ck_assert_str_eq(read_all(tcn_buf_view(&out)), "a");
		tcn_log_message_begin(&message, tcn_buf_view(&out));
		{
			struct tcn_log_message_article got;

			ck_assert_int_eq(tcn_log_message_next(&message, &arena,
					     &got, &err),
			    TCN_OK);
			ck_assert_int_eq(got.prepared, !other);
			ck_assert_int_eq(got.other, other);
			ck_assert(tcn_str_equal(got.article.id,
			    one.article.id));
		}
	}
	tcn_buf_fini(&out);
	tcn_prepare_free(prep);
}
END_TEST

/* --- what people did --- */

START_TEST(an_act_is_read_as_it_was_written)
{
	const struct tcn_log_act act = { tcn_str("7f-1"), tcn_str("POST"),
		tcn_str("/v1/events/x/notes"), tcn_str("Zo\xc3\xab \"Z\""),
		tcn_str("{\"text\":\"a\\nb\"}") };
	struct tcn_buf out = { 0 };
	struct tcn_log_act got;
	struct tcn_err err;

	tcn_log_act_write(&act, &out);
	ck_assert(tcn_log_act_begins(tcn_buf_view(&out)));
	ck_assert_int_eq(tcn_log_act_read(tcn_buf_view(&out), &arena, &got,
			     &err),
	    TCN_OK);
	ck_assert(tcn_str_equal(act.id, got.id));
	ck_assert(tcn_str_equal(act.method, got.method));
	ck_assert(tcn_str_equal(act.target, got.target));
	ck_assert(tcn_str_equal(act.user, got.user));
	ck_assert(tcn_str_equal(act.body, got.body));
	ck_assert_int_eq(got.body.at[got.body.n], '\0');
	tcn_buf_fini(&out);
}
END_TEST

static const char *const no_acts[] = {
	"{\"tocsin_act\":1,",
	"{\"tocsin_act\":1,}",
	"{\"tocsin_act\":1,\"id\":\"1\"}",
	"{\"tocsin_act\":1,\"target\":\"/v1\"}",
	"{\"tocsin_act\":1,\"id\":\"1\",\"target\":\"v1\"}",
	"{\"tocsin_act\":1,\"id\":\"1\",\"target\":\"/\\u0000\"}",
	"{\"tocsin_act\":1,\"id\":7,\"target\":[]}",
};

START_TEST(what_is_no_act_is_refused_with_words)
{
	struct tcn_log_act got;
	struct tcn_err err = { .text = "" };

	ck_assert(tcn_log_act_begins(tcn_str(no_acts[_i])));
	ck_assert_int_eq(tcn_log_act_read(tcn_str(no_acts[_i]), &arena, &got,
			     &err),
	    TCN_INVALID);
	ck_assert(err.text[0]);
}
END_TEST

/* How far the topic of events was written, as a store keeps it. */
static const struct {
	const char *text;
	uint32_t revision;
} reaches[] = {
	{ "20260303-812eb59732 7", 7 },
	{ "", 0 },
	{ " 7", 0 },
	{ "20260303-812eb59732", 0 },
	{ "20260303-812eb59732 7x", 0 },
	{ "20260303-812eb59732 4294967296", 0 },
	{ "20260303-812eb59732 99999999999999999999999", 0 },
	{ "a-name-that-is-far-too-long-for-the-id-of-an-event 7", 0 },
};

START_TEST(a_reach_is_read_or_none)
{
	struct tcn_lease_reach reach =
	    tcn_lease_reach_read(tcn_str(reaches[_i].text));
	struct tcn_buf out = { 0 };

	ck_assert_uint_eq(reach.revision, reaches[_i].revision);
	if (!reach.revision)
		return;
	tcn_lease_reach_text(&reach, &out);
	ck_assert(tcn_str_equal(tcn_buf_view(&out), tcn_str(reaches[_i].text)));
	tcn_buf_fini(&out);
}
END_TEST

static const struct {
	const char *value;
	int64_t ts_ms, date_ms;
} message_dates[] = {
	{ "{\"title\":\"one\",\"ts\":7}", 9000, 7000 },
	{ "{\"title\":\"one\",\"ts\":7}", -1, 7000 },
	{ "{\"title\":\"one\",\"ts\":7}", 5000, 5000 }, /* ahead of its log */
	{ "{\"title\":\"a\",\"ts\":7}\n{\"title\":\"b\",\"ts\":6}", 9000,
	    7000 },
	{ "{\"title\":\"one\",\"ts\":7,\"vector\":[1,2,3]}", 9000, 7000 },
	{ "{\"title\":\"one\"}", 9000, TCN_UNDATED },
	{ "no", 9000, TCN_UNDATED },
	{ "", 9000, TCN_UNDATED },
};

START_TEST(a_message_has_the_date_of_its_first_article)
{
	ck_assert_int_eq(tcn_log_message_date(&message, &arena,
			     tcn_str(message_dates[_i].value),
			     message_dates[_i].ts_ms),
	    message_dates[_i].date_ms);
	ck_assert_uint_eq(vector_length, 0); /* it was looked at, not taken */
	ck_assert_str_eq(read_all(tcn_str("{\"title\":\"next\"}")), "a");
}
END_TEST

TCN_TESTS(log_message)
{
	tcase_add_checked_fixture(tc, begin, end);
	TCN_EACH(a_message_holds_its_articles, values);
	tcase_add_test(tc, a_message_without_a_value_has_none);
	tcase_add_test(tc, a_record_is_an_article);
	TCN_EACH(a_message_has_the_date_of_its_first_article, message_dates);
	tcase_add_test(tc, an_act_is_read_as_it_was_written);
	TCN_EACH(what_is_no_act_is_refused_with_words, no_acts);
	TCN_EACH(a_reach_is_read_or_none, reaches);
}
