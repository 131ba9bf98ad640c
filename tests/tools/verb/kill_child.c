#include "tests/tools/verb/kill_child.h"

#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/text/markup.h"
#include "tests/base/web.h"
#include "tools/verb/verb.h"

const char *kill_heard;

/* Notes both keys before it answers; each seventh request fails after that. */
void
kill_on_request(struct evhttp_request *request, void *ctx)
{
	static unsigned n;
	struct evbuffer *in = evhttp_request_get_input_buffer(request);
	const char *key =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Idempotency-Key");
	int fd = open(kill_heard, O_WRONLY | O_APPEND | O_CREAT, 0600);
	char body[512] = "", line[512];
	const char *at;
	int len;

	(void)ctx;
	evbuffer_copyout(in, body, sizeof body - 1);
	at = strstr(body, "\"key\":\"");
	at = at ? at + 7 : "";
	len = snprintf(line, sizeof line, "%s %.*s\n", key ? key : "-",
	    (int)strcspn(at, "\""), at);
	if (fd < 0 || write(fd, line, (size_t)len) != len)
		_exit(1);
	close(fd);
	web_reply(request, ++n % 7 ? 200 : 500, NULL, "ok");
}

/* 0: the child itself. */
static pid_t
start(const char *log)
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!freopen(log, "w", stderr) || !freopen("/dev/null", "w", stdout))
		_exit(99);
	return 0;
}

pid_t
kill_start(const char *const *args, const char *log)
{
	pid_t pid = start(log);

	if (pid)
		return pid;
	execv("./tocsin", (char *const *)(uintptr_t)args);
	_exit(99);
}

pid_t
kill_start_short(const char *const *args, const char *log, uint64_t nth)
{
	pid_t pid = start(log);
	int n = 0;

	if (pid)
		return pid;
	while (args[n])
		n++;
	signal(SIGPIPE, SIG_IGN); /* as the program does */
	tcn_markup_init();
	tcn_mem_fail_at(nth);
	_exit(tcn_verb_main(n, (char **)(uintptr_t)args));
}

unsigned
kill_find_port(pid_t daemon, const char *log, int *status)
{
	char text[8192] = "";

	for (int i = 0; i < 60000; i++) {
		FILE *in = fopen(log, "r");
		size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
		const char *at;

		if (in)
			fclose(in);
		text[n] = '\0';
		at = strstr(text, "event=listening");
		at = at ? strstr(at, " port=") : NULL;
		if (at && strchr(at + 1, ' '))
			return (unsigned)strtoul(at + 6, NULL, 10);
		if (waitpid(daemon, status, WNOHANG) == daemon)
			return 0;
		usleep(1000);
	}
	ck_abort_msg("the daemon does not start: %s", text);
	return 0;
}

pid_t
kill_later(pid_t pid, unsigned us)
{
	pid_t killer = fork();

	ck_assert_int_ge(killer, 0);
	if (killer == 0) {
		usleep(us);
		kill(pid, SIGKILL);
		_exit(0);
	}
	return killer;
}

void
kill_await(pid_t pid)
{
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}
