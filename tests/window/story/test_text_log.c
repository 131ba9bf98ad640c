/*
 * The log of texts that left stories, beside a plain list.
 */
#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "window/base/state.h"
#include "window/story/reported_texts.h"
#include "window/story/text_log.h"

enum {
	STEPS = 600,
	ENTRY_BYTES = 24,
};

/* All entries ever: number i at [i - 1]. The first `gone` are forgotten. */
struct model {
	struct tcn_text_log_entry at[STEPS];
	size_t n, gone;
};

static uint64_t seed;

static uint64_t
roll(uint64_t n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (seed >> 33) % n;
}

/* The number of the last entry of the text before this one; 0: none. */
static uint64_t
model_before(const struct model *model, uint64_t text, size_t number)
{
	while (--number > model->gone)
		if (model->at[number - 1].text == text)
			return number;
	return 0;
}

static void
sound(const struct tcn_text_log *log)
{
	const char *why = "";

	ck_assert_msg(tcn_text_log_check(log, &why), "%s", why);
}

static void
same_entry(const struct tcn_text_log *log, const struct model *model,
    size_t number)
{
	const struct tcn_text_log_entry *entry = tcn_text_log_get(log, number);
	const struct tcn_text_log_entry *want = &model->at[number - 1];
	uint64_t before = model_before(model, want->text, number);

	ck_assert_ptr_nonnull(entry);
	ck_assert_uint_eq(entry->text, want->text);
	ck_assert_uint_eq(entry->story, want->story);
	ck_assert_int_eq(entry->at_ms, want->at_ms);
	if (before || tcn_text_log_get(log, entry->before))
		ck_assert_uint_eq(entry->before, before);
}

static void
same(const struct tcn_text_log *log, const struct model *model, uint64_t texts)
{
	sound(log);
	ck_assert_uint_eq(log->next, model->n + 1);
	for (size_t i = 1; i <= model->gone; i++)
		ck_assert_ptr_null(tcn_text_log_get(log, i));
	for (size_t i = model->gone + 1; i <= model->n; i++)
		same_entry(log, model, i);
	ck_assert_ptr_null(tcn_text_log_get(log, model->n + 1));
	for (uint64_t text = 1; text <= texts; text++)
		ck_assert_uint_eq(tcn_text_log_find(log, text),
		    model_before(model, text, model->n + 1));
}

static void
add(struct tcn_text_log *log, struct model *model, uint64_t texts, int64_t at)
{
	struct tcn_text_log_entry *entry = &model->at[model->n++];

	*entry = (struct tcn_text_log_entry){
		.text = 1 + roll(texts),
		.story = 1 + roll(5),
		.at_ms = at,
	};
	tcn_text_log_add(log, entry->text, entry->story, at);
}

static void
expire(struct tcn_text_log *log, struct model *model, int64_t before_ms)
{
	tcn_text_log_expire(log, before_ms);
	while (model->gone < model->n &&
	    model->at[model->gone].at_ms <= before_ms)
		model->gone++;
}

