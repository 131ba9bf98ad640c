#include "tools/pipeline/upgrade.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "sql/store_copy.h"
#include "sql/store_space.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/store_file.h"
#include "tools/base/store_lock.h"

enum {
	/* Of the store's size, what is needed: its copy, a new state, indexes
	 * of new schemas, and a log of all that is written anew. */
	NEEDED_TIMES = 4,
	/* A processor of today does at least so much in a second. */
	ARTICLES_A_SECOND = 6000,
	BYTES_A_SECOND = 64 << 20,
	SAY_MS = 5000,
};

#define LEAST_BYTES ((uint64_t)16 << 20)
#define MIB         ((uint64_t)1 << 20)

void (*tcn_upgrade_before_step)(const char *step);

struct upgrade {
	const struct tcn_pipeline_conf *conf;
	struct tcn_upgrade_plan plan;
	char db[PATH_MAX], copy[PATH_MAX], old[PATH_MAX];
	int64_t said_ms;
};

static void
say(const struct upgrade *u, const char *step)
{
	struct tcn_log log;

	if (!u->conf->long_running) {
		tcn_say("%s: upgrade to schema %d: %s", u->db,
		    u->plan.past.newest, step);
		return;
	}
	tcn_log_begin(&log, TCN_LOG_WARN, "upgrade");
	tcn_log_str(&log, "store", tcn_str(u->db));
	tcn_log_count(&log, "schema", (uint64_t)u->plan.past.newest);
	tcn_log_str(&log, "step", tcn_str(step));
	tcn_log_end(&log);
}

static void
begin_step(const struct upgrade *u, const char *name, const char *says)
{
	if (tcn_upgrade_before_step)
		tcn_upgrade_before_step(name);
	say(u, says);
}

bool
tcn_upgrade_is_due(const char *db)
{
	struct tcn_store_past past;

	return access(db, F_OK) == 0 && !tcn_store_schema(db, &past) &&
	    past.schema && past.schema < past.newest;
}

enum tcn_rc
tcn_upgrade_plan(const char *db, struct tcn_upgrade_plan *plan,
    struct tcn_err *err)
{
	struct tcn_store_past *past = &plan->past;
	char beside[PATH_MAX];
	struct statvfs disk;
	enum tcn_rc rc = tcn_store_past(db, past, err);

	tcn_err_at(err, db, 0, 0);
	if (!rc && !past->schema)
		return tcn_err_set(err, TCN_INVALID,
		    "the file is empty: name a store");
	if (rc)
		return rc;
	snprintf(beside, sizeof beside, ".before-%d", past->newest);
	rc = tcn_store_lock_path(db, beside, plan->kept, sizeof plan->kept);
	if (!rc)
		rc = tcn_store_lock_path(db, "", beside, sizeof beside);
	if (rc)
		return tcn_err_set(err, rc,
		    "its folder cannot be found, or "
		    "its name is too long");
	if (statvfs(db, &disk) != 0)
		return tcn_store_file_refused(err, db,
		    "cannot tell how much room there is");
	plan->free = (uint64_t)disk.f_bavail * disk.f_frsize;
	plan->needed = NEEDED_TIMES * past->bytes + LEAST_BYTES;
	plan->seconds = 1 + past->articles / ARTICLES_A_SECOND +
	    2 * past->bytes / BYTES_A_SECOND;
	return TCN_OK;
}

static bool
say_copied(void *ctx, uint64_t done, uint64_t of)
{
	struct upgrade *u = ctx;
	int64_t now_ms = tcn_now_monotonic_ms();
	char text[64];

	if (now_ms - u->said_ms < SAY_MS)
		return true;
	u->said_ms = now_ms;
	snprintf(text, sizeof text, "copied %.0f %%",
	    100 * (double)done / (double)of);
	say(u, text);
	return true;
}

static void
remove_store(const char *path)
{
	static const char *const endings[] = { "", "-wal", "-shm", "-journal",
		".lock" };
	char name[PATH_MAX];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (snprintf(name, sizeof name, "%s%s", path, endings[i]) <
		    (int)sizeof name)
			unlink(name);
}

/* Pages that are written anew have sums; an older program knew none. */
static enum tcn_rc
write_anew(const struct upgrade *u, struct tcn_err *err)
{
	struct tcn_store *st;
	enum tcn_rc rc = tcn_store_open(u->copy, TCN_STORE_EXISTING, &st, err);

	if (rc)
		return rc;
	rc = tcn_store_vacuum(st);
	if (rc)
		*err = *tcn_store_error(st);
	tcn_store_close(st);
	return rc;
}

