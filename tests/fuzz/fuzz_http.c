/*
 * Bytes from anywhere: however they are split, the same is passed on; and what
 * is passed on is sound by itself: read again, it passes as it is.
 */
#include <string.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tools/serve/http/http_scan.h"

static const struct tcn_http_scan_limits limits = { 4096, 65536 };

/* Feeds the bytes in pieces whose sizes step says. */
static void
scan(struct tcn_str bytes, size_t step, struct tcn_http_scan *s,
    struct tcn_buf *out)
{
	struct tcn_err err = { 0 };
	size_t piece = step;

	while (bytes.n) {
		struct tcn_str now = { bytes.at,
			bytes.n < piece ? bytes.n : piece };

		if (tcn_http_scan_passes(s, now.n))
			tcn_buf_str(out, now);
		else
			tcn_http_scan_feed(s, &limits, now, out);
		must(tcn_http_scan_check(s, &limits, &err) == TCN_OK);
		bytes.at += now.n;
		bytes.n -= now.n;
		piece = piece * 5 % 31 + 1;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str bytes = { (const char *)data, size };
	struct tcn_http_scan whole = { 0 }, split = { 0 }, again = { 0 };
	struct tcn_buf one = { 0 }, two = { 0 }, three = { 0 };

	scan(bytes, size + 1, &whole, &one);
	scan(bytes, 1, &split, &two);
	must(tcn_str_equal(tcn_buf_view(&one), tcn_buf_view(&two)));
	must(whole.state == split.state && whole.left == split.left &&
	    whole.refused == split.refused && whole.requests == split.requests);
	if (whole.refused)
		must(whole.refusal.status >= 400 && whole.refusal.why);
	scan(tcn_buf_view(&one), one.n + 1, &again, &three);
	must(tcn_str_equal(tcn_buf_view(&one), tcn_buf_view(&three)));
	must(again.refused == 0 && again.requests == whole.requests);
	tcn_http_scan_fini(&whole);
	tcn_http_scan_fini(&split);
	tcn_http_scan_fini(&again);
	tcn_buf_fini(&one);
	tcn_buf_fini(&two);
	tcn_buf_fini(&three);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
