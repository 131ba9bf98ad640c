/*
 * tests/engine/facts/reading_rows.h - sentences, and what they say of slots.
 */
#ifndef TCN_TESTS_ENGINE_FACTS_READING_ROWS_H
#define TCN_TESTS_ENGINE_FACTS_READING_ROWS_H

#include "tests/base/run.h"

/* A sentence of 2014, and its readings: "dead 42 least; water 9.4 m". */
struct reading_row {
	const char *lang, *sentence, *wanted;
};

void reading_setup(void);
void reading_teardown(void);
void reading_must_be(const struct reading_row *row);

#endif
