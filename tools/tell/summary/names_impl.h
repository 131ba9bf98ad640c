/*
 * tools/tell/summary/names_impl.h - finding names in four steps: names_read.c
 * cuts the texts into words, names_runs.c finds runs of them and counts what
 * stands around, names_known.c looks up what is known of them, names.c says
 * which are names, and of what. Private to tools/tell/summary/names*.c.
 */
#ifndef TCN_TOOLS_TELL_SUMMARY_NAMES_IMPL_H
#define TCN_TOOLS_TELL_SUMMARY_NAMES_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/text/tokenizer.h"
#include "tools/tell/summary/names_words_impl.h"
#include "tools/tell/summary/summary_text.h"

#define TCN_NAMES_RUN     6 /* words of a name */
#define TCN_NAMES_USES    3 /* of a name, at least */
#define TCN_NAMES_ORIGINS 2

enum tcn_names_flag { /* of a token */
	TCN_NAMES_CAPITAL = 1,
	TCN_NAMES_SMALL = 2,
	TCN_NAMES_INSIDE = 4, /* a sentence, where capitals tell */
	TCN_NAMES_JOINED = 8, /* to the token before, by a blank or a hyphen */
	TCN_NAMES_BEGINS = 16, /* a sentence */
	TCN_NAMES_GERMAN = 32,
};

struct tcn_names_token {
	const char *at;
	uint64_t key;
	uint32_t n; /* bytes */
	uint32_t text; /* index */
	uint32_t word; /* index of known */
	uint8_t flags;
	uint8_t is; /* of enum tcn_name_word */
};

/* A word, however it is written: looked up once for each of its tokens. */
struct tcn_names_known {
	uint64_t lang; /* hash of the last one that it was met in */
	uint32_t capitals, smalls; /* within sentences */
	uint8_t is; /* of enum tcn_name_word, in that language */
};

/* A run of words that may be a name, with what stands around its uses. */
struct tcn_names_run {
	uint64_t keys[TCN_NAMES_RUN];
	size_t n;
	struct tcn_str text;
	uint32_t votes; /* for text, less those for others */
	uint64_t last_origin;
	uint32_t uses, origins;
	uint32_t places, titles, speakers, articles, elsewhere;
	bool is_sure; /* none of its words is ever written small */
	bool is_place; /* a country or a city that is known */
	size_t order; /* of its first use */
	bool gone; /* is part of another, or no name */
};

/* All zero but texts and tokenizer before. */
struct tcn_names_finder {
	const struct tcn_summary_text *texts;
	struct tcn_tokenizer *tokenizer;
	struct tcn_name_words words;
	size_t body_bytes; /* read of each text */
	struct tcn_names_token *tokens;
	size_t tokens_n, tokens_cap;
	struct tcn_map numbers; /* key -> index of known, plus 1 */
	struct tcn_names_known *known;
	size_t known_n, known_cap;
	/* Of two words that have capitals together somewhere: how often both
	 * have << 32 | how often not both. */
	struct tcn_map pairs;
	struct tcn_map index; /* of a run's keys -> index of runs, plus 1 */
	struct tcn_map ends; /* of an end's keys -> its run: index_ends() */
	struct tcn_names_run *runs;
	size_t runs_n, runs_cap;
	uint32_t origins;
};

/* Reads the words of texts[0 .. n), of each origin the first. */
void tcn_names_read(struct tcn_names_finder *finder, size_t n);

/* Finds the runs of the words. */
void tcn_names_run(struct tcn_names_finder *finder);

#endif
