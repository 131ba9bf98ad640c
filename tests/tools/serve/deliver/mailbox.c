#include "tests/tools/serve/deliver/mailbox.h"

#include "tests/base/run.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

static void
note(const char *file, const char *word, const char *line)
{
	FILE *out = fopen(file, "a");

	if (!out)
		_exit(1);
	fprintf(out, "%s %s", word, line);
	fclose(out);
}

static const char *
answer(const char *line, const char *rcpt)
{
	if (strncasecmp(line, "RCPT", 4) == 0)
		return rcpt;
	return strncasecmp(line, "DATA", 4) == 0 ? "354 go" : "250 ok";
}

/* One connection, to its end. */
static void
talk(FILE *in, const char *file, const char *rcpt)
{
	char line[1024];
	bool data = false;

	fprintf(in, "220 test\r\n");
	fflush(in);
	while (fgets(line, sizeof line, in)) {
		bool ends = strcmp(line, ".\r\n") == 0;

		note(file, data ? "data" : "line", line);
		fseek(in, 0, SEEK_CUR); /* from reading to writing */
		if (data && !ends)
			continue;
		if (!data && strncasecmp(line, "QUIT", 4) == 0)
			break;
		fprintf(in, "%s\r\n", data ? "250 ok" : answer(line, rcpt));
		fflush(in);
		data = !data && strncasecmp(line, "DATA", 4) == 0;
	}
	fclose(in);
}

unsigned
mailbox_start(const char *file, const char *rcpt)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof at;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	ck_assert_int_eq(bind(listener, (struct sockaddr *)&at, sizeof at), 0);
	ck_assert_int_eq(listen(listener, 5), 0);
	ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&at, &n), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			talk(fdopen(accept(listener, NULL, NULL), "r+"), file,
			    rcpt);
	}
	close(listener);
	return ntohs(at.sin_port);
}

void
mailbox_stop(void)
{
	if (child > 0) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	child = 0;
}
