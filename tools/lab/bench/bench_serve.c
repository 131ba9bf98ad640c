#include "tools/lab/bench/bench_serve.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "tools/base/log.h"
#include "tools/base/say.h"
#include "tools/base/scratch.h"
#include "tools/serve/daemon/daemon.h"

static void
serve(struct tcn_bench_daemon *d, tcn_bench_change_fn *change, void *ctx,
    int to)
{
	struct tcn_daemon *daemon;
	struct tcn_conf conf;
	struct tcn_err err = { 0 };
	char db[sizeof d->dir + 16];
	unsigned port;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	tcn_log_set_level(TCN_LOG_OFF);
	snprintf(db, sizeof db, "%s/news.db", d->dir);
	if (tcn_conf_init(&conf))
		_exit(1);
	conf.http.port = 0;
	if (change)
		change(d, &conf, ctx);
	if (tcn_daemon_open(&conf, db, &daemon, &err))
		_exit(tcn_say_rc(TCN_IO, &err));
	port = tcn_daemon_port(daemon);
	if (write(to, &port, sizeof port) != sizeof port)
		_exit(1);
	close(to);
	_exit(tcn_daemon_run(daemon, &err) ? 1 : 0);
}

bool
tcn_bench_daemon_file(const struct tcn_bench_daemon *d, const char *name,
    char *path, size_t path_bytes, const char *text)
{
	FILE *file;

	snprintf(path, path_bytes, "%s/%s", d->dir, name);
	file = fopen(path, "w");
	if (!file)
		return false;
	fputs(text, file);
	return fclose(file) == 0;
}

bool
tcn_bench_daemon_start(struct tcn_bench_daemon *d, tcn_bench_change_fn *change,
    void *ctx)
{
	int ends[2];
	bool ok;

	*d = (struct tcn_bench_daemon){ 0 };
	tcn_scratch_name(d->dir, sizeof d->dir, "/tmp");
	if (!mkdtemp(d->dir) || pipe(ends) != 0)
		return false;
	d->pid = fork();
	if (d->pid == 0) {
		close(ends[0]);
		serve(d, change, ctx, ends[1]);
	}
	close(ends[1]);
	ok = d->pid > 0 &&
	    read(ends[0], &d->port, sizeof d->port) == sizeof d->port;
	close(ends[0]);
	return ok;
}

void
tcn_bench_daemon_stop(struct tcn_bench_daemon *d)
{
	if (d->pid > 0) {
		kill(d->pid, SIGTERM);
		waitpid(d->pid, NULL, 0);
	}
	d->pid = 0;
	if (d->dir[0] && !tcn_scratch_drop(d->dir))
		tcn_say("%s is left behind", d->dir);
}

double
tcn_bench_resident_mb(const struct tcn_bench_daemon *d)
{
	char path[64], line[256];
	unsigned long kb = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/status", (long)d->pid);
	file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmRSS: %lu", &kb) == 1)
			break;
	if (file)
		fclose(file);
	return (double)kb * 1024 / 1e6;
}

double
tcn_bench_daemon_cpu(const struct tcn_bench_daemon *d)
{
	char path[64], line[1024] = "";
	unsigned long user = 0, system = 0;
	const char *at;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%ld/stat", (long)d->pid);
	file = fopen(path, "r");
	if (file && !fgets(line, sizeof line, file))
		line[0] = '\0';
	if (file)
		fclose(file);
	/* The name, in brackets, may hold anything; times are the 12th and
	 * 13th field behind it (proc(5)). */
	at = strrchr(line, ')');
	if (!at ||
	    sscanf(at + 1,
		" %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu", &user,
		&system) != 2)
		return 0;
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

struct bufferevent *
tcn_bench_dial(struct event_base *base, const struct tcn_bench_daemon *d)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)d->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct bufferevent *bev =
	    bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);

	if (bev &&
	    bufferevent_socket_connect(bev, (struct sockaddr *)&at,
		sizeof at) != 0) {
		bufferevent_free(bev);
		return NULL;
	}
	return bev;
}

void
tcn_bench_post(struct evbuffer *out, struct evbuffer *body)
{
	evbuffer_add_printf(out,
	    "POST /v1/articles HTTP/1.1\r\nHost: localhost\r\n"
	    "Content-Length: %zu\r\n\r\n",
	    evbuffer_get_length(body));
	evbuffer_add_buffer(out, body);
	evbuffer_free(body);
}

unsigned
tcn_bench_port(struct evhttp_bound_socket *bound)
{
	struct sockaddr_in at = { 0 };
	socklen_t n = sizeof at;

	if (!bound ||
	    getsockname(evhttp_bound_socket_get_fd(bound),
		(struct sockaddr *)&at, &n) != 0)
		return 0;
	return ntohs(at.sin_port);
}

void
tcn_bench_after(struct event *timer, double seconds)
{
	struct timeval in = { .tv_sec = (time_t)seconds };

	in.tv_usec = (suseconds_t)((seconds - (double)in.tv_sec) * 1e6);
	evtimer_add(timer, &in);
}
