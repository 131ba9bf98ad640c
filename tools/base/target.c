#include "tools/base/target.h"

#include <ctype.h>
#include <string.h>

void
tcn_target_escape(struct tcn_buf *out, struct tcn_str text)
{
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.at[i];

		if (c && c < 0x80 && (isalnum(c) || strchr("-_.~", c)))
			tcn_buf_char(out, (char)c);
		else
			tcn_buf_printf(out, "%%%02X", c);
	}
}

void
tcn_target_segment(struct tcn_buf *out, struct tcn_str text)
{
	size_t dots = 0;

	while (dots < text.n && text.at[dots] == '.')
		dots++;
	if (dots < text.n)
		tcn_target_escape(out, text);
	else if (!text.n)
		tcn_buf_z(out, "%20");
	else
		while (dots--)
			tcn_buf_z(out, "%2E");
}

void
tcn_target_param(struct tcn_buf *out, const char *name, struct tcn_str value)
{
	if (!value.at)
		return;
	tcn_buf_char(out, out->n && memchr(out->at, '?', out->n) ? '&' : '?');
	tcn_buf_printf(out, "%s=", name);
	tcn_target_escape(out, value);
}
