// Backward induction over the plies of play: a block of threads solves a chunk of a row, a lane each.

// The row of shared memory at which worth begins: after the rolls that are not held, or the pieces.
__device__ int first_row(int count) {
    const int a_row = LANES * sizeof(Real) / sizeof(Piece);
    return max((GROUPS - HELD) * GROUP, (count + a_row - 1) / a_row);
}

// The values of the lanes of a ply, given those of the next ply.
extern "C" __global__ void __launch_bounds__(LANES)
solve_lanes(Ply ply, Choices choices, Paths paths, const Real* then, Real* values) {
    const Chunk chunk = chunk_of(ply, paths);

    // the pieces are where the rolls will be
    extern __shared__ char shared[];
    Piece* pieces = reinterpret_cast<Piece*>(shared);
    Real* rolls = reinterpret_cast<Real*>(shared) + threadIdx.x;
    Real* worth = rolls + first_row(choices.count[chunk.run]) * LANES;

    entries<1>(ply, choices, paths, chunk, then, 1, pieces, worth);
    find_nothing(choices, chunk.run, worth);
    place_best(ply.card, choices, chunk.run, worth, rolls);
    const Real mean = walk(rolls, ply.rerolls);

    // if players alternate, the other player's chance is stored
    if (chunk.first + threadIdx.x < chunk.count)
        values[place_of(ply, chunk, threadIdx.x)] = ply.alternate ? 1 - mean : mean;
}
