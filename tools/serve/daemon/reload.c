#include "tools/serve/daemon/reload.h"

#include <string.h>

#include "engine/base/buf.h"
#include "tools/conf/conf_value.h"

/* What cannot change: whole sections ("text."), and beginnings of keys. */
static const char *const fixed[] = { "text.", "time.", "df.", "near.", "story.",
	"rules.", "http.address", "http.links_key", "http.port", "http.socket",
	"http.connections_max", "deliver.retry", "deliver.tries_max",
	"deliver.age_max", "kafka.", "store.mode", NULL };

static bool
is_fixed(const struct tcn_conf_row *row)
{
	if (row->kind == TCN_CONF_SECTION)
		return false;
	if (strcmp(row->key, "rules.file") == 0)
		return false;
	for (size_t i = 0; fixed[i]; i++)
		if (strncmp(row->key, fixed[i], strlen(fixed[i])) == 0)
			return true;
	return false;
}

/* Writes a value as tcn_conf_put() reads it. */
static void
print(const struct tcn_conf *conf, const struct tcn_conf_row *row,
    struct tcn_buf *out)
{
	const char *field = (const char *)conf + row->at;
	const char *text;

	tcn_buf_clear(out);
	if (row->kind == TCN_CONF_TEXT || row->kind == TCN_CONF_LIST ||
	    row->kind == TCN_CONF_PATH) {
		memcpy(&text, field, sizeof text);
		tcn_buf_z(out, text ? text : "");
	} else {
		tcn_conf_value_print(row, field, out);
	}
}

enum tcn_rc
tcn_reload_keep_fixed(const struct tcn_conf *now, struct tcn_conf *next,
    void (*on_fixed)(void *ctx, const char *key), void *ctx)
{
	const struct tcn_conf_row *row;
	struct tcn_buf old = { 0 }, new = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && (row = tcn_conf_row(i)) != NULL; i++) {
		if (!is_fixed(row))
			continue;
		print(now, row, &old);
		print(next, row, &new);
		if (!tcn_str_equal(tcn_buf_view(&old), tcn_buf_view(&new))) {
			rc = tcn_conf_put(next, i, tcn_buf_view(&old),
			    now->places[i], NULL);
			on_fixed(ctx, row->key);
		}
	}
	tcn_buf_fini(&old);
	tcn_buf_fini(&new);
	return rc;
}
