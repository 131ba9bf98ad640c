/*
 * engine/lang.h - which language a text is in, as ISO 639-1 ("en", or "").
 */
#ifndef TCN_ENGINE_LANG_H
#define TCN_ENGINE_LANG_H

#include <stdbool.h>

#include "engine/rc.h"
#include "engine/str.h"

#define TCN_LANG_BYTES 8

/*
 * What an article says its language is, reduced: "pt-BR" gives pt. False, and
 * "", when it says nothing or several things ("tl/en").
 */
bool tcn_lang_field(struct tcn_str field, char lang[TCN_LANG_BYTES]);

#endif
