#include "tools/lab/simulate/sim_impl.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "engine/base/splitmix.h"

/* How much longer than before the first failure a delay may be, and the chain
 * still counts as recovered. */
#define RECOVERED 2
#define LEAST_S   0.01

/* The keys of sources are hashed by a seed of their own: which partition a
 * source has must not change with the seed of the run. */
#define SOURCE_SEED 1

#define STEP_ARTICLES 4096

void
tcn_sim_plan_init(struct tcn_sim_plan *plan)
{
	*plan = (struct tcn_sim_plan){
		.seconds = 300,
		.rate = 12000,
		.surge = 1,
		.sources = 10000,
		.skew = 1,
		.partitions = 64,
		.workers = 4,
		.batch = 2000,
		.brokers = 3,
		.standby = true,
		.broker = { .002, .01 },
		.linger = .005,
		.offsets = 1,
		.client = 3e-6,
		.session = 10,
		.lease = 6,
		.restart = 30,
		.election = 9,
		.within = 5,
		.seed = 1,
	};
}

/* --- the plan --- */

static const char *
wrong_number(const struct tcn_sim_plan *plan)
{
	if (!(plan->seconds > 0 && plan->seconds <= 1e6))
		return "it must last above 0 s, up to 10^6 s";
	if (!(plan->rate > 0 && plan->rate <= 1e7))
		return "the rate must be above 0, up to 10^7 a second";
	if (!(plan->surge >= 0 && plan->surge <= 100))
		return "a surge must be 0 to 100 times the rate";
	if (plan->sources < 1 || plan->sources > 10 * 1000 * 1000)
		return "there must be 1 to 10,000,000 sources";
	if (!(plan->skew >= 0 && plan->skew <= 5))
		return "the skew of sources must be 0 to 5";
	if (plan->partitions < 1 || plan->partitions > TCN_SIM_PARTITIONS_MAX)
		return "there must be 1 to 4,096 partitions";
	if (plan->workers < 1 || plan->workers > TCN_SIM_WORKERS_MAX)
		return "there must be 1 to 512 workers";
	if (plan->batch < 1 || plan->brokers < 1)
		return "a batch and the brokers must be at least 1";
	return NULL;
}

static enum tcn_rc
check(const struct tcn_sim_plan *plan, struct tcn_err *err)
{
	const double times[] = { plan->decide, plan->commit, plan->client,
		plan->linger, plan->offsets, plan->session, plan->lease,
		plan->restart, plan->election, plan->within };
	const char *wrong = wrong_number(plan);

	for (size_t i = 0; !wrong && i < sizeof times / sizeof *times; i++)
		if (!(times[i] >= 0 && times[i] <= 1e6))
			wrong = "a time must be 0 to 10^6 s";
	for (unsigned i = 0; !wrong && i < plan->failures_n; i++)
		if (!(plan->failures[i].at >= 0 &&
			plan->failures[i].at <= plan->seconds))
			wrong = "a failure must lie within the plan's time";
	return wrong ? tcn_err_set(err, TCN_INVALID, "%s", wrong) : TCN_OK;
}

/* --- what the parts call --- */

double
tcn_sim_send(struct tcn_sim *sim, struct tcn_sim_link *link)
{
	double at;

	if (sim->now < link->until)
		return link->at;
	link->until = sim->now + sim->plan->linger;
	at = link->until + tcn_sim_delay(&sim->draw, &sim->broker);
	if (at > link->at)
		link->at = at;
	return link->at;
}

/* When a worker or the detector is next planned to look for work. */
static double *
looks_at(struct tcn_sim *sim, unsigned who)
{
	return who == TCN_SIM_THE_DETECTOR ? &sim->detector.looks_at
					   : &sim->workers[who].looks_at;
}

void
tcn_sim_plan_look(struct tcn_sim *sim, unsigned who, double at)
{
	double *planned = looks_at(sim, who);

	if (at < sim->now)
		at = sim->now;
	if (at >= *planned || at >= TCN_SIM_NEVER)
		return;
	*planned = at;
	tcn_sim_heap_add(&sim->heap,
	    (struct tcn_sim_event){
		.at = at, .kind = TCN_SIM_LOOK, .who = who });
}

