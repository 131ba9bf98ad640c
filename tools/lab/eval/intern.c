#include "tools/lab/eval/intern.h"

#include <xxhash.h>

#include "engine/base/mem.h"

void
tcn_intern_init(struct tcn_intern *intern)
{
	*intern = (struct tcn_intern){ 0 };
	tcn_arena_init(&intern->arena, 0);
}

void
tcn_intern_fini(struct tcn_intern *intern)
{
	tcn_arena_fini(&intern->arena);
	tcn_map_fini(&intern->first);
	tcn_mem_free(intern->rows);
	*intern = (struct tcn_intern){ 0 };
}

uint32_t
tcn_intern_find(const struct tcn_intern *intern, struct tcn_str s)
{
	const uint64_t *at =
	    tcn_map_find(&intern->first, XXH3_64bits(s.at, s.n));
	uint32_t i = at ? (uint32_t)*at : TCN_INTERN_NONE;

	while (i != TCN_INTERN_NONE && !tcn_str_equal(intern->rows[i].s, s))
		i = intern->rows[i].next;
	return i;
}

enum tcn_rc
tcn_intern_put(struct tcn_intern *intern, struct tcn_str s, uint32_t *number)
{
	struct tcn_intern_row *rows;
	struct tcn_str copy;
	uint64_t *first;
	bool added;

	*number = tcn_intern_find(intern, s);
	if (*number != TCN_INTERN_NONE)
		return TCN_OK;
	if (intern->n >= TCN_INTERN_NONE)
		return TCN_LIMIT;
	rows = tcn_mem_grow(intern->rows, &intern->cap, intern->n + 1,
	    sizeof *rows);
	intern->rows = rows;
	tcn_arena_str(&intern->arena, s, &copy);
	tcn_map_put(&intern->first, XXH3_64bits(s.at, s.n), &first, &added);
	*number = (uint32_t)intern->n++;
	rows[*number] = (struct tcn_intern_row){
		.s = copy,
		.next = added ? TCN_INTERN_NONE : (uint32_t)*first,
	};
	*first = *number;
	return TCN_OK;
}
