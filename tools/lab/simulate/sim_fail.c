/*
 * What fails, and who takes over. A worker that is dead is noticed when its
 * session ends: a session's length after its last heartbeat, of which there are
 * three in a session (Apache Kafka's session.timeout.ms and
 * heartbeat.interval.ms). A detector's lease ends that long after its last
 * renewal, of which there are five (tools/intake/kafka/lease.c); the claim of
 * the next then goes through the broker.
 */
#include "tools/lab/simulate/sim_impl.h"

#define HEARTBEATS 3
#define RENEWALS   5

/* Seconds from death until a span without one of so many signs has passed. */
static double
noticed_after(struct tcn_sim *sim, double span, unsigned signs)
{
	return span - tcn_sim_uniform(&sim->draw) * span / signs;
}

static void
plan_event(struct tcn_sim *sim, enum tcn_sim_kind kind, unsigned failure,
    double after)
{
	tcn_sim_heap_add(&sim->heap,
	    (struct tcn_sim_event){
		.at = sim->now + after, .kind = kind, .who = failure });
}

/* The first worker that is up dies; when none is, nothing happens. */
static void
fail_worker(struct tcn_sim *sim, unsigned failure)
{
	struct tcn_sim_after *after = &sim->result->after[failure];
	unsigned w = 0;

	while (w < sim->plan->workers && !sim->workers[w].up)
		w++;
	sim->victims[failure] = w;
	if (w == sim->plan->workers)
		return;
	tcn_sim_worker_fail(sim, w);
	after->taken_over = noticed_after(sim, sim->plan->session, HEARTBEATS);
	if (after->taken_over > sim->plan->restart)
		after->taken_over = sim->plan->restart;
	plan_event(sim, TCN_SIM_TAKE_OVER, failure, after->taken_over);
	plan_event(sim, TCN_SIM_BACK, failure, sim->plan->restart);
}

static void
fail_detector(struct tcn_sim *sim, unsigned failure)
{
	struct tcn_sim_after *after = &sim->result->after[failure];

	tcn_sim_detector_fail(sim);
	if (!sim->plan->standby) {
		after->taken_over = sim->plan->restart;
		plan_event(sim, TCN_SIM_BACK, failure, sim->plan->restart);
		return;
	}
	after->taken_over = noticed_after(sim, sim->plan->lease, RENEWALS) +
	    tcn_sim_delay(&sim->draw, &sim->broker);
	sim->detector.silent_until = sim->now + after->taken_over;
}

void
tcn_sim_fail(struct tcn_sim *sim, unsigned failure)
{
	sim->failed = (int)failure;
	switch (sim->plan->failures[failure].part) {
	case TCN_SIM_WORKER:
		fail_worker(sim, failure);
		return;
	case TCN_SIM_DETECTOR:
		fail_detector(sim, failure);
		return;
	case TCN_SIM_BROKER:
		break;
	}
	/* Nobody reads its partitions until they have another leader. */
	sim->result->after[failure].taken_over = sim->plan->election;
	sim->broker_back = sim->now + sim->plan->election;
}

/* The partitions of a worker that is still down go to the others; the last
 * worker keeps them, as there are no others. */
void
tcn_sim_take_over(struct tcn_sim *sim, unsigned failure)
{
	struct tcn_sim_worker *worker = &sim->workers[sim->victims[failure]];

	if (worker->up || sim->members == 1)
		return;
	worker->member = false;
	tcn_sim_deal(sim);
}

void
tcn_sim_back(struct tcn_sim *sim, unsigned failure)
{
	if (sim->plan->failures[failure].part == TCN_SIM_DETECTOR) {
		sim->detector.up = true;
		tcn_sim_plan_look(sim, TCN_SIM_THE_DETECTOR, sim->now);
		return;
	}
	sim->workers[sim->victims[failure]].up = true;
	sim->workers[sim->victims[failure]].member = true;
	tcn_sim_deal(sim);
}
