/* Records a game-tree search as a plyscope trace file. One header, C99, nothing else is needed.
 *
 *   ply_file *file = ply_open("t.plyscope", "{\"game\": \"tictactoe\", \"search\": \"alphabeta\"}");
 *   int64_t node = ply_enter(file, PLY_ROOT, PLY_MAX, alpha, beta);         a visit begins
 *   ply_prune(file, ply_move(file, "b2"));                              a cutoff skipped this move
 *   ply_leave(file, node, value, PLY_EXPANDED, cutoff);                 the visit returns
 *   if (!ply_close(file, NULL)) ...                                     0: something could not be written
 *
 * Windows and values are MAX's; a negamax that reports the mover's says so: {"view": "mover"}.
 * FORMAT.md describes the file. */
#ifndef PLYSCOPE_H
#define PLYSCOPE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__)
#define PLY_MAYBE_UNUSED __attribute__((unused))
#else
#define PLY_MAYBE_UNUSED
#endif
#define PLY_API static PLY_MAYBE_UNUSED

enum { PLY_MAX = 1, PLY_MIN = -1, PLY_CHANCE = 0 };                /* whose move it is */
enum { PLY_EXPANDED, PLY_TERMINAL, PLY_HORIZON, PLY_TABLE, PLY_PRUNED_, PLY_OPEN_ }; /* what became of a node */
enum { PLY_ROOT = -1 };                                            /* the move that leads to the root */
enum { PLY_CHUNK = 8192 };                                         /* nodes that are written together */

