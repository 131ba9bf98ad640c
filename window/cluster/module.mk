# window/cluster: see window/cluster/README.md.
noinst_LIBRARIES += libwindow_cluster.a
WINDOW_CLUSTER = libwindow_cluster.a $(WINDOW_PAIRS)
libwindow_cluster_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_cluster_a_SOURCES = \
	window/cluster/clusters.c \
	window/cluster/clusters.h \
	window/cluster/clusters_impl.h \
	window/cluster/clusters_state.c \
	window/cluster/lsh.c \
	window/cluster/lsh.h \
	window/cluster/lsh_impl.h
EXTRA_DIST += window/cluster/README.md
