/*
 * engine/item/scheme.h - the ways to reduce an article to numbers that can be
 * compared: the table of signature schemes.
 *
 *   simhash    64 bits, of its weighted words (fprint.h): copies and light
 *              rewrites differ in few of them
 *   minhash    120 numbers, of the set of its words (minhash.h): the share of
 *              equal ones estimates how many words two articles have in common
 *   sentences  a number for each sentence of its text (sketch.h): what was cut
 *              or set among other text shares them
 *
 * A scheme writes its numbers as members of a JSON object, for people and other
 * programs; the indexes that compare articles have forms of their own.
 */
#ifndef TCN_ENGINE_ITEM_SCHEME_H
#define TCN_ENGINE_ITEM_SCHEME_H

#include "engine/base/buf.h"
#include "engine/item/doc.h"
#include "engine/item/minhash.h"

/* The input of a scheme. */
struct tcn_scheme_input {
	const struct tcn_doc *doc;
	/* The simhash of the doc: the window makes it, as it depends on
	 * document frequencies. */
	bool has_fingerprint;
	uint64_t fingerprint;
	const struct tcn_minhash *minhash;
	bool title_only; /* minhash: words of the title alone */
};

struct tcn_scheme {
	const char *name;
	bool by_window; /* it needs the window, with earlier articles */
	/* Appends the scheme's members, each with a comma before it. */
	void (*print)(const struct tcn_scheme_input *, struct tcn_buf *);
};

/* The scheme of this name, NULL when there is none; for name NULL the first. */
const struct tcn_scheme *tcn_scheme_find(const char *name);

#endif
