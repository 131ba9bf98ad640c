/*
 * A line from anywhere: it becomes an article whose every string is sound,
 * the same each time, or is refused with words.
 */
#include <math.h>
#include <string.h>

#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/item/json_article.h"
#include "tests/fuzz/must.h"

static void
must_be_sound(struct tcn_str s, size_t max)
{
	must(s.n <= max);
	must(s.n == 0 || !memchr(s.at, '\0', s.n));
	must(tcn_utf8_valid(s));
}

static void
look_at_given(const struct tcn_article *a)
{
	for (size_t i = 0; i < a->features_n; i++) {
		must_be_sound(a->features[i].term, SIZE_MAX);
		must(a->features[i].term.n > 0);
		must(isfinite(a->features[i].weight));
		must(a->features[i].weight > 0);
	}
	for (size_t i = 0; i < a->vector_n; i++)
		must(isfinite(a->vector[i]));
	must(a->given != TCN_GIVEN_FEATURES || a->features_n > 0);
	must(a->given != TCN_GIVEN_VECTOR || a->vector_n > 0);
	must(a->given != TCN_GIVEN_TEXT || a->title.n + a->text.n > 0);
}

static void
look_at(const struct tcn_article *a)
{
	must(a->id.n > 0);
	must_be_sound(a->id, 1024);
	must_be_sound(a->source, 1024);
	must_be_sound(a->url, 8192);
	must_be_sound(a->title, 16 * 1024);
	must_be_sound(a->text, 4 * 1024 * 1024);
	must_be_sound(a->lang, 1024);
	must_be_sound(a->category, 1024);
	must_be_sound(a->label, 1024);
	must(a->ts_ms == TCN_UNDATED ||
	    (a->ts_ms >= TCN_DATE_MIN_MS && a->ts_ms < TCN_DATE_END_MS));
	look_at_given(a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str line = { (const char *)data, size };
	struct tcn_err err = { .text = "" };
	struct tcn_article a, b;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_json_article(line, NULL, &arena, &a, &err);
	must(rc == TCN_OK || rc == TCN_INVALID);
	must(rc == tcn_json_article(line, NULL, &arena, &b, NULL));
	if (rc == TCN_OK) {
		look_at(&a);
		must(tcn_str_equal(a.id, b.id));
		must(memcmp(a.key, b.key, sizeof a.key) == 0);
	} else {
		must(err.text[0] != '\0');
		must(tcn_utf8_valid(tcn_str(err.text)));
		must(err.column <= size + 1);
	}
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
