/*
 * What failures do: who takes over, how long it takes, and that no article is
 * lost.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>

#include "tests/tools/lab/simulate/simulated.h"

#define FAILS_AT 20

static struct tcn_sim_plan
plan_with(enum tcn_sim_part part)
{
	struct tcn_sim_plan plan;

	tcn_sim_plan_init(&plan);
	plan.rate = 1000;
	plan.seconds = 100;
	plan.workers = 3;
	plan.partitions = 12;
	plan.prepare = (struct tcn_sim_delay){ .001, .004 };
	plan.decide = 50e-6;
	plan.commit = .005;
	plan.failures[0] = (struct tcn_sim_failure){ part, FAILS_AT };
	plan.failures_n = 1;
	return plan;
}

static struct tcn_sim_result
run(const struct tcn_sim_plan *plan)
{
	const struct tcn_sim_result result = simulated(plan);

	ck_assert_uint_eq(result.decided, result.born);
	return result;
}

/* Its articles wait until the session ends; those since the last offsets are
 * prepared again. */
START_TEST(a_dead_worker_is_replaced_after_its_session)
{
	struct tcn_sim_plan plan = plan_with(TCN_SIM_WORKER);
	const struct tcn_sim_result result = run(&plan);
	const struct tcn_sim_after *after = &result.after[0];

	ck_assert(after->taken_over > plan.session * 2 / 3);
	ck_assert(after->taken_over <= plan.session);
	ck_assert(after->worst >= after->taken_over);
	ck_assert(after->worst < after->taken_over + 3);
	ck_assert(after->recovered >= after->taken_over);
	ck_assert(result.again > 0);
	ck_assert((double)result.again <= plan.rate * plan.offsets);
}
END_TEST

/* One worker of one: nobody takes over before it is back. */
START_TEST(the_only_worker_comes_back)
{
	struct tcn_sim_plan plan = plan_with(TCN_SIM_WORKER);
	struct tcn_sim_result result;

	plan.workers = 1;
	plan.rate = 300;
	result = run(&plan);
	ck_assert(result.after[0].worst >= plan.restart);
}
END_TEST

START_TEST(a_standby_takes_over_within_a_session)
{
	struct tcn_sim_plan plan = plan_with(TCN_SIM_DETECTOR);
	const struct tcn_sim_result result = run(&plan);

	ck_assert(result.after[0].taken_over > plan.lease * 4 / 5);
	ck_assert(result.after[0].taken_over <= plan.lease + .1);
	ck_assert(result.after[0].worst >= result.after[0].taken_over);
	ck_assert(result.after[0].worst <= result.after[0].taken_over + .1);
	ck_assert_uint_eq(result.again, 0);
}
END_TEST

START_TEST(without_a_standby_it_takes_a_restart)
{
	struct tcn_sim_plan plan = plan_with(TCN_SIM_DETECTOR);
	struct tcn_sim_result result;

	plan.standby = false;
	result = run(&plan);
	ck_assert(result.after[0].taken_over == plan.restart);
	ck_assert(result.after[0].worst >= plan.restart);
	ck_assert(result.after[0].worst < plan.restart + 2);
}
END_TEST

START_TEST(a_dead_broker_holds_up_its_partitions)
{
	struct tcn_sim_plan plan = plan_with(TCN_SIM_BROKER);
	const struct tcn_sim_result result = run(&plan);

	ck_assert(result.after[0].worst >= plan.election);
	ck_assert(result.after[0].worst < plan.election + 2);
}
END_TEST

/* All at once and again and again: nothing is lost, nothing is told twice. */
START_TEST(nothing_is_lost_whatever_fails)
{
	struct tcn_sim_plan plan = plan_with(TCN_SIM_WORKER);

	plan.seed = (uint64_t)_i + 1;
	plan.seconds = 300;
	plan.standby = _i % 2;
	plan.failures_n = 12;
	for (unsigned i = 0; i < plan.failures_n; i++)
		plan.failures[i] = (struct tcn_sim_failure){
			(enum tcn_sim_part)((i + (unsigned)_i) % 3),
			10 + 7.3 * i,
		};
	run(&plan);
}
END_TEST

/* What is printed as JSON is JSON, and says what was assumed. */
START_TEST(the_json_is_whole)
{
	struct tcn_sim_row row = { .plan = plan_with(TCN_SIM_WORKER) };
	struct tcn_buf out = { 0 };
	cJSON *value;

	row.result = run(&row.plan);
	tcn_sim_json(&row, 1, &out);
	value = cJSON_ParseWithLength(out.at, out.n);
	ck_assert_msg(value != NULL, "%s", out.at);
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(value,
			     "failures")),
	    1);
	ck_assert(cJSON_GetObjectItem(value, "client")->valuedouble ==
	    row.plan.client);
	cJSON_Delete(value);
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(simulate_fail)
{
	tcase_add_test(tc, the_json_is_whole);
	tcase_add_test(tc, a_dead_worker_is_replaced_after_its_session);
	tcase_add_test(tc, the_only_worker_comes_back);
	tcase_add_test(tc, a_standby_takes_over_within_a_session);
	tcase_add_test(tc, without_a_standby_it_takes_a_restart);
	tcase_add_test(tc, a_dead_broker_holds_up_its_partitions);
	tcase_add_loop_test(tc, nothing_is_lost_whatever_fails, 0, 6);
}
