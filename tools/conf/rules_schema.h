/*
 * tools/conf/rules_schema.h - a JSON Schema of rule files, for editors.
 *
 * The schema (draft 2020-12) is made of the table by which rule files are read
 * (rules/ruleset_table.c), so that the two cannot differ.
 */
#ifndef TCN_TOOLS_CONF_RULES_SCHEMA_H
#define TCN_TOOLS_CONF_RULES_SCHEMA_H

#include "engine/base/buf.h"
#include "engine/base/str.h"

/* Appends the schema, on one line. */
void tcn_rules_schema(struct tcn_buf *out);

#endif
