/*
 * A dictionary from anywhere: reading it ends, stays within its bytes, and
 * what is refused is named. The input is an index and, behind a zero byte, the
 * text.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/text/lexicon.h"
#include "tests/fuzz/must.h"
#include "tools/pipeline/dictd.h"

/* Entries may overlap, so that a short input has very many pairs. */
#define PAIRS_MAX 2000

struct reading {
	struct tcn_lexicon *lexicon;
	unsigned pairs;
};

static void
add(void *ctx, struct tcn_str word, struct tcn_str translation)
{
	struct reading *reading = ctx;

	must(word.n && translation.n);
	if (reading->pairs++ < PAIRS_MAX)
		tcn_lexicon_add(reading->lexicon, "es", word, translation);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
	size_t n = zero ? (size_t)(zero - data) : size;
	struct tcn_str index = { (const char *)data, n };
	struct tcn_str text = { (const char *)data + n, size - n };
	struct tcn_err err = { 0 };
	struct reading reading = { .pairs = 0 };
	enum tcn_rc rc;

	if (zero) {
		text.at++;
		text.n--;
	}
	reading.lexicon = tcn_lexicon_new();
	rc = tcn_dictd_read("fuzz", index, text, add, &reading, &err);
	must(rc == TCN_OK || rc == TCN_INVALID || rc == TCN_DONE);
	must(rc != TCN_INVALID || err.text[0] != '\0');
	tcn_lexicon_free(reading.lexicon);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
