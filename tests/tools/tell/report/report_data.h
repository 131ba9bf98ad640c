/*
 * tests/tools/tell/report/report_data.h - an event made by hand, for the
 * report's tests.
 */
#ifndef TCN_TESTS_TOOLS_TELL_REPORT_REPORT_DATA_H
#define TCN_TESTS_TOOLS_TELL_REPORT_REPORT_DATA_H

#include "tools/tell/report/report.h"

/* A ship hits a bridge: 36 sightings of 14 texts, four languages, copies. */
const struct tcn_report *report_data(void);

/* Appends the page of the report to out. */
void report_write(const struct tcn_report *report,
    enum tcn_report_format format, struct tcn_buf *out);

#endif
