/*
 * A document from anywhere as a sitemap: it is one or an error that says what
 * it is; what is read is valid UTF-8 and an address; all memory comes back.
 */
#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"
#include "engine/text/markup.h"
#include "tests/fuzz/must.h"
#include "tools/intake/feeds/sitemap.h"

#define ENTRIES_MAX 100

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size };
	struct tcn_err err = { 0 };
	struct tcn_sitemap map;
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_markup_init();
	tcn_arena_init(&arena, 0);
	rc = tcn_sitemap_parse(bytes, tcn_str(""), ENTRIES_MAX, &arena, &map,
	    &err);
	must(rc == TCN_OK || (rc == TCN_INVALID && err.text[0]));
	must(map.n <= ENTRIES_MAX);
	for (size_t i = 0; i < map.n; i++) {
		const struct tcn_sitemap_entry *entry = &map.entries[i];

		must(tcn_url_web(entry->url).n == entry->url.n);
		must(entry->url.n > 0 && tcn_utf8_valid(entry->url));
		must(tcn_utf8_valid(entry->title));
		must(tcn_utf8_valid(entry->source));
		must(tcn_utf8_valid(entry->lang));
	}
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
