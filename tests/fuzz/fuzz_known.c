/*
 * A table of known events from anywhere: reading it ends, leaks nothing, and
 * what is refused is named.
 */
#include <stdint.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/lab/eval/known.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_err err = { 0 };
	struct tcn_known known;
	struct tcn_buf out = { 0 };

	tcn_known_init(&known, 2, 3600000);
	if (tcn_known_parse(&known, "fuzz", text, &err) == TCN_OK) {
		for (size_t i = 0; i < known.n; i++)
			tcn_known_item(&known, i, known.events[i].start_ms,
			    known.events[i].name);
		tcn_known_text(&known, &out);
		tcn_known_json(&known, NULL, &out);
	} else {
		must(err.text[0] != '\0');
	}
	tcn_buf_fini(&out);
	tcn_known_fini(&known);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
