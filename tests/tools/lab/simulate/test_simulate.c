/*
 * The simulation against queueing theory, where theory has an answer, and what
 * must hold of every plan.
 */
#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "tests/tools/lab/simulate/simulated.h"

/* A line with nothing but one worker: no log, no detector. */
static struct tcn_sim_plan
one_worker(double rate, struct tcn_sim_delay prepare)
{
	struct tcn_sim_plan plan;

	tcn_sim_plan_init(&plan);
	plan.rate = rate;
	plan.seconds = 200000 / rate;
	plan.partitions = plan.workers = 1;
	plan.prepare = prepare;
	plan.broker = (struct tcn_sim_delay){ 0, 0 };
	plan.linger = 0;
	plan.decide = plan.commit = 0;
	return plan;
}

/*
 * The mean time in a queue with Poisson arrivals by Pollaczek and Khinchine:
 * E[S] + lambda E[S^2] / (2 (1 - rho)).
 */
static double
mean_by_theory(double rate, double mean, double square)
{
	return mean + rate * square / (2 * (1 - rate * mean));
}

static const double loads[] = { .3, .6, .8 };

START_TEST(one_line_waits_as_theory_says)
{
	const double mean = .01, rate = loads[_i] / mean;
	struct tcn_sim_plan plan =
	    one_worker(rate, (struct tcn_sim_delay){ mean, mean });
	const struct tcn_sim_result result = simulated(&plan);
	const double theory = mean_by_theory(rate, mean, mean * mean);

	ck_assert(result.decided == result.born);
	ck_assert_double_eq_tol(result.mean, theory, .05 * theory);
	ck_assert_double_eq_tol(result.worker_load, loads[_i], .02);
}
END_TEST

START_TEST(uneven_work_waits_longer_as_theory_says)
{
	const struct tcn_sim_delay delay = { .01, .04 };
	const double rate = loads[_i] / delay.mean;
	const double z = 2.3263478740408408;
	const double sigma = z - sqrt(z * z - 2 * log(delay.p99 / delay.mean));
	const double square = delay.mean * delay.mean * exp(sigma * sigma);
	struct tcn_sim_plan plan = one_worker(rate, delay);
	const struct tcn_sim_result result = simulated(&plan);
	const double theory = mean_by_theory(rate, delay.mean, square);

	ck_assert_double_eq_tol(result.mean, theory, .08 * theory);
}
END_TEST

/* With partitions dealt out evenly each worker is a queue of its own, so that
 * twice the workers at twice the rate wait as long. */
START_TEST(workers_are_lines_of_their_own)
{
	const double mean = .01, rate = .6 / mean;
	struct tcn_sim_plan plan =
	    one_worker(4 * rate, (struct tcn_sim_delay){ mean, mean });
	struct tcn_sim_result result;

	plan.partitions = plan.workers = 4;
	plan.sources = 1000 * 1000;
	plan.skew = 0;
	result = simulated(&plan);
	ck_assert_double_eq_tol(result.mean,
	    mean_by_theory(rate, mean, mean * mean), .001);
	ck_assert_double_eq_tol(result.fullest, .25, .01);
}
END_TEST

/* The time through an idle chain is what its parts take. */
START_TEST(an_idle_chain_takes_what_its_parts_take)
{
	struct tcn_sim_plan plan =
	    one_worker(1, (struct tcn_sim_delay){ .01, .01 });
	struct tcn_sim_result result;

	plan.seconds = 1000;
	plan.linger = .005;
	plan.broker = (struct tcn_sim_delay){ .002, .002 };
	plan.decide = .001;
	plan.commit = .004;
	result = simulated(&plan);
	ck_assert_double_eq_tol(result.p50, .029, .0006);
}
END_TEST

START_TEST(what_is_too_much_grows)
{
	struct tcn_sim_plan plan =
	    one_worker(120, (struct tcn_sim_delay){ .01, .01 });
	struct tcn_sim_result result = simulated(&plan);

	ck_assert(!result.keeps_up);
	ck_assert(result.worst > plan.within);
	plan.partitions = 8;
	plan.workers = 2;
	plan.skew = 0;
	result = simulated(&plan);
	ck_assert(result.keeps_up);
	plan.surge = 3;
	result = simulated(&plan);
	ck_assert(!result.keeps_up);
}
END_TEST

START_TEST(the_detector_bounds_the_whole)
{
	struct tcn_sim_plan plan =
	    one_worker(500, (struct tcn_sim_delay){ .001, .001 });
	struct tcn_sim_result result;

	plan.decide = .0025;
	result = simulated(&plan);
	ck_assert(!result.keeps_up);
	ck_assert_double_eq_tol(result.detector_load, 1, .01);
	ck_assert_double_eq_tol(result.decided_per_s, 400, 5);
}
END_TEST

START_TEST(the_same_seed_gives_the_same)
{
	struct tcn_sim_plan plan;
	struct tcn_sim_result a, b;

	tcn_sim_plan_init(&plan);
	plan.seconds = 2;
	plan.prepare = (struct tcn_sim_delay){ 200e-6, 900e-6 };
	a = simulated(&plan);
	b = simulated(&plan);
	ck_assert(memcmp(&a, &b, sizeof a) == 0);
	plan.seed++;
	b = simulated(&plan);
	ck_assert(a.worst != b.worst);
	ck_assert_double_eq_tol(a.p50, b.p50, .1 * a.p50);
}
END_TEST

static const struct {
	const char *says;
	struct tcn_sim_plan change;
} wrong[] = {
	{ "rate", { .rate = -1 } },
	{ "workers", { .workers = 100000 } },
	{ "partitions", { .partitions = 100000 } },
	{ "sources", { .sources = 1ull << 40 } },
	{ "last", { .seconds = 1e9 } },
	{ "percentile", { .prepare = { 1, 20 } } },
	{ "percentile", { .prepare = { 2, 1 } } },
	{ "time", { .decide = -1 } },
	{ "failure",
	    { .failures = { { TCN_SIM_WORKER, 1e5 } }, .failures_n = 1 } },
};

START_TEST(a_plan_without_sense_is_refused)
{
	struct tcn_sim_plan plan;
	struct tcn_sim_result result;
	struct tcn_err err = { 0 };
	const struct tcn_sim_plan *change = &wrong[_i].change;

	tcn_sim_plan_init(&plan);
#define CHANGE(field)                                                          \
	if (change->field != 0)                                                \
	plan.field = change->field
	CHANGE(rate);
	CHANGE(workers);
	CHANGE(partitions);
	CHANGE(sources);
	CHANGE(seconds);
	CHANGE(decide);
	CHANGE(failures_n);
#undef CHANGE
	plan.failures[0] = change->failures[0];
	plan.prepare = change->prepare;
	ck_assert_int_eq(tcn_sim_run(&plan, &result, NULL, NULL, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, wrong[_i].says), "%s", err.text);
}
END_TEST

TCN_TESTS(simulate)
{
	TCN_EACH(one_line_waits_as_theory_says, loads);
	TCN_EACH(uneven_work_waits_longer_as_theory_says, loads);
	tcase_add_test(tc, workers_are_lines_of_their_own);
	tcase_add_test(tc, an_idle_chain_takes_what_its_parts_take);
	tcase_add_test(tc, what_is_too_much_grows);
	tcase_add_test(tc, the_detector_bounds_the_whole);
	tcase_add_test(tc, the_same_seed_gives_the_same);
	TCN_EACH(a_plan_without_sense_is_refused, wrong);
}
