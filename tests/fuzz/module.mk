# A fuzz target is a program fuzz_NAME, listed in FUZZ_TARGETS, of one file
# tests/fuzz/fuzz_NAME.c with LLVMFuzzerTestOneInput(), like this:
#
#   FUZZ_TARGETS += fuzz_NAME
#   fuzz_NAME_CFLAGS = $(AM_CFLAGS) ... $(COLD_CFLAGS)
#   fuzz_NAME_LDFLAGS = $(LIBFUZZER_FLAGS)
#   fuzz_NAME_LDADD = $(FUZZ_MAIN) $(ENGINE_BASE)
#   fuzz_NAME_SOURCES = tests/fuzz/fuzz_NAME.c
#
# and has a corpus in tests/fuzz/corpus/NAME/. Without --enable-fuzz the
# program has the main() of replay.c and `make check` feeds it that corpus.
FUZZ_TARGETS =
if FUZZ
FUZZ_MAIN =
LIBFUZZER_FLAGS = -fsanitize=fuzzer
else
LIBFUZZER_FLAGS =
FUZZ_MAIN = libfuzz_replay.a
check_LIBRARIES += libfuzz_replay.a
libfuzz_replay_a_CFLAGS = $(AM_CFLAGS) $(COLD_CFLAGS)
libfuzz_replay_a_SOURCES = tests/fuzz/replay.c
endif
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/explore.sh tests/fuzz/must.h \
	tests/fuzz/replay.c tests/fuzz/replay.sh tests/fuzz/yaml_leaks.h

FUZZ_TARGETS += fuzz_apertium
fuzz_apertium_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_apertium_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_apertium_LDADD = $(FUZZ_MAIN) $(TOOLS_TAGGER)
fuzz_apertium_SOURCES = tests/fuzz/fuzz_apertium.c

FUZZ_TARGETS += fuzz_body
fuzz_body_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_body_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_body_LDADD = $(FUZZ_MAIN) $(TOOLS_INPUT)
fuzz_body_SOURCES = tests/fuzz/fuzz_body.c

FUZZ_TARGETS += fuzz_category
fuzz_category_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_category_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_category_LDADD = $(FUZZ_MAIN) $(WINDOW_CATEGORY)
fuzz_category_SOURCES = tests/fuzz/fuzz_category.c

FUZZ_TARGETS += fuzz_charset
fuzz_charset_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_charset_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_charset_LDADD = $(FUZZ_MAIN) $(TOOLS_FEEDS)
fuzz_charset_SOURCES = tests/fuzz/fuzz_charset.c

FUZZ_TARGETS += fuzz_clusters
fuzz_clusters_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_clusters_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_clusters_LDADD = $(FUZZ_MAIN) $(WINDOW_CLUSTER)
fuzz_clusters_SOURCES = tests/fuzz/fuzz_clusters.c

FUZZ_TARGETS += fuzz_collapse
fuzz_collapse_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_collapse_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_collapse_LDADD = $(FUZZ_MAIN) $(TOOLS_API)
fuzz_collapse_SOURCES = tests/fuzz/fuzz_collapse.c

FUZZ_TARGETS += fuzz_conf
fuzz_conf_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_conf_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_conf_LDADD = $(FUZZ_MAIN) $(TOOLS_CONF)
fuzz_conf_SOURCES = tests/fuzz/fuzz_conf.c

FUZZ_TARGETS += fuzz_date
fuzz_date_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_date_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_date_LDADD = $(FUZZ_MAIN) $(ENGINE_BASE)
fuzz_date_SOURCES = tests/fuzz/fuzz_date.c

FUZZ_TARGETS += fuzz_date_words
fuzz_date_words_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_date_words_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_date_words_LDADD = $(FUZZ_MAIN) $(ENGINE_TEXT)
fuzz_date_words_SOURCES = tests/fuzz/fuzz_date_words.c

FUZZ_TARGETS += fuzz_dictd
fuzz_dictd_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_dictd_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_dictd_LDADD = $(FUZZ_MAIN) $(TOOLS_PIPELINE)
fuzz_dictd_SOURCES = tests/fuzz/fuzz_dictd.c

FUZZ_TARGETS += fuzz_editions
fuzz_editions_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_editions_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_editions_LDADD = $(FUZZ_MAIN) $(TOOLS_EDITION)
fuzz_editions_SOURCES = tests/fuzz/fuzz_editions.c

