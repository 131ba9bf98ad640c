/*
 * tools/eval/explain_impl.h - what tools/eval/explain.c and explain_story.c
 * share. Private.
 */
#ifndef TCN_TOOLS_EVAL_EXPLAIN_IMPL_H
#define TCN_TOOLS_EVAL_EXPLAIN_IMPL_H

#include "tools/eval/explain.h"

struct tcn_story_index *tcn_explain_stories(const struct tcn_explain *explain);

/* The stream's time, or the item's before there is any. */
int64_t tcn_explain_now_ms(const struct tcn_explain *explain,
    const struct tcn_placement *place);

/*
 * Copies what people call an item; its number alone when its name is no longer
 * known.
 */
enum tcn_rc tcn_explain_name_item(struct tcn_explain *explain, uint64_t seq,
    struct tcn_explain_name *name);

/*
 * A story's record, valid until the next one is made. find returns NULL when
 * there is none, get makes one.
 */
struct tcn_explain_story *
tcn_explain_find_story(const struct tcn_explain *explain, uint64_t id);
enum tcn_rc tcn_explain_get_story(struct tcn_explain *explain, uint64_t id,
    struct tcn_explain_story **story);

/*
 * Takes the verdict that this step gave on the story, or else asks why there
 * was none, with every figure. Its words are copied, because the story tier may
 * free them at the next step.
 */
enum tcn_rc tcn_explain_measure(const struct tcn_explain *explain,
    const struct tcn_detector_changes *changes, uint64_t story, int64_t at_ms,
    struct tcn_story_verdict *verdict);
enum tcn_rc tcn_explain_keep_verdict(struct tcn_explain *explain,
    struct tcn_story_verdict *verdict);

/* Takes every figure of the story when it is larger than it ever was. */
enum tcn_rc tcn_explain_note_peak(struct tcn_explain *explain,
    struct tcn_explain_story *story, const struct tcn_detector_changes *changes,
    int64_t at_ms);

/* Notes what the article, which has just come, shares with an item that was
 * asked about, or with an earlier one when it is such an item itself. */
enum tcn_rc tcn_explain_note_excerpt(struct tcn_explain *explain,
    const struct tcn_placement *place, const struct tcn_article *article);

/* Before the article is taken in: what is nearest to it, by its words, where
 * clusters are looked for; changes nothing. Then what came of that. */
enum tcn_rc tcn_explain_ask_cluster(struct tcn_explain *explain,
    const struct tcn_article *article);
enum tcn_rc tcn_explain_note_cluster(struct tcn_explain *explain,
    struct tcn_explain_item *item);

/* Takes in what a step did to stories: joins, merges, ends and verdicts. */
enum tcn_rc tcn_explain_track(struct tcn_explain *explain,
    const struct tcn_pipeline_outcome *outcome);

#endif
