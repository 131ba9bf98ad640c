#include "tools/pipeline/setup.h"

#include "engine/text/zone_day.h"
#include "tools/conf/conf_stored.h"
#include "tools/conf/rulebook.h"

/* Takes the weights of story.weights, if it names a file. */
static void
set_weights(const struct tcn_conf *conf, struct tcn_news_weights *weights)
{
	if (!conf->story.has_weights)
		return;
	weights->bias = conf->story.weights.bias;
	for (size_t i = 0; i < TCN_NEWS_FEATURES; i++) {
		weights->weight[i] = conf->story.weights.rows[i].weight;
		weights->mean[i] = conf->story.weights.rows[i].mean;
	}
}

static void
set_pairs(const struct tcn_conf *conf, struct tcn_window_conf *window)
{
	if (!conf->pairs.on)
		return;
	window->pairs = (struct tcn_pairs_conf){
		.span_ms = conf->pairs.span_ms
		    ? conf->pairs.span_ms
		    : TCN_ZONE_DAY_MS_MAX + conf->time.lateness_ms,
		.cosine = conf->pairs.cosine,
		.cap_bytes = conf->pairs.memory_bytes,
	};
	window->rewrite = (struct tcn_rewrite_conf){
		.likeness = conf->pairs.likeness,
		.measure = (enum tcn_rewrite_measure)conf->pairs.measure,
		.lengths = conf->pairs.lengths,
		.least_words = (uint32_t)conf->pairs.least_words,
	};
	window->rewrite_terms = conf->pairs.terms;
	window->rewrite_origin = conf->pairs.origin;
	window->rewrite_zone = conf->pairs.span_ms ? NULL : conf->pairs.zone;
	window->rewrite_given = conf->pairs.vector == TCN_CONF_PAIRS_GIVEN;
}

void
tcn_setup_clusters(const struct tcn_conf *conf,
    struct tcn_clusters_conf *clusters)
{
	*clusters = (struct tcn_clusters_conf){
		.minhash = {
			.bands = (uint32_t)conf->lsh.bands,
			.rows = (uint32_t)conf->lsh.rows,
			.seed = conf->lsh.seed,
		},
		.least_bands = (uint32_t)conf->lsh.least_bands,
		.jaccard = conf->lsh.jaccard,
		.estimate = (enum tcn_minhash_estimate)conf->lsh.estimate,
		.link = (enum tcn_clusters_link)conf->lsh.link,
		.least_words = (uint32_t)conf->lsh.least_words,
		.title_only = conf->lsh.text == TCN_CONF_LSH_TITLE,
		.horizon_ms = conf->lsh.horizon_ms ? conf->lsh.horizon_ms
						   : conf->rules.within_ms,
		.cap_bytes = conf->lsh.memory_bytes,
	};
}

static void
set_window(const struct tcn_conf *conf, struct tcn_window_conf *window)
{
	window->near = (struct tcn_near_conf){
		.plan = (enum tcn_near_plan_kind)conf->near.plan,
		.horizon_ms = conf->near.horizon_ms,
		.bucket_ms = conf->near.bucket_ms,
		.cap_bytes = conf->near.memory_bytes,
	};
	if (conf->shingle.on && conf->shingle.origin)
		window->keys = (struct tcn_keys_conf){
			.horizon_ms = conf->shingle.horizon_ms
			    ? conf->shingle.horizon_ms
			    : conf->near.horizon_ms,
			.cap_bytes = conf->shingle.memory_bytes,
			.share = (uint32_t)conf->shingle.common,
		};
	window->vectors_bytes = conf->near.vector_memory_bytes;
	window->plain_weights = conf->near.weights == TCN_CONF_WEIGHTS_ONE;
	window->least_shared = (uint32_t)conf->shingle.least_shared;
	set_pairs(conf, window);
	tcn_setup_clusters(conf, &window->clusters);
	window->fold_versions = conf->input.versions == TCN_CONF_VERSIONS_FOLD;
	tcn_story_conf_default(&window->story);
	window->story.within_ms = conf->rules.within_ms;
	window->story.more_than = (uint32_t)conf->rules.more_than;
	window->story.min_origins = (uint32_t)conf->rules.min_origins;
	window->story.join = conf->story.join;
	window->story.merge = conf->story.merge;
	window->story.vector_join = conf->story.vector_join;
	window->story.vector_merge = conf->story.vector_merge;
	window->story.vectors_bytes = conf->story.vector_memory_bytes;
	window->story.least = conf->rules.least / 100;
	window->story.early = conf->rules.early / 100;
	set_weights(conf, &window->story.weights);
	window->story.half_life_ms = conf->df.half_life_ms;
	window->story.terms_max = conf->df.terms_max;
	window->story.stories_max = conf->story.stories_max;
	window->story.items_max = conf->story.items_max;
	window->clock = (struct tcn_clock_conf){
		.lateness_ms = conf->time.lateness_ms,
		.jump_ms = conf->time.jump_ms,
		.future_ms = conf->time.future_ms,
	};
	window->items_max = conf->near.items_max;
}

