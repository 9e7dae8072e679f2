/* Tic-tac-toe by alpha-beta, told to plyscope line by line as it is searched.
 *
 *   cc -O2 -o alphabeta alphabeta.c && ./alphabeta | plyscope import - -o tictactoe.plyscope
 */
#include <stdio.h>

enum { MAX = 1, MIN = -1, INFINITE = 1000 };

/* The recorder: this is what a search of your own needs. */

static void tell_text(const char *text) /* UTF-8, or NULL */
{
    if (!text) {
        printf("null");
        return;
    }
    putchar('"');
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < ' ')
            printf("\\u%04x", byte);
        else
            printf(byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    }
    putchar('"');
}

static void tell_enter(const char *move, int turn, int alpha, int beta, const char *state)
{
    printf("{\"enter\":");
    tell_text(move);
    printf(",\"turn\":\"%s\"", turn == MAX ? "MAX" : "MIN");
    if (alpha > -INFINITE) /* an end that is left out is open */
        printf(",\"alpha\":%d", alpha);
    if (beta < INFINITE)
        printf(",\"beta\":%d", beta);
    printf(",\"state\":");
    tell_text(state);
    puts("}");
}

static void tell_leave(int value, const char *status, const char *state)
{
    printf("{\"leave\":%d,\"status\":\"%s\",\"state\":", value, status);
    tell_text(state); /* if a move was not taken back, this shows it */
    puts("}");
}

static void tell_prune(const char *const *moves, int count)
{
    printf("{\"prune\":[");
    for (int i = 0; i < count; i++) {
        if (i)
            putchar(',');
        tell_text(moves[i]);
    }
    puts("]}");
}

/* The game. */

static const char *const NAMES[9] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static int board[9]; /* MAX, MIN, or 0 where nobody has moved */

static const char *shown(void)
{
    static char text[] = "...\n...\n...";
    for (int square = 0; square < 9; square++)
        text[square + square / 3] = "O.X"[board[square] + 1];
    return text;
}

static int winner(void)
{
    for (int i = 0; i < 8; i++) {
        int sum = board[LINES[i][0]] + board[LINES[i][1]] + board[LINES[i][2]];
        if (sum == 3 || sum == -3)
            return sum / 3;
    }
    return 0;
}

/* The search. */

static int alphabeta(const char *last, int turn, int alpha, int beta)
{
    const char *moves[9];
    int squares[9], count = 0, best = -turn * INFINITE;

    tell_enter(last, turn, alpha, beta, shown());
    for (int square = 0; square < 9; square++)
        if (!board[square]) {
            moves[count] = NAMES[square];
            squares[count++] = square;
        }
    if (winner() || !count) {
        tell_leave(winner(), "terminal", shown());
        return winner();
    }
    for (int i = 0; i < count; i++) {
        board[squares[i]] = turn;
        int value = alphabeta(moves[i], -turn, alpha, beta);
        board[squares[i]] = 0;
        if (turn == MAX ? value > best : value < best)
            best = value;
        if (turn == MAX ? best >= beta : best <= alpha) {
            tell_prune(moves + i + 1, count - i - 1); /* also where no move is left: the cutoff counts */
            break;
        }
        if (turn == MAX && best > alpha)
            alpha = best;
        if (turn == MIN && best < beta)
            beta = best;
    }
    tell_leave(best, "expanded", shown());
    return best;
}

int main(void)
{
    puts("{\"plyscope\":1,\"view\":\"max\",\"game\":\"tictactoe\",\"search\":\"alphabeta in C\"}");
    alphabeta(NULL, MAX, -INFINITE, INFINITE);
    return 0;
}
