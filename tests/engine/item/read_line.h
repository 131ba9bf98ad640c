/*
 * tests/engine/item/read_line.h - one line of JSON, read as an article: the
 * arena it lives in, and what stands in it.
 */
#ifndef TCN_TESTS_ENGINE_ITEM_READ_LINE_H
#define TCN_TESTS_ENGINE_ITEM_READ_LINE_H

#include "engine/base/err.h"
#include "tests/engine/base/in_arena.h"

#include "engine/item/json_article.h"

/* Reads a line that must be good. */
static struct tcn_article
read_line(const char *line)
{
	struct tcn_err err = { .text = "" };
	struct tcn_article a;

	ck_assert_msg(tcn_json_article(tcn_str(line), NULL, &arena, &a, &err) ==
		TCN_OK,
	    "%s: %s", line, err.text);
	return a;
}

static void
check_str(struct tcn_str got, const char *want)
{
	ck_assert_msg(tcn_str_equal(got, tcn_str(want)), "\"%.*s\", not \"%s\"",
	    TCN_STR_ARG(got), want);
}

#endif
