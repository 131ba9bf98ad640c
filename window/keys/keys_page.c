#include "window/keys/keys_page.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"

void
tcn_keys_pages_init(struct tcn_keys_pages *pages)
{
	*pages = (struct tcn_keys_pages){ 0 };
	tcn_page_dir_init(&pages->dir, TCN_KEYS_PAGES_MAX);
}

void
tcn_keys_pages_fini(struct tcn_keys_pages *pages)
{
	assert(!pages->bytes);
	tcn_page_dir_fini(&pages->dir);
}

/* What a bucket holds beside its pages. */
static size_t
bucket_bytes(const struct tcn_keys_bucket *bucket)
{
	return sizeof *bucket + bucket->numbers_cap * sizeof *bucket->numbers +
	    bucket->lists_cap * sizeof *bucket->lists + bucket->lists_bytes +
	    tcn_map_bytes(&bucket->list_of) + tcn_map_bytes(&bucket->row_of);
}

static size_t
page_bytes(const struct tcn_keys_page *page)
{
	return sizeof *page + page->rows_cap * sizeof *page->rows;
}

struct tcn_keys_bucket *
tcn_keys_bucket_new(struct tcn_keys_pages *pages)
{
	struct tcn_keys_bucket *bucket = tcn_mem_calloc(1, sizeof *bucket);

	bucket->pages = pages;
	pages->bytes += bucket_bytes(bucket);
	return bucket;
}

void
tcn_keys_bucket_free(struct tcn_keys_bucket *bucket)
{
	struct tcn_keys_pages *pages = bucket->pages;

	pages->bytes -= bucket_bytes(bucket);
	pages->entries_n -= bucket->entries_n;
	for (size_t i = 0; i < bucket->numbers_n; i++) {
		struct tcn_keys_page *page =
		    pages->dir.pages[bucket->numbers[i]];

		pages->bytes -= page_bytes(page);
		tcn_mem_free(page->rows);
		tcn_mem_free(page);
		tcn_page_dir_drop(&pages->dir, bucket->numbers[i]);
	}
	for (size_t i = 0; i < bucket->lists_n; i++)
		tcn_mem_free(bucket->lists[i].rows);
	tcn_mem_free(bucket->lists);
	tcn_mem_free(bucket->numbers);
	tcn_map_fini(&bucket->list_of);
	tcn_map_fini(&bucket->row_of);
	tcn_mem_free(bucket);
}

static void
add_page(struct tcn_keys_bucket *bucket)
{
	uint32_t *fit = tcn_mem_grow(bucket->numbers, &bucket->numbers_cap,
	    bucket->numbers_n + 1, sizeof *fit);
	struct tcn_keys_page *page;

	bucket->numbers = fit;
	page = tcn_mem_alloc(sizeof *page);
	page->bucket = bucket;
	page->entries_n = 0;
	page->rows = NULL;
	page->rows_n = page->rows_cap = 0;
	if (!tcn_page_dir_add(&bucket->pages->dir, page,
		&fit[bucket->numbers_n]))
		tcn_mem_end(); /* no more than 2^32 entries have a name */
	bucket->numbers_n++;
	bucket->pages->bytes += page_bytes(page);
}

/* The page that is being filled, or NULL. */
static struct tcn_keys_page *
last_page(const struct tcn_keys_bucket *bucket)
{
	if (!bucket->numbers_n)
		return NULL;
	return bucket->pages->dir.pages[bucket->numbers[bucket->numbers_n - 1]];
}

/* The page that the next row, of n keys, goes into. */
static struct tcn_keys_page *
open_page(struct tcn_keys_bucket *bucket, size_t n)
{
	struct tcn_keys_page *page = last_page(bucket);
	size_t before;

	if (!page || page->entries_n + n > TCN_KEYS_PAGE_ENTRIES)
		add_page(bucket);
	page = last_page(bucket);
	before = page_bytes(page);
	page->rows = tcn_mem_grow(page->rows, &page->rows_cap, page->rows_n + 1,
	    sizeof *page->rows);
	bucket->pages->bytes += page_bytes(page) - before;
	return page;
}

