/*
 * engine/base/rc.h - result codes.
 *
 * A function that can fail returns enum tcn_rc; one whose failure a person
 * must correct fills in a struct tcn_err (err.h) as well. "Not found" is not
 * an error: such a function returns NULL or false. A call that breaks a
 * precondition is a bug of the caller, which an assert catches.
 */
#ifndef TCN_ENGINE_BASE_RC_H
#define TCN_ENGINE_BASE_RC_H

enum tcn_rc {
	TCN_OK = 0,
	TCN_INVALID, /* the input breaks a rule; struct tcn_err says which */
	TCN_LIMIT, /* a configured bound was reached */
	TCN_IO, /* the operating system refused */
	TCN_CORRUPT, /* what was stored contradicts itself */
	TCN_DONE, /* nothing is left to read */
	TCN_BUSY, /* another program holds it; struct tcn_err says which */
};

#define TCN_MUST_USE        __attribute__((warn_unused_result))
#define TCN_PRINTF(fmt, at) __attribute__((format(printf, fmt, at)))

/* A fixed word for rc ("limit reached", ...), never NULL. */
const char *tcn_rc_text(enum tcn_rc rc);

#endif
