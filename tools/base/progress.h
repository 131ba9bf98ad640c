/*
 * tools/base/progress.h - shows how far a long run has come, on standard error.
 *
 * On a terminal it is one line that is drawn again five times a second, with
 * a bar where the end is known and there is room; elsewhere a new line every
 * ten seconds; nothing at all when quiet. Where the environment says
 * TOCSIN_PROGRESS=MS, another program reads it (tools/serve/live/jobs.h): each
 * MS milliseconds there is a line "progress DONE TOTAL". tools/base/say.h and
 * tools/base/log.h take the line off the screen before they write (by the hook
 * of say.h, so that one progress line is shown at a time). Call
 * tcn_progress_step() for every item: it looks at the clock every 256th time
 * only, so it costs next to nothing.
 *
 * Call order: init; step and tick; end.
 */
#ifndef TCN_TOOLS_BASE_PROGRESS_H
#define TCN_TOOLS_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#define TCN_PROGRESS_BYTES  160
#define TCN_PROGRESS_OTHERS UINT64_MAX /* who is sent the items finds events */

/* Where the run is. What is not known is 0, or TCN_UNDATED for stream_ms. */
struct tcn_progress_now {
	uint64_t items; /* TCN_PROGRESS_OTHERS: it is none that is counted */
	uint64_t events; /* TCN_PROGRESS_OTHERS: not shown */
	int64_t stream_ms; /* stream time */
	uint64_t done, total; /* of the input, in any unit, the same for both */
};

struct tcn_progress {
	bool quiet, terminal;
	int64_t lines_ms; /* between two lines for a program; 0: for people */
	unsigned steps;
	int64_t started_ms, shown_ms; /* of the monotonic clock */
};

void tcn_progress_init(struct tcn_progress *progress, bool quiet);

/* Draws the line when it is due by the clock; call it for every item. */
void tcn_progress_step(struct tcn_progress *progress,
    const struct tcn_progress_now *now);

/* The same, but looks at the clock at once: for after a wait. */
void tcn_progress_tick(struct tcn_progress *progress,
    const struct tcn_progress_now *now);

/* Takes the line away on a terminal; elsewhere writes a last one. */
void tcn_progress_end(struct tcn_progress *progress,
    const struct tcn_progress_now *now);

/*
 * Writes the line, without a line feed, into out and returns out. It is at
 * most columns wide, and a bar fills what is left where that is enough;
 * columns 0 means any width and no bar.
 */
const char *tcn_progress_line(const struct tcn_progress_now *now,
    int64_t elapsed_ms, unsigned columns, char out[static TCN_PROGRESS_BYTES]);

#endif
