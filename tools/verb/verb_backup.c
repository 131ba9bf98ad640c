/*
 * tocsin backup, restore and vacuum: a store as a file.
 */
#include <limits.h>
#include <sys/stat.h>

#include "engine/base/err.h"
#include "sql/store_space.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/store_lock.h"
#include "tools/pipeline/backup.h"
#include "tools/verb/verb.h"

#define MIB (1024.0 * 1024.0)

struct args {
	const char *db;
	bool force, quiet;
};

#define DB(help)                                                               \
	{                                                                      \
		"db", 0, "FILE", help, TCN_OPT_TEXT, offsetof(struct args, db) \
	}
#define QUIET                                                                  \
	{                                                                      \
		"quiet", 'q', NULL, "say nothing when all went well",          \
		    TCN_OPT_FLAG, offsetof(struct args, quiet)                 \
	}

static int
needs_db(const struct args *args, const char *verb)
{
	if (args->db)
		return TCN_EXIT_OK;
	tcn_say("%s: --db FILE must say which store", verb);
	return TCN_EXIT_USAGE;
}

/* --- backup --- */

static const struct tcn_opt backup_opts[] = {
	DB("the store; a daemon may be using it"),
	{ "force", 'f', NULL, "replace FILE if it is there", TCN_OPT_FLAG,
	    offsetof(struct args, force) },
	QUIET,
	{ 0 },
};

static bool
goes_on(void *ctx, uint64_t pages, uint64_t of)
{
	(void)ctx, (void)pages, (void)of;
	return !tcn_stop_requested();
}

static int
run_backup(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_err err = { 0 };
	struct stat file;
	int code = needs_db(args, "backup");
	enum tcn_rc rc;

	(void)argc;
	if (code)
		return code;
	tcn_stop_watch();
	rc = tcn_backup_make(args->db, argv[0], args->force, goes_on, NULL,
	    &err);
	if (rc == TCN_DONE)
		return tcn_stop_exit();
	if (rc)
		return tcn_say_rc(rc, &err);
	if (!args->quiet && stat(argv[0], &file) == 0)
		tcn_say("%s: a copy of %s, %.1f MiB", argv[0], args->db,
		    (double)file.st_size / MIB);
	return TCN_EXIT_OK;
}

const struct tcn_verb tcn_verb_backup = {
	.name = "backup",
	.summary = "copy a store that may be in use to a file",
	.usage = "--db FILE [--force] FILE",
	.details =
	    "The copy is of one moment, whatever a daemon writes meanwhile, "
	    "and the daemon is not held up. FILE gets its name only when it "
	    "is complete and on the disk: a backup that is killed leaves what "
	    "was there before. --force replaces a backup, but neither a file "
	    "of another kind nor a store that is in use. 'tocsin check FILE' "
	    "checks it, 'tocsin restore' makes a store of it.",
	.opts = backup_opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 1,
	.run = run_backup,
};

/* --- restore --- */

static const struct tcn_opt restore_opts[] = {
	DB("the store to be made or replaced; no daemon may be using it"),
	QUIET,
	{ 0 },
};

static void
say_finding(void *ctx, const char *finding)
{
	tcn_say("%s: %s", (const char *)ctx, finding);
}

static int
run_restore(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_err err = { 0 };
	int code = needs_db(args, "restore");
	char old[PATH_MAX];
	enum tcn_rc rc;
	bool kept;

	(void)argc;
	if (code)
		return code;
	rc = tcn_backup_restore(argv[0], args->db, say_finding, argv[0], &kept,
	    &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	if (!args->quiet)
		tcn_say("%s: restored from %s", args->db, argv[0]);
	if (!args->quiet && kept &&
	    !tcn_store_lock_path(args->db, ".old", old, sizeof old))
		tcn_say("%s: the store that was there before; remove it when "
			"it is not needed",
		    old);
	return TCN_EXIT_OK;
}

const struct tcn_verb tcn_verb_restore = {
	.name = "restore",
	.summary = "make a store from a backup",
	.usage = "--db FILE BACKUP",
	.details =
	    "The backup is copied and checked as a whole first; when it is "
	    "damaged, nothing changes. The store that is there is kept as "
	    "FILE.old. A restore that is killed leaves the old store or the "
	    "new one. It is refused while a daemon or another writer has the "
	    "store.",
	.opts = restore_opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 1,
	.run = run_restore,
};

/* --- vacuum --- */

static const struct tcn_opt vacuum_opts[] = {
	DB("the store; no daemon may be using it"),
	QUIET,
	{ 0 },
};

static enum tcn_rc
vacuum(const struct args *args, struct tcn_err *err)
{
	struct tcn_store_space before, after;
	struct tcn_store *store;
	enum tcn_rc rc =
	    tcn_store_open(args->db, TCN_STORE_EXISTING, &store, err);

	if (rc)
		return rc;
	rc = tcn_store_space(store, &before);
	if (!rc)
		rc = tcn_store_optimize(store);
	if (!rc)
		rc = tcn_store_vacuum(store);
	if (!rc)
		rc = tcn_store_space(store, &after);
	if (rc)
		*err = *tcn_store_error(store);
	tcn_store_close(store);
	if (!rc && !args->quiet)
		tcn_say("%s: %.1f MiB, %.1f MiB before", args->db,
		    (double)(after.pages * after.page_bytes) / MIB,
		    (double)(before.pages * before.page_bytes) / MIB);
	return rc;
}

static int
run_vacuum(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_store_lock *lock;
	struct tcn_err err = { 0 };
	int code = needs_db(args, "vacuum");
	enum tcn_rc rc;

	(void)argc, (void)argv;
	if (code)
		return code;
	rc = tcn_store_lock_take(args->db, "vacuum", false, &lock, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	rc = vacuum(args, &err);
	tcn_store_lock_release(lock);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

const struct tcn_verb tcn_verb_vacuum = {
	.name = "vacuum",
	.summary = "rewrite a store without what is free in it",
	.usage = "--db FILE",
	.details =
	    "A daemon that removes old articles gives their room back by "
	    "itself, but in a store that an older version made only after "
	    "this was run on it once; such a store gets the sums of its pages "
	    "then, too ('tocsin check'). It needs as much free disk as the "
	    "store has. A run that is killed changes nothing.",
	.opts = vacuum_opts,
	.args_bytes = sizeof(struct args),
	.run = run_vacuum,
};
