/*
 * tools/tell/edition/edition.h - an edition: what a desk publishes at a due
 * time.
 *
 * An edition tells of the events of a store as of a cut (sql/store_cut.h), and
 * of each only what the editions of its name have not told yet. That is update
 * summarization (Dang and Owczarzak, "Overview of the TAC 2008 Update
 * Summarization Task", 2008) with the ledger of the earlier editions as what
 * the reader knows:
 *
 *   new          an event that was not told of, also when it has ended since:
 *                headline, key sentences, counts, sources
 *   developing   one that was: figures that have changed, sentences that add to
 * all that were told (tools/tell/summary/summary.h), a quarter more
 *                origins, a new language. So is an event that was not, but goes
 *                on from one that was (sql/store_dossier.h) and adds to that:
 *                it says from which
 *   closed       one that was told of and has ended since, with what was not
 *                told yet; and that of an edition which is made of its end
 *   also         no event: where these are fewer than `fill` asks for, the
 * largest stories of the period that did not fire, but are likely news
 *   unchanged    one of which none of these holds: its headline, in one line
 *
 * An event that another took in is told no more, and what was told of it counts
 * as told of the other. What was told of an event is not told again of one that
 * was split off, but the counts of that are its own.
 *
 * Making is a function of the store, the cut, the ledger and the description:
 * no clock, no path, no hash order. The same call gives the same bytes, also
 * years later, unless retention has removed rows, a desk has ordered something
 * since, or another program or ICU makes it: `method` names those.
 *
 * Cost: a few milliseconds an event, mostly to choose its sentences.
 */
#ifndef TCN_TOOLS_TELL_EDITION_EDITION_H
#define TCN_TOOLS_TELL_EDITION_EDITION_H

#include "engine/base/arena.h"
#include "engine/facts/facts.h"
#include "engine/item/prepare.h"
#include "sql/store_cut.h"
#include "sql/store_editions.h"
#include "tools/tell/edition/edition_conf.h"
#include "tools/tell/report/report_brief.h"

struct tcn_edition_line {
	struct tcn_report_brief_line says;
	struct tcn_store_told_line told; /* as it goes into the ledger */
};

/*
 * A figure that is told because its leading value is not the one that was: a
 * reason to tell the event. A value that was lowered, of what can only rise or
 * stay, or that no source supports any more, is a correction and stands before
 * all else.
 */
struct tcn_edition_figure {
	enum tcn_slot slot;
	struct tcn_str unit;
	const struct tcn_report_brief_figure *now; /* NULL: withdrawn */
	const struct tcn_store_told_figure *told; /* NULL: it is new */
	bool correction;
};

/* An event in an edition. */
struct tcn_edition_entry {
	/* With the highest severity of all. In the section `also` it is made
	 * up: of no rule, with its story. */
	const struct tcn_event *event;
	const struct tcn_str *rules; /* all that found it, its own first */
	size_t rules_n;
	enum tcn_edition_section section;
	size_t group; /* a number for its category, 0 where there are none */
	struct tcn_report_brief brief; /* its lines: those not told yet */
	const struct tcn_edition_line *lines; /* the same, n of them */
	size_t lines_n;
	const struct tcn_edition_figure *figures; /* not told yet */
	size_t figures_n;
	size_t corrections; /* the first so many of figures */
	struct tcn_store_told_line headline; /* for the ledger */
	const struct tcn_store_told_event *told; /* before; NULL: nothing */
	/* Of one that was not told: what was told of the episode of its dossier
	 * that it goes on from, and the headline of that; or of the event that
	 * it was split from, without a headline. NULL: none was. */
	const struct tcn_store_told_event *before;
	struct tcn_str goes_on_from;
	const struct tcn_str *sources; /* new ones since, or all */
	size_t sources_n, sources_more; /* shown, and beyond these */
};

