#include "tests/sql/cut_vfs.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "tests/base/random.h"

#define FILES_MAX  8
#define NAME_BYTES 64
#define SECTOR     512
#define SHM_MAX    16

/* A write since the last sync, or a truncation (bytes NULL). */
struct change {
	unsigned char *bytes;
	size_t at, n;
};

struct image {
	unsigned char *bytes;
	size_t n, cap;
};

/* A file is found by its name while it is linked. */
struct node {
	char name[NAME_BYTES];
	bool linked, linked_synced;
	bool syncs_folder; /* at its first sync */
	struct image now, synced;
	struct change *changes;
	size_t changes_n, changes_cap;
	void *shm[SHM_MAX];
};

struct cut_disk {
	struct node files[FILES_MAX];
};

struct cut_file {
	sqlite3_file base;
	struct node *node;
};

static struct cut_disk *disk;
static void (*watch)(void *ctx, unsigned long op);
static void *watch_ctx;
static unsigned long ops;

static void *
must(void *p)
{
	if (!p)
		abort();
	return p;
}

static void
tick(void)
{
	if (watch)
		watch(watch_ctx, ++ops);
}

/* --- images --- */

static void
image_resize(struct image *image, size_t n)
{
	if (n > image->cap) {
		image->cap = 2 * n;
		image->bytes = must(realloc(image->bytes, image->cap));
	}
	if (n > image->n)
		memset(image->bytes + image->n, 0, n - image->n);
	image->n = n;
}

static void
image_write(struct image *image, size_t at, const void *bytes, size_t n)
{
	if (at + n > image->n)
		image_resize(image, at + n);
	memcpy(image->bytes + at, bytes, n);
}

static void
image_copy(struct image *to, const struct image *from)
{
	image_resize(to, 0);
	if (from->n)
		image_write(to, 0, from->bytes, from->n);
}

static void
apply(struct image *image, const struct change *c)
{
	if (c->bytes)
		image_write(image, c->at, c->bytes, c->n);
	else
		image_resize(image, c->at);
}

static void
add_change(struct node *node, const void *bytes, size_t at, size_t n)
{
	struct change *c;

	if (node->changes_n == node->changes_cap) {
		node->changes_cap = 2 * node->changes_cap + 16;
		node->changes = must(realloc(node->changes,
		    node->changes_cap * sizeof *node->changes));
	}
	c = &node->changes[node->changes_n++];
	*c = (struct change){ .at = at, .n = n };
	if (bytes)
		c->bytes = memcpy(must(malloc(n)), bytes, n);
	apply(&node->now, c);
}

static void
drop_changes(struct node *node)
{
	for (size_t i = 0; i < node->changes_n; i++)
		free(node->changes[i].bytes);
	node->changes_n = 0;
}

static void
drop_shm(struct node *node)
{
	for (int i = 0; i < SHM_MAX; i++) {
		free(node->shm[i]);
		node->shm[i] = NULL;
	}
}

static void
sync_folder(void)
{
	for (int i = 0; i < FILES_MAX; i++)
		disk->files[i].linked_synced = disk->files[i].linked;
}

/* --- disks --- */

struct cut_disk *
cut_disk_new(void)
{
	return must(calloc(1, sizeof(struct cut_disk)));
}

void
cut_disk_free(struct cut_disk *d)
{
	if (!d)
		return;
	for (int i = 0; i < FILES_MAX; i++) {
		drop_changes(&d->files[i]);
		drop_shm(&d->files[i]);
		free(d->files[i].changes);
		free(d->files[i].now.bytes);
		free(d->files[i].synced.bytes);
	}
	free(d);
}

void
cut_disk_use(struct cut_disk *d)
{
	disk = d;
}

void
cut_watch(void (*fn)(void *ctx, unsigned long op), void *ctx)
{
	watch = fn;
	watch_ctx = ctx;
	ops = 0;
}

/* --- the cut --- */

