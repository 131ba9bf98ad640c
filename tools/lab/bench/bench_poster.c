#include "tools/lab/bench/bench_poster.h"

#include <assert.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <inttypes.h>
#include <string.h>

#include "tools/base/say.h"

/* Looks at each head of an answer that is there; a body has no empty line. */
static void
on_answer(struct bufferevent *bev, void *of)
{
	struct tcn_bench_poster *poster = of;
	struct evbuffer *in = bufferevent_get_input(bev);

	for (;;) {
		struct evbuffer_ptr begin =
		    evbuffer_search(in, "HTTP/1.1 ", 9, NULL);
		struct evbuffer_ptr end =
		    evbuffer_search(in, "\r\n\r\n", 4, NULL);
		char head[64] = "";

		if (begin.pos < 0 || end.pos < begin.pos)
			return;
		evbuffer_copyout_from(in, &begin, head, sizeof head - 1);
		head[strcspn(head, "\r\n")] = '\0';
		poster->answered++;
		if (poster->awaited)
			poster->awaited--;
		if (head[9] != '2') {
			poster->failed++;
			tcn_say("bench: an article was answered '%s'", head);
		}
		evbuffer_drain(in, (size_t)end.pos + 4);
	}
}

static void
hang_up(struct tcn_bench_poster *poster)
{
	if (poster->bev)
		bufferevent_free(poster->bev);
	poster->bev = NULL;
	poster->awaited = 0;
}

static void
on_closed(struct bufferevent *bev, short what, void *of)
{
	struct tcn_bench_poster *poster = of;

	(void)bev;
	if (what & BEV_EVENT_CONNECTED)
		return;
	if (poster->awaited)
		tcn_say("bench: a connection ended with %" PRIu64
			" answers awaited",
		    poster->awaited);
	poster->failed += poster->awaited;
	hang_up(poster);
}

static bool
dial(struct tcn_bench_poster *poster)
{
	if (poster->bev)
		return true;
	poster->bev = tcn_bench_dial(poster->base, poster->daemon);
	if (!poster->bev)
		return false;
	bufferevent_setcb(poster->bev, on_answer, NULL, on_closed, poster);
	bufferevent_enable(poster->bev, EV_READ | EV_WRITE);
	poster->dialled++;
	return true;
}

void
tcn_bench_poster_post(struct tcn_bench_poster *poster,
    const struct tcn_buf *body)
{
	struct evbuffer *bytes;

	assert(poster->base && poster->daemon);
	if (!dial(poster)) {
		poster->failed++;
		tcn_say("bench: no connection to the daemon");
		return;
	}
	bytes = evbuffer_new();
	evbuffer_add(bytes, body->at, body->n);
	tcn_bench_post(bufferevent_get_output(poster->bev), bytes);
	poster->awaited++;
}

void
tcn_bench_poster_fini(struct tcn_bench_poster *poster)
{
	hang_up(poster);
}
