check_PROGRAMS += check_tools_kafka
TESTS += check_tools_kafka
check_tools_kafka_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_kafka_LDADD = $(TESTS_BASE) $(TOOLS_KAFKA) $(CHECK_LIBS)
check_tools_kafka_SOURCES = \
	tests/tools/intake/kafka/test_kafka.c \
	tests/tools/intake/kafka/test_lease.c \
	tests/tools/intake/kafka/test_log_merge.c \
	tests/tools/intake/kafka/test_log_message.c \
	tests/tools/intake/kafka/test_log_versions.c \
	tests/tools/pipeline/piped.c \
	tests/tools/pipeline/piped.h

# A log for tests of the program (tests/kafka_test.sh).
if KAFKA
check_PROGRAMS += kafka_rig
kafka_rig_CFLAGS = $(AM_CFLAGS) $(RDKAFKA_CFLAGS)
kafka_rig_LDADD = $(RDKAFKA_LIBS)
kafka_rig_SOURCES = tests/tools/intake/kafka/rig.c

# What times a log (tests/kafka_bench.sh).
check_PROGRAMS += kafka_clock
kafka_clock_CFLAGS = $(AM_CFLAGS) $(RDKAFKA_CFLAGS)
kafka_clock_LDADD = $(RDKAFKA_LIBS)
kafka_clock_SOURCES = tests/tools/intake/kafka/clock.c

# What two detectors send, and what cuts one off (tests/standby_test.sh).
check_PROGRAMS += kafka_hooks kafka_cut.so
kafka_hooks_CFLAGS = $(AM_CFLAGS) $(EVENT_CFLAGS)
kafka_hooks_LDADD = $(EVENT_LIBS)
kafka_hooks_SOURCES = tests/tools/intake/kafka/hooks.c
kafka_cut_so_CFLAGS = $(AM_CFLAGS) -fPIC
kafka_cut_so_LDFLAGS = -shared
kafka_cut_so_LDADD = -ldl
kafka_cut_so_SOURCES = tests/tools/intake/kafka/cut.c
else
EXTRA_DIST += tests/tools/intake/kafka/clock.c tests/tools/intake/kafka/cut.c \
	tests/tools/intake/kafka/hooks.c \
	tests/tools/intake/kafka/rig.c
endif
SLOW_TESTS += tests/kafka_fail_test.sh tests/kafka_order_test.sh \
	tests/kafka_test.sh \
	tests/standby_acts_test.sh tests/standby_test.sh
EXTRA_DIST += tests/kafka_bench.sh tests/kafka_fail_test.sh \
	tests/kafka_lib.sh tests/kafka_order_test.sh tests/kafka_real.sh \
	tests/kafka_secure_test.sh \
	tests/kafka_test.sh tests/standby_acts_test.sh \
	tests/standby_hosts.sh tests/standby_lib.sh \
	tests/standby_test.sh
