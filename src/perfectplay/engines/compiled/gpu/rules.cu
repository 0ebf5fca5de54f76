// Runs compiled rules, one position per thread, and records the positions they lead to.

struct Tables {
    Column<Number> cells;
    Column<double> reals;
    Column<Number> bases;
    Column<int> slots;
    Number mask;
    Column<Number> starts, known, misses;
};

// Counters of runs that failed, by reason.
struct Runs {
    Column<unsigned char> statuses;
    Column<Number> counts;
    Number turned;  // whether to run the mirror images of the positions
};

__global__ void run_rules(Batch batch, Tables tables, Runs runs) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Number key[KEY_WORDS];
    for (int word = 0; word < KEY_WORDS; word++) key[word] = batch.keys[batch.place(i) * KEY_WORDS + word];
    batch.ends[i] = 0;
    runs.statuses[i] = DONE;
    if (key[0] < 0) return;  // an unused place, see `note`
    if (runs.turned) key[0] = flipped(key[0], batch.flip);
    Number run = record(
        key, 0, 1, batch.program(i), batch.room, &batch.ends[i], &runs.statuses[i], tables.cells,
        tables.reals, tables.bases, tables.slots, tables.mask, tables.starts, tables.known,
        tables.misses.data, tables.misses.size
    );
    if (!run) runs.statuses[i] = FULL;
    if (runs.statuses[i] != DONE) {
        batch.ends[i] = 0;
        atomicAdd((Bits*)&runs.counts[runs.statuses[i]], (Bits)1);
    }
}

// The positions found so far, and statistics, see `kernels.reach`.
struct Found {
    KeyIndex index;
    Number room;
    Column<unsigned char> leafless;
    Column<Number> stats;
};

// Records a key if it is new. If two threads claim a place for the same key, one stays unused.
__device__ void note(Found found, Number key0, Number key1) {
    Column<unsigned int> slots = found.index.slots;
    Column<Number> keys = found.index.keys;
    Number mask = slots.size - 1, mine = -1;
    for (Number at = mix(key0, key1) & mask;; at = (at + 1) & mask) {
        unsigned int there = *(volatile unsigned int*)&slots[at];
        if (!there) {
            if (mine < 0) {
                mine = atomicAdd((Bits*)&found.stats[FOUND], (Bits)1);
                if (mine >= found.room) {
                    found.stats[CROWDED] = 1;
                    return;
                }
                keys[mine * KEY_WORDS] = key0;
                if (KEY_WORDS > 1) keys[mine * KEY_WORDS + KEY_WORDS - 1] = key1;
                __threadfence();
            }
            there = atomicCAS(&slots[at], 0u, (unsigned int)(mine + 1));
            if (!there) return;
        }
        if (same_key(&keys[(there - 1) * (Number)KEY_WORDS], key0, key1)) {
            if (mine >= 0) {
                keys[mine * KEY_WORDS] = -1;
                atomicAdd((Bits*)&found.stats[NOBODYS], (Bits)1);
            }
            return;
        }
    }
}

__global__ void reach(Batch batch, Found found) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Strided<Number> words = batch.program(i);
    Number leaves = 0, depth = 0, deepest = 0;
    for (Number at = 0; at < batch.ends[i]; at = next_operation(words, at, KEY_WORDS)) {
        Number word = words[at], operation = word & 7;
        if (operation == LEAF) {
            leaves++;
            depth++;
            note(found, unflipped(words[at + 1], batch.flip), KEY_WORDS > 1 ? words[at + KEY_WORDS] : 0);
        } else if (operation == MAX || operation == MIN || operation == CHANCE) {
            depth += 1 - (word >> 3);
        } else if (operation == FINAL) {
            depth++;
            if (word >> 3 & 3) {
                found.stats[LISTED_FINALS] = 1;
            } else {
                if (word >> 5 < found.stats[LEAST_FINAL]) atomicMin(&found.stats[LEAST_FINAL], word >> 5);
                if (word >> 5 > found.stats[MOST_FINAL]) atomicMax(&found.stats[MOST_FINAL], word >> 5);
            }
        } else if (operation == GAIN && word >> 3) {
            found.stats[GAINS] = 1;
        }
        deepest = max(deepest, depth);
    }
    if (deepest > found.stats[DEPTH]) atomicMax(&found.stats[DEPTH], deepest);
    found.leafless[batch.place(i)] = leaves == 0;
}

// Enters distinct keys into the slots.
__global__ void file_keys(KeyIndex index, Batch batch) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Number place = batch.first + i, mask = index.slots.size - 1;
    const Number* key = &index.keys[place * KEY_WORDS];
    if (key[0] < 0) return;
    Number at = mix(key[0], KEY_WORDS > 1 ? key[KEY_WORDS - 1] : 0) & mask;
    while (atomicCAS(&index.slots[at], 0u, (unsigned int)(place + 1))) at = (at + 1) & mask;
}

__global__ void compare_mirrors(Batch batch, Batch others, Found found) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Number broken = mirror_break(
        batch.program(i), &batch.ends[i], others.program(i), &others.ends[i], 1, KEY_WORDS, batch.flip
    );
    if (broken >= 0) found.stats[BROKEN] = 1;
}