void
tcn_sim_count_decision(struct tcn_sim *sim, double born)
{
	const double decided = sim->now < sim->detector.silent_until
	    ? sim->detector.silent_until
	    : sim->now;
	const double delay = decided - born;
	struct tcn_sim_after *after;
	double before;

	sim->result->decided++;
	sim->last_decided = sim->now;
	tcn_sim_tally(&sim->all, delay);
	if (sim->failed < 0) {
		tcn_sim_tally(&sim->calm, delay);
		return;
	}
	after = &sim->result->after[sim->failed];
	if (delay > after->worst)
		after->worst = delay;
	before = sim->calm_p99 > LEAST_S ? sim->calm_p99 : LEAST_S;
	if (delay > RECOVERED * before)
		after->recovered =
		    decided - sim->plan->failures[sim->failed].at;
}

/* --- articles --- */

/* Articles a second at a time, and in *until when that changes. */
static double
rate_at(const struct tcn_sim_plan *plan, double t, double *until)
{
	const double from = plan->seconds / 3, to = plan->seconds / 2;

	*until = t < from ? from : t < to ? to : TCN_SIM_NEVER;
	return t >= from && t < to ? plan->rate * plan->surge : plan->rate;
}

/* A Poisson stream has no memory: where the rate changes it is drawn anew. */
static void
plan_birth(struct tcn_sim *sim, double t)
{
	double until, rate = rate_at(sim->plan, t, &until);
	double at =
	    rate > 0 ? t + tcn_sim_exponential(&sim->draw, 1 / rate) : until;

	while (at >= until) {
		t = until;
		rate = rate_at(sim->plan, t, &until);
		at = rate > 0 ? t + tcn_sim_exponential(&sim->draw, 1 / rate)
			      : until;
	}
	sim->next_birth = at < sim->plan->seconds ? at : TCN_SIM_NEVER;
}

