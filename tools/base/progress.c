#include "tools/base/progress.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/when.h"

enum {
	STEPS = 256, /* between two looks at the clock */
	TERMINAL_MS = 200, /* between two draws on a terminal */
	ELSEWHERE_MS = 10000, /* between two lines anywhere else */
	GUESS_MS = 2000, /* after this the time left is estimated */
	BAR_MIN = 14, /* columns, with brackets and the space before */
	BAR_MAX = 44,
};

static void
clear_line(void)
{
	fputs("\r\033[K", stderr);
}

void
tcn_progress_init(struct tcn_progress *progress, bool quiet)
{
	const char *term = getenv("TERM"), *lines = getenv("TOCSIN_PROGRESS");

	assert(progress);
	*progress = (struct tcn_progress){ .quiet = quiet };
	progress->lines_ms = lines ? strtol(lines, NULL, 10) : 0;
	if (progress->lines_ms < 0)
		progress->lines_ms = 0;
	progress->terminal = !quiet && !progress->lines_ms &&
	    isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
	progress->started_ms = progress->shown_ms = tcn_now_monotonic_ms();
	if (progress->terminal)
		tcn_say_set_hook(clear_line);
}

/* 1234567 as "1,234,567". */
static const char *
grouped(uint64_t n, char out[static 32])
{
	char digits[24];
	size_t left = (size_t)snprintf(digits, sizeof digits, "%llu",
	    (unsigned long long)n);
	char *to = out;

	for (const char *at = digits; *at; at++, left--) {
		if (at > digits && left % 3 == 0)
			*to++ = ',';
		*to++ = *at;
	}
	*to = '\0';
	return out;
}

/* "42 %, 3 min 5 s left", as far as it is known. */
static void
print_time_left(const struct tcn_progress_now *now, int64_t elapsed_ms,
    char *out, size_t n)
{
	char span[TCN_WHEN_BYTES];
	double part;

	*out = '\0';
	if (!now->total || now->done > now->total)
		return;
	part = (double)now->done / (double)now->total;
	if (elapsed_ms < GUESS_MS || part < 0.001) {
		snprintf(out, n, "  %.0f %%", part * 100);
		return;
	}
	tcn_when_span((int64_t)((double)elapsed_ms * (1 - part) / part), span);
	snprintf(out, n, "  %.0f %%, %s left", part * 100, span);
}

/* "[=====>    ]", columns wide, behind two spaces. */
static void
add_bar(const struct tcn_progress_now *now, unsigned columns, char *out)
{
	unsigned n = columns > BAR_MAX ? BAR_MAX : columns;
	unsigned full;

	if (n < BAR_MIN || !now->total || now->done > now->total)
		return;
	n -= 4;
	full = (unsigned)((double)now->done / (double)now->total * n);
	out += sprintf(out, "  [");
	for (unsigned i = 0; i < n; i++)
		*out++ = i < full ? '=' : i == full ? '>' : ' ';
	sprintf(out, "]");
}

const char *
tcn_progress_line(const struct tcn_progress_now *now, int64_t elapsed_ms,
    unsigned columns, char out[static TCN_PROGRESS_BYTES])
{
	char items[32], rate[32], events[64] = "", count[32], left[64];
	char when[TCN_WHEN_BYTES];
	uint64_t ms = elapsed_ms > 0 ? (uint64_t)elapsed_ms : 1;

	assert(now);
	print_time_left(now, elapsed_ms, left, sizeof left);
	if (now->events != TCN_PROGRESS_OTHERS)
		snprintf(events, sizeof events, "  %s event%s",
		    grouped(now->events, count), now->events == 1 ? "" : "s");
	if (now->items == TCN_PROGRESS_OTHERS)
		snprintf(out, TCN_PROGRESS_BYTES, "at work%s", left);
	else
		snprintf(out, TCN_PROGRESS_BYTES, "%s items%s%s  %s/s%s%s",
		    grouped(now->items, items),
		    tcn_when_known(now->stream_ms) ? "  " : "",
		    tcn_when_known(now->stream_ms)
			? tcn_when_short(now->stream_ms, when)
			: "",
		    grouped(now->items * 1000 / ms, rate), events, left);
	if (columns >= TCN_PROGRESS_BYTES)
		columns = TCN_PROGRESS_BYTES - 1;
	if (columns > strlen(out))
		add_bar(now, columns - (unsigned)strlen(out),
		    out + strlen(out));
	else if (columns)
		out[columns] = '\0';
	return out;
}

static unsigned
columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
		return size.ws_col;
	return 80;
}

static void
show(const struct tcn_progress *progress, const struct tcn_progress_now *now,
    int64_t now_ms)
{
	char line[TCN_PROGRESS_BYTES];
	unsigned width = progress->terminal ? columns() - 1 : 0;

	if (progress->lines_ms) {
		fprintf(stderr, "progress %" PRIu64 " %" PRIu64 "\n", now->done,
		    now->total);
		fflush(stderr);
		return;
	}
	tcn_progress_line(now, now_ms - progress->started_ms, width, line);
	if (progress->terminal)
		fprintf(stderr, "\r%s\033[K", line);
	else
		tcn_say("%s", line);
	fflush(stderr);
}

void
tcn_progress_step(struct tcn_progress *progress,
    const struct tcn_progress_now *now)
{
	if (!progress->quiet && progress->steps++ % STEPS == 0)
		tcn_progress_tick(progress, now);
}

void
tcn_progress_tick(struct tcn_progress *progress,
    const struct tcn_progress_now *now)
{
	int64_t now_ms = tcn_now_monotonic_ms();

	if (progress->quiet)
		return;
	if (now_ms - progress->shown_ms <
	    (progress->lines_ms          ? progress->lines_ms
		    : progress->terminal ? TERMINAL_MS
					 : ELSEWHERE_MS))
		return;
	progress->shown_ms = now_ms;
	show(progress, now, now_ms);
}

void
tcn_progress_end(struct tcn_progress *progress,
    const struct tcn_progress_now *now)
{
	if (progress->quiet)
		return;
	if (progress->terminal) {
		clear_line();
		tcn_say_set_hook(NULL);
	} else {
		show(progress, now, tcn_now_monotonic_ms());
	}
}
