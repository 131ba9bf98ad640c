#include "tools/base/store_lock.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/base/now.h"
#include "tools/base/when.h"

#define LINKS_MAX  40 /* as many as Linux follows */
#define RETRY_MS   20 /* between two tries */
#define LINE_BYTES 256 /* more than a line of the lock file has */

#define LOCK_AT ((off_t)1 << 62) /* of the store: SQLite has no byte there */

struct tcn_store_lock {
	int fd;
	int store_fd; /* -1: there is no store yet */
	char path[PATH_MAX];
};

/* --- the name of the lock file --- */

/*
 * Resolves a name whose last part does not exist yet. A link to nothing is
 * followed, as SQLite follows it to make its database there.
 */
static bool
resolve(const char *db, char out[PATH_MAX], int links)
{
	char copy[PATH_MAX], dir[PATH_MAX], to[PATH_MAX];
	const char *base;
	ssize_t n;

	if (realpath(db, out))
		return true;
	if (errno != ENOENT || strlen(db) >= sizeof copy || links == 0)
		return false;
	strcpy(copy, db);
	base = basename(copy);
	n = readlink(db, to, sizeof to - 1);
	if (n > 0 && to[0] == '/') {
		to[n] = '\0';
		return resolve(to, out, links - 1);
	}
	strcpy(dir, db);
	if (n > 0) {
		to[n] = '\0';
		return snprintf(copy, sizeof copy, "%s/%s", dirname(dir), to) <
		    (int)sizeof copy &&
		    resolve(copy, out, links - 1);
	}
	return realpath(dirname(dir), to) &&
	    snprintf(out, PATH_MAX, "%s/%s", to, base) < PATH_MAX;
}

enum tcn_rc
tcn_store_lock_path(const char *db, const char *ending, char *path, size_t room)
{
	char whole[PATH_MAX];

	assert(db && *db && ending);
	if (!resolve(db, whole, LINKS_MAX))
		return TCN_IO;
	return (size_t)snprintf(path, room, "%s%s", whole, ending) < room
	    ? TCN_OK
	    : TCN_LIMIT;
}

static bool
is_in_memory(const char *db)
{
	return !*db || strcmp(db, ":memory:") == 0;
}

/* --- who holds it --- */

/* A name as it may stand in the line, whatever the system calls this host. */
static void
clean(char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && !strchr(" -_.", *name))
			*name = '-';
}

/* Says who we are. That nobody can read it is no reason not to work. */
static void
write_holder(int fd, const char *verb, bool serves)
{
	char line[LINE_BYTES], host[65] = "", name[32];
	int n;

	(void)!gethostname(host, sizeof host - 1);
	clean(host);
	snprintf(name, sizeof name, "%s", verb);
	clean(name);
	n = snprintf(line, sizeof line,
	    "{\"pid\":%jd,\"verb\":\"%s\",\"since\":%jd,\"host\":\"%s\","
	    "\"serves\":%s}\n",
	    (intmax_t)getpid(), name, (intmax_t)(tcn_now_wall_ms() / 1000),
	    host, serves ? "true" : "false");
	if (ftruncate(fd, 0) == 0)
		(void)!pwrite(fd, line, (size_t)n, 0);
}

/* Reads what write_holder() wrote; anything else tells nothing. */
static void
read_holder(int fd, struct tcn_store_holder *holder)
{
	char line[LINE_BYTES], serves[6] = "";
	struct tcn_store_holder read = { .held = true };
	ssize_t n = pread(fd, line, sizeof line - 1, 0);
	intmax_t pid, since;

	*holder = read;
	if (n <= 0)
		return;
	line[n] = '\0';
	if (sscanf(line,
		"{\"pid\":%jd,\"verb\":\"%31[A-Za-z0-9 ._-]\",\"since\":%jd,"
		"\"host\":\"%64[A-Za-z0-9 ._-]\",\"serves\":%5[a-z]",
		&pid, read.verb, &since, read.host, serves) != 5 ||
	    since < 0 || since > INT64_MAX / 1000)
		return;
	read.pid = pid;
	read.since_ms = since * 1000;
	read.serves = strcmp(serves, "true") == 0;
	*holder = read;
}

void
tcn_store_lock_holder(const char *db, struct tcn_store_holder *holder)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	char path[PATH_MAX];
	int fd;

	*holder = (struct tcn_store_holder){ 0 };
	if (is_in_memory(db) ||
	    tcn_store_lock_path(db, ".lock", path, sizeof path))
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0)
		return;
	/* Asking does not take it, so that no writer is kept out by us. */
	if (fcntl(fd, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK)
		read_holder(fd, holder);
	close(fd);
}

