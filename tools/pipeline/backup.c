#include "tools/pipeline/backup.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/store_upgrade.h"
#include "tools/base/store_file.h"
#include "tools/base/store_lock.h"

static enum tcn_rc
name_beside(const char *path, const char *ending, char name[PATH_MAX],
    struct tcn_err *err)
{
	if (snprintf(name, PATH_MAX, "%s%s", path, ending) < PATH_MAX)
		return TCN_OK;
	tcn_err_at(err, path, 0, 0);
	return tcn_err_set(err, TCN_INVALID, "the name is too long");
}

static bool
is_there(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

static bool
is_same(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
	    x.st_ino == y.st_ino;
}

static void
unlink_store(const char *path)
{
	static const char *const endings[] = { "", "-wal", "-shm", "-journal" };
	char name[PATH_MAX];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (!name_beside(path, endings[i], name, NULL))
			unlink(name);
}

/* What SQLite takes for part of the store of this name, so that it would write
 * it into a file that gets the name. */
static enum tcn_rc
judge_logs(const char *path, struct tcn_err *err)
{
	static const char *const endings[] = { "-wal", "-journal" };
	char name[PATH_MAX];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		enum tcn_rc rc = name_beside(path, endings[i], name, err);

		if (rc)
			return rc;
		if (!is_there(name))
			continue;
		tcn_err_at(err, name, 0, 0);
		return tcn_err_set(err, TCN_INVALID,
		    "this is the log of another store of that name, and "
		    "would be mixed with it: name another file, or move the "
		    "log away");
	}
	return TCN_OK;
}

/* --- backup --- */

