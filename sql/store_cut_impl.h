/*
 * sql/store_cut_impl.h - inside sql/: conditions on what had come by a cut
 * (sql/store_cut.h).
 */
#ifndef TCN_SQL_STORE_CUT_IMPL_H
#define TCN_SQL_STORE_CUT_IMPL_H

/* The revision r of an event e at the cut ?1, ?2. */
#define TCN_STORE_AT_CUT                                                       \
	" r.revision = (SELECT max(b.revision) FROM event_revisions b"         \
	" WHERE b.event = e.id AND b.seq <= ?1 AND b.changed <= ?2) "

#endif
