#include "engine/text.h"

enum tcn_rc
tcn_text_plain(struct tcn_str raw, struct tcn_arena *arena,
    struct tcn_str *plain)
{
	(void)arena;
	*plain = raw;
	return TCN_OK;
}
