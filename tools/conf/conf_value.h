/*
 * tools/conf/conf_value.h - reads and prints the value of one setting.
 *
 * Printing a value and reading it again gives the same value.
 */
#ifndef TCN_TOOLS_CONF_CONF_VALUE_H
#define TCN_TOOLS_CONF_CONF_VALUE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/conf/conf.h"

/*
 * Reads text into field as row says: kind, unit, range. Texts are copied to
 * arena. TCN_INVALID: err says what is wrong and how to write it.
 */
TCN_MUST_USE enum tcn_rc tcn_conf_value_read(const struct tcn_conf_row *row,
    struct tcn_str text, void *field, struct tcn_arena *arena,
    struct tcn_err *err);

/* Appends the value as it is written in a file. */
void tcn_conf_value_print(const struct tcn_conf_row *row, const void *field,
    struct tcn_buf *out);

/* Appends what the row takes: "a duration, 1m to 400d", "story or similar". */
void tcn_conf_value_range(const struct tcn_conf_row *row, struct tcn_buf *out);

#endif
