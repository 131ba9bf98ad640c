/*
 * engine/base/quantity.h - numbers, durations and sizes as a person writes
 * them.
 *
 * "15", "1.3", "1h30m", "64 MiB". Parsing is strict: a setting that is refused
 * is corrected at once, one that is misread may go unnoticed. Values stay below
 * 2^63, so that they also fit a signed field. What is printed here reads back
 * as the same value. Cost: O(bytes).
 */
#ifndef TCN_ENGINE_BASE_QUANTITY_H
#define TCN_ENGINE_BASE_QUANTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"

struct tcn_quantity_unit {
	const char *name;
	uint64_t size;
};

/* Units, largest first; the smallest has size 1. A name NULL ends each table.
 * Time is in milliseconds. */
extern const struct tcn_quantity_unit tcn_quantity_time_units[];
extern const struct tcn_quantity_unit tcn_quantity_byte_units[];

/* Reads digits only. False when text is anything else, or too large. */
bool tcn_quantity_parse_count(struct tcn_str text, uint64_t *n);

/* Reads one or more numbers, each with its unit, and adds them up: "1h30m".
 * False as above. */
bool tcn_quantity_parse_units(struct tcn_str text,
    const struct tcn_quantity_unit *units, uint64_t *n);

/* Reads a decimal number. False for "nan", "inf", hexadecimal, or what a
 * double cannot hold. */
bool tcn_quantity_parse_number(struct tcn_str text, double *x);

/* Reads a number in per cent, with or without the sign, as
 * tcn_quantity_parse_number() does: "60 %", "60%", "60". */
bool tcn_quantity_parse_percent(struct tcn_str text, double *x);

/* Reads a number a day likewise: "2", "2/day", or "14/week", which equals
 * "2/day". */
bool tcn_quantity_parse_rate(struct tcn_str text, double *x);

/* Appends n in the largest unit that divides it. */
void tcn_quantity_print_units(struct tcn_buf *out, uint64_t n,
    const struct tcn_quantity_unit *units);

/* Appends the shortest decimal that reads back as x; a whole number below
 * 10^15 without an exponent. */
void tcn_quantity_print_number(struct tcn_buf *out, double x);

#define TCN_QUANTITY_EXCERPT_BYTES 64

/* Returns text as an error message shows it: short, and without control
 * codes. */
const char *tcn_quantity_excerpt(struct tcn_str text,
    char out[TCN_QUANTITY_EXCERPT_BYTES]);

/*
 * Appends to out why text is no such quantity, as the rest of a sentence that
 * begins with the name of the setting: " takes a duration such as 4h ..., not
 * 'x'", ": 4 what? Name the unit: ...".
 */
void tcn_quantity_explain(struct tcn_str text,
    const struct tcn_quantity_unit *units, struct tcn_buf *out);

#endif
