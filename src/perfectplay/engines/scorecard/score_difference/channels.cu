// Follow given play of both players, to see what it yields besides its own aim; see channels.py.
//
// A chunk is followed by TEAMS of threads, which share its rolls and keeps: these are in shared memory,
// a row of lanes for each. They are computed first for the values that decide play, then for one
// channel after another, following these decisions.

// A channel at the next ply and at this one; whether it is 1 minus the other player's.
struct Channel {
    Column<Real> then, here;
    Number complement;
};

struct ToWin {
    Channel channels[3];
};

struct ToScore {
    Channel channels[2];
};

// The value of each keep, from a few dice short to none: the mean over the next die.
__device__ void reroll_all(Real* nodes) {
    const Real share = Real(1.0 / SIDES), rest = Real(1.0 / SIDES - double(share));
    for (int level = 1; level <= DICE; level++) {
        for (int node = LEVEL[level] + threadIdx.x / LANES; node < LEVEL[level + 1]; node += TEAMS) {
            const Children children = UP[node - ROLLS];
            Real total = 0;
#pragma unroll
            for (int face = 0; face < SIDES; face++) total += nodes[children.of[face] * LANES];
            nodes[node * LANES] = fma(share, total, rest * total);
        }
        __syncthreads();
    }
}

// The value of each roll once rolling is over, and the row of the box it then takes: of equally good
// boxes, the first of the card.
__device__ void choose_boxes(
    const Boxes& boxes, int run, int most, Real slack, Real* nodes, unsigned short* chosen
) {
    const Real* worth = nodes + ROLLS * LANES;
    for (int roll = threadIdx.x / LANES; roll < ROLLS; roll += TEAMS) {
        const int count = boxes.count[run * ROLLS + roll];
        const unsigned short* slots = boxes.slot.data + Number(run * ROLLS + roll) * most;
        Real best = NEVER;
        for (int each = 0; each < count; each++) best = max(best, worth[slots[each] * LANES]);
        int first = 0;
        while (best - worth[slots[first] * LANES] > slack) first++;
        nodes[roll * LANES] = best;
        chosen[roll * LANES] = ROLLS + slots[first];
    }
    __syncthreads();
}

// The best keep of each roll: a keep replaces those before it if it is better.
__device__ void choose_keeps(Real slack, Real* nodes, unsigned short* chosen) {
    for (int roll = threadIdx.x / LANES; roll < ROLLS; roll += TEAMS) {
        Real best = nodes[roll * LANES];
        int kept = roll;
#pragma unroll 4
        for (int each = OPTIONS_BEGIN[roll] + 1; each < OPTIONS_BEGIN[roll + 1]; each++) {
            const Real worth = nodes[OPTIONS[each] * LANES];
            if (worth - best > slack) kept = OPTIONS[each];
            best = max(best, worth);
        }
        nodes[roll * LANES] = best;
        chosen[roll * LANES] = kept;
    }
    __syncthreads();
}

// What is known of each roll: that of the row chosen for it.
__device__ void take_chosen(Real* nodes, const unsigned short* chosen) {
    for (int roll = threadIdx.x / LANES; roll < ROLLS; roll += TEAMS)
        nodes[roll * LANES] = nodes[chosen[roll * LANES] * LANES];
    __syncthreads();
}

// The mean over the first roll of a turn, for all teams; the rows of keeps are no longer needed.
__device__ Real average_all(Real* nodes) {
    const int team = threadIdx.x / LANES;
    Real part = 0;
    for (int roll = team; roll < ROLLS; roll += TEAMS) part = fma(Real(WAYS[roll]), nodes[roll * LANES], part);
    nodes[(ROLLS + team) * LANES] = part;
    __syncthreads();
    double total = 0;
    for (int each = 0; each < TEAMS; each++) total += nodes[(ROLLS + each) * LANES];
    __syncthreads();
    return total * (1.0 / ALL_WAYS);
}

__device__ void store(const Ply& ply, const Chunk& chunk, const Channel& channel, int lane, Real mean) {
    if (chunk.first + lane < chunk.count)
        channel.here[place_of(ply, chunk, lane)] = channel.complement ? 1 - mean : mean;
}

// The channels of a ply whose mover plays to win. Options tie if they differ by less than `slack`.
extern "C" __global__ void __launch_bounds__(TEAMS * LANES)
follow_win(
    Ply ply, Choices choices, Boxes boxes, Paths paths, const Real* values, const Real* slack, ToWin followed
) {
    const Chunk chunk = chunk_of(ply, paths);
    const int lane = threadIdx.x % LANES;
    const int rows = max(max(SIZE, ROLLS + TEAMS), ROLLS + choices.count[chunk.run]);

    // the pieces are where the rolls will be, and values where the keeps will be
    extern __shared__ char shared[];
    Piece* pieces = reinterpret_cast<Piece*>(shared);
    Real* nodes = reinterpret_cast<Real*>(shared) + lane;
    Real* worth = nodes + ROLLS * LANES;
    unsigned short* chosen = reinterpret_cast<unsigned short*>(nodes - lane + rows * LANES) + lane;

    entries<TEAMS>(ply, choices, paths, chunk, values, 1, pieces, worth);
    choose_boxes(boxes, chunk.run, ply.card.boxes, *slack, nodes, chosen);
    for (int left = 1; left <= ply.rerolls; left++) {
        reroll_all(nodes);
        choose_keeps(*slack, nodes, chosen + left * ROLLS * LANES);
    }
    for (const Channel& channel : followed.channels) {
        entries<TEAMS>(ply, choices, paths, chunk, channel.then.data, channel.complement, pieces, worth);
        take_chosen(nodes, chosen);
        for (int left = 1; left <= ply.rerolls; left++) {
            reroll_all(nodes);
            take_chosen(nodes, chosen + left * ROLLS * LANES);
        }
        const Real mean = average_all(nodes);
        if (threadIdx.x < LANES) store(ply, chunk, channel, lane, mean);
    }
}

// The channels of a ply whose mover makes entries with the probabilities in `made`, whatever the lead.
extern "C" __global__ void __launch_bounds__(LANES)
follow_score(Ply ply, Paths paths, const double* made, ToScore followed) {
    const Chunk chunk = chunk_of(ply, paths);
    const int count = ply.card.entry_points.size;
    double mean[2] = {0, 0};
    for (int entry = 0; entry < count; entry++) {
        const double likely = made[Number(chunk.mover) * count + entry];
        if (likely == 0) continue;
        const Piece piece = piece_of(ply, paths, chunk, entry);
        for (int each = 0; each < 2; each++) {
            const Channel& channel = followed.channels[each];
            mean[each] += likely * look_up(piece, channel.then.data, channel.complement, threadIdx.x);
        }
    }
    for (int each = 0; each < 2; each++) store(ply, chunk, followed.channels[each], threadIdx.x, mean[each]);
}