enum loss {
	ALL_LOST,
	NONE_LOST,
	TAIL_LOST,
	ANY_LOST,
	LOSSES
};

/* Each sector of a write arrives or not; so does a truncation. */
static void
apply_some(struct image *image, const struct change *c, uint64_t *seed)
{
	if (!c->bytes) {
		if (random_below(seed, 2))
			apply(image, c);
		return;
	}
	for (size_t at = 0; at < c->n;) {
		size_t n = SECTOR - (c->at + at) % SECTOR;

		if (n > c->n - at)
			n = c->n - at;
		if (random_below(seed, 2))
			image_write(image, c->at + at, c->bytes + at, n);
		at += n;
	}
}

static void
lose(struct image *image, const struct node *node, uint64_t *seed)
{
	enum loss loss = (enum loss)(random_below(seed, LOSSES));
	size_t upto = node->changes_n;

	if (loss == ALL_LOST || !upto)
		return;
	if (loss == TAIL_LOST)
		upto = random_below(seed, (uint32_t)upto);
	for (size_t i = 0; i < upto; i++)
		if (loss == ANY_LOST)
			apply_some(image, &node->changes[i], seed);
		else
			apply(image, &node->changes[i]);
	if (loss == TAIL_LOST)
		apply_some(image, &node->changes[upto], seed);
}

struct cut_disk *
cut_now(uint64_t seed)
{
	struct cut_disk *after = cut_disk_new();

	for (int i = 0; i < FILES_MAX; i++) {
		const struct node *from = &disk->files[i];
		struct node *to = &after->files[i];

		memcpy(to->name, from->name, NAME_BYTES);
		to->linked = from->linked;
		if (from->linked != from->linked_synced)
			to->linked = random_below(&seed, 2) == 1;
		to->linked_synced = to->linked;
		image_copy(&to->now, &from->synced);
		lose(&to->now, from, &seed);
		image_copy(&to->synced, &to->now);
	}
	return after;
}

/* --- files --- */

static struct node *
find(const char *name)
{
	for (int i = 0; i < FILES_MAX; i++)
		if (disk->files[i].linked &&
		    strcmp(disk->files[i].name, name) == 0)
			return &disk->files[i];
	return NULL;
}

/* A node whose name is free: the one that had this name, or an unused one. */
static struct node *
make(const char *name, int type)
{
	struct node *node = NULL;

	for (int i = 0; i < FILES_MAX; i++) {
		struct node *n = &disk->files[i];

		if (strcmp(n->name, name) == 0 || (!node && !n->name[0]))
			node = n;
		if (strcmp(n->name, name) == 0)
			break;
	}
	must(node);
	tick();
	strncpy(node->name, name, NAME_BYTES - 1);
	if (node->linked_synced) {
		/* Its removal may not have arrived: the old file is there. */
		add_change(node, NULL, 0, 0);
	} else {
		drop_changes(node);
		image_resize(&node->now, 0);
		image_resize(&node->synced, 0);
	}
	node->linked = true;
	node->syncs_folder =
	    type & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL);
	return node;
}

static struct node *
node_of(sqlite3_file *file)
{
	return ((struct cut_file *)file)->node;
}

static int
f_close(sqlite3_file *file)
{
	(void)file;
	return SQLITE_OK;
}

static int
f_read(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
	const struct image *image = &node_of(file)->now;
	size_t from = (size_t)at, want = (size_t)n, have = 0;

	if (from < image->n)
		have = image->n - from < want ? image->n - from : want;
	if (have)
		memcpy(to, image->bytes + from, have);
	memset((char *)to + have, 0, want - have);
	return have == want ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int
f_write(sqlite3_file *file, const void *from, int n, sqlite3_int64 at)
{
	tick();
	add_change(node_of(file), from, (size_t)at, (size_t)n);
	return SQLITE_OK;
}

static int
f_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	tick();
	add_change(node_of(file), NULL, (size_t)size, 0);
	return SQLITE_OK;
}

