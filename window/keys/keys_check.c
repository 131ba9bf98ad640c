#include "engine/base/mem.h"
#include "window/keys/keys.h"
#include "window/keys/keys_impl.h"

/* What the pages hold, and what chains and lists name of it. */
struct check {
	const struct tcn_keys *keys;
	struct tcn_err *err;
	uint64_t rows, entries; /* in pages */
	uint64_t named; /* entries that a chain or a list stands for */
};

static bool
has_key(const struct tcn_keys_page *page, const struct tcn_keys_row *row,
    uint32_t key)
{
	for (uint32_t i = 0; i < row->n; i++)
		if (page->entries[row->first + i].key == key)
			return true;
	return false;
}

static enum tcn_rc
check_row(struct check *check, uint32_t name)
{
	const struct tcn_keys *keys = check->keys;
	const struct tcn_keys_page *page = tcn_keys_page(&keys->pages, name);
	const struct tcn_keys_row *row = tcn_keys_row(&keys->pages, name);

	if (!tcn_sighting_store_live(&keys->store, row->ref) ||
	    tcn_sighting_store_payload(&keys->store, row->ref) != name)
		return tcn_err_set(check->err, TCN_CORRUPT,
		    "a row and its record disagree");
	for (uint32_t i = 1; i < row->n; i++)
		if (page->entries[row->first + i - 1].key >=
		    page->entries[row->first + i].key)
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "the keys of a record are out of order");
	check->rows++;
	check->entries += row->n;
	return TCN_OK;
}

static bool
see_record(void *ctx, uint32_t ref)
{
	struct check *check = ctx;
	uint32_t name = tcn_sighting_store_payload(&check->keys->store, ref);

	return tcn_keys_live(&check->keys->pages, name) &&
	    tcn_keys_row(&check->keys->pages, name)->ref == ref &&
	    check_row(check, name) == TCN_OK;
}

/* Every row that an entry of a chain stands for has its key, in its bucket. */
static enum tcn_rc
check_entry(struct check *check, uint32_t at)
{
	const struct tcn_keys_pages *pages = &check->keys->pages;
	const struct tcn_keys_page *page = tcn_keys_page(pages, at);
	uint32_t key = tcn_keys_entry(pages, at)->key, lone;
	size_t n;
	const uint32_t *rows = tcn_keys_rows(pages, at, &n, &lone);

	for (size_t i = 0; i < n; i++) {
		const struct tcn_keys_page *own = tcn_keys_page(pages, rows[i]);

		if (own->bucket != page->bucket ||
		    !has_key(own, tcn_keys_row(pages, rows[i]), key))
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "a chain names a record that has not the key");
	}
	check->named += n;
	return TCN_OK;
}

/* No other entry of the chain behind this one is of the same bucket and key. */
static bool
is_repeated(const struct tcn_keys_pages *pages, uint32_t at)
{
	const struct tcn_keys_entry *entry = tcn_keys_entry(pages, at);
	const struct tcn_keys_bucket *bucket = tcn_keys_page(pages, at)->bucket;

	for (uint32_t i = entry->next; tcn_keys_live(pages, i);
	     i = tcn_keys_entry(pages, i)->next)
		if (tcn_keys_page(pages, i)->bucket == bucket &&
		    tcn_keys_entry(pages, i)->key == entry->key)
			return true;
	return false;
}

static enum tcn_rc
check_chain(struct check *check, uint32_t slot)
{
	const struct tcn_keys_table *table = &check->keys->table;
	const struct tcn_keys_pages *pages = &check->keys->pages;
	uint32_t at = *tcn_keys_table_head(table, slot);
	int64_t before_ms = INT64_MAX;
	enum tcn_rc rc = TCN_OK;

	while (!rc && tcn_keys_live(pages, at)) {
		const struct tcn_keys_entry *entry = tcn_keys_entry(pages, at);
		int64_t first_ms = tcn_keys_page(pages, at)->bucket->first_ms;

		if (tcn_keys_table_slot(table, entry->key) != slot ||
		    first_ms > before_ms || is_repeated(pages, at))
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "a chain has an entry of another, or out of order");
		if (tcn_keys_has_many(check->keys, entry->key) &&
		    !tcn_map_find(&check->keys->suspects.place_of, entry->key))
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "a key of many records is not known as such");
		rc = check_entry(check, at);
		before_ms = first_ms;
		at = entry->next;
	}
	return rc;
}

enum tcn_rc
tcn_keys_check(const struct tcn_keys *keys, struct tcn_err *err)
{
	struct check check = { .keys = keys, .err = err };
	enum tcn_rc rc = tcn_sighting_store_check(&keys->store, err);

	if (!rc)
		rc = tcn_page_dir_check(&keys->pages.dir, err);
	if (!rc && !tcn_sighting_store_each(&keys->store, see_record, &check))
		rc =
		    tcn_err_set(err, TCN_CORRUPT, "a record has lost its keys");
	for (uint32_t i = 0; !rc && i < keys->table.slots; i++)
		rc = check_chain(&check, i);
	if (rc)
		return rc;
	if (check.rows != keys->store.records_n ||
	    check.entries != keys->pages.entries_n ||
	    check.named != check.entries)
		return tcn_err_set(err, TCN_CORRUPT,
		    "chains name %llu of %llu keys",
		    (unsigned long long)check.named,
		    (unsigned long long)keys->pages.entries_n);
	return TCN_OK;
}
