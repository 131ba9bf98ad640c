#include "tools/serve/client/show_impl.h"

#include "tools/base/safe.h"

void
tcn_show_field(struct tcn_buf *out, const char *name, struct tcn_str value)
{
	if (!value.n)
		return;
	tcn_buf_printf(out, "%-12s", name);
	tcn_safe_terminal(out, value);
	tcn_buf_char(out, '\n');
}
