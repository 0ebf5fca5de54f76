// Put rolls into boxes: which boxes and points there are to choose from, and the best of them.
//
// Kernels that build lists run once per layer, with one thread for each mask and flag (a run); all
// lanes then read the lists.

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

// The anchors of a layer: those of one mask and flag are begin[i] to begin[i + 1].
struct Runs {
    Column<Number> begin, mask, flag;
};

// A slot is a row of values in shared memory. Groups of rolls share a list: the k-th slots that each
// of them may take are stored together, as byte offsets, so that one addition gives the address.
struct alignas(16) Slots {
    int of[GROUP];
};

__device__ Real at_row(const Real* worth, int bytes) {
    return *reinterpret_cast<const Real*>(reinterpret_cast<const char*>(worth) + bytes);
}

// For each run: the entries that can be made, and the slots that rolls may take.
struct Choices {
    Column<unsigned short> entry;   // by run and slot; first those that fill a box with no points
    Column<unsigned short> slot;    // by run and entry
    Column<int> nothings;           // by run, how many slots fill a box with no points
    Column<int> count;              // by run, how many slots; the one after them is the best of those with no points
    Column<Slots> slots;            // by run, group of rolls and depth
    Column<int> depth;              // by run and group of rolls; it is even
};

// By run and roll: the slots of all boxes it may go into, in card order.
struct Boxes {
    Column<unsigned short> slot;
    Column<int> count;
};

// The size of a list: a slot for each box, and one for no points.
__device__ int most_rows(const Card& card) { return (card.boxes + 2) / 2 * 2; }

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
    unsigned short* slot = choices.slot.data + Number(run) * entries;
    unsigned short* entry = choices.entry.data + Number(run) * entries;
    int count = 0;
    for (int box = 0; box < card.boxes; box++) {
        const int first = card.figure_begin[box];
        if (open >> box & 1 && card.figure_points[first] == 0) slot[entry[count] = first] = count, count++;
    }
    choices.nothings[run] = count;
    for (int box = 0; box < card.boxes; box++) {
        if (!(open >> box & 1)) continue;
        for (int figure = card.figure_begin[box]; figure < card.figure_begin[box + 1]; figure++)
            if (card.figure_points[figure]) slot[entry[count] = figure] = count, count++;
        if (!runs.flag[run]) continue;
        for (int each = card.again_begin[box]; each < card.again_begin[box + 1]; each++) {
            const int again = figures + card.again[each];
            slot[entry[count] = again] = count, count++;
        }
    }
    choices.count[run] = count;
}

// The slots that a roll may take, into `found`; returns how many.
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

// The slots of the boxes that each roll of each run may go into.
extern "C" __global__ void list_boxes(Card card, Runs runs, Choices choices, Boxes boxes) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int run = thread / ROLLS, roll = thread % ROLLS;
    if (run >= runs.mask.size) return;
    Number open = playable(card, runs.mask[run]);
    int as_joker = 0, first = 0, count = 0;
    if (card.repeat_box & runs.mask[run] && card.repeats[roll]) {
        open = joker_boxes(card, runs.mask[run], roll, as_joker);
        first = runs.flag[run] ? card.figure_points.size : 0;
    }
    const unsigned short* slot = choices.slot.data + Number(run) * card.entry_points.size;
    for (int box = 0; box < card.boxes; box++)
        if (open >> box & 1)
            boxes.slot[Number(thread) * card.boxes + count++] =
                slot[first + card.figure_of[(as_joker * card.boxes + box) * ROLLS + roll]];
    boxes.count[thread] = count;
}

// The slots of each group of rolls of each run. Rolls with fewer slots repeat their first.
extern "C" __global__ void list_rows(Card card, Runs runs, Choices choices) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int run = thread / GROUPS, group = thread % GROUPS;
    if (run >= runs.mask.size) return;
    const int entries = card.entry_points.size, most = most_rows(card);
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
        for (int each = 0; each < most; each++) list[each].of[place] = found[each < count ? each : 0] * LANES * sizeof(Real);
        depth = max(depth, count);
    }
    choices.depth[thread] = depth + depth % 2;
}

// The best box to fill with no points, into the slot after all others.
__device__ void find_nothing(const Choices& choices, int run, Real* worth) {
    Real nothing = NEVER;
    for (int slot = 0; slot < choices.nothings[run]; slot++) nothing = max(nothing, worth[slot * LANES]);
    worth[choices.count[run] * LANES] = nothing;
}

// The best of the rows that each roll of a group may take, two at a time.
__device__ void best_rows(const Slots* list, int depth, const Real* worth, Real* best) {
#pragma unroll
    for (int place = 0; place < GROUP; place++) best[place] = NEVER;
#pragma unroll 1
    for (int each = 0; each < depth; each += 2) {
        const Slots one = list[each], other = list[each + 1];
#pragma unroll
        for (int place = 0; place < GROUP; place++)
            best[place] = best_of(best[place], at_row(worth, one.of[place]), at_row(worth, other.of[place]));
    }
}

// The value of each roll once rolling is over: the best of the rows it may take.
//
// The last HELD groups of rolls will overwrite the rows, so a thread holds them in its registers for
// keeps until it no longer needs the rows.
__device__ void place_best(const Card& card, const Choices& choices, int run, const Real* worth, Real* rolls) {
    const int most = most_rows(card);
    const int* depth = choices.depth.data + run * GROUPS;
    const Slots* list = choices.slots.data + Number(run) * GROUPS * most;
    Real best[GROUP], held[(HELD + 1) * GROUP];
#pragma unroll 1
    for (int group = 0; group < GROUPS - HELD; group++) {
        best_rows(list + group * most, depth[group], worth, best);
#pragma unroll
        for (int place = 0; place < GROUP; place++) rolls[(group * GROUP + place) * LANES] = best[place];
    }
#pragma unroll
    for (int group = 0; group < HELD; group++)
        best_rows(list + (GROUPS - HELD + group) * most, depth[GROUPS - HELD + group], worth, held + group * GROUP);
#pragma unroll
    for (int place = 0; place < HELD * GROUP; place++) {
        const int roll = (GROUPS - HELD) * GROUP + place;
        if (roll < ROLLS) rolls[roll * LANES] = held[place];
    }
}
