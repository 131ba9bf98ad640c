/*
 * tools/conf/conf_stored.h - with which settings was this store filled?
 *
 * A store keeps the settings that decide (sections text, time, df, near,
 * story and rules), a line each, as of the run that wrote to it last, and a
 * hash of what stands in the file of rules (XXH3). A run that goes on with
 * others is warned: what lies behind was decided by the old ones.
 */
#ifndef TCN_TOOLS_CONF_CONF_STORED_H
#define TCN_TOOLS_CONF_CONF_STORED_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "sql/store.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"

#define TCN_CONF_STORED_META "settings" /* its name in the store */

/*
 * Appends "key=value" lines: what decides, in the order of the table. book:
 * the rules that are gone by; NULL: those that conf describes.
 */
void tcn_conf_stored_text(const struct tcn_conf *conf,
    const struct tcn_rulebook *book, struct tcn_buf *out);

/*
 * Says on standard error in what they differ from what the store was filled
 * with, and notes them there. No transaction may be open. The store's errors.
 */
TCN_MUST_USE enum tcn_rc tcn_conf_stored_record(struct tcn_store *store,
    const struct tcn_conf *conf, const struct tcn_rulebook *book,
    struct tcn_err *err);

/* Those lines, as the store has them, in arena; at NULL: it has none. */
TCN_MUST_USE enum tcn_rc tcn_conf_stored_read(struct tcn_store *store,
    struct tcn_arena *arena, struct tcn_str *text);

/* The next line of *text, without its line feed; false at the end. */
bool tcn_conf_stored_line(struct tcn_str *text, struct tcn_str *line);

/* Whether this is one of the lines of text. */
bool tcn_conf_stored_has(struct tcn_str text, struct tcn_str line);

#endif
