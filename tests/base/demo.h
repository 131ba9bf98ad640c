/*
 * tests/base/demo.h - generated streams of articles for tests to run on.
 */
#ifndef TCN_TESTS_BASE_DEMO_H
#define TCN_TESTS_BASE_DEMO_H

#include <check.h>
#include <stdio.h>

#include "tools/lab/demo/demo.h"

/* A generator with its defaults but for these two; tcn_demo_free() it. */
static inline struct tcn_demo *
demo_new(uint32_t items, uint32_t events)
{
	struct tcn_demo_conf conf;
	struct tcn_demo *demo;

	tcn_demo_conf_init(&conf);
	conf.items = items;
	conf.events = events;
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	return demo;
}

/* Writes such a stream to a file, one article a line. */
static inline void
demo_write(const char *path, uint32_t items, uint32_t events)
{
	struct tcn_demo *demo = demo_new(items, events);
	FILE *file = fopen(path, "w");
	struct tcn_str line;

	ck_assert_msg(file != NULL, "%s", path);
	while (tcn_demo_next(demo, &line) == TCN_OK)
		fprintf(file, "%.*s\n", TCN_STR_ARG(line));
	tcn_demo_free(demo);
	ck_assert_int_eq(fclose(file), 0);
}

#endif
