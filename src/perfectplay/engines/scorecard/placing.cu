// Put rolls into boxes: which boxes and points there are to choose from, and the best of them.
//
// Kernels that list are run once a layer, a thread for each mask with its flag (a run); the lists
// are then read by all lanes.

// A card as arrays; see CardArrays in anchors.py.
struct Card {
    Number boxes, in_order, repeat_box, repeat_points, joker, face_boxes;
    Column<Number> figure_begin, figure_points, entry_points, again_begin;
    Column<unsigned> again, figure_of;
    Column<Number> scoring_begin;
    Column<unsigned> scoring_box;
    Column<unsigned char> repeats;
    Column<unsigned> own_box, section_at, section_bit;
    Column<Number> section_begin, lane_begin;
    Column<unsigned> totals;
    Column<Number> lane_of_begin;
    Column<unsigned> lane_of;
    Column<Number> base;
};

// The anchors of a layer: from begin[i] to begin[i + 1] those of one mask and flag.
struct Runs {
    Column<Number> begin, mask, flag;
};

// A slot is a row of worth in shared memory. Some rolls share the rows of a list: the k-th row that
// each of them may take lie side by side.
struct alignas(16) Slots {
    unsigned short of[GROUP];
};

// By run: the entries that can be made, and the slots that rolls may take.
struct Choices {
    Column<unsigned short> entry;   // by run and slot; marked if it is a box filled with nothing
    Column<unsigned short> slot;    // by run and entry
    Column<int> count;              // by run, how many slots; the one after them is for nothing
    Column<Slots> slots;            // by run, group of rolls and depth
    Column<int> depth;              // by run and group of rolls
};

__device__ Number playable(const Card& card, Number mask) {
    const Number open = ~mask & ((Number(1) << card.boxes) - 1);
    return card.in_order ? open & -open : open;
}

__device__ int flag_after(const Card& card, Number flag, int box, Number points) {
    return flag || (Number(1) << box == card.repeat_box && points && card.repeat_points);
}

// Where a repeated roll may go, as a mask, and whether it scores as a joker.
__device__ Number joker_boxes(const Card& card, Number mask, int roll, int& as_joker) {
    const Number choices = playable(card, mask), own = card.own_box[roll] & choices;
    as_joker = card.joker && !own;
    if (card.joker != FORCED) return choices;
    const Number others = choices & ~card.face_boxes;
    return own ? own : others ? others : choices;
}

// The entries of each run, slot by slot.
extern "C" __global__ void list_entries(Card card, Runs runs, Choices choices) {
    const int run = blockIdx.x * blockDim.x + threadIdx.x;
    if (run >= runs.mask.size) return;
    const Number open = playable(card, runs.mask[run]);
    const int figures = card.figure_points.size, entries = card.entry_points.size;
    int count = 0;
    for (int box = 0; box < card.boxes; box++) {
        if (!(open >> box & 1)) continue;
        const int first = card.figure_begin[box];
        for (int figure = first; figure < card.figure_begin[box + 1]; figure++) {
            const bool nothing = figure == first && card.figure_points[figure] == 0;
            choices.slot[run * entries + figure] = count;
            choices.entry[run * entries + count++] = figure | (nothing ? NOTHING : 0);
        }
        if (!runs.flag[run]) continue;
        for (int each = card.again_begin[box]; each < card.again_begin[box + 1]; each++) {
            const int entry = figures + card.again[each];
            choices.slot[run * entries + entry] = count;
            choices.entry[run * entries + count++] = entry;
        }
    }
    choices.count[run] = count;
}

// The slots that a roll may take; as many as there are, into `found`.
__device__ int list_roll(
    const Card& card, Number mask, Number flag, int roll, const unsigned short* slot, int nothing,
    unsigned short* found
) {
    int count = 0;
    if (card.repeat_box & mask && card.repeats[roll]) {
        int as_joker;
        const Number open = joker_boxes(card, mask, roll, as_joker);
        const int first = flag ? card.figure_points.size : 0;
        for (int box = 0; box < card.boxes; box++)
            if (open >> box & 1)
                found[count++] = slot[first + card.figure_of[(as_joker * card.boxes + box) * ROLLS + roll]];
        return count;
    }
    const Number open = playable(card, mask);
    found[count++] = nothing;
    for (int each = card.scoring_begin[roll]; each < card.scoring_begin[roll + 1]; each++) {
        const int box = card.scoring_box[each];
        if (open >> box & 1) found[count++] = slot[card.figure_of[box * ROLLS + roll]];
    }
    return count;
}

// The slots of each group of rolls of each run. A roll with fewer than others repeats its first.
extern "C" __global__ void list_rows(Card card, Runs runs, Choices choices) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int run = thread / GROUPS, group = thread % GROUPS;
    if (run >= runs.mask.size) return;
    const int entries = card.entry_points.size, most = card.boxes + 1;
    const unsigned short* slot = choices.slot.data + Number(run) * entries;
    Slots* list = choices.slots.data + Number(thread) * most;
    unsigned short found[MOST_BOXES + 1];
    int depth = 1;
    for (int place = 0; place < GROUP; place++) {
        const int roll = group * GROUP + place;
        int count = 1;
        found[0] = choices.count[run];
        if (roll < ROLLS)
            count = list_roll(card, runs.mask[run], runs.flag[run], roll, slot, found[0], found);
        for (int each = 0; each < most; each++) list[each].of[place] = found[each < count ? each : 0];
        depth = max(depth, count);
    }
    choices.depth[thread] = depth;
}

// The worth of each roll once the dice are down: the best of the rows that it may take.
__device__ void place_best(const Choices& choices, int run, int most, const Real* worth, Real* rolls) {
    for (int group = 0; group < GROUPS; group++) {
        const Slots* list = choices.slots.data + Number(run * GROUPS + group) * most;
        const int depth = choices.depth[run * GROUPS + group];
        Real best[GROUP];
#pragma unroll
        for (int place = 0; place < GROUP; place++) best[place] = NEVER;
        for (int each = 0; each < depth; each++) {
            const Slots slots = list[each];
#pragma unroll
            for (int place = 0; place < GROUP; place++)
                best[place] = max(best[place], worth[slots.of[place] * LANES]);
        }
#pragma unroll
        for (int place = 0; place < GROUP; place++) rolls[(group * GROUP + place) * LANES] = best[place];
    }
}
