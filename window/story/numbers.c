#include "window/story/numbers.h"

#include <assert.h>

static const struct tcn_numbers defaults = {
#define FIELD(name, value, unit, meaning, source) .name = value,
	TCN_NUMBERS(FIELD)
#undef FIELD
};

static const struct tcn_numbers_row rows[] = {
#define ROW(name, value, unit, meaning, source)                                \
	{ #name, unit, meaning, source, offsetof(struct tcn_numbers, name) },
	TCN_NUMBERS(ROW)
#undef ROW
};

const struct tcn_numbers *
tcn_numbers_default(void)
{
	return &defaults;
}

const struct tcn_numbers_row *
tcn_numbers_rows(size_t *n)
{
	*n = sizeof rows / sizeof *rows;
	return rows;
}

double *
tcn_numbers_at(struct tcn_numbers *numbers, const struct tcn_numbers_row *row)
{
	assert(row->offset < sizeof *numbers);
	return (double *)(void *)((char *)numbers + row->offset);
}
