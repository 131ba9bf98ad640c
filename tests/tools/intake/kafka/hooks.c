/*
 * kafka_hooks - a receiver of webhooks that writes down what it takes.
 *
 * usage: kafka_hooks [ADDRESS]
 *
 * Listens on a free port of the address, 127.0.0.1 by default, and prints it;
 * then for each request a line: EPOCH DETECTOR KEY, of the headers
 * X-Tocsin-Epoch, X-Detector and Idempotency-Key. What has a lower epoch than
 * one that came is refused with 409, and its line ends with " late". Runs until
 * it is killed.
 */
#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>

static const char *
header(struct evhttp_request *request, const char *name)
{
	const char *value =
	    evhttp_find_header(evhttp_request_get_input_headers(request), name);

	return value ? value : "-";
}

static void
take(struct evhttp_request *request, void *of)
{
	static unsigned long long highest;
	const char *epoch = header(request, "X-Tocsin-Epoch");
	unsigned long long n = strtoull(epoch, NULL, 10);
	int late = n < highest;

	(void)of;
	highest = late ? highest : n;
	printf("%s %s %s%s\n", epoch, header(request, "X-Detector"),
	    header(request, "Idempotency-Key"), late ? " late" : "");
	fflush(stdout);
	evhttp_send_reply(request, late ? 409 : 200, late ? "Late" : "OK",
	    NULL);
}

int
main(int argc, char **argv)
{
	const char *address = argc > 1 ? argv[1] : "127.0.0.1";
	struct event_base *base = event_base_new();
	struct evhttp *http = base ? evhttp_new(base) : NULL;
	struct evhttp_bound_socket *bound =
	    http ? evhttp_bind_socket_with_handle(http, address, 0) : NULL;
	struct sockaddr_storage at;
	socklen_t n = sizeof at;

	if (!bound ||
	    getsockname(evhttp_bound_socket_get_fd(bound),
		(struct sockaddr *)&at, &n))
		return 1;
	evhttp_set_gencb(http, take, NULL);
	printf("%d\n", ntohs(((struct sockaddr_in *)&at)->sin_port));
	fflush(stdout);
	event_base_dispatch(base);
	return 0;
}
