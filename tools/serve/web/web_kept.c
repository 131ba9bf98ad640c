#include "tools/serve/web/web_kept.h"

struct tcn_web_kept_list *
tcn_web_kept_list(struct tcn_web_kept_lists *lists, struct tcn_str target,
    bool may_act, enum tcn_words_language language)
{
	struct tcn_web_kept_list *list = &lists->at[0];

	for (int i = 0; i < TCN_WEB_KEPT_LISTS; i++) {
		struct tcn_web_kept_list *at = &lists->at[i];

		if (at->may_act == may_act && at->language == language &&
		    tcn_str_equal(tcn_buf_view(&at->target), target)) {
			at->used = ++lists->uses;
			return at;
		}
		if (at->used < list->used)
			list = at;
	}
	tcn_buf_clear(&list->target);
	tcn_buf_clear(&list->name);
	tcn_buf_clear(&list->rows.html);
	tcn_buf_clear(&list->newest.html);
	tcn_buf_str(&list->target, target);
	list->may_act = may_act;
	list->language = language;
	list->used = ++lists->uses;
	return list;
}

static void
pack(struct tcn_web_kept *kept)
{
	tcn_pack_piece(&kept->packed, tcn_buf_view(&kept->html),
	    TCN_PACK_QUICK);
}

void
tcn_web_kept_close(struct tcn_web_kept_list *list, struct tcn_str name)
{
	pack(&list->rows);
	pack(&list->closed);
	pack(&list->newest);
	tcn_buf_clear(&list->name);
	tcn_buf_str(&list->name, name);
}

static void
fini(struct tcn_web_kept *kept)
{
	tcn_buf_fini(&kept->html);
	tcn_pack_piece_fini(&kept->packed);
}

void
tcn_web_kept_fini(struct tcn_web_kept_lists *lists)
{
	for (int i = 0; i < TCN_WEB_KEPT_LISTS; i++) {
		struct tcn_web_kept_list *list = &lists->at[i];

		tcn_buf_fini(&list->target);
		tcn_buf_fini(&list->name);
		fini(&list->rows);
		fini(&list->closed);
		fini(&list->newest);
	}
}
