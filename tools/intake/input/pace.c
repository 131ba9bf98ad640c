#include "tools/intake/input/pace.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/item/record.h"

enum {
	SLACK_MS = 1000, /* a longer delay than this is not caught up with */
};

enum tcn_rc
tcn_pace_init(struct tcn_pace *pace, const char *text, struct tcn_err *err)
{
	char *end;

	*pace = (struct tcn_pace){ 0 };
	if (!text || strcmp(text, "max") == 0)
		return TCN_OK;
	pace->speed = strtod(text, &end);
	end += *end == 'x';
	if (end != text && !*end && pace->speed >= 0.001 && pace->speed <= 1e9)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "--speed %s: say how many times as fast as it happened, such as "
	    "60x, or max",
	    text);
}

/* Takes this as the moment from which both clocks are counted. */
static void
start(struct tcn_pace *pace, int64_t stream_ms, int64_t machine_ms)
{
	pace->begun = true;
	pace->stream_ms = stream_ms;
	pace->machine_ms = machine_ms;
}

int64_t
tcn_pace_wait_ms(struct tcn_pace *pace, int64_t ts_ms, int64_t now_ms,
    int64_t jump_ms, int64_t machine_ms)
{
	int64_t last_ms = pace->now_ms, wait_ms;

	assert(pace->speed >= 0 && jump_ms >= 0);
	if (!(pace->speed > 0) || ts_ms == TCN_UNDATED)
		return 0;
	pace->now_ms = now_ms;
	if (!pace->begun || now_ms == TCN_UNDATED || last_ms == TCN_UNDATED ||
	    now_ms < last_ms || now_ms - last_ms > jump_ms) {
		start(pace, now_ms == TCN_UNDATED ? ts_ms : now_ms, machine_ms);
	}
	if (now_ms == TCN_UNDATED || ts_ms <= now_ms ||
	    ts_ms - now_ms > jump_ms)
		return 0;
	wait_ms = pace->machine_ms - machine_ms +
	    llround((double)(ts_ms - pace->stream_ms) / pace->speed);
	if (wait_ms < -SLACK_MS)
		start(pace, ts_ms, machine_ms);
	return wait_ms > 0 ? wait_ms : 0;
}

void
tcn_pace_sleep(int64_t ms)
{
	const struct timespec span = { ms / 1000, ms % 1000 * 1000000 };

	assert(ms >= 0);
	nanosleep(&span, NULL);
}
