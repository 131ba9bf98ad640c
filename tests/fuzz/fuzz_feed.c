/*
 * A document from anywhere as a feed: it is one or an error that says what it
 * is; what is read is valid UTF-8; all memory comes back.
 */
#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/markup.h"
#include "tests/fuzz/must.h"
#include "tools/intake/feeds/feed.h"

static void
must_be_sound(const struct tcn_article *entry)
{
	must(tcn_utf8_valid(entry->id));
	must(tcn_utf8_valid(entry->url));
	must(tcn_utf8_valid(entry->title));
	must(tcn_utf8_valid(entry->text));
	must(tcn_utf8_valid(entry->source));
	must(tcn_utf8_valid(entry->lang));
	must(tcn_utf8_valid(entry->category));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct tcn_feed_doc doc = {
		.bytes = { (const char *)data, size },
		.url = tcn_str("http://a.example/feed"),
		.entries_max = 100,
	};
	struct tcn_err err = { 0 };
	struct tcn_arena arena;
	struct tcn_feed feed;
	enum tcn_rc rc;

	tcn_markup_init();
	tcn_arena_init(&arena, 0);
	rc = tcn_feed_parse(&doc, &arena, &feed, &err);
	must(rc == TCN_OK || (rc == TCN_INVALID && err.text[0]));
	must(feed.entries_n <= 100);
	for (size_t i = 0; rc == TCN_OK && i < feed.entries_n; i++)
		must_be_sound(&feed.entries[i]);
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
