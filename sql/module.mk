# sql: see sql/README.md.
SQL_CFLAGS = $(ENGINE_CFLAGS) $(SQLITE_CFLAGS)
noinst_LIBRARIES += libsql.a
SQL = libsql.a $(ENGINE_ITEM) $(SQLITE_LIBS)
libsql_a_CFLAGS = $(AM_CFLAGS) $(SQL_CFLAGS)
libsql_a_SOURCES = \
	sql/db.c \
	sql/db.h \
	sql/db_alone.c \
	sql/db_functions.c \
	sql/db_log.c \
	sql/db_memory.c \
	sql/db_place.c \
	sql/db_sums.c \
	sql/db_tokenizer.c \
	sql/migrate.c \
	sql/migrate.h \
	sql/outbox.c \
	sql/outbox.h \
	sql/outbox_ends.c \
	sql/outbox_ends.h \
	sql/outbox_hold.c \
	sql/outbox_hold.h \
	sql/outbox_impl.h \
	sql/outbox_summary.c \
	sql/query.c \
	sql/query.h \
	sql/query_record.c \
	sql/query_record.h \
	sql/store.c \
	sql/store.h \
	sql/store_articles.c \
	sql/store_check.c \
	sql/store_check.h \
	sql/store_compact.c \
	sql/store_contents.c \
	sql/store_contents.h \
	sql/store_copy.c \
	sql/store_copy.h \
	sql/store_cut.c \
	sql/store_cut.h \
	sql/store_cut_impl.h \
	sql/store_delta.c \
	sql/store_delta_impl.h \
	sql/store_desk.c \
	sql/store_desk.h \
	sql/store_dossier.c \
	sql/store_dossier.h \
	sql/store_editions.c \
	sql/store_editions.h \
	sql/store_events.c \
	sql/store_events_impl.h \
	sql/store_events_put.c \
	sql/store_facets.c \
	sql/store_facets.h \
	sql/store_feeds.c \
	sql/store_feeds.h \
	sql/store_fired.c \
	sql/store_group.c \
	sql/store_group.h \
	sql/store_headlines.c \
	sql/store_headlines.h \
	sql/store_impl.h \
	sql/store_items.c \
	sql/store_items_impl.h \
	sql/store_large.c \
	sql/store_large.h \
	sql/store_latest.c \
	sql/store_latest.h \
	sql/store_members.c \
	sql/store_members.h \
	sql/store_mend.c \
	sql/store_mend.h \
	sql/store_now.c \
	sql/store_now.h \
	sql/store_offsets.c \
	sql/store_offsets.h \
	sql/store_orders.c \
	sql/store_orders_impl.h \
	sql/store_pages.c \
	sql/store_read.h \
	sql/store_reasons.c \
	sql/store_reasons.h \
	sql/store_rebuild.c \
	sql/store_rebuild.h \
	sql/store_received.c \
	sql/store_received_impl.h \
	sql/store_reports.c \
	sql/store_restore.c \
	sql/store_retain.c \
	sql/store_retain.h \
	sql/store_retain_events.c \
	sql/store_retain_impl.h \
	sql/store_retain_items.c \
	sql/store_search.c \
	sql/store_search.h \
	sql/store_search_impl.h \
	sql/store_search_words.c \
	sql/store_searches.c \
	sql/store_searches.h \
	sql/store_silences.c \
	sql/store_silences.h \
	sql/store_sketches.c \
	sql/store_sketches.h \
	sql/store_space.c \
	sql/store_space.h \
	sql/store_stories.c \
	sql/store_terms.c \
	sql/store_terms_impl.h \
	sql/store_told.c \
	sql/store_told.h \
	sql/store_upgrade.c \
	sql/store_upgrade.h \
	sql/store_vectors.c \
	sql/store_vectors.h
EXTRA_DIST += sql/README.md

