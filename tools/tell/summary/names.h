/*
 * tools/tell/summary/names.h - the names that the texts of a story tell of:
 * people, places and others.
 *
 * Where a language writes names alone with capitals, capitals within sentences
 * tell them. A word is of a name when nine tenths of its uses within sentences
 * have a capital; a run of such words, joined over particles ("de", "von",
 * "of"), is a name when it is used three times by two origins, and by a
 * fiftieth of all. A word that is none by itself is part of one when both it
 * and its neighbour have capitals wherever they stand together ("New York").
 * What begins a sentence says nothing by itself, but a word
 * known from elsewhere may begin a name there. Titles and sentences in which
 * four fifths of the words have capitals are not read, so titles of the English
 * kind take their names from bodies and from the titles that are sentences.
 *
 * German writes all nouns so. There a name must, besides, stand behind an
 * article in under a third of its uses, and have two words, follow a word of
 * place ("in Dresden"), or be written with a capital in another language's
 * texts too.
 *
 * Scripts without capitals, as those of Chinese, Japanese, Thai or Arabic, have
 * no names here.
 *
 * A name is a place when ICU has it as a country or a city in a language of the
 * texts, or a third of its uses follow a word of place ("in", "cerca de"), a
 * person when a fifth stand beside a verb of speech or behind a
 * title ("President"), which is no part of the name. A name that is the end of
 * a longer one ("Marquez", "Gabriel García Márquez") is that one, unless it is
 * a place. Accents tell no two names apart; a name is written as most write it.
 * Names of months and weekdays are none, nor are names of the story's sources,
 * and their last words. Languages are none, nor is who is of a place that is
 * named too ("Israeli" beside "Israel"). Of two names with a hyphen between,
 * both of which stand alone more often ("India-Pakistan"), each is one.
 *
 * The words for all this are tables of six languages (names_words_impl.h); of
 * others capitals alone are read.
 *
 * Read are the first text of each origin, its title and 2,000 bytes, less where
 * there are over 200. Cost: O(bytes read).
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_NAMES_H
#define TCN_TOOLS_TELL_SUMMARY_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "tools/tell/summary/summary_text.h"

#define TCN_NAMES_MAX 24 /* of a story */

enum tcn_name_kind {
	TCN_NAME_OTHER,
	TCN_NAME_PLACE,
	TCN_NAME_PERSON,
};

struct tcn_name {
	struct tcn_str text; /* as most of the texts have it */
	enum tcn_name_kind kind;
	uint32_t uses; /* within sentences */
	uint32_t origins; /* that use it */
};

struct tcn_names {
	struct tcn_name *at; /* by origins, then uses, then as first used */
	size_t n; /* <= TCN_NAMES_MAX */
};

/* Finds the names of texts[0 .. n), which stand in the order of time; they live
 * in arena, their texts in those given. */
void tcn_names_find(const struct tcn_summary_text *texts, size_t n,
    struct tcn_arena *arena, struct tcn_names *names);

/* "place", "person", "name". */
const char *tcn_name_kind_name(enum tcn_name_kind kind);

#endif
