#include "tools/serve/client/show_excerpt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "tools/base/json_in.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"

/* How far apart they came; "-" when it is not known. *sign: of the other, as -1
 * when it came earlier, or 0. */
static const char *
span_of(const struct tcn_json_value *excerpt, int *sign,
    char out[static TCN_WHEN_BYTES])
{
	const struct tcn_json_value minutes =
	    tcn_json_member(excerpt, "minutes");

	*sign = 0;
	if (minutes.kind != TCN_JSON_NUMBER)
		return "-";
	*sign = minutes.n < 0 ? -1 : 1;
	return tcn_when_span((int64_t)(*sign * minutes.n * TCN_MINUTE_MS), out);
}

void
tcn_show_excerpt_columns(struct tcn_buf *out,
    const struct tcn_json_value *excerpt)
{
	char share[48] = "-", part[16] = "-", buf[TCN_WHEN_BYTES];
	int sign;
	const char *span = span_of(excerpt, &sign, buf);

	if (excerpt->node) {
		snprintf(share, sizeof share, "%" PRIu64 "/%" PRIu64,
		    tcn_json_in_uint(excerpt, "shared_sentences"),
		    tcn_json_in_uint(excerpt, "other_sentences"));
		snprintf(part, sizeof part, "%.0f %%",
		    100 * tcn_json_in_number(excerpt, "containment"));
	}
	tcn_buf_printf(out, "%8s  %5s  %*s%s  ", share, part,
	    10 - (int)strlen(span), &"-\0+"[sign + 1], span);
}

/* Adds "31 min earlier", if that is known. */
static void
add_when(struct tcn_buf *out, const struct tcn_json_value *excerpt)
{
	char buf[TCN_WHEN_BYTES];
	int sign;
	const char *span = span_of(excerpt, &sign, buf);

	if (sign)
		tcn_buf_printf(out, ", %s %s", span,
		    sign < 0 ? "earlier" : "later");
}

static void
add_sentences(struct tcn_buf *out, const struct tcn_json_value *excerpt)
{
	struct tcn_json_value at = tcn_json_member(excerpt, "sentences");

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		tcn_buf_z(out, "              \"");
		tcn_safe_terminal(out, at.s);
		tcn_buf_z(out, "\"\n");
	}
}

void
tcn_show_excerpt_source(struct tcn_buf *out,
    const struct tcn_json_value *article)
{
	const struct tcn_json_value excerpt =
	    tcn_json_member(article, "excerpt");
	const struct tcn_json_value other =
	    tcn_json_member(&excerpt, "article");

	if (!excerpt.node)
		return;
	if (tcn_json_in_uint(&excerpt, "shared_sentences"))
		tcn_buf_printf(out,
		    "%-12sshares %" PRIu64 " of its %" PRIu64
		    " sentences with ",
		    tcn_json_in_uint(article, "excerpt_of") ? "excerpt"
							    : "sentences",
		    tcn_json_in_uint(&excerpt, "shared_sentences"),
		    tcn_json_in_uint(&excerpt, "own_sentences"));
	else
		tcn_buf_printf(out, "%-12shas most of its words from ",
		    "excerpt");
	tcn_safe_terminal(out, tcn_json_in_str(&other, "id"));
	add_when(out, &excerpt);
	tcn_buf_z(out,
	    tcn_json_in_uint(&excerpt, "shared_sentences") ? ":\n" : "\n");
	add_sentences(out, &excerpt);
}

void
tcn_show_excerpt_takers(struct tcn_buf *out,
    const struct tcn_json_value *article)
{
	struct tcn_json_value at = tcn_json_member(article, "excerpts");

	at = tcn_json_first(&at);
	if (at.node)
		tcn_buf_z(out, "\nshare sentences with it\n");
	for (; at.node; at = tcn_json_next(&at)) {
		const struct tcn_json_value other =
		    tcn_json_member(&at, "article");
		char when[TCN_WHEN_BYTES];

		tcn_buf_printf(out, "  %s  ",
		    tcn_when_short(tcn_json_in_ms(&other, "at"), when));
		tcn_safe_terminal(out, tcn_json_in_str(&other, "id"));
		tcn_buf_z(out, "  ");
		tcn_safe_terminal(out, tcn_json_in_str(&other, "source"));
		tcn_buf_z(out, ": ");
		tcn_safe_terminal(out, tcn_json_in_str(&other, "title"));
		tcn_buf_printf(out,
		    "\n    %" PRIu64 " of its %" PRIu64 " sentences",
		    tcn_json_in_uint(&at, "shared_sentences"),
		    tcn_json_in_uint(&at, "other_sentences"));
		add_when(out, &at);
		tcn_buf_z(out, ":\n");
		add_sentences(out, &at);
	}
}
