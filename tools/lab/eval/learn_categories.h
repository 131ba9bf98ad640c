/*
 * tools/lab/eval/learn_categories.h - categories from an archive, before a
 * stream begins.
 *
 * A stream that is new, or that says few categories of its own, is given a
 * start by articles that were filed before (window/category/category.h).
 */
#ifndef TCN_TOOLS_LAB_EVAL_LEARN_CATEGORIES_H
#define TCN_TOOLS_LAB_EVAL_LEARN_CATEGORIES_H

#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "tools/pipeline/expect.h"

/*
 * Reads the archive at path, NDJSON as replay reads it, and lets expect learn
 * from each article with a category; bad lines are said and passed over. The
 * articles are prepared as `prepare` says. Shows its progress unless quiet.
 * TCN_INVALID: expect is off, or no article has a category; errors of the
 * source.
 */
TCN_MUST_USE enum tcn_rc tcn_learn_categories(struct tcn_expect *expect,
    const struct tcn_prepare_conf *prepare, const char *path, bool quiet,
    struct tcn_err *err);

#endif
