#include "tools/intake/input/rejects.h"

#include "tools/base/say.h"

enum {
	SHOWN = 100,
};

enum tcn_rc
tcn_rejects_add(struct tcn_rejects *rejects, const char *name,
    unsigned long line, const struct tcn_err *why)
{
	struct tcn_err err = *why;

	rejects->n++;
	tcn_err_at(&err, name, line, why->column);
	if (rejects->n <= SHOWN || rejects->strict)
		tcn_say_rc(TCN_INVALID, &err);
	if (rejects->n == SHOWN && !rejects->strict)
		tcn_say("%d bad lines so far: more are only counted", SHOWN);
	return rejects->strict ? TCN_INVALID : TCN_OK;
}
