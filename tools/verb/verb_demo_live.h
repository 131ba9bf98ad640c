/*
 * tools/verb/verb_demo_live.h - the day of the demonstration, replayed into a
 * running daemon, for people to watch.
 */
#ifndef TCN_TOOLS_VERB_VERB_DEMO_LIVE_H
#define TCN_TOOLS_VERB_VERB_DEMO_LIVE_H

#include "tools/conf/conf.h"
#include "tools/lab/demo/demo.h"

#define TCN_VERB_DEMO_LIVE_SPEED     60 /* a day in 24 minutes */
#define TCN_VERB_DEMO_LIVE_SPEED_MAX 86400

struct tcn_verb_demo_live {
	struct tcn_demo *demo;
	int64_t start_ms, until_ms; /* the day, or days */
	const struct tcn_conf_args *conf;
	const char *dir; /* where the store goes; it must be there */
	const char *address; /* to listen on; NULL: that of the settings */
	int port; /* -1: that of the settings */
	unsigned speed; /* seconds of the day in one; 1 to ..._MAX */
};

/* Serves until it is interrupted. Returns enum tcn_exit. */
int tcn_verb_demo_live(const struct tcn_verb_demo_live *live);

#endif
