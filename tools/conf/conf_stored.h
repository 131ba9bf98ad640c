/*
 * tools/conf/conf_stored.h - the settings that a store was filled with.
 *
 * A store keeps the settings that change decisions (sections text, time, df,
 * near, story and rules), a line each, of the run that wrote to it last, a
 * hash of the file of rules (XXH3), and which dictionaries and taggers there
 * were (tools/conf/dictionaries.h, tools/intake/tagger/tagger_data.h). When a
 * run goes on with other settings, it warns: earlier articles were decided on
 * with the old ones.
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
 * Appends the deciding settings as "key=value" lines, in the order of the
 * table. book: the rules in use; NULL: the one that conf describes.
 */
void tcn_conf_stored_text(const struct tcn_conf *conf,
    const struct tcn_rulebook *book, struct tcn_buf *out);

/*
 * Warns on standard error of each setting that differs from the stored one,
 * and stores the new ones, in tx. Errors are the store's.
 */
TCN_MUST_USE enum tcn_rc tcn_conf_stored_record(struct tcn_store_tx *tx,
    const struct tcn_conf *conf, const struct tcn_rulebook *book);

/* Warns on standard error when the dictionaries of the store's last run are not
 * those of conf, and when copies were not kept: for a replay of the store.
 * Errors are the store's. */
TCN_MUST_USE enum tcn_rc tcn_conf_stored_warn(const struct tcn_store *store,
    const struct tcn_conf *conf);

/* The stored lines, in arena; text->at is NULL when there are none. */
TCN_MUST_USE enum tcn_rc tcn_conf_stored_read(const struct tcn_store *store,
    struct tcn_arena *arena, struct tcn_str *text);

/* Takes the next line off *text, without its line feed; false at the end. */
bool tcn_conf_stored_line(struct tcn_str *text, struct tcn_str *line);

/* Whether line is one of the lines of text. */
bool tcn_conf_stored_has(struct tcn_str text, struct tcn_str line);

#endif
