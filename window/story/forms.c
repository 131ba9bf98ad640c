#include "window/story/forms.h"

#include <string.h>

#include "engine/base/mem.h"
#include "window/base/decay.h"

#define HOUR_MS   ((int64_t)3600 * 1000)
#define FORMS_MAX 4096
#define WEEK_H    (7 * 24)

void
tcn_forms_fini(struct tcn_forms *forms)
{
	tcn_free(forms->rows);
	tcn_map_fini(&forms->by_key);
	*forms = (struct tcn_forms){ 0 };
}

static int32_t
last_hour(const struct tcn_form *form)
{
	return form->n ? form->seen[form->n - 1].hour : INT32_MIN;
}

/* The row not seen for longest; ties by key. */
static size_t
oldest_row(const struct tcn_forms *forms)
{
	size_t oldest = 0;

	for (size_t i = 1; i < forms->n; i++) {
		const struct tcn_form *a = &forms->rows[i];
		const struct tcn_form *b = &forms->rows[oldest];

		if (last_hour(a) < last_hour(b) ||
		    (last_hour(a) == last_hour(b) && a->key < b->key))
			oldest = i;
	}
	return oldest;
}

enum tcn_rc
tcn_forms_add(struct tcn_forms *forms, uint64_t key, struct tcn_form **form)
{
	struct tcn_form *rows =
	    tcn_mem_fit(forms->rows, &forms->cap, forms->n + 1, sizeof *rows);
	uint64_t *at;

	if (!rows)
		return TCN_NOMEM;
	forms->rows = rows;
	if (tcn_map_put(&forms->by_key, key, &at, NULL))
		return TCN_NOMEM;
	*at = forms->n++;
	*form = &rows[*at];
	**form = (struct tcn_form){ .key = key };
	return TCN_OK;
}

/* The phrase's row, made when there is none. */
static enum tcn_rc
get_row(struct tcn_forms *forms, uint64_t key, struct tcn_form **form,
    uint64_t *gone)
{
	const uint64_t *found = tcn_map_find(&forms->by_key, key);
	uint64_t *at;

	*gone = 0;
	if (found) {
		*form = &forms->rows[*found];
		return TCN_OK;
	}
	if (forms->n < FORMS_MAX)
		return tcn_forms_add(forms, key, form);
	*form = &forms->rows[oldest_row(forms)];
	*gone = (*form)->key;
	if (tcn_map_put(&forms->by_key, key, &at, NULL))
		return TCN_NOMEM;
	*at = (uint64_t)(*form - forms->rows);
	tcn_map_remove(&forms->by_key, *gone);
	**form = (struct tcn_form){ .key = key, .dirty = (*form)->dirty };
	return TCN_OK;
}

static void
begin_sighting(struct tcn_form *form, int32_t hour)
{
	if (form->n == TCN_FORMS_SEEN) {
		memmove(form->seen, form->seen + 1,
		    (TCN_FORMS_SEEN - 1) * sizeof *form->seen);
		form->n--;
	}
	form->seen[form->n++] = (struct tcn_form_seen){ .hour = hour };
}

/* About this many hours lie between. */
static bool
is_apart(int32_t hour, int32_t before, int32_t hours)
{
	int32_t off = hour - before - hours;

	return off >= -1 && off <= 1;
}

static void
look_back(const struct tcn_form *form, struct tcn_form_past *past)
{
	const struct tcn_form_seen *now = &form->seen[form->n - 1];
	int32_t day = INT32_MIN;

	*past = (struct tcn_form_past){ 0 };
	for (const struct tcn_form_seen *seen = form->seen; seen < now;
	     seen++) {
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
tcn_forms_see(struct tcn_forms *forms, uint64_t key, int64_t now_ms,
    int64_t window_ms, uint32_t texts, struct tcn_form_past *past,
    uint64_t *gone)
{
	int32_t hour = (int32_t)tcn_decay_period(now_ms, HOUR_MS);
	struct tcn_form_seen *seen;
	struct tcn_form *form;
	enum tcn_rc rc = get_row(forms, key, &form, gone);

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
