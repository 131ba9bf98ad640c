/*
 * tools/lab/eval/rubric/rubric_case.h - what a report of an event must say, and
 * must not: written by a person who has read the event's articles.
 *
 * A file of cases is one JSON object:
 *
 *	{ "stream": "demo", "cases": [ {
 *	    "name": "ferry Malvena",
 *	    "part": "tune",
 *	    "items": ["n000812", "n000840", "n000871"],
 *	    "facts": [ { "id": "sinks", "any": ["sinks|capsizes"],
 *	        "items": ["n000812"], "weight": 2 } ],
 *	    "figures": [ { "slot": "dead", "told": ["dead|toll"], "values": [
 *	        { "value": 31, "items": ["n000871", "n000880"] },
 *	        { "value": [83, 85], "items": ["n000921"] } ] } ],
 *	    "wrong": [ { "id": "hoax", "any": ["torpedo"], "why": "..." } ],
 *	    "first": ["n000812"],
 *	    "foreign": ["n000899"] } ] }
 *
 * A case finds its event by `items`: the one that holds at least half of them.
 * No number of an event stands in a file, so that it survives changes of
 * detection.
 *
 * `any` are regular expressions (rules/pattern.h), of which one must match, in
 * any case of letters. `items` of a fact or value are the articles that prove
 * it, in the order in which they came. A fact is asked for as of a cut that
 * holds the first two of them, or the only one. A value may lead from the first
 * one on, and must from the second: what one article alone says need not lead,
 * nor does it make others old. Values stand in the order in which they became
 * true: the next one supersedes the ones before. A figure without values must
 * not be told at all. A line tells a value when it holds the number and `told`
 * matches, which may be left out where the number says enough. A value that
 * texts do not write as digits ("$2bn") has patterns `any` for that.
 *
 * `first` are the articles of which any may be called the event's first;
 * `foreign` those of the event that are of something else. With "whole": true
 * all that `items` does not name is foreign. `wrong` matches in no good report.
 *
 * The reader is strict: a member that it does not know is refused, so that a
 * misspelt one is not passed over.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_CASE_H
#define TCN_TOOLS_LAB_EVAL_RUBRIC_RUBRIC_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "rules/pattern.h"

#define TCN_RUBRIC_FILE_BYTES (8 * 1024 * 1024)

/* Cases are for tuning, or held back to see whether that generalises. */
enum tcn_rubric_part {
	TCN_RUBRIC_TUNE,
	TCN_RUBRIC_HELD,
	TCN_RUBRIC_PARTS
};

/* "tune" or "held". */
const char *tcn_rubric_part_name(enum tcn_rubric_part part);

struct tcn_rubric_ids {
	struct tcn_str *at;
	size_t n;
};

struct tcn_rubric_fact {
	struct tcn_str id;
	double weight; /* above 0; 1 where the file does not say */
	struct tcn_pattern **any;
	size_t any_n;
	struct tcn_rubric_ids items; /* none: asked for from the alarm on */
	struct tcn_str why; /* of what is wrong */
};

struct tcn_rubric_facts {
	struct tcn_rubric_fact *at;
	size_t n;
};

struct tcn_rubric_value {
	double low, high;
	struct tcn_pattern **any; /* how texts write it, where not as digits */
	size_t any_n;
	struct tcn_rubric_ids items; /* at least one */
};

struct tcn_rubric_figure {
	struct tcn_str slot; /* engine/facts/slot.h */
	struct tcn_pattern **told;
	size_t told_n;
	struct tcn_rubric_value *values;
	size_t values_n;
};

struct tcn_rubric_case {
	struct tcn_str name;
	enum tcn_rubric_part part;
	struct tcn_rubric_ids items;
	bool whole;
	struct tcn_rubric_facts facts, wrong;
	struct tcn_rubric_figure *figures;
	size_t figures_n;
	struct tcn_rubric_ids first, foreign;
};

struct tcn_rubric_cases {
	struct tcn_arena arena; /* of all below but the patterns */
	struct tcn_str stream; /* a plain word */
	struct tcn_rubric_case *at;
	size_t n;
};

/*
 * Reads a file, or its text, which path names. TCN_INVALID: err has the file,
 * the place where it is no JSON, and else the field: "cases[2].facts[0].any[1]:
 * ...". Call fini in every case. O(bytes).
 */
TCN_MUST_USE enum tcn_rc tcn_rubric_cases_read(const char *path,
    struct tcn_rubric_cases *cases, struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_rubric_cases_parse(const char *path,
    struct tcn_str text, struct tcn_rubric_cases *cases, struct tcn_err *err);
void tcn_rubric_cases_fini(struct tcn_rubric_cases *cases);

/* Whether one of the patterns matches. */
bool tcn_rubric_matches(struct tcn_pattern *const *any, size_t n,
    struct tcn_str text);

#endif
