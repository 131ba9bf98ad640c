/*
 * tests/compare/list_readings.c - the readings of texts, one a line.
 *
 * In: id, language, year and a text, apart by tabs, one text a line. Out: id,
 * slot, value and the sentence, apart by tabs. sample_readings.py runs it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/facts/reading.h"
#include "engine/text/sentence.h"

static void
print_value(int64_t value)
{
	printf("%" PRId64, value / TCN_READING_ONE);
	if (value % TCN_READING_ONE)
		printf(".%03" PRId64, value % TCN_READING_ONE);
}

static void
list_sentence(struct tcn_facts *facts, const char *id,
    const struct tcn_reading_text *text)
{
	static const char *const senses[] = { "", ">=", "<=", "~", "", "vague ",
		"+", "part " };
	struct tcn_reading readings[TCN_READINGS_MAX];
	size_t n;

	tcn_reading_find(facts, text, readings, &n);
	for (size_t i = 0; i < n; i++) {
		const struct tcn_reading *at = &readings[i];

		printf("%s\t%s\t%s%s", id, tcn_slot_name(at->slot),
		    at->denied ? "not " : "", senses[at->sense]);
		print_value(at->lo);
		if (at->hi != at->lo) {
			putchar('-');
			print_value(at->hi);
		}
		printf("%s\t%.*s\n", at->unit, TCN_STR_ARG(text->sentence));
	}
}

static void
list_line(struct tcn_facts *facts, char *line)
{
	char *id = strtok(line, "\t"), *lang = strtok(NULL, "\t");
	char *year = strtok(NULL, "\t"), *all = strtok(NULL, "\t\n");
	struct tcn_reading_text text = { .lang = lang };
	struct tcn_sentence_scan scan;

	if (!all)
		return;
	text.year = atoi(year);
	tcn_sentence_scan(&scan, tcn_str(all), lang);
	while (tcn_sentence_next(&scan, &text.sentence))
		list_sentence(facts, id, &text);
}

int
main(void)
{
	struct tcn_facts *facts = tcn_facts_new();
	char *line = NULL;
	size_t cap = 0;

	while (getline(&line, &cap, stdin) > 0)
		list_line(facts, line);
	free(line);
	tcn_facts_free(facts);
	return 0;
}
