#include "tests/base/mo.h"

static void
put_u32(struct tcn_buf *out, size_t value, bool swapped)
{
	for (size_t i = 0; i < 4; i++)
		tcn_buf_char(out,
		    (char)(unsigned char)(value >> 8 * (swapped ? 3 - i : i)));
}

/* Adds the rows of a table whose texts begin at a byte; returns where they
 * end. */
static size_t
put_table(const struct mo_entry *entries, size_t n, bool translations,
    size_t at, bool swapped, struct tcn_buf *out)
{
	for (size_t i = 0; i < n; i++) {
		size_t bytes = translations ? entries[i].translation.n
					    : entries[i].message.n;

		put_u32(out, bytes, swapped);
		put_u32(out, at, swapped);
		at += bytes + 1;
	}
	return at;
}

void
mo_make(const struct mo_entry *entries, size_t n, bool swapped,
    struct tcn_buf *out)
{
	size_t at = MO_TABLE + 2 * 8 * n;

	put_u32(out, 0x950412de, swapped);
	put_u32(out, 0, swapped);
	put_u32(out, n, swapped);
	put_u32(out, MO_TABLE, swapped);
	put_u32(out, MO_TABLE + 8 * n, swapped);
	put_u32(out, 0, swapped); /* no hash table */
	put_u32(out, 0, swapped);
	at = put_table(entries, n, false, at, swapped, out);
	put_table(entries, n, true, at, swapped, out);
	for (size_t i = 0; i < n; i++)
		tcn_buf_add(out, entries[i].message.at,
		    entries[i].message.n + 1);
	for (size_t i = 0; i < n; i++)
		tcn_buf_add(out, entries[i].translation.at,
		    entries[i].translation.n + 1);
}
