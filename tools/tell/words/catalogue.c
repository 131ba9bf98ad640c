#include "tools/tell/words/catalogue.h"

#include <assert.h>

#include "engine/base/utf8.h"

/* The head: magic number, version, number of messages, where the two tables
 * begin, and a hash table that we have no use for. */
enum {
	HEAD_BYTES = 28,
	ROW_BYTES = 8, /* length and offset of a text */
	CONTEXT_END = '\4',
};

#define MAGIC         UINT32_C(0x950412de)
#define MAGIC_SWAPPED UINT32_C(0xde120495)

static uint32_t
read_u32(const struct tcn_catalogue *catalogue, size_t at)
{
	const unsigned char *b =
	    (const unsigned char *)catalogue->bytes.at + at;

	return catalogue->swapped ? (uint32_t)b[0] << 24 |
		(uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
				  : (uint32_t)b[3] << 24 |
		(uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

/* The i-th text of a table. */
static struct tcn_str
text_at(const struct tcn_catalogue *catalogue, size_t table, size_t i)
{
	size_t row = table + i * ROW_BYTES;

	return (struct tcn_str){ catalogue->bytes.at +
		    read_u32(catalogue, row + 4),
		read_u32(catalogue, row) };
}

static bool
is_table(const struct tcn_catalogue *catalogue, size_t table)
{
	size_t n = catalogue->bytes.n;

	return table <= n && catalogue->n <= (n - table) / ROW_BYTES;
}

/* Whether the i-th text lies within the bytes, with a zero behind it. */
static bool
is_text(const struct tcn_catalogue *catalogue, size_t table, size_t i)
{
	size_t row = table + i * ROW_BYTES;
	size_t n = read_u32(catalogue, row), at = read_u32(catalogue, row + 4);

	return at < catalogue->bytes.n && n < catalogue->bytes.n - at &&
	    catalogue->bytes.at[at + n] == '\0' &&
	    tcn_utf8_valid(text_at(catalogue, table, i));
}

static enum tcn_rc
check_messages(const struct tcn_catalogue *catalogue, struct tcn_err *err)
{
	const char *before = NULL;

	for (size_t i = 0; i < catalogue->n; i++) {
		struct tcn_str message;

		if (!is_text(catalogue, catalogue->messages, i) ||
		    !is_text(catalogue, catalogue->translations, i))
			return tcn_err_set(err, TCN_INVALID,
			    "message %zu of a catalogue is no text", i);
		message = text_at(catalogue, catalogue->messages, i);
		if (before && strcmp(before, message.at) >= 0)
			return tcn_err_set(err, TCN_INVALID,
			    "message %zu of a catalogue is not in order", i);
		before = message.at;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_catalogue_open(struct tcn_str bytes, struct tcn_catalogue *catalogue,
    struct tcn_err *err)
{
	struct tcn_catalogue it = { .bytes = bytes };
	enum tcn_rc rc;

	*catalogue = (struct tcn_catalogue){ 0 };
	if (bytes.n < HEAD_BYTES)
		return tcn_err_set(err, TCN_INVALID,
		    "a file of %zu bytes is no catalogue", bytes.n);
	it.swapped = read_u32(&it, 0) == MAGIC_SWAPPED;
	if (read_u32(&it, 0) != MAGIC || read_u32(&it, 4) >> 16 > 1)
		return tcn_err_set(err, TCN_INVALID,
		    "the catalogue does not begin as a .mo file");
	it.n = read_u32(&it, 8);
	it.messages = read_u32(&it, 12);
	it.translations = read_u32(&it, 16);
	if (!is_table(&it, it.messages) || !is_table(&it, it.translations))
		return tcn_err_set(err, TCN_INVALID,
		    "the catalogue is cut short: its tables lie beyond its "
		    "end");
	rc = check_messages(&it, err);
	if (!rc)
		*catalogue = it;
	return rc;
}

/* Compares "context\4message" with a message of the catalogue. */
static int
compare(const char *context, const char *message, const char *at)
{
	size_t n = context ? strlen(context) : 0;
	int order;

	if (!context)
		return strcmp(message, at);
	order = strncmp(context, at, n);
	if (order)
		return order;
	return at[n] == CONTEXT_END ? strcmp(message, at + n + 1)
				    : CONTEXT_END - (unsigned char)at[n];
}

struct tcn_str
tcn_catalogue_find(const struct tcn_catalogue *catalogue, const char *context,
    const char *message)
{
	size_t low = 0, high = catalogue->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct tcn_str at =
		    text_at(catalogue, catalogue->messages, middle);
		int order = compare(context, message, at.at);

		if (order == 0)
			return text_at(catalogue, catalogue->translations,
			    middle);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return (struct tcn_str){ 0 };
}

struct tcn_catalogue_entry
tcn_catalogue_at(const struct tcn_catalogue *catalogue, size_t i)
{
	assert(i < catalogue->n);
	return (struct tcn_catalogue_entry){
		text_at(catalogue, catalogue->messages, i),
		text_at(catalogue, catalogue->translations, i),
	};
}

const char *
tcn_catalogue_form(struct tcn_str texts, size_t i)
{
	size_t at = 0;

	for (; i && at <= texts.n; i--)
		at += strlen(texts.at + at) + 1;
	return texts.at && at <= texts.n ? texts.at + at : NULL;
}
