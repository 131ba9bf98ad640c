/*
 * tools/serve/daemon/daemon_impl.h - the daemon, shared by daemon.c and
 * daemon_conf.c.
 *
 * daemon.c has the loop and its callbacks; daemon_conf.c makes the parts'
 * configurations from the settings, at the start and at a reload.
 */
#ifndef TCN_TOOLS_SERVE_DAEMON_DAEMON_IMPL_H
#define TCN_TOOLS_SERVE_DAEMON_DAEMON_IMPL_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/feeds/poll.h"
#include "tools/intake/kafka/kafka.h"
#include "tools/serve/api/api.h"
#include "tools/serve/daemon/daemon.h"
#include "tools/serve/live/feed_rounds.h"
#include "tools/serve/web/web.h"
#include "tools/tell/edition/edition_conf.h"

enum {
	TCN_DAEMON_SIGNALS = 3
};

struct tcn_daemon {
	const struct tcn_conf *conf; /* the opener's, or `own` */
	const struct tcn_conf_args *args; /* to read it again, or NULL */
	struct tcn_conf *own; /* as it was last read again, or NULL */
	struct tcn_rulebook *book; /* the rules in use */
	char *db; /* the path of the store */
	char *links_file; /* of the key that signs links */
	char *sessions_file; /* of who is logged in */
	struct tcn_link_keys *link_keys; /* NULL: not opened */
	struct event_base *base;
	struct event *signals[TCN_DAEMON_SIGNALS];
	struct event *alive; /* for systemd's watchdog, or NULL */
	struct tcn_api api;
	struct tcn_web *web; /* the pages */
	struct tcn_poll_conf poll_conf; /* for feeds */
	struct tcn_editions *editions; /* NULL: there are none */
	struct event *editions_timer;
	struct tcn_daemon_making *making; /* an edition, or NULL */
	/* The stream's time when they were first looked at; TCN_UNDATED. */
	int64_t editions_watch_ms;
	int64_t editions_said_ms; /* monotonic: due ones, in the log; 0: none */
	struct tcn_kafka *kafka; /* NULL: no log is read */
	struct tcn_gate gate; /* of its messages */
	struct tcn_daemon_acts *acts; /* NULL: nobody follows this daemon */
	enum tcn_rc failed;
	bool slices_by_article; /* for tests */
	struct tcn_err err;
};

/* Logs the error and ends the loop; only the first counts. */
void tcn_daemon_fail(struct tcn_daemon *d, enum tcn_rc rc,
    const struct tcn_err *err);

/* The stream of events: daemon_stream.c. The store's errors. */
TCN_MUST_USE enum tcn_rc tcn_daemon_open_stream(struct tcn_daemon *d);

/* The parts' configurations; their callbacks' context is d. */
struct tcn_intake_conf tcn_daemon_intake(struct tcn_daemon *d,
    const struct tcn_conf *conf);
struct tcn_http_conf tcn_daemon_http(const struct tcn_conf *conf);
struct tcn_pictures_conf tcn_daemon_pictures(const struct tcn_daemon *d);

/* Replaces the settings that are read at each use. */
void tcn_daemon_reconfigure(struct tcn_daemon *d, const struct tcn_conf *conf);

/* The rules that conf names, with the desks it names; warnings are logged. */
TCN_MUST_USE enum tcn_rc tcn_daemon_read_rules(const struct tcn_conf *conf,
    struct tcn_rulebook **book, struct tcn_err *err);
void tcn_daemon_free_rules(struct tcn_rulebook *book); /* may be NULL */

/* From now on the interface shows these rules, which must stay. */
void tcn_daemon_show_rules(struct tcn_daemon *d,
    const struct tcn_rulebook *book);

/* Gives the files of the store the rights that are set, and logs it where they
 * had others. */
void tcn_daemon_set_store_mode(const struct tcn_conf *conf, const char *db);

/* Names the files beside the store, at the start. */
void tcn_daemon_name_files(struct tcn_daemon *d, const struct tcn_conf *conf,
    const char *db);

/*
 * The key of signed links (tools/base/link_keys.h): opens it when the settings
 * want links; uses what they say of links.
 */
