/*
 * tools/base/words_mark.h - marks messages that are translated where they are
 * used.
 *
 * A text of a table, or of a room that says English only, is the same text on a
 * page in another language. xgettext finds it by its mark (tools/tell/words).
 */
#ifndef TCN_TOOLS_BASE_WORDS_MARK_H
#define TCN_TOOLS_BASE_WORDS_MARK_H

/* A message; one with a context; the two forms of a count; both. */
#define TCN_WORDS(message)          message
#define TCN_WORDS_IN(context, text) text
#define TCN_WORDS_COUNT(one, more)                                             \
	{                                                                      \
		one, more                                                      \
	}
#define TCN_WORDS_COUNT_IN(context, one, more) TCN_WORDS_COUNT(one, more)

#endif
