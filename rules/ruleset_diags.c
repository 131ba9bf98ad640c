/*
 * What is wrong or odd with a file of rules, as sentences about its places.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "rules/ruleset_impl.h"

void
tcn_ruleset_add_diag(struct tcn_ruleset_diags *diags, bool warning,
    struct tcn_ruleset_place place, const char *fmt, ...)
{
	struct tcn_ruleset_diag *at;
	struct tcn_str text;
	char line[600];
	va_list args;

	if (warning)
		diags->warnings_n++;
	else
		diags->errors_n++;
	if (diags->n == TCN_RULESET_DIAGS_MAX ||
	    (warning && diags->n >= TCN_RULESET_DIAGS_MAX / 2))
		return; /* warnings leave room for errors */
	va_start(args, fmt);
	vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	at = tcn_mem_grow(diags->at, &diags->cap, diags->n + 1, sizeof *at);
	diags->at = at;
	tcn_arena_str(diags->arena, tcn_str(line), &text);
	at[diags->n++] = (struct tcn_ruleset_diag){
		.warning = warning,
		.line = place.line,
		.column = place.column,
		.text = text.at,
	};
}

static bool
stands_before(const struct tcn_ruleset_diag *a,
    const struct tcn_ruleset_diag *b)
{
	return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* Sorts by place. An insertion sort leaves those of one place in the order in
 * which they were found, which qsort does not promise. */
static void
sort_diags(struct tcn_ruleset_diag *at, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct tcn_ruleset_diag diag = at[i];
		size_t to = i;

		for (; to > 0 && stands_before(&diag, &at[to - 1]); to--)
			at[to] = at[to - 1];
		at[to] = diag;
	}
}

void
tcn_ruleset_store_diags(struct tcn_ruleset_diags *diags,
    struct tcn_ruleset *set)
{
	size_t bytes = diags->n * sizeof *diags->at;
	struct tcn_ruleset_diag *at = tcn_arena_alloc(&set->arena, bytes);

	if (diags->n) {
		sort_diags(diags->at, diags->n);
		memcpy(at, diags->at, bytes);
	}
	set->diags = at;
	set->diags_n = diags->n;
	set->errors_n = diags->errors_n;
	set->warnings_n = diags->warnings_n;
}

enum tcn_rc
tcn_ruleset_first_error(const struct tcn_ruleset *set, const char *name,
    struct tcn_err *err)
{
	for (size_t i = 0; i < set->diags_n; i++) {
		if (set->diags[i].warning)
			continue;
		tcn_err_at(err, name, set->diags[i].line, set->diags[i].column);
		return tcn_err_set(err, TCN_INVALID, "%s", set->diags[i].text);
	}
	return TCN_OK;
}
