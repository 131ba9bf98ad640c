/*
 * tools/bench/bench_webhook.h - from POST to webhook: part of bench http.
 *
 * A daemon with one watch rule and one webhook, which is answered here. One
 * article at a time meets the rule; what is measured is the time from handing
 * it in until the webhook is called: decided, safe on disk, and sent.
 */
#ifndef TCN_TOOLS_BENCH_BENCH_WEBHOOK_H
#define TCN_TOOLS_BENCH_BENCH_WEBHOOK_H

#include "tools/bench/bench.h"

struct event_base;

/* While demo's articles come in at so many a second; 0: nothing else does. */
bool tcn_bench_webhook(const struct tcn_bench_args *args,
    struct event_base *base, struct tcn_demo *demo, double a_second);

#endif
