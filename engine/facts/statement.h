/*
 * engine/facts/statement.h - what of a sentence or title may be quoted.
 *
 * A line of a report is a sentence that somebody published, without what
 * surrounds it: "RT @x:", "BREAKING:", "UPDATE 3-", "US STOCKS-", "#Harwick |",
 * "#Harwick:", "#harwickfire", "#Harwick #fire", "Lima, 12 May (Agency) -" at
 * its beginning, the outlet's name, links, hashtags and initials at its end.
 * What is left, the statement, is one part of the raw text, so its offset leads
 * back.
 *
 * Many sentences must not be quoted at all: they were cut off, ask, pray, tell
 * the reader what to do, speak of "it" or of "me", are tables, or have no verb.
 * Their faults are bits; who quotes says which matter. A verb is one of the
 * language's news verbs and auxiliaries (an English one that is a noun as well
 * asks for an object: "attacks Gaza", not "attacks on Gaza"); where headlines
 * drop verbs, words for dead and injured people count too. Neither a tagger nor
 * a model of the language is needed.
 *
 * Cost: O(bytes), some microseconds a sentence. Nothing is kept of it.
 */
#ifndef TCN_ENGINE_FACTS_STATEMENT_H
#define TCN_ENGINE_FACTS_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"
#include "engine/facts/facts.h"

enum tcn_statement_fault { /* bits */
	TCN_STATEMENT_SHORT = 1 << 0, /* under six words */
	TCN_STATEMENT_LONG = 1 << 1, /* over 45 words */
	TCN_STATEMENT_CUT = 1 << 2, /* ends in dots, "of", an open
				   * bracket; begins with "of" */
	TCN_STATEMENT_QUESTION = 1 << 3,
	TCN_STATEMENT_TAGS = 1 << 4, /* over two hashtags, or two bars */
	TCN_STATEMENT_SHOUT = 1 << 5, /* "!!", some words in capitals, a
				     * face, "Noooo" */
	TCN_STATEMENT_FIRST_PERSON = 1 << 6, /* outside quotation marks */
	TCN_STATEMENT_OPENING = 1 << 7, /* begins with "it", "the bank",
				       * "how", "help", as it is or
				       * behind a colon */
	TCN_STATEMENT_SPEECH = 1 << 8, /* is one quotation */
	TCN_STATEMENT_PRAYER = 1 << 9,
	TCN_STATEMENT_TABLE = 1 << 10, /* over a quarter are digits; sums */
	TCN_STATEMENT_NO_VERB = 1 << 11,
	TCN_STATEMENT_LINK = 1 << 12, /* an address, "RT @x" or "@x:" in it */
	TCN_STATEMENT_POINTS = 1 << 13, /* "Pictures of", "List of": tells
				       * nothing itself */
};

#define TCN_STATEMENT_FAULTS 14

struct tcn_statement_text {
	struct tcn_str raw; /* a sentence or title, UTF-8 without markup */
	const char *lang; /* ISO 639-1, or "" */
	struct tcn_str source; /* its sender's name; may be empty */
	struct tcn_str host; /* of its address; may be empty */
	bool title; /* of an article: no dateline, may be an outlet's */
	bool begins; /* its text begins with it: a dateline may stand there */
};

struct tcn_statement {
	struct tcn_str shown; /* a part of raw; may be empty */
	size_t offset; /* of shown in raw, bytes */
	/* The section under which a wire files it, "US STOCKS" of "US STOCKS-
	 * Futures fall". It is not taken off ahead of a colon ("REACTION: ...",
	 * "Live updates from Lima: ..."), as it may be the subject; the story
	 * knows. Empty: none. A view into raw. */
	struct tcn_str label;
	/* Of shown, what it says by itself: "Markets fall" of "Markets fall
	 * after the quake", "Lima votes" of "As rain falls, Lima votes"; all of
	 * it, where nothing is beside that. */
	struct tcn_str main;
	size_t words;
	size_t quoted; /* of these, between quotation marks */
	uint32_t faults; /* of enum tcn_statement_fault; 0: may be quoted */
	bool retweet; /* "RT @x:" was taken off */
	bool capitals; /* all its letters are; it has some */
	bool linked; /* an address at its end was taken off */
	bool exclaims; /* has a "!", outside quotation marks */
	bool small; /* begins with a small letter */
	bool cause; /* says why: because, blamed */
	bool response; /* says what is done about it: ordered, an inquiry */
	bool outcome; /* says how it came out, or that it is not so: elected,
		       * dies, denies; not beside what it says */
};

/* Finds the part of a text that can be quoted, what it says by itself, and its
 * faults. The views in *statement point into text->raw. */
void tcn_statement_read(struct tcn_facts *facts,
    const struct tcn_statement_text *text, struct tcn_statement *statement);

#endif
