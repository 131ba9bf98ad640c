/*
 * Files that are not what they should be: whatever is in them, each call
 * works or says what is wrong, and nothing is read or written out of bounds
 * (which the sanitizers would tell).
 */
#include "tests/run.h"

#include <stdio.h>

#include "sql/check.h"
#include "sql/read.h"
#include "tests/sql/fault_vfs.h"
#include "tests/sql/sample.h"

#define FILE_MAX (1 << 20)

static unsigned char good[FILE_MAX]; /* a sound database */
static unsigned char bad[FILE_MAX];
static size_t good_n;

static void
write_file(const unsigned char *bytes, size_t n)
{
	FILE *file;

	sample_unlink();
	file = fopen(sample_path(), "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	fclose(file);
}

static void
setup(void)
{
	struct tcn_store *st;
	FILE *file;

	fault_install();
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	for (unsigned b = 0; b < 4; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	ck_assert_int_eq(tcn_store_optimize(st), TCN_OK);
	tcn_store_close(st);
	file = fopen(sample_path(), "r");
	ck_assert_ptr_nonnull(file);
	good_n = fread(good, 1, sizeof good, file);
	fclose(file);
	ck_assert_uint_gt(good_n, 50000);
	ck_assert_uint_lt(good_n, sizeof good);
}

static enum tcn_rc
see_place(void *ctx, const struct tcn_placement *place,
    const struct tcn_article *article)
{
	(void)ctx;
	(void)place;
	(void)article;
	return TCN_OK;
}

static enum tcn_rc
see_state(void *ctx, const struct tcn_state *state)
{
	(void)ctx;
	(void)state;
	return TCN_OK;
}

static void
ck_said(struct tcn_store *st, enum tcn_rc rc)
{
	if (rc)
		ck_assert_msg(strchr(tcn_store_error(st)->text, ':') != NULL,
		    "no mend in \"%s\"", tcn_store_error(st)->text);
}

static void
read_all(struct tcn_store *st)
{
	struct tcn_arena arena;
	struct tcn_stored_list items;
	struct tcn_story_list stories;
	struct tcn_event_list events;
	struct tcn_search_hits hits;
	uint64_t n;

	tcn_arena_init(&arena, 0);
	ck_said(st, tcn_store_each_placement(st, 0, see_place, NULL));
	ck_said(st, tcn_store_each_state(st, see_state, NULL));
	ck_said(st, tcn_store_story_items(st, 1, 0, &arena, &items));
	ck_said(st, tcn_store_sightings(st, 3, 0, &arena, &items));
	ck_said(st, tcn_store_stories(st, 0, INT64_MAX, 0, &arena, &stories));
	ck_said(st,
	    tcn_store_related_stories(st, 9, 0, INT64_MAX, 0, &arena,
		&stories));
	ck_said(st, tcn_store_events(st, 0, INT64_MAX, 0, &arena, &events));
	ck_said(st,
	    tcn_store_search(st, tcn_str("flo* \"the old\""), TCN_SEARCH_BEST,
		0, &arena, &hits));
	ck_said(st, tcn_store_story_of(st, 25, &n));
	tcn_arena_fini(&arena);
}

/* True when the file could be opened. */
static bool
try(size_t n)
{
	struct tcn_store *st;
	struct tcn_err err;

	write_file(bad, n);
	if (tcn_store_open(sample_path(), TCN_STORE_CREATE, &st, &err)) {
		ck_assert_msg(strchr(err.text, ':') != NULL, "%s", err.text);
		return false;
	}
	read_all(st);
	ck_said(st, sample_batch(st, 4));
	(void)!tcn_store_check(st, NULL, NULL);
	tcn_store_close(st);
	return true;
}

/* SQLite takes a file of one byte for an empty one. */
START_TEST(cut_short)
{
	memcpy(bad, good, good_n);
	for (size_t n = 2; n < good_n; n += n / 5 + 1) {
		bool opened = try(n);

		ck_assert(n >= 512 || !opened);
	}
}
END_TEST

START_TEST(noise)
{
	uint64_t seed = 7;

	for (size_t i = 0; i < 8192; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		bad[i] = (unsigned char)(seed >> 56);
	}
	for (size_t n = 2; n <= 8192; n *= 2)
		ck_assert(!try(n));
	memcpy(bad, good, 100);
	ck_assert(!try(8192));
}
END_TEST

START_TEST(flipped_bytes)
{
	uint64_t seed = 11;

	for (int round = 0; round < 120; round++) {
		memcpy(bad, good, good_n);
		for (int i = 0; i <= round / 4; i++) {
			seed =
			    seed * 6364136223846793005u + 1442695040888963407u;
			bad[(seed >> 20) % good_n] ^=
			    (unsigned char)(seed >> 56);
		}
		try(good_n);
	}
}
END_TEST

START_TEST(pages_exchanged_or_blank)
{
	for (size_t page = 1; page < good_n / 4096; page++) {
		memcpy(bad, good, good_n);
		if (page % 2)
			memset(bad + page * 4096, 0, 4096);
		else
			memcpy(bad + page * 4096, good + page * 4096 - 4096,
			    4096);
		try(good_n);
	}
}
END_TEST

Suite *suite_hostile(void);

Suite *
suite_hostile(void)
{
	Suite *s = suite_create("hostile");
	TCase *tc = tcase_create("hostile");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, sample_clean);
	tcase_add_test(tc, cut_short);
	tcase_add_test(tc, noise);
	tcase_add_test(tc, flipped_bytes);
	tcase_add_test(tc, pages_exchanged_or_blank);
	suite_add_tcase(s, tc);
	return s;
}
