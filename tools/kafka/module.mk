# tools/kafka: see tools/kafka/README.md.
noinst_LIBRARIES += libtools_kafka.a
TOOLS_KAFKA = libtools_kafka.a $(TOOLS_LIVE)
libtools_kafka_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS) \
	-DTCN_KAFKA_PLUGIN_PATH='"$(pkglibdir)/tocsin-kafka.so"'
libtools_kafka_a_SOURCES = \
	tools/kafka/dead_letters.c \
	tools/kafka/dead_letters.h \
	tools/kafka/kafka.c \
	tools/kafka/kafka.h \
	tools/kafka/kafka_plugin.h \
	tools/kafka/lease.c \
	tools/kafka/lease.h \
	tools/kafka/lease_log.c \
	tools/kafka/lease_log.h \
	tools/kafka/lease_record.c \
	tools/kafka/lease_record.h \
	tools/kafka/log_act.c \
	tools/kafka/log_act.h \
	tools/kafka/log_event_value.c \
	tools/kafka/log_event_value.h \
	tools/kafka/log_events.c \
	tools/kafka/log_events.h \
	tools/kafka/log_intake.c \
	tools/kafka/log_intake.h \
	tools/kafka/log_merge.c \
	tools/kafka/log_merge.h \
	tools/kafka/log_message.c \
	tools/kafka/log_message.h \
	tools/kafka/log_parts.c \
	tools/kafka/log_parts.h \
	tools/kafka/log_source.c \
	tools/kafka/log_source.h \
	tools/kafka/log_worker.c \
	tools/kafka/log_worker.h
EXTRA_DIST += tools/kafka/README.md

# The module, which alone is linked with librdkafka: a package of its own.
if KAFKA
plugindir = $(pkglibdir)
plugin_PROGRAMS = tocsin-kafka.so
tocsin_kafka_so_CFLAGS = $(AM_CFLAGS) $(RDKAFKA_CFLAGS) -fPIC
tocsin_kafka_so_LDFLAGS = -shared
tocsin_kafka_so_LDADD = $(RDKAFKA_LIBS)
tocsin_kafka_so_SOURCES = tools/kafka/kafka_rdkafka.c
else
EXTRA_DIST += tools/kafka/kafka_rdkafka.c
endif
