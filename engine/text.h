/*
 * engine/text.h - plain text out of what an article holds.
 */
#ifndef TCN_ENGINE_TEXT_H
#define TCN_ENGINE_TEXT_H

#include "engine/arena.h"
#include "engine/rc.h"
#include "engine/str.h"

/*
 * raw without markup, its entities decoded, in *plain: raw itself when there
 * is nothing to do, else a copy in arena. Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_text_plain(struct tcn_str raw,
    struct tcn_arena *arena, struct tcn_str *plain);

#endif
