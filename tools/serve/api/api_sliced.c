/*
 * Answers that take long to compute: in a daemon between other requests
 * (tools/serve/live/slices.h). At once where there is no daemon, and where a
 * page of this daemon asks, which holds the answer.
 */
#include "engine/base/mem.h"
#include "tools/serve/api/api_impl.h"

/* The call has been answered. */
static void
finish(struct tcn_api_sliced *sliced)
{
	if (sliced->fini)
		sliced->fini(sliced);
	tcn_mem_free(sliced);
}

static bool
step(struct tcn_slices_job *job)
{
	struct tcn_api_sliced *sliced = (struct tcn_api_sliced *)job;
	bool done = false;
	enum tcn_rc rc = sliced->step(sliced, &done);

	if (!rc && !done)
		return false;
	tcn_api_answer_send(&sliced->a, rc);
	finish(sliced);
	return true;
}

static void
drop(struct tcn_slices_job *job)
{
	struct tcn_api_sliced *sliced = (struct tcn_api_sliced *)job;

	tcn_api_answer_error(&sliced->a, 503,
	    "the daemon is stopping: send this again");
	finish(sliced);
}

void
tcn_api_sliced_start(struct tcn_api_sliced *sliced)
{
	struct tcn_slices *slices = sliced->a.api->slices;
	bool at_once = !slices || tcn_http_call_is_local(sliced->a.call);
	bool done = false;

	/* Articles are stored between the steps. */
	tcn_api_answer_end_read(&sliced->a);
	sliced->job.step = step;
	sliced->job.drop = drop;
	while (at_once && !done)
		done = step(&sliced->job);
	if (at_once || tcn_slices_add(slices, &sliced->job))
		return;
	tcn_api_answer_error(&sliced->a, 429,
	    "too many requests of this kind wait: send this again");
	finish(sliced);
}
