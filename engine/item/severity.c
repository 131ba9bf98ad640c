#include "engine/item/severity.h"

#include <assert.h>

const char *const tcn_severity_names[] = {
	[TCN_SEVERITY_INFO] = "info",
	[TCN_SEVERITY_LOW] = "low",
	[TCN_SEVERITY_MEDIUM] = "medium",
	[TCN_SEVERITY_HIGH] = "high",
	[TCN_SEVERITY_CRITICAL] = "critical",
	NULL,
};

const char *
tcn_severity_name(enum tcn_severity severity)
{
	assert((unsigned)severity <= TCN_SEVERITY_CRITICAL);
	return tcn_severity_names[severity];
}
