/*
 * tools/serve/deliver/gate.h - whether messages may be sent now: of several
 * daemons that come to the same events one sends
 * (tools/intake/kafka/lease_log.h).
 *
 * It is asked before a message is begun and again when its connection is made,
 * which is the last moment before its bytes go out. While it is shut messages
 * wait in the outbox, and nothing that is held is judged. The number of the
 * epoch goes along with what is sent, so that a receiver can tell what comes
 * from a daemon that no longer leads.
 *
 * Bytes that the kernel was given go out when it can send them, be that minutes
 * later when the net was away, and behind those of the daemon that leads then.
 * So a connection on which they are not acknowledged within late_ms is aborted
 * (TCP_USER_TIMEOUT, RFC 5482), and what is left of them dropped.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_GATE_H
#define TCN_TOOLS_SERVE_DELIVER_GATE_H

#include <stdbool.h>
#include <stdint.h>

struct tcn_gate {
	bool (*open)(void *ctx);
	uint64_t (*epoch)(void *ctx); /* from 1 */
	void (*ended)(void *ctx); /* messages may have; it is committed */
	int64_t late_ms; /* 0: as late as the kernel likes */
	void *ctx;
};

/* gate NULL: always open. */
static inline bool
tcn_gate_is_open(const struct tcn_gate *gate)
{
	return !gate || gate->open(gate->ctx);
}

/* 0: there is no gate. */
static inline uint64_t
tcn_gate_epoch(const struct tcn_gate *gate)
{
	return gate ? gate->epoch(gate->ctx) : 0;
}

#endif
