# tools/tell/edition: see tools/tell/edition/README.md.
noinst_LIBRARIES += libtools_edition.a
TOOLS_EDITION = libtools_edition.a libtools_schedule.a $(TOOLS_DELIVER)
libtools_edition_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_edition_a_SOURCES = \
	tools/tell/edition/edition.h \
	tools/tell/edition/edition_conf.c \
	tools/tell/edition/edition_conf.h \
	tools/tell/edition/edition_fill.c \
	tools/tell/edition/edition_impl.h \
	tools/tell/edition/edition_json.c \
	tools/tell/edition/edition_keep.c \
	tools/tell/edition/edition_keep.h \
	tools/tell/edition/edition_lines.c \
	tools/tell/edition/edition_make.c \
	tools/tell/edition/edition_page.c \
	tools/tell/edition/edition_pdf.c \
	tools/tell/edition/edition_pdf.h \
	tools/tell/edition/edition_send.c \
	tools/tell/edition/edition_send.h \
	tools/tell/edition/edition_told.c
EXTRA_DIST += tools/tell/edition/README.md

EDITION_TEMPLATES = \
	$(top_srcdir)/tools/tell/edition/templates/page.html \
	$(top_srcdir)/tools/tell/edition/templates/page.md \
	$(top_srcdir)/tools/tell/edition/templates/page.txt
EXTRA_DIST += $(EDITION_TEMPLATES)
nodist_libtools_edition_a_SOURCES = tools/tell/edition/templates_data.h
BUILT_SOURCES += tools/tell/edition/templates_data.h
CLEANFILES += tools/tell/edition/templates_data.h

tools/tell/edition/templates_data.h: $(EDITION_TEMPLATES) $(EMBED_FILE)
	$(AM_V_GEN)$(MKDIR_P) tools/tell/edition && \
		$(EMBED) $(EDITION_TEMPLATES) > $@.tmp && mv $@.tmp $@
tools/tell/edition/libtools_edition_a-edition_page.$(OBJEXT): \
	tools/tell/edition/templates_data.h