# The schema, one migration a file, in order. It is embedded as C strings, so
# that an installed program needs no data files.
SQL_SCHEMA = \
	$(top_srcdir)/sql/schema/001_articles.sql \
	$(top_srcdir)/sql/schema/002_stories.sql \
	$(top_srcdir)/sql/schema/003_events.sql \
	$(top_srcdir)/sql/schema/004_memory.sql \
	$(top_srcdir)/sql/schema/005_sent.sql \
	$(top_srcdir)/sql/schema/006_feeds.sql \
	$(top_srcdir)/sql/schema/007_fired.sql \
	$(top_srcdir)/sql/schema/008_outbox.sql \
	$(top_srcdir)/sql/schema/009_event_life.sql \
	$(top_srcdir)/sql/schema/010_event_changes.sql \
	$(top_srcdir)/sql/schema/011_state_changes.sql \
	$(top_srcdir)/sql/schema/012_event_reasons.sql \
	$(top_srcdir)/sql/schema/013_no_df.sql \
	$(top_srcdir)/sql/schema/014_retention.sql \
	$(top_srcdir)/sql/schema/015_held_messages.sql \
	$(top_srcdir)/sql/schema/016_outbox_indexes.sql \
	$(top_srcdir)/sql/schema/017_feed_allowance.sql \
	$(top_srcdir)/sql/schema/018_confirmed.sql \
	$(top_srcdir)/sql/schema/019_event_kind.sql \
	$(top_srcdir)/sql/schema/020_event_languages.sql \
	$(top_srcdir)/sql/schema/021_event_scores.sql \
	$(top_srcdir)/sql/schema/022_small_steps.sql \
	$(top_srcdir)/sql/schema/023_sketches.sql \
	$(top_srcdir)/sql/schema/024_sitemaps.sql \
	$(top_srcdir)/sql/schema/025_visited.sql \
	$(top_srcdir)/sql/schema/026_excerpts.sql \
	$(top_srcdir)/sql/schema/027_versions.sql \
	$(top_srcdir)/sql/schema/028_copies.sql \
	$(top_srcdir)/sql/schema/029_refused.sql \
	$(top_srcdir)/sql/schema/030_vectors.sql \
	$(top_srcdir)/sql/schema/031_rewrites.sql \
	$(top_srcdir)/sql/schema/032_predicted.sql \
	$(top_srcdir)/sql/schema/033_cluster.sql \
	$(top_srcdir)/sql/schema/034_told.sql \
	$(top_srcdir)/sql/schema/035_searches.sql \
	$(top_srcdir)/sql/schema/036_feed_fetches.sql \
	$(top_srcdir)/sql/schema/037_orders.sql \
	$(top_srcdir)/sql/schema/038_silenced.sql \
	$(top_srcdir)/sql/schema/039_editions.sql \
	$(top_srcdir)/sql/schema/040_search.sql \
	$(top_srcdir)/sql/schema/041_probability.sql \
	$(top_srcdir)/sql/schema/042_told_figures.sql \
	$(top_srcdir)/sql/schema/043_log_offsets.sql \
	$(top_srcdir)/sql/schema/044_merged_events.sql \
	$(top_srcdir)/sql/schema/045_message_ends.sql \
	$(top_srcdir)/sql/schema/046_event_stories.sql \
	$(top_srcdir)/sql/schema/047_headlines.sql \
	$(top_srcdir)/sql/schema/048_state.sql \
	$(top_srcdir)/sql/schema/049_story_terms.sql \
	$(top_srcdir)/sql/schema/050_pages.sql \
	$(top_srcdir)/sql/schema/051_images.sql \
	$(top_srcdir)/sql/schema/052_own_searches.sql \
	$(top_srcdir)/sql/schema/053_places.sql \
	$(top_srcdir)/sql/schema/054_dossiers.sql \
	$(top_srcdir)/sql/schema/055_shingles.sql \
	$(top_srcdir)/sql/schema/056_indexes.sql \
	$(top_srcdir)/sql/schema/057_news.sql \
	$(top_srcdir)/sql/schema/058_copies.sql
# What these make of an empty file, a statement a string: a new store is made in
# one go. A test compares the two.
SQL_SCHEMA_NEW = $(top_srcdir)/sql/schema/new.sql
EXTRA_DIST += $(SQL_SCHEMA) $(SQL_SCHEMA_NEW)
nodist_libsql_a_SOURCES = sql/schema_data.h sql/schema_new_data.h
BUILT_SOURCES += sql/schema_data.h sql/schema_new_data.h
CLEANFILES += sql/schema_data.h sql/schema_new_data.h

sql/schema_data.h: $(SQL_SCHEMA) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) sql && $(EMBED) $(SQL_SCHEMA) > $@.tmp && \
		mv $@.tmp $@
sql/schema_new_data.h: $(SQL_SCHEMA_NEW)
	$(AM_V_GEN)$(MKDIR_P) sql && \
		sed -e ':a' -e '/\\$$/{' -e 'N;s/\\\n//;ba' -e '}' \
		-e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/\n/\\n"\n"/g' \
		-e 's/$$/\\n"/' -e 's/;\\n"$$/&,/' $(SQL_SCHEMA_NEW) \
		> $@.tmp && mv $@.tmp $@
sql/libsql_a-migrate.$(OBJEXT): sql/schema_data.h sql/schema_new_data.h
