#include "tools/intake/kafka/log_act.h"

#include <string.h>

#include "tools/base/json_in.h"
#include "tools/base/json_out.h"

static const char first[] = "{\"tocsin_act\":1,";

bool
tcn_log_act_begins(struct tcn_str value)
{
	return value.n >= sizeof first - 1 &&
	    memcmp(value.at, first, sizeof first - 1) == 0;
}

void
tcn_log_act_write(const struct tcn_log_act *act, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_uint(out, "tocsin_act", 1);
	tcn_json_str(out, "id", act->id);
	tcn_json_str(out, "method", act->method);
	tcn_json_str(out, "target", act->target);
	tcn_json_str(out, "user", act->user);
	tcn_json_str(out, "body", act->body);
	tcn_json_close(out, '}');
}

static void
take(const struct tcn_json_value *object, const char *name,
    struct tcn_arena *arena, struct tcn_str *text)
{
	tcn_arena_str(arena, tcn_json_in_str(object, name), text);
}

enum tcn_rc
tcn_log_act_read(struct tcn_str value, struct tcn_arena *arena,
    struct tcn_log_act *act, struct tcn_err *err)
{
	struct tcn_json_value object;
	enum tcn_rc rc = tcn_json_read(value, arena, &object, err);

	*act = (struct tcn_log_act){ 0 };
	if (rc)
		return rc;
	take(&object, "id", arena, &act->id);
	take(&object, "method", arena, &act->method);
	take(&object, "target", arena, &act->target);
	take(&object, "user", arena, &act->user);
	take(&object, "body", arena, &act->body);
	if (!act->id.n || !act->target.n || *act->target.at != '/' ||
	    memchr(act->target.at, '\0', act->target.n) ||
	    memchr(act->user.at, '\0', act->user.n))
		return tcn_err_set(err, TCN_INVALID,
		    "an action needs an id and the target of a request");
	return TCN_OK;
}
