/*
 * tests/tools/daemon/hand_clock.h - a wall clock that a test sets by hand, also
 * for a daemon that it has started (tests/tools/daemon/child.h).
 *
 * It stands in for clock_gettime(2) in the whole test program: CLOCK_REALTIME
 * is the machine's and what the test adds to it; other clocks are untouched.
 */
#ifndef TCN_TESTS_TOOLS_DAEMON_HAND_CLOCK_H
#define TCN_TESTS_TOOLS_DAEMON_HAND_CLOCK_H

/* So many seconds from now on are added, in this process and in those that it
 * forks. */
void hand_clock_set(long long seconds);

#endif
