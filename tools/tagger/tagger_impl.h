/*
 * tools/tagger/tagger_impl.h - what the threads' taggers share.
 */
#ifndef TCN_TOOLS_TAGGER_TAGGER_IMPL_H
#define TCN_TOOLS_TAGGER_TAGGER_IMPL_H

#include <pthread.h>

#include "tools/tagger/filter.h"
#include "tools/tagger/tagger.h"
#include "tools/tagger/tagger_data.h"

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

/* The number of the language; SIZE_MAX: there is none. */
size_t tcn_taggers_find(const struct tcn_taggers *taggers, const char *lang);

bool tcn_taggers_is_off(struct tcn_taggers *taggers, size_t lang);

/*
 * Notes a fault of one of the language's programs, and turns the language off
 * when it is one too many, or when the program is missing (`error`: why).
 */
void tcn_taggers_fault(struct tcn_taggers *taggers, size_t lang,
    const char *program, enum tcn_filter_end end, bool lied, int error);

void tcn_taggers_add(struct tcn_taggers *taggers, uint64_t tagged,
    uint64_t failed);

#endif
