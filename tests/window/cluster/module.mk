check_PROGRAMS += check_window_cluster
TESTS += check_window_cluster
check_window_cluster_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_cluster_LDADD = $(TESTS_BASE) $(WINDOW_CLUSTER) $(CHECK_LIBS)
check_window_cluster_SOURCES = \
	tests/window/cluster/cluster_model.c \
	tests/window/cluster/cluster_model.h \
	tests/window/cluster/test_clusters.c \
	tests/window/cluster/test_lsh.c
