/* Connect Four by alpha-beta to a depth, recorded through plyscope.h.
 *
 *   plyscope formats --header > plyscope.h
 *   cc -O2 -o connect4 connect4.c && ./connect4 8 c4.plyscope && plyscope count c4.plyscope
 *
 * Column c has the bits 7c … 7c+5 from the bottom up, and one above them that stays empty. */
#include <math.h>
#include <time.h>

#include "plyscope.h"

enum { COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1, WIN = 1000 };
static const int SHIFTS[4] = {1, HEIGHT, HEIGHT - 1, HEIGHT + 1};
static ply_file *file;
static int moves[COLUMNS];
static uint64_t full;
static long long visited;

static uint64_t column_of(int column) { return ((UINT64_C(1) << ROWS) - 1) << column * HEIGHT; }

/* Where four in a row begin, in one direction. */
static uint64_t rows_of(uint64_t squares, int shift)
{
    squares &= squares >> shift;
    return squares & squares >> 2 * shift;
}

static int has_row(uint64_t discs)
{
    uint64_t found = 0;
    for (int i = 0; i < 4; i++) found |= rows_of(discs, SHIFTS[i]);
    return found != 0;
}

/* Rows still open to MAX less those open to MIN. */
static double evaluation(uint64_t x, uint64_t o)
{
    int difference = 0;
    for (int i = 0; i < 4; i++)
        difference += __builtin_popcountll(rows_of(full & ~o, SHIFTS[i]))
                      - __builtin_popcountll(rows_of(full & ~x, SHIFTS[i]));
    return difference;
}

static double alphabeta(uint64_t x, uint64_t o, int turn, int depth, int last, double alpha, double beta)
{
    const int64_t node = ply_enter(file, last, turn, alpha, beta);
    const uint64_t taken = x | o;
    double best = turn == PLY_MAX ? -HUGE_VAL : HUGE_VAL;
    int cutoff = 0;

    visited++;
    if (has_row(turn == PLY_MAX ? o : x) || taken == full) {
        best = has_row(x) ? WIN : has_row(o) ? -WIN : 0;
        ply_leave(file, node, best, PLY_TERMINAL, 0);
        return best;
    }
    if (depth == 0) {
        best = evaluation(x, o);
        ply_leave(file, node, best, PLY_HORIZON, 0);
        return best;
    }
    for (int column = 0; column < COLUMNS; column++) {
        const uint64_t disc = (taken + (UINT64_C(1) << column * HEIGHT)) & column_of(column) & ~taken;
        if (!disc) continue;
        if (cutoff) {
            ply_prune(file, moves[column]);
            continue;
        }
        if (turn == PLY_MAX) {
            const double value = alphabeta(x | disc, o, PLY_MIN, depth - 1, moves[column], alpha, beta);
            best = value > best ? value : best;
            cutoff = best >= beta;
            alpha = best > alpha ? best : alpha;
        } else {
            const double value = alphabeta(x, o | disc, PLY_MAX, depth - 1, moves[column], alpha, beta);
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
    const int depth = count > 1 ? atoi(words[1]) : 8;
    char header[200];
    clock_t started;

    snprintf(header, sizeof header,
             "{\"game\": \"connect4\", \"search\": \"alphabeta in C\", \"options\": {\"depth\": %d}}", depth);
    if (count > 2 && (file = ply_open(words[2], header)) == NULL) {
        perror(words[2]);
        return 1;
    }
    for (int column = 0; column < COLUMNS; column++) {
        const char label[2] = {(char)('1' + column), '\0'};
        moves[column] = ply_move(file, label);
        full |= column_of(column);
    }
    started = clock();
    const double value = alphabeta(0, 0, PLY_MAX, depth, PLY_ROOT, -HUGE_VAL, HUGE_VAL);
    const double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
    printf("value %.6g, %lld nodes visited, %.3f seconds\n", value, visited, seconds);
    return ply_close(file, NULL) ? 0 : 1;
}
