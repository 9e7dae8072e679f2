/* A small engine for m,n,k games and nim that records itself, with mistakes to switch on: BUG=word.
 * Others: NIM=1 or SIZE=wide,high,row; DEPTH=n TEXT=1 (2: on entry alone) GAME=1 SEL=null,lmr,quiet
 * ID=0 ASP=1 HARD=1 (fail-hard) DEEPER=1 (deep entries stay) SLOTS=n.
 * Negamax with a table, null windows, killers and history; null moves, reductions, quiescence where SEL says so. */
#include "plyscope.h"

enum { WON = 1000, PLIES = 40, HEAPS = 3, MOST = 8 };
typedef struct { uint64_t key; int value, depth, kind, move; } entry;
enum { NONE, LOWER, UPPER, EXACT };

static const char *bug = "", *select_ = "";
static int nim, wide = 4, high = 3, row = 3, texts, hard, deeper, aspire, slots = 1 << 14;
static int cell[MOST * MOST], heap[HEAPS] = {3, 4, 2}, side = 1, filled, line;
static int killer[PLIES], history[2][MOST * MOST], label[MOST * MOST], null_move, stand;
static signed char short_history[2][MOST * MOST];
static uint64_t keys[2][MOST * MOST], heap_keys[HEAPS][MOST], side_key, key;
static entry *table;
static ply_file *file;

static int has(const char *name) { return strcmp(bug, name) == 0; }
static int uses(const char *name) { return strstr(select_, name) != NULL; }
static int number_of(const char *name, int other) { return getenv(name) ? atoi(getenv(name)) : other; }
static int larger(int a, int b) { return a > b ? a : b; }
static int moves(void) { return nim ? HEAPS * MOST : wide * high; }
static int is_legal(int move) { return nim ? move % MOST && move % MOST <= heap[move / MOST] : !cell[move]; }

static int has_line(int at)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int k, sign, count, x, y;
    for (k = 0; k < 4; k++) {
        for (count = 1, sign = -1; sign < 2; sign += 2) {
            x = at % wide + sign * steps[k][0], y = at / wide + sign * steps[k][1];
            for (; x >= 0 && x < wide && y >= 0 && y < high && cell[y * wide + x] == cell[at]; count++)
                x += sign * steps[k][0], y += sign * steps[k][1];
        }
        if (count >= row) return 1;
    }
    return 0;
}

static void change(int move, int taken)
{
    if (nim) {
        key ^= heap_keys[move / MOST][heap[move / MOST] & 7];
        heap[move / MOST] += taken ? -(move % MOST) : move % MOST;
        key ^= heap_keys[move / MOST][heap[move / MOST] & 7];
    } else {
        cell[move] = taken ? side : 0;
        key ^= keys[side > 0][move];
    }
}

static void turn(int toggles)
{
    side = -side;
    if (toggles) key ^= side_key;
}

static void play(int move)
{
    change(move, 1);
    filled++;
    line = !nim && has_line(move);
    turn(!nim || !has("key"));
}

static void undo(int move)
{
    turn(!nim || !has("key"));
    change(move, 0);
    filled--;
    line = 0;
}

static int is_over(int ply, int *value)
{
    if (line || (nim && heap[0] <= 0 && heap[1] <= 0 && heap[2] <= 0)) *value = ply - WON;
    else if (!nim && filled == wide * high) *value = has("draw") ? -1 : 0;
    else return 0;
    return 1;
}

static int evaluate(void)
{
    int k, sum = nim ? heap[0] + 2 * heap[1] - heap[2] : 0;
    for (k = 0; !nim && k < wide * high; k++) sum += cell[k] * side * ((k * 7) % 5);
    return sum;
}

static int is_noisy(int move)
{
    int mine, its;
    if (nim || cell[move]) return 0;
    cell[move] = side, mine = has_line(move);
    cell[move] = -side, its = has_line(move);
    cell[move] = 0;
    return mine || its;
}

static const char *text(void)
{
    static char shown[200];
    int k, at = nim ? sprintf(shown, "%d,%d,%d ", heap[0], heap[1], heap[2]) : 0;
    for (k = 0; !nim && k < wide * high; k++)
        at += sprintf(shown + at, "%c%s", ".XO"[cell[k] < 0 ? 2 : cell[k]], (k + 1) % wide ? "" : "/");
    sprintf(shown + at, "%s", side > 0 ? "MAX" : "MIN");
    return shown;
}

static int64_t enter(int move, int alpha, int beta, int depth, int why)
{
    const int64_t node = ply_enter(file, move, side, alpha, beta);
    if (depth >= 0) ply_depth(file, depth);
    if (why) ply_why(file, why);
    if (texts) ply_text(file, text());
    return node;
}

