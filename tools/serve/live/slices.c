#include "tools/serve/live/slices.h"

#include "engine/base/mem.h"
#include "tools/base/now.h"

#define SLICE_MS 10

struct tcn_slices {
	struct event *turn;
	struct tcn_slices_job *first, **end; /* oldest first */
	unsigned jobs_n;
};

/* Lets the loop see first what else has come. */
static void
go_on(struct tcn_slices *slices)
{
	static const struct timeval at_once = { 0 };

	evtimer_add(slices->turn, &at_once);
}

/* Takes the oldest job out of the queue. */
static struct tcn_slices_job *
take(struct tcn_slices *slices)
{
	struct tcn_slices_job *job = slices->first;

	slices->first = job->next;
	if (!slices->first)
		slices->end = &slices->first;
	slices->jobs_n--;
	return job;
}

static void
on_turn(evutil_socket_t fd, short what, void *ctx)
{
	struct tcn_slices *slices = ctx;
	int64_t until_ms = tcn_now_monotonic_ms() + SLICE_MS;

	(void)fd;
	(void)what;
	while (slices->first && tcn_now_monotonic_ms() < until_ms) {
		struct tcn_slices_job *job = take(slices);

		if (!job->step(job)) {
			job->next = slices->first;
			if (!slices->first)
				slices->end = &job->next;
			slices->first = job;
			slices->jobs_n++;
		}
	}
	if (slices->first)
		go_on(slices);
}

struct tcn_slices *
tcn_slices_new(struct event_base *base)
{
	struct tcn_slices *slices = tcn_mem_calloc(1, sizeof *slices);

	slices->end = &slices->first;
	slices->turn = evtimer_new(base, on_turn, slices);
	if (!slices->turn)
		tcn_mem_end();
	return slices;
}

void
tcn_slices_free(struct tcn_slices *slices)
{
	if (!slices)
		return;
	while (slices->first) {
		struct tcn_slices_job *job = take(slices);

		job->drop(job);
	}
	if (slices->turn)
		event_free(slices->turn);
	tcn_mem_free(slices);
}

bool
tcn_slices_add(struct tcn_slices *slices, struct tcn_slices_job *job)
{
	if (slices->jobs_n == TCN_SLICES_JOBS_MAX)
		return false;
	if (!slices->first)
		go_on(slices);
	job->next = NULL;
	*slices->end = job;
	slices->end = &job->next;
	slices->jobs_n++;
	return true;
}
