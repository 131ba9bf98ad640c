#include "tests/base/png.h"

#include "tests/base/run.h"

#include <zlib.h>

#include "engine/base/mem.h"

static void
put_number(struct tcn_buf *out, uint32_t value)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		tcn_buf_char(out, (char)(value >> shift));
}

static void
put_chunk(struct tcn_buf *out, const char *name, const void *bytes, size_t n)
{
	size_t from;

	put_number(out, (uint32_t)n);
	from = out->n;
	tcn_buf_add(out, name, 4);
	tcn_buf_add(out, bytes, n);
	put_number(out,
	    (uint32_t)crc32_z(0, (const Bytef *)out->at + from, n + 4));
}

void
png_make(uint32_t width, uint32_t height, uint32_t rows, uint32_t colour,
    struct tcn_buf *out)
{
	size_t n = (1 + (size_t)width * 3) * rows;
	uLongf packed_n = compressBound(n);
	Bytef *raw = tcn_mem_alloc(n + 1), *packed = tcn_mem_alloc(packed_n);
	struct tcn_buf head = { 0 };

	for (size_t i = 0; i < n; i++) {
		size_t at = i % (1 + (size_t)width * 3);

		raw[i] = at ? (Bytef)(colour >> 8 * (2 - (at - 1) % 3)) : 0;
	}
	ck_assert_int_eq(compress2(packed, &packed_n, raw, n, 1), Z_OK);
	put_number(&head, width);
	put_number(&head, height);
	tcn_buf_add(&head, "\x08\x02\0\0\0", 5);
	tcn_buf_add(out, "\x89PNG\r\n\x1a\n", 8);
	put_chunk(out, "IHDR", head.at, head.n);
	put_chunk(out, "IDAT", packed, packed_n);
	put_chunk(out, "IEND", "", 0);
	tcn_buf_fini(&head);
	tcn_mem_free(raw);
	tcn_mem_free(packed);
}
