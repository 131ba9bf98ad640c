/*
 * tools/intake/feeds/entry_json.h - writes an article that was read from a feed
 * or a page as a line of NDJSON.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_ENTRY_JSON_H
#define TCN_TOOLS_INTAKE_FEEDS_ENTRY_JSON_H

#include "engine/base/buf.h"
#include "engine/item/record.h"

/* Appends the article as engine/item/json_article.h reads it, and a line feed.
 * Fields that are empty are left out. */
void tcn_entry_json(const struct tcn_article *entry, struct tcn_buf *out);

#endif