static void
set_category(const struct tcn_conf *conf, struct tcn_category_conf *category)
{
	*category = (struct tcn_category_conf){
		.half_life_ms = conf->category.half_life_ms,
		.labels_max = (uint32_t)conf->category.labels_max,
		.least = (double)conf->category.least,
		.terms_max = conf->category.terms_max,
		.share = conf->category.share / 100,
		.none = conf->category.none,
	};
}

/*
 * The delta log is compacted every so many articles, and so many rows with each
 * commit. Rows change often: the more articles between two compactions, the
 * fewer rows each article costs.
 */
#define COMPACT_EVERY 8000
#define COMPACT_ROWS  200

unsigned
tcn_setup_store_mode(const struct tcn_conf *conf)
{
	/* As the words of tools/conf/conf_table.c. */
	static const unsigned modes[] = { 0600, 0640, 0644, 0660 };

	return modes[conf->store.mode];
}

void
tcn_setup_pipeline(const struct tcn_conf *conf, struct tcn_pipeline_conf *pipe)
{
	*pipe = (struct tcn_pipeline_conf){
		.commit_every = conf->store.commit_every,
		.store_mode = tcn_setup_store_mode(conf),
		.drop_copies = conf->store.copies == TCN_CONF_COPIES_DROP,
		.copy_texts = conf->store.copies == TCN_CONF_COPIES_TEXT,
		.compact_every = COMPACT_EVERY,
		.compact_rows = COMPACT_ROWS,
	};
	pipe->prepare.words_max = conf->text.words_max;
	pipe->prepare.textcat_dir = conf->text.textcat_dir;
	pipe->prepare.number_words = conf->lsh.words == TCN_CONF_LSH_SURFACE;
	if (conf->shingle.on)
		pipe->prepare.sketch = (struct tcn_sketch_conf){
			.k = (uint32_t)conf->shingle.k,
			.least_words = (uint32_t)conf->shingle.least_words,
			.word_bytes = (uint32_t)conf->shingle.word_bytes,
		};
	pipe->prepare.content = conf->pairs.on;
	set_window(conf, &pipe->detector.window);
	if (conf->category.on)
		set_category(conf, &pipe->category);
	pipe->dictionaries = conf->story.dictionaries;
	/* Nothing else looks at parts of speech. */
	if (conf->text.tagger == TCN_CONF_TAGGER_APERTIUM &&
	    pipe->prepare.content)
		pipe->tagger = conf->text.tagger_data;
	tcn_rulebook_default_rule(conf, &pipe->detector.rule);
	pipe->detector.lifecycle = (struct tcn_lifecycle_conf){
		.quiet_ms = conf->rules.quiet_ms,
		.reopen_ms = conf->rules.reopen_ms,
		.update_factor = conf->rules.update_factor,
	};
}

enum tcn_rc
tcn_setup_record(struct tcn_pipeline *pipe, const struct tcn_conf *conf,
    const struct tcn_rulebook *book, struct tcn_err *err)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_pipeline_begin(pipe, &tx, err);

	if (!rc)
		rc = tcn_conf_stored_record(tx, conf, book);
	return tcn_pipeline_end(pipe, rc, err);
}
