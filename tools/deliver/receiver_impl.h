/*
 * tools/deliver/receiver_impl.h - the table of a receiver's fields, shared by
 * receiver.c, which reads them, and receiver_check.c, which checks them.
 */
#ifndef TCN_TOOLS_DELIVER_RECEIVER_IMPL_H
#define TCN_TOOLS_DELIVER_RECEIVER_IMPL_H

#include "engine/base/err.h"
#include "tools/conf/conf.h"
#include "tools/deliver/receiver.h"

/* How a field's value is written. */
enum tcn_receiver_syntax {
	TCN_RECEIVER_SYNTAX_VALUE, /* as the settings of tools/conf/conf.h */
	TCN_RECEIVER_SYNTAX_SECRET, /* a file that holds it */
	TCN_RECEIVER_SYNTAX_WORDS, /* [a, b] */
	TCN_RECEIVER_SYNTAX_PAIRS, /* {a: b} */
};

struct tcn_receiver_field {
	const char *name;
	enum tcn_receiver_syntax how;
	enum tcn_conf_kind kind;
	size_t at; /* offset in struct tcn_receiver */
	const char *least, *most;
	const char *const *words;
	bool any; /* every kind takes it; if not, the channel's row says */
};

#define TCN_RECEIVER_FIELDS 20

extern const struct tcn_receiver_field tcn_receiver_fields[TCN_RECEIVER_FIELDS];

/* The words for the bits of tcn_receiver.sends, in order; ends with NULL. */
extern const char *const tcn_receiver_states[];

/* A place in the file; line 0: it was not given. */
struct tcn_receiver_location {
	unsigned long line, column;
};

/* Where a receiver stands in the file, and each field that was given. */
struct tcn_receiver_locations {
	const char *file;
	struct tcn_receiver_location begins;
	struct tcn_receiver_location at[TCN_RECEIVER_FIELDS];
};

/*
 * Checks a receiver whose fields have been read, on its own and against those
 * in all, and fills in the default of sends. TCN_INVALID: err says where it is
 * wrong and how to mend it.
 */
TCN_MUST_USE enum tcn_rc tcn_receiver_check(const struct tcn_receiver_set *all,
    const struct tcn_receiver_locations *given, struct tcn_receiver *receiver,
    struct tcn_err *err);

#endif
