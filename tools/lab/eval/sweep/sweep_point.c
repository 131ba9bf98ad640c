#include "tools/lab/eval/sweep/sweep_point.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "tools/pipeline/alert.h"

static enum tcn_rc
make_detector(struct tcn_sweep_point *point,
    const struct tcn_pipeline_conf *conf, struct tcn_err *err)
{
	struct tcn_detector_conf det = conf->detector;
	struct tcn_pipeline_conf own = *conf;

	own.no_headlines = !point->writes;
	if (!point->stage)
		return tcn_pipeline_open(&own, NULL, &point->pipe, err);
	det.window.role = TCN_WINDOW_FOLLOWER;
	return tcn_detector_new(&det, &point->det);
}

enum tcn_rc
tcn_sweep_point_init(struct tcn_sweep_point *point,
    const struct tcn_pipeline_conf *conf, struct tcn_sweep_stage *stage,
    const struct tcn_sweep_batch *batches, const char *alerts_path,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	*point = (struct tcn_sweep_point){
		.batches = batches,
		.stage = stage,
		.from_ms = TCN_UNDATED,
		.to_ms = TCN_UNDATED,
		.writes = alerts_path != NULL,
	};
	tcn_sweep_cites_init(&point->cites);
	tcn_arena_init(&point->terms, 4096);
	rc = make_detector(point, conf, err);
	if (!rc && alerts_path)
		rc = tcn_out_open(&point->out, alerts_path, err);
	return rc;
}

void
tcn_sweep_point_fini(struct tcn_sweep_point *point)
{
	tcn_pipeline_close(point->pipe);
	tcn_detector_free(point->det);
	tcn_sweep_cites_fini(&point->cites);
	tcn_mem_free(point->numbers);
	tcn_mem_free(point->alerts);
	tcn_mem_free(point->evidence);
	tcn_arena_fini(&point->terms);
	tcn_buf_fini(&point->line);
	tcn_out_discard(&point->out);
	*point = (struct tcn_sweep_point){ 0 };
}

static void
note_terms(struct tcn_sweep_point *point, const struct tcn_event *event,
    struct tcn_sweep_alert *alert)
{
	struct tcn_buf *text = &point->line;

	tcn_buf_clear(text);
	for (size_t i = 0; i < event->terms_n; i++) {
		tcn_buf_z(text, i ? " " : "");
		tcn_buf_str(text, event->terms[i].word);
	}
	tcn_arena_str(&point->terms, tcn_buf_view(text), &alert->terms);
}

/*
 * Chooses the items to cite: the central one, then the first that were counted,
 * each once.
 */
static size_t
choose_cites(const struct tcn_event *event, uint64_t cites[TCN_SWEEP_CITES])
{
	size_t n = 0;

	if (event->central)
		cites[n++] = event->central;
	for (size_t i = 0; i < event->evidence_n && n < TCN_SWEEP_CITES; i++)
		if (event->evidence[i] != event->central)
			cites[n++] = event->evidence[i];
	return n;
}

static enum tcn_rc
cite(struct tcn_sweep_point *point, const struct tcn_event *event,
    const uint64_t *seqs, size_t n, struct tcn_err *err)
{
	const struct tcn_item_names *names;

	tcn_buf_clear(&point->line);
	if (point->stage) {
		tcn_sweep_stage_cite(point->stage, event, seqs, n,
		    point->writes ? &point->line : NULL);
	} else {
		names = tcn_pipeline_item_names(point->pipe);
		for (size_t i = 0; i < n; i++)
			tcn_sweep_cites_add(&point->cites, names, seqs[i]);
		if (point->writes) {
			/* Dossiers follow revisions, of which a stage knows the
			 * detector's alone. */
			struct tcn_event fired = *event;

			fired.dossier[0] = '\0';
			tcn_alert_json(&point->line, &fired, names);
		}
	}
	return point->writes
	    ? tcn_out_add(&point->out, tcn_buf_view(&point->line), err)
	    : TCN_OK;
}

static enum tcn_rc
note_alert(struct tcn_sweep_point *point, const struct tcn_event *event,
    struct tcn_err *err)
{
	struct tcn_sweep_alert *alerts, *alert;
	enum tcn_rc rc;
	uint32_t *evidence;

