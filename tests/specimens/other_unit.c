/* A search in a file of its own, which records into what `calls.c` opened. */
#include <math.h>

#include "plyscope.h"

void search(ply_file *file, int depth, int lead);

void search(ply_file *file, int depth, int lead)
{
    const int64_t node = ply_enter(file, lead, depth % 2 ? PLY_MIN : PLY_MAX, -HUGE_VAL, HUGE_VAL);
    const char *const labels[] = {"a", "b", "c"};
    for (int k = 0; depth && k < 3; k++) search(file, depth - 1, ply_move(file, labels[k]));
    ply_leave(file, node, 1, depth ? PLY_EXPANDED : PLY_HORIZON, 0);
}
