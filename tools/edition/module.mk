# tools/edition: see tools/edition/README.md.
noinst_LIBRARIES += libtools_edition.a
TOOLS_EDITION = libtools_edition.a libtools_schedule.a $(TOOLS_DELIVER)
libtools_edition_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_edition_a_SOURCES = \
	tools/edition/edition.h \
	tools/edition/edition_conf.c \
	tools/edition/edition_conf.h \
	tools/edition/edition_impl.h \
	tools/edition/edition_json.c \
	tools/edition/edition_keep.c \
	tools/edition/edition_keep.h \
	tools/edition/edition_make.c \
	tools/edition/edition_page.c \
	tools/edition/edition_pdf.c \
	tools/edition/edition_pdf.h \
	tools/edition/edition_send.c \
	tools/edition/edition_send.h \
	tools/edition/edition_told.c
EXTRA_DIST += tools/edition/README.md
