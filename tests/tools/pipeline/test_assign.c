#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/pipeline/assign.h"
#include "tools/pipeline/item_names.h"

/* What the file holds after writing, in out, NUL behind. */
static void
written(struct tcn_assign *assign, char *out, size_t size)
{
	char path[TEMP_BYTES];
	struct tcn_err err = { 0 };
	struct tcn_out file;
	FILE *f;
	size_t n;

	close(temp_file(path));
	ck_assert_int_eq(tcn_out_open(&file, path, &err), TCN_OK);
	ck_assert_int_eq(tcn_assign_write(assign, &file, &err), TCN_OK);
	ck_assert_int_eq(tcn_out_commit(&file, &err), TCN_OK);
	f = fopen(path, "r");
	ck_assert_ptr_nonnull(f);
	n = fread(out, 1, size - 1, f);
	out[n] = '\0';
	fclose(f);
	unlink(path);
}

static void
add(struct tcn_assign *assign, const char *id, uint64_t seq, uint64_t story,
    uint64_t duplicate_of, uint8_t distance)
{
	struct tcn_placement place = {
		.seq = seq,
		.story = story,
		.duplicate_of = duplicate_of,
		.distance = distance,
	};
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_assign_add(assign, tcn_str(id), &place, &err),
	    TCN_OK);
}

START_TEST(rows_tell_how_things_stood_at_the_end)
{
	struct tcn_assign assign;
	struct tcn_err err = { 0 };
	char out[2000];

	ck_assert_int_eq(tcn_assign_open(&assign, &err), TCN_OK);
	add(&assign, "a\"1", 5, 5, 0, 0);
	add(&assign, "b", 6, 6, 5, 2);
	add(&assign, "c", 7, 0, 5, 1);
	add(&assign, "d", 8, 8, 0, 6);
	tcn_assign_merge(&assign, 5, 6);
	tcn_assign_merge(&assign, 6, 8);
	written(&assign, out, sizeof out);
	ck_assert_str_eq(out,
	    "{\"id\":\"a\\\"1\",\"story\":8,\"duplicate_of\":null,"
	    "\"distance\":null}\n"
	    "{\"id\":\"b\",\"story\":8,\"duplicate_of\":\"a\\\"1\","
	    "\"distance\":2}\n"
	    "{\"id\":\"c\",\"story\":null,\"duplicate_of\":\"a\\\"1\","
	    "\"distance\":1}\n"
	    "{\"id\":\"d\",\"story\":8,\"duplicate_of\":null,"
	    "\"distance\":null}\n");
	tcn_assign_close(&assign);
}
END_TEST

START_TEST(no_items_make_an_empty_file)
{
	struct tcn_assign assign;
	struct tcn_err err = { 0 };
	char out[100];

	ck_assert_int_eq(tcn_assign_open(&assign, &err), TCN_OK);
	written(&assign, out, sizeof out);
	ck_assert_str_eq(out, "");
	tcn_assign_close(&assign);
}
END_TEST

START_TEST(names_are_kept_as_long_as_the_window)
{
	struct tcn_item_names names = { 0 };
	size_t before = tcn_mem_live_bytes();

	for (uint64_t seq = 1; seq <= 10000; seq++) {
		struct tcn_article article = { .id = tcn_str("id") };
		char title[32];

		snprintf(title, sizeof title, "title %d", (int)seq);
		article.title = tcn_str(title);
		tcn_item_names_add(&names,
		    &(struct tcn_placement){
			.seq = seq * 2, .ts_ms = (int64_t)seq },
		    &article);
		if (seq % 100 == 0)
			ck_assert_int_eq(tcn_item_names_check(&names, NULL),
			    TCN_OK);
		tcn_item_names_expire(&names, (int64_t)seq - 3000);
		if (seq % 100 == 0)
			ck_assert_int_eq(tcn_item_names_check(&names, NULL),
			    TCN_OK);
	}
	for (uint64_t seq = 7000; seq <= 10000; seq++) {
		const struct tcn_item_name *item =
		    tcn_item_names_find(&names, seq * 2);

		ck_assert_ptr_nonnull(item);
		ck_assert_int_eq(item->ts_ms, (int64_t)seq);
		ck_assert_int_eq(atoi(item->title.at + 6), (int)seq);
		ck_assert_ptr_null(tcn_item_names_find(&names, seq * 2 + 1));
	}
	ck_assert_ptr_null(tcn_item_names_find(&names, 2));
	ck_assert_ptr_null(tcn_item_names_find(&names, 0));
	ck_assert_uint_le(names.blocks_n, 5);
	tcn_item_names_fini(&names);
	ck_assert_uint_eq(tcn_mem_live_bytes(), before);
}
END_TEST

START_TEST(a_set_knows_its_numbers_and_the_least)
{
	static const uint64_t seqs[] = { 500, 64, 63, 65, 9999, 1, 500 };
	struct tcn_seqset set = { 0 };
	bool added;

	for (size_t i = 0; i < sizeof seqs / sizeof *seqs; i++) {
		ck_assert(tcn_seqset_has(&set, seqs[i]) == (i == 6));
		tcn_seqset_add(&set, seqs[i], &added);
		ck_assert(added == (i < 6));
		ck_assert(tcn_seqset_has(&set, seqs[i]));
		ck_assert_int_eq(tcn_seqset_check(&set, NULL), TCN_OK);
	}
	ck_assert_uint_eq(set.min_seq, 1);
	ck_assert(!tcn_seqset_has(&set, 2));
	ck_assert(!tcn_seqset_has(&set, UINT64_C(1) << 40));
	set.min_seq = 2;
	ck_assert_int_eq(tcn_seqset_check(&set, NULL), TCN_INVALID);
	tcn_seqset_fini(&set);
}
END_TEST

TCN_TESTS(assign)
{
	tcase_add_test(tc, rows_tell_how_things_stood_at_the_end);
	tcase_add_test(tc, no_items_make_an_empty_file);
	tcase_add_test(tc, names_are_kept_as_long_as_the_window);
	tcase_add_test(tc, a_set_knows_its_numbers_and_the_least);
}