	alerts = tcn_mem_grow(point->alerts, &point->alerts_cap,
	    point->alerts_n + 1, sizeof *alerts);
	point->alerts = alerts;
	alert = &alerts[point->alerts_n];
	*alert = (struct tcn_sweep_alert){
		.fired_ms = event->fired_ms,
		.origins = event->origins,
		.publishers = event->publishers,
	};
	memcpy(alert->id, event->id, sizeof alert->id);
	evidence = tcn_mem_grow(point->evidence, &point->evidence_cap,
	    point->evidence_n + event->evidence_n, sizeof *evidence);
	point->evidence = evidence;
	alert->at = point->evidence_n;
	alert->n = event->evidence_n;
	for (size_t i = 0; i < event->evidence_n; i++)
		evidence[point->evidence_n++] = (uint32_t)event->evidence[i];
	note_terms(point, event, alert);
	rc = cite(point, event, alert->cites, choose_cites(event, alert->cites),
	    err);
	point->alerts_n += rc == TCN_OK;
	if (point->fired)
		++*point->fired;
	return rc;
}

static enum tcn_rc
note_changes(struct tcn_sweep_point *point,
    const struct tcn_detector_changes *changes, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < changes->events_n; i++)
		if (changes->events[i].revision == 1)
			rc = note_alert(point, &changes->events[i], err);
	return rc;
}

static void
note_time(struct tcn_sweep_point *point, int64_t now_ms)
{
	if (point->from_ms == TCN_UNDATED)
		point->from_ms = now_ms;
	point->to_ms = now_ms;
}

static enum tcn_rc
follow(struct tcn_sweep_point *point,
    const struct tcn_sweep_stage_output *output, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < output->n; i++) {
		const struct tcn_sweep_item *item = &output->items[i];
		struct tcn_placement placement;
		struct tcn_detector_changes changes;

		note_time(point, item->lead.now_ms);
		tcn_detector_follow(point->det, &item->doc, &item->lead,
		    &placement, &changes);
		rc = note_changes(point, &changes, err);
	}
	return rc;
}

static enum tcn_rc
run_pipeline(struct tcn_sweep_point *point, const struct tcn_sweep_batch *batch,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < batch->n; i++) {
		struct tcn_pipeline_outcome outcome;
		uint32_t *numbers;

		rc = tcn_pipeline_article(point->pipe, &batch->articles[i],
		    TCN_CLOCK_NO_BOUND, &outcome, err);
		if (rc || outcome.repeat_of)
			continue;
		note_time(point,
		    tcn_window_now_ms(tcn_detector_window(
			tcn_pipeline_detector(point->pipe))));
		numbers = tcn_mem_grow(point->numbers, &point->numbers_cap,
		    point->numbers_n + 1, sizeof *numbers);
		point->numbers = numbers;
		numbers[point->numbers_n++] = (uint32_t)(batch->first + i);
		rc = note_changes(point, &outcome.changes, err);
	}
	return rc;
}

enum tcn_rc
tcn_sweep_point_run(void *ctx, uint64_t number, struct tcn_err *err)
{
	struct tcn_sweep_point *point = ctx;
	size_t slot = number % TCN_TASK_POOL_QUEUE;

	return point->stage ? follow(point, &point->stage->output[slot], err)
			    : run_pipeline(point, &point->batches[slot], err);
}

enum tcn_rc
tcn_sweep_point_finish(struct tcn_sweep_point *point, struct tcn_err *err)
{
	const uint32_t *numbers =
	    point->stage ? point->stage->numbers : point->numbers;

	assert(point->det || point->pipe);
	for (size_t i = 0; i < point->evidence_n; i++)
		point->evidence[i] = numbers[point->evidence[i] - 1];
	tcn_detector_free(point->det);
	point->det = NULL;
	tcn_pipeline_close(point->pipe);
	point->pipe = NULL;
	return point->writes ? tcn_out_commit(&point->out, err) : TCN_OK;
}

const struct tcn_item_name *
tcn_sweep_point_cited(const struct tcn_sweep_point *point,
    const struct tcn_sweep_alert *alert, size_t nth)
{
	const struct tcn_sweep_cites *cites =
	    point->stage ? &point->stage->cites : &point->cites;

	assert(alert >= point->alerts &&
	    alert < point->alerts + point->alerts_n);
	return nth < TCN_SWEEP_CITES && alert->cites[nth]
	    ? tcn_sweep_cites_find(cites, alert->cites[nth])
	    : NULL;
}
