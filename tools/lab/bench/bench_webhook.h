/*
 * tools/lab/bench/bench_webhook.h - from POST to webhook: part of bench http.
 *
 * The daemon has one watch rule and one webhook, which the bench answers. One
 * article at a time matches the rule; what is measured is the time from posting
 * it until the webhook is called, when it has been decided on, committed and
 * sent.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_WEBHOOK_H
#define TCN_TOOLS_LAB_BENCH_BENCH_WEBHOOK_H

#include "tools/lab/bench/bench.h"

struct event_base;

/*
 * Measures it while demo's articles come in at so many a second; 0: while none
 * do. False: it could not be measured.
 */
bool tcn_bench_webhook(const struct tcn_bench_args *args,
    struct event_base *base, struct tcn_demo *demo, double a_second);

#endif
