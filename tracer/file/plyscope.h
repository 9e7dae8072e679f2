/* Records a game-tree search as a plyscope trace file. One header, C99 or C++, nothing else is needed.
 *
 *   ply_file *file = ply_open("t.plyscope", "{\"game\": \"tictactoe\", \"search\": \"alphabeta\"}");
 *   int64_t node = ply_enter(file, PLY_ROOT, PLY_MAX, alpha, beta);         a visit begins
 *   ply_prune(file, ply_move(file, "b2"));                              a cutoff skipped this move
 *   ply_leave(file, node, value, PLY_EXPANDED, cutoff);                 the visit returns
 *   if (ply_error(file)) fprintf(stderr, "%s\n", ply_error(file));      what went wrong first
 *   if (!ply_close(file, NULL)) ...                                     0: something went wrong
 *
 * Windows and values are MAX's; a negamax that reports the mover's says so: {"view": "mover"}. There is one root: the
 * iterations of a driver are children of one node, entered with ply_pass, or have a file each. The node entered last is
 * the first to be left. A null move is entered with ply_null, standing pat with ply_stand; ply_why says for what a visit
 * was made, or a branch skipped without a cutoff, and ply_weight how likely an outcome of chance is.
 *
 * A best-first search, such as a Monte Carlo tree search, adds each new node and reports each number that it counts:
 *
 *   int64_t root = ply_add(file, PLY_ROOT, PLY_ROOT, PLY_MAX);          a node below none
 *   int64_t leaf = ply_add(file, root, ply_move(file, "b2"), PLY_MIN);  a node below the root
 *   ply_update(file, leaf, value);                                      counts for the leaf and all nodes above it
 *
 * A call that makes no sense ends the recording, not the search: the file keeps what came before it and says why it
 * ends there, and the calls that follow do nothing. Include the header in as many sources as you like: all data is in
 * the ply_file, so threads may record at the same time, each into its own. Include <time.h> before it, and the file says
 * how long the search took. FORMAT.md describes the file. */
#ifndef PLYSCOPE_H
#define PLYSCOPE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define PLY_API static __attribute__((unused))
#define PLY_HERE static inline __attribute__((unused, always_inline))
#define PLY_RARE static __attribute__((unused, noinline, cold))
#else
#define PLY_API static
#define PLY_HERE static inline
#define PLY_RARE static
#endif

enum { PLY_MAX = 1, PLY_MIN = -1, PLY_CHANCE = 0 };                /* whose move it is */
enum { PLY_EXPANDED, PLY_TERMINAL, PLY_HORIZON, PLY_TABLE, PLY_PRUNED_, PLY_OPEN_ }; /* what became of a node */
enum { PLY_PROBE = 1, PLY_REDUCED, PLY_EXTENDED, PLY_QUIESCENCE }; /* for what a visit was made */
enum { PLY_FUTILE = 5, PLY_LATE, PLY_QUIET };                      /* why a branch was skipped without a cutoff */
enum { PLY_ROOT = -1 };                                            /* the move that leads to the root */
enum { PLY_CHUNK = 8192 };                                         /* nodes that are written together */
enum { PLY_MOVE_ = 1, PLY_PASS_ = 3, PLY_NULL_, PLY_STAND_, PLY_ONWARD_ }; /* what a label is */
enum { PLY_JSON_ = 1 << 20, PLY_NESTED_ = 100 };                   /* bytes and levels of a header at most */
enum { PLY_UNSAID_ = -2 };                                         /* stands for a move of which nobody said anything */
enum { PLY_VALUE_ = 0, PLY_PROOF_ = 8 };                           /* what a row of a best-first search is */
#define PLY_INFINITE_ 1e300                                        /* what stands for an infinite value */
#define PLY_RESULT_ 1e250                                          /* the largest value that is added up */

