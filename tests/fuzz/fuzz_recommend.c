/*
 * A body of POST /v1/recommend from anywhere: it is refused with words, or what
 * it asks for is within bounds.
 */
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/serve/api/recommend_body.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_recommend_asked asked;
	struct tcn_err err = { .text = "" };
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_recommend_body_read((struct tcn_str){ (const char *)data,
					 size },
	    &arena, &asked, &err);
	must(rc == TCN_OK || rc == TCN_INVALID);
	must(rc == TCN_OK || err.text[0] != '\0');
	if (rc == TCN_OK) {
		must(asked.read_n > 0 &&
		    asked.read_n <= TCN_RECOMMEND_READ_MAX);
		must(asked.dislike_n <= TCN_RECOMMEND_READ_MAX);
		must(asked.limit > 0 && asked.limit <= TCN_RECOMMEND_LIMIT_MAX);
		must(asked.half_life_ms > 0 && asked.freshness_ms > 0);
		for (size_t i = 0; i < asked.read_n; i++)
			must(asked.read[i].id.n > 0);
	}
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
