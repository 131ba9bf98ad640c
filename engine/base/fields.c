#include "engine/base/fields.h"

const char *
tcn_field_word(const char *const *words, unsigned i)
{
	for (; *words; words++)
		if (!i--)
			return *words;
	return "?";
}

int
tcn_field_word_find(const char *const *words, struct tcn_str word)
{
	for (int i = 0; words[i]; i++)
		if (tcn_str_equal(word, tcn_str(words[i])))
			return i;
	return -1;
}
