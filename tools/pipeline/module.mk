# tools/pipeline: see tools/pipeline/README.md.
noinst_LIBRARIES += libtools_pipeline.a
TOOLS_PIPELINE = libtools_pipeline.a libtools_summary.a libengine_facts.a \
	$(TOOLS_INPUT)
libtools_pipeline_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_pipeline_a_SOURCES = \
	tools/pipeline/alert.c \
	tools/pipeline/alert.h \
	tools/pipeline/assign.c \
	tools/pipeline/assign.h \
	tools/pipeline/assign_store.c \
	tools/pipeline/backup.c \
	tools/pipeline/backup.h \
	tools/pipeline/cluster.c \
	tools/pipeline/cluster.h \
	tools/pipeline/collapse.c \
	tools/pipeline/collapse.h \
	tools/pipeline/collapse_cache.c \
	tools/pipeline/collapse_cache.h \
	tools/pipeline/compactor.c \
	tools/pipeline/compactor.h \
	tools/pipeline/content_from.c \
	tools/pipeline/content_from.h \
	tools/pipeline/copy_dropper.c \
	tools/pipeline/copy_dropper.h \
	tools/pipeline/desk.c \
	tools/pipeline/desk.h \
	tools/pipeline/dictd.c \
	tools/pipeline/dictd.h \
	tools/pipeline/dictionary_words.c \
	tools/pipeline/dictionary_words.h \
	tools/pipeline/event_filter.c \
	tools/pipeline/event_filter.h \
	tools/pipeline/excerpts.c \
	tools/pipeline/excerpts.h \
	tools/pipeline/expect.c \
	tools/pipeline/expect.h \
	tools/pipeline/headlines.c \
	tools/pipeline/headlines.h \
	tools/pipeline/item_names.c \
	tools/pipeline/item_names.h \
	tools/pipeline/item_names_store.c \
	tools/pipeline/log_copier.c \
	tools/pipeline/log_copier.h \
	tools/pipeline/lookup.c \
	tools/pipeline/lookup.h \
	tools/pipeline/lookup_impl.h \
	tools/pipeline/lookup_rank.c \
	tools/pipeline/pipeline.c \
	tools/pipeline/pipeline.h \
	tools/pipeline/pipeline_category.c \
	tools/pipeline/pipeline_check.c \
	tools/pipeline/pipeline_dictionaries.c \
	tools/pipeline/pipeline_headlines.c \
	tools/pipeline/pipeline_impl.h \
	tools/pipeline/pipeline_mend.c \
	tools/pipeline/pipeline_rebuild.c \
	tools/pipeline/pipeline_refused.c \
	tools/pipeline/pipeline_restore.c \
	tools/pipeline/pipeline_store.c \
	tools/pipeline/pipeline_tagger.c \
	tools/pipeline/pipeline_time.c \
	tools/pipeline/pipeline_vectors.c \
	tools/pipeline/reason.c \
	tools/pipeline/reason.h \
	tools/pipeline/recommend.c \
	tools/pipeline/recommend.h \
	tools/pipeline/recommend_gather.c \
	tools/pipeline/recommend_impl.h \
	tools/pipeline/recommend_profile.c \
	tools/pipeline/retention.c \
	tools/pipeline/retention.h \
	tools/pipeline/search_filter.c \
	tools/pipeline/search_filter.h \
	tools/pipeline/search_rule.c \
	tools/pipeline/search_rule.h \
	tools/pipeline/seqset.c \
	tools/pipeline/seqset.h \
	tools/pipeline/setup.c \
	tools/pipeline/setup.h \
	tools/pipeline/split.c \
	tools/pipeline/split.h \
	tools/pipeline/upgrade.c \
	tools/pipeline/upgrade.h \
	tools/pipeline/wordless.c \
	tools/pipeline/wordless.h
EXTRA_DIST += tools/pipeline/README.md