typedef struct { /* a table of texts, each by its number */
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

typedef struct {
    FILE *stream;
    int failed;                 /* something could not be written */
    uint32_t frames;            /* frames written */
    int64_t first;              /* nodes in the chunks written */
    int32_t count;              /* nodes in the chunk in hand */
    int has_text;               /* any node has a text */
    ply_table_ moves, texts;
    ply_late_ *late;
    size_t late_count, late_room, late_total;
    clock_t started;
    uint8_t *frame;             /* a frame while it is put together */
    size_t frame_room;
    int32_t move[PLY_CHUNK], text[PLY_CHUNK];
    int32_t size[PLY_CHUNK]; /* nodes of the subtree; 0 until the visit returns */
    double alpha[PLY_CHUNK], beta[PLY_CHUNK], value[PLY_CHUNK];
    int8_t turn[PLY_CHUNK];
    uint8_t status[PLY_CHUNK], cutoff[PLY_CHUNK];
} ply_file;

/* CRC-32 (the one of zip and PNG), sixteen bytes at a time. */
static uint32_t ply_crc_table_[16][256];

PLY_API void ply_crc_begin_(void)
{
    uint32_t byte, value;
    int bit, slice;
    for (byte = 0; byte < 256; byte++) {
        for (value = byte, bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
        ply_crc_table_[0][byte] = value;
    }
    for (slice = 1; slice < 16; slice++)
        for (byte = 0; byte < 256; byte++) {
            value = ply_crc_table_[slice - 1][byte];
            ply_crc_table_[slice][byte] = ply_crc_table_[0][value & 255] ^ (value >> 8);
        }
}

PLY_API uint32_t ply_word_(const uint8_t *data)
{
    return (uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

PLY_API uint32_t ply_crc_(const uint8_t *data, size_t size)
{
    const uint32_t(*table)[256] = (const uint32_t(*)[256])ply_crc_table_;
    uint32_t crc = 0xFFFFFFFFu;
    for (; size >= 16; size -= 16, data += 16) {
        const uint32_t a = crc ^ ply_word_(data), b = ply_word_(data + 4);
        const uint32_t c = ply_word_(data + 8), d = ply_word_(data + 12);
        crc = table[15][a & 255] ^ table[14][a >> 8 & 255] ^ table[13][a >> 16 & 255] ^ table[12][a >> 24]
              ^ table[11][b & 255] ^ table[10][b >> 8 & 255] ^ table[9][b >> 16 & 255] ^ table[8][b >> 24]
              ^ table[7][c & 255] ^ table[6][c >> 8 & 255] ^ table[5][c >> 16 & 255] ^ table[4][c >> 24]
              ^ table[3][d & 255] ^ table[2][d >> 8 & 255] ^ table[1][d >> 16 & 255] ^ table[0][d >> 24];
    }
    while (size--) crc = table[0][(crc ^ *data++) & 255] ^ (crc >> 8);
    return ~crc;
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
    if (size > file->frame_room) {
        uint8_t *grown = (uint8_t *)realloc(file->frame, size);
        if (grown == NULL) {
            file->failed = 1;
            return NULL;
        }
        file->frame = grown;
        file->frame_room = size;
    }
    return file->frame + 24;
}

/* Write the frame whose payload was put where ply_begin_ said. After a failure nothing is written any more. */
PLY_API void ply_end_(ply_file *file, const char *kind, size_t length)
{
    const size_t padded = (length + 7) / 8 * 8;
    uint8_t *head = file->frame;
    if (file->failed) return;
    memset(head + 24 + length, 0, padded - length);
    memcpy(head, kind, 4);
    ply_put_(head + 4, file->frames++, 4);
    ply_put_(head + 8, length, 8);
    ply_put_(head + 16, ply_crc_(head + 24, padded), 4);
    ply_put_(head + 20, ply_crc_(head, 20), 4);
    if (fwrite(head, 1, 24 + padded, file->stream) != 24 + padded) file->failed = 1;
}

PLY_API void ply_put_text_(ply_file *file, const char *kind, const char *text)
{
    const size_t length = strlen(text);
    uint8_t *at = ply_begin_(file, length);
    if (at == NULL) return;
    memcpy(at, text, length);
    ply_end_(file, kind, length);
}

/* The entries of a table that were not written yet. */
PLY_API void ply_put_table_(ply_file *file, const char *kind, ply_table_ *table, int kinds)
{
    const size_t fresh = table->count - table->written;
    size_t length = 8 + fresh * (kinds ? 5 : 4), entry;
    uint8_t *at;
    if (fresh == 0) return;
    for (entry = table->written; entry < table->count; entry++) length += strlen(table->texts[entry]);
    at = ply_begin_(file, length);
    if (at == NULL) return;
    at = ply_put_(ply_put_(at, table->written, 4), fresh, 4);
    for (entry = table->written; entry < table->count; entry++) at = ply_put_(at, strlen(table->texts[entry]), 4);
    if (kinds) {
        memset(at, 0, fresh);
        at += fresh;
    }
    for (entry = table->written; entry < table->count; entry++) {
        memcpy(at, table->texts[entry], strlen(table->texts[entry]));
        at += strlen(table->texts[entry]);
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

PLY_API void ply_put_late_(ply_file *file)
{
    const size_t count = file->late_count, bytes = (count + 7) / 8 * 8, length = 16 + 5 * 16 + 24 * count + 2 * bytes;
    uint8_t *at = count ? ply_begin_(file, length) : NULL;
    size_t k;
    if (at == NULL) return;
    at = ply_put_(ply_put_(ply_put_(at, (uint64_t)file->first, 8), count, 4), 5, 4);
    at = ply_column_(ply_column_(ply_column_(at, "node", "i8"), "end", "i8"), "value", "f8");
    at = ply_column_(ply_column_(at, "status", "u1"), "cutoff", "b1");
    for (k = 0; k < count; k++) at = ply_entries_(at, &file->late[k].node, 1, 8);
    for (k = 0; k < count; k++) at = ply_entries_(at, &file->late[k].end, 1, 8);
    for (k = 0; k < count; k++) at = ply_entries_(at, &file->late[k].value, 1, 8);
    memset(at, 0, 2 * bytes);
    for (k = 0; k < count; k++) at[k] = file->late[k].status;
    for (k = 0; k < count; k++) at[bytes + k] = file->late[k].cutoff;
    ply_end_(file, "LATE", length);
    file->late_total += count;
    file->late_count = 0;
}

/* Write the chunk in hand, and before it what it needs. */
PLY_API void ply_flush_(ply_file *file)
{
    const size_t n = (size_t)file->count, columns = file->has_text ? 9 : 8;
    const size_t four = (4 * n + 7) / 8 * 8, one = (n + 7) / 8 * 8;
    const int wide = file->first + file->count > INT32_MAX; /* the ends need eight bytes */
    const size_t length = 16 + 16 * columns + four * (columns - 7) + (wide ? 8 * n : four) + 24 * n + 3 * one;
    const int32_t first = (int32_t)(wide ? 0 : file->first);
    int32_t end[PLY_CHUNK];
    int64_t wide_end[PLY_CHUNK];
    size_t k;
    uint8_t *at;
    ply_put_table_(file, "MOVE", &file->moves, 1);
    ply_put_table_(file, "TEXT", &file->texts, 0);
    ply_put_late_(file);
    if (n == 0) return;
    for (k = 0; !wide && k < n; k++) end[k] = file->size[k] ? first + (int32_t)k + file->size[k] : -1;
    for (k = 0; wide && k < n; k++) wide_end[k] = file->size[k] ? file->first + (int64_t)k + file->size[k] : -1;
    at = ply_begin_(file, length);
    if (at == NULL) return;
    at = ply_put_(ply_put_(ply_put_(at, (uint64_t)file->first, 8), n, 4), columns, 4);
    at = ply_column_(ply_column_(at, "move", "i4"), "end", wide ? "i8" : "i4");
    at = ply_column_(ply_column_(ply_column_(at, "alpha", "f8"), "beta", "f8"), "value", "f8");
    at = ply_column_(ply_column_(ply_column_(at, "turn", "i1"), "status", "u1"), "cutoff", "b1");
    if (file->has_text) at = ply_column_(at, "text", "i4");
    at = ply_entries_(at, file->move, n, 4);
    at = wide ? ply_entries_(at, wide_end, n, 8) : ply_entries_(at, end, n, 4);
    at = ply_entries_(ply_entries_(ply_entries_(at, file->alpha, n, 8), file->beta, n, 8), file->value, n, 8);
    at = ply_entries_(ply_entries_(ply_entries_(at, file->turn, n, 1), file->status, n, 1), file->cutoff, n, 1);
    if (file->has_text) ply_entries_(at, file->text, n, 4);
    ply_end_(file, "CHNK", length);
    file->first += file->count;
    file->count = 0;
}

/* The number of a text; a text that is new gets the next one. -1: there is no memory. */
PLY_API int32_t ply_number_(ply_file *file, ply_table_ *table, const char *text)
{
    const size_t length = strlen(text);
    uint32_t hash = 2166136261u;
    size_t k, slot;
    char *copy;
    for (k = 0; k < length; k++) hash = (hash ^ (uint8_t)text[k]) * 16777619u;
    if (2 * (table->count + 1) > table->slot_count) { /* twice as many slots, each text in its new one */
        const size_t grown = table->slot_count ? 2 * table->slot_count : 64;
        uint32_t *slots = (uint32_t *)calloc(grown, sizeof *slots);
        if (slots == NULL) return file->failed = 1, -1;
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
        if (strcmp(table->texts[table->slots[slot] - 1], text) == 0) return (int32_t)table->slots[slot] - 1;
    if (table->count == table->room) {
        const size_t room = table->room ? 2 * table->room : 64;
        char **texts = (char **)realloc(table->texts, room * sizeof *texts);
        if (texts == NULL) return file->failed = 1, -1;
        table->texts = texts;
        table->room = room;
    }
    copy = (char *)malloc(length + 1);
    if (copy == NULL) return file->failed = 1, -1;
    memcpy(copy, text, length + 1);
    table->texts[table->count++] = copy;
    table->slots[slot] = (uint32_t)table->count;
    return (int32_t)table->count - 1;
}

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
    ply_crc_begin_();
    file->started = clock();
    if (fwrite("\x89PLY\r\n\x1a\x02", 1, 8, file->stream) != 8) file->failed = 1;
    ply_put_text_(file, "HEAD", header);
    return file;
}

/* The number of a move, by its label as the game writes it. Ask once for each move, not at each node. */
PLY_API int ply_move(ply_file *file, const char *label)
{
    return file == NULL ? 0 : ply_number_(file, &file->moves, label);
}

/* A visit begins: the move that leads here (PLY_ROOT at the root), who moves, and the window. Gives the node. */
PLY_API int64_t ply_enter(ply_file *file, int move, int turn, double alpha, double beta)
{
    int32_t k;
    if (file == NULL) return 0;
    k = file->count;
    if (k == PLY_CHUNK) {
        ply_flush_(file);
        k = file->count = 0;
    }
    file->move[k] = (int32_t)move;
    file->turn[k] = (int8_t)turn;
    file->alpha[k] = alpha;
    file->beta[k] = beta;
    file->value[k] = (double)NAN;
    file->size[k] = 0;
    file->status[k] = PLY_OPEN_;
    file->cutoff[k] = 0;
    file->text[k] = -1;
    file->count = k + 1;
    return file->first + k;
}

/* The visit returns its value. `cutoff`: the cutoff test held after one of the children. */
PLY_API void ply_leave(ply_file *file, int64_t node, double value, int status, int cutoff)
{
    int64_t end;
    ply_late_ *late;
    if (file == NULL) return;
    end = file->first + file->count;
    if (node >= file->first) {
        const int32_t k = (int32_t)(node - file->first);
        file->value[k] = value;
        file->size[k] = (int32_t)(end - node);
        file->status[k] = (uint8_t)status;
        file->cutoff[k] = cutoff != 0;
        return;
    }
    if (file->late_count == file->late_room) {
        const size_t room = file->late_room ? 2 * file->late_room : 256;
        ply_late_ *grown = (ply_late_ *)realloc(file->late, room * sizeof *grown);
        if (grown == NULL) {
            file->failed = 1;
            return;
        }
        file->late = grown;
        file->late_room = room;
    }
    late = &file->late[file->late_count++];
    late->node = node;
    late->end = end;
    late->value = value;
    late->status = (uint8_t)status;
    late->cutoff = cutoff != 0;
}

/* A legal move of the node in hand that a cutoff skipped. */
PLY_API void ply_prune(ply_file *file, int move)
{
    int32_t k;
    if (file == NULL) return;
    k = (int32_t)(ply_enter(file, move, 0, (double)NAN, (double)NAN) - file->first);
    file->status[k] = PLY_PRUNED_;
    file->size[k] = 1;
}

/* The position of the node that was entered last, as text, where plyscope does not know the game. */
PLY_API void ply_text(ply_file *file, const char *text)
{
    if (file == NULL || file->count == 0) return;
    file->has_text = 1;
    file->text[file->count - 1] = ply_number_(file, &file->texts, text);
}

/* Say how it ended (NULL: it finished) and close the file. 0: something could not be written. */
PLY_API int ply_close(ply_file *file, const char *stopped)
{
    char end[1024];
    int good;
    size_t k, used = 0;
    if (file == NULL) return 1;
    ply_flush_(file);
    used += (size_t)snprintf(end, sizeof end, "{\"stopped\": ");
    if (stopped == NULL)
        used += (size_t)snprintf(end + used, sizeof end - used, "null");
    else { /* what is no plain character becomes a question mark */
        end[used++] = '"';
        for (k = 0; stopped[k] && k < 500; k++)
            end[used++] = stopped[k] < ' ' || stopped[k] == '"' || stopped[k] == '\\' || stopped[k] > '~' ? '?' : stopped[k];
        end[used++] = '"';
    }
    snprintf(end + used, sizeof end - used,
             ", \"seconds\": %.3f, \"nodes\": %lld, \"moves\": %lu, \"texts\": %lu, \"late\": %lu, \"frames\": %lu}",
             (double)(clock() - file->started) / CLOCKS_PER_SEC, (long long)file->first,
             (unsigned long)file->moves.count, (unsigned long)file->texts.count, (unsigned long)file->late_total,
             (unsigned long)file->frames + 1);
    ply_put_text_(file, "END.", end);
    if (fclose(file->stream) != 0) file->failed = 1;
    good = !file->failed;
    for (k = 0; k < file->moves.count; k++) free(file->moves.texts[k]);
    for (k = 0; k < file->texts.count; k++) free(file->texts.texts[k]);
    free(file->moves.texts);
    free(file->texts.texts);
    free(file->moves.slots);
    free(file->texts.slots);
    free(file->late);
    free(file->frame);
    free(file);
    return good;
}

#endif
