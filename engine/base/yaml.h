/*
 * engine/base/yaml.h - reads a YAML file that a person wrote, event by event.
 *
 * This is a pull reader over libfyaml's parser: it reports mappings, lists and
 * texts, each with its line and column. No tree is built and nothing is
 * expanded: anchors, aliases, tags, directives and a second document are
 * refused with a sentence, as are a key that stands twice in a mapping,
 * nesting and sizes over a bound, and bytes that are not UTF-8. So a file
 * costs O(bytes), whatever it holds.
 *
 * Call order: tcn_yaml_open(), tcn_yaml_next() until it does not return
 * TCN_OK, tcn_yaml_close(). The events of a mapping are TCN_YAML_MAPPING, its
 * first key, that key's value, the second key ... TCN_YAML_MAPPING_END. What
 * names and values mean is the caller's concern.
 */
#ifndef TCN_ENGINE_BASE_YAML_H
#define TCN_ENGINE_BASE_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum tcn_yaml_kind {
	TCN_YAML_MAPPING,
	TCN_YAML_MAPPING_END,
	TCN_YAML_LIST,
	TCN_YAML_LIST_END,
	TCN_YAML_KEY, /* of a mapping; its value follows */
	TCN_YAML_TEXT,
	TCN_YAML_NULL, /* a value left out, or a bare null or ~ */
};

struct tcn_yaml_event {
	enum tcn_yaml_kind kind;
	struct tcn_str text; /* of a key or text; valid until the next call */
	/* From 1, in characters. A value that was left out has the place of
	 * the event before it. */
	unsigned long line, column;
	/* Its range of bytes. A text includes its quotes; a mapping or list in
	 * brackets, and its end, has its bracket. A block mapping or list has
	 * the place where its first element begins; the range of its end is
	 * meaningless. */
	size_t from, to;
};

struct tcn_yaml_limits {
	size_t bytes; /* the largest file that is read */
	unsigned depth; /* how deep mappings and lists may nest; see below */
	bool duplicate_keys; /* a key may stand twice; the caller checks */
};

#define TCN_YAML_DEPTH_MAX 32 /* the most that limits->depth may be */

struct tcn_yaml;

/*
 * Starts to read bytes. Errors call the file by name; bytes and name must live
 * until the reader is closed. TCN_INVALID: the bytes are refused as a whole,
 * and err says why. *yaml needs tcn_yaml_close() only after TCN_OK.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_open(const char *name, struct tcn_str bytes,
    const struct tcn_yaml_limits *limits, struct tcn_yaml **yaml,
    struct tcn_err *err);
void tcn_yaml_close(struct tcn_yaml *yaml);

/*
 * Reads the next event; TCN_DONE behind the last. In every case err is given
 * the place now reached, so that a caller who refuses the event only has to
 * set a text. After an error every further call returns the same code.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_next(struct tcn_yaml *yaml,
    struct tcn_yaml_event *event, struct tcn_err *err);

/*
 * Skips the rest of the value that event, the last one read, begins, up to the
 * event that ends it; a text has no rest.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_skip(struct tcn_yaml *yaml,
    const struct tcn_yaml_event *event, struct tcn_err *err);

#endif
