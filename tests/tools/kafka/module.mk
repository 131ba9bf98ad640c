check_PROGRAMS += check_tools_kafka
TESTS += check_tools_kafka
check_tools_kafka_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_kafka_LDADD = $(TESTS_BASE) $(TOOLS_KAFKA) $(CHECK_LIBS)
check_tools_kafka_SOURCES = \
	tests/tools/kafka/test_kafka.c \
	tests/tools/kafka/test_log_merge.c \
	tests/tools/kafka/test_log_message.c

# A log for tests of the program (tests/kafka_test.sh).
if KAFKA
check_PROGRAMS += kafka_rig
kafka_rig_CFLAGS = $(AM_CFLAGS) $(RDKAFKA_CFLAGS)
kafka_rig_LDADD = $(RDKAFKA_LIBS)
kafka_rig_SOURCES = tests/tools/kafka/rig.c
else
EXTRA_DIST += tests/tools/kafka/rig.c
endif
TESTS += tests/kafka_test.sh
EXTRA_DIST += tests/kafka_bench.sh tests/kafka_real.sh tests/kafka_test.sh
