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

EDITION_TEMPLATES = \
	$(top_srcdir)/tools/edition/templates/page.html \
	$(top_srcdir)/tools/edition/templates/page.md \
	$(top_srcdir)/tools/edition/templates/page.txt
EXTRA_DIST += $(EDITION_TEMPLATES)
nodist_libtools_edition_a_SOURCES = tools/edition/templates_data.h
BUILT_SOURCES += tools/edition/templates_data.h
CLEANFILES += tools/edition/templates_data.h

tools/edition/templates_data.h: $(EDITION_TEMPLATES) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/edition && \
		$(EMBED) $(EDITION_TEMPLATES) > $@.tmp && mv $@.tmp $@
tools/edition/libtools_edition_a-edition_page.$(OBJEXT): \
	tools/edition/templates_data.h
