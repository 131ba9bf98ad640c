/*
 * tools/serve/deliver/template.h - a JSON body with names to fill in.
 *
 *	{"text": "{{headline}} ({{items}} items)"}
 *
 * A name is replaced by the inside of a JSON string (escaped, without its
 * quotes) or by the digits of a number: within quotes both are right, and
 * numbers may stand without. There are no loops and no conditions.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_TEMPLATE_H
#define TCN_TOOLS_SERVE_DELIVER_TEMPLATE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/serve/deliver/message.h"

/*
 * Fills in a sample (tcn_message_sample) and checks that the result is a JSON
 * object. TCN_INVALID: err->text says what is wrong, and *at is the offset of
 * the byte that it is about, 0 where it is about the whole.
 */
TCN_MUST_USE enum tcn_rc tcn_template_check(struct tcn_str text, size_t *at,
    struct tcn_err *err);

/* Appends text, filled in. Precondition: it has passed the check. */
void tcn_template_write(struct tcn_str text,
    const struct tcn_message_content *message, struct tcn_buf *out);

#endif
