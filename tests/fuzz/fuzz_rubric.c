/*
 * Judged cases from anywhere: reading them ends, leaks nothing, and what is
 * refused is named; their patterns and lines can be tried.
 */
#include <stdint.h>
#include <stdlib.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/lab/eval/rubric/rubric_case.h"
#include "tools/lab/eval/rubric/rubric_line.h"
#include "tools/lab/eval/rubric/rubric_words.h"

static void
try(const struct tcn_rubric_case *c)
{
	for (size_t i = 0; i < c->facts.n; i++)
		(void)tcn_rubric_matches(c->facts.at[i].any,
		    c->facts.at[i].any_n, c->name);
	for (size_t i = 0; i < c->figures_n; i++)
		for (size_t k = 0; k < c->figures[i].values_n; k++)
			must(c->figures[i].values[k].items.n > 0);
	must(tcn_rubric_line_fault(c->name, c->items.at[0], false) <=
	    TCN_RUBRIC_FAULTS);
	(void)tcn_rubric_has_number(c->name, 1, 2);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_err err = { 0 };
	struct tcn_rubric_cases cases;
	struct tcn_rubric_words words;

	if (tcn_rubric_cases_parse("fuzz", text, &cases, &err) == TCN_OK)
		for (size_t i = 0; i < cases.n; i++)
			try(&cases.at[i]);
	else
		must(err.text[0] != '\0');
	tcn_rubric_words(text, &cases.arena, &words);
	must(words.n <= size && words.heavy_n <= words.n);
	tcn_rubric_cases_fini(&cases);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
