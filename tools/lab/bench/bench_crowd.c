#include "tools/lab/bench/bench_crowd.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <string.h>

#include "engine/base/mem.h"

static void
on_read(struct bufferevent *bev, void *of)
{
	struct tcn_bench_crowd *crowd = of;
	struct evbuffer *in = bufferevent_get_input(bev);

	if (crowd->until &&
	    evbuffer_search(in, crowd->until, strlen(crowd->until), NULL).pos <
		0)
		return;
	evbuffer_drain(in, evbuffer_get_length(in));
	if (crowd->until && ++crowd->heard == crowd->n)
		event_base_loopbreak(crowd->base);
}

bool
tcn_bench_crowd_gather(struct tcn_bench_crowd *crowd, const char *text)
{
	crowd->heard = 0;
	crowd->all = tcn_mem_calloc(crowd->n + 1, sizeof *crowd->all);
	for (size_t i = 0; i < crowd->n; i++) {
		crowd->all[i] = tcn_bench_dial(crowd->base, crowd->daemon);
		if (!crowd->all[i])
			return false;
		bufferevent_setcb(crowd->all[i], on_read, NULL, NULL, crowd);
		bufferevent_enable(crowd->all[i], EV_READ | EV_WRITE);
		evbuffer_add(bufferevent_get_output(crowd->all[i]), text,
		    strlen(text));
		/* no more at once than fit the kernel's backlog */
		if (i % 100 == 99)
			event_base_loop(crowd->base, EVLOOP_NONBLOCK);
	}
	if (crowd->heard < crowd->n)
		event_base_dispatch(crowd->base);
	return crowd->heard == crowd->n;
}

void
tcn_bench_crowd_wait(struct tcn_bench_crowd *crowd, const char *until)
{
	crowd->heard = 0;
	crowd->until = until;
	event_base_dispatch(crowd->base);
}

void
tcn_bench_crowd_ignore(struct tcn_bench_crowd *crowd)
{
	crowd->until = NULL;
}

void
tcn_bench_crowd_scatter(struct tcn_bench_crowd *crowd)
{
	for (size_t i = 0; crowd->all && i < crowd->n; i++)
		if (crowd->all[i])
			bufferevent_free(crowd->all[i]);
	tcn_mem_free(crowd->all);
	crowd->all = NULL;
}
