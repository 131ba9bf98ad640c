/*
 * tests/tools/serve/deliver/mailbox.h - a mail server on loopback, for one test
 * at a time.
 *
 * It runs in a child process until stopped and speaks as much SMTP as one
 * message needs. What it receives is written to a file: "line ..." for a
 * command, "data ..." for a line of the message.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DELIVER_MAILBOX_H
#define TCN_TESTS_TOOLS_SERVE_DELIVER_MAILBOX_H

/* rcpt: its answer to RCPT, e.g. "250 ok". Returns its port. */
unsigned mailbox_start(const char *file, const char *rcpt);
void mailbox_stop(void);

#endif