struct tcn_edition {
	const struct tcn_edition_conf *conf;
	uint64_t number;
	int64_t due_ms, since_ms; /* since_ms: what is told begins there */
	struct tcn_store_cut cut;
	struct tcn_str event; /* whose end it is made for; or empty */
	struct tcn_str reason; /* why it is late; or empty */
	struct tcn_str search; /* as in the job */
	struct tcn_str title; /* "The morning report, no. 12" */
	struct tcn_str wall; /* "Mon 2026-11-23 07:00 +01:00" */
	/* By section, then by category where conf says so; those with
	 * corrections first, then by rank. */
	struct tcn_edition_entry *entries;
	size_t entries_n;
	size_t counts[TCN_EDITION_SECTIONS];
	size_t corrections; /* of all events */
	uint64_t more; /* events left out, beyond `top` */
};

/* Whether the edition has nothing new to report. */
static inline bool
tcn_edition_is_empty(const struct tcn_edition *edition)
{
	return edition->entries_n == edition->counts[TCN_EDITION_UNCHANGED];
}

/* Events of which it tells something. */
static inline size_t
tcn_edition_events(const struct tcn_edition *edition)
{
	return edition->entries_n - edition->counts[TCN_EDITION_ALSO] -
	    edition->counts[TCN_EDITION_UNCHANGED];
}

/* What was told in editions that are not stored: of a dry run. Of an event the
 * last row alone is kept, which has all that was told of it. All zero is an
 * empty one. */
struct tcn_edition_ledger {
	struct tcn_edition_ledger_row *at;
	size_t n, cap;
	/* Rows that were replaced by the last edition, which may point to
	 * them: freed with the next. */
	struct tcn_arena *old;
	size_t old_n, old_cap;
};

void tcn_edition_ledger_fini(struct tcn_edition_ledger *ledger);

/* What to make. */
struct tcn_edition_job {
	const struct tcn_store *st;
	const struct tcn_edition_conf *conf;
	struct tcn_prepare *prep; /* splits lines into words */
	/* Reads figures; NULL: made for this one, some milliseconds for each
	 * language. */
	struct tcn_facts *facts;
	struct tcn_edition_ledger *ledger; /* of a dry run; or NULL */
	uint64_t number;
	int64_t due_ms, since_ms;
	struct tcn_store_cut cut;
	struct tcn_str event; /* of one that is made when it closes */
	struct tcn_str reason;
	/* What the saved search of conf asks for, as in an address; at NULL:
	 * there is none of that name, and nothing is told. */
	struct tcn_str search;
};

/* Makes the edition in arena. Errors: the store's. */
TCN_MUST_USE enum tcn_rc tcn_edition_make(const struct tcn_edition_job *job,
    struct tcn_arena *arena, struct tcn_edition *edition);

/*
 * The same a little at a time, an event at each step, for who has other work:
 * it reads the store as of the cut, so that the store may grow in between. job
 * is copied; what it points to, arena and edition must outlive the work. When a
 * step sets *done the edition is made. After an error free it. Errors as above.
 */
struct tcn_edition_work;
TCN_MUST_USE enum tcn_rc tcn_edition_work_new(const struct tcn_edition_job *job,
    struct tcn_arena *arena, struct tcn_edition *edition,
    struct tcn_edition_work **work);
TCN_MUST_USE enum tcn_rc tcn_edition_work_step(struct tcn_edition_work *work,
    bool *done);
void tcn_edition_work_free(struct tcn_edition_work *work); /* may be NULL */

/* Appends what the edition tells of an event as it goes into the ledger; false:
 * it tells nothing of it. Arrays are in arena. */
void tcn_edition_told(const struct tcn_edition *edition,
    const struct tcn_edition_entry *entry, struct tcn_arena *arena,
    struct tcn_store_told_event *told, bool *tells);

/* Adds what the edition tells to the ledger of a dry run. The edition before it
 * must not be used any more. */
void tcn_edition_ledger_add(struct tcn_edition_ledger *ledger,
    const struct tcn_edition *edition);

/* Appends "tocsin 0.9, ICU 72.1, time zones 2024a". */
void tcn_edition_method(struct tcn_buf *out);

/* Appends the edition in a format. */
void tcn_edition_write(const struct tcn_edition *edition,
    enum tcn_edition_format format, struct tcn_buf *out);

#endif
