/*
 * tools/conf/conf_rows_impl.h - how the rows of settings name their fields.
 * Private to tools/conf/conf_table*.c.
 */
#ifndef TCN_TOOLS_CONF_CONF_ROWS_IMPL_H
#define TCN_TOOLS_CONF_CONF_ROWS_IMPL_H

#include <stddef.h>

#include "tools/conf/conf.h"

/*
 * The kind and place of a field, in one: a field of another type than the
 * kind wants is a compile error.
 */
#define FIELD(type, member)                                                    \
	(offsetof(struct tcn_conf, member) +                                   \
	    0 * _Generic(((struct tcn_conf *)0)->member, type : 0))
#define COUNT(member)    TCN_CONF_COUNT, FIELD(uint64_t, member)
#define NUMBER(member)   TCN_CONF_NUMBER, FIELD(double, member)
#define PERCENT(member)  TCN_CONF_PERCENT, FIELD(double, member)
#define RATE(member)     TCN_CONF_RATE, FIELD(double, member)
#define DURATION(member) TCN_CONF_DURATION, FIELD(int64_t, member)
#define BYTES(member)    TCN_CONF_BYTES, FIELD(uint64_t, member)
#define BOOLEAN(member)  TCN_CONF_BOOLEAN, FIELD(bool, member)
#define CHOICE(member)   TCN_CONF_CHOICE, FIELD(int, member)
#define SET(member)      TCN_CONF_SET, FIELD(unsigned, member)
#define NETWORKS(member) TCN_CONF_NETWORKS, FIELD(struct tcn_networks, member)
#define TEXT(member)     TCN_CONF_TEXT, FIELD(const char *, member)
#define LIST(member)     TCN_CONF_LIST, FIELD(const char *, member)
#define PATH(member)     TCN_CONF_PATH, FIELD(const char *, member)
#define SECTION          TCN_CONF_SECTION, 0, NULL, NULL, NULL, NULL

/* The rows of conf_table_kafka.c, which follow those of conf_table.c. */
extern const struct tcn_conf_row tcn_conf_rows_kafka[];
extern const size_t tcn_conf_rows_kafka_n;

#endif
