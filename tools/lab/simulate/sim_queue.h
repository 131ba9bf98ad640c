/*
 * tools/lab/simulate/sim_queue.h - what waits in a partition, in order: a ring
 * that grows. O(1) each.
 */
#ifndef TCN_TOOLS_LAB_SIMULATE_SIM_QUEUE_H
#define TCN_TOOLS_LAB_SIMULATE_SIM_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct tcn_sim_item {
	double born; /* when the article came */
	double at; /* when it can be read here */
	unsigned from; /* its partition in the topic of articles */
	bool again; /* a second copy */
};

struct tcn_sim_queue {
	struct tcn_sim_item *ring;
	size_t first, n, cap; /* cap: 0, or a power of two */
};

void tcn_sim_queue_fini(struct tcn_sim_queue *queue);

/* Adds an item at the end, or at the front. */
void tcn_sim_queue_push(struct tcn_sim_queue *queue, struct tcn_sim_item item);
void tcn_sim_queue_push_front(struct tcn_sim_queue *queue,
    struct tcn_sim_item item);

/* The queue must not be empty. */
static inline const struct tcn_sim_item *
tcn_sim_queue_first(const struct tcn_sim_queue *queue)
{
	return &queue->ring[queue->first];
}

static inline struct tcn_sim_item
tcn_sim_queue_last(const struct tcn_sim_queue *queue)
{
	return queue->ring[(queue->first + queue->n - 1) & (queue->cap - 1)];
}

/* Takes the first item; the queue must not be empty. */
struct tcn_sim_item tcn_sim_queue_pop(struct tcn_sim_queue *queue);

#endif
