/*
 * tools/lab/eval/stats/stats.h - what is in an archive, counted in one pass.
 *
 * Articles are added in order of arrival, each with the placement that the
 * window gave it, or the store remembers. Counted are: articles by day, hour
 * and weekday, by source and by language; words an article; copies, excerpts
 * and later versions of pages, and how many partners the article has that
 * shares its text; who printed a text first and who followed; titles that are
 * forms; and how often the categories that the articles before say of one are
 * right.
 *
 * A *family* is a text with all its copies and excerpts, its reprints; the
 * *partners* of an article are the others of its family. A family ends when no
 * reprint has come for conf.horizon_ms, as the window finds none any more then.
 *
 * Memory does not grow with the archive: families and articles are kept for the
 * horizon, and at most items_max of the latter; names of at most sources_max
 * sources (the articles of others are counted together), at most forms_max
 * forms (the one not seen for longest goes). What was given up is counted. With
 * the usual limits that is 200 MB at the very most, and 5 MB for an archive of
 * 100 sources.
 *
 * Call order: new; add, for each article; finish; then read the counts, mostly
 * by tools/lab/eval/stats/stats_tables.h; free. Adding is O(words) and does no
 * more than a few look-ups. Not thread safe.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/item/record.h"
#include "tools/pipeline/expect.h"

struct tcn_stats_conf {
	int64_t horizon_ms; /* how far back copies are found; > 0 */
	size_t top; /* rows of a list, as of sources; 0: 10 */
	/* Limits; 0: 200,000, 1,000,000 and 500,000. */
	size_t sources_max, items_max, forms_max;
};

struct tcn_stats;

struct tcn_stats *tcn_stats_new(const struct tcn_stats_conf *conf);
void tcn_stats_free(struct tcn_stats *stats); /* may be NULL */

/*
 * Adds an article. place->seq is larger than any before; of place are read seq,
 * ts_ms, publisher, duplicate_of, excerpt_of, rewrite_of, form_of, version_of
 * and distance.
 */
TCN_MUST_USE enum tcn_rc tcn_stats_add(struct tcn_stats *stats,
    const struct tcn_doc *doc, const struct tcn_placement *place);

/* Counts an article that was sent before: it is no article of its own. */
void tcn_stats_add_repeat(struct tcn_stats *stats);

/*
 * Counts what category an article was expected to have, and how likely, against
 * the one that it was sent with; what was not asked, or has no probability, is
 * left out.
 */
void tcn_stats_add_guess(struct tcn_stats *stats,
    const struct tcn_expect_guess *guess);

/* Ends all families. Nothing may be added afterwards. */
void tcn_stats_finish(struct tcn_stats *stats);

#endif
