/*
 * tools/serve/live/now_row.h - a row of the list of what is happening now: an
 * open event with its rank and how it grew.
 *
 * Its JSON is what GET /v1/now has of each event, and what the stream's
 * messages about it have (tools/serve/live/told_json.h):
 *
 *	event, rule, severity, kind, state, revision, why ... terms
 *	              as GET /v1/events has them; title, with its "lang"
 *	open          false once it is over, for the stream or for the desk
 *	desk          who has acknowledged it, whose it is, how many notes
 *	silenced      whether its messages are held back by a silence
 *	rank, parts   tools/serve/live/now_rank.h
 *	spark         48 numbers: distinct texts in each 7.5 minutes of the last
 *	              six hours, the latest last
 *
 * A row is made in three steps, each when what it depends on has changed: load
 * (revision and desk), times (items), place (the minute). Rows own what they
 * point to.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_NOW_ROW_H
#define TCN_TOOLS_SERVE_LIVE_NOW_ROW_H

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "sql/store_now.h"
#include "tools/pipeline/event_view.h"
#include "tools/serve/live/now_rank.h"

#define TCN_NOW_SPARK   48
#define TCN_NOW_SPAN_MS ((int64_t)6 * 3600 * 1000) /* of all of them */
#define TCN_NOW_TERMS   8

struct tcn_now_row {
	char event[TCN_EVENT_ID_BYTES];
	uint32_t revision;
	uint64_t action; /* the last of its desk; 0: none */
	bool open, silenced;
	bool ordered; /* a desk said what it holds (sql/store_members.h) */
	bool judged; /* silenced is as the silences have it */
	bool changed; /* it must get its place anew */
	int64_t fired_ms, since_ms; /* fired; fired or came back */
	uint64_t story;
	uint32_t items, origins, publishers;
	struct tcn_event_languages languages;
	struct tcn_event_places places;
	enum tcn_severity severity;
	bool acknowledged;
	char split_from[TCN_EVENT_ID_BYTES]; /* or "" */
	struct tcn_buf owner; /* empty: nobody's */
	struct tcn_buf rule, words; /* tools/pipeline/event_view.h */
	uint64_t terms[TCN_NOW_TERMS]; /* hashes of the heaviest */
	size_t terms_n;
	struct tcn_now_rank rank;
	struct tcn_buf json; /* the row, once it has its place */

	/* The module's own. */
	uint64_t *parts; /* stories that merged into its own, and that */
	size_t parts_n;
	uint32_t *minutes; /* when each text came first, unix minutes */
	size_t minutes_n;
	struct tcn_buf fixed; /* JSON of what only a revision changes */
};

/*
 * Reads the event into row, which is all 0 or was loaded before. *found: there
 * is such an event. Errors: the store's; then the row can only be freed.
 */
TCN_MUST_USE enum tcn_rc tcn_now_row_load(const struct tcn_store *store,
    const char *event, struct tcn_now_row *row, bool *found);

/* Reads when its texts came: those whose first item has at least this seq,
 * tcn_store_seq_range()'s first of the last six hours. Errors as above. */
TCN_MUST_USE enum tcn_rc tcn_now_row_times(const struct tcn_store *store,
    int64_t since_ms, uint64_t from_seq, struct tcn_now_row *row);

/* Computes rank and spark as of this unix minute of the stream, and makes the
 * JSON anew. */
void tcn_now_row_place(struct tcn_now_row *row, int64_t minute);

/* Whether items of these stories, which are in order, may belong to it. */
bool tcn_now_row_is_about(const struct tcn_now_row *row,
    const struct tcn_store_ids *stories);

/* Whether a view shows it. Errors: the store's. */
TCN_MUST_USE enum tcn_rc tcn_now_row_matches(const struct tcn_now_row *row,
    const struct tcn_event_view *view, const struct tcn_store *store,
    bool *lets);

/* By rank, the highest first; then who fired later, then the lesser id. */
int tcn_now_row_compare(const struct tcn_now_row *a,
    const struct tcn_now_row *b);

void tcn_now_row_fini(struct tcn_now_row *row);

#endif
