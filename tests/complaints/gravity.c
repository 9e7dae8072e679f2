/* Connect Four on 4 columns and 4 rows, three in a row win: alpha-beta on two sets of bits. */
#include <math.h>

#include "plyscope.h"

#define COLUMNS 4
#define ROWS 4
#define HIGH (ROWS + 1)

static ply_file *file;
static int columns[COLUMNS];
static unsigned disks[2];

static int three(unsigned set)
{
    static const int ways[] = {1, HIGH, HIGH - 1, HIGH + 1};
    int k;
    for (k = 0; k < 4; k++)
        if (set & (set >> ways[k]) & (set >> 2 * ways[k])) return 1;
    return 0;
}

static int top(int column)
{
    int row = 0;
    while (row < ROWS && ((disks[0] | disks[1]) >> (column * HIGH + row) & 1)) row++;
    return row;
}

static double search(int move, int player, int depth, double alpha, double beta)
{
    const int64_t node = ply_enter(file, move, player ? PLY_MIN : PLY_MAX, alpha, beta);
    const int over = three(disks[0]) ? 1 : three(disks[1]) ? -1 : 0;
    double best = player ? INFINITY : -INFINITY, value;
    int k, cutoff = 0, any = 0;
    ply_depth(file, depth);
    for (k = 0; k < COLUMNS; k++) any |= top(k) < ROWS;
    if (over || !any) {
        ply_leave(file, node, over, PLY_TERMINAL, 0);
        return over;
    }
    if (depth == 0) {
        ply_leave(file, node, 0, PLY_HORIZON, 0);
        return 0;
    }
    for (k = 0; k < COLUMNS; k++) {
        const unsigned disk = 1u << (k * HIGH + top(k));
        if (top(k) == ROWS) continue;
        if (cutoff) {
            ply_prune(file, columns[k]);
            continue;
        }
        disks[player] |= disk;
        value = search(columns[k], !player, depth - 1, alpha, beta);
        disks[player] &= ~disk;
        if (player) {
            best = fmin(best, value);
            beta = fmin(beta, best);
        } else {
            best = fmax(best, value);
            alpha = fmax(alpha, best);
        }
        cutoff = alpha >= beta;
    }
    ply_leave(file, node, best, PLY_EXPANDED, cutoff);
    return best;
}

int main(int count, char **words)
{
    char name[2] = "a";
    int k;
    file = ply_open(count > 1 ? words[1] : "gravity.plyscope", "{\"game\": \"connect4:4,4,3\", \"options\": {\"depth\": 7}, \"search\": \"alphabeta\"}");
    for (k = 0; k < COLUMNS; k++) {
        name[0] = (char)('1' + k);
        columns[k] = ply_move(file, name);
    }
    printf("value %g\n", search(PLY_ROOT, 0, 7, -INFINITY, INFINITY));
    return ply_close(file, NULL) ? 0 : 1;
}
