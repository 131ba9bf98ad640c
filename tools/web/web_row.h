/*
 * tools/web/web_row.h - a row of the page Now: an event that is open.
 *
 * There are many rows, so that each byte of one weighs: a row has no attribute
 * that can be done without. The script knows the slots that it fills, too, by
 * where they stand (page.js, SLOTS). A template is a row of none, so that a
 * row that the script makes has the very same elements. What differs between
 * readers is not in a row. Pure; functions append to out.
 */
#ifndef TCN_TOOLS_WEB_WEB_ROW_H
#define TCN_TOOLS_WEB_WEB_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/json_value.h"

/* How rows are shown. */
struct tcn_web_row_view {
	int64_t now_ms; /* of the stream: ages are counted from it */
	bool may_act; /* with buttons */
};

/* A row of GET /v1/now, whole, as one <li> that is left open for those that
 * belong to it: tcn_web_row_close(). */
void tcn_web_row_open(struct tcn_buf *out, const struct tcn_json_value *row,
    const struct tcn_web_row_view *view);
void tcn_web_row_close(struct tcn_buf *out);

/* The same in one line: severity, headline, items, age. */
void tcn_web_row_line(struct tcn_buf *out, const struct tcn_json_value *row,
    const struct tcn_web_row_view *view);

/* The same of an event that is over, with when it closed. */
void tcn_web_row_over(struct tcn_buf *out, const struct tcn_json_value *row,
    const struct tcn_web_row_view *view);

/* The templates of the first two, for the script. */
void tcn_web_row_templates(struct tcn_buf *out,
    const struct tcn_web_row_view *view);

#endif
