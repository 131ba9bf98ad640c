#include "window/base/sighting_page.h"

#include <assert.h>
#include <endian.h>
#include <string.h>

#include "engine/base/mem.h"

enum {
	PAGE_FIRST = 16, /* records a page starts with */
	PADDING = 8, /* bytes a read of the last value may run over */
	WIDTH_MAX = 56, /* more than this, and 64 is simpler */
};

void
tcn_sighting_names_fini(struct tcn_sighting_names *names)
{
	tcn_map_fini(&names->number_of);
	tcn_mem_free(names->at);
	*names = (struct tcn_sighting_names){ 0 };
}

size_t
tcn_sighting_names_bytes(const struct tcn_sighting_names *names)
{
	return tcn_map_bytes(&names->number_of) +
	    names->cap * sizeof *names->at;
}

static void
names_put(struct tcn_sighting_names *names, uint64_t name, uint64_t *number)
{
	uint64_t *fit, *value;
	bool added;

	fit = tcn_mem_grow(names->at, &names->cap, names->n + 1, sizeof *fit);
	names->at = fit;
	tcn_map_put(&names->number_of, name, &value, &added);
	if (added) {
		*value = names->n;
		fit[names->n++] = name;
	}
	*number = *value;
}

/* Sightings lie behind the payloads, whose number is even. */
static struct tcn_sighting *
sightings_of(const struct tcn_sighting_page *page)
{
	return (struct tcn_sighting *)(uintptr_t)(page->payloads + page->cap);
}

static size_t
raw_bytes(size_t cap)
{
	return sizeof(struct tcn_sighting_page) +
	    cap * (sizeof(uint32_t) + sizeof(struct tcn_sighting));
}

struct tcn_sighting_page *
tcn_sighting_page_grow(struct tcn_sighting_page *page)
{
	uint16_t cap = page ? (uint16_t)(page->cap * 2) : PAGE_FIRST;
	struct tcn_sighting_page *grown = tcn_mem_alloc(raw_bytes(cap));

	*grown = (struct tcn_sighting_page){ .cap = cap };
	grown->bytes = (uint32_t)raw_bytes(cap);
	if (!page)
		return grown;
	grown->bucket = page->bucket;
	grown->n = page->n;
	memcpy(grown->several, page->several, sizeof page->several);
	memcpy(grown->payloads, page->payloads,
	    page->n * sizeof *page->payloads);
	memcpy(sightings_of(grown), sightings_of(page),
	    page->n * sizeof(struct tcn_sighting));
	tcn_mem_free(page);
	return grown;
}

void
tcn_sighting_page_put(struct tcn_sighting_page *page, uint32_t payload,
    const struct tcn_sighting *sighting)
{
	assert(!page->packed && page->n < page->cap);
	page->payloads[page->n] = payload;
	sightings_of(page)[page->n++] = *sighting;
}

/* A field as it is packed: before the least is taken off. */
static uint64_t
field_of(const struct tcn_sighting *sighting, enum tcn_sighting_field field)
{
	switch (field) {
	case TCN_SIGHTING_SEQ:
		return sighting->seq;
	case TCN_SIGHTING_TS:
		return (uint64_t)sighting->ts_ms - (uint64_t)INT64_MIN;
	case TCN_SIGHTING_PUBLISHER:
		return sighting->publisher;
	case TCN_SIGHTING_ORIGIN:
	case TCN_SIGHTING_FIELDS:
		break;
	}
	return sighting->seq - sighting->origin;
}

/*
 * Numbers for the publishers of a page. Not when most of them are new: a list
 * of names that are used once costs more than the names.
 */
static bool
name_publishers(const struct tcn_sighting_page *page,
    struct tcn_sighting_names *names, uint64_t *values)
{
	size_t before = names->n;

	for (uint32_t i = 0; i < page->n; i++) {
		if (before && names->n - before > page->n / 4u)
			return false;
		names_put(names, sightings_of(page)[i].publisher, &values[i]);
	}
	return true;
}

static void
measure(struct tcn_sighting_column *column, const uint64_t *values, uint32_t n)
{
	uint64_t least = values[0], most = values[0];

	for (uint32_t i = 1; i < n; i++) {
		least = values[i] < least ? values[i] : least;
		most = values[i] > most ? values[i] : most;
	}
	column->base = least;
	column->width = 0;
	while (column->width < 64 && (most - least) >> column->width)
		if (++column->width > WIDTH_MAX)
			column->width = 64;
}

static unsigned char *
rows_of(const struct tcn_sighting_page *page)
{
	return (unsigned char *)(uintptr_t)(page->payloads + page->cap);
}

