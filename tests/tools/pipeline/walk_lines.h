/*
 * tests/tools/pipeline/walk_lines.h - random lines of input for a walk: they
 * copy, resemble, cut, rewrite and replace each other, as they are made of few
 * words. A seed decides them.
 */
#ifndef TCN_TESTS_TOOLS_PIPELINE_WALK_LINES_H
#define TCN_TESTS_TOOLS_PIPELINE_WALK_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"

struct walk_lines {
	uint64_t random; /* at first the seed */
	unsigned step; /* from 1; the caller's */
	bool gives_numbers; /* vectors and fingerprints; the caller's */
	int64_t now_s; /* about the stream's time; at first when it begins */
	unsigned ids; /* new ones so far */
	struct tcn_buf line; /* the last */
};

/* A number below n. */
unsigned walk_draw(struct walk_lines *w, unsigned n);

/* Whether what happens once in n times happens now. */
bool walk_once_in(struct walk_lines *w, unsigned n);

/* Makes the next line. */
void walk_put_article(struct walk_lines *w);

#endif
