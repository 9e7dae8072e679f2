/* Tic-tac-toe by alpha-beta, recorded through plyscope.h.
 *
 *   plyscope formats --header > plyscope.h
 *   cc -O2 -o tictactoe tictactoe.c && ./tictactoe t.plyscope && plyscope explore t.plyscope
 *
 * Without a file it searches and records nothing. */
#include <math.h>

#include "plyscope.h"

static const char *const NAMES[9] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static ply_file *file;
static int moves[9];

static int has_line(int squares)
{
    for (int i = 0; i < 8; i++)
        if ((squares & LINES[i]) == LINES[i]) return 1;
    return 0;
}

/* MAX has `x`, MIN `o`; the value is fail-soft, MAX's view. */
static double alphabeta(int x, int o, int last, double alpha, double beta)
{
    const int turn = __builtin_popcount((unsigned)(x | o)) % 2 ? PLY_MIN : PLY_MAX;
    const int64_t node = ply_enter(file, last, turn, alpha, beta);
    double best = turn == PLY_MAX ? -HUGE_VAL : HUGE_VAL;
    int cutoff = 0;

    if (has_line(x) || has_line(o) || (x | o) == 0777) {
        const double utility = has_line(x) ? 1 : has_line(o) ? -1 : 0;
        ply_leave(file, node, utility, PLY_TERMINAL, 0);
        return utility;
    }
    for (int square = 0; square < 9; square++) {
        if ((x | o) >> square & 1) continue;
        if (cutoff) {
            ply_prune(file, moves[square]);
            continue;
        }
        const double value = turn == PLY_MAX ? alphabeta(x | 1 << square, o, moves[square], alpha, beta)
                                             : alphabeta(x, o | 1 << square, moves[square], alpha, beta);
        if (turn == PLY_MAX) {
            best = value > best ? value : best;
            cutoff = best >= beta;
            alpha = best > alpha ? best : alpha;
        } else {
            best = value < best ? value : best;
            cutoff = best <= alpha;
            beta = best < beta ? best : beta;
        }
    }
    ply_leave(file, node, best, PLY_EXPANDED, cutoff);
    return best;
}

int main(int count, char **words)
{
    if (count > 1) {
        file = ply_open(words[1], "{\"game\": \"tictactoe\", \"search\": \"alphabeta in C\"}");
        if (file == NULL) {
            perror(words[1]);
            return 1;
        }
    }
    for (int square = 0; square < 9; square++) moves[square] = ply_move(file, NAMES[square]);
    printf("value %g\n", alphabeta(0, 0, PLY_ROOT, -HUGE_VAL, HUGE_VAL));
    return ply_close(file, NULL) ? 0 : 1;
}
