/*
 * A worker takes one article at a time from the partitions that it was dealt,
 * in turn, prepares it and sends the record. It stores its offsets now and
 * then: what it prepared since is prepared again by another when it dies.
 */
#include "tools/lab/simulate/sim_impl.h"

#define MESSAGES 2 /* of an article: it is received, its record is sent */

/* The partition to take from, and in *at when it can be read. The partitions of
 * a worker are those of its rank and every members-th behind it. */
static unsigned
next_partition(const struct tcn_sim *sim, const struct tcn_sim_worker *worker,
    double *at)
{
	const unsigned n = sim->plan->partitions;
	const unsigned mine =
	    (n - worker->rank + sim->members - 1) / sim->members;
	unsigned best = n;

	*at = TCN_SIM_NEVER;
	for (unsigned i = 0; i < mine; i++) {
		const unsigned p =
		    worker->rank + (worker->turn + i) % mine * sim->members;
		const double readable = tcn_sim_readable(sim,
		    &sim->partitions[p].queue, p % sim->plan->brokers == 0);

		if (readable >= *at)
			continue;
		*at = readable;
		best = p;
		if (readable <= sim->now)
			break;
	}
	return best;
}

void
tcn_sim_worker_look(struct tcn_sim *sim, unsigned w)
{
	struct tcn_sim_worker *worker = &sim->workers[w];
	double at, takes;
	unsigned p;

	worker->looks_at = TCN_SIM_NEVER;
	if (!worker->up || worker->busy ||
	    worker->rank >= sim->plan->partitions)
		return;
	p = next_partition(sim, worker, &at);
	if (at > sim->now) {
		tcn_sim_plan_look(sim, w, at);
		return;
	}
	worker->item = tcn_sim_queue_pop(&sim->partitions[p].queue);
	sim->waiting_articles--;
	worker->turn = (p - worker->rank) / sim->members + 1;
	worker->busy = true;
	worker->began = sim->now;
	takes = tcn_sim_delay(&sim->draw, &sim->prepare) +
	    MESSAGES * sim->plan->client;
	tcn_sim_heap_add(&sim->heap,
	    (struct tcn_sim_event){ .at = sim->now + takes,
		.kind = TCN_SIM_DONE,
		.who = w,
		.life = worker->life });
}

void
tcn_sim_worker_done(struct tcn_sim *sim, unsigned w)
{
	struct tcn_sim_worker *worker = &sim->workers[w];
	struct tcn_sim_item record = worker->item;

	worker->busy = false;
	sim->worker_busy += sim->now - worker->began;
	record.at = tcn_sim_send(sim, &worker->link);
	if (sim->now - worker->stored >= sim->plan->offsets) {
		worker->since.n = 0;
		worker->stored = sim->now;
	}
	tcn_sim_queue_push(&worker->since, worker->item);
	tcn_sim_queue_push(&worker->sent, record);
	if (++sim->waiting_records > sim->result->waiting_records)
		sim->result->waiting_records = sim->waiting_records;
	tcn_sim_plan_look(sim, TCN_SIM_THE_DETECTOR, record.at);
	tcn_sim_worker_look(sim, w);
}

/* Puts an article back at the head of its partition. */
static void
give_back(struct tcn_sim *sim, struct tcn_sim_item item)
{
	sim->waiting_articles++;
	tcn_sim_queue_push_front(&sim->partitions[item.from].queue, item);
}

void
tcn_sim_worker_fail(struct tcn_sim *sim, unsigned w)
{
	struct tcn_sim_worker *worker = &sim->workers[w];

	worker->up = false;
	worker->life++;
	if (worker->busy) {
		worker->busy = false;
		sim->worker_busy += sim->now - worker->began;
		give_back(sim, worker->item);
	}
	while (worker->since.n) {
		struct tcn_sim_item item = tcn_sim_queue_last(&worker->since);

		worker->since.n--;
		if (!item.again)
			sim->result->again++;
		item.again = true;
		give_back(sim, item);
	}
}

void
tcn_sim_deal(struct tcn_sim *sim)
{
	sim->members = 0;
	for (unsigned w = 0; w < sim->plan->workers; w++)
		if (sim->workers[w].member) {
			sim->by_rank[sim->members] = w;
			sim->workers[w].rank = sim->members++;
			sim->workers[w].turn = 0;
		}
	for (unsigned w = 0; w < sim->plan->workers; w++)
		tcn_sim_plan_look(sim, w, sim->now);
}