FUZZ_TARGETS += fuzz_extract
fuzz_extract_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_extract_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_extract_LDADD = $(FUZZ_MAIN) $(TOOLS_FEEDS)
fuzz_extract_SOURCES = tests/fuzz/fuzz_extract.c

FUZZ_TARGETS += fuzz_facts
fuzz_facts_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_facts_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_facts_LDADD = $(FUZZ_MAIN) $(ENGINE_FACTS)
fuzz_facts_SOURCES = tests/fuzz/fuzz_facts.c

FUZZ_TARGETS += fuzz_feed
fuzz_feed_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_feed_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_feed_LDADD = $(FUZZ_MAIN) $(TOOLS_FEEDS)
fuzz_feed_SOURCES = tests/fuzz/fuzz_feed.c

FUZZ_TARGETS += fuzz_fit
fuzz_fit_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_fit_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_fit_LDADD = $(FUZZ_MAIN) $(TOOLS_EVAL_FIT)
fuzz_fit_SOURCES = tests/fuzz/fuzz_fit.c

FUZZ_TARGETS += fuzz_form
fuzz_form_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_form_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_form_LDADD = $(FUZZ_MAIN) $(TOOLS_HTTP)
fuzz_form_SOURCES = tests/fuzz/fuzz_form.c

FUZZ_TARGETS += fuzz_http
fuzz_http_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_http_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_http_LDADD = $(FUZZ_MAIN) $(TOOLS_HTTP)
fuzz_http_SOURCES = tests/fuzz/fuzz_http.c

FUZZ_TARGETS += fuzz_input
fuzz_input_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_input_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_input_LDADD = $(FUZZ_MAIN) $(TOOLS_INPUT)
fuzz_input_SOURCES = tests/fuzz/fuzz_input.c

FUZZ_TARGETS += fuzz_json
fuzz_json_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_json_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_json_LDADD = $(FUZZ_MAIN) $(ENGINE_ITEM)
fuzz_json_SOURCES = tests/fuzz/fuzz_json.c

FUZZ_TARGETS += fuzz_known
fuzz_known_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_known_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_known_LDADD = $(FUZZ_MAIN) $(TOOLS_EVAL)
fuzz_known_SOURCES = tests/fuzz/fuzz_known.c

FUZZ_TARGETS += fuzz_lease
fuzz_lease_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_lease_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_lease_LDADD = $(FUZZ_MAIN) $(TOOLS_KAFKA)
fuzz_lease_SOURCES = tests/fuzz/fuzz_lease.c

FUZZ_TARGETS += fuzz_mustache
fuzz_mustache_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_mustache_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_mustache_LDADD = $(FUZZ_MAIN) $(TOOLS_BASE)
fuzz_mustache_SOURCES = tests/fuzz/fuzz_mustache.c

FUZZ_TARGETS += fuzz_picture
fuzz_picture_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_picture_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_picture_LDADD = $(FUZZ_MAIN) $(TOOLS_PICTURE)
fuzz_picture_SOURCES = tests/fuzz/fuzz_picture.c

FUZZ_TARGETS += fuzz_receivers
fuzz_receivers_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_receivers_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_receivers_LDADD = $(FUZZ_MAIN) $(TOOLS_DELIVER)
fuzz_receivers_SOURCES = tests/fuzz/fuzz_receivers.c

FUZZ_TARGETS += fuzz_record
fuzz_record_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_record_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_record_LDADD = $(FUZZ_MAIN) $(ENGINE_ITEM)
fuzz_record_SOURCES = tests/fuzz/fuzz_record.c

FUZZ_TARGETS += fuzz_recommend
fuzz_recommend_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_recommend_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_recommend_LDADD = $(FUZZ_MAIN) $(TOOLS_API)
fuzz_recommend_SOURCES = tests/fuzz/fuzz_recommend.c

FUZZ_TARGETS += fuzz_robots
fuzz_robots_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_robots_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_robots_LDADD = $(FUZZ_MAIN) $(TOOLS_FEEDS)
fuzz_robots_SOURCES = tests/fuzz/fuzz_robots.c

FUZZ_TARGETS += fuzz_rubric
fuzz_rubric_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_rubric_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_rubric_LDADD = $(FUZZ_MAIN) $(TOOLS_EVAL_RUBRIC)
fuzz_rubric_SOURCES = tests/fuzz/fuzz_rubric.c

