#include "tools/conf/conf.h"

#include "engine/item/event_kind.h"
#include "rules/rule.h"
#include "tools/conf/conf_rows_impl.h"
#include "tools/tell/words/words.h"

static const char *const plans[] = { "4x16", "5x13", "8x8", NULL };
static const char *const copies[] = { "sighting", "drop", "text", NULL };
static const char *const modes[] = { "0600", "0640", "0644", "0660", NULL };
static const char *const taggers[] = { "none", "apertium", NULL };
static const char *const weights[] = { "tfidf", "one", NULL };
static const char *const measures[] = { "jaccard", "cosine", NULL };
static const char *const episodes[] = { "update", "alert", "digest", NULL };
static const char *const versions[] = { "fold", "count", NULL };
static const char *const formats[] = { "html", "md", "json", NULL };
static const char *const lsh_texts[] = { "title+text", "title", NULL };
static const char *const lsh_words[] = { "stem", "surface", NULL };
static const char *const lsh_estimates[] = { "positions", "sets", NULL };
static const char *const lsh_links[] = { "single", "leader", NULL };
static const char *const or_auto[] = { "auto", NULL };
static const char *const or_forever[] = { "forever", NULL };
static const char *const or_none[] = { "none", NULL };
static const char *const or_day[] = { "day", NULL };
static const char *const pair_vectors[] = { "words", "given", NULL };

