#include "tools/lab/simulate/sim_queue.h"

#include <string.h>

#include "engine/base/mem.h"

#define CAP_FIRST 64

void
tcn_sim_queue_fini(struct tcn_sim_queue *queue)
{
	tcn_mem_free(queue->ring);
	*queue = (struct tcn_sim_queue){ 0 };
}

static void
grow(struct tcn_sim_queue *queue)
{
	const size_t cap = queue->cap ? queue->cap * 2 : CAP_FIRST;
	const size_t tail = queue->cap - queue->first;
	struct tcn_sim_item *ring = tcn_mem_calloc(cap, sizeof *ring);

	if (queue->n) {
		memcpy(ring, queue->ring + queue->first, tail * sizeof *ring);
		memcpy(ring + tail, queue->ring, queue->first * sizeof *ring);
	}
	tcn_mem_free(queue->ring);
	queue->ring = ring;
	queue->cap = cap;
	queue->first = 0;
}

void
tcn_sim_queue_push(struct tcn_sim_queue *queue, struct tcn_sim_item item)
{
	if (queue->n == queue->cap)
		grow(queue);
	queue->ring[(queue->first + queue->n++) & (queue->cap - 1)] = item;
}

void
tcn_sim_queue_push_front(struct tcn_sim_queue *queue, struct tcn_sim_item item)
{
	if (queue->n == queue->cap)
		grow(queue);
	queue->first = (queue->first - 1) & (queue->cap - 1);
	queue->ring[queue->first] = item;
	queue->n++;
}

struct tcn_sim_item
tcn_sim_queue_pop(struct tcn_sim_queue *queue)
{
	const struct tcn_sim_item item = queue->ring[queue->first];

	queue->first = (queue->first + 1) & (queue->cap - 1);
	queue->n--;
	return item;
}