static int leave(int64_t node, int alpha, int beta, int value, int status, int cut)
{
    if (hard && status != PLY_TABLE) value = value < alpha ? alpha : value > beta ? beta : value;
    if (texts == 1) ply_text_left(file, text());
    ply_leave(file, node, value, status, cut);
    return value;
}

static int quiesce(int alpha, int beta, int ply, int64_t node)
{
    int move, value, cut = 0, best = -2 * WON, noisy = 0;
    const int least = alpha, stands = !has("stand") && !(has("stand-one") && side < 0);
    int64_t child;
    if (stands) {
        best = evaluate();
        child = ply_enter(file, stand, side, alpha, beta);
        ply_leave(file, child, hard ? larger(alpha, best > beta ? beta : best) : best, PLY_HORIZON, 0);
        cut = best >= beta;
    }
    for (move = 0; move < moves(); move++) {
        if (!is_legal(move) || !is_noisy(move)) continue;
        noisy++;
        if (cut) {
            ply_prune(file, label[move]);
            continue;
        }
        play(move);
        alpha = larger(alpha, best);
        child = enter(label[move], -beta, -alpha, -1, PLY_QUIESCENCE);
        if (is_over(ply + 1, &value)) value = leave(child, -beta, -alpha, value, PLY_TERMINAL, 0);
        else value = quiesce(-beta, -alpha, ply + 1, child);
        undo(move);
        best = larger(best, -value);
        cut = best >= beta;
    }
    if (!noisy && !stands) return leave(node, least, beta, evaluate(), PLY_HORIZON, 0);
    for (move = 0; move < moves(); move++)
        if (is_legal(move) && !is_noisy(move)) ply_prune(file, label[move]), ply_why(file, PLY_QUIET);
    return leave(node, least, beta, best, PLY_EXPANDED, cut);
}

static int search(int alpha, int beta, int depth, int ply, int last, int why, int may_pass);

static int scout(int alpha, int beta, int depth, int ply, int move, int searched)
{
    const int late = uses("lmr") && depth >= 3 && searched >= 2, open_ = beta > alpha + 1;
    const int name = label[move], why = open_ ? PLY_PROBE : 0;
    int value;
    if (!searched) return -search(-beta, -alpha, depth - 1, ply + 1, name, 0, 1);
    value = -search(-alpha - 1, -alpha, depth - 1 - late, ply + 1, name, late ? PLY_REDUCED : why, 1);
    if (late && value > alpha && !has("reduced"))
        value = -search(-alpha - 1, -alpha, depth - 1, ply + 1, name, why, 1);
    if (value <= alpha || !open_ || (!hard && value >= beta)) return value;
    if (has("shallow")) return -search(-beta, -alpha, depth - 2, ply + 1, name, 0, 1);
    if (has("re-search")) return -search(alpha, beta, depth - 1, ply + 1, name, 0, 1);
    return -search(-beta, -alpha, depth - 1, ply + 1, name, 0, 1);
}

static void store(entry *at, int value, int low, int beta, int depth, int move, int ply)
{
    if (deeper && at->kind && at->key != key && at->depth > depth) return;
    at->kind = value >= beta ? LOWER : value <= (has("raised") ? larger(low, value) : low) ? UPPER : EXACT;
    if (has("mixed") && at->kind != EXACT) at->kind = at->kind == LOWER ? UPPER : LOWER;
    if (!has("win-ply")) value += value > WON - 100 ? ply : value < 100 - WON ? -ply : 0;
    at->key = key, at->value = value, at->depth = depth, at->move = move;
}

