/*
 * A table of judged stories, or a file of weights, from anywhere: reading it
 * ends, leaks nothing, and what is refused is named.
 */
#include <stdint.h>
#include <stdlib.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/yaml_leaks.h"
#include "tests/tools/lab/eval/intern_check.h"
#include "tools/conf/weights.h"
#include "tools/lab/eval/fit/fit_stories.h"

static void
read_stories(struct tcn_str text)
{
	struct tcn_fit_stories stories;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_fit_stories_parse(&stories, "fuzz", text, &err);

	must(rc == TCN_OK || (rc == TCN_INVALID && err.text[0] != '\0'));
	must(intern_check(&stories.ids, NULL) == TCN_OK);
	must(rc || stories.n == stories.ids.n);
	for (uint32_t i = 0; i < stories.n; i++)
		must(stories.rows[i].line > 0 &&
		    tcn_intern_at(&stories.ids, i).n > 0);
	tcn_fit_stories_fini(&stories);
}

static void
read_weights(struct tcn_str text)
{
	static const char *const names[] = { "name", "solo", "same" };
	struct tcn_weights weights;
	struct tcn_err err = { 0 };
	enum tcn_rc rc =
	    tcn_weights_read("fuzz", text, names, 3, &weights, &err);

	must(rc == TCN_OK || (rc == TCN_INVALID && err.text[0] != '\0'));
	for (int i = 0; !rc && i < 3; i++)
		must(weights.rows[i].sd > 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };

	read_stories(text);
	read_weights(text);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
