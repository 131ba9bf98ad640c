/*
 * tools/lab/bench/paper/paper_report.h - what came of the experiments: claims,
 * tables and plots, which all writers walk.
 *
 * A section is one experiment. Its claims set a figure that was published
 * beside the one measured here, each with the condition it was measured under:
 * a look-up in a cloud store and one in memory are no match, and the reader
 * must see that. Figures that were not published, or could not be measured,
 * are NaN.
 *
 * A report owns what it shows: texts are copied into its arena. After memory
 * ran out `failed` is set, and what is added is lost. Call order: init; begin
 * and add; the writers; fini.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_REPORT_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "tools/base/table.h"

enum {
	TCN_PAPER_SECTIONS_MAX = 8,
	TCN_PAPER_TABLES_MAX = 4, /* of a section */
	TCN_PAPER_PLOTS_MAX = 3,
	TCN_PAPER_LINES_MAX = 4, /* of a plot */
};

enum tcn_paper_unit {
	TCN_PAPER_SECONDS,
	TCN_PAPER_SHARE, /* 0 to 1 */
	TCN_PAPER_NUMBER,
};

struct tcn_paper_claim {
	const char *what;
	enum tcn_paper_unit unit;
	double published, ours; /* NaN: there is none */
	struct tcn_str there, here; /* under which condition */
};

/* A line of a plot: n points, x ascending; a NaN is a gap. */
struct tcn_paper_line {
	const char *name;
	const double *x, *y;
	size_t n;
};

struct tcn_paper_plot {
	const char *name, *title, *x_name, *y_name, *caption;
	bool log_x, log_y; /* then all values > 0 */
	double y_times; /* what a value is shown as: 100 for per cent */
	const char *y_unit;
	struct tcn_paper_line lines[TCN_PAPER_LINES_MAX];
	size_t lines_n;
};

struct tcn_paper_section {
	const char *name, *title;
	const char *source; /* the publication, in words */
	struct tcn_str data; /* what it was measured on */
	struct tcn_paper_claim *claims;
	size_t claims_n, claims_cap;
	struct tcn_table tables[TCN_PAPER_TABLES_MAX];
	size_t tables_n;
	struct tcn_paper_plot plots[TCN_PAPER_PLOTS_MAX];
	size_t plots_n;
};

struct tcn_paper_report {
	struct tcn_arena arena;
	struct tcn_paper_section sections[TCN_PAPER_SECTIONS_MAX];
	size_t n;
};

void tcn_paper_report_init(struct tcn_paper_report *report);
void tcn_paper_report_fini(struct tcn_paper_report *report);

/* Begins a section. The texts must outlive the report; data is copied. */
struct tcn_paper_section *
tcn_paper_report_begin(struct tcn_paper_report *report, const char *name,
    const char *title, const char *source, const char *data);

/* Says what the last section was measured on; data is copied. */
void tcn_paper_report_data(struct tcn_paper_report *report,
    const struct tcn_buf *data);

/* Takes sections back until there are n. */
void tcn_paper_report_drop(struct tcn_paper_report *report, size_t n);

/* Adds a claim; there and here are copied. */
void tcn_paper_report_claim(struct tcn_paper_report *report, const char *what,
    enum tcn_paper_unit unit, double published, const char *there, double ours,
    const char *here);

/* Adds a table without rows to the last section. */
struct tcn_table *tcn_paper_report_table(struct tcn_paper_report *report,
    const char *name, const char *title, const struct tcn_table_column *columns,
    size_t columns_n);

/* Adds a row of zeros; never NULL. */
union tcn_table_cell *tcn_paper_report_row(struct tcn_paper_report *report,
    struct tcn_table *table);

/* A copy of text in the report. */
struct tcn_str tcn_paper_report_text(struct tcn_paper_report *report,
    struct tcn_str text);

/* A copy of n numbers in the report. */
const double *tcn_paper_report_numbers(struct tcn_paper_report *report,
    const double *numbers, size_t n);

/* Adds a plot, whose lines are in the report already. */
void tcn_paper_report_plot(struct tcn_paper_report *report,
    const struct tcn_paper_plot *plot);

/* ours / published; NaN where either is not known or published is 0. */
double tcn_paper_report_ratio(const struct tcn_paper_claim *claim);

/* The claims of a section as a table, for people. */
struct tcn_table tcn_paper_report_claims(struct tcn_paper_report *report,
    const struct tcn_paper_section *section);

/* The writers. Text for a terminal and JSON write one section, the latter as
 * one line; the page has all of them. */
void tcn_paper_text(struct tcn_paper_report *report,
    const struct tcn_paper_section *section, struct tcn_buf *out);
void tcn_paper_json(const struct tcn_paper_section *section,
    struct tcn_buf *out);
void tcn_paper_html(struct tcn_paper_report *report, struct tcn_buf *out);

#endif
