/*
 * What the simulation stands on: the heap and the ring against simple models,
 * the distributions and the bins against what they promise.
 */
#include "tests/base/run.h"

#include <string.h>

#include "tests/base/random.h"
#include "tools/lab/simulate/sim_draw.h"
#include "tools/lab/simulate/sim_heap.h"
#include "tools/lab/simulate/sim_queue.h"
#include "tools/lab/simulate/sim_tally.h"

#define EVENTS 3000

START_TEST(the_heap_gives_events_in_order)
{
	uint64_t seed = 7;
	struct tcn_sim_heap heap = { 0 };
	double last = -1;
	uint64_t last_order = 0;

	for (unsigned i = 0; i < EVENTS; i++) {
		struct tcn_sim_event event = { .at = random_below(&seed, 100),
			.who = i };

		tcn_sim_heap_add(&heap, event);
	}
	for (unsigned i = 0; i < EVENTS; i++) {
		const struct tcn_sim_event event = tcn_sim_heap_take(&heap);

		ck_assert(event.at > last ||
		    (event.at == last && event.order > last_order));
		ck_assert_uint_eq(event.order, event.who);
		last = event.at;
		last_order = event.order;
	}
	ck_assert_uint_eq(heap.n, 0);
	tcn_sim_heap_fini(&heap);
}
END_TEST

/* The ring against an array that is shifted. */
START_TEST(the_queue_keeps_its_order)
{
	uint64_t seed = 11;
	struct tcn_sim_queue queue = { 0 };
	double model[EVENTS];
	size_t n = 0;

	for (unsigned i = 0; i < EVENTS; i++) {
		const struct tcn_sim_item item = { .born = i };
		const uint32_t what = random_below(&seed, 10);

		if (what < 3 && n) {
			ck_assert(tcn_sim_queue_pop(&queue).born == model[0]);
			memmove(model, model + 1, --n * sizeof *model);
		} else if (what < 5) {
			tcn_sim_queue_push_front(&queue, item);
			memmove(model + 1, model, n++ * sizeof *model);
			model[0] = item.born;
		} else {
			tcn_sim_queue_push(&queue, item);
			model[n++] = item.born;
		}
		ck_assert_uint_eq(queue.n, n);
		if (!n)
			continue;
		ck_assert(tcn_sim_queue_first(&queue)->born == model[0]);
		ck_assert(tcn_sim_queue_last(&queue).born == model[n - 1]);
	}
	tcn_sim_queue_fini(&queue);
}
END_TEST

#define DRAWS 200000

START_TEST(a_delay_has_its_mean_and_percentile)
{
	const struct tcn_sim_delay delay = { .02, .1 };
	struct tcn_sim_draw draw = { .seed = 3 };
	struct tcn_sim_lognormal of;
	double sum = 0;
	unsigned above = 0;

	ck_assert(tcn_sim_lognormal(delay, &of));
	for (unsigned i = 0; i < DRAWS; i++) {
		const double x = tcn_sim_delay(&draw, &of);

		sum += x;
		above += x > delay.p99;
	}
	ck_assert_double_eq_tol(sum / DRAWS, delay.mean, .0006);
	ck_assert_double_eq_tol((double)above / DRAWS, .01, .001);
}
END_TEST

START_TEST(the_bins_are_right_to_two_per_cent)
{
	static struct tcn_sim_tally tally;

	for (unsigned i = 1; i <= 1000; i++)
		tcn_sim_tally(&tally, i * .001);
	ck_assert_double_eq_tol(tcn_sim_tally_share(&tally, .5), .5, .0101);
	ck_assert_double_eq_tol(tcn_sim_tally_share(&tally, .99), .99, .0199);
	ck_assert(tcn_sim_tally_share(&tally, 1) == tally.worst);
	ck_assert(tally.worst == 1000 * .001);
}
END_TEST

TCN_TESTS(simulate_parts)
{
	tcase_add_test(tc, the_heap_gives_events_in_order);
	tcase_add_test(tc, the_queue_keeps_its_order);
	tcase_add_test(tc, a_delay_has_its_mean_and_percentile);
	tcase_add_test(tc, the_bins_are_right_to_two_per_cent);
}
