/*
 * engine/base/fields.h - a record described once: the table of its fields.
 *
 * From the table follow the statements that store and read the record
 * (sql/query_record.h), its JSON (tools/base/json_record.h) and its schema in
 * the OpenAPI document (tools/serve/api/api_openapi.h). So a new field is a
 * member of the struct, a row of the table and a column of the schema.
 *
 *	#define F(...)  TCN_FIELD(struct tcn_silence, __VA_ARGS__)
 *	#define AT(...) TCN_FIELD_TIME(struct tcn_silence, __VA_ARGS__)
 *	static const struct tcn_field fields[] = {
 *		F(U64, id, .key = "silence", .flags = TCN_FIELD_AUTO),
 *		F(TEXT, value),
 *		AT(created),
 *		{ 0 },
 *	};
 *
 * A member of another type than its kind wants is a compile error. The rows
 * stand in the order of the JSON; statements name their columns, so that the
 * order in the database does not matter.
 */
#ifndef TCN_ENGINE_BASE_FIELDS_H
#define TCN_ENGINE_BASE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"

enum tcn_field_kind {
	TCN_FIELD_U64,
	TCN_FIELD_U32,
	TCN_FIELD_BOOL,
	TCN_FIELD_REAL, /* shown with `max` digits behind the point */
	TCN_FIELD_TIME, /* unix ms; TCN_UNDATED: none. Shown in seconds */
	TCN_FIELD_SPAN, /* ms. Shown in seconds */
	TCN_FIELD_INT, /* not below 0 */
	TCN_FIELD_TEXT, /* from outside: cleaned, and cut at `max` characters */
	TCN_FIELD_BYTES, /* never shown */
	TCN_FIELD_JSON, /* an array that is JSON already */
	TCN_FIELD_ID, /* an array of char, with its NUL */
	TCN_FIELD_WORD, /* an enum; `words` has a word for each value */
};

/* The member's type, for the check. */
#define TCN_FIELD_OF_U64   uint64_t
#define TCN_FIELD_OF_U32   uint32_t
#define TCN_FIELD_OF_BOOL  bool
#define TCN_FIELD_OF_REAL  double
#define TCN_FIELD_OF_TIME  int64_t
#define TCN_FIELD_OF_SPAN  int64_t
#define TCN_FIELD_OF_INT   int64_t
#define TCN_FIELD_OF_TEXT  struct tcn_str
#define TCN_FIELD_OF_BYTES struct tcn_str
#define TCN_FIELD_OF_JSON  struct tcn_str
#define TCN_FIELD_OF_ID    char *
#define TCN_FIELD_OF_WORD  unsigned

enum {
	TCN_FIELD_AUTO = 1, /* the database fills it in: never written */
	TCN_FIELD_COMPUTED = 2, /* no column */
	TCN_FIELD_HIDDEN = 4, /* not shown */
	TCN_FIELD_OMIT = 8, /* left out where it is empty or 0 */
	TCN_FIELD_NULL = 32, /* a number whose 0 is stored and shown as null */
	/* An empty text is shown as "" and not as null; as a flag of a record,
	 * all of its empty texts are. */
	TCN_FIELD_PLAIN = 16,
};

struct tcn_field {
	const char *name; /* column and key, unless the next two name others */
	const char *column, *key;
	/* of a field of kind WORD; NULL ends the list */
	const char *const *words;
	const char *help; /* one line for the schema; NULL: that of its kind */
	size_t at, bytes; /* of the member */
	size_t max; /* 0: for texts the record's `chars`, for others none */
	unsigned least; /* the minimum of a number, for the schema */
	enum tcn_field_kind kind;
	unsigned flags;
};

#define TCN_FIELD_AS(type, of, member, ...)                                    \
	{                                                                      \
		.kind = TCN_FIELD_##of,                                        \
		.at = offsetof(type, member) +                                 \
		    0 * _Generic(((type *)0)->member, TCN_FIELD_OF_##of : 0),  \
		.bytes = sizeof(((type *)0)->member), __VA_ARGS__              \
	}
#define TCN_FIELD(type, of, member, ...)                                       \
	TCN_FIELD_AS(type, of, member, .name = #member, __VA_ARGS__)

/* The time in the member stem_ms: its column is `stem`, its key stem_at. */
#define TCN_FIELD_TIME(type, stem, ...)                                        \
	TCN_FIELD_AS(type, TIME, stem##_ms, .name = #stem, .key = #stem "_at", \
	    __VA_ARGS__)

struct tcn_fields {
	const char *table; /* where it is stored */
	/* a field without a name ends the table */
	const struct tcn_field *fields;
	size_t bytes; /* of the struct */
	size_t chars; /* the limit of a shown text whose field has no `max` */
	unsigned flags; /* of all fields */
	/* What an insert does when its key exists: true replaces the row (OR
	 * REPLACE); false leaves it, and `unique` names the columns of that
	 * key. */
	bool replaces;
	const char *unique;
};

/* The name of a field's column, and of its JSON key. */
static inline const char *
tcn_field_column(const struct tcn_field *field)
{
	return field->column ? field->column : field->name;
}

static inline const char *
tcn_field_key(const struct tcn_field *field)
{
	return field->key ? field->key : field->name;
}

/* The address of a field's member in this record. */
static inline const void *
tcn_field_at(const struct tcn_field *field, const void *record)
{
	return (const char *)record + field->at;
}

/* The ith word of a NULL-terminated list, "?" beyond its end; and the index of
 * a word, -1 when it is not in the list. */
const char *tcn_field_word(const char *const *words, unsigned i);
int tcn_field_word_find(const char *const *words, struct tcn_str word);

#endif
