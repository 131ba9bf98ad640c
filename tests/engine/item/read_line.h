/*
 * tests/engine/item/read_line.h - reads one line of JSON as an article, which
 * lives in the fixture's arena.
 */
#ifndef TCN_TESTS_ENGINE_ITEM_READ_LINE_H
#define TCN_TESTS_ENGINE_ITEM_READ_LINE_H

#include "tests/base/in_arena.h"

#include "engine/base/err.h"
#include "engine/item/json_article.h"
#include "tests/base/check_str.h"

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

#endif
