#include "engine/lang.h"

bool
tcn_lang_field(struct tcn_str field, char lang[TCN_LANG_BYTES])
{
	size_t n = 0;

	field = tcn_str_trim(field);
	while (n < field.n && n < 3 && ((field.at[n] | 32) >= 'a') &&
	    ((field.at[n] | 32) <= 'z')) {
		lang[n] = (char)(field.at[n] | 32);
		n++;
	}
	lang[n] = '\0';
	if (n == 2 &&
	    (field.n == 2 || field.at[2] == '-' || field.at[2] == '_'))
		return true;
	lang[0] = '\0';
	return false;
}
