# tools/base: see tools/base/README.md.
TOOLS_CFLAGS = $(RULES_CFLAGS) $(SQL_CFLAGS) $(ZLIB_CFLAGS) \
	$(ZSTD_CFLAGS) $(EVENT_CFLAGS) $(CURL_CFLAGS) $(CRYPTO_CFLAGS)
noinst_LIBRARIES += libtools_base.a
# Not with libcurl, which is loaded late (tools/base/curl_late.h).
TOOLS_BASE = libtools_base.a $(RULES) $(SQL) $(ZLIB_LIBS) $(ZSTD_LIBS) \
	$(EVENT_LIBS) $(CRYPTO_LIBS)
libtools_base_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) \
	-DTCN_PICTURE_PATH='"$(pkglibdir)"'
libtools_base_a_SOURCES = \
	tools/base/address.c \
	tools/base/address.h \
	tools/base/browser.c \
	tools/base/browser.h \
	tools/base/chart.c \
	tools/base/chart.h \
	tools/base/child.c \
	tools/base/child.h \
	tools/base/curl_late.c \
	tools/base/curl_late.h \
	tools/base/event_words.c \
	tools/base/event_words.h \
	tools/base/exit.h \
	tools/base/file.c \
	tools/base/file.h \
	tools/base/hex.h \
	tools/base/html_page.c \
	tools/base/html_page.h \
	tools/base/html_style.c \
	tools/base/json_in.c \
	tools/base/json_in.h \
	tools/base/json_out.c \
	tools/base/json_out.h \
	tools/base/json_record.c \
	tools/base/json_record.h \
	tools/base/json_split.c \
	tools/base/json_split.h \
	tools/base/link_keys.c \
	tools/base/link_keys.h \
	tools/base/log.c \
	tools/base/log.h \
	tools/base/mime64.c \
	tools/base/mime64.h \
	tools/base/mustache.c \
	tools/base/mustache.h \
	tools/base/mustache_impl.h \
	tools/base/mustache_write.c \
	tools/base/networks.c \
	tools/base/networks.h \
	tools/base/now.c \
	tools/base/now.h \
	tools/base/open_files.c \
	tools/base/open_files.h \
	tools/base/opt.c \
	tools/base/opt.h \
	tools/base/out.c \
	tools/base/out.h \
	tools/base/pack.c \
	tools/base/pack.h \
	tools/base/path.c \
	tools/base/path.h \
	tools/base/picture_program.c \
	tools/base/picture_program.h \
	tools/base/plot.c \
	tools/base/plot.h \
	tools/base/plural.c \
	tools/base/plural.h \
	tools/base/private.c \
	tools/base/private.h \
	tools/base/progress.c \
	tools/base/progress.h \
	tools/base/rate_limit.c \
	tools/base/rate_limit.h \
	tools/base/safe.c \
	tools/base/safe.h \
	tools/base/say.c \
	tools/base/say.h \
	tools/base/scratch.h \
	tools/base/sd.c \
	tools/base/sd.h \
	tools/base/secret.c \
	tools/base/secret.h \
	tools/base/sock_path.c \
	tools/base/sock_path.h \
	tools/base/stop.c \
	tools/base/stop.h \
	tools/base/store_file.c \
	tools/base/store_file.h \
	tools/base/store_lock.c \
	tools/base/store_lock.h \
	tools/base/table.c \
	tools/base/table.h \
	tools/base/target.c \
	tools/base/target.h \
	tools/base/task_pool.c \
	tools/base/task_pool.h \
	tools/base/timeval.h \
	tools/base/unpack.c \
	tools/base/unpack.h \
	tools/base/when.c \
	tools/base/when.h \
	tools/base/words_mark.h \
	tools/base/zone_table.c \
	tools/base/zone_table.h
EXTRA_DIST += tools/base/README.md
