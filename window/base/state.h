/*
 * window/base/state.h - the kinds of saved state (struct tcn_state_row), who
 * owns which, how a save passes its rows on, and how the bytes of a row are
 * written and read.
 *
 * Kinds are written into stores and so never change their meaning; a change
 * of a row's layout takes a new kind.
 *
 * A ROW is one value behind another, without gaps, in the machine's byte order.
 * What stands in it as in a struct is described once, by a table of members:
 *
 *	#define F(...) TCN_STATE_FIELD(struct tcn_story_row, __VA_ARGS__)
 *	static const struct tcn_state_field story_fields[] = {
 *		F(n, ITEMS_MAX), F(first_ms), F(fired), { 0 },
 *	};
 *
 * The type of a member says what a value may be: a bool is 0 or 1, an int64_t a
 * time (TCN_STATE_NUMBER: any number), a decaying count not negative. A number
 * may have a greatest value. The rest, lists and what depends on other rows, is
 * read and checked by the owner.
 */
#ifndef TCN_WINDOW_BASE_STATE_H
#define TCN_WINDOW_BASE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "window/base/decay.h"
#include "window/base/journal.h"

/* Increased when the meaning of rows changes without a new kind: a state of
 * another version is rebuilt (tools/pipeline/pipeline_rebuild.c). */
#define TCN_STATE_VERSION 1

enum tcn_state_kind {
	/* Written by the pipeline before all others: one row, id 0, with
	 * TCN_STATE_VERSION in 32 bits. */
	TCN_STATE_VERSIONED = 0,

	/* 1..15: window/story, in the order in which they are loaded */
	TCN_STATE_STORY_TOTALS = 1, /* the clock and the totals; id 0 */
	TCN_STATE_TERM, /* id: the term's number */
	TCN_STATE_STORY, /* id: the story's */
	TCN_STATE_ITEM, /* id: the item's seq */
	/* 5 and 12 were phrases that recur. */
	TCN_STATE_REPORTED = 6, /* id: the text's key */
	TCN_STATE_HISTORY, /* id: the row's number; see
			      window/story/story_history.h */
	TCN_STATE_PUBLISHER, /* id: the publisher's hash; see
			     window/story/publisher.h */
	TCN_STATE_ALERTS, /* id: the rule's key; see
			   window/story/story_alerts.h */
	TCN_STATE_TAIL, /* id: the story's; see window/story/story_tail.h */
	TCN_STATE_ALERTS_TEXT, /* id: the text's number in the log */
	TCN_STATE_LINKS = 13, /* id: the story's; see story_link.h */
	TCN_STATE_VECTOR, /* id: the story's; see
			     window/story/story_vector.h */
	TCN_STATE_SEASON = 15, /* id: the form's hash; see
				  window/story/seasons.h */

	/* 16..31: window */
	TCN_STATE_CLOCK = 16, /* one row, id 0: struct tcn_clock */
	TCN_STATE_NAMES, /* one row, id 0: 64-bit hashes of sources' names */
	TCN_STATE_VECTOR_LENGTH, /* one row, id 0: numbers in each, 32 bits */
	TCN_STATE_PAIR, /* id: the item's number in window/pairs */
	TCN_STATE_CLUSTERS, /* one row, id 0: which are part of which; see
			       window/cluster/clusters.h */
	TCN_STATE_CLUSTER_ITEM, /* id: the item's seq */

	TCN_STATE_RULES = 32, /* 32..47: rules/detector */

	/* 48..63: window/category, in the order in which they are loaded */
	TCN_STATE_CATEGORY_TOTALS = 48, /* id 0 */
	TCN_STATE_CATEGORY_LABEL, /* id: its slot */
	TCN_STATE_CATEGORY_TERM, /* id: the term's number */
	TCN_STATE_CATEGORY_MARGINS, /* id: the page of the ring */
	TCN_STATE_CATEGORY_BIN, /* id: of window/category/calibration.h */
};

/*
 * Where the rows of a save go. The first failure stays, and no row is passed on
 * after it, so that the owner asks once, at the end.
 */
struct tcn_state_out {
	tcn_state_fn *fn;
	void *ctx;
	struct tcn_buf row; /* the bytes of the next row */
	enum tcn_rc rc;
};

/* Passes the bytes of out->row on as a row, and empties it. Without any bytes
 * it says that there is no such row any more; tcn_state_gone() says so of all
 * that are listed. */
void tcn_state_put(struct tcn_state_out *out, uint32_t kind, uint64_t id);
void tcn_state_gone(struct tcn_state_out *out, uint32_t kind,
    const struct tcn_journal_list *gone);

/* Frees out->row, and returns the first failure. */
TCN_MUST_USE enum tcn_rc tcn_state_end(struct tcn_state_out *out);

/* Stream time before the first date: far from the edge of its type, so that a
 * length of time can be taken off it. */
#define TCN_STATE_BEFORE_ALL (INT64_MIN / 4)

enum tcn_state_field_kind {
	TCN_STATE_FIELD_NUMBER, /* also real ones, and arrays */
	TCN_STATE_FIELD_BOOL,
	TCN_STATE_FIELD_TIME, /* the difference of two does not overflow */
	TCN_STATE_FIELD_COUNT,
};

struct tcn_state_field {
	size_t at, bytes; /* of the member; bytes 0 ends a table */
	enum tcn_state_field_kind kind;
	uint64_t most; /* of a whole number; 0: no limit */
};

#define TCN_STATE_FIELD_AS(type, member, of, ...)                              \
	{                                                                      \
		.at = offsetof(type, member),                                  \
		.bytes = sizeof(((type *)0)->member), .kind = (of),            \
		__VA_ARGS__                                                    \
	}
#define TCN_STATE_FIELD(type, member, ...)                                     \
	TCN_STATE_FIELD_AS(type, member,                                       \
	    _Generic(((type *)0)->member, bool                                 \
		     : TCN_STATE_FIELD_BOOL, int64_t                           \
		     : TCN_STATE_FIELD_TIME, struct tcn_decay_count            \
		     : TCN_STATE_FIELD_COUNT, default                          \
		     : TCN_STATE_FIELD_NUMBER),                                \
	    __VA_ARGS__)

/* Appends the members of a record, or a whole number of 1, 4 or 8 bytes. */
void tcn_state_put_fields(struct tcn_buf *buf,
    const struct tcn_state_field *fields, const void *record);
void tcn_state_put_number(struct tcn_buf *buf, uint64_t value, unsigned bytes);

/* The unread rest of a row. What is not there, or cannot be, sets failed and
 * reads as 0, so that the owner asks once, at the end. */
struct tcn_state_in {
	const uint8_t *at;
	size_t left;
	bool failed;
};

void tcn_state_get_fields(struct tcn_state_in *in,
    const struct tcn_state_field *fields, void *record);
uint64_t tcn_state_get_number(struct tcn_state_in *in, unsigned bytes);
int64_t tcn_state_get_time(struct tcn_state_in *in);
void tcn_state_get_bytes(struct tcn_state_in *in, void *to, size_t n);

#endif
