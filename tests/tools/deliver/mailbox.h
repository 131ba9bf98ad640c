/*
 * tests/tools/deliver/mailbox.h - a mail server on loopback, for one test at a
 * time.
 *
 * It runs in a child process until stopped, speaks as much SMTP as a message
 * needs, and writes what it hears to a file: "line ..." for commands, "data
 * ..." for what the message holds.
 */
#ifndef TCN_TESTS_TOOLS_DELIVER_MAILBOX_H
#define TCN_TESTS_TOOLS_DELIVER_MAILBOX_H

/* rcpt: how it answers RCPT, e.g. "250 ok". Returns its port. */
unsigned mailbox_start(const char *file, const char *rcpt);
void mailbox_stop(void);

#endif
