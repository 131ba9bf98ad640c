/*
 * tools/lab/simulate/sim.h - a discrete-event simulation of the chain from a
 * log to a decision, to plan how many workers a stream needs.
 *
 *	articles -> topic of articles (partitions) -> workers, which prepare
 *	         -> topic of prepared records -> the detector, which decides
 *
 * Time moves from event to event: an article is born, a worker or the detector
 * is done, a part fails or is back (Law, Simulation Modeling and Analysis, 5th
 * ed. 2015, chapter 1). Articles come as a Poisson stream. Each is of a source,
 * a few sources write most (Zipf's law), and a source always goes to the same
 * partition, so that partitions are as uneven as they are in truth. A producer
 * waits `linger` for a batch to fill, and the broker takes `broker` for it.
 * Its client costs a worker `client` for a message it receives and for one that
 * it sends, and the detector for one that it receives.
 *
 * Of two detectors the one that leads renews a lease five times in `lease`. The
 * other one claims it when it has read nothing for so long, and leads when it
 * has read its claim (tools/intake/kafka/lease.h).
 *
 * What the model leaves out: the network's width, broker disks that are full,
 * processors that workers share, and merging several partitions of prepared
 * records by time. A record that a worker had sent when it died counts as sent,
 * with its batch.
 *
 * Deterministic: the same plan and seed give the same result everywhere. Cost:
 * 0.2 to 0.5 us an article and worker asked about; memory 24 bytes for each
 * article that waits, of which at most TCN_SIM_WAITING_MAX may.
 */
#ifndef TCN_TOOLS_LAB_SIMULATE_SIM_H
#define TCN_TOOLS_LAB_SIMULATE_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"

enum {
	TCN_SIM_WORKERS_MAX = 512,
	TCN_SIM_PARTITIONS_MAX = 4096,
	TCN_SIM_FAILURES_MAX = 32,
	TCN_SIM_WAITING_MAX = 16 * 1000 * 1000,
};

/*
 * How long something takes, in seconds: log-normal with this mean, which one in
 * a hundred exceeds p99. p99 = mean: always the same. p99 is at most 14 times
 * the mean: no log-normal distribution has more.
 */
struct tcn_sim_delay {
	double mean, p99;
};

enum tcn_sim_part {
	TCN_SIM_WORKER,
	TCN_SIM_DETECTOR,
	TCN_SIM_BROKER,
};

struct tcn_sim_failure {
	enum tcn_sim_part part;
	double at; /* seconds from the beginning */
};

/* Times are in seconds. */
struct tcn_sim_plan {
	double seconds; /* how long articles come */
	double rate; /* articles a second */
	double surge; /* from 1/3 to 1/2 of the time, so many times as many */
	uint64_t sources;
	double skew; /* exponent of Zipf's law; 0: all write as much */
	unsigned partitions; /* of the topic of articles */
	unsigned workers; /* each takes one article at a time */
	unsigned batch; /* records the detector commits at once, at most */
	unsigned brokers; /* partitions are led by them in turn */
	bool standby; /* a second detector follows and takes over */

	double record_bytes; /* where it was measured; it decides nothing */
	struct tcn_sim_delay prepare; /* an article, by a worker: a record */
	struct tcn_sim_delay broker; /* a batch, until it can be read */
	double client; /* a message more, received or sent */
	double decide; /* a record, by the detector */
	double commit; /* a batch of them */
	double linger; /* a producer waits for more */
	double offsets; /* between two commits of a worker's offsets */

	double session; /* without a heartbeat: a worker is taken for dead */
	double lease; /* without a renewal: the leading detector is */
	double restart; /* until what failed is there again */
	double election; /* until a dead broker's partitions have a leader */
	struct tcn_sim_failure failures[TCN_SIM_FAILURES_MAX];
	unsigned failures_n; /* in order of time */

	double within; /* the answer wanted: 99 in 100 are decided by then */
	uint64_t seed;
};

/* What a failure did. */
struct tcn_sim_after {
	double taken_over; /* seconds until another took over */
	double worst; /* longest delay of an article until the next failure */
	double recovered; /* until delays were back at what they were before */
};

struct tcn_sim_result {
	uint64_t born, decided; /* articles that came, and were decided */
	uint64_t again; /* records prepared twice, which the detector drops */
	double decided_per_s;
	double mean, p50, p99, worst; /* from birth to decision */
	double worker_load; /* share of their time at work */
	/* What the detector needs of its time when its batches are full;
	 * smaller ones take more, as each is committed. */
	double detector_load;
	double fullest; /* share of the articles in the fullest partition */
	uint64_t waiting_articles, waiting_records; /* the most at any time */
	bool gave_up; /* more waited than TCN_SIM_WAITING_MAX */
	bool keeps_up; /* p99 <= plan->within, and all were decided */
	struct tcn_sim_after after[TCN_SIM_FAILURES_MAX];
};

/* A plan to begin with: 12,000 articles a second for five minutes. */
void tcn_sim_plan_init(struct tcn_sim_plan *plan);

/* Called now and then, with the share of the plan's time that is over. */
typedef void tcn_sim_step_fn(void *ctx, double share);

/* Runs the plan; step may be NULL. TCN_INVALID: err says which part of the plan
 * makes no sense. */
TCN_MUST_USE enum tcn_rc tcn_sim_run(const struct tcn_sim_plan *plan,
    struct tcn_sim_result *result, tcn_sim_step_fn *step, void *ctx,
    struct tcn_err *err);

/* One run of several, which differ in the number of workers. */
struct tcn_sim_row {
	struct tcn_sim_plan plan;
	struct tcn_sim_result result;
};

/* Appends tables for a person; or one JSON object. n is at least 1. */
void tcn_sim_text(const struct tcn_sim_row *rows, size_t n,
    struct tcn_buf *out);
void tcn_sim_json(const struct tcn_sim_row *rows, size_t n,
    struct tcn_buf *out);

#endif