PLY_HERE double ply_double_(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

PLY_HERE double ply_nan_(void) { return ply_double_(UINT64_C(0x7FF8000000000000)); }

typedef struct { /* a table of texts, each by its number; before each stands what it is, 1 more than in the file */
    char **texts;
    size_t count, room, written;
    uint32_t *slots; /* numbers + 1, by hash */
    size_t slot_count;
} ply_table_;

typedef struct { /* news of a node that was written before it was left */
    int64_t node, end;
    double value;
    uint8_t status, cutoff;
} ply_late_;

typedef struct { /* a node of a best-first search, by its number of birth */
    int64_t parent, id, size; /* the id: its place in the file, where a node stands before all that is below it */
    int64_t visits;           /* rows of values at the node and below it */
    double value, weight, sum;
    int32_t move, born; /* the row by which the node was there */
    int8_t turn;
    uint8_t status;
} ply_grown_;

typedef struct { /* a row of the log of a best-first search */
    int64_t node;
    double x, y;
    int32_t iteration;
    uint8_t kind;
} ply_row_;

typedef struct { /* a node, and the numbers of its position's texts on entry and on return */
    int64_t node;
    int32_t text, left;
} ply_visit_;

typedef struct {
    FILE *stream;
    char error[200];         /* what went wrong first */
    int broken;              /* nothing can be written any more */
    int full;                /* there are as many nodes as were asked for */
    int64_t limit;           /* so many */
    int32_t played;          /* the move that is played; PLY_ROOT: none; PLY_UNSAID_: nobody said */
    uint32_t frames;         /* frames written */
    uint32_t known;          /* moves that can lead on from here: none where no node is open */
    int64_t first;           /* nodes in the chunks written */
    int32_t count;           /* nodes in the chunk in hand */
    int has_text, has_depth, has_born, has_why, has_weight, has_evaluation; /* any node has one */
    ply_visit_ *path;        /* the open nodes, the root first */
    size_t open, path_room;
    ply_visit_ *left; /* the nodes that returned with another text */
    size_t left_count, left_room;
    ply_late_ *late;
    size_t late_count, late_room, late_total;
    ply_grown_ *grown;
    size_t grown_count, grown_room;
    ply_row_ *rows;
    size_t row_count, row_room;
    int32_t iteration; /* of the next row */
    ply_table_ moves, texts;
    int64_t started; /* milliseconds */
    uint8_t *frame;  /* a frame while it is put together */
    size_t frame_room;
    int32_t move[PLY_CHUNK], text[PLY_CHUNK], depth[PLY_CHUNK], born[PLY_CHUNK];
    int32_t end[PLY_CHUNK]; /* nodes of the chunk when the visit returned; 0: it did not */
    double alpha[PLY_CHUNK], beta[PLY_CHUNK], value[PLY_CHUNK], weight[PLY_CHUNK], evaluation[PLY_CHUNK];
    int8_t turn[PLY_CHUNK];
    uint8_t status[PLY_CHUNK], cutoff[PLY_CHUNK], why[PLY_CHUNK];
    uint32_t crc[16][256]; /* what a byte does to the checksum 0 to 7 and 24 to 31 bytes further on */
} ply_file;

/* The number of the next node. */
PLY_HERE int64_t ply_next_(const ply_file *file) { return file->first + file->count + (int64_t)file->grown_count; }

/* What is in hand of the nodes that are still open. */
PLY_API void ply_settle_(ply_file *file)
{
    size_t k = file->open;
    while (k-- && file->path[k].node >= file->first) {
        const int64_t at = file->path[k].node - file->first;
        file->value[at] = ply_nan_();
        file->end[at] = 0;
        file->status[at] = PLY_OPEN_;
        file->cutoff[at] = 0;
    }
}

/* Keep what went wrong first, and at which node, or after the last one; nothing is recorded from here on. */
PLY_RARE void ply_fail_(ply_file *file, int64_t node, const char *problem)
{
    const int64_t next = ply_next_(file);
    if (file->error[0]) return;
    if (next == 0)
        snprintf(file->error, sizeof file->error, "before the first node: %s", problem);
    else
        snprintf(file->error, sizeof file->error, "%s node %lld: %s", node < next ? "at" : "after",
                 (long long)(node < next ? node : next - 1), problem);
    ply_settle_(file);
    file->open = 0;
    file->known = 0;
}

/* There are as many nodes as were asked for: those that are open stay open. */
PLY_RARE void ply_fill_up_(ply_file *file)
{
    ply_fail_(file, ply_next_(file), "");
    snprintf(file->error, sizeof file->error, "after %lld nodes, as asked", (long long)file->limit);
    file->full = 1;
}

/* Nothing can be written any more. */
PLY_RARE void ply_break_(ply_file *file, const char *problem)
{
    ply_fail_(file, ply_next_(file), problem);
    file->broken = 1;
}

/* An array with twice the room, or some. NULL: there is no memory. */
PLY_RARE void *ply_grow_(ply_file *file, void *array, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 64;
    void *grown = realloc(array, more * size);
    if (grown == NULL)
        ply_break_(file, "there is no memory");
    else
        *room = more;
    return grown;
}

/* CRC-32 (the one of zip and PNG). */
PLY_API void ply_crc_begin_(ply_file *file)
{
    uint32_t byte, value;
    int step;
    for (byte = 0; byte < 256; byte++) {
        for (value = byte, step = 0; step < 8; step++) value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
        file->crc[0][byte] = value;
    }
    for (byte = 0; byte < 256; byte++)
        for (value = file->crc[0][byte], step = 1; step < 32; step++) {
            value = file->crc[0][value & 255] ^ (value >> 8);
            if (step < 8 || step >= 24) file->crc[step < 8 ? step : step - 16][byte] = value;
        }
}

PLY_HERE uint64_t ply_word_(const uint8_t *data)
{
    return (uint64_t)data[0] | (uint64_t)data[1] << 8 | (uint64_t)data[2] << 16 | (uint64_t)data[3] << 24
           | (uint64_t)data[4] << 32 | (uint64_t)data[5] << 40 | (uint64_t)data[6] << 48 | (uint64_t)data[7] << 56;
}

/* What the eight bytes of a word make of a checksum that was put into them. */
PLY_HERE uint32_t ply_fold_(const uint32_t (*slices)[256], uint64_t word)
{
    return slices[7][word & 255] ^ slices[6][word >> 8 & 255] ^ slices[5][word >> 16 & 255]
           ^ slices[4][word >> 24 & 255] ^ slices[3][word >> 32 & 255] ^ slices[2][word >> 40 & 255]
           ^ slices[1][word >> 48 & 255] ^ slices[0][word >> 56];
}

/* Four words at a time, each with a checksum of its own that skips the other three, until these meet at the end. */
PLY_API uint32_t ply_crc_(const ply_file *file, const uint8_t *data, size_t size)
{
    const uint32_t(*near)[256] = (const uint32_t(*)[256])file->crc, (*far)[256] = near + 8;
    uint32_t a = 0xFFFFFFFFu, b = 0, c = 0, d = 0;
    for (; size >= 64; size -= 32, data += 32) {
        a = ply_fold_(far, a ^ ply_word_(data));
        b = ply_fold_(far, b ^ ply_word_(data + 8));
        c = ply_fold_(far, c ^ ply_word_(data + 16));
        d = ply_fold_(far, d ^ ply_word_(data + 24));
    }
    if (size >= 32) {
        a = ply_fold_(near, a ^ ply_word_(data));
        a = ply_fold_(near, a ^ b ^ ply_word_(data + 8));
        a = ply_fold_(near, a ^ c ^ ply_word_(data + 16));
        a = ply_fold_(near, a ^ d ^ ply_word_(data + 24));
        size -= 32;
        data += 32;
    }
    while (size--) a = near[0][(a ^ *data++) & 255] ^ (a >> 8);
    return ~a;
}

/* Numbers as the file has them: the lowest byte first. */
PLY_API uint8_t *ply_put_(uint8_t *at, uint64_t number, int bytes)
{
    while (bytes--) {
        *at++ = (uint8_t)(number & 255);
        number >>= 8;
    }
    return at;
}

PLY_API int ply_is_little_(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Room for a frame with so large a payload; where the payload begins. NULL: there is no memory. */
PLY_API uint8_t *ply_begin_(ply_file *file, size_t length)
{
    const size_t size = 24 + length + 8;
    if (file->broken) return NULL;
    if (size > file->frame_room) {
        uint8_t *grown = (uint8_t *)realloc(file->frame, size);
        if (grown == NULL) {
            ply_break_(file, "there is no memory");
            return NULL;
        }
        file->frame = grown;
        file->frame_room = size;
    }
    return file->frame + 24;
}

/* Write the frame whose payload was put where ply_begin_ said. */
PLY_API void ply_end_(ply_file *file, const char *kind, size_t length)
{
    const size_t padded = (length + 7) / 8 * 8;
    uint8_t *head = file->frame;
    memset(head + 24 + length, 0, padded - length);
    memcpy(head, kind, 4);
    ply_put_(head + 4, file->frames++, 4);
    ply_put_(head + 8, length, 8);
    ply_put_(head + 16, ply_crc_(file, head + 24, padded), 4);
    ply_put_(head + 20, ply_crc_(file, head, 20), 4);
    if (fwrite(head, 1, 24 + padded, file->stream) != 24 + padded) ply_break_(file, "the file cannot be written");
}

/* Put a text as UTF-8 where there is room for three times its size; bytes that are none become U+FFFD. Its end. */
PLY_API uint8_t *ply_repair_(uint8_t *to, const char *text, size_t size)
{
    const uint8_t *at = (const uint8_t *)text, *const stop = at + size;
    while (at < stop) {
        const uint8_t lead = *at, second = stop - at > 1 ? at[1] : 0;
        int k, more = lead < 0x80 ? 0 : lead < 0xC2 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
        if (more > stop - at - 1) more = -1;
        for (k = 1; k <= more; k++)
            if ((at[k] & 0xC0) != 0x80) more = -1;
        if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0)) more = -1; /* too long; a surrogate */
        if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90)) more = -1; /* too long; too large */
        if (more < 0) {
            memcpy(to, "\xEF\xBF\xBD", 3);
            to += 3;
            at++;
        } else {
            memcpy(to, at, (size_t)more + 1);
            to += more + 1;
            at += more + 1;
        }
    }
    return to;
}

/* What follows the blanks, the text in quotes, or the JSON value that begins here. NULL: there is none. */
PLY_API const char *ply_blank_(const char *at) { return at + strspn(at, " \t\r\n"); }

PLY_API const char *ply_quoted_(const char *at)
{
    if (*at++ != '"') return NULL;
    for (; *at != '"'; at++) {
        if ((uint8_t)*at < ' ') return NULL;
        if (*at != '\\') continue;
        if (*++at == 'u') {
            if (strspn(at + 1, "0123456789abcdefABCDEF") < 4) return NULL;
        } else if (*at == 0 || strchr("\"\\/bfnrt", *at) == NULL)
            return NULL;
    }
    return at + 1;
}