/* key, kind and field, default, least, most, words, help */
static const struct tcn_conf_row rows[] = {
	{ "input", SECTION, "What is read, and what is refused." },
	{ "input.line_max", BYTES(input.line_max_bytes), "4MiB", "1KiB", "1GiB",
	    NULL, "A longer line is counted as rejected and skipped." },
	{ "input.vector_max", COUNT(input.vector_max), "4096", "2", "65536",
	    NULL,
	    "Most numbers of an article's vector. A line with a longer vector "
	    "is rejected, and so is one whose vector is not as long as the "
	    "first of its stream." },
	{ "input.strict", BOOLEAN(input.strict), "false", NULL, NULL, NULL,
	    "Stop at the first rejected line (exit code 3) in place of "
	    "counting it and going on." },
	{ "input.versions", CHOICE(input.versions), "fold", NULL, NULL,
	    versions,
	    "How an article counts that the same source sends again, changed, "
	    "at the same address within near.horizon. fold: as a version of "
	    "the first, which is stored but is no further item of its story, "
	    "of rules and of reports; count: as an item like any other." },

	{ "text", SECTION, "From text to words." },
	{ "text.words_max", COUNT(text.words_max), "20000", "16", "10000000",
	    NULL, "Words of one article that are read; the rest is ignored." },
	{ "text.textcat_dir", PATH(text.textcat_dir), "", NULL, NULL, NULL,
	    "Directory of the language detector's models; empty for the "
	    "installed ones." },
	{ "text.tagger", CHOICE(text.tagger), "none", NULL, NULL, taggers,
	    "Tagger of parts of speech, by which the content words of rewrites "
	    "are chosen. apertium: the programs lt-proc and apertium-tagger, "
	    "which run beside this one, for the languages that are installed; "
	    "texts in other languages are compared by their plain words. none: "
	    "all texts are." },
	{ "text.tagger_data", PATH(text.tagger_data), "/usr/share/apertium",
	    NULL, NULL, NULL,
	    "Folder of the tagger's data, apertium-AAA-BBB." },

	{ "time", SECTION, "Which dates are accepted." },
	{ "time.lateness", DURATION(time.lateness_ms), "4h", "0s", "400d", NULL,
	    "How far behind the stream's time a date may lie for its item to "
	    "count; an older item is stored and can be found, but joins no "
	    "story." },
	{ "time.jump", DURATION(time.jump_ms), "1h", "1s", "400d", NULL,
	    "How far one item alone may move the stream's time ahead; a longer "
	    "leap must be confirmed by other items." },
	{ "time.future", DURATION(time.future_ms), "10m", "0s", "30d", NULL,
	    "Live runs: how far the stream's time may be ahead of this "
	    "machine's clock, for example after the clock was set back, before "
	    "the log and /readyz say so." },

	{ "df", SECTION,
	    "Document frequencies: how common a word is, learnt from the "
	    "stream." },
	{ "df.half_life", DURATION(df.half_life_ms), "14d", "1h", "3650d", NULL,
	    "Half-life of a count." },
	{ "df.terms_max", COUNT(df.terms_max), "2000000", "1000", "1000000000",
	    NULL, "Terms counted at most; the rarest are forgotten first." },

	{ "near", SECTION, "Copies and light rewrites, by fingerprint." },
	{ "near.plan", CHOICE(near.plan), "4x16", NULL, NULL, plans,
	    "Into how many blocks of how many bits a fingerprint is cut for "
	    "look-up. All plans are exact; 4x16 is the fastest." },
	{ "near.weights", CHOICE(near.weights), "tfidf", NULL, NULL, weights,
	    "Weight of a term in a fingerprint. tfidf: by its frequency in the "
	    "text and its rarity in the stream; one: the same for all terms, "
	    "as in plain simhash, for comparison." },
	{ "near.horizon", DURATION(near.horizon_ms), "3d", "1m", "400d", NULL,
	    "How far back copies and related items are looked for." },
	{ "near.bucket", DURATION(near.bucket_ms), "auto", "1s", "30d", or_auto,
	    "Memory is given back in steps of this width; look-ups are exact "
	    "whatever it is." },
	{ "near.memory", BYTES(near.memory_bytes), "512MiB", "1MiB", "64TiB",
	    or_none,
	    "Hard cap on the index. At the cap the oldest bucket is dropped "
	    "early, and the summary says so." },
	{ "near.vector_memory", BYTES(near.vector_memory_bytes), "512MiB",
	    "1MiB", "64TiB", or_none,
	    "Hard cap on the memory of the vectors by which related items of "
	    "near.horizon are found; a number of a vector takes a byte. At the "
	    "cap the oldest are dropped early." },
	{ "near.items_max", COUNT(near.items_max), "16777216", "1000",
	    "1000000000", NULL,
	    "Most items whose key and exact text are remembered; the oldest "
	    "are forgotten first." },

	{ "shingle", SECTION,
	    "Excerpts: texts that were cut, extended, doubled or edited, found "
	    "by the sentences and the runs of words they share." },
	{ "shingle.on", BOOLEAN(shingle.on), "true", NULL, NULL, NULL,
	    "Keep with each text a sketch of its sentences and of its runs "
	    "of words." },
	{ "shingle.origin", BOOLEAN(shingle.origin), "true", NULL, NULL, NULL,
	    "Count a text that is an excerpt of another, contains it or has "
	    "most of its runs of words as of the same origin, and one with "
	    "nearly the same sentences as its copy." },
	{ "shingle.k", COUNT(shingle.k), "64", "8", "256", NULL,
	    "Most sentences of one text that a sketch keeps; of a longer text "
	    "it keeps a sample." },
	{ "shingle.least_words", COUNT(shingle.least_words), "4", "1", "100",
	    NULL,
	    "A sentence with fewer words, function words and short words not "
	    "counted, is left out: datelines, bylines." },
	{ "shingle.word_bytes", COUNT(shingle.word_bytes), "3", "1", "16", NULL,
	    "A word of fewer bytes in UTF-8 is short; numbers never are." },
	{ "shingle.horizon", DURATION(shingle.horizon_ms), "auto", "1m", "400d",
	    or_auto,
	    "How far back texts that share sentences are looked for; auto: as "
	    "near.horizon." },
	{ "shingle.least_shared", COUNT(shingle.least_shared), "3", "1", "64",
	    NULL,
	    "Least number of sentences that two texts must share; they must "
	    "also be at least half of those compared in the shorter text." },
	{ "shingle.common", COUNT(shingle.common), "500", "1", "1000000000",
	    NULL,
	    "A sentence that occurs in more than one out of this many texts, "
	    "and in at least 20, is a stock phrase and does not count; texts "
	    "of one origin are counted once." },
	{ "shingle.memory", BYTES(shingle.memory_bytes), "512MiB", "1MiB",
	    "64TiB", or_none,
	    "Hard cap on the index of sentences, and on that of runs of "
	    "words. At the cap the oldest are dropped early." },

	{ "pairs", SECTION,
	    "Rewrites: texts that say the same in other words, by the weights "
	    "of their words and then by their content words." },
	{ "pairs.on", BOOLEAN(pairs.on), "false", NULL, NULL, NULL,
	    "Find out for each text whether it is a rewrite of an earlier one. "
	    "Headlines and full texts then take a third more time." },
	{ "pairs.origin", BOOLEAN(pairs.origin), "false", NULL, NULL, NULL,
	    "A rewrite counts as the same text as what it rewrites, as a copy "
	    "does. It is another desk's work, so it does not by default." },
	{ "pairs.span", DURATION(pairs.span_ms), "24h", "1m", "30d", or_day,
	    "How far back rewrites are looked for; day: among the articles of "
	    "the same day in pairs.zone." },
	{ "pairs.zone", TEXT(pairs.zone), "UTC", NULL, NULL, NULL,
	    "Time zone of the days of pairs.span, such as Europe/Madrid." },
	{ "pairs.vector", CHOICE(pairs.vector), "words", NULL, NULL,
	    pair_vectors,
	    "What pairs.cosine compares. words: the weighted words of the "
	    "texts; given: the vectors that came with the articles, as they "
	    "are kept (near.vector_memory); an article without one has no "
	    "rewrite." },
	{ "pairs.cosine", NUMBER(pairs.cosine), "0.6", "0.05", "1", NULL,
	    "Least cosine of two texts' weighted words. For rewrites 0.5, with "
	    "pairs.likeness 0.3, finds more; for what is only related 0.4 and "
	    "0.2." },
	{ "pairs.likeness", NUMBER(pairs.likeness), "0.1", "0", "1", NULL,
	    "Least likeness of the content words of two texts: proper nouns, "
	    "nouns, numbers and verbs." },
	{ "pairs.measure", CHOICE(pairs.measure), "jaccard", NULL, NULL,
	    measures,
	    "How the likeness of content words is measured: as the share that "
	    "both texts have of the words of either (jaccard), or as the "
	    "cosine of the two sets." },
	{ "pairs.lengths", NUMBER(pairs.lengths), "0.5", "0", "1", NULL,
	    "Least number of words of the shorter text for each word of the "
	    "longer one; 0: any." },
	{ "pairs.least_words", COUNT(pairs.least_words), "30", "0", "20000",
	    NULL,
	    "Words that a text needs to be a rewrite, unless both have none." },
	{ "pairs.terms", COUNT(pairs.terms), "64", "8", "128", NULL,
	    "Number of words, the weightiest, by which a text is compared; "
	    "fewer are faster." },
	{ "pairs.memory", BYTES(pairs.memory_bytes), "1GiB", "16MiB", "64TiB",
	    or_none,
	    "Hard cap on the index of pairs. At the cap the oldest are dropped "
	    "early." },

	{ "lsh", SECTION,
	    "Clusters of items with similar words, by MinHash; for rules of "
	    "kind cluster and for tocsin similar cluster." },
	{ "lsh.text", CHOICE(lsh.text), "title+text", NULL, NULL, lsh_texts,
	    "Where the words of an item that are compared come from; of title "
	    "and text together they are the first 512." },
	{ "lsh.words", CHOICE(lsh.words), "stem", NULL, NULL, lsh_words,
	    "Whether words are compared by their stems or as they are "
	    "written, in small letters." },
	{ "lsh.bands", COUNT(lsh.bands), "40", "1", "512", NULL,
	    "Bands of a signature: more bands find more items that are alike, "
	    "and more that are not." },
	{ "lsh.rows", COUNT(lsh.rows), "3", "1", "512", NULL,
	    "Values of a band; two bands are equal when all their values are. "
	    "lsh.bands times lsh.rows is at most 512." },
	{ "lsh.seed", COUNT(lsh.seed), "1", "0", "9007199254740992", NULL,
	    "Seed of the hash functions; another one finds much the same." },
	{ "lsh.least_bands", COUNT(lsh.least_bands), "2", "1", "512", NULL,
	    "Least number of equal bands for which two items are compared." },
	{ "lsh.jaccard", NUMBER(lsh.jaccard), "0.25", "0", "1", NULL,
	    "Least likeness of two linked items: the share that both have of "
	    "the words that either has." },
	{ "lsh.estimate", CHOICE(lsh.estimate), "positions", NULL, NULL,
	    lsh_estimates,
	    "How likeness is estimated from two signatures: by the share of "
	    "equal positions, which is right on average; or by the signatures "
	    "as sets, which gives less." },
	{ "lsh.link", CHOICE(lsh.link), "single", NULL, NULL, lsh_links,
	    "What a cluster is: all items that links connect; or those that "
	    "are like its earliest one." },
	{ "lsh.least_words", COUNT(lsh.least_words), "2", "1", "100", NULL,
	    "An item with fewer different words is in no cluster; function "
	    "words do not count." },
	{ "lsh.horizon", DURATION(lsh.horizon_ms), "auto", "1m", "400d",
	    or_auto, "How far back links reach; auto: as rules.within." },
	{ "lsh.memory", BYTES(lsh.memory_bytes), "512MiB", "1MiB", "64TiB",
	    or_none,
	    "Hard cap on the index of signatures. At the cap the oldest are "
	    "dropped early." },

	{ "category", SECTION,
	    "Categories for articles that come without one, predicted by what "
	    "was learnt from those that come with one." },
	{ "category.on", BOOLEAN(category.on), "true", NULL, NULL, NULL,
	    "Learn and predict categories. Nothing is predicted before two "
	    "categories have category.least articles." },
	{ "category.half_life", DURATION(category.half_life_ms), "90d", "1h",
	    "3650d", NULL, "Half-life of what was learnt." },
	{ "category.labels_max", COUNT(category.labels_max), "64", "2", "256",
	    NULL,
	    "Categories known at most; the least used is forgotten first." },
	{ "category.least", COUNT(category.least), "50", "1", "1000000", NULL,
	    "A category that fewer articles came with is not predicted." },
	{ "category.terms_max", COUNT(category.terms_max), "500000", "1000",
	    "100000000", NULL,
	    "Words counted at most; the rarest are forgotten first." },
	{ "category.share", PERCENT(category.share), "90", "1", "100", NULL,
	    "Share, in per cent, of the articles without a category that are "
	    "given a predicted one: those whose predictions are the surest, "
	    "measured by recent ones; the others get none. 100: all." },
	{ "category.none", TEXT(category.none),
	    "none, uncategorized, uncategorised, unknown", NULL, NULL, NULL,
	    "Words, separated by commas, that sources send in place of a "
	    "category: an article with one of them counts as having none." },

	{ "story", SECTION, "Which story an item belongs to." },
	{ "story.join", NUMBER(story.join), "0.17", "0.01", "1", NULL,
	    "Least similarity to join a story; a lower value makes larger and "
	    "looser stories." },
	{ "story.merge", NUMBER(story.merge), "0.28", "0.01", "1", NULL,
	    "Least similarity at which two stories that one item fits are "
	    "merged." },
	{ "story.vector_join", NUMBER(story.vector_join), "0.5", "0.01", "1",
	    NULL,
	    "The same as story.join for an item that has a vector and fewer "
	    "than four words: least cosine of its vector and the sum of the "
	    "story's vectors. Models differ: try some values with 'tocsin tune "
	    "sweep'." },
	{ "story.vector_merge", NUMBER(story.vector_merge), "0.4", "0.01", "1",
	    NULL,
	    "The same as story.merge for such an item: least cosine of the "
	    "sums of vectors of two stories that it fits, at which they are "
	    "merged." },
	{ "story.vector_memory", BYTES(story.vector_memory_bytes), "256MiB",
	    "1MiB", "64TiB", or_none,
	    "Hard cap on the memory of stories' sums of vectors, of which a "
	    "quarter is for the days before; at the cap the quietest of these "
	    "stories closes early." },
	{ "story.weights", PATH(story.weights_file), "", NULL, NULL, NULL,
	    "File of weights for the score of stories, as tocsin-tune-fit(1) "
	    "writes it; empty for the built-in ones." },
	{ "story.dictionaries", PATH(story.dictionaries), "/usr/share/dictd",
	    NULL, NULL, NULL,
	    "Folder of bilingual dictionaries, freedict-AAA-BBB of dictd, by "
	    "which stories of one event in two languages are found more often; "
	    "a folder without any, or empty, for names and figures alone." },
	{ "story.stories_max", COUNT(story.stories_max), "200000", "100",
	    "100000000", NULL,
	    "Open stories at most; at the cap the quietest closes early." },
	{ "story.items_max", COUNT(story.items_max), "1000000", "1000",
	    "1000000000", NULL,
	    "Items inside rules.within that are kept at most." },

	{ "rules", SECTION, "When an event fires." },
	{ "rules.file", PATH(rules.file), "", NULL, NULL, NULL,
	    "File of rules (tocsin-rules(5)); empty for the one that the "
	    "settings below describe. What a rule in the file leaves out is "
	    "taken from them, too." },
	{ "rules.kind", CHOICE(rules.kind), "story", NULL, NULL,
	    tcn_rule_kind_names,
	    "What is counted: the items of one story, the items similar to "
	    "one item, or those of one cluster of similar words." },
	{ "rules.more_than", COUNT(rules.more_than), "15", "1", "1000000", NULL,
	    "More items than this inside rules.within are an event." },
	{ "rules.within", DURATION(rules.within_ms), "4h", "1s", "400d", NULL,
	    "Width of the sliding window." },
	{ "rules.min_origins", COUNT(rules.min_origins), "3", "1", "1000000",
	    NULL,
	    "Kind story: least number of distinct texts among the items "
	    "counted; copies of one wire text are one text." },
	{ "rules.least", PERCENT(rules.least), "75", "0", "99.9", NULL,
	    "Kind story: least probability, in per cent, that a story is news "
	    "and not a notice: of stories given 70 to 80 per cent about three "
	    "in four are news. 0 turns this off." },
	{ "rules.early", PERCENT(rules.early), "89", "0", "99.9", NULL,
	    "Kind story: least probability, in per cent, of a story that has "
	    "only three quarters of what rules.more_than asks for (12 of 16), "
	    "so that sure news need not wait; the more it has, the less "
	    "probability is asked for, and the more the fewer, down to a half "
	    "(8 of 16, 98 %). Its number of publishers does not count there. "
	    "With a value not above rules.least, or 0, no story fires early." },
	{ "rules.budget", RATE(rules.budget), "0", "0", "10000", NULL,
	    "Kind story: about how many alerts a day are wanted: the "
	    "probability that is needed follows from the stream's own stories, "
	    "once it is a week old; until then rules.least holds. 0: "
	    "rules.least always holds." },
	{ "rules.min_publishers", COUNT(rules.min_publishers), "1", "1",
	    "1000000", NULL,
	    "Kinds similar and cluster: least number of publishers of the "
	    "items counted." },
	{ "rules.kinds", SET(rules.kinds), "[news, scheduled]", NULL, NULL,
	    tcn_event_kind_names,
	    "Which kinds of stories fire: news; scheduled news, as testimony "
	    "or a budget; press releases; reports of figures, as of markets "
	    "and results." },
	{ "rules.radius", COUNT(rules.radius), "7", "0", "7", NULL,
	    "Kind similar: bits by which fingerprints may differ." },
	{ "rules.quiet", DURATION(rules.quiet_ms), "4h", "1s", "400d", NULL,
	    "An event closes this long after its last item." },
	{ "rules.reopen", DURATION(rules.reopen_ms), "24h", "0s", "400d", NULL,
	    "An event that closed is reopened under its own id when it grows "
	    "again within this time; 0: never." },
	{ "rules.update_factor", NUMBER(rules.update_factor), "2", "1.01",
	    "1000", NULL,
	    "An open event is updated when its items have grown by this "
	    "factor." },
	{ "rules.group", DURATION(rules.group_ms), "30m", "0s", "400d", NULL,
	    "Watch rules of a file: a story that comes within this time of the "
	    "last item of the rule's open event is part of that event; 0s: "
	    "each story is an event of its own." },
	{ "rules.languages", CHOICE(rules.languages), "link", NULL, NULL,
	    tcn_rule_languages_names,
	    "Whether stories in several languages that share rare names and "
	    "figures are one event (link), or one each (apart)." },
	{ "rules.max_per_hour", COUNT(rules.max_per_hour), "60", "0", "1000000",
	    NULL,
	    "Messages of one rule to one receiver within an hour; those beyond "
	    "are held and summed up in one; 0: any number." },

	{ "store", SECTION, "What is kept on disk." },
	{ "store.commit_every", COUNT(store.commit_every), "10000", "1",
	    "10000000", NULL,
	    "Items written in one transaction; an interrupted run loses at "
	    "most these and reads them again." },
	{ "store.copies", CHOICE(store.copies), "sighting", NULL, NULL, copies,
	    "What is kept of a copy. sighting: a row that says where and when "
	    "it was seen, with the parts of its text that the original does "
	    "not have; drop: that row as long as detection needs it or an "
	    "event cites it, and then a count with the original; text: the row "
	    "and always the whole text." },
	{ "store.keep_articles", DURATION(store.keep_articles_ms), "forever",
	    "1h", "36500d", or_forever,
	    "How long the daemon keeps articles, by their date; articles that "
	    "detection may still read, that an event cites, or that are of an "
	    "event that goes on are kept longer." },
	{ "store.keep_events", DURATION(store.keep_events_ms), "forever", "1h",
	    "36500d", or_forever,
	    "How long the daemon keeps events after their last change, with "
	    "the actions of desks; not shorter than their deliveries." },
	{ "store.keep_reports", DURATION(store.keep_reports_ms), "forever",
	    "1h", "36500d", or_forever,
	    "How long the daemon keeps the reports of events that no longer go "
	    "on." },
	{ "store.keep_editions", DURATION(store.keep_editions_ms), "forever",
	    "1h", "36500d", or_forever,
	    "How long the daemon keeps the pages of editions. The record of "
	    "each edition and of what it reported stays; a page that is asked "
	    "for later is made again." },
	{ "store.keep_deliveries", DURATION(store.keep_deliveries_ms), "30d",
	    "1m", "36500d", or_forever,
	    "How long the daemon keeps finished messages." },
	{ "store.keep_keys", DURATION(store.keep_keys_ms), "180d", "1d",
	    "36500d", or_forever,
	    "How long a removed article is still recognized when it comes "
	    "again; the time begins anew each time it comes. The same holds "
	    "for a page of a sitemap that had no article." },
	{ "store.mode", CHOICE(store.mode), "0600", NULL, NULL, modes,
	    "The permissions of the store's files: a new store gets them, "
	    "whatever the umask, and the daemon sets them on an existing "
	    "one." },
	{ "store.size_max", BYTES(store.size_max_bytes), "none", "1MiB",
	    "1024TiB", or_none,
	    "When more than this is stored, the daemon removes the oldest "
	    "articles, events, reports and deliveries early." },

	{ "score", SECTION,
	    "How alerts are compared with a labelled stream: what a true event "
	    "is, and which alerts count." },
	{ "score.window", DURATION(score.window_ms), "4h", "1s", "400d", NULL,
	    "A true event has more than score.count items of one label inside "
	    "this time." },
	{ "score.count", COUNT(score.count), "15", "1", "1000000", NULL,
	    "The largest number of items of one label that is not yet a true "
	    "event." },
	{ "score.late", DURATION(score.late_ms), "4h", "0s", "400d", NULL,
	    "An alert that comes later than this after its event crossed "
	    "score.count has missed the event." },
	{ "score.warmup", DURATION(score.warmup_ms), "7d", "0s", "400d", NULL,
	    "The first part of a stream, in which nothing is scored: the "
	    "baselines must be learnt first." },

	{ "feeds", SECTION, "Fetching feeds." },
	{ "feeds.least", DURATION(feeds.least_ms), "5m", "10s", "30d", NULL,
	    "Shortest time between two fetches of a feed that has new "
	    "entries." },
	{ "feeds.most", DURATION(feeds.most_ms), "3h", "10s", "30d", NULL,
	    "Longest time between two fetches of a feed that has no new "
	    "entries, and the longest that a feed or its server may ask for." },
	{ "feeds.timeout", DURATION(feeds.timeout_ms), "30s", "1s", "1h", NULL,
	    "Time limit of one fetch, redirects included." },
	{ "feeds.bytes_max", BYTES(feeds.bytes_max), "16MiB", "1KiB", "1GiB",
	    NULL,
	    "Size limit of a fetched document, unpacked; a larger one is "
	    "not read." },
	{ "feeds.parallel", COUNT(feeds.parallel), "32", "1", "1000", NULL,
	    "Fetches at once." },
	{ "feeds.per_host", COUNT(feeds.per_host), "2", "1", "100", NULL,
	    "Of these, to one host." },
	{ "feeds.follow", BOOLEAN(feeds.follow), "false", NULL, NULL, NULL,
	    "Fetch the page behind each new entry with little text, and take "
	    "the article out of it." },
	{ "feeds.follow_below", COUNT(feeds.follow_below), "100", "1", "100000",
	    NULL,
	    "An entry whose text has fewer words than this has little text." },
	{ "feeds.private", NETWORKS(feeds.allowed), "false", NULL, NULL, NULL,
	    "Which addresses of private networks and of this machine may be "
	    "fetched from: all of them, or those of a list such as "
	    "[10.0.0.0/8, fd00::/8]." },
	{ "feeds.user_agent", TEXT(feeds.user_agent), "tocsin", NULL, NULL,
	    NULL,
	    "The User-Agent of requests; it is good manners to name a page or "
	    "an address." },

	{ "sitemap", SECTION, "Sites that are read by their sitemaps." },
	{ "sitemap.urls_max", COUNT(sitemap.urls_max), "50000", "1", "1000000",
	    NULL,
	    "Most addresses of a site that are looked at in one fetch of its "
	    "sitemaps; the rest is left out." },
	{ "sitemap.pages_max", COUNT(sitemap.pages_max), "100", "0", "100000",
	    NULL,
	    "Most pages of a site that are fetched, a second apart, after one "
	    "fetch of its sitemaps, for addresses without a title there; the "
	    "rest is fetched later." },

	{ "http", SECTION, "The daemon's interface." },
	{ "http.address", TEXT(http.address), "127.0.0.1", NULL, NULL, NULL,
	    "IP address that the daemon listens on; one that other machines "
	    "reach needs http.tokens." },
	{ "http.port", COUNT(http.port), "8093", "0", "65535", NULL,
	    "Port that the daemon listens on; 0 for any that is free." },
	{ "http.socket", BOOLEAN(http.socket), "true", NULL, NULL, NULL,
	    "Whether the daemon also listens on a Unix socket beside the "
	    "store, FILE.sock, by which verbs with --db reach it." },
	{ "http.tokens", PATH(http.tokens), "", NULL, NULL, NULL,
	    "A file of tokens, a line each: read, write or admin, and the "
	    "token. Without one, every program on this machine may call." },
	{ "http.wrong_tokens_max", COUNT(http.wrong_tokens_max), "20", "1",
	    "60000", NULL,
	    "Wrong tokens that one address may send in a minute; the next are "
	    "answered 429." },
	{ "http.names", TEXT(http.names), "", NULL, NULL, NULL,
	    "Names of a proxy in front, between blanks: 'news.example'. A "
	    "request for another host than these, this machine and that of "
	    "http.public_url is refused." },
	{ "http.public_url", TEXT(http.public_url), "", NULL, NULL, NULL,
	    "How readers reach the daemon, for links in messages and feeds: "
	    "'https://news.example/tocsin'." },
	{ "http.links", DURATION(http.links_ms), "7d", "0s", "366d", NULL,
	    "How long a link to a report in a message opens it without a "
	    "token; 0s: it needs one. Needs http.tokens and http.public_url." },
	{ "http.links_key", PATH(http.links_key), "", NULL, NULL, NULL,
	    "The file of the key that signs these links, made when it is not "
	    "there; empty: beside the store, with .links behind its name." },
	{ "http.tls_cert", PATH(http.tls_cert), "", NULL, NULL, NULL,
	    "A PEM file: the certificate and those of its issuers. With one, "
	    "the daemon speaks TLS only." },
	{ "http.tls_key", PATH(http.tls_key), "", NULL, NULL, NULL,
	    "A PEM file: the certificate's key; only its owner may read it." },
	{ "http.body_max", BYTES(http.body_max_bytes), "16MiB", "1KiB", "1GiB",
	    NULL, "A larger body, unpacked, is refused (413)." },
	{ "http.head_max", BYTES(http.head_max_bytes), "16KiB", "1KiB", "1MiB",
	    NULL, "Request line and headers." },
	{ "http.idle", DURATION(http.idle_ms), "60s", "1s", "1h", NULL,
	    "An idle connection is closed after this." },
	{ "http.slow", DURATION(http.slow_ms), "10s", "1s", "1h", NULL,
	    "A request must arrive, and its answer be read, within this time "
	    "and one more second for each http.rate_min bytes." },
	{ "http.rate_min", BYTES(http.rate_min_bytes), "16KiB", "1KiB", "1GiB",
	    NULL, "Least rate of a client in bytes a second." },
	{ "http.connections_max", COUNT(http.connections_max), "12000", "1",
	    "1000000", NULL,
	    "Connections at once, with listeners; beyond them the one that has "
	    "been idle longest is closed." },
	{ "http.buffers_max", BYTES(http.buffers_max_bytes), "256MiB", "1MiB",
	    "64TiB", NULL,
	    "Memory for all requests and answers together; beyond it the "
	    "connection whose request began first is closed." },
	{ "http.articles_max", COUNT(http.articles_max), "10000", "1",
	    "10000000", NULL,
	    "Most articles that are taken from one request; the client must "
	    "send the rest again." },
	{ "http.commit_delay", DURATION(http.commit_delay_ms), "0s", "0s", "1s",
	    NULL,
	    "How long a commit waits for more articles; 0s: it takes those "
	    "that have arrived by then." },
	{ "http.pending_max", COUNT(http.pending_max), "1000", "1", "1000000",
	    NULL,
	    "Most requests with articles that are being taken or wait for a "
	    "commit; beyond them requests are refused (429)." },
	{ "http.listeners_max", COUNT(http.listeners_max), "10000", "0",
	    "1000000", NULL, "Most listeners to the stream of events." },

	{ "web", SECTION, "The newsroom's pages." },
	{ "web.images", BOOLEAN(web.images), "false", NULL, NULL, NULL,
	    "Whether an event's page shows a picture of its article: the "
	    "daemon fetches it, as it fetches feeds, and makes it small by the "
	    "program tocsin-picture; browsers ask no other host." },
	{ "web.images_cache", BYTES(web.images_cache_bytes), "32MiB", "1MiB",
	    "1TiB", NULL, "Most memory for the pictures that are kept." },

	{ "jobs", SECTION,
	    "Jobs: long work that the daemon is asked for, such "
	    "as a trial of rules." },
	{ "jobs.time", DURATION(jobs.time_ms), "1m", "1s", "1d", NULL,
	    "A trial of rules or an explanation that takes longer is ended." },
	{ "jobs.memory", BYTES(jobs.memory_bytes), "512MiB", "64MiB", "1TiB",
	    NULL, "Most memory that such a job may take." },

	{ "deliver", SECTION, "Sending messages to receivers." },
	{ "deliver.receivers", PATH(deliver.receivers), "", NULL, NULL, NULL,
	    "A file of receivers and desks (tocsin-receivers(5)); empty: no "
	    "message is sent." },
	{ "deliver.retry_least", DURATION(deliver.retry_least_ms), "1s", "10ms",
	    "1h", NULL, "Wait after a first failure; it doubles with each." },
	{ "deliver.retry_most", DURATION(deliver.retry_most_ms), "10m", "10ms",
	    "1d", NULL, "The longest such wait." },
	{ "deliver.tries_max", COUNT(deliver.tries_max), "100", "1", "1000000",
	    NULL, "A message that has failed this often is a dead letter." },
	{ "deliver.age_max", DURATION(deliver.age_max_ms), "1d", "1s", "400d",
	    NULL, "A message that is this old is a dead letter." },
	{ "deliver.digest_over", COUNT(deliver.digest_over), "3", "0",
	    "1000000", NULL,
	    "When more held messages than this become due to a receiver, one "
	    "digest is sent in place of them." },
	{ "deliver.episodes", CHOICE(deliver.episodes), "update", NULL, NULL,
	    episodes,
	    "What a receiver gets about an event that continues a story of "
	    "which it got messages in the two days before, without being a "
	    "turn of it: an update of that dossier, an alert, or an entry in a "
	    "digest at the next full hour." },

	{ "report", SECTION, "Special reports." },
	{ "report.sentences", COUNT(report.sentences), "5", "0", "100", NULL,
	    "Number of summary sentences, each from a different text; of a "
	    "story "
	    "of titles alone two fifths of it." },
	{ "report.formats", SET(report.formats), "[html, md, json]", NULL, NULL,
	    formats, "Files written for each report." },
	{ "report.language", CHOICE(report.language), "en", NULL, NULL,
	    tcn_words_codes,
	    "Language of a report's own words, dates and numbers; quotations "
	    "stay as they are. auto: the language of most of the event's "
	    "articles, if it is one of these, else English. Messages to a "
	    "receiver that names no language are in it, too; auto is English "
	    "for them." },
	{ "report.zone", TEXT(report.zone), "UTC", NULL, NULL, NULL,
	    "Time zone of the times in reports and messages, as Europe/Madrid. "
	    "An edition has its own, and a page of the daemon its reader's." },
	{ "report.dir", PATH(report.dir), "reports", NULL, NULL, NULL,
	    "Directory that reports are written to. By default it is in the "
	    "working directory." },
	{ "report.editions", PATH(report.editions), "", NULL, NULL, NULL,
	    "File of editions: reports that are made on a schedule, as "
	    "tocsin-editions(5) says. Empty: no editions." },
	{ "report.templates", PATH(report.templates), "", NULL, NULL, NULL,
	    "Folder of templates of reports that take the place of those that "
	    "are built in, as tocsin-templates(5) says. The daemon reads them "
	    "when it starts. Empty: there are none." },
	{ "report.browser", TEXT(report.browser), "", NULL, NULL, NULL,
	    "Program that prints editions as PDF: a browser that takes the "
	    "options of Chromium, by its path or its name. Empty: Chromium or "
	    "Chrome, where one is installed." },
};

const struct tcn_conf_row *
tcn_conf_row(size_t i)
{
	const size_t n = sizeof rows / sizeof *rows;

	if (i < n)
		return &rows[i];
	return i - n < tcn_conf_rows_kafka_n ? &tcn_conf_rows_kafka[i - n]
					     : NULL;
}
