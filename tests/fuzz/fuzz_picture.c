/*
 * Any bytes as a picture: a format is only ever that of the first bytes, a size
 * comes with a format, what may be decoded is within the limits, and nothing is
 * read behind the end: what is cut off says the same or less.
 */
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/serve/picture/picture_look.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size };
	struct tcn_picture_look whole = tcn_picture_look(bytes), part;

	must(whole.format || (!whole.width && !whole.height));
	if (tcn_picture_may_be_decoded(&whole))
		must(whole.format && whole.width && whole.height &&
		    (uint64_t)whole.width * whole.height <=
			TCN_PICTURE_PIXELS_MAX);
	for (size_t n = 0; n <= size && n < 64; n++) {
		char *copy = tcn_mem_alloc(n + 1);

		memcpy(copy, data, n);
		part = tcn_picture_look((struct tcn_str){ copy, n });
		must(!part.format || part.format == whole.format);
		tcn_mem_free(copy);
	}
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
