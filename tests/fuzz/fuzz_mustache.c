/*
 * A template from anywhere: it is refused with words and a place, or it writes
 * a view, in which no text becomes an element. The first byte says which kind
 * it is.
 */
#include <string.h>

#include "tests/fuzz/must.h"
#include "tools/base/mustache.h"

#define ELEMENT "<q>"

static const char view[] =
    "{\"a\":\"\\\"'" ELEMENT "\",\"b\":{\"a\":1.5,\"c\":[{\"a\":true},{},"
    "\"c\",[null,7]]},\"c\":[],\"d\":0}";

static void
write_as_is(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	(void)with;
	tcn_buf_str(out, value->s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct tcn_mustache_form forms[] = { { "f", write_as_is },
		{ NULL, NULL } };
	struct tcn_mustache set = { .forms = forms };
	struct tcn_err err = { .text = "" };
	struct tcn_buf out = { 0 };
	struct tcn_json_value root;
	struct tcn_arena arena;
	struct tcn_str text;

	if (!size)
		return 0;
	text = (struct tcn_str){ (const char *)data + 1, size - 1 };
	set.kind = data[0] % 3;
	if (tcn_mustache_add(&set, "t", text, &err) ||
	    tcn_mustache_link(&set, &err)) {
		must(err.text[0] != '\0' && err.line > 0 && err.column > 0);
		tcn_mustache_fini(&set);
		return 0;
	}
	tcn_arena_init(&arena, 0);
	must(!tcn_json_read(tcn_str(view), &arena, &root, NULL));
	/* One that calls itself often, or walks far, takes too long. */
	if (text.n < 100 && !memmem(text.at, text.n, "{{>", 3))
		tcn_mustache_write(&set, "t", &root, NULL, &out);
	must(set.kind != TCN_MUSTACHE_HTML || !out.n ||
	    memmem(text.at, text.n, ELEMENT, 3) ||
	    memmem(text.at, text.n, "{{{", 3) ||
	    memmem(text.at, text.n, "{{&", 3) ||
	    !memmem(out.at, out.n, ELEMENT, 3));
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
	tcn_mustache_fini(&set);
	return 0;
}
