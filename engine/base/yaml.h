/*
 * engine/base/yaml.h - a file that a person wrote, one event at a time.
 *
 * A pull reader over libfyaml's parser: mappings, lists and texts, each with
 * the place it stands in. Nothing is built and nothing expanded: anchors,
 * aliases, tags, directives and a second document are refused with a
 * sentence, as are a key that stands twice in a mapping, nesting and sizes
 * over a bound, and bytes that are not UTF-8. So a file costs O(bytes),
 * whatever it holds.
 *
 * Call order: tcn_yaml_open(), tcn_yaml_next() until it does not return
 * TCN_OK, tcn_yaml_close(). A mapping's events are its first key, that key's
 * value, the second key ... TCN_YAML_MAPPING_END. What is left to the caller
 * is what the names and values mean.
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
	struct tcn_str text; /* of a key or text; until the next call */
	/* From 1, in characters. What is not written stands where the event
	 * before it does. */
	unsigned long line, column;
};

struct tcn_yaml_limits {
	size_t bytes; /* of the file */
	unsigned depth; /* mappings and lists inside each other */
	bool duplicate_keys; /* a key may stand twice: the caller looks */
};

#define TCN_YAML_DEPTH_MAX 32 /* limits->depth at most */

struct tcn_yaml;

/*
 * bytes must live until the reader is closed; name is what errors call the
 * file. TCN_INVALID: the bytes are refused as a whole; err says why. *yaml
 * needs tcn_yaml_close() only after TCN_OK.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_open(const char *name, struct tcn_str bytes,
    const struct tcn_yaml_limits *limits, struct tcn_yaml **yaml,
    struct tcn_err *err);
void tcn_yaml_close(struct tcn_yaml *yaml);

/*
 * On to the next event; TCN_DONE behind the last. In every case err names
 * the place now reached, so that what the caller has to say belongs there.
 * After an error every further call returns the same code.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_next(struct tcn_yaml *yaml,
    struct tcn_yaml_event *event, struct tcn_err *err);

/*
 * Passes over the rest of the value that event begins (nothing, when it is a
 * text), up to the event that ends it.
 */
TCN_MUST_USE enum tcn_rc tcn_yaml_skip(struct tcn_yaml *yaml,
    const struct tcn_yaml_event *event, struct tcn_err *err);

#endif
