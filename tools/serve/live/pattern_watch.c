#include "tools/serve/live/pattern_watch.h"

#include "engine/base/mem.h"
#include "tools/base/log.h"

#define EVERY_MS ((int64_t)3600 * 1000)

struct tcn_pattern_watch_rule {
	uint64_t n; /* as it was told last */
	int64_t next_ms; /* when it may be told again */
};

void
tcn_pattern_watch_fini(struct tcn_pattern_watch *watch)
{
	tcn_mem_free(watch->told);
	*watch = (struct tcn_pattern_watch){ 0 };
}

void
tcn_pattern_watch_set(struct tcn_pattern_watch *watch,
    const struct tcn_match *match, const struct tcn_rule *rules, size_t n)
{
	uint64_t total = watch->total;

	tcn_pattern_watch_fini(watch);
	watch->match = match;
	watch->rules = rules;
	watch->n = n;
	watch->total = total;
	watch->seen = match ? tcn_match_patterns_over_limit(match) : 0;
	watch->told = tcn_mem_calloc(n + 1, sizeof *watch->told);
}

void
tcn_pattern_watch_look(struct tcn_pattern_watch *watch, int64_t now_ms)
{
	uint64_t now =
	    watch->match ? tcn_match_patterns_over_limit(watch->match) : 0;

	if (now == watch->seen)
		return;
	watch->total += now - watch->seen;
	watch->seen = now;
	for (uint32_t i = 0; watch->told && i < watch->n; i++) {
		struct tcn_pattern_watch_rule *told = &watch->told[i];
		uint64_t n = tcn_match_rule_given_up(watch->match, i);
		struct tcn_log log;

		if (n == told->n || (told->next_ms && now_ms < told->next_ms))
			continue;
		tcn_log_begin(&log, TCN_LOG_WARN, "pattern");
		tcn_log_str(&log, "rule", watch->rules[i].name);
		tcn_log_count(&log, "texts", n - told->n);
		tcn_log_str(&log, "note",
		    tcn_str("a pattern gave up, which counts as no match: make "
			    "it simpler, above all a repeat within a repeat; "
			    "logged once an hour"));
		tcn_log_end(&log);
		told->n = n;
		told->next_ms = now_ms + EVERY_MS;
	}
}
