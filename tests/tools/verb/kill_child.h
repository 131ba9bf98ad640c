/*
 * tests/tools/verb/kill_child.h - the program's processes that check-kill
 * starts and kills, and the receiver that they tell.
 */
#ifndef TCN_TESTS_TOOLS_VERB_KILL_CHILD_H
#define TCN_TESTS_TOOLS_VERB_KILL_CHILD_H

#include <stdint.h>
#include <sys/types.h>

struct evhttp_request;

/* The file to which the receiver writes the key of each request, and that in
 * its body, a line each. */
extern const char *kill_heard;

/* The receiver, for web_start(): each seventh request fails, after it was
 * noted. */
void kill_on_request(struct evhttp_request *request, void *ctx);

/* Starts ./tocsin; what it says on standard error goes to the file log. */
pid_t kill_start(const char *const *args, const char *log);

/* The same, but the nth allocation of this process ends it (mem.h). It is a
 * copy of this program, for the one that is installed has no such switch. */
pid_t kill_start_short(const char *const *args, const char *log, uint64_t nth);

/* The port that the daemon listens on, once its log says so; 0: it ended before
 * that, and was awaited. */
unsigned kill_find_port(pid_t daemon, const char *log, int *status);

/*
 * Kills a child of ours so many microseconds from now. The child must not be
 * awaited before its killer is: after that its number may be another's.
 */
pid_t kill_later(pid_t pid, unsigned us);

void kill_await(pid_t pid);

#endif
