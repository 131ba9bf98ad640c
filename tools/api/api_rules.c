#include "engine/base/err.h"
#include "tools/api/api_impl.h"
#include "tools/conf/rules_list.h"

void
tcn_api_get_rules(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_err err = { 0 };
	uint64_t from;
	size_t limit, i;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit, &err);

	if (!rc)
		rc = tcn_api_answer_query_number(&a, "after", &from, &err);
	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	tcn_buf_z(&a.out, "{\"rules\":[");
	for (i = from; i < a.api->rules_n && i - from < limit; i++)
		tcn_rules_list_json(&a.out, &a.api->rules[i], &a.arena);
	tcn_api_answer_end_page(&a, i < a.api->rules_n, i);
	tcn_api_answer_send(&a, rc);
}
