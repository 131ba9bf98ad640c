#include "tools/base/json_record.h"

#include "tools/base/json_out.h"
#include "tools/base/safe.h"

void
tcn_json_record_text(struct tcn_buf *out, const char *key, struct tcn_str s,
    size_t chars, unsigned flags, struct tcn_arena *arena)
{
	if (!s.n && flags & TCN_FIELD_OMIT && !(flags & TCN_FIELD_PLAIN))
		return;
	if (!s.n && !(flags & TCN_FIELD_PLAIN)) {
		tcn_json_null(out, key);
	} else {
		tcn_safe_text(arena, s, chars, &s);
		tcn_json_str(out, key, s);
	}
}

static void
add_number(struct tcn_buf *out, const struct tcn_field *f, const char *key,
    const void *at)
{
	uint64_t n = f->bytes == sizeof(uint64_t) ? *(const uint64_t *)at
						  : *(const uint32_t *)at;

	if (n || !(f->flags & (TCN_FIELD_OMIT | TCN_FIELD_NULL)))
		tcn_json_uint(out, key, n);
	else if (f->flags & TCN_FIELD_NULL)
		tcn_json_null(out, key);
}

static void
add(struct tcn_buf *out, const struct tcn_fields *record,
    const struct tcn_field *f, const void *at, struct tcn_arena *arena)
{
	const char *key = tcn_field_key(f);
	const struct tcn_str *s = at;

	switch (f->kind) {
	case TCN_FIELD_TEXT:
		tcn_json_record_text(out, key, *s,
		    f->max ? f->max : record->chars, record->flags | f->flags,
		    arena);
		break;
	case TCN_FIELD_JSON:
		tcn_json_raw(out, key, s->n ? *s : tcn_str("[]"));
		break;
	case TCN_FIELD_ID:
		tcn_json_record_text(out, key, tcn_str(at), f->bytes,
		    record->flags | f->flags, arena);
		break;
	case TCN_FIELD_WORD:
		tcn_json_str(out, key,
		    tcn_str(tcn_field_word(f->words, *(const unsigned *)at)));
		break;
	case TCN_FIELD_BOOL:
		tcn_json_bool(out, key, *(const bool *)at);
		break;
	case TCN_FIELD_REAL:
		tcn_json_rounded(out, key, *(const double *)at, (int)f->max);
		break;
	case TCN_FIELD_TIME:
		tcn_json_time(out, key, *(const int64_t *)at);
		break;
	case TCN_FIELD_SPAN:
		tcn_json_seconds(out, key, *(const int64_t *)at);
		break;
	case TCN_FIELD_U64:
	case TCN_FIELD_U32:
	case TCN_FIELD_INT:
		add_number(out, f, key, at);
		break;
	case TCN_FIELD_BYTES:
		break;
	}
}

void
tcn_json_record(struct tcn_buf *out, const struct tcn_fields *record,
    const void *at, struct tcn_arena *arena)
{
	for (const struct tcn_field *f = record->fields; f->name; f++)
		if (!(f->flags & TCN_FIELD_HIDDEN))
			add(out, record, f, tcn_field_at(f, at), arena);
}

void
tcn_json_object(struct tcn_buf *out, const char *key,
    const struct tcn_fields *record, const void *at, struct tcn_arena *arena)
{
	tcn_json_open(out, key, '{');
	tcn_json_record(out, record, at, arena);
	tcn_json_close(out, '}');
}
