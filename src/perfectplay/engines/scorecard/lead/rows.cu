// The rows of a ply: lanes are leads, one point apart.
//
// Putting points into a box moves along a row of the next ply, so that what an entry is worth for
// many leads is a piece of that row, read in one go.

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

// What follows from that for all lanes of a ply.
struct Paths {
    Column<int> run;           // by mover
    Column<int> after;         // by mover and figure, the place that it leads to
    Column<Number> chunks;     // by row, where its chunks begin: lanes that are solved together
    Column<int> row;           // by chunk
};

// A piece of a row of the next ply, as seen from the first lane of a chunk.
struct alignas(16) Piece {
    Number begin;
    int offset, count;
};

// How many rows of lanes some pieces take.
__device__ int rows_of_pieces(int count) {
    const int a_row = LANES * sizeof(Real) / sizeof(Piece);
    return (count + a_row - 1) / a_row;
}

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

// The places that the figures of each mover lead to; a thread for each.
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

// The chunks of each row; a thread for each row.
extern "C" __global__ void list_chunks(Ply ply, Paths paths) {
    const Number row = Number(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= ply.low.size) return;
    for (Number chunk = paths.chunks[row]; chunk < paths.chunks[row + 1]; chunk++) paths.row[chunk] = row;
}

// What each entry that can be made next is worth, for leads from one on.
//
// The threads first look up a piece for each slot, side by side; then each copies its lane of all.
__device__ void entries(
    const Ply& ply, const Choices& choices, const Paths& paths, const Real* values, Real above,
    int run, int mover, int other, int lead, Piece* pieces, Real* worth
) {
    const Card& card = ply.card;
    const int figures = card.figure_points.size, count = choices.count[run];
    const unsigned short* entry = choices.entry.data + Number(run) * card.entry_points.size;
    for (int slot = threadIdx.x; slot < count; slot += LANES) {
        const int made = entry[slot] & ~NOTHING;
        const int place = paths.after[Number(mover) * figures + made % figures];
        const Number row = place * ply.by_mover + other * ply.by_other, begin = ply.next_begin[row];
        const int offset = lead + int(card.entry_points[made]) - ply.next_low[row];
        pieces[slot] = Piece{begin + offset, offset, int(ply.next_begin[row + 1] - begin)};
    }
    __syncwarp();
    Real nothing = NEVER;
#pragma unroll 4
    for (int slot = 0; slot < count; slot++) {
        const Piece piece = pieces[slot];
        const int at = piece.offset + int(threadIdx.x);
        Real then = at < 0 ? Real(0) : above;
        if (at >= 0 && at < piece.count) then = values[piece.begin + threadIdx.x];
        worth[slot * LANES] = then;
        if (entry[slot] & NOTHING) nothing = max(nothing, then);
    }
    worth[count * LANES] = nothing;
}
