# tools/tell/words: see tools/tell/words/README.md.
noinst_LIBRARIES += libtools_words.a
TOOLS_WORDS = libtools_words.a $(ENGINE_TEXT) $(TOOLS_BASE)
libtools_words_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_words_a_SOURCES = \
	tools/tell/words/catalogue.c \
	tools/tell/words/catalogue.h \
	tools/tell/words/filled.c \
	tools/tell/words/filled.h \
	tools/tell/words/reason.c \
	tools/tell/words/reason.h \
	tools/tell/words/words.c \
	tools/tell/words/words.h \
	tools/tell/words/words_impl.h
EXTRA_DIST += tools/tell/words/README.md tools/tell/words/messages.sh \
	tools/tell/words/script_words.sed

# The catalogues, compiled and built in; each one byte without msgfmt.
WORDS_LANGUAGES = de es fr
WORDS_PO = \
	$(top_srcdir)/tools/tell/words/po/de.po \
	$(top_srcdir)/tools/tell/words/po/es.po \
	$(top_srcdir)/tools/tell/words/po/fr.po
EXTRA_DIST += $(WORDS_PO)
nodist_libtools_words_a_SOURCES = tools/tell/words/catalogue_data.h
BUILT_SOURCES += tools/tell/words/catalogue_data.h
CLEANFILES += tools/tell/words/catalogue.mo tools/tell/words/catalogue_data.h

tools/tell/words/catalogue_data.h: $(WORDS_PO)
	$(AM_V_GEN)$(MKDIR_P) tools/tell/words && \
	for l in $(WORDS_LANGUAGES); do \
		po=$(top_srcdir)/tools/tell/words/po/$$l.po && \
		mo=tools/tell/words/catalogue.mo && \
		if test -n "$(MSGFMT)"; then \
			$(MSGFMT) --check-format --no-hash -o $$mo $$po || \
				exit 1; \
		else printf 0 > $$mo; fi && \
		echo "static const unsigned char catalogue_$$l[] = {" && \
		od -An -v -tx1 $$mo | sed 's/ *\([0-9a-f]\{2\}\)/0x\1,/g' && \
		echo "};" || exit 1; \
	done > $@.tmp && rm -f tools/tell/words/catalogue.mo && mv $@.tmp $@
tools/tell/words/libtools_words_a-words.$(OBJEXT): \
	tools/tell/words/catalogue_data.h

# Puts new messages of the code into the catalogues.
.PHONY: update-po
update-po:
	$(SHELL) $(top_srcdir)/tools/tell/words/messages.sh update $(top_srcdir)
