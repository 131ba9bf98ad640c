/*
 * tools/pipeline/dictionary_words.h - what the bilingual dictionaries of this
 * machine say (tools/conf/dictionaries.h), as a lexicon.
 *
 * They are read in the order of their names, so that the same files give the
 * same lexicon (engine/text/lexicon.h) in any folder. One whose text unpacks to
 * more than 160 MiB is refused.
 *
 * Cost: about a second for German (17 MB packed, 100 MB unpacked, which are
 * held meanwhile), some hundredths of a second for most others.
 */
#ifndef TCN_TOOLS_PIPELINE_DICTIONARY_WORDS_H
#define TCN_TOOLS_PIPELINE_DICTIONARY_WORDS_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/text/lexicon.h"

/*
 * Reads those of the folder; *lexicon is NULL when there are none, and is to be
 * freed. One that is damaged is left out, with a warning at the terminal; what
 * was read is said there, too. TCN_IO: the folder cannot be read.
 */
TCN_MUST_USE enum tcn_rc tcn_dictionary_words_load(const char *dir,
    struct tcn_lexicon **lexicon, struct tcn_err *err);

#endif
