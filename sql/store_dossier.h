/*
 * sql/store_dossier.h - the episodes of a saga: events that continue one
 * another (tools/pipeline/dossiers.h), in the order in which they fired.
 *
 * An event that the stream or a desk made part of another counts as that one,
 * which unites both their dossiers. An event that a desk split off belongs to
 * the dossier of its base. Of adjacent events of several rules on one story,
 * the first is the episode. The dossier's id is that of its first episode.
 */
#ifndef TCN_SQL_STORE_DOSSIER_H
#define TCN_SQL_STORE_DOSSIER_H

#include "sql/store_cut.h"

/* episodes; the latest ones beyond are left out */
#define TCN_STORE_DOSSIER_MAX 500

struct tcn_store_episode {
	char id[TCN_EVENT_ID_BYTES];
	struct tcn_str rule;
	uint64_t story;
	int64_t fired_ms;
	uint64_t origins;
};

struct tcn_store_dossier {
	char id[TCN_EVENT_ID_BYTES];
	struct tcn_store_episode *at;
	size_t n; /* fewer than 2: the event stands alone */
	size_t here; /* the episode of the event that was asked for */
	size_t head; /* the one that stands for all: with the most origins of
		      * those that fired in the two days up to the last */
};

/* Sets *dossier to the dossier of an event as of a cut; cut NULL: as it is now.
 * Orders of a desk count as they are now. O(its episodes * log n). */
TCN_MUST_USE enum tcn_rc tcn_store_dossier(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const char *event, struct tcn_arena *arena,
    struct tcn_store_dossier *dossier);

#endif
