#include "tools/intake/kafka/log_event_value.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "tools/base/event_words.h"
#include "tools/base/json_out.h"
#include "tools/serve/live/api_json.h"

static bool
is_wrapped(const struct tcn_conf *conf)
{
	return conf->kafka.envelope == TCN_CONF_ENVELOPE_CLOUDEVENTS;
}

const char *
tcn_log_event_value_type(const struct tcn_conf *conf)
{
	return is_wrapped(conf) ? "application/cloudevents+json; charset=UTF-8"
				: "application/json; charset=UTF-8";
}

/* The event within a CloudEvent (https://cloudevents.io, version 1.0). */
static void
wrap(const struct tcn_conf *conf, const struct tcn_event *event,
    struct tcn_str data, struct tcn_buf *out)
{
	const char *from = conf->http.public_url;
	char id[TCN_EVENT_ID_BYTES + 16], type[64], time[TCN_DATE_BYTES];

	snprintf(id, sizeof id, "%s-%" PRIu32, event->id, event->revision);
	snprintf(type, sizeof type, "tocsin.event.%s",
	    tcn_event_words_state(event->state));
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "specversion", tcn_str("1.0"));
	tcn_json_str(out, "id", tcn_str(id));
	tcn_json_str(out, "source", tcn_str(from ? from : "tocsin"));
	tcn_json_str(out, "type", tcn_str(type));
	tcn_json_str(out, "subject", tcn_str(event->id));
	tcn_date_format(event->changed_ms, time);
	tcn_json_str(out, "time", tcn_str(time));
	tcn_json_str(out, "datacontenttype", tcn_str("application/json"));
	tcn_json_str(out, "dataschema", tcn_str(TCN_LOG_EVENT_SCHEMA));
	tcn_json_raw(out, "data", data);
	tcn_json_close(out, '}');
}

enum tcn_rc
tcn_log_event_value_write(const struct tcn_conf *conf,
    const struct tcn_store *store, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_buf *data, struct tcn_buf *out)
{
	enum tcn_rc rc;

	tcn_buf_clear(out);
	tcn_buf_clear(data);
	rc = tcn_api_json_event(store, event, arena,
	    is_wrapped(conf) ? data : out);
	if (!rc && is_wrapped(conf))
		wrap(conf, event, tcn_buf_view(data), out);
	return rc;
}
