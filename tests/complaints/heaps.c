/* Nim with heaps of 1, 2 and 3, where the last counter loses: a negamax that wants to win soon. */
#include <math.h>

#include "plyscope.h"

static ply_file *file;
static int heaps[3] = {1, 2, 3};

static int negamax(int move, int ply, int turn)
{
    const int64_t node = ply_enter(file, move, turn, -INFINITY, INFINITY);
    const int won = 100 - ply;
    int heap, size, best = -1000;
    char label[16];
    if (heaps[0] + heaps[1] + heaps[2] == 0) {
        ply_leave(file, node, won, PLY_TERMINAL, 0);
        return won;
    }
    for (heap = 0; heap < 3; heap++)
        for (size = 1; size <= heaps[heap]; size++) {
            int value;
            snprintf(label, sizeof label, "%c%d", 'a' + heap, size);
            heaps[heap] -= size;
            value = -negamax(ply_move(file, label), ply + 1, -turn);
            heaps[heap] += size;
            if (value > best) best = value;
        }
    ply_leave(file, node, best, PLY_EXPANDED, 0);
    return best;
}

int main(int count, char **words)
{
    file = ply_open(count > 1 ? words[1] : "heaps.plyscope",
                    "{\"game\": \"nim:1,2,3,misere\", \"search\": \"negamax\", \"view\": \"mover\", \"windowed\": false}");
    printf("value %d\n", negamax(PLY_ROOT, 0, PLY_MAX));
    return ply_close(file, NULL) ? 0 : 1;
}
