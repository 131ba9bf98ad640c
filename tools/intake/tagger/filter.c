#include "tools/intake/tagger/filter.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/base/child.h"
#include "tools/base/now.h"

#define READ_BYTES ((size_t)64 * 1024)

/* One call. */
struct asking {
	struct tcn_filter *filter;
	const struct tcn_filter_ask *ask;
	size_t from; /* where its answers begin */
	size_t sent; /* bytes of the requests */
	size_t answered, answered_bytes; /* whole answers */
	int64_t deadline_ms; /* of the next answer, monotonic */
};

static void
close_file(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void
tcn_filter_stop(struct tcn_filter *filter)
{
	if (!filter->pid)
		return;
	tcn_child_end(filter->pid);
	filter->pid = 0;
	close_file(&filter->in);
	close_file(&filter->out);
	close_file(&filter->err);
}

const char *
tcn_filter_end_text(enum tcn_filter_end end)
{
	static const char *const texts[] = {
		[TCN_FILTER_ANSWERED] = "it answered",
		[TCN_FILTER_MISSING] = "it could not be started",
		[TCN_FILTER_DIED] = "it ended",
		[TCN_FILTER_SLOW] = "it took too long",
		[TCN_FILTER_FLOOD] = "it answered more than it was asked",
	};

	return texts[end];
}

/*
 * Opens both ends of its files; ours do not block. Its input is a socket, since
 * a write to one that it has closed can be refused without a signal.
 */
static bool
open_files(struct tcn_filter *filter, int in[2], int out[2], int err[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0 &&
	    pipe2(out, O_CLOEXEC) == 0 &&
	    (!filter->complains || pipe2(err, O_CLOEXEC) == 0) &&
	    fcntl(in[1], F_SETFL, O_NONBLOCK) == 0 &&
	    fcntl(out[0], F_SETFL, O_NONBLOCK) == 0 &&
	    (!filter->complains || fcntl(err[0], F_SETFL, O_NONBLOCK) == 0);
}

/* Starts it, unless it runs; *end is MISSING when that cannot be done. */
static void
start(struct tcn_filter *filter, enum tcn_filter_end *end)
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, err[2] = { -1, -1 };
	int error;

	if (filter->pid)
		return;
	if (open_files(filter, in, out, err)) {
		const struct tcn_child_files files = {
			.in = in[0], .out = out[1], .err = err[1]
		};
		struct tcn_buf path = { 0 };
		char locale[] = "LC_ALL=C.UTF-8";
		char *environment[3] = { NULL, locale, NULL };

		tcn_child_path(&path);
		environment[0] = path.at;
		if (tcn_child_start(filter->command, environment, &files,
			&filter->pid))
			*end = TCN_FILTER_MISSING;
		tcn_buf_fini(&path);
	} else {
		*end = TCN_FILTER_MISSING;
	}
	error = errno;
	close_file(&in[0]);
	close_file(&out[1]);
	close_file(&err[1]);
	if (!filter->pid) {
		close_file(&in[1]);
		close_file(&out[0]);
		close_file(&err[0]);
	}
	filter->in = in[1];
	filter->out = out[0];
	filter->err = err[0];
	errno = error;
}

/* Writes what it takes now. */
static void
write_some(struct asking *asking, enum tcn_filter_end *end)
{
	struct tcn_str requests = asking->ask->requests;
	ssize_t n = send(asking->filter->in, requests.at + asking->sent,
	    requests.n - asking->sent, MSG_NOSIGNAL);

	if (n >= 0)
		asking->sent += (size_t)n;
	else if (errno != EAGAIN && errno != EINTR)
		*end = TCN_FILTER_DIED;
}

/*
 * Appends what there is to read now; false when its end was closed. Not more
 * than `most` bytes and one are taken.
 */
static void
read_some(int fd, size_t most, struct tcn_buf *to, bool *open)
{
	char bytes[READ_BYTES];
	size_t room = most + 1;
	ssize_t n = read(fd, bytes, room < sizeof bytes ? room : sizeof bytes);

	*open = n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
	if (n > 0)
		tcn_buf_add(to, bytes, (size_t)n);
}

/* Counts the answers that have become whole; each sets a new deadline. */
static void
count_answers(struct asking *asking, size_t seen)
{
	const struct tcn_buf *answers = asking->ask->answers;
	const char *nul;

	while (asking->answered < asking->ask->n && seen < answers->n &&
	    (nul = memchr(answers->at + seen, '\0', answers->n - seen))) {
		seen = (size_t)(nul - answers->at) + 1;
		asking->answered++;
		asking->answered_bytes = seen;
		asking->deadline_ms =
		    tcn_now_monotonic_ms() + asking->ask->deadline_ms;
	}
}

static void
read_answers(struct asking *asking, enum tcn_filter_end *end)
{
	struct tcn_buf *answers = asking->ask->answers;
	size_t seen = answers->n, said = answers->n - asking->from;
	bool open;

	read_some(asking->filter->out, asking->ask->most - said, answers,
	    &open);
	count_answers(asking, seen);
	if (answers->n - asking->from > asking->ask->most ||
	    (asking->answered == asking->ask->n &&
		asking->answered_bytes < answers->n))
		*end = TCN_FILTER_FLOOD;
	else if (!open)
		*end = TCN_FILTER_DIED;
}

/* A program that closes its standard error is heard no further. */
static void
read_complaints(struct asking *asking, enum tcn_filter_end *end)
{
	struct tcn_buf *complaints = asking->ask->complaints;
	bool open;

	if (complaints->n > asking->ask->most) {
		*end = TCN_FILTER_FLOOD;
		return;
	}
	read_some(asking->filter->err, asking->ask->most - complaints->n,
	    complaints, &open);
	if (!open)
		close_file(&asking->filter->err);
}

/* Waits until something can be read or written, and does it. */
static void
step(struct asking *asking, enum tcn_filter_end *end)
{
	struct tcn_filter *filter = asking->filter;
	int64_t left = asking->deadline_ms - tcn_now_monotonic_ms();
	bool more = asking->sent < asking->ask->requests.n;
	struct pollfd files[] = {
		{ .fd = filter->out, .events = POLLIN },
		{ .fd = more ? filter->in : -1, .events = POLLOUT },
		{ .fd = filter->err, .events = POLLIN },
	};

	if (left <= 0) {
		*end = TCN_FILTER_SLOW;
		return;
	}
	if (poll(files, 3, left > INT32_MAX ? INT32_MAX : (int)left) < 0) {
		if (errno != EINTR && errno != EAGAIN)
			tcn_mem_end();
		return;
	}
	/* Complaints first: those about an answer are written before it. */
	if (files[2].revents)
		read_complaints(asking, end);
	if (files[0].revents)
		read_answers(asking, end);
	if (files[1].revents && *end == TCN_FILTER_ANSWERED)
		write_some(asking, end);
}

/* Reads what it has complained of up to the last answer. */
static void
finish(struct asking *asking, enum tcn_filter_end *end)
{
	struct tcn_buf *complaints = asking->ask->complaints;
	size_t before;

	while (*end == TCN_FILTER_ANSWERED && asking->filter->err >= 0) {
		before = complaints->n;
		read_complaints(asking, end);
		if (complaints->n == before)
			break;
	}
}

void
tcn_filter_ask(struct tcn_filter *filter, const struct tcn_filter_ask *ask,
    enum tcn_filter_end *end, size_t *answered)
{
	struct asking asking = {
		.filter = filter,
		.ask = ask,
		.from = ask->answers->n,
		.answered_bytes = ask->answers->n,
		.deadline_ms = tcn_now_monotonic_ms() + ask->deadline_ms,
	};

	assert(ask->n && ask->deadline_ms > 0);
	assert(filter->complains == (ask->complaints != NULL));
	*end = TCN_FILTER_ANSWERED;
	start(filter, end);
	while (*end == TCN_FILTER_ANSWERED && asking.answered < ask->n)
		step(&asking, end);
	finish(&asking, end);
	*answered = asking.answered;
	if (ask->answers->n)
		ask->answers->at[ask->answers->n = asking.answered_bytes] =
		    '\0';
	if (*end != TCN_FILTER_ANSWERED)
		tcn_filter_stop(filter);
}