uint32_t
tcn_keys_bucket_put(struct tcn_keys_bucket *bucket,
    const struct tcn_keys_set *set, uint64_t hash, uint64_t origin)
{
	size_t before = bucket_bytes(bucket);
	struct tcn_keys_page *page = open_page(bucket, set->n);
	uint16_t first = page->entries_n;
	uint32_t row = bucket->numbers[bucket->numbers_n - 1]
		<< TCN_KEYS_PLACE_BITS |
	    (uint32_t)page->rows_n;
	uint64_t *value;

	assert(first + set->n <= TCN_KEYS_PAGE_ENTRIES);
	for (size_t i = 0; i < set->n; i++) {
		page->entries[first + i] =
		    (struct tcn_keys_entry){ set->at[i], TCN_KEYS_NIL };
		page->owners[first + i] = (uint16_t)page->rows_n;
	}
	page->rows[page->rows_n++] = (struct tcn_keys_row){
		.origin = origin,
		.first = first,
		.n = (uint16_t)set->n,
		.cut = set->cut,
	};
	page->entries_n = (uint16_t)(first + set->n);
	bucket->entries_n += set->n;
	bucket->pages->entries_n += set->n;
	tcn_map_put(&bucket->row_of, hash, &value, NULL);
	*value = row;
	bucket->pages->bytes += bucket_bytes(bucket) - before;
	return row;
}

static bool
is_set(const struct tcn_keys_page *page, const struct tcn_keys_row *row,
    const struct tcn_keys_set *set)
{
	if (row->n != set->n || row->cut != set->cut)
		return false;
	for (size_t i = 0; i < set->n; i++)
		if (page->entries[row->first + i].key != set->at[i])
			return false;
	return true;
}

bool
tcn_keys_bucket_find(const struct tcn_keys_bucket *bucket,
    const struct tcn_keys_set *set, uint64_t hash, uint32_t *row)
{
	const uint64_t *value = tcn_map_find(&bucket->row_of, hash);

	if (!value)
		return false;
	*row = (uint32_t)*value;
	return is_set(tcn_keys_page(bucket->pages, *row),
	    tcn_keys_row(bucket->pages, *row), set);
}

/* A list of the one row that the entry stands for. */
static void
make_list(struct tcn_keys_bucket *bucket, uint32_t entry)
{
	struct tcn_keys_page *page = tcn_keys_page(bucket->pages, entry);
	struct tcn_keys_list *fit = tcn_mem_grow(bucket->lists,
	    &bucket->lists_cap, bucket->lists_n + 1, sizeof *fit);
	struct tcn_keys_list list = { 0 };
	uint64_t *value;
	size_t n;
	uint32_t lone;

	bucket->lists = fit;
	list.rows = tcn_mem_grow(NULL, &list.cap, 4, sizeof *list.rows);
	tcn_map_put(&bucket->list_of, entry, &value, NULL);
	list.rows[list.n++] = *tcn_keys_rows(bucket->pages, entry, &n, &lone);
	bucket->lists_bytes += list.cap * sizeof *list.rows;
	*value = bucket->lists_n;
	bucket->lists[bucket->lists_n++] = list;
	page->owners[tcn_keys_place(entry)] |= TCN_KEYS_SEVERAL;
}

void
tcn_keys_list_add(struct tcn_keys_bucket *bucket, uint32_t entry, uint32_t row)
{
	const struct tcn_keys_page *page = tcn_keys_page(bucket->pages, entry);
	size_t before = bucket_bytes(bucket);
	struct tcn_keys_list *list;
	size_t cap;

	assert(page->bucket == bucket);
	if (!(page->owners[tcn_keys_place(entry)] & TCN_KEYS_SEVERAL))
		make_list(bucket, entry);
	list = &bucket->lists[*tcn_map_find(&bucket->list_of, entry)];
	cap = list->cap;
	list->rows = tcn_mem_grow(list->rows, &list->cap, list->n + 1,
	    sizeof *list->rows);
	list->rows[list->n++] = row;
	bucket->lists_bytes += (list->cap - cap) * sizeof *list->rows;
	bucket->pages->bytes += bucket_bytes(bucket) - before;
}
