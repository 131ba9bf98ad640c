# tools/simulate: see tools/simulate/README.md.
noinst_LIBRARIES += libtools_simulate.a
TOOLS_SIMULATE = libtools_simulate.a $(TOOLS_BASE)
libtools_simulate_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_simulate_a_SOURCES = \
	tools/simulate/sim.h \
	tools/simulate/sim_detector.c \
	tools/simulate/sim_draw.c \
	tools/simulate/sim_draw.h \
	tools/simulate/sim_fail.c \
	tools/simulate/sim_heap.c \
	tools/simulate/sim_heap.h \
	tools/simulate/sim_impl.h \
	tools/simulate/sim_queue.c \
	tools/simulate/sim_queue.h \
	tools/simulate/sim_run.c \
	tools/simulate/sim_show.c \
	tools/simulate/sim_tally.c \
	tools/simulate/sim_tally.h \
	tools/simulate/sim_worker.c
EXTRA_DIST += tools/simulate/README.md
