/*
 * tools/intake/tagger/tagger_impl.h - what the threads' taggers share.
 */
#ifndef TCN_TOOLS_INTAKE_TAGGER_TAGGER_IMPL_H
#define TCN_TOOLS_INTAKE_TAGGER_TAGGER_IMPL_H

#include <pthread.h>

#include "tools/intake/tagger/filter.h"
#include "tools/intake/tagger/tagger.h"
#include "tools/intake/tagger/tagger_data.h"

enum {
	TCN_TAGGERS_FAULTS = 3, /* within a minute: off */
};

struct tcn_taggers {
	int64_t deadline_ms;
	struct tcn_tagger_data list[TCN_TAGGER_DATA_MAX];
	size_t n;

	pthread_mutex_t lock; /* of what follows */
	struct tcn_taggers_state {
		int64_t faults_ms[TCN_TAGGERS_FAULTS]; /* the latest, a ring */
		uint64_t faults;
		bool off;
	} states[TCN_TAGGER_DATA_MAX]; /* of each language */
	struct tcn_taggers_counts counts;
};

#endif
