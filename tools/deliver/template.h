/*
 * tools/deliver/template.h - a JSON body with places to fill in.
 *
 *	{"text": "{{headline}} ({{items}} items)"}
 *
 * What a name stands for is put in as the inside of a JSON string, or as the
 * digits of a number: inside quotes both are right, and numbers may stand
 * without. Nothing else is special; there are no loops and no conditions.
 */
#ifndef TCN_TOOLS_DELIVER_TEMPLATE_H
#define TCN_TOOLS_DELIVER_TEMPLATE_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/deliver/message.h"

/*
 * Whether text can be filled in, and gives JSON then. TCN_INVALID: err->text
 * says what is wrong; *at: the byte it is about, where that is one place.
 */
TCN_MUST_USE enum tcn_rc tcn_template_check(struct tcn_str text, size_t *at,
    struct tcn_err *err);

/* Fills it in; text has been checked. */
void tcn_template_write(struct tcn_str text,
    const struct tcn_message_content *message, struct tcn_buf *out);

/* The names by number, from 0; NULL behind the last. */
const char *tcn_template_name(size_t i);

#endif
