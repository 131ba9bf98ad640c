#include "tools/base/plural.h"

#include <assert.h>
#include <inttypes.h>

void
tcn_plural(struct tcn_buf *out, uint64_t n, const char *noun)
{
	assert(noun && *noun);
	tcn_buf_printf(out, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}