/* A value of at most 56 bits lies in the 8 bytes that start at its byte. */
static void
write_bits(unsigned char *bytes, size_t bit, uint64_t value)
{
	uint64_t word;

	memcpy(&word, bytes + bit / 8, sizeof word);
	word = htole64(le64toh(word) | value << bit % 8);
	memcpy(bytes + bit / 8, &word, sizeof word);
}

static uint64_t
read_bits(const unsigned char *bytes, size_t bit, unsigned width)
{
	uint64_t word;

	memcpy(&word, bytes + bit / 8, sizeof word);
	return le64toh(word) >> bit % 8 & (((uint64_t)1 << width) - 1);
}

static void
write_field(struct tcn_sighting_page *page,
    const struct tcn_sighting_column *column, uint32_t place, uint64_t value)
{
	size_t bit = (size_t)place * page->row + column->at;

	value -= column->base;
	if (column->width > WIDTH_MAX) {
		write_bits(rows_of(page), bit, value & UINT32_MAX);
		write_bits(rows_of(page), bit + 32, value >> 32);
	} else if (column->width) {
		write_bits(rows_of(page), bit, value);
	}
}

static uint64_t
read_field(const struct tcn_sighting_page *page, enum tcn_sighting_field field,
    uint32_t place)
{
	const struct tcn_sighting_column *column = &page->columns[field];
	size_t bit = (size_t)place * page->row + column->at;

	if (column->width > WIDTH_MAX)
		return column->base +
		    (read_bits(rows_of(page), bit, 32) |
			read_bits(rows_of(page), bit + 32, 32) << 32);
	return column->base + read_bits(rows_of(page), bit, column->width);
}

/* The fields of all records; publishers by number when that pays. */
static void
take_apart(struct tcn_sighting_page *head, const struct tcn_sighting_page *page,
    struct tcn_sighting_names *names,
    uint64_t values[TCN_SIGHTING_FIELDS][TCN_SIGHTING_PAGE_RECORDS])
{
	for (int field = 0; field < TCN_SIGHTING_FIELDS; field++)
		for (uint32_t i = 0; i < page->n; i++)
			values[field][i] = field_of(&sightings_of(page)[i],
			    (enum tcn_sighting_field)field);
	head->named =
	    name_publishers(page, names, values[TCN_SIGHTING_PUBLISHER]);
	for (uint32_t i = 0; !head->named && i < page->n; i++)
		values[TCN_SIGHTING_PUBLISHER][i] =
		    sightings_of(page)[i].publisher;
	for (int field = 0; field < TCN_SIGHTING_FIELDS; field++) {
		measure(&head->columns[field], values[field], page->n);
		head->columns[field].at = (uint8_t)head->row;
		head->row = (uint16_t)(head->row + head->columns[field].width);
	}
}

struct tcn_sighting_page *
tcn_sighting_page_pack(struct tcn_sighting_page *page,
    struct tcn_sighting_names *names)
{
	uint64_t values[TCN_SIGHTING_FIELDS][TCN_SIGHTING_PAGE_RECORDS];
	struct tcn_sighting_page head = *page, *packed;

	take_apart(&head, page, names, values);
	head.bytes =
	    (uint32_t)(sizeof *page + page->cap * sizeof *page->payloads +
		((size_t)head.row * page->n + 7) / 8 + PADDING);
	head.packed = true;
	if (head.bytes >= page->bytes)
		return page;
	packed = tcn_mem_calloc(1, head.bytes);
	*packed = head;
	memcpy(packed->payloads, page->payloads,
	    page->n * sizeof *page->payloads);
	for (int field = 0; field < TCN_SIGHTING_FIELDS; field++)
		for (uint32_t i = 0; i < page->n; i++)
			write_field(packed, &packed->columns[field], i,
			    values[field][i]);
	tcn_mem_free(page);
	return packed;
}

void
tcn_sighting_page_get(const struct tcn_sighting_page *page,
    const struct tcn_sighting_names *names, uint32_t place,
    struct tcn_sighting *sighting)
{
	assert(place < page->n);
	if (!page->packed) {
		*sighting = sightings_of(page)[place];
		return;
	}
	sighting->seq = read_field(page, TCN_SIGHTING_SEQ, place);
	sighting->ts_ms = (int64_t)(read_field(page, TCN_SIGHTING_TS, place) +
	    (uint64_t)INT64_MIN);
	sighting->publisher = read_field(page, TCN_SIGHTING_PUBLISHER, place);
	if (page->named)
		sighting->publisher = names->at[sighting->publisher];
	sighting->origin =
	    sighting->seq - read_field(page, TCN_SIGHTING_ORIGIN, place);
}
