/*
 * tools/lab/eval/fit/fit_stories.h - a table of stories that a person judged.
 *
 *     first_item,real
 *     n000672,yes
 *     20260303-812eb59732,no
 *
 * A story is named by any of its items' ids, best the first one's, or by the id
 * of its event; the column is called first_item, item, event or id. `real` says
 * whether it is news: yes, no, true, false, 1, 0, real; empty: not judged yet.
 * Other columns are passed over. How it may be written: tools/lab/eval/csv.h.
 */
#ifndef TCN_TOOLS_LAB_EVAL_FIT_FIT_STORIES_H
#define TCN_TOOLS_LAB_EVAL_FIT_FIT_STORIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/lab/eval/intern.h"

struct tcn_fit_judged {
	unsigned long line;
	bool real;
};

struct tcn_fit_stories {
	struct tcn_intern ids; /* its numbers are indexes of rows */
	struct tcn_fit_judged *rows;
	size_t n, cap;
	size_t empty; /* lines without a judgement */
	struct tcn_arena arena;
};

/*
 * Reads the table from text; name is what errors call it. TCN_INVALID: err
 * has the place and what to mend. Call fini in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_fit_stories_parse(struct tcn_fit_stories *stories,
    const char *name, struct tcn_str csv, struct tcn_err *err);

/* The same from a file; also TCN_IO. */
TCN_MUST_USE enum tcn_rc tcn_fit_stories_read(struct tcn_fit_stories *stories,
    const char *path, struct tcn_err *err);

void tcn_fit_stories_fini(struct tcn_fit_stories *stories);

#endif