START_TEST(is_a_list)
{
	static struct model model;
	struct tcn_text_log log;
	uint64_t texts = 1 + (uint64_t)_i * 3;
	int64_t now_ms = 0;

	seed = (uint64_t)_i;
	model.n = model.gone = 0;
	tcn_text_log_init(&log);
	same(&log, &model, texts);
	for (int step = 0; step < STEPS; step++) {
		now_ms += (int64_t)roll(10);
		if (roll(4))
			add(&log, &model, texts, now_ms);
		else
			expire(&log, &model, now_ms - (int64_t)roll(300));
		same(&log, &model, texts);
	}
	tcn_text_log_fini(&log);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* "From this number on" would else speak of entries of long ago. */
START_TEST(no_number_is_given_again)
{
	struct tcn_text_log log;

	tcn_text_log_init(&log);
	for (uint64_t i = 1; i <= 50; i++) {
		ck_assert_uint_eq(log.next, i);
		tcn_text_log_add(&log, i % 3 + 1, 1, (int64_t)i);
		tcn_text_log_expire(&log, (int64_t)i);
		sound(&log);
		ck_assert_ptr_null(tcn_text_log_get(&log, i));
		ck_assert_uint_eq(tcn_text_log_find(&log, i % 3 + 1), 0);
	}
	tcn_text_log_note_number(&log, 40); /* of an entry that has gone */
	ck_assert_uint_eq(log.next, 51);
	tcn_text_log_note_number(&log, 90);
	sound(&log);
	tcn_text_log_add(&log, 1, 1, 100);
	ck_assert_uint_eq(tcn_text_log_find(&log, 1), 90);
	tcn_text_log_note_number(&log, 200); /* entries say it by then */
	ck_assert_uint_eq(log.next, 91);
	sound(&log);
	tcn_text_log_fini(&log);
}
END_TEST

START_TEST(holds_so_many_and_no_more)
{
	struct tcn_text_log log;
	uint64_t n = TCN_REPORTED_TEXTS_MAX;

	tcn_text_log_init(&log);
	for (uint64_t i = 1; i <= n + 10; i++) {
		tcn_text_log_expire(&log, 0);
		tcn_text_log_add(&log, i, 1, 1);
	}
	ck_assert_uint_eq(log.next - log.first, n);
	ck_assert_uint_eq(tcn_text_log_find(&log, 10), 0);
	ck_assert_uint_eq(tcn_text_log_find(&log, 11), 11);
	sound(&log);
	tcn_text_log_fini(&log);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Hands an entry's bytes, but for the last `less`, to the log. */
static enum tcn_rc
hand(struct tcn_text_log *log, uint64_t number,
    const struct tcn_text_log_entry *entry, size_t less)
{
	struct tcn_buf buf = { 0 };
	struct tcn_state_in in;
	enum tcn_rc rc;

	tcn_text_log_encode(entry, &buf);
	ck_assert_uint_eq(buf.n, ENTRY_BYTES);
	in = (struct tcn_state_in){ (const uint8_t *)buf.at, buf.n - less,
		false };
	rc = tcn_text_log_decode(log, number, &in);
	tcn_buf_fini(&buf);
	sound(log);
	return rc;
}

START_TEST(is_saved_and_restored)
{
	static struct model model;
	struct tcn_text_log log, again;

	seed = 7;
	model.n = model.gone = 0;
	tcn_text_log_init(&log);
	tcn_text_log_init(&again);
	for (int i = 0; i < 100; i++)
		add(&log, &model, 9, i);
	expire(&log, &model, 60);
	for (uint64_t i = log.first; i < log.next; i++)
		ck_assert(!hand(&again, i, tcn_text_log_get(&log, i), 0));
	same(&again, &model, 9);
	add(&again, &model, 9, 100);
	same(&again, &model, 9);
	tcn_text_log_fini(&log);
	tcn_text_log_fini(&again);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(what_is_no_entry_is_refused)
{
	const struct tcn_text_log_entry entry = { 3, 4, 5, 0 };
	const struct tcn_text_log_entry no_text = { 0, 4, 5, 0 };
	struct tcn_text_log log;

	tcn_text_log_init(&log);
	for (size_t less = 1; less <= ENTRY_BYTES; less++)
		ck_assert_int_eq(hand(&log, 7, &entry, less), TCN_CORRUPT);
	ck_assert_int_eq(hand(&log, 7, &no_text, 0), TCN_CORRUPT);
	ck_assert_int_eq(hand(&log, 0, &entry, 0), TCN_CORRUPT);
	ck_assert_int_eq(hand(&log, UINT64_MAX, &entry, 0), TCN_CORRUPT);
	ck_assert(!hand(&log, 7, &entry, 0));
	ck_assert_int_eq(hand(&log, 7, &entry, 0), TCN_CORRUPT);
	ck_assert_int_eq(hand(&log, 9, &entry, 0), TCN_CORRUPT);
	ck_assert(!hand(&log, 8, &entry, 0));
	ck_assert_uint_eq(tcn_text_log_find(&log, 3), 8);
	tcn_text_log_fini(&log);
}
END_TEST

START_TEST(damage_is_found)
{
	struct tcn_text_log log;
	const char *why = "";

	tcn_text_log_init(&log);
	tcn_text_log_add(&log, 3, 1, 1);
	tcn_text_log_add(&log, 3, 1, 2);
	sound(&log);
	log.entries[1].before = 0;
	ck_assert(!tcn_text_log_check(&log, &why));
	ck_assert(why[0]);
	log.entries[1].before = 1;
	log.first = log.next + 1;
	ck_assert(!tcn_text_log_check(&log, &why));
	tcn_text_log_fini(&log);
}
END_TEST

TCN_SUITE(text_log)
{
	Suite *s = suite_create("text log");
	TCase *tc = tcase_create("text log");

	tcase_add_loop_test(tc, is_a_list, 0, 12);
	tcase_add_test(tc, no_number_is_given_again);
	tcase_add_test(tc, holds_so_many_and_no_more);
	tcase_add_test(tc, is_saved_and_restored);
	tcase_add_test(tc, what_is_no_entry_is_refused);
	tcase_add_test(tc, damage_is_found);
	suite_add_tcase(s, tc);
	return s;
}
