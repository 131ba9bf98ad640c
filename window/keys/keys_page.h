/*
 * window/keys/keys_page.h - the keys of records, in pages of a time bucket.
 *
 * A page holds up to 4,096 entries, a key and a link each, those of a record
 * side by side in rising order, so that they are the record's set as well. A
 * row names the entries of a record and the record itself (sighting_store.h),
 * whose payload is the row's number: page and place. An entry is named by page
 * and place too. Both names die with the bucket, and the number of a freed page
 * rests (page_dir.h).
 *
 * Of a bucket only one entry a key is linked into a chain. When more records of
 * the bucket have the key, that entry has a list of all their rows.
 */
#ifndef TCN_WINDOW_KEYS_KEYS_PAGE_H
#define TCN_WINDOW_KEYS_KEYS_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "window/base/page_dir.h"
#include "window/keys/keys.h"

enum {
	TCN_KEYS_PLACE_BITS = 12,
	TCN_KEYS_PAGE_ENTRIES = 1 << TCN_KEYS_PLACE_BITS,
	/* One less than the bits allow: no entry is named TCN_KEYS_NIL. */
	TCN_KEYS_PAGES_MAX = (1 << (32 - TCN_KEYS_PLACE_BITS)) - 1,
	TCN_KEYS_SEVERAL = 0x8000, /* flag of an owner: the entry has a list */
};

#define TCN_KEYS_NIL UINT32_MAX /* no entry */

struct tcn_keys_entry {
	uint32_t key;
	uint32_t next; /* of its chain, or TCN_KEYS_NIL */
};

struct tcn_keys_row {
	uint64_t origin; /* the origin of its earliest sighting */
	uint32_t ref; /* the reference of the record */
	/* scratch of a look-up: its place among the candidates */
	uint32_t seat;
	uint16_t first, n; /* entries */
	bool cut;
};

/* All rows of a bucket with one key, if there are several. */
struct tcn_keys_list {
	uint32_t *rows;
	size_t n, cap;
};

struct tcn_keys_bucket {
	struct tcn_keys_pages *pages;
	int64_t first_ms, last_ms; /* the span of the bucket */
	uint32_t *numbers; /* of its pages; the last is being filled */
	size_t numbers_n, numbers_cap;
	struct tcn_keys_list *lists;
	size_t lists_n, lists_cap;
	struct tcn_map list_of; /* entry -> place in lists */
	struct tcn_map row_of; /* hash of a set -> row */
	size_t lists_bytes; /* of the rows in lists */
	uint64_t entries_n;
};

struct tcn_keys_page {
	struct tcn_keys_bucket *bucket;
	uint16_t entries_n;
	struct tcn_keys_row *rows;
	size_t rows_n, rows_cap;
	struct tcn_keys_entry entries[TCN_KEYS_PAGE_ENTRIES];
	uint16_t owners[TCN_KEYS_PAGE_ENTRIES]; /* rows, by entry */
};

struct tcn_keys_pages {
	struct tcn_page_dir dir;
	uint64_t entries_n; /* in live pages */
	size_t bytes; /* of buckets and pages */
};

void tcn_keys_pages_init(struct tcn_keys_pages *pages);

/* All buckets must have been freed. */
void tcn_keys_pages_fini(struct tcn_keys_pages *pages);

/* An empty bucket. */
struct tcn_keys_bucket *tcn_keys_bucket_new(struct tcn_keys_pages *pages);
void tcn_keys_bucket_free(struct tcn_keys_bucket *bucket);

/* Adds a set as a row, not yet linked into chains and without its record, and
 * returns the row's name. hash: the hash of the set. */
uint32_t tcn_keys_bucket_put(struct tcn_keys_bucket *bucket,
    const struct tcn_keys_set *set, uint64_t hash, uint64_t origin);

/* Sets *row to the row of an equal set in the bucket; false: there is none. */
bool tcn_keys_bucket_find(const struct tcn_keys_bucket *bucket,
    const struct tcn_keys_set *set, uint64_t hash, uint32_t *row);

/* Adds a row to the list of the entry, which is made with its first. */
void tcn_keys_list_add(struct tcn_keys_bucket *bucket, uint32_t entry,
    uint32_t row);

static inline bool
tcn_keys_live(const struct tcn_keys_pages *pages, uint32_t name)
{
	return name != TCN_KEYS_NIL &&
	    pages->dir.live[name >> TCN_KEYS_PLACE_BITS];
}

/* The page of a row or entry, by its name, which must be live. */
static inline struct tcn_keys_page *
tcn_keys_page(const struct tcn_keys_pages *pages, uint32_t name)
{
	return pages->dir.pages[name >> TCN_KEYS_PLACE_BITS];
}

static inline uint32_t
tcn_keys_place(uint32_t name)
{
	return name & (TCN_KEYS_PAGE_ENTRIES - 1);
}

/* The name of the row or entry at this place of the page of a name. */
static inline uint32_t
tcn_keys_sibling(uint32_t name, uint32_t place)
{
	return (name & ~(uint32_t)(TCN_KEYS_PAGE_ENTRIES - 1)) | place;
}

static inline struct tcn_keys_entry *
tcn_keys_entry(const struct tcn_keys_pages *pages, uint32_t name)
{
	return &tcn_keys_page(pages, name)->entries[tcn_keys_place(name)];
}

static inline struct tcn_keys_row *
tcn_keys_row(const struct tcn_keys_pages *pages, uint32_t name)
{
	return &tcn_keys_page(pages, name)->rows[tcn_keys_place(name)];
}

/* Returns the rows with the key of an entry in a chain, and sets *n, at least
 * 1. *lone is the memory for a single row. */
static inline const uint32_t *
tcn_keys_rows(const struct tcn_keys_pages *pages, uint32_t entry, size_t *n,
    uint32_t *lone)
{
	const struct tcn_keys_page *page = tcn_keys_page(pages, entry);
	uint16_t owner = page->owners[tcn_keys_place(entry)];
	const struct tcn_keys_list *list;

	if (!(owner & TCN_KEYS_SEVERAL)) {
		*n = 1;
		*lone = tcn_keys_sibling(entry, owner);
		return lone;
	}
	list =
	    &page->bucket->lists[*tcn_map_find(&page->bucket->list_of, entry)];
	*n = list->n;
	return list->rows;
}

/* How many rows tcn_keys_rows() returns for the entry. */
static inline size_t
tcn_keys_rows_n(const struct tcn_keys_pages *pages, uint32_t entry)
{
	uint32_t lone;
	size_t n;

	(void)tcn_keys_rows(pages, entry, &n, &lone);
	return n;
}

#endif
