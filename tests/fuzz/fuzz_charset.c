/*
 * A document from anywhere, in any encoding, and the name it came with: what
 * comes out is valid UTF-8, and as many places were replaced as it says.
 * The first line is the name; an empty one means none.
 */
#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/must.h"
#include "tools/intake/feeds/charset.h"

static void
must_be_sound(const struct tcn_charset_text *text)
{
	must(tcn_utf8_valid(text->utf8));
	must(text->name.n > 0 && tcn_utf8_valid(text->name));
	must(text->replaced_at <= text->utf8.n);
	must(text->replaced == 0 ||
	    (text->utf8.n - text->replaced_at >= 3 &&
		memcmp(text->utf8.at + text->replaced_at, "\xef\xbf\xbd", 3) ==
		    0));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data;
	const char *end = size ? memchr(at, '\n', size) : NULL;
	size_t n = end ? (size_t)(end - at) : 0;
	struct tcn_str named = { at, n };
	struct tcn_str bytes = { at + n + (end != NULL),
		size - n - (end != NULL) };
	struct tcn_charset_text text;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_charset_utf8(bytes, named, &arena, &text);
	must_be_sound(&text);
	tcn_arena_fini(&arena);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
