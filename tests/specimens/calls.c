/* Calls of plyscope.h, right and wrong ones, by the name of a case: what test_c_header.py runs. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A locale may write a comma into a number that is no integer, so the header prints none. */
static int print_whole(char *to, size_t size, const char *format, ...)
{
    va_list words;
    int length;
    for (const char *at = format; (at = strchr(at, '%')) != NULL; at++)
        if (strchr("aefgAEFG", at[1 + strspn(at + 1, "-+ #0123456789.lhjzt")])) abort();
    va_start(words, format);
    length = vsnprintf(to, size, format, words);
    va_end(words);
    return length;
}
#define snprintf print_whole
#include "plyscope.h"

static ply_file *file;
static const char *name;
static const double BIG = HUGE_VAL;

void search(ply_file *to, int depth, int lead); /* in other_unit.c */

static int is(const char *other) { return strcmp(name, other) == 0; }
static int64_t begin(void) { return ply_enter(file, PLY_ROOT, PLY_MAX, -BIG, BIG); }
static int64_t down(const char *label) { return ply_enter(file, ply_move(file, label), PLY_MIN, -BIG, BIG); }
static void leaf(const char *label, double value) { ply_leave(file, down(label), value, PLY_TERMINAL, 0); }

/* Each node is left long after its chunk was written. */
static void chain(int nodes, int moving)
{
    const int move = ply_move(file, "on");
    for (int k = 0; k < nodes; k++)
        ply_enter(file, k ? move : PLY_ROOT, k % 2 ? PLY_MIN : PLY_MAX, moving ? -1 - k : -BIG, BIG);
    for (int k = nodes - 1; k >= 0; k--) ply_leave(file, k, 1, k < nodes - 1 ? PLY_EXPANDED : PLY_TERMINAL, 0);
}

/* A best-first search: 20,000 nodes, each below a node that came before it, with a value or proof numbers of its own. */
static void grow(int proofs)
{
    const int moves[3] = {ply_move(file, "a"), ply_move(file, "b"), ply_move(file, "c")};
    int64_t node = ply_add(file, PLY_ROOT, PLY_ROOT, PLY_MAX);
    for (int64_t k = 1; k < 20000 && node == k - 1; k++) {
        node = ply_add(file, (k * k + 3) % k, moves[k % 3], k % 2 ? PLY_MIN : PLY_MAX);
        if (k % 4 == 1) ply_weight(file, 0.25);
        if (proofs && k % 5 == 0) ply_iteration(file);
        if (proofs) ply_proof(file, node, (double)(k % 4), k % 7 ? (double)(k % 3) : BIG);
        else if (k % 8) ply_update(file, node, (double)(k % 5 - 2));
        if (k % 6 == 0) ply_valued(file, node, 1, k % 12 ? PLY_TERMINAL : PLY_HORIZON);
    }
}

