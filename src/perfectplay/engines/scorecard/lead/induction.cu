// Backward induction over the plies of play: a block of threads solves a chunk of a row, a lane each.

// The values of the lanes of a ply, given those of the next ply.
extern "C" __global__ void __launch_bounds__(LANES)
solve_lanes(Ply ply, Choices choices, Paths paths, const Real* then, Real* values) {
    const int row = paths.row[blockIdx.x], mover = row / int(ply.others), other = row % int(ply.others);
    const int first = (blockIdx.x - paths.chunks[row]) * LANES;
    const int count = ply.begin[row + 1] - ply.begin[row];
    const int lead = first + (ply.alternate ? 1 - count - ply.low[row] : ply.low[row]);
    const int run = paths.run[mover];

    // the pieces lie where the rolls will be
    extern __shared__ char shared[];
    Piece* pieces = reinterpret_cast<Piece*>(shared);
    Real* rolls = reinterpret_cast<Real*>(shared) + threadIdx.x;
    Real* worth = rolls + max(GROUPS * GROUP, rows_of_pieces(choices.count[run])) * LANES;

    entries(ply, choices, paths, then, 1, run, mover, other, lead, pieces, worth);
    __syncwarp();
    place_best(choices, run, ply.card.boxes + 1, worth, rolls);
    const Real mean = walk(rolls, ply.rerolls);

    const int lane = first + threadIdx.x;
    if (lane >= count) return;
    // where players alternate, what is kept is the other's chance, at the other's lead
    if (ply.alternate)
        values[ply.begin[row + 1] - 1 - lane] = 1 - mean;
    else
        values[ply.begin[row] + lane] = mean;
}
