#include "tools/base/pack.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "engine/base/mem.h"

#define PLAIN_MAX 65535 /* bytes of a stored block (RFC 1951, 3.2.4) */

/* The lowest byte first. */
static void
add_number(struct tcn_buf *out, uint32_t n)
{
	for (int i = 0; i < 4; i++)
		tcn_buf_char(out, (char)(n >> 8 * i & 0xff));
}

static z_stream *
open_stream(enum tcn_pack_level level)
{
	z_stream *z = tcn_mem_calloc(1, sizeof *z);

	if (deflateInit2(z, (int)level, Z_DEFLATED, -15, 8,
		Z_DEFAULT_STRATEGY) != Z_OK)
		tcn_mem_end();
	return z;
}

static void
close_stream(z_stream *z)
{
	if (z)
		deflateEnd(z);
	tcn_mem_free(z);
}

/* Appends raw as deflate, up to a full flush, behind which the stream has
 * forgotten it. */
static void
deflate_to(struct tcn_buf *out, z_stream *z, struct tcn_str raw)
{
	char chunk[16384];

	if (raw.n > UINT32_MAX)
		tcn_mem_end();
	z->next_in = (Bytef *)(uintptr_t)raw.at;
	z->avail_in = (uInt)raw.n;
	do {
		z->next_out = (Bytef *)chunk;
		z->avail_out = sizeof chunk;
		/* It cannot fail: the state is sound, and there is room. */
		(void)deflate(z, Z_FULL_FLUSH);
		tcn_buf_add(out, chunk, sizeof chunk - z->avail_out);
	} while (z->avail_out == 0);
}

static uint32_t
crc_of(struct tcn_str raw)
{
	return (uint32_t)crc32_z(0, (const Bytef *)raw.at, raw.n);
}

void
tcn_pack_piece(struct tcn_pack_piece *piece, struct tcn_str raw,
    enum tcn_pack_level level)
{
	z_stream *z = open_stream(level);

	tcn_buf_clear(&piece->bytes);
	piece->n = raw.n;
	piece->crc = raw.n ? crc_of(raw) : 0;
	if (raw.n)
		deflate_to(&piece->bytes, z, raw);
	close_stream(z);
}

void
tcn_pack_piece_fini(struct tcn_pack_piece *piece)
{
	tcn_buf_fini(&piece->bytes);
	*piece = (struct tcn_pack_piece){ 0 };
}

/* The head: deflate, no flags, no time, an unknown system. */
static void
begin(struct tcn_pack *pack)
{
	static const char head[10] = { 0x1f, (char)0x8b, 8, 0, 0, 0, 0, 0, 0,
		(char)0xff };

	if (pack->out.n == 0)
		tcn_buf_add(&pack->out, head, sizeof head);
}

/* Counts n bytes of that check sum. */
static void
join(struct tcn_pack *pack, uint32_t crc, size_t n)
{
	pack->crc = (uint32_t)crc32_combine(pack->crc, crc, (z_off_t)n);
	pack->n += n;
}

void
tcn_pack_add(struct tcn_pack *pack, struct tcn_str raw)
{
	begin(pack);
	if (!raw.n)
		return;
	if (!pack->z)
		pack->z = open_stream(pack->level);
	deflate_to(&pack->out, pack->z, raw);
	join(pack, crc_of(raw), raw.n);
}

void
tcn_pack_add_plain(struct tcn_pack *pack, struct tcn_str raw)
{
	begin(pack);
	if (raw.n)
		join(pack, crc_of(raw), raw.n);
	while (raw.n) {
		uint32_t n = raw.n < PLAIN_MAX ? (uint32_t)raw.n : PLAIN_MAX;

		tcn_buf_char(&pack->out, 0); /* stored; not the last */
		add_number(&pack->out, n | ~n << 16);
		tcn_buf_add(&pack->out, raw.at, n);
		raw.at += n;
		raw.n -= n;
	}
}

void
tcn_pack_add_piece(struct tcn_pack *pack, const struct tcn_pack_piece *piece)
{
	begin(pack);
	tcn_buf_add(&pack->out, piece->bytes.at, piece->bytes.n);
	if (piece->n)
		join(pack, piece->crc, piece->n);
}

void
tcn_pack_end(struct tcn_pack *pack)
{
	static const char last[] = { 3, 0 }; /* a last block of nothing */

	begin(pack);
	tcn_buf_add(&pack->out, last, sizeof last);
	add_number(&pack->out, pack->crc);
	add_number(&pack->out, (uint32_t)pack->n);
	close_stream(pack->z);
	pack->z = NULL;
}

/* The weight behind a coding, ";q=0.5"; 1 where none is. */
static double
weight(const char *at, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++)
		if ((at[i] == 'q' || at[i] == 'Q') && at[i + 1] == '=')
			return strtod(at + i + 2, NULL);
	return 1;
}

bool
tcn_pack_is_accepted(const char *accepts)
{
	bool any = false;

	while (accepts && *accepts) {
		size_t n = strcspn(accepts, ",");
		const char *at = accepts + strspn(accepts, " \t,");
		size_t name = strcspn(at, " \t;,");
		const char *end = accepts + n;
		double q;

		accepts = end + (*end == ',');
		if (at >= end)
			continue;
		q = weight(at + name, (size_t)(end - at) - name);
		if ((name == 4 && strncasecmp(at, "gzip", name) == 0) ||
		    (name == 6 && strncasecmp(at, "x-gzip", name) == 0))
			return q > 0;
		any |= name == 1 && *at == '*' && q > 0;
	}
	return any;
}
