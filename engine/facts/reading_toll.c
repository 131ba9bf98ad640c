/*
 * engine/facts/reading_toll.c - readings by a word for a count: tolls, and how
 * they go on.
 */
#include "engine/facts/reading_impl.h"

#define GAP_COUNT 8 /* between a word for a toll and its verb */
#define GAP_TOLL  14 /* between the two and a number */
#define GAP_RAISE 4 /* between that verb and the toll */

/* What a word for a count at token i counts: its own slot, or that of a word
 * shortly behind it ("number of injured"). A bare "total" goes on with what
 * the sentence counted last. */
static uint32_t
counted_by(const struct tcn_reading_reader *reader, size_t i)
{
	uint32_t slots = tcn_reading_anchors(reader, &reader->at[i], false,
	    TCN_READING_PEOPLE);

	for (size_t k = 1; !slots && k <= 3 && i + k < reader->n; k++)
		slots = tcn_reading_anchors(reader, &reader->at[i + k], true,
		    TCN_READING_PEOPLE);
	if (!slots && reader->readings_n &&
	    (tcn_reading_is(reader, i + 1) & TCN_FACT_TO))
		slots =
		    TCN_READING_SLOT(reader->readings[reader->readings_n - 1]
					 .slot) &
		    TCN_READING_PEOPLE;
	return slots;
}

/* "Rises to 52 the toll" as Romance languages say: what the number behind a
 * verb of rising counts, from token i on, where the count follows it. */
static uint32_t
counted_after(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 0; k < 3 && i + k < reader->n; k++) {
		if (tcn_reading_is(reader, i + k) & TCN_FACT_COUNT)
			return counted_by(reader, i + k);
		if (!(tcn_reading_is(reader, i + k) & TCN_FACT_GAP_AFTER))
			return 0;
	}
	return 0;
}

/* Whether token i is a mark that ends the way to a toll: any but a comma
 * between names, "the toll from the quakes in Amaria, Belonia hits 30". */
static bool
ends_count(const struct tcn_reading_reader *reader, size_t i)
{
	if (reader->at[i].kind != TCN_FACT_KIND_MARK)
		return false;
	return tcn_reading_mark(reader, i) != ',' || !reader->at[i + 1].capital;
}

/* The word for a count before token i, or reader->n. */
static size_t
count_before(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 0; k < GAP_COUNT + 3 && i > 0; k++) {
		i--;
		if (ends_count(reader, i))
			break;
		if (tcn_reading_is(reader, i) & TCN_FACT_COUNT)
			return i;
	}
	return reader->n;
}

/* "Raises the toll of the mudslide to 128": a verb of rising shortly before
 * the count at token i. */
static bool
is_raised(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 1; k <= GAP_RAISE && k <= i; k++)
		if (tcn_reading_is(reader, i - k) & TCN_FACT_RISE)
			return true;
	return false;
}

/* "Police lower the toll of the fire to 231": a verb for it shortly before the
 * count at token i. */
static bool
is_lowered(const struct tcn_reading_reader *reader, size_t i)
{
	for (size_t k = 1; k <= GAP_RAISE && k <= i; k++)
		if (tcn_reading_is(reader, i - k) & TCN_FACT_FALL)
			return true;
	return false;
}

void
tcn_reading_note_toll(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, bool behind,
    struct tcn_reading_manner *manner)
{
	uint64_t seen = tcn_reading_is(reader, amount->to);
	size_t count = reader->n;

	for (size_t k = 1;
	     count == reader->n && k <= GAP_TOLL && k <= amount->from; k++) {
		size_t i = amount->from - k;

		if (ends_count(reader, i) || tcn_reading_is_number(reader, i))
			break;
		seen |= tcn_reading_is(reader, i);
		if (tcn_reading_is(reader, i) & TCN_FACT_COUNT)
			count = i;
	}
	if (count < reader->n
		? behind && !(seen & TCN_FACT_RISE)
		: !(seen & TCN_FACT_RISE) || !counted_after(reader, amount->to))
		return;
	manner->rises = true;
	manner->lowers = (seen & TCN_FACT_FALL) ||
	    (count < reader->n && is_lowered(reader, count));
}

/* "The toll of the quake in X rises to 50": a verb of rising shortly before
 * the number, or "to", and a word for a count somewhere before that. */
uint32_t
tcn_reading_counted(const struct tcn_reading_reader *reader,
    const struct tcn_fact_amount *amount, struct tcn_reading_manner *manner)
{
	const uint64_t about = TCN_FACT_LEAST | TCN_FACT_ABOUT;
	size_t i = amount->from, to = 0, count;
	bool rising = false;
	uint32_t slots;

	for (size_t k = 0; k < TCN_READING_GAP && i > 0 && !rising; k++) {
		uint64_t is = tcn_reading_is(reader, --i);

		if (to && (is & TCN_FACT_COUNT))
			break;
		rising = (is & TCN_FACT_RISE) != 0;
		if (is & (TCN_FACT_TO | TCN_FACT_AT))
			to = i;
		if (!rising && !to &&
		    !(is &
			(TCN_FACT_GAP_BEFORE | TCN_FACT_GAP_AFTER |
			    TCN_READING_MANNERS)))
			break;
	}
	/* "Toll in the north nearly 10,000" */
	if (!rising && !to && amount->from > 0 &&
	    (tcn_reading_is(reader, amount->from - 1) & about)) {
		count = count_before(reader, amount->from);
		return count < reader->n
		    ? tcn_reading_anchors(reader, &reader->at[count], false,
			  TCN_READING_PEOPLE)
		    : 0;
	}
	if (!rising && !to)
		return 0;
	manner->rises = rising;
	slots = rising ? counted_after(reader, amount->to) : 0;
	if (slots)
		return slots;
	count = count_before(reader, rising ? i : to);
	rising |= (tcn_reading_is(reader, amount->to) & TCN_FACT_RISE) != 0;
	return count < reader->n && (rising || is_raised(reader, count))
	    ? counted_by(reader, count)
	    : 0;
}
