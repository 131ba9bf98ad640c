/*
 * window/story/story_alerts.h - what each rule has alerted to.
 *
 * Novelty belongs to a rule (redundancy detection: Zhang, Callan,
 * Minka, SIGIR 2002): a story is old news to those who were alerted to it, and
 * to nobody else. So each rule that judges stories has an alert history:
 *     fired           the stories it has fired on, as long as they are open
 *                     or one of their texts is remembered
 *     terms           the words those were made of, for conf.reported_ms
 *     rows            of stories of vectors, which have no words, what they
 *                     were as remembered by story_history.h, for as long
 *     repeats         items whose text it had reported when they came
 * A rule has reported a text once the text has left the window, for whatever
 * reason, as part of a story that the rule had fired on. All rules share one
 * log of which texts left which story (text_log.h), so that an item that
 * leaves costs the same however many rules have fired. Texts are remembered
 * for reported_texts_h hours, the latest TCN_REPORTED_TEXTS_MAX of them.
 *
 * No rule reads or writes the history of another, so that the alerts of one
 * are the same whatever other rules there are.
 *
 * The index has a history of its own, which belongs to the rule that the
 * settings describe: it decides when a story that came back is split
 * (story_split.c), which is one decision for all rules. It is stored in the
 * index itself, with the terms, stories and items concerned; its key is
 * TCN_STORY_ALERTS_OWN. The functions below answer for both kinds.
 *
 * A rule that never judges costs nothing. A look-up is O(1), for `fired`
 * O(log n). A row is saved for each rule, when something of it has changed,
 * and for each text.
 */
#ifndef TCN_WINDOW_STORY_STORY_ALERTS_H
#define TCN_WINDOW_STORY_STORY_ALERTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "window/base/decay.h"
#include "window/base/journal.h"
#include "window/base/recent.h"
#include "window/story/story.h"
#include "window/story/text_log.h"

/* A story that a rule has fired on. */
struct tcn_story_alerts_fired {
	uint64_t story;
	/* texts with this number in the log or a later one were reported */
	uint64_t from;
	int64_t closed_ms; /* when it closed; INT64_MAX: it is open */
};

struct tcn_story_alerts {
	uint64_t key; /* the rule's; not TCN_STORY_ALERTS_OWN */
	struct tcn_story_alerts_fired *fired; /* by story, ascending */
	size_t fired_n, fired_cap;
	struct tcn_recent terms; /* by the term's number */
	struct tcn_recent repeats; /* by seq */
	struct tcn_recent rows; /* of story_history.h, by number */
	uint32_t mark; /* of the journal */
};

/* The histories of all rules but the index's own. All zero is none. */
struct tcn_story_alerts_table {
	struct tcn_story_alerts *at;
	size_t n, cap;
	struct tcn_map by_key; /* -> index into at */
	struct tcn_journal journal; /* rules whose history changed or went */
	struct tcn_text_log log; /* of texts that left stories with an alert */
};

struct tcn_buf;
struct tcn_state_in;
struct tcn_story_history_row;
struct tcn_story_index;
struct tcn_story_member;
struct tcn_story_row;

void tcn_story_alerts_init(struct tcn_story_alerts_table *table);
void tcn_story_alerts_fini(struct tcn_story_alerts_table *table);

/* Forgets the histories of all rules but these n. O(histories * n). */
void tcn_story_alerts_keep(struct tcn_story_index *s, const uint64_t *keys,
    size_t n);

/* Whether the rule has fired on the story. */
bool tcn_story_alerts_has_fired(const struct tcn_story_index *s, uint64_t key,
    const struct tcn_story_row *row);

/* Whether a story that the rule fired on within conf.reported_ms had the
 * term. */
bool tcn_story_alerts_has_term(const struct tcn_story_index *s, uint64_t key,
    uint32_t slot);

/* Whether that row of the history, of a story of vectors, is of one that the
 * rule fired on within conf.reported_ms. */
bool tcn_story_alerts_has_row(const struct tcn_story_index *s, uint64_t key,
    uint64_t number, const struct tcn_story_history_row *row);

/*
 * Whether the rule had reported the text of the item with this seq before the
 * item came. own: the answer for the index's own history, which is stored with
 * the item.
 */
bool tcn_story_alerts_is_repeat(const struct tcn_story_index *s, uint64_t key,
    uint64_t seq, bool own);

/* Whether any item may be a repeat for the rule; false is certain. */
bool tcn_story_alerts_has_repeats(const struct tcn_story_index *s,
    uint64_t key);

/* Whether the rule may have fired on a story with terms lately; false is
 * certain. */
bool tcn_story_alerts_has_terms(const struct tcn_story_index *s, uint64_t key);

/* Records that the rule fires on the story, for the first time. */
void tcn_story_alerts_fire(struct tcn_story_index *s, uint64_t key,
    struct tcn_story_row *row);

/* Notes, for an item that has come, the rules for which it is a repeat. */
void tcn_story_alerts_note_item(struct tcn_story_index *s,
    struct tcn_story_member *item);

/* Adds the text of an item that leaves the window to the log, if a rule has
 * fired on its story: those rules have then reported the text. */
void tcn_story_alerts_note_text(struct tcn_story_index *s,
    const struct tcn_story_row *row, uint64_t text_key);

/* Merges the story `from` into `to`: rules that fired on it count as having
 * fired on `to`. */
void tcn_story_alerts_merge(struct tcn_story_index *s, struct tcn_story_row *to,
    const struct tcn_story_row *from);

/* Notes that the story has ended; its texts are remembered for
 * reported_texts_h. */
void tcn_story_alerts_forget(struct tcn_story_index *s,
    const struct tcn_story_row *row);

/* Encodes one history as bytes, and decodes it, once its stories are loaded. */
void tcn_story_alerts_encode(const struct tcn_story_alerts *alerts,
    struct tcn_buf *buf);
TCN_MUST_USE enum tcn_rc tcn_story_alerts_decode(struct tcn_story_index *s,
    uint64_t key, struct tcn_state_in *in);

size_t tcn_story_alerts_bytes(const struct tcn_story_alerts_table *table);

#endif
