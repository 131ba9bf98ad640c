#include "tools/eval/sweep/sweep_front.h"

#include "engine/base/mem.h"
#include "tools/pipeline/alert.h"

static void
init(struct tcn_sweep_front *front, const struct tcn_pipeline_conf *conf)
{
	front->conf = *conf;
	front->conf.detector.window.role = TCN_WINDOW_LEADS;
	front->recall_ms = conf->detector.rule.within_ms;
	tcn_recent_init(&front->known, conf->detector.window.items_max);
	tcn_cites_init(&front->cites);
	pthread_mutex_init(&front->lock, NULL);
	for (size_t i = 0; i < TCN_POOL_QUEUE; i++)
		tcn_arena_init(&front->led[i].arena, 0);
}

enum tcn_rc
tcn_sweep_front_new(const struct tcn_pipeline_conf *conf,
    const struct tcn_sweep_batch *batches, struct tcn_sweep_front **out,
    struct tcn_err *err)
{
	struct tcn_sweep_front *front = tcn_calloc(1, sizeof *front);
	enum tcn_rc rc;

	if (!front)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	init(front, conf);
	front->batches = batches;
	rc = tcn_prepare_new(&conf->prepare, &front->prep, err);
	if (!rc && tcn_window_new(&front->conf.detector.window, &front->window))
		rc = tcn_err_set(err, TCN_NOMEM, "out of memory");
	if (rc) {
		tcn_sweep_front_free(front);
		return rc;
	}
	*out = front;
	return TCN_OK;
}

void
tcn_sweep_front_free(struct tcn_sweep_front *front)
{
	if (!front)
		return;
	for (size_t i = 0; i < TCN_POOL_QUEUE; i++) {
		tcn_arena_fini(&front->led[i].arena);
		tcn_free(front->led[i].items);
	}
	tcn_prepare_free(front->prep);
	tcn_window_free(front->window);
	tcn_recent_fini(&front->known);
	tcn_free(front->numbers);
	pthread_mutex_destroy(&front->lock);
	tcn_recall_fini(&front->recall);
	tcn_cites_fini(&front->cites);
	tcn_free(front);
}

/* The stream's time; before the first date all stands at 0. */
static int64_t
stream_ms(const struct tcn_sweep_front *front)
{
	int64_t now_ms = tcn_window_now_ms(front->window);

	return now_ms == TCN_UNDATED ? 0 : now_ms;
}

static enum tcn_rc
note_number(struct tcn_sweep_front *front, uint64_t number)
{
	uint32_t *numbers = tcn_mem_fit(front->numbers, &front->numbers_cap,
	    front->numbers_n + 1, sizeof *numbers);

	if (!numbers)
		return TCN_NOMEM;
	front->numbers = numbers;
	numbers[front->numbers_n++] = (uint32_t)number;
	return TCN_OK;
}

/* As the pipeline remembers an item: its key, and how people know it. */
static enum tcn_rc
remember(struct tcn_sweep_front *front, const struct tcn_doc *doc,
    const struct tcn_placement *item)
{
	struct tcn_article plain = *doc->article;
	enum tcn_rc rc;

	plain.title = doc->title;
	tcn_recent_expire(&front->known,
	    stream_ms(front) - front->conf.detector.window.near.horizon_ms);
	rc =
	    tcn_recent_put(&front->known, plain.key[0], item->seq, item->ts_ms);
	if (rc)
		return rc;
	pthread_mutex_lock(&front->lock);
	rc = tcn_recall_add(&front->recall, item->seq, item->ts_ms, &plain);
	pthread_mutex_unlock(&front->lock);
	return rc;
}

static enum tcn_rc
take(struct tcn_sweep_front *front, const struct tcn_article *article,
    uint64_t number, struct tcn_sweep_led *led)
{
	struct tcn_sweep_item *items, *item;
	enum tcn_rc rc;

	if (tcn_recent_find(&front->known, article->key[0], INT64_MIN))
		return TCN_OK;
	items = tcn_mem_fit(led->items, &led->cap, led->n + 1, sizeof *items);
	if (!items)
		return TCN_NOMEM;
	led->items = items;
	item = &items[led->n];
	rc = tcn_prepare(front->prep, article, &led->arena, &item->doc);
	if (!rc)
		rc = tcn_window_lead(front->window, &item->doc,
		    front->numbers_n + 1, TCN_CLOCK_NO_BOUND, &item->lead);
	if (!rc)
		rc = note_number(front, number);
	if (!rc)
		rc = remember(front, &item->doc, &item->lead.placement);
	led->n += rc == TCN_OK;
	return rc;
}

enum tcn_rc
tcn_sweep_front_run(void *ctx, uint64_t number, struct tcn_err *err)
{
	struct tcn_sweep_front *front = ctx;
	const struct tcn_sweep_batch *batch =
	    &front->batches[number % TCN_POOL_QUEUE];
	struct tcn_sweep_led *led = &front->led[number % TCN_POOL_QUEUE];
	enum tcn_rc rc = TCN_OK;

	led->now_ms = stream_ms(front);
	for (size_t i = 0; !rc && i < batch->n; i++)
		rc = take(front, &batch->articles[i], batch->first + i, led);
	return rc ? tcn_err_set(err, rc, "%s", tcn_rc_text(rc)) : TCN_OK;
}

void
tcn_sweep_front_forget(struct tcn_sweep_front *front, uint64_t number)
{
	struct tcn_sweep_led *led = &front->led[number % TCN_POOL_QUEUE];

	led->n = 0;
	tcn_arena_reset(&led->arena);
	pthread_mutex_lock(&front->lock);
	tcn_recall_expire(&front->recall, led->now_ms - front->recall_ms);
	pthread_mutex_unlock(&front->lock);
}

enum tcn_rc
tcn_sweep_front_cite(struct tcn_sweep_front *front,
    const struct tcn_event *event, const uint64_t *seqs, size_t n,
    struct tcn_buf *line)
{
	enum tcn_rc rc = TCN_OK;

	pthread_mutex_lock(&front->lock);
	for (size_t i = 0; !rc && i < n; i++)
		rc = tcn_cites_add(&front->cites, &front->recall, seqs[i]);
	if (line)
		tcn_alert_json(line, event, &front->recall);
	pthread_mutex_unlock(&front->lock);
	return line && line->failed ? TCN_NOMEM : rc;
}
