/*
 * tools/summary/summary_text.h - an item of a story, as this room reads it.
 *
 * Texts come in the order of time, those of one time in the order of arrival;
 * with this order given, nothing depends on which of two equal ones came first
 * in memory. Texts of one origin are copies of each other: its first one is
 * read for it, since copies are no corroboration.
 */
#ifndef TCN_TOOLS_SUMMARY_SUMMARY_TEXT_H
#define TCN_TOOLS_SUMMARY_SUMMARY_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/str.h"

struct tcn_summary_text {
	struct tcn_str title;
	struct tcn_str text; /* plain */
	struct tcn_str lang;
	uint64_t origin; /* texts of one origin are copies of each other */
	int year; /* of the text; 0: not known */
	int64_t ms; /* its time; INT64_MIN: not known */
	bool counted; /* is evidence of the event's alarm */
	bool copy; /* of an earlier text of its origin */
	struct tcn_str source; /* its sender's name; may be empty */
	struct tcn_str host; /* of its address; may be empty */
};

#endif