TCN_MUST_USE enum tcn_rc tcn_daemon_open_links(struct tcn_daemon *d,
    const struct tcn_conf *conf, struct tcn_err *err);
void tcn_daemon_use_links(struct tcn_daemon *d, const struct tcn_conf *conf);

/*
 * Editions (daemon_editions.c): reads the file that conf names, NULL when it
 * names none; looks at what is due, now and from time to time; at once, after a
 * commit; uses others.
 */
TCN_MUST_USE enum tcn_rc tcn_daemon_read_editions(const struct tcn_conf *conf,
    struct tcn_editions **editions, struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_daemon_open_editions(struct tcn_daemon *d,
    struct tcn_err *err);
void tcn_daemon_look_at_editions(struct tcn_daemon *d);
void tcn_daemon_use_editions(struct tcn_daemon *d,
    struct tcn_editions *editions);
void tcn_daemon_close_editions(struct tcn_daemon *d);

/* Stops reading from the log and writing to it. Harmless without one. */
void tcn_daemon_close_log(struct tcn_daemon *d); /* daemon_log.c */

/*
 * The lease (daemon_lead.c): begins to ask for it, when the settings name one;
 * tells how messages ended, after commits; gives it up, when nothing more is
 * sent.
 */
TCN_MUST_USE enum tcn_rc tcn_daemon_open_lead(struct tcn_daemon *d,
    struct tcn_err *err);
uint64_t tcn_daemon_epoch(void *of);
bool tcn_daemon_leads(void *of); /* false also before it is opened */
void tcn_daemon_tell_reach(void *of, const char *event, uint32_t revision);
void tcn_daemon_close_lead(struct tcn_daemon *d);

/*
 * What people do, with a lease (daemon_acts.c): from now on it goes to the log;
 * does what was read there; answers all who wait.
 */
struct tcn_log_act;
TCN_MUST_USE enum tcn_rc tcn_daemon_open_acts(struct tcn_daemon *d,
    struct tcn_err *err);
void tcn_daemon_do_act(void *of, const struct tcn_log_act *act,
    const struct tcn_api_act *at);
void tcn_daemon_close_acts(struct tcn_daemon *d);

/* Writes to the log what nobody asked for, to be done by all who read it.
 * False: the log does not take it now. */
bool tcn_daemon_say_act(struct tcn_daemon *d, struct tcn_str target,
    struct tcn_str body);

/*
 * Editions, with a lease (daemon_editions_log.c). Whether this daemon is to say
 * now what is due; says it; does what an act says of one that is due, unless
 * that was done already: false, it is about something else; logs one that was
 * made.
 */
struct tcn_edition;
struct tcn_edition_due;
bool tcn_daemon_says_editions(const struct tcn_daemon *d);
void tcn_daemon_say_edition(struct tcn_daemon *d,
    const struct tcn_edition_conf *conf, const struct tcn_edition_due *due,
    int64_t now_ms);
bool tcn_daemon_do_edition(struct tcn_daemon *d, const struct tcn_log_act *act,
    const struct tcn_api_act *at);
void tcn_daemon_log_edition(const struct tcn_edition *edition, size_t sent);

/* Reads the settings again; on an error, which is logged, nothing changed. */
enum tcn_rc tcn_daemon_reload(void *daemon, struct tcn_err *err);

/* --- Callbacks of parts; their context is the daemon. --- */

/* Ends the streams of those who may not listen any more. */
void tcn_daemon_end_streams(void *of);

void tcn_daemon_on_events(void *of, const struct tcn_detector_changes *changes);
void tcn_daemon_on_entry(void *of, const struct tcn_detector_changes *changes,
    bool first);
void tcn_daemon_on_closed(void *of, const struct tcn_detector_changes *changes);
void tcn_daemon_on_committed(void *of, enum tcn_rc rc);
void tcn_daemon_on_answered(void *of, int64_t waited_ms);
void tcn_daemon_on_read(void *of, const struct tcn_store_feed_row *feed,
    const struct tcn_err *damage);
void tcn_daemon_on_fetched(void *of, const struct tcn_store_feed_row *feed,
    uint64_t fresh);

#endif
