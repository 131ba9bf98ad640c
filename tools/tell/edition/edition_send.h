/*
 * tools/tell/edition/edition_send.h - the messages of an edition.
 *
 * A message is a row of the outbox (sql/outbox.h) for each receiver that the
 * edition names, written in the transaction that stores the edition. It is
 * revision NUMBER of edition-NAME, so that its key is
 * edition-NAME-NUMBER-RECEIVER, the same at each try and when it is sent again.
 *
 * By mail goes the page and the text, and with the format pdf the page for
 * print, which is printed when it is sent; webhooks, programs and
 * files get its JSON; chats its title and first headlines.
 */
#ifndef TCN_TOOLS_TELL_EDITION_EDITION_SEND_H
#define TCN_TOOLS_TELL_EDITION_EDITION_SEND_H

#include "tools/serve/deliver/receiver.h"
#include "tools/tell/edition/edition.h"

/* The receivers and desks that editions may name; set NULL: any. The set must
 * outlive what is returned. */
struct tcn_edition_receivers
tcn_edition_receivers_of(const struct tcn_receiver_set *set);

/*
 * Reads the file of editions at path, and first the file of the receivers that
 * they may name. Without one (NULL) they may name none when `strict`, else any.
 * What comes out is the caller's, NULL on an error; without receivers_path
 * *receivers is empty. Errors as of tcn_editions_read().
 */
TCN_MUST_USE enum tcn_rc tcn_edition_read_files(const char *path,
    const char *receivers_path, bool strict, struct tcn_editions **editions,
    struct tcn_receiver_set **receivers, struct tcn_err *err);

/*
 * Writes the messages. receivers NULL: there are none. Names that are no
 * receiver any more are passed over. address: the beginning of the daemon's own
 * address, for links, or NULL. *n: how many there are. The store's errors.
 */
TCN_MUST_USE enum tcn_rc tcn_edition_send(struct tcn_store_tx *tx,
    const struct tcn_edition *edition, const struct tcn_receiver_set *receivers,
    const char *address, int64_t now_ms, size_t *n);

/*
 * Makes the messages of an edition that was made before pending again, with the
 * same keys: those to the receiver or desk of that name, or, empty, all that
 * were written. A receiver that had none gets one, of the edition made again
 * (tools/tell/edition/edition_keep.h), which needs conf. *n: how many are
 * pending now. TCN_DONE: receivers has none of that name; TCN_INVALID: it would
 * have to be made again and conf is NULL; the store's errors.
 */
struct tcn_edition_resend {
	const struct tcn_store_edition *row;
	const struct tcn_edition_conf *conf; /* or NULL */
	const struct tcn_receiver_set *receivers; /* or NULL */
	struct tcn_prepare *prep;
	struct tcn_str to;
	const char *address; /* or NULL */
	int64_t now_ms; /* the wall clock */
};
TCN_MUST_USE enum tcn_rc tcn_edition_send_again(struct tcn_store_tx *tx,
    const struct tcn_edition_resend *resend, size_t *n);

/* How an edition is given out. */
struct tcn_edition_issue {
	const struct tcn_receiver_set *receivers; /* or NULL */
	const char *address; /* or NULL */
	int64_t now_ms; /* the wall clock */
	size_t messages; /* that were written: set by the call */
};

/* Sets st, cut.seq and the rest of job, for the next edition of a name as of
 * the last article. The caller has set conf, prep, due_ms, cut.as_of_ms, event
 * and reason. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_edition_plan_next(const struct tcn_store *st,
    struct tcn_edition_job *job, struct tcn_arena *arena);

/* Stores an edition that was made and writes its messages, all in tx. TCN_DONE:
 * another has its number by now, and it is to be made anew. The store's
 * errors. */
TCN_MUST_USE enum tcn_rc tcn_edition_publish(struct tcn_store_tx *tx,
    const struct tcn_edition *edition, struct tcn_edition_issue *issue);

/* Aims at, makes and publishes the next edition of a name, all in tx. Errors
 * as above. */
TCN_MUST_USE enum tcn_rc tcn_edition_issue(struct tcn_store_tx *tx,
    struct tcn_edition_job *job, struct tcn_edition_issue *issue,
    struct tcn_arena *arena, struct tcn_edition *edition);

#endif
