/*
 * engine/text/fold.h - one spelling for what reads the same.
 *
 * tcn_fold() is Unicode's compatibility case folding (NFKC_Casefold): case,
 * width, ligatures and invisible characters go. tcn_fold_accents() takes the
 * accents off Latin, Greek, Cyrillic, Arabic and Hebrew letters, where a
 * hurried writer leaves them out, and leaves alone the marks other scripts
 * spell with. Both go through ICU and are meant for a cache's misses.
 */
#ifndef TCN_ENGINE_TEXT_FOLD_H
#define TCN_ENGINE_TEXT_FOLD_H

#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Replaces what out holds with s folded. Errors: TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_fold(struct tcn_str s, struct tcn_buf *out);

/* The same with folded text (not ASCII, which has no accents) in. */
TCN_MUST_USE enum tcn_rc tcn_fold_accents(struct tcn_str s,
    struct tcn_buf *out);

#endif
