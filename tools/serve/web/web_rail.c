#include "tools/serve/web/web_rail.h"

#define INTAKE "/v1/intake?brief=true"

void
tcn_web_rail_set_standby(struct tcn_web_page *page)
{
	struct tcn_json_value ready, intake, standby = { 0 }, lease;
	struct tcn_str why;

	if (tcn_web_page_try(page, "/readyz", &ready, &why) != 200 ||
	    tcn_json_member(&ready, "leads").kind == TCN_JSON_ABSENT ||
	    tcn_json_in_bool(&ready, "leads"))
		return;
	tcn_web_page_try(page, INTAKE, &intake, &why);
	lease = tcn_json_member(&intake, "lease");
	tcn_json_put(&page->arena, &standby, "of", &lease);
	tcn_web_page_set(page, "standby", &standby);
}

void
tcn_web_rail_set(struct tcn_web_page *page)
{
	const struct tcn_web_view intake_view = {
		.asks = { { "?intake", INTAKE, NULL } }
	};
	struct tcn_json_value intake, feeds, failing;
	struct tcn_str why;

	if (!tcn_web_view_ask(page, &intake_view))
		return;
	intake = tcn_json_member(&page->view, "intake");
	feeds = tcn_json_member(&intake, "feeds");
	if (tcn_json_in_uint(&feeds, "failing") &&
	    tcn_web_page_try(page, "/v1/feeds?failing=true", &failing, &why) ==
		200)
		tcn_web_page_set(page, "failing", &failing);
}
