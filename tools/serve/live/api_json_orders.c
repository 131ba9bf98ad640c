#include "engine/base/map.h"
#include "tools/base/json_out.h"
#include "tools/serve/live/api_json.h"

void
tcn_api_holding(const struct tcn_store_member_list *members,
    struct tcn_api_holding *holding)
{
	struct tcn_map items = { 0 }, texts = { 0 }, origins = { 0 },
		       publishers = { 0 };

	for (size_t i = 0; i < members->n; i++) {
		const struct tcn_store_member *m = &members->at[i];

		tcn_map_count(&items, m->seq);
		if (m->article)
			tcn_map_count(&texts, m->article);
		if (m->origin)
			tcn_map_count(&origins, m->origin);
		if (m->publisher)
			tcn_map_count(&publishers, m->publisher);
	}
	*holding = (struct tcn_api_holding){
		.items = (uint32_t)items.n,
		.texts = (uint32_t)texts.n,
		.origins = (uint32_t)origins.n,
		.publishers = (uint32_t)publishers.n,
	};
	tcn_map_fini(&items);
	tcn_map_fini(&texts);
	tcn_map_fini(&origins);
	tcn_map_fini(&publishers);
}

void
tcn_api_json_holding(const char *key, const struct tcn_api_holding *holding,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	tcn_json_uint(out, "items", holding->items);
	tcn_json_uint(out, "texts", holding->texts);
	tcn_json_uint(out, "origins", holding->origins);
	tcn_json_uint(out, "publishers", holding->publishers);
	tcn_json_close(out, '}');
}

static void
add_ids(const char *key, const struct tcn_store_str_list *ids,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '[');
	for (size_t i = 0; i < ids->n; i++)
		tcn_json_str(out, NULL, ids->at[i]);
	tcn_json_close(out, ']');
}

enum tcn_rc
tcn_api_json_orders(const struct tcn_store *store, const char *event,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_member_list members;
	struct tcn_store_str_list parts, splits;
	struct tcn_api_holding holding;
	bool ordered;
	enum tcn_rc rc = tcn_store_is_ordered(store, event, &ordered);

	if (rc || !ordered)
		return rc;
	rc = tcn_store_members(store, event, arena, &members);
	if (!rc)
		tcn_api_holding(&members, &holding);
	if (!rc)
		rc = tcn_store_parts_of(store, event, arena, &parts);
	if (!rc)
		rc = tcn_store_splits_of(store, event, arena, &splits);
	if (rc)
		return rc;
	tcn_api_json_holding("holds", &holding, out);
	add_ids("parts", &parts, out);
	add_ids("splits", &splits, out);
	return TCN_OK;
}
