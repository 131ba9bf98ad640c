/*
 * A body from anywhere: it is split into objects that lie in it, in order,
 * with nothing but blanks, commas and brackets between them; or the rest is
 * refused with words. Nothing is passed over.
 */
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tests/fuzz/must.h"
#include "tools/base/json_split.h"

static void
must_be_between(const char *at, const char *end)
{
	for (; at < end; at++)
		must(memchr(" \t\r\n,[]", *at, 7) != NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *end = at + size;
	struct tcn_json_split split;
	struct tcn_article article;
	struct tcn_err err = { .text = "" };
	struct tcn_arena arena;
	struct tcn_str object;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	tcn_json_split_init(&split, (struct tcn_str){ at, size });
	if (size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
		at += 3;
	while (!(rc = tcn_json_split_next(&split, &object, &err))) {
		must(object.at >= at && object.at + object.n <= end);
		must(object.n >= 2 && object.at[0] == '{');
		must_be_between(at, object.at);
		at = object.at + object.n;
		tcn_arena_reset(&arena);
		rc = tcn_json_article(object, NULL, &arena, &article, NULL);
		must(rc == TCN_OK || rc == TCN_INVALID);
	}
	must(rc == TCN_DONE || rc == TCN_INVALID);
	if (rc == TCN_DONE)
		must_be_between(at, end);
	else
		must(err.text[0] != '\0');
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
