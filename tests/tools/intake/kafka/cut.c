/*
 * kafka_cut.so - for LD_PRELOAD: cuts a program off from the brokers while the
 * file CUT_FILE is there. Nothing is sent to port CUT_PORT, nothing comes, and
 * no connection is made, as behind a firewall that drops what it sees; what
 * waited goes through afterwards, as TCP has it. All else goes on.
 *
 * Its wall clock is as far ahead as the time at which the file CLOCK_FILE was
 * changed last is behind 1970: touch -d @3600 sets it an hour ahead.
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static bool
is_broker(const struct sockaddr *at)
{
	const char *port = getenv("CUT_PORT");

	return port && at->sa_family == AF_INET &&
	    ntohs(((const struct sockaddr_in *)(const void *)at)->sin_port) ==
	    atoi(port);
}

static bool
is_cut(void)
{
	const char *file = getenv("CUT_FILE");

	return file && access(file, F_OK) == 0;
}

/* Waits a little, as who asks is told by poll() that there is something. */
static bool
stops(int fd)
{
	struct sockaddr_storage peer;
	socklen_t n = sizeof peer;

	if (!is_cut() || getpeername(fd, (struct sockaddr *)&peer, &n) ||
	    !is_broker((struct sockaddr *)&peer))
		return false;
	usleep(20000);
	errno = EAGAIN;
	return true;
}

ssize_t
sendmsg(int fd, const struct msghdr *message, int flags)
{
	static ssize_t (*real)(int, const struct msghdr *, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "sendmsg");
	return stops(fd) ? -1 : real(fd, message, flags);
}

ssize_t
recvmsg(int fd, struct msghdr *message, int flags)
{
	static ssize_t (*real)(int, struct msghdr *, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "recvmsg");
	return stops(fd) ? -1 : real(fd, message, flags);
}

ssize_t
recv(int fd, void *bytes, size_t n, int flags)
{
	static ssize_t (*real)(int, void *, size_t, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "recv");
	return stops(fd) ? -1 : real(fd, bytes, n, flags);
}

int
connect(int fd, const struct sockaddr *at, socklen_t n)
{
	static int (*real)(int, const struct sockaddr *, socklen_t);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "connect");
	if (is_broker(at) && is_cut()) {
		usleep(20000);
		errno = ENETUNREACH;
		return -1;
	}
	return real(fd, at, n);
}

static time_t
ahead(void)
{
	const char *file = getenv("CLOCK_FILE");
	struct stat about;

	return file && stat(file, &about) == 0 ? about.st_mtime : 0;
}

int
clock_gettime(clockid_t id, struct timespec *at)
{
	long rc = syscall(SYS_clock_gettime, id, at);

	if (!rc && id == CLOCK_REALTIME)
		at->tv_sec += ahead();
	return (int)rc;
}

int
gettimeofday(struct timeval *restrict at, void *restrict zone)
{
	struct timespec now;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	at->tv_sec = now.tv_sec;
	at->tv_usec = now.tv_nsec / 1000;
	return 0;
}
