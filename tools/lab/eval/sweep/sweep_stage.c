#include "tools/lab/eval/sweep/sweep_stage.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "tools/intake/tagger/tag_docs.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/headlines.h"

enum tcn_rc
tcn_sweep_stage_new(const struct tcn_pipeline_conf *conf,
    const struct tcn_sweep_batch *batches, struct tcn_sweep_stage **out,
    struct tcn_err *err)
{
	struct tcn_sweep_stage *stage = tcn_mem_calloc(1, sizeof *stage);
	enum tcn_rc rc;

	assert(conf && batches);
	stage->conf = *conf;
	stage->conf.detector.window.role = TCN_WINDOW_LEADER;
	stage->names_ms = conf->detector.rule.within_ms;
	tcn_recent_init(&stage->seen, conf->detector.window.items_max);
	tcn_sweep_cites_init(&stage->cites);
	pthread_mutex_init(&stage->lock, NULL);
	for (size_t i = 0; i < TCN_TASK_POOL_QUEUE; i++)
		tcn_arena_init(&stage->output[i].arena, 0);
	stage->batches = batches;
	stage->prep = tcn_prepare_new(&conf->prepare);
	rc = tcn_tag_docs_open(conf->tagger, &stage->taggers, err);
	if (!rc && stage->taggers)
		stage->tagger = tcn_tagger_new(stage->taggers);
	if (!rc)
		rc = tcn_window_new(&stage->conf.detector.window,
		    &stage->window);
	if (rc) {
		tcn_sweep_stage_free(stage);
		return rc;
	}
	*out = stage;
	return TCN_OK;
}

void
tcn_sweep_stage_free(struct tcn_sweep_stage *stage)
{
	if (!stage)
		return;
	for (size_t i = 0; i < TCN_TASK_POOL_QUEUE; i++) {
		tcn_arena_fini(&stage->output[i].arena);
		tcn_mem_free(stage->output[i].items);
	}
	tcn_tagger_free(stage->tagger);
	tcn_taggers_close(stage->taggers);
	tcn_prepare_free(stage->prep);
	tcn_headlines_free(stage->headlines);
	tcn_window_free(stage->window);
	tcn_recent_fini(&stage->seen);
	tcn_mem_free(stage->numbers);
	pthread_mutex_destroy(&stage->lock);
	tcn_item_names_fini(&stage->item_names);
	tcn_sweep_cites_fini(&stage->cites);
	tcn_mem_free(stage);
}

/* Returns the stream's time; before the first date it is 0. */
static int64_t
stream_ms(const struct tcn_sweep_stage *stage)
{
	int64_t now_ms = tcn_window_now_ms(stage->window);

	return now_ms == TCN_UNDATED ? 0 : now_ms;
}

/* Remembers an item as the pipeline does: its key, and its name. */
static void
remember(struct tcn_sweep_stage *stage, const struct tcn_doc *doc,
    const struct tcn_placement *item)
{
	struct tcn_article plain = *doc->article;

	plain.title = doc->title;
	plain.text = doc->text;
	plain.lang = tcn_str(doc->lang);
	tcn_recent_expire(&stage->seen,
	    stream_ms(stage) - stage->conf.detector.window.near.horizon_ms);
	tcn_recent_put(&stage->seen, plain.key[0], item->seq, item->ts_ms);
	pthread_mutex_lock(&stage->lock);
	tcn_item_names_add(&stage->item_names, item, &plain);
	pthread_mutex_unlock(&stage->lock);
}

static enum tcn_rc
take(struct tcn_sweep_stage *stage, const struct tcn_article *article,
    uint64_t number, struct tcn_sweep_stage_output *output)
{
	struct tcn_sweep_item *items, *item;
	struct tcn_doc *doc;
	enum tcn_rc rc;

	if (tcn_recent_find(&stage->seen, article->key[0], INT64_MIN))
		return TCN_OK;
	items = tcn_mem_grow(output->items, &output->cap, output->n + 1,
	    sizeof *items);
	output->items = items;
	item = &items[output->n];
	doc = &item->doc;
	tcn_prepare(stage->prep, article, &output->arena, doc);
	rc = tcn_tag_docs(stage->tagger, stage->prep, &doc, 1, &output->arena);
	if (!rc)
		rc = tcn_window_lead(stage->window, &item->doc,
		    stage->numbers_n + 1, TCN_CLOCK_NO_BOUND, &item->lead);
	if (!rc) {
		uint32_t *numbers = tcn_mem_grow(stage->numbers,
		    &stage->numbers_cap, stage->numbers_n + 1, sizeof *numbers);

		stage->numbers = numbers;
		numbers[stage->numbers_n++] = (uint32_t)number;
	}
	if (!rc)
		remember(stage, &item->doc, &item->lead.placement);
	output->n += rc == TCN_OK;
	return rc;
}

enum tcn_rc
tcn_sweep_stage_run(void *ctx, uint64_t number, struct tcn_err *err)
{
	struct tcn_sweep_stage *stage = ctx;
	const struct tcn_sweep_batch *batch =
	    &stage->batches[number % TCN_TASK_POOL_QUEUE];
	struct tcn_sweep_stage_output *output =
	    &stage->output[number % TCN_TASK_POOL_QUEUE];
	enum tcn_rc rc = TCN_OK;

	output->now_ms = stream_ms(stage);
	for (size_t i = 0; !rc && i < batch->n; i++)
		rc = take(stage, &batch->articles[i], batch->first + i, output);
	return rc ? tcn_err_set(err, rc, "%s", tcn_rc_text(rc)) : TCN_OK;
}

void
tcn_sweep_stage_release(struct tcn_sweep_stage *stage, uint64_t number)
{
	struct tcn_sweep_stage_output *output =
	    &stage->output[number % TCN_TASK_POOL_QUEUE];

	output->n = 0;
	tcn_arena_reset(&output->arena);
	pthread_mutex_lock(&stage->lock);
	tcn_item_names_expire(&stage->item_names,
	    output->now_ms - stage->names_ms);
	pthread_mutex_unlock(&stage->lock);
}

void
tcn_sweep_stage_cite(struct tcn_sweep_stage *stage,
    const struct tcn_event *event, const uint64_t *seqs, size_t n,
    struct tcn_buf *line)
{
	assert(event || !line);
	pthread_mutex_lock(&stage->lock);
	for (size_t i = 0; i < n; i++)
		tcn_sweep_cites_add(&stage->cites, &stage->item_names, seqs[i]);
	if (line) {
		/* Under the lock. Points that write nothing need no
		 * headlines. */
		struct tcn_event fired = *event;

		if (!stage->headlines)
			stage->headlines = tcn_headlines_new(NULL);
		tcn_headlines_free_texts(stage->headlines);
		tcn_headlines_choose_fired(stage->headlines, &stage->item_names,
		    &fired);
		tcn_alert_json(line, &fired, &stage->item_names);
	}
	pthread_mutex_unlock(&stage->lock);
}
