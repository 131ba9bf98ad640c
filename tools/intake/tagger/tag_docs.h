/*
 * tools/intake/tagger/tag_docs.h - prepared docs get their content words from a
 * tagger.
 *
 * Asked for are docs of a language that is installed whose content set was made
 * of their own words (engine/text/content.h): not those whose sender named the
 * words, and none that come out of a store, which keeps what was said when they
 * came in. So a replay of a store asks nobody and decides as before, whatever
 * is installed now.
 *
 * A doc that could not be tagged keeps the set of its words, with the tagger's
 * name to say that it was asked.
 */
#ifndef TCN_TOOLS_INTAKE_TAGGER_TAG_DOCS_H
#define TCN_TOOLS_INTAKE_TAGGER_TAG_DOCS_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/prepare.h"
#include "tools/intake/tagger/tagger.h"

/* Opens what is installed below dir, and says at the terminal what that is.
 * *taggers is NULL when dir is NULL. TCN_IO: it cannot be read. */
TCN_MUST_USE enum tcn_rc tcn_tag_docs_open(const char *dir,
    struct tcn_taggers **taggers, struct tcn_err *err);

/*
 * Tags n docs, which prep has prepared and whose memory is in arena. tagger may
 * be NULL, which leaves them as they are. Blocks until all have been answered
 * for (tagger.h). Errors: those of tcn_tagger_run().
 */
TCN_MUST_USE enum tcn_rc tcn_tag_docs(struct tcn_tagger *tagger,
    struct tcn_prepare *prep, struct tcn_doc *const *docs, size_t n,
    struct tcn_arena *arena);

#endif