static unsigned
draw_partition(struct tcn_sim *sim)
{
	const double x = tcn_sim_uniform(&sim->draw);
	unsigned low = 0, high = sim->plan->partitions - 1;

	while (low < high) {
		const unsigned middle = (low + high) / 2;

		if (x < sim->partitions[middle].up_to)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void
bear(struct tcn_sim *sim)
{
	const unsigned p = draw_partition(sim);
	struct tcn_sim_partition *partition = &sim->partitions[p];
	struct tcn_sim_item item = { .born = sim->now, .from = p };

	item.at = tcn_sim_send(sim, &partition->link);
	tcn_sim_queue_push(&partition->queue, item);
	sim->result->born++;
	if (++sim->waiting_articles > sim->result->waiting_articles)
		sim->result->waiting_articles = sim->waiting_articles;
	plan_birth(sim, sim->now);
	tcn_sim_plan_look(sim, sim->by_rank[p % sim->members], item.at);
}

/* --- a run --- */

static void
happen(struct tcn_sim *sim, const struct tcn_sim_event *event)
{
	const bool is_detector = event->who == TCN_SIM_THE_DETECTOR;

	switch (event->kind) {
	case TCN_SIM_LOOK:
		/* An earlier look was planned since: that one counts. */
		if (event->at != *looks_at(sim, event->who))
			return;
		if (is_detector)
			tcn_sim_detector_look(sim);
		else
			tcn_sim_worker_look(sim, event->who);
		return;
	case TCN_SIM_DONE:
		if (is_detector) {
			if (event->life == sim->detector.life)
				tcn_sim_detector_done(sim);
			return;
		}
		if (event->life == sim->workers[event->who].life)
			tcn_sim_worker_done(sim, event->who);
		return;
	case TCN_SIM_FAIL:
		if (sim->failed < 0)
			sim->calm_p99 = tcn_sim_tally_share(&sim->calm, .99);
		tcn_sim_fail(sim, event->who);
		return;
	case TCN_SIM_TAKE_OVER:
		tcn_sim_take_over(sim, event->who);
		return;
	case TCN_SIM_BACK:
		break;
	}
	tcn_sim_back(sim, event->who);
}

/* Articles come until the plan's time is over; then the rest is worked off, for
 * at most as long again. */
static void
run(struct tcn_sim *sim, tcn_sim_step_fn *step, void *ctx)
{
	for (;;) {
		const double next =
		    sim->heap.n ? sim->heap.at[0].at : TCN_SIM_NEVER;

		if (next >= TCN_SIM_NEVER && sim->next_birth >= TCN_SIM_NEVER)
			break;
		if (sim->waiting_articles + sim->waiting_records >
		    TCN_SIM_WAITING_MAX) {
			sim->result->gave_up = true;
			break;
		}
		if (sim->next_birth < next) {
			sim->now = sim->next_birth;
			if (step && sim->result->born % STEP_ARTICLES == 0)
				step(ctx, sim->now / sim->plan->seconds);
			bear(sim);
			continue;
		}
		if (next > 2 * sim->plan->seconds)
			break;
		const struct tcn_sim_event event =
		    tcn_sim_heap_take(&sim->heap);

		sim->now = event.at;
		happen(sim, &event);
	}
}

/* The share of each partition, of sources by Zipf's law. */
static void
fill_partitions(struct tcn_sim *sim)
{
	const struct tcn_sim_plan *plan = sim->plan;
	double sum = 0, up_to = 0;

	for (uint64_t s = 0; s < plan->sources; s++) {
		const double writes =
		    tcn_real_exp(-plan->skew * tcn_real_log((double)s + 1));

		sim->partitions[tcn_splitmix(SOURCE_SEED, s + 1) %
		       plan->partitions]
		    .up_to += writes;
		sum += writes;
	}
	for (unsigned p = 0; p < plan->partitions; p++) {
		const double share = sim->partitions[p].up_to / sum;

		if (share > sim->result->fullest)
			sim->result->fullest = share;
		up_to += share;
		sim->partitions[p].up_to = up_to;
	}
}

static enum tcn_rc
begin(struct tcn_sim *sim, struct tcn_err *err)
{
	const struct tcn_sim_plan *plan = sim->plan;

	if (!tcn_sim_lognormal(plan->prepare, &sim->prepare) ||
	    !tcn_sim_lognormal(plan->broker, &sim->broker))
		return tcn_err_set(err, TCN_INVALID,
		    "a delay's 99th percentile must be 1 to 14 times its mean");
	sim->partitions =
	    tcn_mem_calloc(plan->partitions, sizeof *sim->partitions);
	sim->workers = tcn_mem_calloc(plan->workers, sizeof *sim->workers);
	for (unsigned w = 0; w < plan->workers; w++) {
		sim->workers[w].up = sim->workers[w].member = true;
		sim->workers[w].looks_at = TCN_SIM_NEVER;
	}
	sim->detector.up = true;
	sim->detector.looks_at = TCN_SIM_NEVER;
	fill_partitions(sim);
	plan_birth(sim, 0);
	for (unsigned i = 0; i < plan->failures_n; i++)
		tcn_sim_heap_add(&sim->heap,
		    (struct tcn_sim_event){ .at = plan->failures[i].at,
			.kind = TCN_SIM_FAIL,
			.who = i });
	tcn_sim_deal(sim);
	return TCN_OK;
}

static void
sum_up(struct tcn_sim *sim)
{
	const struct tcn_sim_plan *plan = sim->plan;
	struct tcn_sim_result *result = sim->result;
	const double seconds = sim->last_decided > plan->seconds
	    ? sim->last_decided
	    : plan->seconds;

	result->decided_per_s = (double)result->decided / seconds;
	if (sim->all.n)
		result->mean = sim->all.sum / (double)sim->all.n;
	result->p50 = tcn_sim_tally_share(&sim->all, .5);
	result->p99 = tcn_sim_tally_share(&sim->all, .99);
	result->worst = sim->all.worst;
	result->worker_load = sim->worker_busy / seconds / plan->workers;
	result->detector_load = (double)sim->records *
	    (plan->decide + plan->client + plan->commit / plan->batch) /
	    seconds;
	result->keeps_up = !result->gave_up &&
	    result->decided == result->born && result->p99 <= plan->within;
}

enum tcn_rc
tcn_sim_run(const struct tcn_sim_plan *plan, struct tcn_sim_result *result,
    tcn_sim_step_fn *step, void *ctx, struct tcn_err *err)
{
	struct tcn_sim sim = { .plan = plan,
		.result = result,
		.draw.seed = plan->seed,
		.failed = -1 };
	enum tcn_rc rc = check(plan, err);

	memset(result, 0, sizeof *result);
	if (rc)
		return rc;
	rc = begin(&sim, err);
	if (!rc) {
		run(&sim, step, ctx);
		sum_up(&sim);
	}
	for (unsigned p = 0; sim.partitions && p < sim.plan->partitions; p++)
		tcn_sim_queue_fini(&sim.partitions[p].queue);
	for (unsigned w = 0; sim.workers && w < sim.plan->workers; w++) {
		tcn_sim_queue_fini(&sim.workers[w].sent);
		tcn_sim_queue_fini(&sim.workers[w].since);
	}
	tcn_sim_queue_fini(&sim.detector.batch);
	tcn_sim_heap_fini(&sim.heap);
	tcn_mem_free(sim.partitions);
	tcn_mem_free(sim.workers);
	return rc;
}
