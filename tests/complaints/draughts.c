/* Draughts on a strip of nine squares: men step ahead or jump, and a jump takes what it jumps over. */
#include <math.h>

#include "plyscope.h"

#define LENGTH 9

static ply_file *file;
static char squares[LENGTH + 1] = "WW.W.B.BB";

static double best_of(int move, int white, int depth)
{
    const int64_t node = ply_enter(file, move, white ? PLY_MAX : PLY_MIN, -INFINITY, INFINITY);
    const char mine = white ? 'W' : 'B', other = white ? 'B' : 'W';
    const int way = white ? 1 : -1;
    double best = white ? -100 : 100;
    int from, moved = 0, balance = 0;
    char label[8];
    ply_text(file, squares);
    ply_depth(file, depth);
    for (from = 0; from < LENGTH; from++) {
        int to = from + way, over = -1;
        double value;
        balance += (squares[from] == 'W') - (squares[from] == 'B');
        if (depth == 0 || squares[from] != mine || to < 0 || to >= LENGTH) continue;
        if (squares[to] == other) over = to, to += way;
        if (to < 0 || to >= LENGTH || squares[to] != '.') continue;
        snprintf(label, sizeof label, "%d%c%d", from + 1, over < 0 ? '-' : 'x', to + 1);
        moved = 1;
        squares[from] = '.', squares[to] = mine;
        if (over >= 0) squares[over] = '.';
        value = best_of(ply_move(file, label), !white, depth - 1);
        squares[to] = '.', squares[from] = mine;
        if (over >= 0) squares[over] = other;
        if (white ? value > best : value < best) best = value;
    }
    if (!moved) best = balance;
    ply_text_left(file, squares);
    ply_leave(file, node, best, moved ? PLY_EXPANDED : depth ? PLY_TERMINAL : PLY_HORIZON, 0);
    return best;
}

int main(int count, char **words)
{
    file = ply_open(count > 1 ? words[1] : "draughts.plyscope", "{\"search\": \"minimax\", \"windowed\": false}");
    printf("value %g\n", best_of(PLY_ROOT, 1, 5));
    return ply_close(file, NULL) ? 0 : 1;
}
