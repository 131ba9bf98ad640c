# tools/conf: see tools/conf/README.md.
noinst_LIBRARIES += libtools_conf.a
TOOLS_CONF = libtools_conf.a libtools_words.a $(TOOLS_TAGGER)
libtools_conf_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_conf_a_SOURCES = \
	tools/conf/conf.c \
	tools/conf/conf.h \
	tools/conf/conf_check.c \
	tools/conf/conf_rows_impl.h \
	tools/conf/conf_stored.c \
	tools/conf/conf_stored.h \
	tools/conf/conf_table.c \
	tools/conf/conf_table_kafka.c \
	tools/conf/conf_value.c \
	tools/conf/conf_value.h \
	tools/conf/conf_yaml.c \
	tools/conf/diagnostic.c \
	tools/conf/diagnostic.h \
	tools/conf/dictionaries.c \
	tools/conf/dictionaries.h \
	tools/conf/rulebook.c \
	tools/conf/rulebook.h \
	tools/conf/rules_file.c \
	tools/conf/rules_file.h \
	tools/conf/rules_form.c \
	tools/conf/rules_form.h \
	tools/conf/rules_list.c \
	tools/conf/rules_list.h \
	tools/conf/rules_schema.c \
	tools/conf/rules_schema.h \
	tools/conf/weights.c \
	tools/conf/weights.h \
	tools/conf/yaml_cursor.c \
	tools/conf/yaml_cursor.h
EXTRA_DIST += tools/conf/README.md
