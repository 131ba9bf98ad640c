#include "engine/item/event_kind.h"

#include <assert.h>

const char *const tcn_event_kind_names[] = {
	[TCN_EVENT_NEWS] = "news",
	[TCN_EVENT_SCHEDULED] = "scheduled",
	[TCN_EVENT_RELEASE] = "release",
	[TCN_EVENT_REPORT] = "report",
	NULL,
};

const char *
tcn_event_kind_name(enum tcn_event_kind kind)
{
	assert((unsigned)kind <= TCN_EVENT_REPORT);
	return tcn_event_kind_names[kind];
}
