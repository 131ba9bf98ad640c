/*
 * tools/lab/simulate/sim_heap.h - what happens next: a binary heap of events by
 * time, and by the order in which they were planned where times are equal.
 */
#ifndef TCN_TOOLS_LAB_SIMULATE_SIM_HEAP_H
#define TCN_TOOLS_LAB_SIMULATE_SIM_HEAP_H

#include <stddef.h>
#include <stdint.h>

enum tcn_sim_kind {
	TCN_SIM_LOOK, /* a worker or the detector looks for work */
	TCN_SIM_DONE, /* ... is done with what it took */
	TCN_SIM_FAIL, /* the failure of that number happens */
	TCN_SIM_TAKE_OVER, /* ... and others take over */
	TCN_SIM_BACK, /* ... and what failed is there again */
};

struct tcn_sim_event {
	double at;
	uint64_t order;
	enum tcn_sim_kind kind;
	unsigned who; /* worker, TCN_SIM_THE_DETECTOR, or failure */
	uint64_t life; /* of who: an event of an earlier life is void */
};

struct tcn_sim_heap {
	struct tcn_sim_event *at;
	size_t n, cap;
	uint64_t planned;
};

void tcn_sim_heap_fini(struct tcn_sim_heap *heap);

/* Adds an event, but for its order, which is set here. */
void tcn_sim_heap_add(struct tcn_sim_heap *heap, struct tcn_sim_event event);

/* The heap must not be empty. */
struct tcn_sim_event tcn_sim_heap_take(struct tcn_sim_heap *heap);

#endif
