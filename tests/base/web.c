#include "tests/base/web.h"

#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static unsigned port;

void
web_reply(struct evhttp_request *request, int status,
    const char *const *headers, const char *body)
{
	struct evbuffer *bytes = evbuffer_new();

	for (; headers && headers[0]; headers += 2)
		evhttp_add_header(evhttp_request_get_output_headers(request),
		    headers[0], headers[1]);
	evbuffer_add(bytes, body, strlen(body));
	evhttp_send_reply(request, status, "", bytes);
	evbuffer_free(bytes);
}

/* The child: writes its port to the pipe, then serves until it is killed. */
static void
serve(web_answer *answer, int to)
{
	struct event_base *base = event_base_new();
	struct evhttp *http = evhttp_new(base);
	struct evhttp_bound_socket *bound;
	struct sockaddr_in at;
	socklen_t n = sizeof at;
	unsigned number;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	evhttp_set_gencb(http, answer, NULL);
	evhttp_set_allowed_methods(http,
	    EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_PATCH);
	bound = evhttp_bind_socket_with_handle(http, "127.0.0.1", 0);
	if (!bound ||
	    getsockname(evhttp_bound_socket_get_fd(bound),
		(struct sockaddr *)&at, &n) != 0)
		_exit(1);
	number = ntohs(at.sin_port);
	if (write(to, &number, sizeof number) != sizeof number)
		_exit(1);
	close(to);
	event_base_dispatch(base);
	_exit(0);
}

void
web_start(web_answer *answer)
{
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		close(ends[0]);
		serve(answer, ends[1]);
	}
	close(ends[1]);
	ck_assert_int_eq(read(ends[0], &port, sizeof port), sizeof port);
	close(ends[0]);
}

void
web_stop(void)
{
	if (child > 0) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	child = 0;
}

const char *
web_url(const char *path)
{
	static char urls[4][128];
	static unsigned next;
	char *url = urls[next++ % 4];

	snprintf(url, sizeof urls[0], "http://127.0.0.1:%u%s", port, path);
	return url;
}
