/*
 * engine/facts/reading.h - what a sentence says how many there are of.
 *
 * A reading is one sentence's value of a slot (slot.h): "at least 42 people
 * have died" reads as dead, 42, at least. Surface patterns of one or two
 * anchors around a number, as in EMM's NEXUS (Tanev, Piskorski, Atkinson,
 * "Real-time news event extraction for global crisis monitoring", 2008): a
 * single reading may be wrong; many texts of one event correct each other
 * (figure.h).
 *
 * From the number, an anchor is looked for to the right over at most 5 words of
 * a closed list ("people", "are", "confirmed"), else to the left over at most
 * 6; another number or a mark ends the search. So "4 dead, 60 hurt" and "killed
 * 4 and injured 60" give two readings each. Besides, a word for a toll, a verb
 * of rising and "to" lead to the number behind them over up to 8 words of any
 * kind.
 *
 * Numbers have digits with groups and decimals of either writing, or are words;
 * a range ("20 to 30") and a vague word ("dozens") give two bounds. "1.500" is
 * 1,500 people and magnitude 1.5: the slot decides. Before "million" the
 * language does: "2.420 millones" are thousands of them.
 *
 * A share is read where something says what it is of, and as a level, not as a
 * change: "inflation rises to 2.3 per cent", not "by 0.3".
 *
 * Money is read where something says what it is for, and of profits and sales a
 * change, too: unit "+%" or "-%".
 *
 * A score, "beat Ostrel 3-0", is read where a word says that the match was won,
 * drawn or lost, or that it is a vote. "Sentenced to life" is a reading of one,
 * whose unit says of what.
 *
 * Refused: years, ages, distances and other units; money for people;
 * what could happen or is only planned, asked for or foreseen; sentences about
 * an earlier year or of every year; "no", and parts of a total ("from 42", "12
 * of them"). Parts whose total need not stand beside them are read as such.
 *
 * Cost: O(words) of a sentence that has a number, some microseconds; less than
 * one for others.
 */
#ifndef TCN_ENGINE_FACTS_READING_H
#define TCN_ENGINE_FACTS_READING_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/str.h"
#include "engine/facts/facts.h"
#include "engine/facts/slot.h"

enum tcn_reading_sense {
	TCN_READING_EXACT,
	TCN_READING_LEAST, /* "at least", "over" */
	TCN_READING_MOST, /* "up to", "feared" */
	TCN_READING_ABOUT, /* within a tenth */
	TCN_READING_RANGE, /* "20 to 30" */
	TCN_READING_VAGUE, /* "dozens" */
	TCN_READING_MORE, /* "another 12": added to what was told before; not
			   * "26 dead and another 86 injured" */
	TCN_READING_PART, /* "12 in the capital alone", "10 seriously hurt", "a
			   * hospital treats 10": there may be more */
};

/* Values are in thousandths, so that 7.2 is a whole number too. */
#define TCN_READING_ONE INT64_C(1000)

struct tcn_reading {
	enum tcn_slot slot;
	enum tcn_reading_sense sense;
	int64_t lo, hi; /* thousandths, 0 < lo <= hi <= 10^18; of a score the
			 * lower number, which may be 0, and the higher */
	const char *unit; /* "USD", "m", "%", "+%", "life"; "" of a count */
	bool some; /* of one kind of people, "12 soldiers": others may be
		    * counted apart */
	bool rises; /* it says that the number rose to that, or is the toll */
	bool
	    lowers; /* it says that the number was lowered or revised to that */
	bool denied; /* it says that this is not so: "reports of 12 dead are
		      * false"; no value of the story */
	size_t at, n; /* where the number stands in the sentence, bytes */
};

#define TCN_READINGS_MAX 16 /* of one sentence; the rest are not read */

struct tcn_reading_text {
	struct tcn_str sentence; /* UTF-8 without markup */
	const char *lang; /* ISO 639-1; without a table nothing is read */
	int year; /* of its article; 0: not known */
};

/* Sets readings[0 .. *n), in the order of the sentence. */
void tcn_reading_find(struct tcn_facts *facts,
    const struct tcn_reading_text *text,
    struct tcn_reading readings[TCN_READINGS_MAX], size_t *n);

/* What a sentence says, kept. */
struct tcn_reading_list {
	const struct tcn_reading *at; /* as tcn_reading_find() has them */
	size_t n;
	const int64_t *numbers; /* of the sentence, in thousandths */
	size_t numbers_n;
	uint32_t none; /* slots of people of whom it says that there are none,
			* "no victims": 1 << slot */
};

/* Reads both into arena. */
void tcn_reading_keep(struct tcn_facts *facts,
    const struct tcn_reading_text *text, struct tcn_arena *arena,
    struct tcn_reading_list *list);

#endif
