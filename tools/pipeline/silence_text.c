#include "tools/pipeline/silence_text.h"

#include <inttypes.h>

#include "engine/item/record.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"

void
tcn_silence_text(const struct tcn_silence *s, int64_t now_ms,
    struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%5" PRIu64 "  %-7s", s->id,
	    tcn_silence_kind_name(s->kind));
	tcn_safe_terminal(out, s->value);
	tcn_buf_printf(out, "\n       %s until %s",
	    tcn_silence_is_active(s, now_ms) ? "active" : "ended; was active",
	    tcn_when_text(s->ended_ms == TCN_UNDATED ? s->expires_ms
						     : s->ended_ms,
		when));
	tcn_buf_z(out, "; by ");
	tcn_safe_terminal(out, s->author);
	if (s->ended_ms != TCN_UNDATED) {
		tcn_buf_z(out, ", ended by ");
		tcn_safe_terminal(out, s->ended_by);
	}
	if (s->reason.n) {
		tcn_buf_z(out, ": ");
		tcn_safe_terminal(out, s->reason);
	}
	tcn_buf_char(out, '\n');
}
