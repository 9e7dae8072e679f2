/* Expectiminimax for Piglet, recorded: chance is a player of its own, and each outcome has its probability.
 *
 *   plyscope formats --header > plyscope.h
 *   cc -O2 piglet.c -lm -o piglet && ./piglet && plyscope explore t.plyscope
 *
 * A coin is thrown as often as one dares. Heads is a point for the turn, tails ends it with none, and who holds keeps
 * what he has; who has two points first wins. A game of five turns is drawn, worth 1/2. */
#include <math.h>

#include "plyscope.h"

enum { GOAL = 2, TURNS = 5 };

typedef struct {
    int scores[2]; /* of MAX and of MIN */
    int total;     /* the points of this turn */
    int mover;     /* 0: MAX */
    int thrown;    /* the coin is in the air */
    int turns;     /* that are left */
} standing;

static ply_file *file;
static int roll, hold, tails, heads;

/* The turn is over, with so many points more. */
static standing pass_on(standing state, int points)
{
    state.scores[state.mover] += points;
    state.total = state.thrown = 0;
    state.mover = !state.mover;
    state.turns--;
    return state;
}

/* The probability that MAX wins; `weight` is that of the outcome that leads here, if one does. */
static double visit(standing state, int move, double weight)
{
    const int turn = state.thrown ? PLY_CHANCE : state.mover ? PLY_MIN : PLY_MAX;
    const int64_t node = ply_enter(file, move, turn, -HUGE_VAL, HUGE_VAL);
    standing next = state;
    double value, other;
    if (weight >= 0) ply_weight(file, weight);
    if (state.scores[0] >= GOAL || state.scores[1] >= GOAL || state.turns == 0) {
        value = state.scores[0] >= GOAL ? 1 : state.scores[1] >= GOAL ? 0 : 0.5;
        ply_leave(file, node, value, PLY_TERMINAL, 0);
        return value;
    }
    if (state.thrown) {
        value = 0.5 * visit(pass_on(state, 0), tails, 0.5);
        next.total++;
        next.thrown = 0;
        value += 0.5 * visit(next, heads, 0.5);
    } else if (state.total + state.scores[state.mover] >= GOAL)
        value = visit(pass_on(state, state.total), hold, -1);
    else {
        next.thrown = 1;
        value = visit(next, roll, -1);
        if (state.total) {
            other = visit(pass_on(state, state.total), hold, -1);
            value = (other > value) != state.mover ? other : value;
        }
    }
    ply_leave(file, node, value, PLY_EXPANDED, 0);
    return value;
}

int main(int count, char **words)
{
    const standing start = {{0, 0}, 0, 0, 0, TURNS};
    file = ply_open(count > 1 ? words[1] : "t.plyscope",
                    "{\"game\": \"piglet:2,5\", \"search\": \"expectiminimax\", \"windowed\": false}");
    if (file == NULL) return fprintf(stderr, "the file cannot be written\n"), 1;
    roll = ply_move(file, "roll");
    hold = ply_move(file, "hold");
    tails = ply_move(file, "tails");
    heads = ply_move(file, "heads");
    printf("who begins wins with probability %.6f\n", visit(start, PLY_ROOT, -1));
    if (ply_error(file)) fprintf(stderr, "%s\n", ply_error(file));
    return !ply_close(file, NULL);
}
