#include "sql/store_large.h"

#include "sql/query.h"

enum tcn_rc
tcn_store_large_stories(const struct tcn_store *st,
    const struct tcn_store_cut *cut, const struct tcn_store_large_ask *ask,
    struct tcn_arena *arena, struct tcn_store_large_list *stories)
{
	/* What a story was placed in stands, by the cut, for the one that it
	 * became part of; and so do those that fired. */
	static const char sql[] =
	    "WITH RECURSIVE"
	    " recent (story, texts, publishers, scores, news) AS MATERIALIZED"
	    " (SELECT story, count(DISTINCT text_key),"
	    "   count(DISTINCT publisher), count(news), total(news)"
	    "  FROM items INDEXED BY items_ts"
	    "  WHERE ts > ?3 AND ts <= ?2 AND seq <= ?1 AND story <> 0"
	    "  GROUP BY story),"
	    " fired (story) AS MATERIALIZED"
	    " (SELECT DISTINCT i.story FROM events e INDEXED BY events_fired"
	    "  CROSS JOIN evidence v ON v.event = e.id AND v.seq <= ?1"
	    "  CROSS JOIN items i ON i.seq = v.seq"
	    "  WHERE e.fired > ?4 AND e.fired <= ?2 AND e.revision <> 0"
	    "  UNION SELECT s.story FROM events e INDEXED BY events_fired"
	    "  CROSS JOIN event_stories s ON s.event = e.id AND s.seq <= ?1"
	    "  WHERE e.fired > ?4 AND e.fired <= ?2 AND e.revision <> 0),"
	    " up (story, at) AS"
	    " (SELECT story, story FROM recent"
	    "  UNION SELECT story, story FROM fired"
	    "  UNION SELECT up.story, m.into_story FROM up"
	    "   JOIN story_merges m ON m.story = up.at AND m.seq < ?1),"
	    " standing (story, at) AS MATERIALIZED"
	    " (SELECT story, at FROM up WHERE NOT EXISTS (SELECT 1"
	    "   FROM story_merges m WHERE m.story = up.at AND m.seq < ?1)),"
	    " large (story, texts, publishers, scores, news) AS"
	    " (SELECT s.at, sum(r.texts), sum(r.publishers), sum(r.scores),"
	    "   sum(r.news)"
	    "  FROM recent r JOIN standing s ON s.story = r.story"
	    "  GROUP BY s.at) "
	    "SELECT story, texts, publishers FROM large"
	    " WHERE texts >= ?5 AND scores > 0 AND news >= ?6 * scores"
	    "  AND story NOT IN"
	    "  (SELECT s.at FROM standing s JOIN fired f ON f.story = s.story)"
	    " ORDER BY news >= ?7 * scores DESC,"
	    "  iif(news >= ?7 * scores, texts, news / scores) DESC,"
	    "  publishers DESC, story LIMIT ?8";
	struct tcn_query q = TCN_QUERY(st, sql, cut->seq, cut->as_of_ms,
	    ask->since_ms, ask->fired_since_ms, ask->texts, ask->least,
	    ask->news, tcn_query_limit(ask->limit));

	*stories = (struct tcn_store_large_list){ 0 };
	while (tcn_query_next(&q)) {
		struct tcn_store_large_story *one;

		stories->at = tcn_query_grow(arena, stories->at, stories->n,
		    sizeof *stories->at);
		one = &stories->at[stories->n++];
		TCN_QUERY_GET(&q, NULL, &one->story, &one->texts,
		    &one->publishers);
	}
	return tcn_query_end(&q);
}
