/*
 * engine/facts/facts.h - the words by which facts are read, in each language.
 *
 * tcn_statement_read() (statement.h) and tcn_reading_find() (reading.h) know no
 * language: each of their rules asks what a word is (a verb, a person, "at
 * least"), and the answer is a table of its language, which is read from a file
 * (words/LANG.txt) when it is first asked for. All objects share one table a
 * language, until the last one that uses it is freed; what an object has of its
 * own is the memory that a sentence needs while it is read.
 *
 * Numbers in words come from ICU, which spells 1 to 999 once in each language;
 * they are then looked up as any other words. ICU can read such words too, but
 * it takes 30 to 110 us a call and reads what is no number.
 *
 * Call order: new; read in any order; free. Not thread safe: one object, one
 * thread; several threads may have one each. Cost: a language takes some
 * milliseconds when it is first asked for, and some 400 KiB.
 */
#ifndef TCN_ENGINE_FACTS_FACTS_H
#define TCN_ENGINE_FACTS_FACTS_H

#include <stdbool.h>

struct tcn_facts;

struct tcn_facts *tcn_facts_new(void);
void tcn_facts_free(struct tcn_facts *facts); /* or NULL */

/* Whether there is a table of the language, ISO 639-1: de, en, es, fr, it and
 * pt. Of others only what their form shows is read. */
bool tcn_facts_has_lang(const char *lang);

#endif
