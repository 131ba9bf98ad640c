/*
 * tools/intake/kafka/log_act.h - what a person did, as a message among the
 * articles.
 *
 * Detectors that read one log come to the same store only if what people do
 * comes to each of them between the same two articles. So who leads writes it
 * to the topic that all of them read, and does it when it reads it there, as
 * the others do (state machine replication, as Lamport 1978 and Schneider 1990
 * have it). The time of the message is when it was done.
 *
 * The message is a JSON object that begins with {"tocsin_act":1, which no
 * article does: "id" by which its writer knows it again, "method" and "target"
 * of the request, "user" as whom, "body". Its value has no other members.
 */
#ifndef TCN_TOOLS_INTAKE_KAFKA_LOG_ACT_H
#define TCN_TOOLS_INTAKE_KAFKA_LOG_ACT_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_log_act {
	struct tcn_str id, method, target, user, body; /* UTF-8 */
};

/* Whether the value of a message is an act: whether it begins as one, which
 * does not say that the rest is well formed. */
bool tcn_log_act_begins(struct tcn_str value);

/* Appends the act as the value of a message. */
void tcn_log_act_write(const struct tcn_log_act *act, struct tcn_buf *out);

/* Texts of *act live in the arena, with a NUL behind each. TCN_INVALID: the
 * value is no act, and err says why. */
TCN_MUST_USE enum tcn_rc tcn_log_act_read(struct tcn_str value,
    struct tcn_arena *arena, struct tcn_log_act *act, struct tcn_err *err);

#endif