/* --- taking it --- */

/* A new lock file may be opened by whoever may write to the store. */
static mode_t
mode_of(const char *db)
{
	struct stat is;

	return stat(db, &is) == 0 ? is.st_mode & 0666 : 0644;
}

static enum tcn_rc
open_file(const char *db, struct tcn_store_lock *lock, struct tcn_err *err)
{
	struct stat is;

	lock->fd = open(lock->path,
	    O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
	    mode_of(db));
	if (lock->fd < 0 && errno == EISDIR)
		return tcn_err_set(err, TCN_INVALID,
		    "its lock file %s is a folder: remove it", lock->path);
	if (lock->fd < 0 && errno == ELOOP)
		return tcn_err_set(err, TCN_INVALID,
		    "its lock file %s is a symbolic link: remove it",
		    lock->path);
	if (lock->fd < 0)
		return tcn_err_set(err, TCN_IO,
		    "its lock file %s cannot be opened (%s): whoever writes "
		    "to a store must be able to write to its folder",
		    lock->path, strerror(errno));
	if (fstat(lock->fd, &is) != 0 || !S_ISREG(is.st_mode))
		return tcn_err_set(err, TCN_INVALID,
		    "its lock file %s is no plain file: remove it", lock->path);
	return TCN_OK;
}

/* Whether the file that was locked still has its name: its last holder may
 * have removed it after we opened it. */
static bool
has_its_name(const struct tcn_store_lock *lock)
{
	struct stat ours, named;

	return fstat(lock->fd, &ours) == 0 && lstat(lock->path, &named) == 0 &&
	    ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

/*
 * Locks a byte of the store itself, which who removes the lock file leaves
 * locked. The file is opened before SQLite opens it and closed after SQLite has
 * closed it, because closing it gives up what SQLite has locked. What cannot be
 * opened has nothing to lock, and SQLite says why.
 */
static enum tcn_rc
lock_store(const char *db, struct tcn_store_lock *lock, struct tcn_err *err)
{
	struct flock byte = { .l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = LOCK_AT,
		.l_len = 1 };
	enum tcn_rc rc;

	lock->store_fd = open(db, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (lock->store_fd < 0 ||
	    fcntl(lock->store_fd, F_OFD_SETLK, &byte) == 0)
		return TCN_OK;
	rc = errno == EAGAIN || errno == EACCES ? TCN_BUSY : TCN_IO;
	return tcn_err_set(err, rc, "it cannot be locked (%s)",
	    strerror(errno));
}

/* The lock file goes while it is still locked: whoever has it open and waits
 * finds that it has lost its name, and tries again. One that somebody else has
 * put there stays. */
static void
give_back(struct tcn_store_lock *lock)
{
	if (lock->fd >= 0 && has_its_name(lock))
		unlink(lock->path);
	if (lock->fd >= 0)
		close(lock->fd);
	if (lock->store_fd >= 0)
		close(lock->store_fd);
}

/*
 * A second name of the file would have a lock and a write-ahead log of its own,
 * and two writers by two names would destroy it. FILE.old is what a restore
 * that was killed leaves, and nobody's store.
 */
static enum tcn_rc
judge_names(const char *db, struct tcn_err *err)
{
	char old[PATH_MAX];
	struct stat is, second;

	if (stat(db, &is) != 0 || !S_ISREG(is.st_mode) || is.st_nlink < 2)
		return TCN_OK;
	if (is.st_nlink == 2 &&
	    !tcn_store_lock_path(db, ".old", old, sizeof old) &&
	    lstat(old, &second) == 0 && second.st_dev == is.st_dev &&
	    second.st_ino == is.st_ino)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "the file has a second name (a hard link), by which another "
	    "program could write to it unseen: remove one of them, or copy it "
	    "with `tocsin backup`");
}

/*
 * One try. TCN_BUSY: it is held; TCN_LIMIT: its file was removed meanwhile, so
 * that it is worth another try at once.
 */
static enum tcn_rc
try(const char *db, struct tcn_store_lock *lock,
    struct tcn_store_holder *holder, struct tcn_err *err)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	enum tcn_rc rc = open_file(db, lock, err);

	lock->store_fd = -1;
	*holder = (struct tcn_store_holder){ 0 };
	if (!rc && fcntl(lock->fd, F_OFD_SETLK, &whole) != 0) {
		rc = errno == EAGAIN || errno == EACCES ? TCN_BUSY : TCN_IO;
		tcn_err_set(err, rc, "%s cannot be locked (%s)", lock->path,
		    strerror(errno));
	}
	if (rc == TCN_BUSY)
		read_holder(lock->fd, holder);
	if (rc) {
		if (lock->fd >= 0)
			close(lock->fd);
		return rc;
	}
	rc = lock_store(db, lock, err);
	if (!rc && !has_its_name(lock))
		rc = TCN_LIMIT;
	if (rc)
		give_back(lock);
	return rc;
}

