/*
 * tools/base/store_lock.h - a store has one writer.
 *
 * The detector numbers articles and stories itself and keeps its state in
 * memory between commits. Two programs that write to one store would therefore
 * give the same numbers twice, and the second commit would fail and end its
 * program. So whoever writes holds an exclusive lock on the file FILE.lock
 * beside the store, from before it reads the store until it has closed it.
 * Readers need no lock.
 *
 * It is a lock of the open file description (F_OFD_SETLK, POSIX.1-2024): the
 * kernel gives it back when its holder ends, however it ends, so that a lock
 * is never stale. The file's content, one line of JSON, says who holds it (here
 * it is broken in two):
 *
 *	{"pid":4711,"verb":"run","since":1795341267,"host":"a",
 *	 "serves":true}
 *
 * A byte of the store's own file is locked as well, far beyond its end and away
 * from SQLite's locks. So whoever removes the lock file lets no second writer
 * in, who only cannot be told then who the first one is. A store that is put in
 * the place of another one has to be locked anew.
 *
 * FILE is what realpath(3) makes of the store's name, so that all names of one
 * store that lead through links are one lock. The lock file itself must be a
 * plain file: a link could make this program truncate a file of somebody else.
 * A store with a second hard link is refused: its names would be two locks.
 *
 * A store in memory (":memory:" or an empty name) needs no lock and gets none.
 */
#ifndef TCN_TOOLS_BASE_STORE_LOCK_H
#define TCN_TOOLS_BASE_STORE_LOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

/* How long a writer waits for another one that will soon be done. */
#define TCN_STORE_LOCK_WAIT_MS 5000

struct tcn_store_lock;

/* Who holds a lock. What is unknown is 0 or "". */
struct tcn_store_holder {
	bool held;
	bool serves; /* it is a daemon: others can work through it */
	int64_t pid; /* as its own host or container counts */
	int64_t since_ms; /* Unix time */
	char verb[32], host[65];
};

/*
 * Takes the lock of the store db for a verb such as "replay" or "feeds poll"
 * (letters, spaces, - and _ only; up to 31). serves: this program is a
 * daemon, for which nobody should wait. While another program that is no
 * daemon holds the lock, this waits for it, up to TCN_STORE_LOCK_WAIT_MS.
 *
 * On success *lock is to be released; it is NULL for a store in memory.
 * TCN_BUSY: another program holds it, which err names, with what to do; TCN_IO:
 * the lock file cannot be made; TCN_INVALID: what is in its place is no plain
 * file, or the store has a second hard link. err names the store's file.
 */
TCN_MUST_USE enum tcn_rc tcn_store_lock_take(const char *db, const char *verb,
    bool serves, struct tcn_store_lock **lock, struct tcn_err *err);

/*
 * The same for a short write that does no harm beside a daemon, because the
 * daemon keeps no copy of such rows in memory: what desks do, messages, feeds.
 * SQLite puts these writes in order with the daemon's. When a daemon holds the
 * lock, this is TCN_OK and *lock is NULL.
 */
TCN_MUST_USE enum tcn_rc tcn_store_lock_take_beside(const char *db,
    const char *verb, struct tcn_store_lock **lock, struct tcn_err *err);

/* Who holds the lock of db now; nobody when there is no such file. */
void tcn_store_lock_holder(const char *db, struct tcn_store_holder *holder);

/*
 * Writes into path[room] the name of the file beside the store db that has
 * this ending (".lock"). TCN_IO: the folder of db cannot be found; TCN_LIMIT:
 * the name is longer than room.
 */
TCN_MUST_USE enum tcn_rc tcn_store_lock_path(const char *db, const char *ending,
    char *path, size_t room);

/* Gives the lock back and removes its file. lock may be NULL. */
void tcn_store_lock_release(struct tcn_store_lock *lock);

#endif
