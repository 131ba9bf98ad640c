/*
 * engine/facts/reading_impl.h - a sentence while it is read. Private to
 * engine/facts/reading*.c.
 */
#ifndef TCN_ENGINE_FACTS_READING_IMPL_H
#define TCN_ENGINE_FACTS_READING_IMPL_H

#include "engine/facts/fact_amount_impl.h"
#include "engine/facts/reading.h"

#define TCN_READING_GAP        6 /* words from an anchor to a number */
#define TCN_READING_SLOT(slot) (1u << (slot))

#define TCN_READING_PEOPLE                                                     \
	(TCN_READING_SLOT(TCN_SLOT_DEAD) |                                     \
	    TCN_READING_SLOT(TCN_SLOT_INJURED) |                               \
	    TCN_READING_SLOT(TCN_SLOT_MISSING) |                               \
	    TCN_READING_SLOT(TCN_SLOT_RESCUED) |                               \
	    TCN_READING_SLOT(TCN_SLOT_EVACUATED) |                             \
	    TCN_READING_SLOT(TCN_SLOT_ARRESTED) |                              \
	    TCN_READING_SLOT(TCN_SLOT_ABOARD) |                                \
	    TCN_READING_SLOT(TCN_SLOT_OUTAGE))

/* What says how a number is told. */
#define TCN_READING_MANNERS                                                    \
	(TCN_FACT_LEAST | TCN_FACT_MOST | TCN_FACT_ABOUT | TCN_FACT_MORE |     \
	    TCN_FACT_MAY)

struct tcn_reading_reader {
	const struct tcn_fact_tokens *tokens;
	const struct tcn_fact_token *at; /* the same */
	size_t n;
	uint32_t context; /* slots that the sentence has words of */
	bool aftershock; /* it has a word for one */
	bool rate; /* it says how many there are each year or day */
	int year; /* of its article; 0: not known */
	struct tcn_reading *readings;
	size_t readings_n;
};

/* How a number is told. */
struct tcn_reading_manner {
	enum tcn_reading_sense sense;
	bool may; /* it could come to that */
	bool part; /* it is of some of those that are counted */
	bool some; /* it is of one kind of people */
	bool rises; /* the number rose to it, or a toll is it */
	bool lowers; /* the number was lowered or revised to it */
};

/* Notes "up to" and "could". */
void tcn_reading_note_may(uint64_t is, struct tcn_reading_manner *manner);

/* Looks before the amount and right behind it for how it is told. */
struct tcn_reading_manner
tcn_reading_manner(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);

/* The slots that a token is an anchor of, behind a number or before it, of
 * those wanted. */
uint32_t tcn_reading_anchors(const struct tcn_reading_reader *reader,
    const struct tcn_fact_token *token, bool after, uint32_t wanted);

/* The lowest slot of a set, which is not empty. */
enum tcn_slot tcn_reading_slot(uint32_t slots);

/* Adds a reading, unless what could happen is all that it says. */
void tcn_reading_add(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, enum tcn_slot slot, const char *unit,
    bool decimal, struct tcn_reading_manner manner);

/* Whether the sentence tells of an earlier event: "last year", a year before
 * its own, or "since", "worst" with any year. */
bool tcn_reading_is_past(const struct tcn_reading_reader *reader, int year);

/* Whether it tells how many there are in each year, day or other span. */
bool tcn_reading_is_rate(const struct tcn_reading_reader *reader);

/* Whether a year that is to come stands before the amount or in its clause: one
 * beyond the next, as that may be a fiscal one, or any where something is
 * forecast. */
bool tcn_reading_is_foreseen(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);

/* Whether the clause says before the amount what somebody is to do: "to post a
 * profit of 3 mln". */
bool tcn_reading_is_planned(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);

/* Whether the clause says before the amount that it is none of what is: some of
 * TCN_FACT_LIMIT, "limited to", and TCN_FACT_ASKED, "seeks", "forecast". */
