#include "tools/setup.h"

#include "rules/ruleset.h"

static void
set_window(const struct tcn_conf *conf, struct tcn_window_conf *window)
{
	window->near = (struct tcn_near_conf){
		.plan = (enum tcn_plan)conf->near.plan,
		.horizon_ms = conf->near.horizon_ms,
		.bucket_ms = conf->near.bucket_ms,
		.cap_bytes = conf->near.memory_bytes,
	};
	tcn_story_conf_default(&window->story);
	window->story.within_ms = conf->rules.within_ms;
	window->story.more_than = (uint32_t)conf->rules.more_than;
	window->story.min_origins = (uint32_t)conf->rules.min_origins;
	window->story.join = conf->story.join;
	window->story.merge = conf->story.merge;
	window->story.burst = conf->story.burst;
	window->story.half_life_ms = conf->df.half_life_ms;
	window->story.terms_max = conf->df.terms_max;
	window->story.min_publishers = (uint32_t)conf->story.publishers;
	window->story.settle_ms = conf->story.settle_ms;
	window->story.stories_max = conf->story.stories_max;
	window->story.items_max = conf->story.items_max;
	window->clock = (struct tcn_clock_conf){
		.lateness_ms = conf->time.lateness_ms,
		.jump_ms = conf->time.jump_ms,
		.future_ms = conf->time.future_ms,
	};
	window->items_max = conf->near.items_max;
}

/* Least numbers are of one kind of rule only: see the settings. */
void
tcn_setup_rule(const struct tcn_conf *conf, struct tcn_rule *rule)
{
	bool story = conf->rules.rule == TCN_CONF_RULE_STORY;
	enum tcn_rule_kind kind = story ? TCN_RULE_STORY : TCN_RULE_SIMILAR;

	*rule = (struct tcn_rule){
		.name = tcn_str(tcn_rule_kind_name(kind)),
		.kind = kind,
		.more_than = (uint32_t)conf->rules.more_than,
		.within_ms = conf->rules.within_ms,
		.radius = (unsigned)conf->rules.radius,
		.severity = TCN_SEVERITY_HIGH,
		.burst = conf->story.burst,
	};
	if (story)
		rule->min_origins = (uint32_t)conf->rules.min_origins;
	else
		rule->min_publishers = (uint32_t)conf->rules.min_publishers;
}

/* Rows change often: the more articles, the fewer rows each of them costs. */
#define SETTLE_EVERY 8000
#define SETTLE_WORK  200

void
tcn_setup_pipeline(const struct tcn_conf *conf, struct tcn_pipeline_conf *pipe)
{
	*pipe = (struct tcn_pipeline_conf){
		.commit_every = conf->store.commit_every,
		.settle_every = SETTLE_EVERY,
		.settle_work = SETTLE_WORK,
	};
	pipe->prepare.words_max = conf->text.words_max;
	pipe->prepare.textcat_dir = conf->text.textcat_dir;
	set_window(conf, &pipe->detector.window);
	tcn_setup_rule(conf, &pipe->detector.rule);
	pipe->detector.life = (struct tcn_life_conf){
		.quiet_ms = conf->rules.quiet_ms,
		.reopen_ms = conf->rules.reopen_ms,
		.update_factor = conf->rules.update_factor,
	};
}

void
tcn_setup_score(const struct tcn_conf *conf, struct tcn_score_conf *score)
{
	*score = (struct tcn_score_conf){
		.window_s = (double)conf->score.window_ms / 1000,
		.count = conf->score.count,
		.late_s = (double)conf->score.late_ms / 1000,
		.warmup_s = (double)conf->score.warmup_ms / 1000,
	};
}

void
tcn_setup_feeds(const struct tcn_conf *conf, struct tcn_fetch_conf *fetch,
    struct tcn_feed_plan *plan)
{
	tcn_fetch_conf_default(fetch);
	if (conf->feeds.user_agent)
		fetch->user_agent = conf->feeds.user_agent;
	fetch->timeout_ms = conf->feeds.timeout_ms;
	fetch->bytes_max = conf->feeds.bytes_max;
	fetch->parallel = (unsigned)conf->feeds.parallel;
	fetch->per_host = (unsigned)conf->feeds.per_host;
	fetch->private_ok = conf->feeds.private_ok;
	*plan = (struct tcn_feed_plan){
		.least_ms = conf->feeds.least_ms,
		.most_ms = conf->feeds.most_ms,
	};
}
