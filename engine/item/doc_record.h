/*
 * engine/item/doc_record.h - a prepared article as bytes, so that one machine
 * prepares it and another decides on it.
 *
 * A record holds what a person reads of an article (its fields, title and text
 * without markup) and what tcn_prepare() made of it. So a detector that reads
 * it neither tokenizes nor stems, and decides as if it had prepared the article
 * itself: reading a record gives a doc that is equal in every member. Nothing
 * in it depends on another article.
 *
 * SIZE. Most of a doc follows from something that the record has already, and
 * is left out where it does: the first place of a term and its frequency
 * follow from the order of the words; the words as written are parts of title
 * and text; and an id, the hash of a stem, is made again where the stem is a
 * word in small letters with its end cut off, which it mostly is in English.
 * What follows is checked when a record is made, and written out where it does
 * not hold, so that nothing rests on it but the size. Hashes, which no packer
 * makes shorter, stand apart at the end. A record is not packed by itself: many
 * of them together are, by the log that carries them. The layout is in
 * tocsin-record(5).
 *
 * A SHORT RECORD leaves the words out as well. It holds the article without
 * markup and the language, of which the reader makes the same doc: little work
 * for plain text, and the record is smaller than the JSON that it came of.
 *
 * WHO MADE IT. The mark of a record names the settings and the libraries that
 * its words depend on. A reader whose mark is another, or who does not know
 * the record's version, gets the article alone (TCN_DOC_RECORD_ARTICLE) and
 * prepares it itself. The article's part keeps its form from version to
 * version: fields are added at its end alone, each named by a flag, and a
 * reader passes over those of a later version. So old and new programs read
 * each other's records while a cluster is upgraded, in whatever order.
 *
 * HOSTILE BYTES end as TCN_INVALID and a sentence. Nothing is allocated that a
 * record claims and does not hold; what comes out is sound by tcn_doc_check(),
 * its texts are UTF-8.
 *
 * Cost: O(bytes). Reading a record that is not short takes about half as long
 * as preparing plain English, a fraction of it where there is markup, a
 * language to be found, or a script without spaces; preparing what a short one
 * holds takes two thirds. Not thread safe: one struct, one thread.
 */
#ifndef TCN_ENGINE_ITEM_DOC_RECORD_H
#define TCN_ENGINE_ITEM_DOC_RECORD_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"
#include "engine/item/prepare.h"

#define TCN_DOC_RECORD_MAGIC   "TCNP"
#define TCN_DOC_RECORD_VERSION 4

/* Writes and reads records; reuses its memory from one to the next. */
struct tcn_doc_record;

/* Makes a writer and reader. bytes_max: the largest record; 0: 64 MiB. */
struct tcn_doc_record *tcn_doc_record_new(size_t bytes_max);
void tcn_doc_record_free(struct tcn_doc_record *record); /* may be NULL */

/* The mark of docs that this program prepares by conf: a hash of the settings,
 * but for the place of the language models, and of the versions of ICU and of
 * this layout. */
uint64_t tcn_doc_record_mark(const struct tcn_prepare_conf *conf);

/* Whether bytes begin as a record does, which no JSON does. */
bool tcn_doc_record_is(struct tcn_str bytes);

/* The date of a record's article, whatever its version, or TCN_UNDATED. O(1):
 * the rest is neither read nor checked. */
int64_t tcn_doc_record_date(struct tcn_str bytes);

/*
 * Whether the reader of a short record could make this doc again with little
 * work: its words follow from title, text and language, the language is written
 * with spaces, and no tagger was asked. O(terms).
 */
bool tcn_doc_record_may_be_short(const struct tcn_doc *doc);

/* Appends the record of a doc to *out; a short record has no words. TCN_LIMIT:
 * it would be longer than bytes_max; *out is then as it was. */
TCN_MUST_USE enum tcn_rc tcn_doc_record_write(struct tcn_doc_record *record,
    const struct tcn_doc *doc, uint64_t mark, struct tcn_buf *out);
TCN_MUST_USE enum tcn_rc
tcn_doc_record_write_short(struct tcn_doc_record *record,
    const struct tcn_doc *doc, uint64_t mark, struct tcn_buf *out);

enum tcn_doc_record_part {
	TCN_DOC_RECORD_DOC, /* article and doc */
	TCN_DOC_RECORD_SHORT, /* the article, as was meant, whose language is
			       * known: the doc is to be made */
	TCN_DOC_RECORD_ARTICLE, /* the article alone: the doc is to be made */
};

/*
 * Reads a record into *article and, when its mark is `mark` and it is not
 * short, *doc, which refers to the article. Texts are parts of bytes; all else
 * lives in arena. TCN_INVALID: err says what is wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_doc_record_read(struct tcn_doc_record *record,
    struct tcn_str bytes, uint64_t mark, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_doc *doc,
    enum tcn_doc_record_part *part, struct tcn_err *err);

#endif