/* Only the owner may read it, as the store may be for its owner only. */
static enum tcn_rc
open_part(const char *part, int *fd, struct tcn_err *err)
{
	*fd = open(part, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (*fd < 0)
		return tcn_store_file_refused(err, part, "cannot be made");
	if (flock(*fd, LOCK_EX | LOCK_NB) == 0 && is_there(part)) {
		if (ftruncate(*fd, 0) == 0)
			return TCN_OK;
		return tcn_store_file_refused(err, part, "cannot be emptied");
	}
	tcn_err_at(err, part, 0, 0);
	return tcn_err_set(err, TCN_BUSY,
	    "another backup to this file is under way: let it finish");
}

/* Only a copy is replaced: no log of a store, no device, nobody's letter. */
static bool
is_copy(const char *file)
{
	static const char magic[] = "SQLite format 3";
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char head[sizeof magic];
	struct stat st;
	bool is;

	if (fd < 0)
		return false;
	is = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    (st.st_size == 0 ||
		(read(fd, head, sizeof head) == (ssize_t)sizeof head &&
		    memcmp(head, magic, sizeof head) == 0));
	close(fd);
	return is;
}

static enum tcn_rc
judge_replaced(const char *file, struct tcn_err *err)
{
	struct tcn_store_holder holder;

	if (!is_copy(file))
		return tcn_err_set(err, TCN_INVALID,
		    "this is no backup: name another file");
	tcn_store_lock_holder(file, &holder);
	if (holder.held)
		return tcn_err_set(err, TCN_BUSY,
		    "another program is writing to this store: name another "
		    "file");
	return TCN_OK;
}

static enum tcn_rc
judge_target(const char *db, const char *file, bool replaces,
    struct tcn_err *err)
{
	tcn_err_at(err, file, 0, 0);
	if (is_same(db, file))
		return tcn_err_set(err, TCN_INVALID,
		    "this is the store itself: name another file");
	if (!replaces && is_there(file))
		return tcn_err_set(err, TCN_INVALID,
		    "the file is there already: name another, or let --force "
		    "replace it");
	if (is_there(file)) {
		enum tcn_rc rc = judge_replaced(file, err);

		if (rc)
			return rc;
	}
	return judge_logs(file, err);
}

/* The copy has as many rights as the store, and takes its name. */
static enum tcn_rc
finish(const char *db, const char *part, const char *file, bool replaces,
    struct tcn_err *err)
{
	struct stat st;
	enum tcn_rc rc;

	if (stat(db, &st) == 0 && chmod(part, st.st_mode & 0777) != 0)
		return tcn_store_file_refused(err, part,
		    "cannot be given the store's rights");
	rc = tcn_store_file_sync(part, err);
	if (rc)
		return rc;
	rc = judge_target(db, file, replaces, err); /* is it as it was? */
	if (rc)
		return rc;
	if (rename(part, file) != 0)
		return tcn_store_file_refused(err, file,
		    "cannot be given its name");
	return tcn_store_file_sync_folder(file, err);
}

enum tcn_rc
tcn_backup_make(const char *db, const char *file, bool replaces,
    tcn_store_copy_fn *fn, void *ctx, struct tcn_err *err)
{
	enum tcn_rc rc = judge_target(db, file, replaces, err);
	char part[PATH_MAX];
	int fd = -1;

	if (!rc)
		rc = name_beside(file, ".part", part, err);
	if (!rc)
		rc = open_part(part, &fd, err);
	if (rc) {
		if (fd >= 0)
			close(fd);
		return rc;
	}
	rc = tcn_store_copy(db, part, fn, ctx, err);
	if (!rc)
		rc = finish(db, part, file, replaces, err);
	if (rc)
		unlink_store(part);
	close(fd);
	return rc;
}

/* --- restore --- */

/* Opens the copy, which brings it up to date, and goes through all of it. */
static enum tcn_rc
check_copy(const char *part, const char *file, tcn_store_finding_fn *finding,
    void *ctx, struct tcn_err *err)
{
	struct tcn_store *store;
	enum tcn_rc rc = tcn_store_migrate(part, err);

	if (!rc)
		rc = tcn_store_open(part, TCN_STORE_EXISTING, &store, err);
	if (!rc) {
		rc = tcn_store_check(store, finding, ctx);
		if (rc && err)
			*err = *tcn_store_error(store);
		tcn_store_close(store);
	}
	if (rc)
		tcn_err_at(err, file, 0, 0);
	return rc ? rc : tcn_store_merge_log(part, err);
}

/* Gives the old store its second name; its first goes over to the new one. */
static enum tcn_rc
keep_old(const char *db, const char *old, struct tcn_err *err)
{
	char from[PATH_MAX], to[PATH_MAX];

	unlink_store(old);
	if (link(db, old) != 0)
		return tcn_store_file_refused(err, old,
		    "the store cannot be kept here");
	if (!tcn_store_merge_log(db, NULL))
		return TCN_OK;
	/* It is damaged: what cannot be copied is moved along. */
	if (name_beside(db, "-wal", from, err) ||
	    name_beside(old, "-wal", to, err))
		return TCN_INVALID;
	if (is_there(from) && rename(from, to) != 0)
		return tcn_store_file_refused(err, from,
		    "cannot be moved away");
	if (!name_beside(db, "-shm", from, NULL))
		unlink(from);
	return TCN_OK;
}

static enum tcn_rc
take_its_place(const char *part, const char *db, bool *kept,
    struct tcn_err *err)
{
	char old[PATH_MAX];
	struct stat st;
	enum tcn_rc rc = name_beside(db, ".old", old, err);

	if (!rc && stat(db, &st) == 0) {
		*kept = true;
		if (chmod(part, st.st_mode & 0777) != 0)
			rc = tcn_store_file_refused(err, part,
			    "cannot be given the store's rights");
		if (!rc)
			rc = keep_old(db, old, err);
	}
	if (!rc)
		rc = tcn_store_file_sync(part, err);
	if (!rc && rename(part, db) != 0)
		rc = tcn_store_file_refused(err, db, "cannot be replaced");
	return rc ? rc : tcn_store_file_sync_folder(db, err);
}

static enum tcn_rc
restore(const char *file, const char *db, tcn_store_finding_fn *finding,
    void *ctx, bool *kept, struct tcn_err *err)
{
	char part[PATH_MAX];
	enum tcn_rc rc = name_beside(db, ".restoring", part, err);

	if (rc)
		return rc;
	if (is_same(db, file)) {
		tcn_err_at(err, file, 0, 0);
		return tcn_err_set(err, TCN_INVALID,
		    "this is the store itself: name a backup");
	}
	if (!is_there(db))
		rc = judge_logs(db, err);
	if (rc)
		return rc;
	unlink_store(part);
	tcn_store_file_make(part, TCN_STORE_FILE_MODE);
	rc = tcn_store_copy(file, part, NULL, NULL, err);
	if (!rc)
		rc = check_copy(part, file, finding, ctx, err);
	if (!rc)
		rc = take_its_place(part, db, kept, err);
	unlink_store(part);
	return rc;
}

enum tcn_rc
tcn_backup_restore(const char *file, const char *db,
    tcn_store_finding_fn *finding, void *ctx, bool *kept, struct tcn_err *err)
{
	struct tcn_store_lock *lock;
	enum tcn_rc rc = tcn_store_lock_take(db, "restore", false, &lock, err);
	char whole[PATH_MAX]; /* not a link, which would be replaced */

	*kept = false;
	if (rc)
		return rc;
	rc = tcn_store_lock_path(db, "", whole, sizeof whole);
	if (!rc)
		rc = restore(file, whole, finding, ctx, kept, err);
	tcn_store_lock_release(lock);
	return rc;
}