static int
f_sync(sqlite3_file *file, int flags)
{
	struct node *node = node_of(file);

	(void)flags;
	tick();
	for (size_t i = 0; i < node->changes_n; i++)
		apply(&node->synced, &node->changes[i]);
	drop_changes(node);
	if (node->syncs_folder)
		sync_folder();
	node->syncs_folder = false;
	return SQLITE_OK;
}

static int
f_size(sqlite3_file *file, sqlite3_int64 *size)
{
	*size = (sqlite3_int64)node_of(file)->now.n;
	return SQLITE_OK;
}

static int
f_lock(sqlite3_file *file, int level)
{
	(void)file, (void)level;
	return SQLITE_OK;
}

static int
f_reserved(sqlite3_file *file, int *out)
{
	(void)file;
	*out = 0;
	return SQLITE_OK;
}

static int
f_control(sqlite3_file *file, int op, void *arg)
{
	(void)file, (void)op, (void)arg;
	return SQLITE_NOTFOUND;
}

/* As SQLite's own VFS says of a disk. */
static int
f_sector(sqlite3_file *file)
{
	(void)file;
	return 4096;
}

static int
f_traits(sqlite3_file *file)
{
	(void)file;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int
f_shm_map(sqlite3_file *file, int region, int size, int extend,
    void volatile **at)
{
	struct node *node = node_of(file);

	if (region >= SHM_MAX)
		abort();
	if (!node->shm[region] && extend)
		node->shm[region] = must(calloc(1, (size_t)size));
	*at = node->shm[region];
	return SQLITE_OK;
}

static int
f_shm_lock(sqlite3_file *file, int at, int n, int flags)
{
	(void)file, (void)at, (void)n, (void)flags;
	return SQLITE_OK;
}

static void
f_shm_barrier(sqlite3_file *file)
{
	(void)file;
}

static int
f_shm_unmap(sqlite3_file *file, int delete)
{
	(void)delete;
	drop_shm(node_of(file));
	return SQLITE_OK;
}

static const sqlite3_io_methods methods = { 2, f_close, f_read, f_write,
	f_truncate, f_sync, f_size, f_lock, f_lock, f_reserved, f_control,
	f_sector, f_traits, f_shm_map, f_shm_lock, f_shm_barrier, f_shm_unmap,
	NULL, NULL };

/* --- the VFS --- */

static int
v_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
    int *out)
{
	struct cut_file *f = (struct cut_file *)file;

	(void)vfs;
	f->base.pMethods = NULL;
	if (!name)
		abort(); /* temporary files are in memory */
	f->node = find(name);
	if (!f->node && !(flags & SQLITE_OPEN_CREATE))
		return SQLITE_CANTOPEN;
	if (!f->node)
		f->node = make(name, flags);
	f->base.pMethods = &methods;
	if (out)
		*out = flags;
	return SQLITE_OK;
}

static int
v_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	struct node *node = find(name);

	(void)vfs;
	if (!node)
		return SQLITE_IOERR_DELETE_NOENT;
	tick();
	node->linked = false;
	if (sync)
		sync_folder();
	return SQLITE_OK;
}

static int
v_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
	const struct node *node = find(name);

	(void)vfs;
	*out = node && (flags != SQLITE_ACCESS_EXISTS || node->now.n);
	return SQLITE_OK;
}

static int
v_full(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
	(void)vfs;
	sqlite3_snprintf(n, out, "%s", name);
	return SQLITE_OK;
}

void
cut_install(void)
{
	static sqlite3_vfs vfs;

	if (vfs.zName)
		return;
	vfs = *sqlite3_vfs_find(NULL);
	vfs.zName = "cut";
	vfs.pNext = NULL;
	vfs.szOsFile = (int)sizeof(struct cut_file);
	vfs.xOpen = v_open;
	vfs.xDelete = v_delete;
	vfs.xAccess = v_access;
	vfs.xFullPathname = v_full;
	if (sqlite3_vfs_register(&vfs, 1))
		abort();
}
