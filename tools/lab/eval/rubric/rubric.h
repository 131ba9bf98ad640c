/*
 * tools/lab/eval/rubric/rubric.h - measures of reports, and what judged cases
 * come to.
 *
 * Each case (rubric_case.h) is judged as of three cuts (sql/store_cut.h): when
 * its event fired, an hour later, and when it closed, or at the end of the
 * store. Between the first and the last the report is asked for at some more
 * times, for what time tells: for how much of it the right value led, and how
 * long a fact took from its second article to the report.
 *
 * A row is a case, and has for each measure two sums: so much of so much. The
 * total of a measure is the mean of the rows' shares, or for lines, of which
 * an event may have few, all sums together. Its interval is the bootstrap's
 * (Efron, 1979): of the totals of 2,000 draws of as many rows, with fixed
 * pseudo-random numbers, the middle 95 %. A difference between two programs is
 * taken over the cases that both have judged, drawn in pairs; it counts when
 * the interval leaves out 0.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_H

#include "engine/base/buf.h"
#include "tools/lab/eval/rubric/rubric_case.h"

enum tcn_rubric_measure {
	TCN_RUBRIC_FOUND, /* the case's event is there */
	TCN_RUBRIC_FACTS, /* of facts and figures, by weight, that stand in
			   * headline, lines or figures */
	TCN_RUBRIC_LEADING, /* figures whose right value leads */
	TCN_RUBRIC_LEADING_TIME, /* of the event's time that it did */
	TCN_RUBRIC_STALE, /* headline and lines with a superseded value */
	TCN_RUBRIC_WRONG, /* what must not be said, a report */
	TCN_RUBRIC_FOREIGN, /* headline and lines of foreign articles */
	TCN_RUBRIC_REPEATED, /* lines that repeat the headline or another */
	TCN_RUBRIC_STEPS, /* steps of the timeline that repeat another */
	TCN_RUBRIC_BROKEN, /* headline and lines with a fault: rubric_line.h */
	TCN_RUBRIC_FIRST, /* the first item is one of `first` */
	TCN_RUBRIC_DELAY, /* minutes until a fact is told */
	TCN_RUBRIC_EVENNESS, /* the largest share of new words in one step */
	TCN_RUBRIC_TOLD_AGAIN, /* lines of hourly editions that an earlier one
				* told (rubric_edition.h) */
	TCN_RUBRIC_NEVER_TOLD, /* facts that none of them did */
	TCN_RUBRIC_ROUGE1, /* against the longest article of an origin that no
			    * line is from */
	TCN_RUBRIC_ROUGE2,
	TCN_RUBRIC_MEASURES
};

struct tcn_rubric_tally {
	double sum[TCN_RUBRIC_MEASURES], of[TCN_RUBRIC_MEASURES];
};

struct tcn_rubric_row {
	struct tcn_str stream, name;
	enum tcn_rubric_part part;
	struct tcn_rubric_tally tally;
	struct tcn_str notes; /* lines: what was missing, and what was wrong */
};

struct tcn_rubric_rows {
	struct tcn_arena arena;
	struct tcn_rubric_row *at;
	size_t n, cap;
};

/* The name of a measure in tables and JSON: "facts". */
const char *tcn_rubric_measure_name(enum tcn_rubric_measure measure);

void tcn_rubric_rows_init(struct tcn_rubric_rows *rows);
void tcn_rubric_rows_fini(struct tcn_rubric_rows *rows);

/* Adds a row of zeros, which is valid until the next is added. */
struct tcn_rubric_row *tcn_rubric_rows_add(struct tcn_rubric_rows *rows);

/* Bits, 1 << part, of the rows that count. */
#define TCN_RUBRIC_ALL ((1u << TCN_RUBRIC_PARTS) - 1)

/* A total and its interval; of 0: no row has anything to count. */
struct tcn_rubric_total {
	double value, low, high;
	size_t of; /* rows */
};

/* O(draws * rows). */
void tcn_rubric_total(const struct tcn_rubric_rows *rows, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_rubric_total *total);

/* The total of now less that of before, over the cases of both. */
void tcn_rubric_difference(const struct tcn_rubric_rows *now,
    const struct tcn_rubric_rows *before, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_rubric_total *difference);

/* Writes rows and totals as one JSON object, and reads rows back from it. */
void tcn_rubric_json(const struct tcn_rubric_rows *rows, unsigned parts,
    struct tcn_buf *out);
TCN_MUST_USE enum tcn_rc tcn_rubric_rows_read(const char *path,
    struct tcn_rubric_rows *rows, struct tcn_err *err);

/*
 * Bars: what each measure must reach, as a JSON object { "facts": 0.85, ... }.
 * Sets *failed to how many do not, and appends a line for each to out.
 */
struct tcn_rubric_bars {
	double at[TCN_RUBRIC_MEASURES]; /* NAN: none */
};

TCN_MUST_USE enum tcn_rc tcn_rubric_bars_read(const char *path,
    struct tcn_rubric_bars *bars, struct tcn_err *err);
void tcn_rubric_bars_check(const struct tcn_rubric_bars *bars,
    const struct tcn_rubric_rows *rows, unsigned parts, size_t *failed,
    struct tcn_buf *out);

/* Appends the totals, for people: tune and held beside each other, with the
 * difference to before unless that is NULL; and with list a row an event. */
void tcn_rubric_text(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, unsigned parts, bool list,
    struct tcn_buf *out);

#endif
