/*
 * tools/base/pack.h - packs as gzip (RFC 1952), in pieces.
 *
 * A gzip is made of pieces that know nothing of each other: each ends at a
 * whole byte with a full flush (RFC 1951), so that pieces stand one after the
 * other as they are, and their check sums are joined (crc32_combine() of
 * zlib). So what many answers have in common is packed once and kept. And a
 * secret gets a piece of its own that is not packed: how short a text becomes
 * tells what is like it, and whoever wrote the text beside the secret could
 * guess it letter by letter (BREACH: Gluck, Harris, Prado 2013).
 *
 *	struct tcn_pack pack = { .level = TCN_PACK_QUICK };
 *
 *	tcn_pack_add(&pack, head);
 *	tcn_pack_add_plain(&pack, secret);
 *	tcn_pack_add_piece(&pack, &kept);
 *	tcn_pack_end(&pack);
 *	... pack.out ...
 *	tcn_buf_fini(&pack.out);
 *
 * No time and no name is written: the same pieces give the same bytes.
 * Unpacking: tools/base/unpack.h.
 *
 * Cost: QUICK some 10 ns a byte, and 256 KiB while a piece is made.
 */
#ifndef TCN_TOOLS_BASE_PACK_H
#define TCN_TOOLS_BASE_PACK_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* The levels of zlib. */
enum tcn_pack_level {
	TCN_PACK_QUICK = 1, /* while somebody waits */
	TCN_PACK_BEST = 9, /* once for ever */
};

struct z_stream_s;

struct tcn_pack {
	enum tcn_pack_level level;
	/* The rest is the module's own, but for out after the end. */
	struct tcn_buf out;
	uint32_t crc;
	uint64_t n; /* bytes packed so far */
	struct z_stream_s *z; /* NULL: nothing was packed yet */
};

/* A piece that is kept. All 0: of no bytes. */
struct tcn_pack_piece {
	struct tcn_buf bytes; /* deflate, without an end */
	uint32_t crc; /* of what was packed */
	size_t n; /* its bytes, before */
};

/* Packs raw into *piece, in place of what it held. raw need not outlive it. */
void tcn_pack_piece(struct tcn_pack_piece *piece, struct tcn_str raw,
    enum tcn_pack_level level);
void tcn_pack_piece_fini(struct tcn_pack_piece *piece);

/* Appends a piece of its own: raw, packed. */
void tcn_pack_add(struct tcn_pack *pack, struct tcn_str raw);

/* Appends raw as a piece that is stored and not packed. */
void tcn_pack_add_plain(struct tcn_pack *pack, struct tcn_str raw);

/* Appends a piece that tcn_pack_piece() made before. */
void tcn_pack_add_piece(struct tcn_pack *pack,
    const struct tcn_pack_piece *piece);

/* Ends the gzip, which is in out from then on, and is the caller's. Call it in
 * every case. */
void tcn_pack_end(struct tcn_pack *pack);

/*
 * Whether somebody who sent this header Accept-Encoding takes gzip (RFC 9110,
 * section 12.5.3). NULL: there was none, so no.
 */
bool tcn_pack_is_accepted(const char *accepts);

#endif
