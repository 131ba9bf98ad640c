/*
 * tools/summary/summary_case_impl.h - a headline in capitals, as the texts
 * write its words; see summary.h. Private to tools/summary.
 */
#ifndef TCN_TOOLS_SUMMARY_SUMMARY_CASE_IMPL_H
#define TCN_TOOLS_SUMMARY_SUMMARY_CASE_IMPL_H

#include "engine/facts/facts.h"
#include "engine/item/prepare.h"
#include "tools/summary/summary_text.h"

struct tcn_summary_case {
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	const struct tcn_summary_text *texts;
	size_t n;
	struct tcn_arena *arena;
};

/* Puts a headline of a language, a tag, as the texts write its words, in arena;
 * *to is the headline where they do not write all of them. Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_summary_case_of(const struct tcn_summary_case *in,
    struct tcn_str headline, struct tcn_str lang, struct tcn_str *to);

#endif
