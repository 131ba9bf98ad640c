/*
 * tests/tools/serve/deliver/newsroom.h - a store, a rule and receivers in
 * memory, for tests of who is told what and when. There is one at a time; its
 * clock is an argument.
 *
 * `all` asks for every change and gets JSON, `news` for events that open or
 * reopen and gets the bodies of Slack. `boss` is as `all`.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DELIVER_NEWSROOM_H
#define TCN_TESTS_TOOLS_SERVE_DELIVER_NEWSROOM_H

#include "engine/item/record.h"
#include "sql/store_desk.h"
#include "tools/serve/deliver/notify.h"

extern struct tcn_store *newsroom_store;
extern struct tcn_store_tx *newsroom_tx;
extern struct tcn_arena newsroom_arena;
extern struct tcn_notify newsroom_notify; /* digest_over is 3 */
extern struct tcn_rule newsroom_rule; /* of every event */
extern int64_t newsroom_quiet_until_ms; /* 0: it is not quiet */
extern bool newsroom_all_low; /* no event is critical */

void newsroom_open(void);
void newsroom_close(void);

/* Reads the receivers, without caps, and what yaml adds to the file. */
void newsroom_with(const char *yaml);

/* The same with these fields (", cap: 5") for both. */
void newsroom_with_fields(const char *fields, const char *yaml);

/* Stores the next revision of an event and notifies; its id, rule, story,
 * state, severity and merged_into are the caller's. */
void newsroom_put(struct tcn_event event, int64_t now_ms);

/* That of event "e", of rule "story" and story 5. */
void newsroom_change(enum tcn_event_state state, int64_t now_ms);

/* That of the event "eI", of rule "watch" and a story of its own; of even
 * number they are critical, the rest are low. */
void newsroom_change_of(int i, enum tcn_event_state state, int64_t now_ms);

/* What would a start of the program, or other rules, do at that moment? */
void newsroom_judge_all_again(int64_t now_ms);

/* Releases all that is due. */
void newsroom_release(int64_t now_ms);

/* Judges all pending messages again. */
void newsroom_recheck(int64_t now_ms);

/* All that is pending has been sent. */
void newsroom_send(int64_t now_ms);

/* "REVISION:STATE:WHY " of each message about the event, "e" or that of this
 * id, for the receiver; NULL: about any, as "EVENT-REVISION:STATE:WHY ". */
const char *newsroom_got(const char *receiver);
const char *newsroom_got_of(const char *event, const char *receiver);

/* The body of the receiver's last message that has this text in its event id;
 * NULL: there is none. */
const char *newsroom_body(const char *event, const char *receiver);

/* How often the part is in the text, which may be NULL. */
size_t newsroom_count(const char *text, const char *part);

#define NEWSROOM_HAS(text, part)                                               \
	ck_assert_msg(strstr(text, part) != NULL, "no %s in %s", part, text)

void newsroom_silence(enum tcn_silence_kind kind, const char *value,
    int64_t created_ms, int64_t expires_ms);
void newsroom_act(const char *event, enum tcn_store_action_kind kind,
    int64_t at_ms);

#endif
