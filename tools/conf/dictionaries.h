/*
 * tools/conf/dictionaries.h - which bilingual dictionaries are installed on
 * this machine.
 *
 * The setting story.dictionaries names a folder. Those looked for in it are
 * pairs of files freedict-AAA-BBB.index with the text in .dict.dz or .dict
 * beside it, as Debian's packages dict-freedict-* install them, of which one
 * language, named as ISO 639-3 has it, is English.
 *
 * Which of them there are decides which stories of two languages are linked.
 * They are therefore named, with their sizes, among the settings that a store
 * was filled with (tools/conf/conf_stored.h). What they say is read by
 * tools/pipeline/dictionary_words.h. Cost: a look at each file of the folder.
 */
#ifndef TCN_TOOLS_CONF_DICTIONARIES_H
#define TCN_TOOLS_CONF_DICTIONARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"

enum {
	TCN_DICTIONARIES_MAX = 64, /* of more, any */
	TCN_DICTIONARIES_PATH_BYTES = 4096, /* what is longer is cut */
};

struct tcn_dictionaries_file {
	char name[8]; /* "spa-eng" */
	const char *lang; /* the one beside English, ISO 639-1 */
	bool from_english;
	bool packed; /* the text is in .dict.dz */
	uint64_t bytes; /* of both files */
};

/*
 * Those of the folder, by name; *n: how many, 0 when dir is NULL or empty or
 * does not exist. TCN_IO: the folder cannot be read.
 */
TCN_MUST_USE enum tcn_rc tcn_dictionaries_list(const char *dir,
    struct tcn_dictionaries_file list[TCN_DICTIONARIES_MAX], size_t *n,
    struct tcn_err *err);

/* Writes the path of a dictionary's file with this ending. */
void tcn_dictionaries_path(const char *dir, const char *name, const char *end,
    char path[TCN_DICTIONARIES_PATH_BYTES]);

/* Appends "none", or names and sizes: "deu-eng 29502218, spa-eng 147590". A
 * folder that cannot be read has none. */
void tcn_dictionaries_text(const char *dir, struct tcn_buf *out);

#endif
