/*
 * tools/conf/yaml_cursor.h - walks through a YAML file whose values are those
 * of tables: receivers, editions.
 *
 * It stands at one event of the file (engine/base/yaml.h) at a time. A reader
 * embeds it, asks what stands there, and goes on. A mistake has the place of
 * the event, so that who refuses one only sets a text.
 *
 * Set yaml, name, err and arena, and next() before anything else; one thread.
 */
#ifndef TCN_TOOLS_CONF_YAML_CURSOR_H
#define TCN_TOOLS_CONF_YAML_CURSOR_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/suggest.h"
#include "engine/base/yaml.h"
#include "tools/conf/conf.h"

struct XXH3_state_s;

struct tcn_yaml_cursor {
	struct tcn_yaml *yaml;
	struct tcn_yaml_event event; /* the current one */
	const char *name; /* of the file */
	struct tcn_err *err;
	struct tcn_arena *arena; /* takes texts and paths of values */
	struct XXH3_state_s *hash; /* takes each event; or NULL */
	/* Private. */
	uint64_t events; /* that were read */
	unsigned depth; /* lists and mappings that the current one is in */
	bool broken; /* the file is no YAML from here on */
};

/* Where an entry begins. */
struct tcn_yaml_entry {
	uint64_t events;
	unsigned depth;
};

/* Goes to the next event. Results of tcn_yaml_next(). */
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_next(struct tcn_yaml_cursor *c);

/*
 * An entry is a key with its value, or an element of a list. Its reader begins
 * at its first event, and hands its result to end(): if that is a mistake, and
 * all are wanted (err.h), the mistake is reported, the rest of the entry is
 * passed over, and the result is that of reading on.
 */
struct tcn_yaml_entry tcn_yaml_cursor_begin(const struct tcn_yaml_cursor *c);
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_end(struct tcn_yaml_cursor *c,
    struct tcn_yaml_entry entry, enum tcn_rc rc);

/* The result of the whole file: TCN_INVALID when a mistake was reported. */
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_result(const struct tcn_yaml_cursor *c,
    enum tcn_rc rc);

/* Whether an event of that kind stands here. */
bool tcn_yaml_cursor_is(const struct tcn_yaml_cursor *c,
    enum tcn_yaml_kind kind);

/* TCN_INVALID, "<what> is expected here", unless such an event stands here. */
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_want(const struct tcn_yaml_cursor *c,
    enum tcn_yaml_kind kind, const char *what);

/*
 * Reads the value that stands here into *to, as row says (conf_value.h). Words
 * of a TCN_CONF_SET may be a list; a TCN_CONF_PATH that is relative lies beside
 * the file. A mistake has the place at which the value begins. TCN_INVALID.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_value(struct tcn_yaml_cursor *c,
    const struct tcn_conf_row *row, void *to);

/* Appends the words of the list that begins here as tcn_conf_value_read() takes
 * them: "a,b". TCN_INVALID. */
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_join(struct tcn_yaml_cursor *c,
    struct tcn_buf *text);

/* Calls take at the text that stands here, or at each of a list of texts. Its
 * result, if it is not TCN_OK, ends it; TCN_INVALID. */
typedef enum tcn_rc tcn_yaml_cursor_take_fn(void *ctx);
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_each(struct tcn_yaml_cursor *c,
    tcn_yaml_cursor_take_fn *take, void *ctx);

/* TCN_INVALID: "<who> has no '<key>'; did you mean '<nearest>'?", of a key
 * that no table has; page: the manual that lists them. */
TCN_MUST_USE enum tcn_rc tcn_yaml_cursor_no_key(const struct tcn_yaml_cursor *c,
    const char *who, const struct tcn_suggest *nearest, const char *page);

#endif
