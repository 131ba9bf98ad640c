#include "tools/base/stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_signal;

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

enum {
	SIGNALS = sizeof signals / sizeof *signals,
};

static void
set_handlers(void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	action.sa_flags = SA_RESTART;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++) {
		struct sigaction now;

		/* What the parent ignores (nohup) stays ignored. */
		if (sigaction(signals[i], NULL, &now) == 0 &&
		    now.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

static void
note_signal(int number)
{
	stop_signal = number;
	set_handlers(SIG_DFL);
}

void
tcn_stop_watch(void)
{
	stop_signal = 0;
	set_handlers(note_signal);
}

bool
tcn_stop_requested(void)
{
	return stop_signal != 0;
}

int
tcn_stop_exit(void)
{
	return stop_signal ? 128 + (int)stop_signal : 0;
}
