# tools/lab/simulate: see tools/lab/simulate/README.md.
noinst_LIBRARIES += libtools_simulate.a
TOOLS_SIMULATE = libtools_simulate.a $(TOOLS_BASE)
libtools_simulate_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_simulate_a_SOURCES = \
	tools/lab/simulate/sim.h \
	tools/lab/simulate/sim_detector.c \
	tools/lab/simulate/sim_draw.c \
	tools/lab/simulate/sim_draw.h \
	tools/lab/simulate/sim_fail.c \
	tools/lab/simulate/sim_heap.c \
	tools/lab/simulate/sim_heap.h \
	tools/lab/simulate/sim_impl.h \
	tools/lab/simulate/sim_queue.c \
	tools/lab/simulate/sim_queue.h \
	tools/lab/simulate/sim_run.c \
	tools/lab/simulate/sim_show.c \
	tools/lab/simulate/sim_tally.c \
	tools/lab/simulate/sim_tally.h \
	tools/lab/simulate/sim_worker.c
EXTRA_DIST += tools/lab/simulate/README.md
