#include "tools/stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

static void
note(int signal)
{
	(void)signal;
	asked = 1;
}

void
tcn_stop_watch(void)
{
	struct sigaction action = { .sa_handler = note };

	action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool
tcn_stop_asked(void)
{
	return asked != 0;
}
