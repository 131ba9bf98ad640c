/*
 * tests/tools/serve/daemon/hand_clock.h - clocks that a test moves by hand,
 * also for a daemon that it has started (tests/tools/serve/daemon/child.h).
 *
 * It stands in for clock_gettime(2) in the whole test program: the clocks are
 * the machine's and what the test adds to them. A test that lets an hour pass
 * takes no longer for it, and it can wait longer for what must happen than any
 * machine takes for what must not.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_HAND_CLOCK_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_HAND_CLOCK_H

/* Somebody sets the wall clock: it is so many seconds off from now on, in this
 * process and in those that it forks. Other clocks are untouched. */
void hand_clock_set(long long seconds);

/* Time passes by the wall clock, and for the daemon by the monotonic clock as
 * well. It sleeps by the machine's time and is woken to see what is due. */
void hand_clock_pass(long long ms);

#endif
