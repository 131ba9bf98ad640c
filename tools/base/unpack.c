#include "tools/base/unpack.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <zlib.h>

#include "engine/base/mem.h"

enum tcn_rc
tcn_unpack(struct tcn_str packed, size_t most, struct tcn_buf *out)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)packed.at,
		.avail_in = (uInt)packed.n };
	char chunk[16384];
	int code;

	assert(out->n == 0);
	if (packed.n > UINT_MAX)
		return TCN_LIMIT;
	if (inflateInit2(&z, 15 + 32) != Z_OK)
		tcn_mem_end();
	do {
		z.next_out = (Bytef *)chunk;
		z.avail_out = sizeof chunk;
		code = inflate(&z, Z_NO_FLUSH);
		tcn_buf_add(out, chunk, sizeof chunk - z.avail_out);
		if (code == Z_STREAM_END && z.avail_in > 0)
			code = inflateReset(&z); /* the next member */
	} while (code == Z_OK && out->n <= most);
	inflateEnd(&z);
	if (code == Z_MEM_ERROR)
		tcn_mem_end();
	if (out->n > most)
		return TCN_LIMIT;
	return code == Z_STREAM_END ? TCN_OK : TCN_INVALID;
}
