#include "window/story/numbers.h"

static const struct tcn_numbers defaults = {
#define FIELD(name, value, unit, meaning, source) .name = value,
	TCN_NUMBERS(FIELD)
#undef FIELD
};

const struct tcn_numbers *
tcn_numbers_default(void)
{
	return &defaults;
}
