/*
 * tools/base/plot.h - the frame of a plot on one of our pages: an <svg> with
 * its title, its axes and their grid.
 *
 * A plot says in its title and description what it shows, so that it can be
 * read aloud. Its labels keep apart at the size that letters have on a phone,
 * where the drawing shrinks. What is drawn inside is the caller's: values are
 * mapped by tcn_chart_at() with the scales that the axes leave behind. Pure;
 * functions append to out.
 */
#ifndef TCN_TOOLS_BASE_PLOT_H
#define TCN_TOOLS_BASE_PLOT_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "tools/base/chart.h"

/* A drawing, in its own units. */
enum {
	TCN_PLOT_WIDTH = 640,
	TCN_PLOT_HEIGHT = 420,
	TCN_PLOT_LEFT = 82,
	TCN_PLOT_RIGHT = 622,
	TCN_PLOT_TOP = 40,
	TCN_PLOT_BOTTOM = 346,
	/* Room for letters at the size they have on a phone. */
	TCN_PLOT_LETTER = 12,
	TCN_PLOT_LINE = 24,
};

struct tcn_plot_axis {
	struct tcn_chart_scale scale;
	const char *name;
	const char *unit; /* behind each number: "", " %" */
	double times; /* what a value is shown as: 100 for per cent */
	bool whole; /* it counts something: no ticks in between */
};

/* Opens the <svg>; name is its id on the page. The texts are escaped here. */
void tcn_plot_open(struct tcn_buf *out, const char *name, int height,
    const char *title, struct tcn_str description);
void tcn_plot_close(struct tcn_buf *out);

/* Rounds the ends of the axes, places them, and draws grid, ticks and names. */
void tcn_plot_axes(struct tcn_buf *out, struct tcn_plot_axis *x,
    struct tcn_plot_axis *y);
void tcn_plot_y_axis(struct tcn_buf *out, struct tcn_plot_axis *y);
void tcn_plot_x_name(struct tcn_buf *out, const char *name);

/*
 * What a page with plots adds to the style sheet of all pages: two columns
 * where there is room, bars, and tables that scroll by themselves.
 */
#define TCN_PLOT_STYLE                                                         \
	"main{max-width:76rem}\n"                                              \
	"header{max-width:44rem}\n"                                            \
	".plots{display:grid;gap:2rem 3rem;"                                   \
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr))}"  \
	"\n"                                                                   \
	".plots figure{margin:0}\n"                                            \
	"h3{font:600 1rem/1.4 var(--sans);margin:0 0 .4rem}\n"                 \
	".plots svg text{font-size:15px}\n"                                    \
	"svg .bar{fill:var(--items)}\n"                                        \
	"svg .value{fill:var(--ink)}\n"                                        \
	".wide{overflow-x:auto}\n"                                             \
	".wide table{font-size:.875rem}\n"                                     \
	".wide th,.wide td{padding-right:1.1rem;white-space:nowrap}\n"         \
	".wide .n{text-align:right}\n"                                         \
	"@media (max-width:34rem){.plots svg text{font-size:21px}"             \
	".plots svg .value{font-size:19px}}\n"

#endif
