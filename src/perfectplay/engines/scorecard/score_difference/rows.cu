// The rows of a ply: lanes are leads, one point apart.
//
// Putting points into a box is a shift along a row of the next ply, so the values of an entry for many
// leads are a contiguous piece of that row.

// What is known of a ply and of the next one; see PlyArrays in rows.py.
struct Ply {
    Card card;
    Number rerolls;
    Runs runs;
    Column<Number> movers;
    Number others;
    Column<int> low;
    Column<Number> begin;
    Column<int> place;
    Number by_mover, by_other;
    Column<int> next_low;
    Column<Number> next_begin;
    Number alternate;
};

// What all lanes of a ply have in common.
struct Paths {
    Column<int> run;           // by mover
    Column<int> after;         // by mover and figure, the place it leads to
    Column<Number> chunks;     // by row, where its chunks begin: lanes that are solved together
    Column<int> row;           // by chunk
};

// A piece of a row of the next ply, as seen from the first lane of a chunk.
struct alignas(16) Piece {
    Number begin;
    int offset, count;
};
const int AT_ONCE = 8;  // the number of pieces loaded at the same time

// The place that filling a box leads to, from a lane of a mask: section by section, the last first.
__device__ Number lane_after(const Card& card, Number mask, Number lane, int box, Number points) {
    Number after = 0, scale = 1, scale_after = 1;
    for (int section = card.section_at.size - 1; section >= 0; section--) {
        const unsigned* bits = card.section_bit.data + section * card.boxes;
        Number filled = 0;
        for (int each = 0; each < card.boxes; each++)
            if (mask >> each & 1) filled |= bits[each];
        const Number row = card.section_begin[section] + filled;
        const Number lanes = card.lane_begin[row + 1] - card.lane_begin[row];
        const Number total = card.totals[card.lane_begin[row] + lane / scale % lanes];
        const Number at = card.section_at[section], then = filled | bits[box];
        const Number reached = min(total + (bits[box] ? points : 0), at);
        after += scale_after * card.lane_of[card.lane_of_begin[section] + then * (at + 1) + reached];
        scale *= lanes;
        const Number row_after = card.section_begin[section] + then;
        scale_after *= card.lane_begin[row_after + 1] - card.lane_begin[row_after];
    }
    return after;
}

// The places that the figures of each mover lead to; one thread per mover.
extern "C" __global__ void follow(Ply ply, Paths paths) {
    const Card& card = ply.card;
    const int figures = card.figure_points.size;
    const Number thread = Number(blockIdx.x) * blockDim.x + threadIdx.x;
    const int mover = thread / figures, figure = thread % figures;
    if (mover >= ply.movers.size) return;
    const int run = paths.run[mover];
    const Number mask = ply.runs.mask[run], flag = ply.runs.flag[run];
    int box = 0;
    while (card.figure_begin[box + 1] <= figure) box++;
    if (!(playable(card, mask) >> box & 1)) return;
    const Number points = card.figure_points[figure], then = mask | Number(1) << box;
    const Number first = card.base[(Number(flag_after(card, flag, box, points)) << card.boxes) + then];
    const Number lane = ply.movers[mover] - ply.runs.begin[run];
    paths.after[thread] = ply.place[first + lane_after(card, mask, lane, box, points)];
}

// The chunks of each row; one thread per row.
extern "C" __global__ void list_chunks(Ply ply, Paths paths) {
    const Number row = Number(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= ply.low.size) return;
    for (Number chunk = paths.chunks[row]; chunk < paths.chunks[row + 1]; chunk++) paths.row[chunk] = row;
}

// What a block of threads works on: up to LANES leads of a row.
struct Chunk {
    int row, mover, other, run;
    int first, count;  // the first lane, and how many the row has
    int lead;          // of the mover, at the first lane
};

__device__ Chunk chunk_of(const Ply& ply, const Paths& paths) {
    Chunk chunk;
    chunk.row = paths.row[blockIdx.x];
    chunk.mover = chunk.row / int(ply.others), chunk.other = chunk.row % int(ply.others);
    chunk.run = paths.run[chunk.mover];
    chunk.first = (blockIdx.x - paths.chunks[chunk.row]) * LANES;
    chunk.count = ply.begin[chunk.row + 1] - ply.begin[chunk.row];
    // if players alternate, a row is stored for the other player, by that player's lead: from its end
    const int low = ply.low[chunk.row];
    chunk.lead = chunk.first + (ply.alternate ? 1 - chunk.count - low : low);
    return chunk;
}

// Where the number of a lane is stored.
__device__ Number place_of(const Ply& ply, const Chunk& chunk, int lane) {
    const int from_first = chunk.first + lane;
    return ply.alternate ? ply.begin[chunk.row + 1] - 1 - from_first : ply.begin[chunk.row] + from_first;
}

// The piece that an entry leads to.
__device__ Piece piece_of(const Ply& ply, const Paths& paths, const Chunk& chunk, int entry) {
    const Card& card = ply.card;
    const int figures = card.figure_points.size;
    const int place = paths.after[Number(chunk.mover) * figures + entry % figures];
    const Number row = place * ply.by_mover + chunk.other * ply.by_other, begin = ply.next_begin[row];
    const int offset = chunk.lead + int(card.entry_points[entry]) - ply.next_low[row];
    return Piece{begin + offset, offset, int(ply.next_begin[row + 1] - begin)};
}

// The number of a lane in a piece: nothing below it, `above` beyond it.
__device__ Real look_up(Piece piece, const Real* values, Real above, int lane) {
    const int at = piece.offset + lane;
    const bool known = at >= 0 & at < piece.count;
    Real found = at < 0 ? Real(0) : above;
    if (known) found = values[piece.begin + lane];
    return found;
}

// The value of each entry that can be made next, for the lanes of a chunk.
//
// The threads first find a piece for each slot, side by side; then each copies its lane of some.
template <int teams>
__device__ void entries(
    const Ply& ply, const Choices& choices, const Paths& paths, const Chunk& chunk,
    const Real* values, Real above, Piece* pieces, Real* worth
) {
    const int count = choices.count[chunk.run], lane = threadIdx.x % LANES, team = threadIdx.x / LANES;
    const unsigned short* entry = choices.entry.data + chunk.run * ply.card.entry_points.size;
    for (int slot = threadIdx.x; slot < count; slot += teams * LANES)
        pieces[slot] = piece_of(ply, paths, chunk, entry[slot]);
    __syncthreads();
    for (int first = team; first < count; first += AT_ONCE * teams) {
        Real then[AT_ONCE];
#pragma unroll
        for (int each = 0; each < AT_ONCE; each++)
            then[each] = look_up(pieces[min(first + each * teams, count - 1)], values, above, lane);
#pragma unroll
        for (int each = 0; each < AT_ONCE; each++)
            if (first + each * teams < count) worth[(first + each * teams) * LANES] = then[each];
    }
    __syncthreads();
}
