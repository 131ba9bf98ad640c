/*
 * tools/conf/rules_schema.h - what a file of rules may hold, for editors.
 *
 * A JSON Schema (draft 2020-12), written from the very table that the reader
 * of rules goes by (rules/ruleset_table.c), so that the two cannot differ.
 */
#ifndef TCN_TOOLS_CONF_RULES_SCHEMA_H
#define TCN_TOOLS_CONF_RULES_SCHEMA_H

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Appends it, on one line. */
void tcn_rules_schema(struct tcn_buf *out);

#endif
