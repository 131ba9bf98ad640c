#include "window/base/state.h"

void
tcn_state_put(struct tcn_state_out *out, uint32_t kind, uint64_t id)
{
	const struct tcn_state_row row = {
		.kind = kind,
		.id = id,
		.bytes = out->row.n ? out->row.at : NULL,
		.n = out->row.n,
	};

	if (!out->rc)
		out->rc = out->fn(out->ctx, &row);
	tcn_buf_clear(&out->row);
}

void
tcn_state_gone(struct tcn_state_out *out, uint32_t kind, const uint64_t *ids,
    size_t n)
{
	for (size_t i = 0; i < n; i++)
		tcn_state_put(out, kind, ids[i]);
}

enum tcn_rc
tcn_state_end(struct tcn_state_out *out)
{
	tcn_buf_fini(&out->row);
	return out->rc;
}
