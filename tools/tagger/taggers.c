/*
 * What all threads share: the languages, their faults, the counts.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/tagger/tagger_impl.h"

#define MINUTE_MS ((int64_t)60 * 1000)

enum tcn_rc
tcn_taggers_open(const struct tcn_taggers_conf *conf, struct tcn_taggers **out,
    struct tcn_err *err)
{
	struct tcn_taggers *taggers = tcn_mem_calloc(1, sizeof *taggers);
	enum tcn_rc rc;

	assert(conf->deadline_ms > 0);
	*out = NULL;
	if (!taggers)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	taggers->deadline_ms = conf->deadline_ms;
	pthread_mutex_init(&taggers->lock, NULL);
	rc = tcn_tagger_data_list(conf->dir, taggers->list, &taggers->n, err);
	for (size_t i = 0; !rc && i < taggers->n; i++)
		rc = tcn_tagger_data_name(&taggers->list[i], err);
	if (rc)
		tcn_taggers_close(taggers);
	else
		*out = taggers;
	return rc;
}

void
tcn_taggers_close(struct tcn_taggers *taggers)
{
	if (!taggers)
		return;
	tcn_tagger_data_free(taggers->list, taggers->n);
	pthread_mutex_destroy(&taggers->lock);
	tcn_mem_free(taggers);
}

size_t
tcn_taggers_langs(const struct tcn_taggers *taggers)
{
	return taggers->n;
}

size_t
tcn_taggers_find(const struct tcn_taggers *taggers, const char *lang)
{
	for (size_t i = 0; i < taggers->n; i++)
		if (strcmp(taggers->list[i].lang, lang) == 0)
			return i;
	return SIZE_MAX;
}

const char *
tcn_taggers_name(const struct tcn_taggers *taggers, const char *lang)
{
	size_t i = tcn_taggers_find(taggers, lang);

	return i < taggers->n ? taggers->list[i].name : NULL;
}

void
tcn_taggers_names(const struct tcn_taggers *taggers, struct tcn_buf *out)
{
	tcn_tagger_data_names(taggers->list, taggers->n, out);
}

void
tcn_taggers_count(struct tcn_taggers *taggers,
    struct tcn_taggers_counts *counts)
{
	pthread_mutex_lock(&taggers->lock);
	*counts = taggers->counts;
	pthread_mutex_unlock(&taggers->lock);
}

bool
tcn_taggers_is_off(struct tcn_taggers *taggers, size_t lang)
{
	bool off;

	pthread_mutex_lock(&taggers->lock);
	off = taggers->states[lang].off;
	pthread_mutex_unlock(&taggers->lock);
	return off;
}

void
tcn_taggers_add(struct tcn_taggers *taggers, uint64_t tagged, uint64_t failed)
{
	pthread_mutex_lock(&taggers->lock);
	taggers->counts.tagged += tagged;
	taggers->counts.failed += failed;
	pthread_mutex_unlock(&taggers->lock);
}

static void
tell(const struct tcn_tagger_data *data, const char *program, const char *why,
    int error)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_WARN, "tagger_off");
	tcn_log_str(&log, "lang", tcn_str(data->lang));
	tcn_log_str(&log, "program", tcn_str(program));
	tcn_log_str(&log, "fault", tcn_str(why));
	if (error)
		tcn_log_str(&log, "error", tcn_str(strerror(error)));
	tcn_log_str(&log, "note",
	    error ? tcn_str("install it, or set text.tagger to none; articles "
			    "go by their plain words")
		  : tcn_str("three faults within a minute; articles go by "
			    "their plain words until the program is started "
			    "again"));
	tcn_log_end(&log);
}

void
tcn_taggers_fault(struct tcn_taggers *taggers, size_t lang, const char *program,
    enum tcn_filter_end end, bool lied, int error)
{
	struct tcn_taggers_state *state = &taggers->states[lang];
	int64_t now = tcn_now_monotonic_ms(), *slot;
	bool off;

	pthread_mutex_lock(&taggers->lock);
	taggers->counts.faults++;
	slot = &state->faults_ms[state->faults % TCN_TAGGERS_FAULTS];
	*slot = now;
	state->faults++;
	/* The oldest of the latest three is next in the ring. */
	slot = &state->faults_ms[state->faults % TCN_TAGGERS_FAULTS];
	off = !state->off &&
	    (end == TCN_FILTER_MISSING ||
		(state->faults >= TCN_TAGGERS_FAULTS &&
		    now - *slot <= MINUTE_MS));
	state->off |= off;
	taggers->counts.off += off;
	pthread_mutex_unlock(&taggers->lock);
	if (off)
		tell(&taggers->list[lang], program,
		    lied ? "it answered something else"
			 : tcn_filter_end_text(end),
		    end == TCN_FILTER_MISSING ? error : 0);
}
