#include "tools/eval/replay_score.h"

#include <assert.h>

#include "engine/base/mem.h"

enum tcn_rc
tcn_replay_score_open(struct tcn_replay_scorer *run,
    const struct tcn_score_conf *conf)
{
	assert(!run->open);
	*run = (struct tcn_replay_scorer){ .open = true };
	return tcn_truth_new(conf, &run->truth);
}

void
tcn_replay_score_close(struct tcn_replay_scorer *run)
{
	if (!run->open)
		return;
	tcn_truth_free(run->truth);
	tcn_score_findings_fini(&run->findings);
	tcn_mem_free(run->evidence);
	tcn_score_fini(&run->score);
	*run = (struct tcn_replay_scorer){ 0 };
}

static enum tcn_rc
note_alert(struct tcn_replay_scorer *run, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	uint32_t *items = tcn_mem_grow(run->evidence, &run->evidence_cap,
	    event->evidence_n + 1, sizeof *items);
	size_t n = 0;

	if (!items)
		return TCN_NOMEM;
	run->evidence = items;
	for (size_t i = 0; i < event->evidence_n; i++) {
		const struct tcn_item_name *item =
		    tcn_item_names_find(names, event->evidence[i]);

		if (item)
			items[n++] = tcn_truth_find(run->truth, item->id);
	}
	return tcn_score_findings_alert(&run->findings,
	    (double)event->fired_ms / 1000, items, n);
}

/* Notes an article. One without a date takes that of the one before. */
static enum tcn_rc
note_article(struct tcn_replay_scorer *run, const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome, uint32_t *item)
{
	if (article->ts_ms != TCN_UNDATED)
		run->last_s = (double)article->ts_ms / 1000;
	else if (run->last_s == 0)
		run->last_s = (double)outcome->placement.ts_ms / 1000;
	return tcn_truth_add(run->truth, article->id, run->last_s,
	    article->label, item);
}

static enum tcn_rc
place_in_cluster(struct tcn_replay_scorer *run,
    const struct tcn_pipeline_outcome *outcome, uint32_t item)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	uint64_t cluster = outcome->placement.cluster;
	enum tcn_rc rc =
	    tcn_score_findings_place(&run->findings, item, cluster);

	for (size_t i = 0; !rc && i < changes->clusters_merged_n; i++)
		rc = tcn_score_findings_merge(&run->findings,
		    changes->clusters_merged[i], cluster);
	return rc;
}

enum tcn_rc
tcn_replay_score_add(struct tcn_replay_scorer *run,
    const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names)
{
	const struct tcn_detector_changes *changes = &outcome->changes;
	uint32_t item;
	enum tcn_rc rc = note_article(run, article, outcome, &item);

	assert(run->open);
	if (rc || outcome->repeat_of)
		return rc;
	for (size_t i = 0; !rc && i < changes->events_n; i++)
		if (changes->events[i].revision == 1)
			rc = note_alert(run, &changes->events[i], names);
	if (!rc && run->clusters)
		return place_in_cluster(run, outcome, item);
	if (!rc)
		rc = tcn_score_findings_place(&run->findings, item,
		    outcome->placement.story);
	if (!rc && changes->merged_from)
		rc = tcn_score_findings_merge(&run->findings,
		    changes->merged_from, changes->merged_into);
	return rc;
}

enum tcn_rc
tcn_replay_score_finish(struct tcn_replay_scorer *run)
{
	enum tcn_rc rc = tcn_truth_seal(run->truth);

	assert(run->open);
	run->findings.placed = true;
	return rc ? rc : tcn_score(run->truth, &run->findings, &run->score);
}
