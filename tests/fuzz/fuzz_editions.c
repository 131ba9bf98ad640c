/*
 * A file of editions from anywhere: it is refused with words and a place, or
 * each edition has a name and is due at some time.
 */
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/yaml_leaks.h"
#include "tools/tell/edition/edition_conf.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_editions *all;
	struct tcn_err err = { 0 };
	int64_t due_ms;

	if (tcn_editions_parse("fuzz", text, NULL, &all, &err) == TCN_OK) {
		for (size_t i = 0; i < all->n; i++) {
			const struct tcn_edition_conf *e = &all->at[i];

			must(e->name && tcn_edition_title(e).n);
			must(tcn_edition_find(all, tcn_str(e->name)) == e);
			must(e->schedule
				? tcn_schedule_next(e->schedule, 0, &due_ms)
				: e->closes >= 0);
		}
		tcn_editions_free(all);
	} else {
		must(err.text[0] != '\0' && tcn_utf8_valid(tcn_str(err.text)));
	}
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
