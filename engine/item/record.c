#include "engine/item/record.h"

const char *const tcn_silence_kinds[] = {
	[TCN_SILENCE_EVENT] = "event",
	[TCN_SILENCE_RULE] = "rule",
	[TCN_SILENCE_TERM] = "term",
	[TCN_SILENCE_SOURCE] = "source",
	NULL,
};

#define F(...)  TCN_FIELD(struct tcn_silence, __VA_ARGS__)
#define AT(...) TCN_FIELD_TIME(struct tcn_silence, __VA_ARGS__)
static const struct tcn_field silence[] = {
	F(U64, id, .key = "silence", .flags = TCN_FIELD_AUTO, .least = 1),
	F(WORD, kind, .words = tcn_silence_kinds),
	F(TEXT, value),
	F(TEXT, author),
	F(TEXT, reason),
	AT(created),
	AT(expires),
	AT(ended, .flags = TCN_FIELD_AUTO),
	F(TEXT, ended_by),
	F(BOOL, holds, .flags = TCN_FIELD_COMPUTED),
	F(U64, messages, .flags = TCN_FIELD_COMPUTED,
	    .help = "that it kept quiet, as far as they are stored"),
	F(U64, events, .flags = TCN_FIELD_COMPUTED,
	    .help = "that these are about"),
	{ 0 },
};
#undef F
#undef AT

const struct tcn_fields tcn_record_silence = {
	.table = "silences",
	.fields = silence,
	.bytes = sizeof(struct tcn_silence),
	.chars = 4000,
};