int main(int count, char **words)
{
    const char *header = "{\"game\": \"\", \"search\": \"by hand\", \"options\": {\"x\": [-1.5e3, true, {}, \"\\u00e9\\n\"]}}";
    const char *stopped = NULL;
    const double nothing = strtod("nan", NULL);
    int64_t root, node;
    int good;
    name = count > 2 ? words[2] : "";
    if (strncmp(name, "header ", 7) == 0) header = name + 7;
    if (is("values of the mover") || is("evaluations of the mover")) header = "{\"view\": \"mover\"}";
    file = ply_open(words[1], header);
    if (is("chain") || is("chain with windows")) chain(100000, !is("chain"));
    else if (is("other unit")) search(file, 9, PLY_ROOT);
    else if (is("values") || is("values of the mover")) grow(0);
    else if (is("proofs")) grow(1);
    else if (is("add no root")) ply_add(file, 0, PLY_ROOT, PLY_MAX);
    else if (is("update first")) ply_update(file, 0, 1);
    else if (is("no row")) ply_add(file, PLY_ROOT, PLY_ROOT, PLY_MAX);
    else if (strncmp(name, "grown", 5) == 0) {
        ply_add(file, PLY_ROOT, PLY_ROOT, PLY_MAX);
        if (is("grown to a limit")) ply_limit(file, 2);
        ply_update(file, ply_add(file, 0, ply_move(file, "a"), PLY_MIN), 1);
        if (is("grown below nothing")) ply_add(file, 2, ply_move(file, "a"), PLY_MAX);
        if (is("grown by no move")) ply_add(file, 1, 99, PLY_MAX);
        if (is("grown by nobody")) ply_add(file, 1, ply_move(file, "a"), 2);
        if (is("grown and entered")) begin();
        if (is("grown to a limit")) ply_add(file, 1, ply_move(file, "b"), PLY_MAX);
        if (is("grown, unknown node")) ply_update(file, 2, 1);
        if (is("grown, no value")) ply_update(file, 1, nothing);
        if (is("grown, too large")) ply_update(file, 1, 1e251);
        if (is("grown of both")) ply_proof(file, 1, 1, 1);
        if (is("grown, status")) ply_valued(file, 1, 1, PLY_EXPANDED);
        if (is("grown, infinite")) ply_valued(file, 1, BIG, PLY_TERMINAL);
        if (is("grown, weight")) ply_weight(file, 2);
    }
    else if (is("leave first")) ply_leave(file, 0, 1, PLY_TERMINAL, 0);
    else if (is("prune first")) ply_prune(file, ply_move(file, "a"));
    else if (is("reason first")) ply_why(file, PLY_PROBE);
    else if (is("text first")) ply_text(file, "nowhere");
    else if (is("window first")) ply_enter(file, PLY_ROOT, PLY_MAX, nothing, BIG);
    else if (is("turn first")) ply_enter(file, PLY_ROOT, 257, -BIG, BIG);
    else if (is("move first")) ply_enter(file, ply_move(file, "a"), PLY_MAX, -BIG, BIG);
    else if (!is("nothing")) {
        root = begin();
        if (!is("passes")) leaf("a", 1);
        if (is("root within")) begin();
        if (is("entered and grown")) ply_add(file, 0, ply_move(file, "b"), PLY_MIN);
        if (is("no move")) down(NULL);
        if (is("unknown move")) ply_enter(file, 99, PLY_MIN, -BIG, BIG);
        if (is("far away")) ply_leave(file, root + 100000, 1, PLY_EXPANDED, 0);
        if (is("negative")) ply_leave(file, -1, 1, PLY_EXPANDED, 0);
        if (is("twice")) ply_leave(file, root + 1, 2, PLY_TERMINAL, 0);
        if (is("prune the root")) ply_prune(file, PLY_ROOT);
        if (is("text after")) ply_text(file, "too late");
        if (is("depth after")) ply_depth(file, 3);
        if (is("evaluation after")) ply_evaluation(file, 3);
        if (is("infinite evaluation")) {
            down("b");
            ply_evaluation(file, BIG);
        }
        if (strncmp(name, "evaluations", 11) == 0)
            for (int k = 2; k < 9002; k++) {
                node = down("b");
                ply_evaluation(file, k + 0.5);
                ply_leave(file, node, 1, PLY_TERMINAL, 0);
            }
        if (is("twice, written")) {
            for (int k = 0; k < 9000; k++) leaf("b", 0);
            ply_leave(file, root + 1, 2, PLY_TERMINAL, 0);
        }
        if (is("infinite")) leaf("b", -BIG);
        if (is("latin")) {
            node = down("a\xe4");
            ply_text(file, "\xff\xc3\xa9\xed\xa0\x80\xf0\x9f\x98\x80\xe2\x99");
            ply_leave(file, node, 1, PLY_TERMINAL, 0);
            leaf("a\xf6", 1);
        }
        if (is("long reason")) {
            char *reason = (char *)calloc(1, 3002);
            for (int k = 0; k < 1000; k++) memcpy(reason + 1 + 3 * k, "\xe2\x99\x94", 3);
            reason[0] = '\x01';
            ply_leave(file, root, 1, PLY_EXPANDED, 0);
            good = ply_close(file, reason);
            free(reason);
            return !good;
        }
        if (is("positions")) {
            ply_leave(file, down("no text"), 1, PLY_TERMINAL, 0);
            for (int k = 0; k < 9000; k++) {
                node = down("b");
                ply_text(file, "before");
                ply_depth(file, k % 5);
                if (k % 4000 == 7) down("c");
                if (k % 4000 == 7) ply_leave(file, node + 1, 1, PLY_TERMINAL, 0);
                ply_text_left(file, k % 4000 == 7 ? "before c" : "before");
                ply_leave(file, node, 1, k % 4000 == 7 ? PLY_EXPANDED : PLY_TERMINAL, 0);
            }
            ply_text_left(file, "at last");
        }
        if (is("still open") || is("out of order") || is("stopped") || is("leaf with children")) {
            node = down("b");
            ply_prune(file, ply_move(file, "c"));
            if (is("leaf with children")) ply_leave(file, node, 1, PLY_TERMINAL, 0);
        }
        if (is("stopped")) stopped = "time's up: \"\xe2\x99\x94\" \\ \x1f \xff";
        if (is("passes")) {
            for (int depth = 0; depth < 2; depth++) {
                node = ply_enter(file, ply_pass(file, depth ? "depth 2" : "a"), PLY_MAX, -BIG, BIG);
                leaf("a", 3 - depth);
                ply_leave(file, node, 3 - depth, PLY_EXPANDED, 0);
            }
        }
        if (is("selective")) {
            node = ply_enter(file, ply_null(file, "pass"), PLY_MIN, -BIG, BIG);
            ply_leave(file, node, 1, PLY_HORIZON, 0);
            for (int k = 0; k < 9000; k++) {
                node = down("b");
                if (k % 3 == 0) ply_why(file, PLY_REDUCED);
                if (k % 4000 == 7) {
                    ply_weight(file, 0.25);
                    ply_leave(file, ply_enter(file, ply_stand(file, "stand pat"), PLY_MIN, -BIG, BIG), 1, PLY_HORIZON, 0);
                    ply_prune(file, ply_move(file, "c"));
                    ply_why(file, PLY_QUIET);
                    ply_weight(file, 1);
                }
                ply_leave(file, node, 1, k % 4000 == 7 ? PLY_EXPANDED : PLY_TERMINAL, 0);
            }
        }
        if (is("onward")) {
            node = ply_enter(file, ply_onward(file, "quiescence"), PLY_MAX, -BIG, BIG);
            leaf("a", 1);
            ply_leave(file, node, 1, PLY_EXPANDED, 0);
        }
        if (is("played")) {
            leaf("a \"1\"\\\n", 1);
            leaf("b", 0);
            ply_played(file, ply_move(file, "b"));
            ply_played(file, ply_move(file, "a \"1\"\\\n")); /* the last call holds */
        }
        if (is("played none")) leaf("a", 1), ply_played(file, PLY_ROOT);
        if (is("played of nowhere")) ply_played(file, 99);
        if (is("limit of nothing")) ply_limit(file, 0);
        if (is("limit")) {
            ply_limit(file, 9000);
            for (int k = 0; k < 10000; k++) k % 3 ? leaf("b", 1) : ply_prune(file, ply_move(file, "c"));
        }
        if (is("reasons where branches stood")) {
            for (int k = 0; k < PLY_CHUNK; k++) ply_prune(file, ply_move(file, "c"));
            for (int k = 0; k < PLY_CHUNK; k++) {
                node = down("b");
                ply_why(file, PLY_PROBE);
                ply_leave(file, node, 1, PLY_HORIZON, 0);
            }
        }
        if (is("reason after")) ply_why(file, PLY_PROBE);
        if (is("weight after")) ply_weight(file, 0.5);
        if (is("no reason")) down("b"), ply_why(file, 0);
        if (is("reason of a branch")) down("b"), ply_why(file, PLY_LATE);
        if (is("reason of a visit")) ply_prune(file, ply_move(file, "b")), ply_why(file, PLY_PROBE);
        if (is("weight")) down("b"), ply_weight(file, 1.5);
        if (is("weight that is none")) down("b"), ply_weight(file, nothing);
        if (is("leaf with a cutoff")) ply_leave(file, down("b"), 1, PLY_TABLE, 1);
        if (is("status")) ply_leave(file, root, 1, 9, 0);
        if (is("pruned status")) ply_leave(file, root, 1, PLY_PRUNED_, 0);
        if (is("open status")) ply_leave(file, root, 1, PLY_OPEN_, 0);
        if (is("no number")) ply_leave(file, root, nothing, PLY_EXPANDED, 0);
        if (!is("still open") && !is("stopped")) ply_leave(file, root, is("infinite") ? BIG : is("passes") ? 2 : 1, PLY_EXPANDED, 0);
        if (is("second root")) leaf("a", 1), begin(), leaf("b", 1);
        if (is("second root at once")) begin();
        if (is("prune after")) ply_prune(file, ply_move(file, "b"));
        if (is("left twice")) ply_leave(file, root, 2, PLY_EXPANDED, 0);
        if (is("left text after")) ply_text_left(file, "nowhere");
    }
    printf("%s", ply_error(file) ? ply_error(file) : "");
    return !ply_close(file, stopped);
}