static enum tcn_rc
make_copy(struct upgrade *u, struct tcn_err *err)
{
	struct stat st;
	enum tcn_rc rc;

	begin_step(u, "copy", "copying it");
	u->said_ms = tcn_now_monotonic_ms();
	rc = tcn_store_copy(u->db, u->copy, say_copied, u, err);
	if (!rc &&
	    (stat(u->db, &st) != 0 || chmod(u->copy, st.st_mode & 0777) != 0 ||
		(geteuid() == 0 && chown(u->copy, st.st_uid, st.st_gid) != 0)))
		rc = tcn_store_file_refused(err, u->copy,
		    "cannot be given the store's rights");
	begin_step(u, "migrate", "changing the copy's tables");
	if (!rc)
		rc = tcn_store_migrate(u->copy, err);
	if (!rc)
		rc = write_anew(u, err);
	begin_step(u, "rebuild", "making the detector's state anew");
	if (!rc) {
		/* Opening a pipeline makes the state anew. */
		struct tcn_pipeline_conf conf = *u->conf;
		struct tcn_pipeline *pipe;

		conf.existing = true;
		conf.no_upgrade = true;
		conf.serves = false;
		rc = tcn_pipeline_open(&conf, u->copy, &pipe, err);
		if (!rc)
			tcn_pipeline_close(pipe);
	}
	if (!rc)
		rc = tcn_store_upgrade_in_place(u->copy, err);
	return rc ? rc : tcn_store_file_sync(u->copy, err);
}

static enum tcn_rc
swap(const struct upgrade *u, struct tcn_err *err)
{
	begin_step(u, "swap", "the copy takes its place");
	unlink(u->old);
	if (link(u->db, u->old) != 0)
		return tcn_store_file_refused(err, u->old,
		    "the store cannot be kept here");
	begin_step(u, "rename", "the old file is kept");
	if (rename(u->copy, u->db) != 0)
		return tcn_store_file_refused(err, u->db, "cannot be replaced");
	begin_step(u, "name", "the old file gets its name");
	if (rename(u->old, u->plan.kept) != 0)
		return tcn_store_file_refused(err, u->plan.kept,
		    "cannot be given its name");
	return tcn_store_file_sync_folder(u->db, err);
}

void
tcn_upgrade_tidy(const char *db)
{
	struct tcn_store_past old, now;
	struct stat kept;
	char from[PATH_MAX], to[PATH_MAX], ending[32];

	if (tcn_store_lock_path(db, ".old", from, sizeof from) ||
	    access(from, F_OK) != 0 || tcn_store_schema(from, &old) ||
	    tcn_store_schema(db, &now) || old.schema >= now.schema ||
	    now.schema != now.newest)
		return;
	snprintf(ending, sizeof ending, ".before-%d", now.schema);
	if (!tcn_store_lock_path(db, ending, to, sizeof to) &&
	    lstat(to, &kept) != 0)
		(void)!rename(from, to);
}

static enum tcn_rc
judge(const struct upgrade *u, struct tcn_err *err)
{
	const struct tcn_upgrade_plan *plan = &u->plan;
	struct stat st;

	tcn_err_at(err, u->db, 0, 0);
	if (lstat(plan->kept, &st) == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "the old file would be kept as %s, which is there already: "
		    "move it away",
		    plan->kept);
	if (plan->free < plan->needed)
		return tcn_err_set(err, TCN_IO,
		    "to upgrade it %" PRIu64 " bytes of disk are needed and "
		    "%" PRIu64 " are free: make room, nothing was changed",
		    plan->needed, plan->free);
	return TCN_OK;
}

static void
say_plan(const struct upgrade *u)
{
	const struct tcn_store_past *past = &u->plan.past;
	char text[160];

	snprintf(text, sizeof text,
	    "from schema %d, %" PRIu64 " articles, %" PRIu64 " events, %" PRIu64
	    " MiB; about %" PRIu64 " s",
	    past->schema, past->articles, past->events, past->bytes / MIB,
	    u->plan.seconds);
	say(u, text);
}

/* The lock is held. */
static enum tcn_rc
upgrade(struct upgrade *u, const char *db, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_store_lock_path(db, "", u->db, sizeof u->db);

	if (!rc)
		rc = tcn_store_lock_path(db, ".upgrading", u->copy,
		    sizeof u->copy);
	if (!rc)
		rc = tcn_store_lock_path(db, ".old", u->old, sizeof u->old);
	if (rc)
		return tcn_err_set(err, rc, "its name is too long");
	remove_store(u->copy);
	rc = tcn_upgrade_plan(u->db, &u->plan, err);
	if (rc || u->plan.past.schema >= u->plan.past.newest)
		return rc;
	rc = judge(u, err);
	if (rc)
		return rc;
	say_plan(u);
	rc = tcn_store_upgrade_in_place(u->db, err);
	if (!rc)
		rc = make_copy(u, err);
	if (!rc)
		rc = swap(u, err);
	if (rc)
		remove_store(u->copy);
	else
		begin_step(u, "end", "done");
	return rc;
}

enum tcn_rc
tcn_upgrade(const struct tcn_pipeline_conf *conf, const char *db,
    struct tcn_err *err)
{
	struct upgrade u = { .conf = conf };
	struct tcn_store_lock *lock;
	enum tcn_rc rc = tcn_store_lock_take(db, "upgrade", false, &lock, err);

	if (rc)
		return rc;
	tcn_upgrade_tidy(db);
	rc = upgrade(&u, db, err);
	tcn_store_lock_release(lock);
	if (!rc && u.plan.past.schema < u.plan.past.newest &&
	    !conf->long_running)
		tcn_say("%s: the old file; remove it when it is not needed",
		    u.plan.kept);
	return rc;
}
