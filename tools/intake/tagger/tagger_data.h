/*
 * tools/intake/tagger/tagger_data.h - which languages Apertium's data on this
 * machine can tag.
 *
 * Packages of Apertium install folders apertium-AAA-BBB, each for translating
 * between two languages, with the analyser AAA-BBB.automorf.bin of the first
 * and its tagger's model AAA-BBB.prob (and the same for the second). Where
 * several have a language, the largest analyser is taken, which knows the most
 * words.
 *
 * Another version of the data may tag otherwise. So what they are called has a
 * hash of both files in it: "apertium spa-cat 5f3c9a1e".
 */
#ifndef TCN_TOOLS_INTAKE_TAGGER_TAGGER_DATA_H
#define TCN_TOOLS_INTAKE_TAGGER_TAGGER_DATA_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/text/lang.h"

enum {
	TCN_TAGGER_DATA_MAX = 64, /* languages; of more, any */
};

struct tcn_tagger_data {
	char lang[TCN_LANG_BYTES]; /* ISO 639-1 */
	char pair[24]; /* "spa-cat" */
	char *analyser, *model; /* paths */
	uint64_t bytes; /* of the analyser */
	char name[64]; /* set by tcn_tagger_data_name() */
};

/* Those of the folder, by language; *n is 0 when there is no such folder. To be
 * freed. TCN_IO: it cannot be read. */
TCN_MUST_USE enum tcn_rc tcn_tagger_data_list(const char *dir,
    struct tcn_tagger_data list[TCN_TAGGER_DATA_MAX], size_t *n,
    struct tcn_err *err);
void tcn_tagger_data_free(struct tcn_tagger_data *list, size_t n);

/* Reads both files and sets the name; a millisecond. TCN_IO. */
TCN_MUST_USE enum tcn_rc tcn_tagger_data_name(struct tcn_tagger_data *data,
    struct tcn_err *err);

/* Appends the names, or "none". */
void tcn_tagger_data_names(const struct tcn_tagger_data *list, size_t n,
    struct tcn_buf *out);

/* The same for those of a folder. What cannot be read is not there. */
void tcn_tagger_data_text(const char *dir, struct tcn_buf *out);

#endif
