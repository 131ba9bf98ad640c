#include "tests/tools/serve/daemon/hand_clock.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/tools/serve/daemon/raw.h"

/* Shared with forked processes. */
static volatile struct {
	long long set_s; /* added to the wall clock */
	long long passed_ms; /* for a test and what it started */
	pid_t test; /* that one */
} * added;

__attribute__((constructor)) static void
share(void)
{
	added = mmap(NULL, sizeof *added, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

void
hand_clock_set(long long seconds)
{
	added->set_s = seconds;
}

void
hand_clock_pass(long long ms)
{
	added->passed_ms =
	    ms + (added->test == getpid() ? added->passed_ms : 0);
	added->test = getpid();
	if (child.pid > 0)
		close(dial());
}

static void
add_ms(struct timespec *to, long long ms)
{
	to->tv_sec += (time_t)(ms / 1000);
	to->tv_nsec += (long)(ms % 1000) * 1000000;
	if (to->tv_nsec >= 1000000000) {
		to->tv_nsec -= 1000000000;
		to->tv_sec++;
	}
}

static bool
is_clock(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ||
	    clock == CLOCK_MONOTONIC_COARSE;
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
	int rc = (int)syscall(SYS_clock_gettime, clock, now);

	if (rc != 0 || !added)
		return rc;
	if (clock == CLOCK_REALTIME)
		now->tv_sec += (time_t)added->set_s;
	/* Check measures its tests by the monotonic clock. */
	if ((clock == CLOCK_REALTIME && added->test == getpid()) ||
	    (is_clock(clock) && added->test == getppid()))
		add_ms(now, added->passed_ms);
	return rc;
}
