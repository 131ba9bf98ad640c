/*
 * tools/pipeline/upgrade.h - a store that an older program made, brought up to
 * date without a moment at which it is not whole.
 *
 *	check   is there room on the disk?
 *	settle  the store becomes one file, without a log beside it
 *	copy    into FILE.upgrading
 *	migrate the copy gets this program's tables
 *	rebuild the copy gets a new state of the detector (a pipeline does that
 *	        when it is opened on it: pipeline_rebuild.c)
 *	swap    FILE is called FILE.old as well; the copy takes its name;
 *	        FILE.old becomes FILE.before-SCHEMA
 *
 * Up to the rename of the swap FILE is the old store, and then it is the new
 * one. After a kill the next upgrade removes an unfinished copy and begins
 * again, or gives FILE.old its name. Other programs are kept out by
 * the store's lock.
 */
#ifndef TCN_TOOLS_PIPELINE_UPGRADE_H
#define TCN_TOOLS_PIPELINE_UPGRADE_H

#include <limits.h>

#include "sql/store_upgrade.h"
#include "tools/pipeline/pipeline.h"

/* What an upgrade would do. */
struct tcn_upgrade_plan {
	struct tcn_store_past past;
	uint64_t needed, free; /* bytes of disk */
	uint64_t seconds; /* it will take, about */
	char kept[PATH_MAX]; /* what the old file will be called */
};

/* Whether the store's schema is older than this program's. A file that is not
 * there, is empty, or cannot be read is not: opening it says why. */
bool tcn_upgrade_is_due(const char *db);

/* Changes nothing. err names what failed. */
TCN_MUST_USE enum tcn_rc tcn_upgrade_plan(const char *db,
    struct tcn_upgrade_plan *plan, struct tcn_err *err);

/*
 * Upgrades the store, if that is due; conf is what a pipeline on it is opened
 * with. Says on standard error, or in the log of a long run, what is done.
 * TCN_IO: among others, there is too little room; TCN_BUSY: another program has
 * the store. Then the store is as it was.
 */
TCN_MUST_USE enum tcn_rc tcn_upgrade(const struct tcn_pipeline_conf *conf,
    const char *db, struct tcn_err *err);

/* For tests: called with the name of each step before it, unless NULL. */
extern void (*tcn_upgrade_before_step)(const char *step);

/* Undoes a swap that was killed half-way: gives FILE.old its name back. The
 * caller holds the store's lock. */
void tcn_upgrade_tidy(const char *db);

#endif
