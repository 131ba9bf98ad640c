/*
 * window/base/sighting_page.h - up to 256 records of one time bucket.
 *
 * A page is one piece of memory: a header, the payloads (32 bits a record for
 * the owner, enough to decide in a look-up), then the sightings. It starts
 * small and doubles. A full page is packed: each field as its difference from
 * the least of the page, in as many bits as the largest difference needs (frame
 * of reference, Goldstein et al. 1998), the fields of a record side by side.
 * Times and sequence numbers of neighbours differ little, an origin is stored
 * as its distance from the sequence number, a publisher as its number in the
 * bucket's list: 8 to 12 bytes an item in place of 32.
 */
#ifndef TCN_WINDOW_BASE_SIGHTING_PAGE_H
#define TCN_WINDOW_BASE_SIGHTING_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"

enum {
	TCN_SIGHTING_PLACE_BITS = 8, /* of a reference: place in its page */
	TCN_SIGHTING_PAGE_RECORDS = 1 << TCN_SIGHTING_PLACE_BITS,
};

struct tcn_sighting {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* The publishers of a time bucket, by number. All zero is empty. */
struct tcn_sighting_names {
	struct tcn_map number_of;
	uint64_t *at;
	size_t n, cap;
};

/* How a packed field is stored: the least value, and for record i the
 * difference to it in `width` bits, at this bit of row i. */
struct tcn_sighting_column {
	uint64_t base;
	uint8_t at;
	uint8_t width;
};

enum tcn_sighting_field {
	TCN_SIGHTING_SEQ,
	TCN_SIGHTING_TS,
	TCN_SIGHTING_PUBLISHER,
	TCN_SIGHTING_ORIGIN,
	TCN_SIGHTING_FIELDS
};

struct tcn_sighting_bucket;

struct tcn_sighting_page {
	struct tcn_sighting_bucket *bucket;
	uint32_t bytes; /* of this piece of memory */
	uint16_t n, cap;
	bool packed;
	bool named; /* packed publishers are numbers of names */
	uint16_t row; /* bits of a packed record */
	uint64_t
	    several[TCN_SIGHTING_PAGE_RECORDS / 64]; /* has more sightings */
	struct tcn_sighting_column columns[TCN_SIGHTING_FIELDS];
	uint32_t payloads[]; /* cap of them, then the sightings */
};

void tcn_sighting_names_fini(struct tcn_sighting_names *names);
size_t tcn_sighting_names_bytes(const struct tcn_sighting_names *names);

/* Moves the page to memory with room for twice the records, and returns it; for
 * page NULL makes a new page. */
struct tcn_sighting_page *
tcn_sighting_page_grow(struct tcn_sighting_page *page);

/* Packs the page, and returns it; unchanged when packing would not make it
 * smaller. */
struct tcn_sighting_page *tcn_sighting_page_pack(struct tcn_sighting_page *page,
    struct tcn_sighting_names *names);

/* Appends a record to the page, which must have room (n < cap) and not be
 * packed. */
void tcn_sighting_page_put(struct tcn_sighting_page *page, uint32_t payload,
    const struct tcn_sighting *sighting);

/* Reads the sighting at `place`, packed or not; names are those of the page's
 * bucket. */
void tcn_sighting_page_get(const struct tcn_sighting_page *page,
    const struct tcn_sighting_names *names, uint32_t place,
    struct tcn_sighting *sighting);

#endif
