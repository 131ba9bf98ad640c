#include "tools/pipeline/event_filter.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "engine/text/place_names.h"
#include "tools/base/event_words.h"
#include "tools/base/when.h"

void
tcn_event_filter_init(struct tcn_store_event_filter *filter)
{
	*filter = (struct tcn_store_event_filter){
		.since_ms = INT64_MIN,
		.until_ms = INT64_MAX,
		.state = -1,
		.kind = -1,
		.acked = -1,
	};
}

typedef enum tcn_rc take_fn(struct tcn_store_event_filter *filter,
    const char *value, struct tcn_err *err);

static enum tcn_rc
take_since(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	return tcn_when_option("since", value, &f->since_ms, err);
}

static enum tcn_rc
take_until(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	return tcn_when_option("until", value, &f->until_ms, err);
}

static enum tcn_rc
take_rule(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	(void)err;
	f->rule = value;
	return TCN_OK;
}

enum tcn_rc
tcn_event_filter_place(const char *value, const char **place,
    struct tcn_err *err)
{
	*place =
	    tcn_place_names_read(tcn_str("en"), tcn_str_trim(tcn_str(value)));
	return *place
	    ? TCN_OK
	    : tcn_err_set(err, TCN_INVALID,
		  "place is a country, by its code of ISO 3166 (AU) or its "
		  "English name, or a larger city, not '%.40s'",
		  value);
}

static enum tcn_rc
take_place(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	return tcn_event_filter_place(value, &f->place, err);
}

static enum tcn_rc
take_term(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	(void)err;
	f->term = value;
	return TCN_OK;
}

static enum tcn_rc
take_owner(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	(void)err;
	f->owner = value;
	return TCN_OK;
}

static enum tcn_rc
take_state(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	for (int i = TCN_EVENT_OPEN; i <= TCN_EVENT_REOPENED; i++) {
		if (strcmp(value,
			tcn_event_words_state((enum tcn_event_state)i)))
			continue;
		f->state = i;
		return TCN_OK;
	}
	return tcn_err_set(err, TCN_INVALID,
	    "state is open, updated, closed or reopened, not '%s'", value);
}

static enum tcn_rc
take_kind(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	for (int i = 0; tcn_event_kind_names[i]; i++) {
		if (strcmp(value, tcn_event_kind_names[i]) != 0)
			continue;
		f->kind = i;
		return TCN_OK;
	}
	return tcn_err_set(err, TCN_INVALID,
	    "kind is news, scheduled, release or report, not '%s'", value);
}

static enum tcn_rc
take_acknowledged(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	if (strcmp(value, "true") && strcmp(value, "false"))
		return tcn_err_set(err, TCN_INVALID,
		    "acknowledged is true or false, not '%s'", value);
	f->acked = value[0] == 't';
	return TCN_OK;
}

enum tcn_rc
tcn_event_filter_severity(const char *value, enum tcn_severity *severity,
    struct tcn_err *err)
{
	for (int i = 0; tcn_severity_names[i]; i++) {
		if (strcmp(value, tcn_severity_names[i]) != 0)
			continue;
		*severity = (enum tcn_severity)i;
		return TCN_OK;
	}
	return tcn_err_set(err, TCN_INVALID,
	    "severity is info, low, medium, high or critical, not '%.40s'",
	    value);
}

static enum tcn_rc
take_severity(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	return tcn_event_filter_severity(value, &f->severity, err);
}

static enum tcn_rc
take_min_items(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);

	if (*value < '0' || *value > '9' || *end || n > INT32_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "min_items is a number, not '%.40s'", value);
	f->min_items = (uint32_t)n;
	return TCN_OK;
}

static enum tcn_rc
take_order(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	if (strcmp(value, "newest") && strcmp(value, "oldest"))
		return tcn_err_set(err, TCN_INVALID,
		    "order is newest or oldest, not '%s'", value);
	f->newest = value[0] == 'n';
	return TCN_OK;
}

/* Reads "MS-ID", as tcn_event_cursor() writes it. */
static enum tcn_rc
take_after(struct tcn_store_event_filter *f, const char *value,
    struct tcn_err *err)
{
	char *end;

	f->after_ms = strtoll(value, &end, 10);
	if (end == value || *end != '-' || !end[1] ||
	    strlen(end + 1) >= TCN_EVENT_ID_BYTES || f->after_ms == INT64_MAX ||
	    f->after_ms == INT64_MIN)
		return tcn_err_set(err, TCN_INVALID,
		    "after takes the value that an answer named as \"next\", "
		    "not '%s'",
		    value);
	f->after_id = end + 1;
	f->has_cursor = true;
	return TCN_OK;
}

static const struct {
	const char *name;
	take_fn *take;
} rows[] = {
	{ "since", take_since },
	{ "until", take_until },
	{ "rule", take_rule },
	{ "place", take_place },
	{ "term", take_term },
	{ "kind", take_kind },
	{ "state", take_state },
	{ "owner", take_owner },
	{ "acknowledged", take_acknowledged },
	{ "severity", take_severity },
	{ "min_items", take_min_items },
	{ "order", take_order },
	{ "after", take_after },
};
#define ROWS (sizeof rows / sizeof *rows)

const char *
tcn_event_filter_name(size_t i)
{
	return i < ROWS ? rows[i].name : NULL;
}

enum tcn_rc
tcn_event_filter_take(struct tcn_store_event_filter *filter, const char *name,
    const char *value, struct tcn_err *err)
{
	assert(name);
	for (size_t i = 0; value && i < ROWS; i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].take(filter, value, err);
	return TCN_OK;
}

void
tcn_event_cursor(const struct tcn_event *last,
    char cursor[static TCN_EVENT_CURSOR_BYTES])
{
	snprintf(cursor, TCN_EVENT_CURSOR_BYTES, "%" PRId64 "-%s",
	    last->fired_ms, last->id);
}
