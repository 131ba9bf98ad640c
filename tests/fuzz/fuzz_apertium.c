/*
 * A text and what a tagger says of it, which may be anything: reading it ends,
 * stays within its bytes, and finds words of the text alone. The input is the
 * text and, behind a zero byte, the answer.
 */
#include <stdint.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/must.h"
#include "tools/intake/tagger/apertium.h"

static bool
is_within(struct tcn_str part, struct tcn_str all)
{
	return part.at >= all.at && part.at + part.n <= all.at + all.n;
}

static void
read_answer(struct tcn_str answer, struct tcn_str request, size_t title_n)
{
	struct tcn_apertium_reader reader = { answer, request, 0, 0 };
	struct tcn_apertium_unit unit;
	struct tcn_arena arena;
	struct tcn_content_word *words;
	size_t n;
	enum tcn_rc rc;

	while (!(rc = tcn_apertium_next(&reader, &unit))) {
		must(is_within(unit.surface, unit.whole));
		must(is_within(unit.readings, unit.whole));
		must(is_within(unit.whole, answer));
		must(is_within(unit.stands, request) && unit.stands.n);
	}
	must(rc == TCN_DONE || rc == TCN_INVALID);
	tcn_arena_init(&arena, 0);
	must((tcn_apertium_words(answer, request, title_n, &arena, &words,
		  &n) == TCN_OK) == (rc == TCN_DONE));
	for (size_t i = 0; i < n; i++)
		must(words[i].lemma.n && words[i].surface.n &&
		    words[i].class < TCN_CONTENT_CLASSES);
	tcn_arena_fini(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
	size_t n = zero ? (size_t)(zero - data) : size, title_n;
	struct tcn_str text = { (const char *)data, n };
	struct tcn_str answer = { (const char *)data + n, size - n };
	struct tcn_buf request = { 0 };
	struct tcn_str asked;

	answer.at += zero != NULL;
	answer.n -= zero != NULL;
	text.n = tcn_utf8_valid_n(text);
	tcn_apertium_write(tcn_utf8_cut(text, text.n / 2), text, &request,
	    &title_n);
	asked = (struct tcn_str){ request.at, request.n - 1 };
	must(memchr(asked.at, '\0', asked.n) == NULL);
	read_answer(answer, asked, title_n);
	read_answer(asked, asked, title_n); /* a tagger that knows no word */
	tcn_buf_fini(&request);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