bool tcn_reading_is_limited(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint64_t kinds);

/* Whether the number at token i is one of an update: "UPDATE 3-". */
bool tcn_reading_is_update(const struct tcn_reading_reader *reader, size_t i);

/* Reads the amount as one of people. False: it is none. */
bool tcn_reading_people(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);

/* The slots of a word for a count before the amount, which leads on to it over
 * more than a gap: "the toll of the quake in X rises to 50". 0: none does. */
uint32_t tcn_reading_counted(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, struct tcn_reading_manner *manner);

/*
 * Notes whether a toll is said to be the amount, or to be lowered or revised to
 * it: "the toll stands at 155", "death toll lowered to 174", "baja a 155 la
 * cifra de muertos". behind: a word behind the amount says what it counts, and
 * another must say that the toll goes on to it: "the toll rises to 155 dead".
 */
void tcn_reading_note_toll(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, bool behind,
    struct tcn_reading_manner *manner);

/* Reads the amount as a magnitude, speed or level; as money. False: it is none.
 * Money for which nothing says what it is for adds no reading. */
bool tcn_reading_measure(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);
bool tcn_reading_money(struct tcn_reading_reader *reader,
    struct tcn_fact_amount amount);

/* Reads the amount as what words on both sides say, "sentenced to 12 years",
 * "cuts 300 jobs"; as the age of who died; as a share, for which something must
 * say what it is of. False: it is none. */
bool tcn_reading_pair(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);
bool tcn_reading_age(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);
bool tcn_reading_share(struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount);

/* Reads a score that begins at token i, and sets *to to the token behind it.
 * False: none that counts. */
bool tcn_reading_score(struct tcn_reading_reader *reader, size_t i, size_t *to);

/* Whether the token is a score by itself, "3:0", as some languages write. */
bool tcn_reading_is_score(const struct tcn_fact_token *token);

/* Whether the token is a sentence without a number: life, death. Reads it,
 * where somebody is sentenced to it. */
bool tcn_reading_is_term(const struct tcn_fact_token *token);
void tcn_reading_term(struct tcn_reading_reader *reader, size_t i);

/* The slots of what the amount is a level of, which stands before it:
 * "inflation hits 2.3", "profit of 3 million". */
uint32_t tcn_reading_level(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, uint32_t wanted);

/* Whether the number at token i was read. */
bool tcn_reading_has(const struct tcn_reading_reader *reader, size_t i);

/* Bits of enum tcn_fact_is; 0 past the end. */
static inline uint64_t
tcn_reading_is(const struct tcn_reading_reader *reader, size_t i)
{
	return i < reader->n ? tcn_fact_token_is(&reader->at[i]) : 0;
}

static inline bool
tcn_reading_is_number(const struct tcn_reading_reader *reader, size_t i)
{
	return i < reader->n && reader->at[i].kind == TCN_FACT_KIND_NUMBER;
}

/* The mark at i, or 0. */
static inline UChar32
tcn_reading_mark(const struct tcn_reading_reader *reader, size_t i)
{
	if (i >= reader->n || reader->at[i].kind != TCN_FACT_KIND_MARK)
		return 0;
	return reader->at[i].mark;
}

/* "%" or "per cent" */
static inline bool
tcn_reading_is_percent(const struct tcn_reading_reader *reader, size_t i)
{
	return tcn_reading_mark(reader, i) == '%' ||
	    (tcn_reading_is(reader, i) & TCN_FACT_PERCENT);
}

/* A hyphen within a word, "2-year", ends none. */
static inline bool
tcn_reading_ends_clause(const struct tcn_reading_reader *reader, size_t i)
{
	UChar32 mark = tcn_reading_mark(reader, i);

	return mark == ',' || mark == ';' || mark == ':' || mark == '.' ||
	    mark == '(' || mark == ')' ||
	    (mark == '-' && !reader->at[i].glued) ||
	    (mark >= 0x2010 && mark <= 0x2015);
}

#endif
