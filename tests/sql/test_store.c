#include "tests/base/run.h"

#include <signal.h>

#include "engine/base/mem.h"
#include "sql/store.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "tests/sql/sample.h"

static void
ck_str(struct tcn_str a, struct tcn_str b)
{
	ck_assert_msg(tcn_str_equal(a, b), "\"%.*s\" is not \"%.*s\"",
	    TCN_STR_ARG(a), TCN_STR_ARG(b));
}

static void
ck_place(const struct tcn_placement *a, const struct tcn_placement *b)
{
	ck_assert_uint_eq(a->seq, b->seq);
	ck_assert_int_eq(a->ts_ms, b->ts_ms);
	ck_assert_int_eq(a->has_fingerprint, b->has_fingerprint);
	if (a->has_fingerprint)
		ck_assert_uint_eq(a->fingerprint, b->fingerprint);
	ck_assert_uint_eq(a->text_key, b->text_key);
	ck_assert_uint_eq(a->cluster, b->cluster);
	ck_assert_uint_eq(a->publisher, b->publisher);
	ck_assert_uint_eq(a->duplicate_of, b->duplicate_of);
	ck_assert_uint_eq(a->origin, b->origin);
	ck_assert_uint_eq(a->story, b->story);
	ck_assert_uint_eq(a->distance, b->distance);
}

static void
ck_item(struct tcn_store *st, uint64_t seq)
{
	struct tcn_placement p = sample_place(seq);
	struct tcn_store_item_row *item;
	struct tcn_article a;
	struct tcn_arena arena;
	char buf[512];
	uint64_t found;

	tcn_arena_init(&arena, 0);
	a = sample_article(seq, buf);
	ck_assert_int_eq(tcn_store_item(st, seq, &arena, &item), TCN_OK);
	ck_assert_ptr_nonnull(item);
	ck_place(&item->place, &p);
	ck_assert_mem_eq(item->article.key, a.key, sizeof a.key);
	ck_str(item->article.id, a.id);
	ck_str(item->article.source, a.source);
	ck_str(item->article.url, a.url);
	ck_str(item->article.title, a.title);
	ck_str(item->article.text, a.text);
	ck_str(item->article.lang, a.lang);
	ck_str(item->article.category, a.category);
	ck_str(item->article.predicted, a.predicted);
	ck_assert(item->article.probability == a.probability);
	ck_assert(item->article.margin == a.margin);
	ck_str(item->article.label, a.label);
	ck_assert_int_eq(item->article.ts_ms, a.ts_ms);
	ck_assert_int_eq(item->article.given, a.given);
	ck_assert_int_eq(tcn_store_find_key(st, a.id, a.key, &found), TCN_OK);
	ck_assert_uint_eq(found, seq);
	tcn_arena_fini(&arena);
}

START_TEST(reads_back_every_item)
{
	struct tcn_store *st = sample_store(3);
	uint64_t last;

	for (uint64_t seq = 1; seq <= 3 * SAMPLE_ITEMS; seq++)
		ck_item(st, seq);
	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	ck_assert_uint_eq(last, 3 * SAMPLE_ITEMS);
	tcn_store_close(st);
}
END_TEST

START_TEST(unknown_is_not_a_failure)
{
	struct tcn_store *st = sample_store(0);
	const uint64_t key[2] = { 1, 2 };
	struct tcn_arena arena;
	struct tcn_store_item_row *item;
	struct tcn_story *story;
	struct tcn_event *event;
	struct tcn_str value;
	uint64_t seq;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_find_key(st, tcn_str("x"), key, &seq),
	    TCN_OK);
	ck_assert_uint_eq(seq, 0);
	ck_assert_int_eq(tcn_store_item(st, 9, &arena, &item), TCN_OK);
	ck_assert_ptr_null(item);
	ck_assert_int_eq(tcn_store_story(st, 9, &arena, &story), TCN_OK);
	ck_assert_ptr_null(story);
	ck_assert_int_eq(tcn_store_event(st, "x", &arena, &event), TCN_OK);
	ck_assert_ptr_null(event);
	ck_assert_int_eq(tcn_store_get_meta(st, "x", &arena, &value), TCN_OK);
	ck_assert_ptr_null(value.at);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}
END_TEST

START_TEST(a_failure_ends_its_transaction)
{
	struct tcn_store *st = sample_store(0);
	struct tcn_placement p = sample_place(9);
	uint64_t before, after;
	struct tcn_article a;
	char buf[512];
	struct tcn_store_tx *tx;

	a = sample_article(9, buf);
	ck_assert_int_eq(sample_batch(st, 0), TCN_OK);
	ck_assert_int_eq(sample_digest(st, &before), TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "en", &p), TCN_OK);
	p.seq = 10;
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "en", &p), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(tcn_store_error(st)->text, "contradicts"));
	a.key[0]++;
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "en", &p), TCN_INVALID);
	ck_assert_int_eq(tcn_store_commit(st), TCN_INVALID);
	ck_assert_int_eq(sample_digest(st, &after), TCN_OK);
	ck_assert_uint_eq(before, after);
	ck_assert_int_eq(sample_batch(st, 1), TCN_OK);
	tcn_store_close(st);
}
END_TEST

