/*
 * window/version.h - whether an item is a later version of a known page.
 *
 * A page that was corrected, or grew with its news, comes again at its address
 * from the same source (engine/item/page_key.h), with another text. Such a
 * version is no further report. But a feed may give all its entries one link,
 * and a page for a day's news may be filled anew: so the address is not enough,
 * and an item must also share with the version before it
 *
 *	- its words: at least TCN_VERSION_TITLE_LEAST of the eight samples of
 *	  their titles are equal; or
 *	- its text: its fingerprint or its sentences say that it is one with
 *	  that of the page.
 *
 * An item that shares neither becomes the first version of its page anew. A
 * page is known for as long as copies are searched, from its last sighting on.
 *
 * A sample has eight minima, each of another permutation of the words, of which
 * eight bits are kept: b-bit minwise hashing (Li and Koenig, WWW 2010). The
 * expected share of equal samples is the Jaccard similarity of the titles.
 * Titles with a resemblance of a half pass in 86 of 100 cases, of a sixth in
 * 13, without a common word in 1 of 300,000. This errs on the safe side: a
 * second article that is taken for a version would count nowhere, while an
 * unrecognised version counts as an ordinary article.
 */
#ifndef TCN_WINDOW_VERSION_H
#define TCN_WINDOW_VERSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/item/record.h"
#include "window/base/recent.h"

enum {
	TCN_VERSION_SAMPLES = 8,
	TCN_VERSION_TITLE_LEAST = 3,
};

/* The first version and the latest title of each page, of the latest pages up
 * to a maximum. */
struct tcn_version_pages {
	struct tcn_recent first; /* page -> seq of its first version */
	struct tcn_recent titles; /* page -> sample of the latest title */
	struct tcn_recent texts; /* first version -> its text, if another's */
};

void tcn_version_init(struct tcn_version_pages *pages, size_t max);
void tcn_version_fini(struct tcn_version_pages *pages);

/* What the window knows of an item's page and words. */
struct tcn_version_known {
	int64_t after_ms; /* pages seen after that are known */
	uint64_t first; /* the page's first version; 0: the page is new */
	uint64_t text; /* the text of that version (placement.text) */
	bool similar; /* the item is similar to a version of it */
	bool same_words; /* the item has exactly the words of another */
};

/* The first version of the page that was seen after after_ms, or 0. */
uint64_t tcn_version_first(const struct tcn_version_pages *pages, uint64_t page,
    int64_t after_ms);

/* The text of a page's first version: its placement.text at that time. */
uint64_t tcn_version_text(const struct tcn_version_pages *pages,
    uint64_t first);

/*
 * Sets page and title_words of an item whose placement is complete otherwise.
 * If the item is a version, sets version_of, and replaces the items it is like
 * by its page's text. A version counts as a copy only if its words are exactly
 * the same, so that changes are kept.
 */
void tcn_version_place(const struct tcn_version_pages *pages,
    const struct tcn_doc *doc, const struct tcn_version_known *known,
    struct tcn_placement *item);

/* Notes the item as the latest version of its page. A restart calls it again
 * for each item in reach. */
void tcn_version_note(struct tcn_version_pages *pages,
    const struct tcn_placement *item);

/* Forgets the pages that were last seen at or before before_ms. */
void tcn_version_expire(struct tcn_version_pages *pages, int64_t before_ms);
TCN_MUST_USE enum tcn_rc
tcn_version_check(const struct tcn_version_pages *pages, struct tcn_err *err);

#endif
