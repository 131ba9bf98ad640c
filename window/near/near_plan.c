#include "window/near/near_plan.h"

#include <assert.h>

static const struct tcn_near_plan plans[] = {
	[TCN_NEAR_PLAN_4X16] = { 4,
	    { { 48, 16 }, { 32, 16 }, { 16, 16 }, { 0, 16 } } },
	[TCN_NEAR_PLAN_5X13] = { 5,
	    { { 51, 13 }, { 38, 13 }, { 25, 13 }, { 12, 13 }, { 0, 12 } } },
	[TCN_NEAR_PLAN_8X8] = { 8,
	    { { 56, 8 }, { 48, 8 }, { 40, 8 }, { 32, 8 }, { 24, 8 }, { 16, 8 },
		{ 8, 8 }, { 0, 8 } } },
};

const struct tcn_near_plan *
tcn_near_plan(enum tcn_near_plan_kind plan)
{
	assert((size_t)plan < sizeof plans / sizeof *plans);
	return &plans[plan];
}
