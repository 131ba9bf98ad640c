/*
 * engine/item/scheme.h - the ways to put an article into numbers by which it
 * is compared: the table of signature schemes.
 *
 *   simhash    64 bits, of its weighted words (fprint.h): copies and light
 *              rewrites differ in few of them
 *   minhash    120 numbers, of the set of its words (minhash.h): the share of
 *              equal ones estimates how many words two articles have in common
 *   sentences  a number for each sentence of its text (sketch.h): what was cut
 *              or set among other text shares them
 *
 * A scheme writes what it makes of a doc as members of a JSON object, for
 * people and other programs; what compares keeps it as it needs it.
 */
#ifndef TCN_ENGINE_ITEM_SCHEME_H
#define TCN_ENGINE_ITEM_SCHEME_H

#include "engine/base/buf.h"
#include "engine/item/doc.h"
#include "engine/item/minhash.h"

/* What schemes go by, besides the doc. */
struct tcn_scheme_input {
	const struct tcn_doc *doc;
	/* simhash depends on how common words are: the window makes it. */
	bool has_fingerprint;
	uint64_t fingerprint;
	const struct tcn_minhash *minhash;
	bool title_only; /* minhash: words of the title alone */
};

struct tcn_scheme {
	const char *name;
	bool by_window; /* it needs the articles before */
	/* Appends members, each with a comma before it. */
	void (*print)(const struct tcn_scheme_input *, struct tcn_buf *);
};

/* The scheme of this name; NULL when there is none. NULL names the first. */
const struct tcn_scheme *tcn_scheme_find(const char *name);

#endif
