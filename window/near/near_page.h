/*
 * window/near/near_page.h - up to 256 records of one time bucket.
 *
 * A page is one piece of memory: a header, the low halves of the fingerprints
 * (all a look-up needs to decide), then the sightings. It starts small and
 * doubles. A full page is packed: each field as its difference from the least
 * of the page, in as many bits as the largest difference needs (frame of
 * reference, Goldstein et al. 1998), the fields of a record side by side. Times
 * and sequence numbers of neighbours differ little, an origin is stored as its
 * distance from the sequence number, a publisher as its number in the bucket's
 * list: 8 to 12 bytes an item in place of 32.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_PAGE_H
#define TCN_WINDOW_NEAR_NEAR_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/base/rc.h"

enum {
	TCN_NEAR_PLACE_BITS = 8, /* of a reference: place in its page */
	TCN_NEAR_PAGE_RECORDS = 1 << TCN_NEAR_PLACE_BITS,
};

struct tcn_near_sighting {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* The publishers of a time bucket, by number. All zero is empty. */
struct tcn_near_names {
	struct tcn_map number_of;
	uint64_t *at;
	size_t n, cap;
};

/* A field of record i: base plus width bits, at this bit of row i. */
struct tcn_near_column {
	uint64_t base;
	uint8_t at;
	uint8_t width;
};

enum tcn_near_field {
	TCN_NEAR_SEQ,
	TCN_NEAR_TS,
	TCN_NEAR_PUBLISHER,
	TCN_NEAR_ORIGIN,
	TCN_NEAR_FIELDS
};

struct tcn_near_bucket;

struct tcn_near_page {
	struct tcn_near_bucket *bucket;
	uint32_t bytes; /* of this piece of memory */
	uint16_t n, cap;
	bool packed;
	bool named; /* packed publishers are numbers of names */
	uint16_t row; /* bits of a packed record */
	uint64_t several[TCN_NEAR_PAGE_RECORDS / 64]; /* has more sightings */
	struct tcn_near_column columns[TCN_NEAR_FIELDS];
	uint32_t lows[]; /* cap of them, then the sightings */
};

void tcn_near_names_fini(struct tcn_near_names *names);
size_t tcn_near_names_bytes(const struct tcn_near_names *names);

/*
 * A page with room for twice the records (or a first one for page NULL): the
 * same page moved. NULL: out of memory, page is as it was.
 */
struct tcn_near_page *tcn_near_page_grow(struct tcn_near_page *page);

/* The page packed, or as it is when memory or sense do not allow it. */
struct tcn_near_page *tcn_near_page_pack(struct tcn_near_page *page,
    struct tcn_near_names *names);

/* page->n < page->cap and not packed. */
void tcn_near_page_put(struct tcn_near_page *page, uint32_t low,
    const struct tcn_near_sighting *sighting);

void tcn_near_page_get(const struct tcn_near_page *page,
    const struct tcn_near_names *names, uint32_t place,
    struct tcn_near_sighting *sighting);

#endif
