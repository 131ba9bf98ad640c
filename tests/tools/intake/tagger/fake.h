/*
 * tests/tools/intake/tagger/fake.h - a machine on which Apertium is installed,
 * with programs of our own (fake_apertium.c) and data for es and fr.
 */
#ifndef TCN_TESTS_TOOLS_INTAKE_TAGGER_FAKE_H
#define TCN_TESTS_TOOLS_INTAKE_TAGGER_FAKE_H

/* Puts the programs into PATH, before all others. The folder of the data. */
const char *fake_install(void);

/* Takes the programs away; the data stay. */
void fake_remove_programs(void);

/* As before. */
void fake_uninstall(void);

#endif
