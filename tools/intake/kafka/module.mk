# tools/intake/kafka: see tools/intake/kafka/README.md.
noinst_LIBRARIES += libtools_kafka.a
TOOLS_KAFKA = libtools_kafka.a $(TOOLS_LIVE)
libtools_kafka_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS) \
	-DTCN_KAFKA_PLUGIN_PATH='"$(pkglibdir)/tocsin-kafka.so"'
libtools_kafka_a_SOURCES = \
	tools/intake/kafka/dead_letters.c \
	tools/intake/kafka/dead_letters.h \
	tools/intake/kafka/kafka.c \
	tools/intake/kafka/kafka.h \
	tools/intake/kafka/kafka_plugin.h \
	tools/intake/kafka/lease.c \
	tools/intake/kafka/lease.h \
	tools/intake/kafka/lease_log.c \
	tools/intake/kafka/lease_log.h \
	tools/intake/kafka/lease_record.c \
	tools/intake/kafka/lease_record.h \
	tools/intake/kafka/log_act.c \
	tools/intake/kafka/log_act.h \
	tools/intake/kafka/log_ask.c \
	tools/intake/kafka/log_ask.h \
	tools/intake/kafka/log_event_value.c \
	tools/intake/kafka/log_event_value.h \
	tools/intake/kafka/log_events.c \
	tools/intake/kafka/log_events.h \
	tools/intake/kafka/log_intake.c \
	tools/intake/kafka/log_intake.h \
	tools/intake/kafka/log_merge.c \
	tools/intake/kafka/log_merge.h \
	tools/intake/kafka/log_message.c \
	tools/intake/kafka/log_message.h \
	tools/intake/kafka/log_parts.c \
	tools/intake/kafka/log_parts.h \
	tools/intake/kafka/log_queue.c \
	tools/intake/kafka/log_queue.h \
	tools/intake/kafka/log_source.c \
	tools/intake/kafka/log_source.h \
	tools/intake/kafka/log_worker.c \
	tools/intake/kafka/log_worker.h
EXTRA_DIST += tools/intake/kafka/README.md

# The module, which alone is linked with librdkafka: a package of its own.
if KAFKA
plugindir = $(pkglibdir)
plugin_PROGRAMS = tocsin-kafka.so
tocsin_kafka_so_CFLAGS = $(AM_CFLAGS) $(RDKAFKA_CFLAGS) -fPIC
tocsin_kafka_so_LDFLAGS = -shared
tocsin_kafka_so_LDADD = $(RDKAFKA_LIBS)
tocsin_kafka_so_SOURCES = tools/intake/kafka/kafka_rdkafka.c
else
EXTRA_DIST += tools/intake/kafka/kafka_rdkafka.c
endif
