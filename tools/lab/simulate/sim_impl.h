/*
 * tools/lab/simulate/sim_impl.h - the state of a run, for the files of this
 * folder.
 */
#ifndef TCN_TOOLS_LAB_SIMULATE_SIM_IMPL_H
#define TCN_TOOLS_LAB_SIMULATE_SIM_IMPL_H

#include "tools/lab/simulate/sim_draw.h"
#include "tools/lab/simulate/sim_heap.h"
#include "tools/lab/simulate/sim_queue.h"
#include "tools/lab/simulate/sim_tally.h"

/* The detector, where a number otherwise says which worker. */
#define TCN_SIM_THE_DETECTOR TCN_SIM_WORKERS_MAX
#define TCN_SIM_NEVER        1e300

/* A producer's open batch: all that is sent before `until` goes with it and can
 * be read at `at`, not before what was sent earlier. */
struct tcn_sim_link {
	double until, at;
};

/* A partition of the topic of articles. */
struct tcn_sim_partition {
	struct tcn_sim_queue queue;
	struct tcn_sim_link link;
	double up_to; /* share of all articles in it and in those before it */
};

struct tcn_sim_worker {
	bool up;
	bool member; /* partitions are dealt out to the members in turn */
	unsigned rank; /* among the members: its first partition */
	uint64_t life; /* grows at each failure */
	bool busy;
	double looks_at; /* when it is next planned to look for work */
	struct tcn_sim_item item; /* what it prepares, when busy */
	double began;
	unsigned turn; /* the partition it looks at first */
	struct tcn_sim_link link;
	struct tcn_sim_queue sent; /* prepared records: read by the detector */
	struct tcn_sim_queue since; /* prepared since its offsets were stored */
	double stored; /* when they were */
};

struct tcn_sim_detector {
	bool up, busy;
	uint64_t life;
	double looks_at;
	unsigned turn; /* the worker whose records it takes first */
	struct tcn_sim_queue batch;
	double silent_until; /* no decision is told before: nobody leads */
};

struct tcn_sim {
	const struct tcn_sim_plan *plan;
	struct tcn_sim_result *result;
	struct tcn_sim_draw draw;
	struct tcn_sim_lognormal prepare, broker;
	struct tcn_sim_heap heap;
	double now;
	double next_birth;
	struct tcn_sim_partition *partitions;
	struct tcn_sim_worker *workers;
	unsigned members;
	unsigned by_rank[TCN_SIM_WORKERS_MAX]; /* the members */
	double last_decided;
	struct tcn_sim_detector detector;
	double broker_back; /* partitions of the first broker: not before */
	unsigned victims[TCN_SIM_FAILURES_MAX]; /* the worker that each took */
	uint64_t waiting_articles, waiting_records;
	double worker_busy; /* seconds */
	uint64_t records; /* that the detector has decided on */
	struct tcn_sim_tally all;
	struct tcn_sim_tally calm; /* before the first failure */
	double calm_p99;
	int failed; /* number of the last failure, -1 before the first */
};

/* When what is sent now can be read: in a new batch, or with the open one. */
double tcn_sim_send(struct tcn_sim *sim, struct tcn_sim_link *link);

/* Plans that someone looks for work, unless an earlier look is planned. */
void tcn_sim_plan_look(struct tcn_sim *sim, unsigned who, double at);

/*
 * When the first of a queue can be read; TCN_SIM_NEVER when it is empty. The
 * first broker, which is the one that fails, leads the topic of prepared
 * records and every brokers-th partition of the other.
 */
static inline double
tcn_sim_readable(const struct tcn_sim *sim, const struct tcn_sim_queue *queue,
    bool first_broker)
{
	double at;

	if (!queue->n)
		return TCN_SIM_NEVER;
	at = tcn_sim_queue_first(queue)->at;
	return first_broker && at < sim->broker_back ? sim->broker_back : at;
}

/* Events of worker w: it looks for an article to prepare; it has prepared the
 * one that it had. */
void tcn_sim_worker_look(struct tcn_sim *sim, unsigned w);
void tcn_sim_worker_done(struct tcn_sim *sim, unsigned w);

/* Fails worker w: the articles whose offsets it had not stored return to their
 * partitions, to be read again. */
void tcn_sim_worker_fail(struct tcn_sim *sim, unsigned w);

/* Deals the partitions out to the members, who all look for work. */
void tcn_sim_deal(struct tcn_sim *sim);

/* Events of the detector: it looks for records to decide on; it has committed
 * its batch; it fails. */
void tcn_sim_detector_look(struct tcn_sim *sim);
void tcn_sim_detector_done(struct tcn_sim *sim);
void tcn_sim_detector_fail(struct tcn_sim *sim);

/* The three moments of the failure of that number: the part fails, others take
 * over its work, it is back. */
void tcn_sim_fail(struct tcn_sim *sim, unsigned failure);
void tcn_sim_take_over(struct tcn_sim *sim, unsigned failure);
void tcn_sim_back(struct tcn_sim *sim, unsigned failure);

/* Counts the delay of an article, born at that time, whose decision goes out
 * now. */
void tcn_sim_count_decision(struct tcn_sim *sim, double born);

#endif
