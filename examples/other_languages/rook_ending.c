/* A chess engine in small: king and rook against king, with what engines do and a recorder has to be told of.
 *
 *   cc -std=c99 -O2 -o rook_ending rook_ending.c && ./rook_ending
 *   plyscope explore rook_ending.plyscope
 */
#include <stdlib.h>

#include "plyscope.h"

enum { MATE = 10000, FAR = MATE - 100, MOST = 40 };
typedef struct {
    int king, rook, other; /* squares from 0, a1, to 63, h8; the rook is -1 once it is taken */
    int white;             /* whether White moves */
} board;
static ply_file *file;
static int chosen; /* the best move at the root, as the recorder knows it */

static const int WAYS[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* The next square on a way; -1 off the board. */
static int next_to(int square, const int *way)
{
    const int x = square % 8 + way[0], y = square / 8 + way[1];
    return x < 0 || x > 7 || y < 0 || y > 7 ? -1 : 8 * y + x;
}

static int touch(int one, int other) { return abs(one % 8 - other % 8) < 2 && abs(one / 8 - other / 8) < 2; }

static int rook_attacks(const board *b, int target)
{
    for (int way = 0; way < 4 && b->rook >= 0; way++)
        for (int at = b->rook; (at = next_to(at, WAYS[way])) >= 0 && at != b->king;)
            if (at == target) return 1;
    return 0;
}

/* The legal moves, each as 64 * from + to; how many there are. */
static int list_moves(const board *b, int *found)
{
    const int from = b->white ? b->king : b->other;
    int count = 0;
    for (int way = 0; way < 4 && b->white && b->rook >= 0; way++)
        for (int at = b->rook; (at = next_to(at, WAYS[way])) >= 0 && at != b->king && at != b->other;)
            found[count++] = 64 * b->rook + at;
    for (int way = 0; way < 8; way++) {
        const int to = next_to(from, WAYS[way]);
        if (to < 0 || touch(to, b->white ? b->other : b->king)) continue;
        if (b->white ? to == b->rook : to != b->rook && rook_attacks(b, to)) continue;
        found[count++] = 64 * from + to;
    }
    return count;
}

static board play(board b, int move)
{
    const int from = move / 64, to = move % 64;
    if (!b.white) {
        b.other = to;
        if (b.rook == to) b.rook = -1;
    } else if (from == b.rook)
        b.rook = to;
    else
        b.king = to;
    b.white = !b.white;
    return b;
}

/* What the position is worth to the player to move. */
static int evaluate(const board *b)
{
    const int x = b->other % 8, y = b->other / 8;
    const int edge = (x < 4 ? 3 - x : x - 4) + (y < 4 ? 3 - y : y - 4);
    const int apart = abs(x - b->king % 8) + abs(y - b->king / 8);
    const int value = b->rook < 0 ? 0 : 500 + 10 * edge - 4 * apart;
    return b->white ? value : -value;
}

/* The number of a move for the recorder, by its name in UCI, such as a1a8. */
static int recorded(int move)
{
    char name[5];
    name[0] = (char)('a' + move / 64 % 8), name[1] = (char)('1' + move / 512);
    name[2] = (char)('a' + move % 8), name[3] = (char)('1' + move % 64 / 8), name[4] = 0;
    return ply_move(file, name);
}

static int turn(const board *b) { return b->white ? PLY_MAX : PLY_MIN; }

/* Checkmate or a draw: a leaf, whoever looks at it. */
static int leave_over(const board *b, int64_t node, int ply)
{
    const int mated = b->rook >= 0 && !b->white && rook_attacks(b, b->other), value = mated ? ply - MATE : 0;
    ply_leave(file, node, value, PLY_TERMINAL, 0);
    return value;
}

static int quiesce(board b, int move, int ply, int alpha, int beta)
{
    const int64_t node = ply_enter(file, move, turn(&b), alpha, beta);
    int found[MOST];
    const int count = list_moves(&b, found);
    ply_why(file, PLY_QUIESCENCE);
    if (count == 0 || b.rook < 0) return leave_over(&b, node, ply);

    int best = evaluate(&b);
    ply_leave(file, ply_enter(file, ply_stand(file, "stand pat"), turn(&b), alpha, beta), best, PLY_HORIZON, 0);
    if (best > alpha) alpha = best;
    int cutoff = alpha >= beta;
    for (int k = 0; k < count; k++) {
        const int takes = !b.white && found[k] % 64 == b.rook;
        if (cutoff || !takes) {
            ply_prune(file, recorded(found[k]));
            if (!cutoff) ply_why(file, PLY_QUIET);
            continue;
        }
        const int value = -quiesce(play(b, found[k]), recorded(found[k]), ply + 1, -beta, -alpha);
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        cutoff = alpha >= beta;
    }
    ply_leave(file, node, best, PLY_EXPANDED, cutoff);
    return best;
}

static int search(board b, int move, int why, int depth, int ply, int may_pass, int alpha, int beta)
{
    int found[MOST];
    const int count = list_moves(&b, found), in_check = !b.white && rook_attacks(&b, b.other);
    if (depth <= 0 && !in_check) return quiesce(b, move, ply, alpha, beta);
    const int64_t node = ply_enter(file, move, turn(&b), alpha, beta);
    ply_depth(file, depth);
    if (why) ply_why(file, why);
    if (count == 0 || b.rook < 0) return leave_over(&b, node, ply);

    int best = -MATE, cutoff = 0;
    if (may_pass && b.white && depth > 2 && beta - alpha == 1 && evaluate(&b) >= beta) {
        board passed = b;
        passed.white = 0;
        const int value = -search(passed, ply_null(file, "null move"), 0, depth - 3, ply + 1, 0, -beta, 1 - beta);
        cutoff = value >= beta;
        if (cutoff) best = value < FAR ? value : beta; /* a null move proves no mate */
    }
    for (int k = 0; k < count; k++) {
        const int to = recorded(found[k]);
        const board after = play(b, found[k]);
        const int late = k > 3 && depth > 2 && !in_check;
        if (cutoff) {
            ply_prune(file, to);
            continue;
        }
        int value;
        if (k == 0)
            value = -search(after, to, 0, depth - 1, ply + 1, 1, -beta, -alpha);
        else {
            value = -search(after, to, late ? PLY_REDUCED : PLY_PROBE, depth - 1 - late, ply + 1, 1, -alpha - 1, -alpha);
            if (late && value > alpha)
                value = -search(after, to, PLY_PROBE, depth - 1, ply + 1, 1, -alpha - 1, -alpha);
            if (value > alpha && value < beta) value = -search(after, to, 0, depth - 1, ply + 1, 1, -beta, -alpha);
        }
        if (value > best && ply == 0) chosen = to;
        if (value > best) best = value;
        if (best > alpha) alpha = best;
        cutoff = alpha >= beta;
    }
    ply_leave(file, node, best, PLY_EXPANDED, cutoff);
    return best;
}

int main(void)
{
    const board start = {36, 0, 60, 1};
    file = ply_open("rook_ending.plyscope",
                    "{\"game\": \"chess:4k3/8/8/4K3/8/8/8/R7 w - - 0 1\", \"search\": \"rook ending\", \"view\": \"mover\"}");
    const int64_t root = ply_enter(file, PLY_ROOT, PLY_MAX, -MATE, MATE);
    int value = 0;
    for (int depth = 1; depth <= 5; depth++) {
        char name[20];
        snprintf(name, sizeof name, "depth %d", depth);
        value = search(start, ply_pass(file, name), 0, depth, 0, 0, -MATE, MATE);
    }
    ply_leave(file, root, value, PLY_EXPANDED, 0);
    ply_played(file, chosen);
    printf("value %d\n", value);
    if (ply_error(file)) fprintf(stderr, "%s\n", ply_error(file));
    return ply_close(file, NULL) ? 0 : 1;
}
