# tools/serve/picture: see tools/serve/picture/README.md.
noinst_LIBRARIES += libtools_picture.a
TOOLS_PICTURE = libtools_picture.a $(TOOLS_HTTP)
libtools_picture_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_picture_a_SOURCES = \
	tools/serve/picture/picture_cache.c \
	tools/serve/picture/picture_cache.h \
	tools/serve/picture/picture_look.c \
	tools/serve/picture/picture_look.h \
	tools/serve/picture/picture_size.h \
	tools/serve/picture/pictures.c \
	tools/serve/picture/pictures.h
EXTRA_DIST += tools/serve/picture/README.md

# The program that decodes, which alone is linked with libgd: a package of its
# own.
if PICTURES
scalerdir = $(pkglibdir)
scaler_PROGRAMS = tocsin-picture
tocsin_picture_CFLAGS = $(AM_CFLAGS) $(GD_CFLAGS) $(COLD_CFLAGS)
tocsin_picture_LDADD = $(GD_LIBS)
tocsin_picture_SOURCES = tools/serve/picture/picture_look.c \
	tools/serve/picture/scale_main.c
else
EXTRA_DIST += tools/serve/picture/scale_main.c
endif