START_TEST(a_transaction_follows_another)
{
	struct tcn_store *st = sample_store(0);
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_ptr_eq(tcn_store_of(tx), st);
	tcn_store_rollback(st);
	tcn_store_rollback(st);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(tcn_store_end(st, TCN_LIMIT), TCN_LIMIT);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_end(st, TCN_OK), TCN_OK);
	tcn_store_close(st);
}
END_TEST

/* Each of these is a caller's mistake, and ends the program. */
START_TEST(a_second_begin_is_asserted)
{
	struct tcn_store *st = sample_store(0);
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	(void)!tcn_store_begin(st, &tx);
}
END_TEST

START_TEST(a_commit_without_begin_is_asserted)
{
	(void)!tcn_store_commit(sample_store(0));
}
END_TEST

START_TEST(a_write_after_commit_is_asserted)
{
	struct tcn_store *st = sample_store(0);
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	(void)!tcn_store_put_meta(tx, "a", tcn_str("b"));
}
END_TEST

START_TEST(reading_in_a_transaction_is_asserted)
{
	struct tcn_store *st = sample_store(0);
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	(void)!tcn_store_begin_reading(st);
}
END_TEST

/* What the store must refuse, each in a transaction of its own. */
START_TEST(refuses_what_does_not_fit)
{
	struct tcn_store *st = sample_store(0);
	const struct tcn_story_term nan = { TCN_STR("w"), 0.0 / 0.0, 0 };
	const struct tcn_story s = { .id = 7, .terms = &nan, .terms_n = 1 };
	struct tcn_event e = { .id = "event-0", .revision = 3 };
	struct tcn_placement p = sample_place(9);
	struct tcn_article a;
	char buf[512];
	struct tcn_store_tx *tx;

	a = sample_article(9, buf);
	ck_assert_int_eq(sample_batch(st, 0), TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	p.duplicate_of = 4; /* a copy itself */
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "", &p), TCN_INVALID);
	tcn_store_rollback(st);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	p = (struct tcn_placement){ .seq = 0 };
	ck_assert_int_eq(tcn_store_put_article(tx, &a, "", &p), TCN_INVALID);
	tcn_store_rollback(st);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &e), TCN_INVALID);
	tcn_store_rollback(st);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_story(tx, &s), TCN_INVALID);
	tcn_store_rollback(st);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_report(tx, "none", 1, "md", tcn_str("")),
	    TCN_INVALID);
	tcn_store_close(st);
}
END_TEST

START_TEST(equal_calls_equal_digests)
{
	struct tcn_store *st = sample_store(0);
	uint64_t digests[6], digest;

	sample_digests(digests, 5);
	for (unsigned b = 0; b < 5; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	ck_assert_int_eq(tcn_store_optimize(st), TCN_OK);
	ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
	ck_assert_uint_eq(digest, digests[5]);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
}
END_TEST

START_TEST(reopens_as_committed)
{
	struct tcn_store *st;
	uint64_t digests[3], digest;
	struct tcn_store_tx *tx;

	sample_digests(digests, 2);
	for (unsigned b = 0; b < 2; b++) {
		ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_CREATE,
				     &st, NULL),
		    TCN_OK);
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
		ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
		ck_assert_int_eq(tcn_store_put_meta(tx, "lost", tcn_str("")),
		    TCN_OK);
		tcn_store_close(st);
	}
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_READ_ONLY, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
	ck_assert_uint_eq(digest, digests[2]);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_INVALID);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

TCN_TESTS(store)
{
	tcase_add_test(tc, reads_back_every_item);
	tcase_add_test(tc, unknown_is_not_a_failure);
	tcase_add_test(tc, a_failure_ends_its_transaction);
	tcase_add_test(tc, a_transaction_follows_another);
	tcase_add_test_raise_signal(tc, a_second_begin_is_asserted, SIGABRT);
	tcase_add_test_raise_signal(tc, a_commit_without_begin_is_asserted,
	    SIGABRT);
	tcase_add_test_raise_signal(tc, a_write_after_commit_is_asserted,
	    SIGABRT);
	tcase_add_test_raise_signal(tc, reading_in_a_transaction_is_asserted,
	    SIGABRT);
	tcase_add_test(tc, refuses_what_does_not_fit);
	tcase_add_test(tc, equal_calls_equal_digests);
	tcase_add_test(tc, reopens_as_committed);
}
