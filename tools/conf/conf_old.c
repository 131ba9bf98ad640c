/*
 * Names that settings had, and settings that are gone.
 */
#include <string.h>

#include "tools/conf/conf.h"

/* Old names of settings, which are read for one release, and the new ones. */
static const char *const renamed[][2] = {
	{ "deliver.address", "http.public_url" },
	{ "deliver.keep", "store.keep_deliveries" },
	{ "http.gather", "http.commit_delay" },
	{ "http.held_max", "http.buffers_max" },
	{ "rules.rule", "rules.kind" },
};

/* Settings that are gone, and what to write in their place. */
static const char *const gone[][2] = {
	{ "story.burst",
	    "one score weighs what spoke for and against a story; set "
	    "rules.least, the least probability in per cent that it is news" },
	{ "story.publishers",
	    "how many publishers there are is part of the score; set "
	    "rules.least, the least probability in per cent that it is news" },
	{ "story.settle",
	    "the score leaves out what is not known on the first day; remove "
	    "it, or set rules.least higher" },
	{ "story.warm_up",
	    "the score leaves out what is not known on the first day; remove "
	    "it, or set rules.least higher" },
};

/* Does key name it, in full or by the last part? */
static bool
is_called(const char *name, const char *key)
{
	return strcmp(strchr(key, '.') ? name : strchr(name, '.') + 1, key) ==
	    0;
}

const char *
tcn_conf_new_name(const char *key)
{
	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (is_called(renamed[i][0], key))
			return renamed[i][1];
	return NULL;
}

const char *
tcn_conf_gone(const char *key)
{
	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
		if (is_called(gone[i][0], key))
			return gone[i][1];
	return NULL;
}
