#include "window/story/story_templates.h"

#include <string.h>

#include "engine/base/mem.h"
#include "window/base/decay.h"

#define HOUR_MS   ((int64_t)3600 * 1000)
#define FORMS_MAX 4096
#define WEEK_H    (7 * 24)

void
tcn_story_templates_fini(struct tcn_story_templates *templates)
{
	tcn_mem_free(templates->rows);
	tcn_map_fini(&templates->by_key);
	*templates = (struct tcn_story_templates){ 0 };
}

static int32_t
last_hour(const struct tcn_story_template *form)
{
	return form->n ? form->seen[form->n - 1].hour : INT32_MIN;
}

/* The row not seen for longest; ties by key. */
static size_t
oldest_row(const struct tcn_story_templates *templates)
{
	size_t oldest = 0;

	for (size_t i = 1; i < templates->n; i++) {
		const struct tcn_story_template *a = &templates->rows[i];
		const struct tcn_story_template *b = &templates->rows[oldest];

		if (last_hour(a) < last_hour(b) ||
		    (last_hour(a) == last_hour(b) && a->key < b->key))
			oldest = i;
	}
	return oldest;
}

enum tcn_rc
tcn_story_templates_add(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **form)
{
	struct tcn_story_template *rows = tcn_mem_grow(templates->rows,
	    &templates->cap, templates->n + 1, sizeof *rows);
	uint64_t *at;

	if (!rows)
		return TCN_NOMEM;
	templates->rows = rows;
	if (tcn_map_put(&templates->by_key, key, &at, NULL))
		return TCN_NOMEM;
	*at = templates->n++;
	*form = &rows[*at];
	**form = (struct tcn_story_template){ .key = key };
	return TCN_OK;
}

/* The phrase's row, made when there is none. */
static enum tcn_rc
get_row(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **form, uint64_t *gone)
{
	const uint64_t *found = tcn_map_find(&templates->by_key, key);
	uint64_t *at;

	*gone = 0;
	if (found) {
		*form = &templates->rows[*found];
		return TCN_OK;
	}
	if (templates->n < FORMS_MAX)
		return tcn_story_templates_add(templates, key, form);
	*form = &templates->rows[oldest_row(templates)];
	*gone = (*form)->key;
	if (tcn_map_put(&templates->by_key, key, &at, NULL))
		return TCN_NOMEM;
	*at = (uint64_t)(*form - templates->rows);
	tcn_map_remove(&templates->by_key, *gone);
	**form =
	    (struct tcn_story_template){ .key = key, .dirty = (*form)->dirty };
	return TCN_OK;
}

static void
begin_sighting(struct tcn_story_template *form, int32_t hour)
{
	if (form->n == TCN_STORY_TEMPLATE_SEEN) {
		memmove(form->seen, form->seen + 1,
		    (TCN_STORY_TEMPLATE_SEEN - 1) * sizeof *form->seen);
		form->n--;
	}
	form->seen[form->n++] =
	    (struct tcn_story_template_seen){ .hour = hour };
}

/* About this many hours lie between. */
static bool
is_apart(int32_t hour, int32_t before, int32_t hours)
{
	int32_t off = hour - before - hours;

	return off >= -1 && off <= 1;
}

static void
look_back(const struct tcn_story_template *form,
    struct tcn_story_template_past *past)
{
	const struct tcn_story_template_seen *now = &form->seen[form->n - 1];
	int32_t day = INT32_MIN;

	*past = (struct tcn_story_template_past){ 0 };
	for (const struct tcn_story_template_seen *seen = form->seen;
	     seen < now; seen++) {
		if (now->hour - seen->hour > WEEK_H + 1)
			continue;
		past->texts += seen->texts;
		past->days += seen->hour / 24 != day;
		day = seen->hour / 24;
		past->recurs |= seen->texts * 2 >= now->texts &&
		    (is_apart(now->hour, seen->hour, 24) ||
			is_apart(now->hour, seen->hour, WEEK_H));
	}
}

enum tcn_rc
tcn_story_templates_see(struct tcn_story_templates *templates, uint64_t key,
    int64_t now_ms, int64_t window_ms, uint32_t texts,
    struct tcn_story_template_past *past, uint64_t *gone)
{
	int32_t hour = (int32_t)tcn_decay_period(now_ms, HOUR_MS);
	struct tcn_story_template_seen *seen;
	struct tcn_story_template *form;
	enum tcn_rc rc = get_row(templates, key, &form, gone);

	if (rc)
		return rc;
	if (!form->n || (hour - last_hour(form)) * HOUR_MS >= window_ms)
		begin_sighting(form, hour);
	seen = &form->seen[form->n - 1];
	if (texts > seen->texts) {
		seen->texts = texts;
		form->dirty = true;
	}
	look_back(form, past);
	return TCN_OK;
}
