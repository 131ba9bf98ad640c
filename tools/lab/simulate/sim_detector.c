/*
 * The detector takes all records that can be read, up to a batch, decides on
 * them and commits them. A standby does the same with its own store; when the
 * detector dies, nothing is told until the standby leads, and then all that it
 * has decided meanwhile at once.
 */
#include "tools/lab/simulate/sim_impl.h"

/* Takes what can be read of one worker's records; *at: when the next can. */
static void
take_from(struct tcn_sim *sim, struct tcn_sim_queue *sent, double *at)
{
	struct tcn_sim_queue *batch = &sim->detector.batch;
	double readable;

	while ((readable = tcn_sim_readable(sim, sent, true)) <= sim->now) {
		if (batch->n == sim->plan->batch)
			return;
		tcn_sim_queue_push(batch, tcn_sim_queue_pop(sent));
		sim->waiting_records--;
	}
	if (readable < *at)
		*at = readable;
}

void
tcn_sim_detector_look(struct tcn_sim *sim)
{
	struct tcn_sim_detector *detector = &sim->detector;
	const struct tcn_sim_plan *plan = sim->plan;
	double at = TCN_SIM_NEVER;

	detector->looks_at = TCN_SIM_NEVER;
	if (!detector->up || detector->busy)
		return;
	for (unsigned i = 0; i < plan->workers; i++)
		take_from(sim,
		    &sim->workers[(detector->turn + i) % plan->workers].sent,
		    &at);
	detector->turn = (detector->turn + 1) % plan->workers;
	if (!detector->batch.n) {
		tcn_sim_plan_look(sim, TCN_SIM_THE_DETECTOR, at);
		return;
	}
	detector->busy = true;
	at = sim->now +
	    (double)detector->batch.n * (plan->decide + plan->client) +
	    plan->commit;
	tcn_sim_heap_add(&sim->heap,
	    (struct tcn_sim_event){ .at = at,
		.kind = TCN_SIM_DONE,
		.who = TCN_SIM_THE_DETECTOR,
		.life = detector->life });
}

void
tcn_sim_detector_done(struct tcn_sim *sim)
{
	struct tcn_sim_detector *detector = &sim->detector;

	detector->busy = false;
	sim->records += detector->batch.n;
	while (detector->batch.n) {
		const struct tcn_sim_item record =
		    tcn_sim_queue_pop(&detector->batch);

		if (!record.again)
			tcn_sim_count_decision(sim, record.born);
	}
	tcn_sim_detector_look(sim);
}

/* Without a standby the batch is read again from the log by the next one. */
void
tcn_sim_detector_fail(struct tcn_sim *sim)
{
	struct tcn_sim_detector *detector = &sim->detector;
	struct tcn_sim_queue *sent = &sim->workers[0].sent;

	if (sim->plan->standby)
		return;
	detector->up = false;
	detector->life++;
	detector->busy = false;
	while (detector->batch.n) {
		tcn_sim_queue_push_front(sent,
		    tcn_sim_queue_last(&detector->batch));
		detector->batch.n--;
		sim->waiting_records++;
	}
}
