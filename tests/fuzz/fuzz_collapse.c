/*
 * A body of POST /v1/collapse from anywhere: it is refused with words, or what
 * it holds is collapsed as it says, and what is hidden stands behind one that
 * is shown.
 */
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tests/fuzz/must.h"
#include "tools/serve/api/collapse_body.h"

static void
collapse(const struct tcn_collapse_body *body, struct tcn_arena *arena)
{
	const struct tcn_prepare_conf conf = { .textcat_dir = "",
		.sketch = TCN_SKETCH_CONF_DEFAULT };
	struct tcn_store_likeness items[TCN_COLLAPSE_MAX];
	uint16_t under[TCN_COLLAPSE_MAX];
	struct tcn_prepare *prep;

	prep = tcn_prepare_new(&conf);
	for (size_t i = 0; i < body->n; i++) {
		struct tcn_doc doc;

		tcn_prepare(prep, &body->articles[i], arena, &doc);
		tcn_collapse_doc(&doc, arena, &items[i]);
	}
	tcn_collapse(items, body->n, &body->conf, arena, under);
	for (size_t i = 0; i < body->n; i++)
		must(under[i] == TCN_COLLAPSE_SHOWN ||
		    (under[i] < i && under[under[i]] == TCN_COLLAPSE_SHOWN));
	tcn_prepare_free(prep);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_collapse_body body;
	struct tcn_err err = { .text = "" };
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc =
	    tcn_collapse_body_read((struct tcn_str){ (const char *)data, size },
		&arena, &body, &err);
	must(rc == TCN_OK || rc == TCN_INVALID);
	must(rc == TCN_OK || err.text[0] != '\0');
	if (rc == TCN_OK) {
		must(body.conf.t > 0 && body.conf.t <= 1);
		must(body.n <= TCN_COLLAPSE_MAX);
		must(!body.ids != !body.articles || body.n == 0);
	}
	if (rc == TCN_OK && body.articles)
		collapse(&body, &arena);
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