PLY_API const char *ply_number_json_(const char *at)
{
    size_t digits = strspn(at += *at == '-', "0123456789");
    if (digits == 0 || (digits > 1 && *at == '0')) return NULL;
    at += digits;
    if (*at == '.') {
        if ((digits = strspn(at + 1, "0123456789")) == 0) return NULL;
        at += digits + 1;
    }
    if (*at == 'e' || *at == 'E') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        if ((digits = strspn(at, "0123456789")) == 0) return NULL;
        at += digits;
    }
    return at;
}

PLY_API const char *ply_json_(const char *at, int levels)
{
    const char last = *at == '{' ? '}' : ']';
    if (*at == '"') return ply_quoted_(at);
    if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0) return at + 4;
    if (strncmp(at, "false", 5) == 0) return at + 5;
    if (*at != '{' && *at != '[') return ply_number_json_(at);
    if (levels == 0) return NULL;
    at = ply_blank_(at + 1);
    if (*at == last) return at + 1;
    for (;; at = ply_blank_(at + 1)) {
        if (last == '}') {
            if ((at = ply_quoted_(at)) == NULL || *(at = ply_blank_(at)) != ':') return NULL;
            at = ply_blank_(at + 1);
        }
        if ((at = ply_json_(at, levels - 1)) == NULL) return NULL;
        at = ply_blank_(at);
        if (*at == last) return at + 1;
        if (*at != ',') return NULL;
    }
}

/* The first frame. A header that is no JSON object is none, and nothing is recorded. */
PLY_API void ply_put_header_(ply_file *file, const char *header)
{
    const size_t size = header ? strlen(header) : 0;
    uint8_t *at = ply_begin_(file, 3 * size + 8), *end;
    const char *after;
    if (at == NULL) return;
    end = ply_repair_(at, header, size);
    *end = 0;
    after = ply_blank_((const char *)at);
    after = *after == '{' ? ply_json_(after, PLY_NESTED_) : NULL;
    if (after == NULL || *ply_blank_(after) || end - at > PLY_JSON_) {
        ply_fail_(file, 0, "the header is no JSON object");
        memcpy(at, "{}", 2);
        end = at + 2;
    }
    ply_end_(file, "HEAD", (size_t)(end - at));
}

/* The entries of a table that were not written yet. */
PLY_API void ply_put_table_(ply_file *file, const char *kind, ply_table_ *table, int kinds)
{
    const size_t fresh = table->count - table->written;
    size_t length = 8 + fresh * (kinds ? 5 : 4), entry;
    uint8_t *at;
    if (fresh == 0) return;
    for (entry = table->written; entry < table->count; entry++) length += strlen(table->texts[entry] + 1);
    at = ply_begin_(file, length);
    if (at == NULL) return;
    at = ply_put_(ply_put_(at, table->written, 4), fresh, 4);
    for (entry = table->written; entry < table->count; entry++) at = ply_put_(at, strlen(table->texts[entry] + 1), 4);
    for (entry = table->written; kinds && entry < table->count; entry++) *at++ = (uint8_t)(*table->texts[entry] - 1);
    for (entry = table->written; entry < table->count; entry++) {
        memcpy(at, table->texts[entry] + 1, strlen(table->texts[entry] + 1));
        at += strlen(table->texts[entry] + 1);
    }
    table->written = table->count;
    ply_end_(file, kind, length);
}

/* What describes a column: its name in twelve bytes, its type in four. */
PLY_API uint8_t *ply_column_(uint8_t *at, const char *name, const char *type)
{
    memset(at, 0, 16);
    memcpy(at, name, strlen(name));
    memcpy(at + 12, type, strlen(type));
    return at + 16;
}

/* The entries of a column, and zeros up to a multiple of eight. */
PLY_API uint8_t *ply_entries_(uint8_t *at, const void *column, size_t count, size_t size)
{
    const uint8_t *from = (const uint8_t *)column;
    const size_t bytes = count * size;
    size_t entry, byte;
    if (size == 1 || ply_is_little_())
        memcpy(at, from, bytes);
    else
        for (entry = 0; entry < count; entry++)
            for (byte = 0; byte < size; byte++) at[entry * size + byte] = from[entry * size + size - 1 - byte];
    memset(at + bytes, 0, (bytes + 7) / 8 * 8 - bytes);
    return at + (bytes + 7) / 8 * 8;
}

/* News of nodes that are in earlier chunks. */
PLY_API void ply_put_late_(ply_file *file)
{
    const size_t count = file->late_count, wide = ply_next_(file) > INT32_MAX ? 8 : 4;
    const size_t ends = (wide * count + 7) / 8 * 8, bytes = (count + 7) / 8 * 8;
    const size_t length = 16 + 5 * 16 + 16 * count + ends + 2 * bytes;
    uint8_t *at = count ? ply_begin_(file, length) : NULL;
    size_t k;
    if (at == NULL) return;
    at = ply_put_(ply_put_(ply_put_(at, (uint64_t)file->first, 8), count, 4), 5, 4);
    at = ply_column_(ply_column_(ply_column_(at, "node", "i8"), "end", wide == 8 ? "i8" : "i4"), "value", "f8");
    at = ply_column_(ply_column_(at, "status", "u1"), "cutoff", "b1");
    for (k = 0; k < count; k++) at = ply_put_(at, (uint64_t)file->late[k].node, 8);
    for (k = 0; k < count; k++) ply_put_(at + wide * k, (uint64_t)file->late[k].end, (int)wide);
    memset(at + wide * count, 0, ends - wide * count);
    at += ends;
    for (k = 0; k < count; k++) at = ply_entries_(at, &file->late[k].value, 1, 8);
    memset(at, 0, 2 * bytes);
    for (k = 0; k < count; k++) at[k] = file->late[k].status;
    for (k = 0; k < count; k++) at[bytes + k] = file->late[k].cutoff;
    ply_end_(file, "LATE", length);
    file->late_total += count;
    file->late_count = 0;
}

PLY_API void ply_fill_(int32_t *column, int32_t number)
{
    int32_t k;
    for (k = 0; k < PLY_CHUNK; k++) column[k] = number;
}

PLY_API void ply_fill_doubles_(double *column, double number)
{
    int32_t k;
    for (k = 0; k < PLY_CHUNK; k++) column[k] = number;
}