/* Tries until it has the lock, or it is not worth to wait longer. */
static enum tcn_rc
wait_for(const char *db, struct tcn_store_lock *lock,
    struct tcn_store_holder *holder, struct tcn_err *err)
{
	int64_t until_ms = tcn_now_monotonic_ms() + TCN_STORE_LOCK_WAIT_MS;
	enum tcn_rc rc;

	while ((rc = try(db, lock, holder, err)) != TCN_OK) {
		if (rc != TCN_BUSY && rc != TCN_LIMIT)
			return rc;
		if (rc == TCN_BUSY &&
		    (holder->serves || tcn_now_monotonic_ms() >= until_ms))
			return TCN_BUSY;
		if (rc == TCN_BUSY) {
			const struct timespec span = { .tv_nsec =
							   RETRY_MS * 1000000 };

			nanosleep(&span, NULL);
		}
	}
	return TCN_OK;
}

/* Names the holder, and says what to do about it. */
static enum tcn_rc
refuse(const struct tcn_store_holder *holder, struct tcn_err *err)
{
	const char *mend = holder->serves
	    ? "stop it first, or, with a verb that takes --url, send the "
	      "request to it"
	    : "let it finish, or stop it";
	char since[TCN_WHEN_BYTES];

	if (!holder->pid)
		return tcn_err_set(err, TCN_BUSY,
		    "another program is writing to this store, and a store "
		    "has one writer: %s",
		    mend);
	return tcn_err_set(err, TCN_BUSY,
	    "`tocsin %s` (process %jd on %s, since %s) is writing to this "
	    "store, and a store has one writer: %s",
	    holder->verb, (intmax_t)holder->pid, holder->host,
	    tcn_when_text(holder->since_ms, since), mend);
}

/* Fills in holder when it returns TCN_BUSY. */
static enum tcn_rc
take(const char *db, const char *verb, bool serves, struct tcn_store_lock **out,
    struct tcn_store_holder *holder, struct tcn_err *err)
{
	struct tcn_store_lock *lock;
	enum tcn_rc rc;

	assert(db && verb && *verb);
	*out = NULL;
	if (is_in_memory(db))
		return TCN_OK;
	lock = tcn_mem_calloc(1, sizeof *lock);
	tcn_err_at(err, db, 0, 0);
	rc = tcn_store_lock_path(db, ".lock", lock->path, sizeof lock->path);
	if (rc)
		tcn_err_set(err, rc, "its folder cannot be found: %s",
		    rc == TCN_IO ? strerror(errno) : "the name is too long");
	else
		rc = judge_names(db, err);
	if (!rc)
		rc = wait_for(db, lock, holder, err);
	if (rc == TCN_BUSY)
		refuse(holder, err);
	if (rc) {
		tcn_mem_free(lock);
		return rc;
	}
	write_holder(lock->fd, verb, serves);
	*out = lock;
	return TCN_OK;
}

enum tcn_rc
tcn_store_lock_take(const char *db, const char *verb, bool serves,
    struct tcn_store_lock **lock, struct tcn_err *err)
{
	struct tcn_store_holder holder = { 0 };

	return take(db, verb, serves, lock, &holder, err);
}

enum tcn_rc
tcn_store_lock_take_beside(const char *db, const char *verb,
    struct tcn_store_lock **lock, struct tcn_err *err)
{
	struct tcn_store_holder holder = { 0 };
	enum tcn_rc rc = take(db, verb, false, lock, &holder, err);

	return rc == TCN_BUSY && holder.serves ? TCN_OK : rc;
}

void
tcn_store_lock_release(struct tcn_store_lock *lock)
{
	if (!lock)
		return;
	give_back(lock);
	tcn_mem_free(lock);
}
