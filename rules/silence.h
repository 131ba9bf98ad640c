/*
 * rules/silence.h - whether somebody has silenced an event.
 *
 * A silence names an event, a rule, words, or a source, and holds from its
 * creation until it expires or is ended by hand. It stops messages, as in an
 * alert manager, and nothing else: the event opens, grows and is stored as
 * without it.
 *
 *   event   its id, exactly
 *   rule    its rule's name, exactly
 *   term    all of the words, in any order, are among the event's terms and
 *           the words of its headline, compared as folded stems of the
 *           event's language; stop words count only when there are no others
 *   source  a name (case folded) or a host ("wire.example" stands for
 *           "www.wire.example" and "m.wire.example" as well); an event is
 *           covered when every source it came from is silenced, so that
 *           muting one outlet never hides what another reports
 *
 * The same silences, subject and time always give the same answer. Of several
 * silences that cover an event the first in the list is returned; of those of
 * sources, the one that covers the source of the first item.
 */
#ifndef TCN_RULES_SILENCE_H
#define TCN_RULES_SILENCE_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/item/prepare.h"
#include "engine/item/record.h"

struct tcn_silence_source {
	struct tcn_str name, url; /* of an item; either may be empty */
};

/* The facts of an event that silences are compared with. */
struct tcn_silence_subject {
	const char *event; /* its id */
	struct tcn_str rule;
	struct tcn_str headline; /* plain; may be empty */
	struct tcn_str lang; /* of the headline, ISO 639-1; or empty */
	const struct tcn_story_term *terms;
	size_t terms_n;
	const struct tcn_silence_source *sources; /* of each item counted */
	size_t sources_n;
};

/* Whether the silence is in force at now_ms, whatever it names. */
bool tcn_silence_is_active(const struct tcn_silence *silence, int64_t now_ms);

/*
 * The silence that covers the subject at now_ms, or NULL. prep tokenizes texts;
 * scratch memory is taken from arena. O(silences * (words + sources)).
 */
const struct tcn_silence *tcn_silence_find(const struct tcn_silence *silences,
    size_t n, const struct tcn_silence_subject *subject, int64_t now_ms,
    struct tcn_prepare *prep, struct tcn_arena *arena);

#endif