/* Write the chunk in hand, and before it what it needs. */
PLY_API void ply_flush_(ply_file *file)
{
    const size_t n = (size_t)file->count, four = (4 * n + 7) / 8 * 8, one = (n + 7) / 8 * 8;
    const int wide = ply_next_(file) > INT32_MAX; /* the ends need eight bytes */
    /* windows that are the same at all nodes are written once */
    const int same = n > 0 && memcmp(file->alpha, file->alpha + 1, 8 * (n - 1)) == 0
                     && memcmp(file->beta, file->beta + 1, 8 * (n - 1)) == 0;
    const size_t texts = (size_t)(file->has_text + file->has_depth + file->has_born), reasons = (size_t)file->has_why;
    const size_t weights = (size_t)(file->has_weight + file->has_evaluation), columns = 8 + texts + reasons + weights, windows = same ? 1 : n;
    const size_t length = 16 + 16 * columns + four * (1 + texts) + (wide ? 8 * n : four) + 8 * n * (1 + weights)
                          + 16 * windows + one * (3 + reasons);
    const int32_t first = (int32_t)(wide ? 0 : file->first);
    size_t k;
    uint8_t *at;
    ply_settle_(file);
    ply_put_table_(file, "MOVE", &file->moves, 1);
    ply_put_table_(file, "TEXT", &file->texts, 0);
    ply_put_late_(file);
    if (n == 0 || (at = ply_begin_(file, length)) == NULL) return;
    at = ply_put_(ply_put_(ply_put_(at, (uint64_t)file->first, 8), n, 4), columns, 4);
    at = ply_column_(ply_column_(at, "move", "i4"), "end", wide ? "i8" : "i4");
    at = ply_column_(ply_column_(at, "alpha", same ? "=f8" : "f8"), "beta", same ? "=f8" : "f8");
    at = ply_column_(ply_column_(at, "value", "f8"), "turn", "i1");
    at = ply_column_(ply_column_(at, "status", "u1"), "cutoff", "b1");
    if (file->has_text) at = ply_column_(at, "text", "i4");
    if (file->has_depth) at = ply_column_(at, "depth", "i4");
    if (file->has_born) at = ply_column_(at, "born", "i4");
    if (file->has_why) at = ply_column_(at, "why", "u1");
    if (file->has_weight) at = ply_column_(at, "weight", "f8");
    if (file->has_evaluation) at = ply_column_(at, "evaluation", "f8");
    at = ply_entries_(at, file->move, n, 4);
    if (wide)
        for (k = 0; k < n; k++) at = ply_put_(at, (uint64_t)(file->end[k] ? file->first + file->end[k] : -1), 8);
    else {
        for (k = 0; k < n; k++) file->end[k] = file->end[k] ? first + file->end[k] : -1;
        at = ply_entries_(at, file->end, n, 4);
    }
    at = ply_entries_(ply_entries_(at, file->alpha, windows, 8), file->beta, windows, 8);
    at = ply_entries_(at, file->value, n, 8);
    at = ply_entries_(ply_entries_(ply_entries_(at, file->turn, n, 1), file->status, n, 1), file->cutoff, n, 1);
    if (file->has_text) at = ply_entries_(at, file->text, n, 4);
    if (file->has_depth) at = ply_entries_(at, file->depth, n, 4);
    if (file->has_born) at = ply_entries_(at, file->born, n, 4);
    if (file->has_why) at = ply_entries_(at, file->why, n, 1);
    if (file->has_weight) at = ply_entries_(at, file->weight, n, 8);
    if (file->has_evaluation) ply_entries_(at, file->evaluation, n, 8);
    ply_end_(file, "CHNK", length);
    file->first += file->count;
    file->count = 0;
    if (file->has_text) ply_fill_(file->text, -1);
    if (file->has_depth) ply_fill_(file->depth, INT32_MIN);
    if (file->has_why) memset(file->why, 0, sizeof file->why);
    if (file->has_weight) ply_fill_doubles_(file->weight, -1);
    if (file->has_evaluation) ply_fill_doubles_(file->evaluation, ply_nan_());
}

PLY_API int ply_by_node_(const void *one, const void *other)
{
    const int64_t a = ((const ply_visit_ *)one)->node, b = ((const ply_visit_ *)other)->node;
    return (a > b) - (a < b);
}

/* At the end: the texts of positions on return, in chunks that reach from one to another not far behind it. */
PLY_API void ply_put_left_(ply_file *file)
{
    size_t k, after, entry;
    if (file->left_count) qsort(file->left, file->left_count, sizeof *file->left, ply_by_node_);
    for (k = 0; k < file->left_count; k = after) {
        const int64_t first = file->left[k].node;
        size_t n;
        uint8_t *at;
        for (after = k + 1; after < file->left_count && file->left[after].node - first < PLY_CHUNK; after++) {}
        n = (size_t)(file->left[after - 1].node - first + 1);
        if ((at = ply_begin_(file, 32 + (4 * n + 7) / 8 * 8)) == NULL) return;
        at = ply_put_(ply_put_(ply_put_(at, (uint64_t)first, 8), n, 4), 1, 4);
        at = ply_column_(at, "left_text", "i4");
        for (entry = 0; entry < n; entry++) file->text[entry] = -1;
        for (entry = k; entry < after; entry++) file->text[file->left[entry].node - first] = file->left[entry].left;
        ply_entries_(at, file->text, n, 4);
        ply_end_(file, "CHNK", 32 + (4 * n + 7) / 8 * 8);
    }
}

/* The number of a text; a text that is new gets the next one. -1: there is no memory. */
PLY_API int32_t ply_find_(ply_file *file, ply_table_ *table, char kind, const char *text)
{
    const size_t length = strlen(text);
    uint32_t hash = (2166136261u ^ (uint8_t)kind) * 16777619u;
    size_t k, slot;
    char *copy;
    for (k = 0; k < length; k++) hash = (hash ^ (uint8_t)text[k]) * 16777619u;
    if (2 * (table->count + 1) > table->slot_count) { /* twice as many slots, each text in its new one */
        const size_t grown = table->slot_count ? 2 * table->slot_count : 64;
        uint32_t *slots = (uint32_t *)calloc(grown, sizeof *slots);
        if (slots == NULL) return ply_break_(file, "there is no memory"), -1;
        for (k = 0; k < table->count; k++) {
            const char *known = table->texts[k];
            uint32_t other = 2166136261u;
            while (*known) other = (other ^ (uint8_t)*known++) * 16777619u;
            for (slot = other % grown; slots[slot]; slot = (slot + 1) % grown) {}
            slots[slot] = (uint32_t)k + 1;
        }
        free(table->slots);
        table->slots = slots;
        table->slot_count = grown;
    }
    for (slot = hash % table->slot_count; table->slots[slot]; slot = (slot + 1) % table->slot_count)
        if (*table->texts[table->slots[slot] - 1] == kind && strcmp(table->texts[table->slots[slot] - 1] + 1, text) == 0)
            return (int32_t)table->slots[slot] - 1;
    if (table->count == table->room) {
        char **texts = (char **)ply_grow_(file, table->texts, &table->room, sizeof *texts);
        if (texts == NULL) return -1;
        table->texts = texts;
    }
    copy = (char *)malloc(length + 2);
    if (copy == NULL) return ply_break_(file, "there is no memory"), -1;
    *copy = kind;
    memcpy(copy + 1, text, length + 1);
    table->texts[table->count++] = copy;
    table->slots[slot] = (uint32_t)table->count;
    return (int32_t)table->count - 1;
}

/* The same of any text: bytes that are no UTF-8 are repaired first. */
PLY_API int32_t ply_number_(ply_file *file, ply_table_ *table, char kind, const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    size_t k = 0;
    uint8_t *copy;
    int32_t number;
    if (text == NULL) return ply_fail_(file, ply_next_(file), "NULL in the place of a text"), -1;
    while (k < length && (uint8_t)text[k] < 0x80) k++;
    if (k == length) return ply_find_(file, table, kind, text);
    copy = (uint8_t *)malloc(3 * length + 1);
    if (copy == NULL) return ply_break_(file, "there is no memory"), -1;
    *ply_repair_(copy, text, length) = 0;
    number = ply_find_(file, table, kind, (const char *)copy);
    free(copy);
    return number;
}

/* Milliseconds by the clock on the wall, for whoever includes <time.h> before this header, which needs no more names
 * than it has to; 0 otherwise. */