FUZZ_TARGETS += fuzz_rules
fuzz_rules_CFLAGS = $(AM_CFLAGS) $(RULES_CFLAGS) $(COLD_CFLAGS)
fuzz_rules_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_rules_LDADD = $(FUZZ_MAIN) $(RULES)
fuzz_rules_SOURCES = \
	tests/fuzz/fuzz_rules.c \
	tests/rules/match_check.c \
	tests/rules/ruleset_check.c

FUZZ_TARGETS += fuzz_rules_form
fuzz_rules_form_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_rules_form_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_rules_form_LDADD = $(FUZZ_MAIN) $(TOOLS_CONF)
fuzz_rules_form_SOURCES = tests/fuzz/fuzz_rules_form.c

FUZZ_TARGETS += fuzz_schedule
fuzz_schedule_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_schedule_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_schedule_LDADD = $(FUZZ_MAIN) $(TOOLS_SCHEDULE)
fuzz_schedule_SOURCES = tests/fuzz/fuzz_schedule.c

FUZZ_TARGETS += fuzz_search
fuzz_search_CFLAGS = $(AM_CFLAGS) $(SQL_CFLAGS) $(COLD_CFLAGS)
fuzz_search_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_search_LDADD = $(FUZZ_MAIN) $(SQL)
fuzz_search_SOURCES = tests/base/store_digest.c tests/fuzz/fuzz_search.c \
	tests/sql/sample.c

FUZZ_TARGETS += fuzz_sentence
fuzz_sentence_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_sentence_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_sentence_LDADD = $(FUZZ_MAIN) $(ENGINE_TEXT)
fuzz_sentence_SOURCES = tests/fuzz/fuzz_sentence.c

FUZZ_TARGETS += fuzz_sitemap
fuzz_sitemap_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_sitemap_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_sitemap_LDADD = $(FUZZ_MAIN) $(TOOLS_FEEDS)
fuzz_sitemap_SOURCES = tests/fuzz/fuzz_sitemap.c

FUZZ_TARGETS += fuzz_state
fuzz_state_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_state_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_state_LDADD = $(FUZZ_MAIN) $(WINDOW_STORY)
fuzz_state_SOURCES = tests/fuzz/fuzz_state.c

FUZZ_TARGETS += fuzz_store
fuzz_store_CFLAGS = $(AM_CFLAGS) $(SQL_CFLAGS) $(COLD_CFLAGS)
fuzz_store_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_store_LDADD = $(FUZZ_MAIN) $(SQL)
fuzz_store_SOURCES = tests/base/store_digest.c tests/fuzz/fuzz_store.c \
	tests/sql/fault_vfs.c tests/sql/hostile.c tests/sql/sample.c

FUZZ_TARGETS += fuzz_taken
fuzz_taken_CFLAGS = $(AM_CFLAGS) $(SQL_CFLAGS) $(COLD_CFLAGS)
fuzz_taken_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_taken_LDADD = $(FUZZ_MAIN) $(SQL)
fuzz_taken_SOURCES = tests/fuzz/fuzz_taken.c

FUZZ_TARGETS += fuzz_text
fuzz_text_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_text_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_text_LDADD = $(FUZZ_MAIN) $(ENGINE_ITEM)
fuzz_text_SOURCES = tests/fuzz/fuzz_text.c

FUZZ_TARGETS += fuzz_unpack
fuzz_unpack_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_unpack_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_unpack_LDADD = $(FUZZ_MAIN) $(TOOLS_BASE)
fuzz_unpack_SOURCES = tests/fuzz/fuzz_unpack.c

FUZZ_TARGETS += fuzz_url
fuzz_url_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(COLD_CFLAGS)
fuzz_url_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_url_LDADD = $(FUZZ_MAIN) $(ENGINE_ITEM)
fuzz_url_SOURCES = tests/fuzz/fuzz_url.c

FUZZ_TARGETS += fuzz_words
fuzz_words_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
fuzz_words_LDFLAGS = $(LIBFUZZER_FLAGS)
fuzz_words_LDADD = $(FUZZ_MAIN) $(TOOLS_WORDS)
fuzz_words_SOURCES = tests/fuzz/fuzz_words.c
