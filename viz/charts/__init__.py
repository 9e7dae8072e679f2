"""Pictures of whole traces, however large: the icicle and the plot by ply."""
