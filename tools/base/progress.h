/*
 * tools/base/progress.h - how far a long run has come, on standard error.
 *
 * On a terminal one line that is drawn over five times a second, with a bar
 * where the end is known and there is room; elsewhere a line of its own every
 * ten seconds; nothing at all when quiet. What
 * tools/base/say.h and tools/base/log.h write meanwhile takes the line off the
 * screen first. Call tcn_progress_step() for every item: it looks at the clock
 * only every 256th time, so it costs next to nothing.
 */
#ifndef TCN_TOOLS_BASE_PROGRESS_H
#define TCN_TOOLS_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#define TCN_PROGRESS_BYTES 160

/* Where the run is. What is not known is 0 (stream_ms: TCN_UNDATED). */
struct tcn_progress_now {
	uint64_t items;
	uint64_t events;
	int64_t stream_ms; /* stream time */
	uint64_t done, total; /* of the input, in whatever unit */
};

struct tcn_progress {
	bool quiet, terminal;
	unsigned steps;
	int64_t started_ms, shown_ms; /* of the monotonic clock */
};

void tcn_progress_init(struct tcn_progress *progress, bool quiet);

void tcn_progress_step(struct tcn_progress *progress,
    const struct tcn_progress_now *now);

/* The same for who has waited meanwhile: looks at the clock at once. */
void tcn_progress_tick(struct tcn_progress *progress,
    const struct tcn_progress_now *now);

/* Takes the line away on a terminal; elsewhere writes a last one. */
void tcn_progress_end(struct tcn_progress *progress,
    const struct tcn_progress_now *now);

/*
 * The line itself, without a line feed, at most columns wide. A bar takes
 * what is left of 10 columns and more; columns 0 draws none.
 */
const char *tcn_progress_line(const struct tcn_progress_now *now,
    int64_t elapsed_ms, unsigned columns, char out[static TCN_PROGRESS_BYTES]);

#endif
