#include "tools/intake/feeds/feed_conf.h"

void
tcn_feed_conf_set(const struct tcn_conf *conf, struct tcn_fetch_conf *fetch,
    struct tcn_feed_schedule *plan)
{
	tcn_fetch_conf_default(fetch);
	if (conf->feeds.user_agent)
		fetch->user_agent = conf->feeds.user_agent;
	fetch->timeout_ms = conf->feeds.timeout_ms;
	fetch->bytes_max = conf->feeds.bytes_max;
	fetch->parallel = (unsigned)conf->feeds.parallel;
	fetch->per_host = (unsigned)conf->feeds.per_host;
	fetch->allowed = conf->feeds.allowed;
	*plan = (struct tcn_feed_schedule){
		.least_ms = conf->feeds.least_ms,
		.most_ms = conf->feeds.most_ms,
	};
}

uint64_t
tcn_feed_conf_follow_below(const struct tcn_conf *conf)
{
	return conf->feeds.follow ? conf->feeds.follow_below : 0;
}