static int search(int alpha, int beta, int depth, int ply, int last, int why, int may_pass)
{
    const int64_t node = enter(last, alpha, beta, depth, why);
    const int low = alpha;
    int value, k, j, count = 0, best = -2 * WON, best_move = -1, cut = 0, searched = 0, move;
    int order[MOST * MOST], score[MOST * MOST];
    entry *at = &table[key % (uint64_t)slots];
    if (is_over(ply, &value)) return leave(node, low, beta, value, PLY_TERMINAL, 0);
    if (ply && at->key == key && at->kind && (at->depth >= depth || has("any-depth"))) {
        value = at->value;
        if (!has("win-ply")) value += value > WON - 100 ? -ply : value < 100 - WON ? ply : 0;
        if (at->kind == EXACT || has("bound") || (at->kind == LOWER ? value >= beta : value <= alpha))
            return leave(node, low, beta, value, PLY_TABLE, 0);
    }
    if (depth == 0 && uses("quiet")) return quiesce(alpha, beta, ply, node);
    if (depth == 0) return leave(node, low, beta, evaluate(), PLY_HORIZON, 0);
    if (uses("null") && may_pass && ply && depth >= 3 && beta < WON - 100) {
        turn(!has("null-key"));
        value = -search(-beta, 1 - beta, depth - 3, ply + 1, null_move, PLY_REDUCED, 0);
        turn(!has("null-key"));
        if (value >= beta) {
            for (move = 0; move < moves(); move++)
                if (is_legal(move)) ply_prune(file, label[move]);
            return leave(node, low, beta, value, PLY_EXPANDED, 1);
        }
    }
    for (move = 0; move < moves(); move++) {
        if (!is_legal(move) && !(has("killer") && killer[ply] == move)) continue;
        order[count] = move;
        score[count] = has("history") ? short_history[side > 0][move] : history[side > 0][move];
        if (killer[ply] == move) score[count] = 50000;
        if (at->key == key && at->kind && at->move == move) score[count] = 100000;
        for (j = count++; j > 0 && score[j] > score[j - 1]; j--) {
            value = score[j], score[j] = score[j - 1], score[j - 1] = value;
            value = order[j], order[j] = order[j - 1], order[j - 1] = value;
        }
    }
    for (k = 0; k < count; k++) {
        move = order[k];
        if (cut) {
            ply_prune(file, label[move]);
            continue;
        }
        if (has("skip") && k == 0 && count > 3) continue;
        alpha = larger(alpha, best);
        play(move);
        value = scout(alpha, beta, depth, ply, move, searched++);
        if (value < beta || !(has("undo") || has("stone"))) undo(move);
        else if (has("stone")) turn(1);
        if (value > best) best = value, best_move = move;
        if (best >= beta) {
            cut = 1, killer[ply] = move;
            history[side > 0][move] += depth * depth;
            short_history[side > 0][move] = (signed char)(short_history[side > 0][move] + depth * depth);
        }
    }
    best = leave(node, low, beta, best, PLY_EXPANDED, cut);
    store(at, best, low, beta, depth, best_move, ply);
    return best;
}

static int iterate(int depth)
{
    int d, value = 0, low = -2 * WON, top = 2 * WON;
    char name[12];
    const int64_t driver = enter(PLY_ROOT, low, top, depth, 0);
    for (d = 1; d <= depth; d++) {
        sprintf(name, "d%d", d);
        value = search(low, top, d, 0, ply_pass(file, name), 0, 1);
        if (!has("aspiration") && (value <= low || value >= top)) {
            low = -2 * WON, top = 2 * WON;
            value = search(low, top, d, 0, ply_pass(file, name), 0, 1);
        }
        if (aspire) low = value - 2, top = value + 2;
    }
    return leave(driver, -2 * WON, 2 * WON, value, PLY_EXPANDED, 0);
}

int main(int count, char **words)
{
    const int depth = number_of("DEPTH", 6);
    char header[200], name[20];
    uint64_t seed = 88172645463325252u;
    int k, j;
    bug = getenv("BUG") ? getenv("BUG") : "", select_ = getenv("SEL") ? getenv("SEL") : "";
    nim = number_of("NIM", 0), texts = number_of("TEXT", 0), hard = number_of("HARD", 0);
    deeper = number_of("DEEPER", 0), aspire = number_of("ASP", 0), slots = number_of("SLOTS", slots);
    if (getenv("SIZE")) sscanf(getenv("SIZE"), "%d,%d,%d", &wide, &high, &row);
    for (k = 0; k < 2 * MOST * MOST + HEAPS * MOST + 1; k++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        if (k < 2 * MOST * MOST) keys[k % 2][k / 2] = has("key") && k % 2 ? keys[0][k / 2] : seed;
        else if (k < 2 * MOST * MOST + HEAPS * MOST) heap_keys[k % HEAPS][k / HEAPS % MOST] = seed;
        else side_key = seed;
    }
    table = (entry *)calloc((size_t)slots, sizeof *table);
    memset(killer, -1, sizeof killer);
    k = sprintf(header, "{\"search\": \"engine\", \"view\": \"mover\", \"options\": {\"depth\": %d}", depth);
    if (number_of("GAME", 0) && nim) k += sprintf(header + k, ", \"game\": \"nim:3,4,2\"");
    else if (number_of("GAME", 0)) k += sprintf(header + k, ", \"game\": \"mnk:%d,%d,%d\"", wide, high, row);
    sprintf(header + k, "}");
    file = ply_open(count > 1 ? words[1] : "engine.plyscope", header);
    for (j = 0; j < moves(); j++) {
        if (nim) sprintf(name, "%c%d", 'a' + j / MOST, j % MOST);
        else sprintf(name, "%c%d", 'a' + j % wide, high - j / wide);
        label[j] = ply_move(file, name);
    }
    null_move = ply_null(file, "null"), stand = ply_stand(file, "stand pat");
    if (number_of("ID", 1)) k = iterate(depth);
    else k = search(-2 * WON, 2 * WON, depth, 0, PLY_ROOT, 0, 1);
    printf("%d %s\n", k, ply_error(file) ? ply_error(file) : "");
    free(table);
    return !ply_close(file, NULL);
}
