/*
 * Records by the tables of their fields: whatever is put comes back.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/outbox.h"
#include "sql/query_record.h"
#include "sql/store_editions.h"
#include "sql/store_feeds.h"
#include "tests/sql/sample.h"

static const struct tcn_fields *const records[] = {
	&tcn_record_silence,
	&tcn_outbox_record,
	&tcn_store_feed_record,
	&tcn_store_feed_fetch_record,
	&tcn_store_edition_record,
};

/* A value that no other field has: n is another for each. */
static void
fill(const struct tcn_field *f, void *at, unsigned n)
{
	static char texts[64][8];

	snprintf(texts[n], sizeof texts[n], "text%u", n);
	switch (f->kind) {
	case TCN_FIELD_TEXT:
	case TCN_FIELD_BYTES:
	case TCN_FIELD_JSON:
		*(struct tcn_str *)at = tcn_str(texts[n]);
		break;
	case TCN_FIELD_ID:
		snprintf(at, f->bytes, "%s", texts[n]);
		break;
	case TCN_FIELD_REAL:
		*(double *)at = n + 0.5;
		break;
	case TCN_FIELD_TIME:
		*(int64_t *)at = 1000 + n;
		break;
	case TCN_FIELD_INT:
	case TCN_FIELD_SPAN:
	case TCN_FIELD_U64:
		*(uint64_t *)at = UINT64_C(1) << 62 | n;
		break;
	case TCN_FIELD_U32:
		*(uint32_t *)at = n;
		break;
	case TCN_FIELD_WORD:
		*(unsigned *)at = 1;
		break;
	case TCN_FIELD_BOOL:
		*(bool *)at = true;
		break;
	}
}

/* What the store fills in is not compared. */
static bool
is_same(const struct tcn_field *f, const void *put, const void *got)
{
	const struct tcn_str *a = put, *b = got;

	if (f->flags & (TCN_FIELD_AUTO | TCN_FIELD_COMPUTED))
		return true;
	if (f->kind == TCN_FIELD_ID)
		return strcmp(put, got) == 0;
	return f->kind == TCN_FIELD_TEXT || f->kind == TCN_FIELD_BYTES ||
		f->kind == TCN_FIELD_JSON
	    ? tcn_str_equal(*a, *b)
	    : memcmp(put, got, f->bytes) == 0;
}

START_TEST(what_is_put_comes_back)
{
	static const char all[] = "";
	const struct tcn_fields *record = records[_i];
	struct tcn_store *st = sample_store(0);
	struct tcn_store_tx *tx;
	struct tcn_arena arena;
	struct tcn_query q;
	char *put = tcn_mem_calloc(1, record->bytes), *got;
	unsigned n = 0;
	size_t rows;

	tcn_arena_init(&arena, 0);
	for (const struct tcn_field *f = record->fields; f->name; f++)
		fill(f, put + f->at, ++n);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_query_put_record(tx, record, put, NULL), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	q = tcn_query_records(st, record, all);
	got = tcn_query_get_records(&q, record, &arena, &rows);
	ck_assert_int_eq(q.rc, TCN_OK);
	ck_assert_uint_eq(rows, 1);
	for (const struct tcn_field *f = record->fields; f->name; f++)
		ck_assert_msg(is_same(f, put + f->at, got + f->at), "%s of %s",
		    f->name, record->table);
	tcn_mem_free(put);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(query_record)
{
	TCN_EACH(what_is_put_comes_back, records);
}
