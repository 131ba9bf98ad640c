/*
 * A page from anywhere: there is an article in it or there is none; what is
 * found is valid UTF-8 and has the words it must; all memory comes back.
 */
#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/markup.h"
#include "tests/fuzz/must.h"
#include "tools/intake/feeds/page_article.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct tcn_page_bytes page = {
		.bytes = { (const char *)data, size },
		.url = tcn_str("https://www.a.example/news/1"),
		.least_words = 5,
	};
	struct tcn_article article;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_markup_init();
	tcn_arena_init(&arena, 0);
	rc = tcn_page_article(&page, &arena, &article, NULL, &err);
	must(rc == TCN_OK || (rc == TCN_INVALID && err.text[0]));
	must(rc || article.text.n >= 9);
	must(tcn_utf8_valid(article.text));
	must(tcn_utf8_valid(article.title));
	must(tcn_utf8_valid(article.url));
	must(tcn_utf8_valid(article.source));
	must(tcn_utf8_valid(article.lang));
	must(tcn_utf8_valid(article.category));
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