PLY_API int64_t ply_clock_(void)
{
#if defined(CLOCKS_PER_SEC)
#if defined(TIME_UTC)
    struct timespec now;
    if (timespec_get(&now, TIME_UTC)) return (int64_t)now.tv_sec * 1000 + (int64_t)now.tv_nsec / 1000000;
#elif defined(CLOCK_REALTIME)
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) == 0) return (int64_t)now.tv_sec * 1000 + (int64_t)now.tv_nsec / 1000000;
#endif
    return (int64_t)time(NULL) * 1000;
#else
    return 0;
#endif
}

PLY_HERE uint64_t ply_bits_(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* By the bits, since a compiler with -ffast-math takes it that there are none. */
PLY_HERE int ply_is_nan_(double number) { return ply_bits_(number) << 1 > UINT64_C(0xFFE0000000000000); }
PLY_HERE int ply_is_infinite_(double number) { return ply_bits_(number) << 1 == UINT64_C(0xFFE0000000000000); }

/* Begin a file. `header` is a JSON object in UTF-8 that says what is searched, for instance
 * {"game": "tictactoe", "search": "alphabeta", "options": {"depth": 4}, "view": "max"}; a game's spec as
 * `plyscope games` has it lets plyscope replay the moves. NULL: the file cannot be written; all calls do nothing then,
 * so a search runs unrecorded with NULL in the place of its file. */
PLY_API ply_file *ply_open(const char *path, const char *header)
{
    ply_file *file = (ply_file *)calloc(1, sizeof *file);
    if (file == NULL) return NULL;
    file->stream = fopen(path, "wb");
    if (file->stream == NULL) {
        free(file);
        return NULL;
    }
    setvbuf(file->stream, NULL, _IONBF, 0);
    ply_crc_begin_(file);
    ply_fill_(file->text, -1);
    ply_fill_(file->depth, INT32_MIN);
    ply_fill_doubles_(file->weight, -1);
    ply_fill_doubles_(file->evaluation, ply_nan_());
    file->started = ply_clock_();
    file->limit = INT64_MAX;
    file->played = PLY_UNSAID_;
    if (fwrite("\x89PLY\r\n\x1a\x02", 1, 8, file->stream) != 8) ply_break_(file, "the file cannot be written");
    ply_put_header_(file, header);
    return file;
}

/* What went wrong first: a call that made no sense, or a file that cannot be written. NULL: nothing so far. */
PLY_API const char *ply_error(const ply_file *file)
{
    return file && file->error[0] && !(file->full && !file->broken) ? file->error : NULL;
}

/* Record at most so many nodes, pruned branches among them. The search goes on; what is open then stays open. */
PLY_API void ply_limit(ply_file *file, int64_t nodes)
{
    if (file == NULL) return;
    if (nodes < 1)
        ply_fail_(file, ply_next_(file), "a limit is at least one node");
    else
        file->limit = nodes;
}

PLY_API int ply_move_(ply_file *file, char kind, const char *label)
{
    int32_t number;
    if (file == NULL || file->error[0]) return 0;
    number = ply_number_(file, &file->moves, kind, label);
    if (file->open) file->known = (uint32_t)file->moves.count;
    return number;
}

/* The number of a move, by its label as the game writes it. Ask once for each move, not at each node. */
PLY_API int ply_move(ply_file *file, const char *label) { return ply_move_(file, PLY_MOVE_, label); }

/* What stands for a move where a driver begins an iteration, such as "depth 3": the position stays the same. */
PLY_API int ply_pass(ply_file *file, const char *label) { return ply_move_(file, PLY_PASS_, label); }

/* What stands for a null move: the position stays the same, and the other player moves. */
PLY_API int ply_null(ply_file *file, const char *label) { return ply_move_(file, PLY_NULL_, label); }

/* What stands for standing pat: a leaf of the same position and player, whose value is the evaluation. */
PLY_API int ply_stand(ply_file *file, const char *label) { return ply_move_(file, PLY_STAND_, label); }

/* What stands for handing the position on to another function, such as a quiescence search: the same position and
 * player. */
PLY_API int ply_onward(ply_file *file, const char *label) { return ply_move_(file, PLY_ONWARD_, label); }

/* A move that does not lead on from here: whether it leads to the root. */
PLY_RARE int ply_is_root_(ply_file *file, int move)
{
    const int64_t next = ply_next_(file);
    if (file->grown_count)
        ply_fail_(file, next, "ply_enter in a search that grows by ply_add");
    else if (file->open == 0 && next)
        ply_fail_(file, next, "a second root: enter the passes (ply_pass) below one node");
    else if (file->open)
        ply_fail_(file, next, move == PLY_ROOT ? "PLY_ROOT below the root: give the move that leads here"
                                               : "a move that ply_move did not give");
    else if (move != PLY_ROOT)
        ply_fail_(file, next, "a move leads to the root: enter it with PLY_ROOT");
    file->known = file->error[0] ? 0 : (uint32_t)file->moves.count;
    return !file->error[0];
}

/* The place of the next node in the chunk in hand; -1: nothing can be recorded. */
PLY_HERE int32_t ply_place_(ply_file *file)
{
    if (ply_next_(file) >= file->limit && !file->full) ply_fill_up_(file);
    if (file->count == PLY_CHUNK) ply_flush_(file);
    return file->error[0] ? -1 : file->count++;
}

/* A visit begins: the move that leads here (PLY_ROOT at the root), who moves, and the window. Gives the node. */
PLY_API int64_t ply_enter(ply_file *file, int move, int turn, double alpha, double beta)
{
    int32_t k;
    ply_visit_ *visit;
    if (file == NULL) return 0;
    if ((uint32_t)move >= file->known && !ply_is_root_(file, move)) return 0;
    if ((unsigned)turn + 1u > 2u || ply_is_nan_(alpha) || ply_is_nan_(beta)) {
        ply_fail_(file, ply_next_(file), (unsigned)turn + 1u > 2u ? "a turn that is neither MAX's, MIN's nor chance's"
                                                                  : "a window with an end that is no number");
        return 0;
    }
    if (file->open == file->path_room) {
        ply_visit_ *path = (ply_visit_ *)ply_grow_(file, file->path, &file->path_room, sizeof *path);
        if (path == NULL) return 0;
        file->path = path;
    }
    if ((k = ply_place_(file)) < 0) return 0;
    file->move[k] = (int32_t)move;
    file->turn[k] = (int8_t)turn;
    file->alpha[k] = alpha;
    file->beta[k] = beta;
    visit = &file->path[file->open++];
    visit->node = file->first + k;
    visit->text = visit->left = -1;
    return visit->node;
}

/* A visit cannot return so: say why. */
PLY_RARE void ply_refuse_(ply_file *file, int64_t node, double value, int status, int cutoff)
{
    const int64_t innermost = file->open ? file->path[file->open - 1].node : ply_next_(file);
    size_t k = file->open;
    while (k && file->path[k - 1].node != node) k--;
    ply_fail_(file, innermost,
              file->open == 0                      ? "a node is left, and none is open"
              : k == 0                             ? "a node is left that is not open"
              : innermost != node                  ? "its parent is left before it"
              : ply_is_nan_(value)                 ? "its value is no number"
              : status < 0 || status > PLY_TABLE   ? "a status that no visit returns with"
              : cutoff                             ? "a cutoff at a leaf: a node with children is PLY_EXPANDED"
                                                   : "a leaf with children: a node with children is PLY_EXPANDED");
}

/* News of a node that was written already. */
PLY_RARE void ply_be_late_(ply_file *file, int64_t node, double value, int status, int cutoff)
{
    ply_late_ *late;
    if (file->late_count == file->late_room) {
        late = (ply_late_ *)ply_grow_(file, file->late, &file->late_room, sizeof *late);
        if (late == NULL) return;
        file->late = late;
    }
    late = &file->late[file->late_count++];
    late->node = node;
    late->end = ply_next_(file);
    late->value = value;
    late->status = (uint8_t)status;
    late->cutoff = cutoff != 0;
}

/* A visit that returned with another text. */
PLY_RARE void ply_keep_left_(ply_file *file, const ply_visit_ *visit)
{
    if (file->left_count == file->left_room) {
        ply_visit_ *left = (ply_visit_ *)ply_grow_(file, file->left, &file->left_room, sizeof *left);
        if (left == NULL) return;
        file->left = left;
    }
    file->left[file->left_count++] = *visit;
}

/* The visit of the node entered last, of those that have not returned, returns its value; an infinite one is recorded
 * as 1e300 or -1e300. `cutoff`: the cutoff test held after one of the children. */
PLY_API void ply_leave(ply_file *file, int64_t node, double value, int status, int cutoff)
{
    const ply_visit_ *visit;
    if (file == NULL) return;
    visit = file->open ? &file->path[file->open - 1] : NULL;
    if (visit == NULL || visit->node != node || (unsigned)status > PLY_TABLE || ply_is_nan_(value)
        || (status != PLY_EXPANDED && (cutoff || node + 1 != ply_next_(file)))) {
        ply_refuse_(file, node, value, status, cutoff);
        return;
    }
    if (ply_is_infinite_(value)) value = value > 0 ? PLY_INFINITE_ : -PLY_INFINITE_;
    if (visit->left != visit->text) ply_keep_left_(file, visit);
    if (node < file->first)
        ply_be_late_(file, node, value, status, cutoff);
    else {
        const int32_t k = (int32_t)(node - file->first);
        file->value[k] = value;
        file->end[k] = file->count;
        file->status[k] = (uint8_t)status;
        file->cutoff[k] = cutoff != 0;
    }
    if (file->open == 0 || --file->open == 0) file->known = 0;
}

/* A legal move of the node in hand that a cutoff skipped. */
PLY_API void ply_prune(ply_file *file, int move)
{
    int32_t k;
    if (file == NULL) return;
    if ((uint32_t)move >= file->known) {
        ply_fail_(file, ply_next_(file), file->open ? "a branch by a move that ply_move did not give"
                                                    : "a branch is skipped, and no node is open");
        return;
    }
    if ((k = ply_place_(file)) < 0) return;
    file->move[k] = (int32_t)move;
    file->turn[k] = 0;
    file->alpha[k] = file->beta[k] = file->value[k] = ply_nan_();
    file->end[k] = k + 1;
    file->status[k] = PLY_PRUNED_;
    file->cutoff[k] = 0;
}

/* The node that was entered right before. NULL: there is none. */
PLY_API ply_visit_ *ply_entered_(ply_file *file)
{
    ply_visit_ *visit;
    if (file == NULL) return NULL;
    visit = file->open ? &file->path[file->open - 1] : NULL;
    if (visit && visit->node + 1 == ply_next_(file)) return visit;
    ply_fail_(file, ply_next_(file), "a text, a depth or an evaluation is told elsewhere than right after ply_enter");
    return NULL;
}

/* The position as text, where plyscope does not know the game: right after ply_enter. */
PLY_API void ply_text(ply_file *file, const char *text)
{
    ply_visit_ *visit = ply_entered_(file);
    if (visit == NULL) return;
    visit->text = visit->left = ply_number_(file, &file->texts, PLY_MOVE_, text);
    file->has_text = 1;
    file->text[file->count - 1] = visit->text;
}

/* The position once more, right before ply_leave: where the text is another, a move was not taken back. */
PLY_API void ply_text_left(ply_file *file, const char *text)
{
    if (file == NULL) return;
    if (file->open)
        file->path[file->open - 1].left = ply_number_(file, &file->texts, PLY_MOVE_, text);
    else
        ply_fail_(file, ply_next_(file), "a text of a node that is left, and none is open");
}

/* The remaining depth of the call in plies: right after ply_enter. */
PLY_API void ply_depth(ply_file *file, int depth)
{
    if (ply_entered_(file) == NULL) return;
    file->has_depth = 1;
    file->depth[file->count - 1] = (int32_t)depth;
}

/* Report the static evaluation of the position, from the view of values: after ply_enter, before the first child. */
PLY_API void ply_evaluation(ply_file *file, double evaluation)
{
    if (ply_entered_(file) == NULL) return;
    if (ply_is_nan_(evaluation) || ply_is_infinite_(evaluation)) {
        ply_fail_(file, ply_next_(file) - 1, "an evaluation is a finite number");
        return;
    }
    file->has_evaluation = 1;
    file->evaluation[file->count - 1] = evaluation;
}

/* Whether the node at a place of the chunk is the innermost visit: its status is written when it returns, not before. */
PLY_API int ply_is_in_hand_(const ply_file *file, int32_t k)
{
    return file->open && file->path[file->open - 1].node == file->first + k;
}

/* The place in the chunk of the visit entered, or of the branch skipped, right before. -1: there is none. */
PLY_API int32_t ply_last_(ply_file *file)
{
    const int32_t k = file ? file->count - 1 : -1;
    if (file == NULL || file->error[0]) return -1;
    if (k >= 0 && (ply_is_in_hand_(file, k) || file->status[k] == PLY_PRUNED_)) return k;
    ply_fail_(file, ply_next_(file), "a reason or a weight is told elsewhere than right after ply_enter or ply_prune");
    return -1;
}

/* For what a visit was made otherwise than the rest (PLY_PROBE and so on), right after ply_enter; or why a branch was skipped
 * though there was no cutoff (PLY_FUTILE and so on), right after ply_prune. */
PLY_API void ply_why(ply_file *file, int why)
{
    const int32_t k = ply_last_(file);
    if (k < 0) return;
    if (why < PLY_PROBE || why > PLY_QUIET || (why < PLY_FUTILE) != ply_is_in_hand_(file, k)) {
        ply_fail_(file, file->first + k,
                  ply_is_in_hand_(file, k) ? "a visit is PLY_PROBE, PLY_REDUCED, PLY_EXTENDED or PLY_QUIESCENCE"
                                           : "a branch is PLY_FUTILE, PLY_LATE or PLY_QUIET");
        return;
    }
    file->has_why = 1;
    file->why[k] = (uint8_t)why;
}

/* The probability of the outcome of chance that leads here, or the prior of the move: right after ply_enter or
 * ply_prune. */
PLY_API void ply_weight(ply_file *file, double weight)
{
    const int grows = file && file->grown_count && !file->error[0];
    const int32_t k = grows ? 0 : ply_last_(file);
    if (k < 0) return;
    if (ply_is_nan_(weight) || weight < 0 || weight > 1) {
        ply_fail_(file, ply_next_(file) - 1, "a weight is a number from 0 to 1");
        return;
    }
    file->has_weight = 1;
    if (grows)
        file->grown[file->grown_count - 1].weight = weight;
    else
        file->weight[k] = weight;
}

/* Add a node of a best-first search and return it: the node above, the move that leads here (PLY_ROOT for both at the
 * root, which comes first) and who moves. Values of such a search are from MAX's view. */
PLY_API int64_t ply_add(ply_file *file, int64_t parent, int move, int turn)
{
    ply_grown_ *node;
    int is_root;
    if (file == NULL || file->error[0]) return 0;
    is_root = file->grown_count == 0;
    if (file->first || file->count || (unsigned)turn + 1u > 2u || (is_root ? move != PLY_ROOT : move < 0)
        || (is_root ? parent != PLY_ROOT : parent < 0) || parent >= ply_next_(file)
        || (!is_root && (size_t)move >= file->moves.count)) {
        ply_fail_(file, ply_next_(file),
                  file->first || file->count  ? "ply_add in a search whose nodes are entered"
                  : (unsigned)turn + 1u > 2u  ? "a turn that is neither MAX's, MIN's nor chance's"
                  : is_root                   ? "the root comes first: PLY_ROOT below PLY_ROOT"
                  : (size_t)move >= file->moves.count ? "a move that ply_move did not give"
                                              : "a node is added below one that there is not");
        return 0;
    }
    if (ply_next_(file) >= file->limit) {
        ply_fill_up_(file);
        return 0;
    }
    if (file->grown_count == file->grown_room) {
        ply_grown_ *grown = (ply_grown_ *)ply_grow_(file, file->grown, &file->grown_room, sizeof *grown);
        if (grown == NULL) return 0;
        file->grown = grown;
    }
    node = &file->grown[file->grown_count];
    memset(node, 0, sizeof *node);
    node->parent = parent;
    node->move = (int32_t)move;
    node->born = (int32_t)file->row_count;
    node->turn = (int8_t)turn;
    node->value = ply_nan_();
    node->weight = -1;
    node->status = PLY_OPEN_;
    return (int64_t)file->grown_count++;
}

/* Whether a best-first search has this node. */
PLY_API int ply_is_grown_(ply_file *file, int64_t node)
{
    if (file == NULL || file->error[0]) return 0;
    if (node >= 0 && (size_t)node < file->grown_count) return 1;
    ply_fail_(file, ply_next_(file), "a number is reported for a node that ply_add did not return");
    return 0;
}

/* A row of the log. */
PLY_API void ply_row_of_(ply_file *file, int64_t node, double x, double y, int kind)
{
    ply_row_ *row;
    if (!ply_is_grown_(file, node)) return;
    if (ply_is_nan_(x) || ply_is_nan_(y) || (kind == PLY_VALUE_ && !(x >= -PLY_RESULT_ && x <= PLY_RESULT_))
        || (kind == PLY_PROOF_ && (x < 0 || y < 0)) || (file->row_count && file->rows->kind != kind)) {
        ply_fail_(file, node,
                  file->row_count && file->rows->kind != kind ? "a search counts values or proof numbers, not both"
                  : kind == PLY_VALUE_                        ? "a value is a number from -1e250 to 1e250"
                                                              : "a proof number is 0 or more");
        return;
    }
    if (file->row_count == INT32_MAX) {
        ply_fail_(file, node, "there are more rows than a file can have");
        return;
    }
    if (file->row_count == file->row_room) {
        ply_row_ *rows = (ply_row_ *)ply_grow_(file, file->rows, &file->row_room, sizeof *rows);
        if (rows == NULL) return;
        file->rows = rows;
    }
    row = &file->rows[file->row_count++];
    row->node = node;
    row->x = x;
    row->y = y;
    row->iteration = file->iteration;
    row->kind = (uint8_t)kind;
}

/* Report a value found at a leaf: it counts for this node and all nodes above it, and ends an iteration. */
PLY_API void ply_update(ply_file *file, int64_t node, double value)
{
    ply_row_of_(file, node, value, 0, PLY_VALUE_);
    if (file) file->iteration = (int32_t)file->row_count;
}

/* Report new proof and disproof numbers of a node, right after ply_add and each time that they change: first the leaf's,
 * then those of the nodes above it. HUGE_VAL is infinite: MAX reaches the goal where they are 0 and HUGE_VAL, and does not
 * where they are HUGE_VAL and 0. The header names the goal, {"options": {"goal": "draw"}}: "win", where it is left out, is
 * more than 0, "draw" 0 or more, and a number N is N or more. */
PLY_API void ply_proof(ply_file *file, int64_t node, double proof, double disproof)
{
    ply_row_of_(file, node, proof, disproof, PLY_PROOF_);
}

/* Begin another iteration of proof numbers: before each descent from the root to another leaf. */
PLY_API void ply_iteration(ply_file *file)
{
    if (file && file->row_count && file->rows[file->row_count - 1].iteration == file->iteration) file->iteration++;
}

/* Report the value of a node at which the game is over (PLY_TERMINAL), or that was evaluated (PLY_HORIZON): the utility,
 * from MAX's view. With proof numbers only the status is kept: a node is worth 1 where it is proved, -1 where it is
 * disproved. */
PLY_API void ply_valued(ply_file *file, int64_t node, double value, int status)
{
    if (!ply_is_grown_(file, node)) return;
    if (ply_is_nan_(value) || ply_is_infinite_(value) || (status != PLY_TERMINAL && status != PLY_HORIZON)) {
        ply_fail_(file, node, status != PLY_TERMINAL && status != PLY_HORIZON
                                  ? "a node is valued with PLY_TERMINAL or PLY_HORIZON"
                                  : "a value is a finite number");
        return;
    }
    file->grown[node].value = value;
    file->grown[node].status = (uint8_t)status;
}

/* Number the nodes: each before all that is below it, children in the order of their birth. What was counted adds up. */
PLY_API void ply_place_grown_(ply_file *file)
{
    ply_grown_ *const grown = file->grown;
    const int proofs = file->row_count && file->rows->kind == PLY_PROOF_;
    size_t k;
    for (k = 0; k < file->grown_count; k++) grown[k].size = 1;
    for (k = 0; k < file->row_count; k++) {
        ply_grown_ *const node = &grown[file->rows[k].node];
        node->visits++;
        node->sum = proofs ? (file->rows[k].x <= 0 ? 1 : file->rows[k].y <= 0 ? -1 : 0) : node->sum + file->rows[k].x;
    }
    for (k = file->grown_count; --k > 0;) {
        ply_grown_ *const above = &grown[grown[k].parent];
        above->size += grown[k].size;
        if (proofs) continue;
        above->visits += grown[k].visits;
        above->sum += grown[k].sum;
    }
    for (k = 0; k < file->grown_count; k++) { /* `parent` is from here on the place of the next child */
        if (k) {
            ply_grown_ *const above = &grown[grown[k].parent];
            grown[k].id = above->parent;
            above->parent += grown[k].size;
        }
        grown[k].parent = grown[k].id + 1;
    }
    for (k = 0; k < file->grown_count; k++) {
        ply_grown_ *const node = &grown[k];
        const int counts = proofs ? node->sum < 0 || node->sum > 0 : node->visits > 0;
        if (proofs)
            node->value = node->sum;
        else if (node->status != PLY_TERMINAL)
            node->value = node->sum / (double)node->visits;
        if (!counts) {
            node->value = ply_nan_();
            node->status = PLY_OPEN_;
        } else if (node->size > 1 || (proofs && node->status == PLY_OPEN_))
            node->status = PLY_EXPANDED;
        else if (node->status == PLY_OPEN_)
            node->status = PLY_HORIZON;
    }
}

/* The nodes of a best-first search, in the order of their places. */
PLY_API void ply_put_grown_(ply_file *file)
{
    const size_t count = file->grown_count;
    size_t k, *births = (size_t *)malloc(count * sizeof *births);
    if (births == NULL) {
        ply_break_(file, "there is no memory");
        return;
    }
    ply_place_grown_(file);
    file->grown_count = 0;
    file->has_born = 1;
    for (k = 0; k < count; k++) births[file->grown[k].id] = k;
    for (k = 0; k < count; k++) {
        const ply_grown_ *const node = &file->grown[births[k]];
        int32_t place;
        if (file->count == PLY_CHUNK) ply_flush_(file);
        place = file->count++;
        file->move[place] = node->move;
        file->turn[place] = node->turn;
        file->alpha[place] = ply_double_(UINT64_C(0xFFF0000000000000));
        file->beta[place] = ply_double_(UINT64_C(0x7FF0000000000000));
        file->value[place] = node->value;
        file->end[place] = (int32_t)(node->id + node->size - file->first);
        file->status[place] = node->status;
        file->cutoff[place] = 0;
        file->weight[place] = node->weight;
        file->born[place] = (size_t)node->born < file->row_count ? node->born : (int32_t)file->row_count - 1;
    }
    free(births);
    ply_flush_(file);
}

/* The rows of the log, so many in a frame. */
PLY_API void ply_put_log_(ply_file *file)
{
    size_t first, n, k;
    for (first = 0; first < file->row_count; first += n) {
        const ply_row_ *const rows = file->rows + first;
        size_t four, one, length;
        uint8_t *at;
        n = file->row_count - first;
        if (n > PLY_CHUNK) n = PLY_CHUNK;
        four = (4 * n + 7) / 8 * 8, one = (n + 7) / 8 * 8;
        length = 16 + 5 * 16 + four + 24 * n + one;
        if ((at = ply_begin_(file, length)) == NULL) return;
        at = ply_put_(ply_put_(ply_put_(at, first, 8), n, 4), 5, 4);
        at = ply_column_(ply_column_(at, "iteration", "i4"), "node", "i8");
        at = ply_column_(ply_column_(ply_column_(at, "kind", "u1"), "x", "f8"), "y", "f8");
        memset(at, 0, length - 16 - 5 * 16);
        for (k = 0; k < n; k++) ply_put_(at + 4 * k, (uint64_t)rows[k].iteration, 4);
        for (at += four, k = 0; k < n; k++) at = ply_put_(at, (uint64_t)file->grown[rows[k].node].id, 8);
        for (k = 0; k < n; k++) at[k] = rows[k].kind;
        for (at += one, k = 0; k < n; k++) at = ply_put_(at, ply_bits_(rows[k].x), 8);
        for (k = 0; k < n; k++) at = ply_put_(at, ply_bits_(rows[k].y), 8);
        ply_end_(file, "LOG.", length);
    }
}

/* The move that the program plays in the end: at any time before ply_close, and the last call holds. PLY_ROOT: it has
 * none to play. It is what the header calls {"notes": {"played": "a1"}}, and replaces notes there. */
PLY_API void ply_played(ply_file *file, int move)
{
    if (file == NULL) return;
    if (move != PLY_ROOT && (move < 0 || (size_t)move >= file->moves.count))
        ply_fail_(file, ply_next_(file), "a move is played that ply_move did not give");
    else
        file->played = (int32_t)move;
}

/* Put a word as it is. Its end. */
PLY_API uint8_t *ply_put_word_(uint8_t *at, const char *word)
{
    const size_t size = strlen(word);
    memcpy(at, word, size);
    return at + size;
}

/* Put a text in quotes, as JSON has it. Its end. */
PLY_API uint8_t *ply_quote_(uint8_t *at, const uint8_t *text, const uint8_t *stop)
{
    *at++ = '"';
    for (; text < stop; text++)
        if (*text < ' ')
            at += snprintf((char *)at, 7, "\\u%04x", (unsigned)*text);
        else {
            if (*text == '"' || *text == '\\') *at++ = '\\';
            *at++ = *text;
        }
    *at++ = '"';
    return at;
}

/* The last frame: how it ended. Of a long reason the beginning is kept. */
PLY_API void ply_put_end_(ply_file *file, const char *stopped)
{
    enum { MOST = 1000 };
    size_t size = stopped ? strlen(stopped) : 0;
    const int64_t now = ply_clock_(), ms = file->started && now > file->started ? now - file->started : 0;
    const char *const played = file->played < 0 ? "" : file->moves.texts[file->played] + 1;
    uint8_t *const begin = ply_begin_(file, 16 * MOST + 6 * strlen(played)), *text, *stop, *at = begin;
    if (begin == NULL) return;
    if (size > MOST)
        for (size = MOST; size && (stopped[size] & 0xC0) == 0x80;) size--;
    text = begin + 8 * MOST;
    stop = size ? ply_repair_(text, stopped, size) : text;
    at = ply_put_word_(at, "{\"stopped\": ");
    at = stopped ? ply_quote_(at, text, stop) : ply_put_word_(at, "null");
    if (file->played != PLY_UNSAID_) {
        at = ply_put_word_(at, ", \"notes\": {\"played\": ");
        at = file->played < 0 ? ply_put_word_(at, "null")
                              : ply_quote_(at, (const uint8_t *)played, (const uint8_t *)played + strlen(played));
        *at++ = '}';
    }
    if (file->row_count)
        at += snprintf((char *)at, 80, ", \"windowed\": false, \"log\": %lu", (unsigned long)file->row_count);
    at += snprintf((char *)at, 400,
                   ", \"seconds\": %lld.%03d, \"nodes\": %lld, \"moves\": %lu, \"texts\": %lu, \"late\": %lu, "
                   "\"frames\": %lu}",
                   (long long)(ms / 1000), (int)(ms % 1000), (long long)file->first,
                   (unsigned long)file->moves.written, (unsigned long)file->texts.written,
                   (unsigned long)file->late_total, (unsigned long)file->frames + 1);
    ply_end_(file, "END.", (size_t)(at - begin));
}

PLY_API void ply_free_(ply_table_ *table)
{
    size_t k;
    for (k = 0; k < table->count; k++) free(table->texts[k]);
    free(table->texts);
    free(table->slots);
}

/* Say how it ended (NULL: it finished, unless nodes are still open) and close the file. 0: something went wrong, as
 * ply_error says before, or the file cannot be written. */
PLY_API int ply_close(ply_file *file, const char *stopped)
{
    char still[60];
    int good;
    if (file == NULL) return 1;
    if (ply_next_(file) == 0) ply_fail_(file, 0, "no node was entered");
    if (file->grown_count && file->row_count == 0) ply_fail_(file, 0, "no number was reported: call ply_update or ply_proof");
    if (file->open && stopped == NULL) {
        snprintf(still, sizeof still, "with %lu nodes still open", (unsigned long)file->open);
        stopped = still;
    }
    if (file->row_count) ply_put_grown_(file);
    ply_flush_(file);
    ply_put_left_(file);
    ply_put_log_(file);
    ply_put_end_(file, file->error[0] ? file->error : stopped);
    if (fclose(file->stream) != 0) ply_break_(file, "the file cannot be written");
    good = file->full ? !file->broken : !file->error[0];
    ply_free_(&file->moves);
    ply_free_(&file->texts);
    free(file->path);
    free(file->left);
    free(file->late);
    free(file->grown);
    free(file->rows);
    free(file->frame);
    free(file);
    return good;
}

#endif
