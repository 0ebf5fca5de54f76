// Bounds from programs: each once, or sweep by sweep over a layer whose programs are kept on a tape.

struct Constants {
    Column<double> numbers, finals;
    Column<Number> least;
    Column<double> mirror;  // one number
};

struct Values {
    KeyIndex index;
    Column<double> bounds;
    Constants known;
    Column<Number> seen;  // what was recorded on the way, at these indices
};

__device__ void note_most(Number& most, double value) {
    Number bits = __double_as_longlong(value);  // as none is negative, bits keep the order
    if (bits > *(volatile Number*)&most) atomicMax(&most, bits);
}

__global__ void rank_keys(Batch batch, Values values) {  // ranks are stored where programs would end
    Number i = thread_number();
    if (i >= batch.count) return;
    const Number* key = &batch.keys[batch.place(i) * KEY_WORDS];
    batch.ends[i] = rank(key[0], KEY_WORDS > 1 ? key[KEY_WORDS - 1] : 0);
}

// Puts the indices of a program's leaves into a row; false if one is missing.
template <typename Row>
__device__ bool locate_leaves(Batch batch, Number i, KeyIndex index, Row row) {
    Strided<Number> words = batch.program(i);
    Number leaf = 0;
    for (Number at = 0; at < batch.ends[i]; at = next_operation(words, at, KEY_WORDS)) {
        if ((words[at] & 7) != LEAF) continue;
        Number key0 = unflipped(words[at + 1], batch.flip);
        Number place = find(index, key0, KEY_WORDS > 1 ? words[at + KEY_WORDS] : 0);
        if (place < 0) return false;
        row[leaf++] = key0 == words[at + 1] ? place : -1 - place;
    }
    return true;
}

// Bounds of a batch from its programs: new ones where there are none, or tighter ones where there are.
struct Turn {
    Column<Number> leaves;
    Number sweeping;
};

__global__ void evaluate_batch(Batch batch, Values values, Turn turn) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Strided<Number> row = {turn.leaves.data + i / WARP * (batch.room / 2) * WARP + i % WARP};
    if (!locate_leaves(batch, i, values.index, row)) {
        values.seen[LOST] = 1;
        return;
    }
    double stack[DEPTH];
    Number found = evaluate(
        batch.program(i), 0, batch.ends[i], KEY_WORDS, row, 0, values.bounds, values.known.numbers,
        values.known.finals, values.known.least, values.known.mirror[0], stack
    );
    double* low = &values.bounds[2 * batch.place(i)];
    if (found < 0) {
        atomicAdd((Bits*)&values.seen[WAITING], (Bits)1);
    } else if (!turn.sweeping) {
        low[0] = stack[0];
        low[1] = stack[1];
    } else {
        double one = max(low[0], stack[0]), two = max(low[1], stack[1]);
        note_most(values.seen[STEP], max(one - low[0], two - low[1]));
        note_most(values.seen[WIDTH], -two - one);
        low[0] = one;
        low[1] = two;
    }
}

// The shapes of programs (their words without the keys), numbered. They are first distinguished by
// their hashes; `note_shapes` compares all words.
struct Shapes {
    Column<Bits> hashes;
    Column<int> numbers;
    Column<Number> begins, ends, sizes, words, counts;
    Column<int> of;
};

__device__ Bits hash_of_shape(Strided<Number> words, Number end, Number& length, Number& leaves) {
    Number hashed = 0;
    length = leaves = 0;
    for (Number at = 0; at < end;) {
        Number next = next_operation(words, at, KEY_WORDS);
        bool leaf = (words[at] & 7) == LEAF;
        leaves += leaf;
        for (Number stop = leaf ? at + 1 : next; at < stop; at++, length++) hashed = mix(hashed, words[at]);
        at = next;
    }
    return (Bits)hashed | 1ULL << 63;
}

__global__ void intern_shapes(Batch batch, Shapes shapes) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Strided<Number> words = batch.program(i);
    Number length, leaves, mask = shapes.hashes.size - 1;
    Bits hashed = hash_of_shape(words, batch.ends[i], length, leaves);
    for (Number at = hashed & mask;; at = (at + 1) & mask) {
        Bits there = *(volatile Bits*)&shapes.hashes[at];
        if (!there) there = atomicCAS(&shapes.hashes[at], 0ULL, hashed);
        if (there == hashed) return;
        if (there) continue;
        Number number = atomicAdd((Bits*)&shapes.counts[KNOWN], (Bits)1);
        Number begin = atomicAdd((Bits*)&shapes.counts[USED], (Bits)length);
        if (number >= shapes.begins.size || begin + length > shapes.words.size) {
            shapes.counts[CROWDED] = 1;
            return;
        }
        shapes.numbers[at] = number;
        shapes.begins[number] = begin;
        shapes.ends[number] = begin + length;
        shapes.sizes[number] = leaves;
        for (Number from = 0; from < batch.ends[i];) {
            Number next = next_operation(words, from, KEY_WORDS), stop = (words[from] & 7) == LEAF ? from + 1 : next;
            for (; from < stop; from++) shapes.words[begin++] = words[from];
            from = next;
        }
        return;
    }
}

__global__ void note_shapes(Batch batch, Shapes shapes) {
    Number i = thread_number();
    if (i >= batch.count) return;
    Strided<Number> words = batch.program(i);
    Number length, leaves, mask = shapes.hashes.size - 1;
    Bits hashed = hash_of_shape(words, batch.ends[i], length, leaves);
    Number at = hashed & mask;
    while (shapes.hashes[at] != hashed) at = (at + 1) & mask;
    int number = shapes.numbers[at];
    Number to = shapes.begins[number];
    bool same = shapes.ends[number] - to == length;
    for (Number from = 0; same && from < batch.ends[i];) {
        Number next = next_operation(words, from, KEY_WORDS), stop = (words[from] & 7) == LEAF ? from + 1 : next;
        for (; from < stop; from++) same = same && shapes.words[to++] == words[from];
        from = next;
    }
    if (!same) shapes.counts[DIFFERENT] = 1;
    shapes.of[batch.first + i] = number;
}

// The programs of a layer: the shape of each position, and its leaves. Positions of one shape are
// consecutive, and the leaves of those that run in step are interleaved.
struct Tape {
    Column<int> order, shapes;
    Column<Number> bases;
    Column<int> leaves;
    Column<Number> starts, words, sizes;

    __device__ Strided<int> row(Number i) const { return {leaves.data + bases[i / WARP] * WARP + i % WARP}; }
};

__global__ void record_leaves(Batch batch, Values values, Tape tape) {
    Number i = thread_number();
    if (i >= batch.count) return;
    if (!locate_leaves(batch, i, values.index, tape.row(batch.first + i))) values.seen[LOST] = 1;
}

struct All {
    __device__ Number operator[](Number) const { return 1; }
};

// The range of everything that positions without bounds lead out to.
__global__ void find_exits(Tape tape, Values values) {
    Number i = thread_number();
    if (i >= tape.order.size) return;
    double stack[DEPTH], seen[2] = {FAR, FAR};
    Constants known = values.known;
    if (exits(
            i, i + 1, 0, 0, tape.shapes, tape.starts, tape.words, tape.row(i), tape.order, 1,
            values.bounds, known.numbers, known.finals, known.least, known.mirror[0], stack, seen
        ))
        values.seen[POINTS] = 1;
    for (int end = 0; end < 2; end++) {
        Number& least = values.seen[end ? HIGH : LOW];
        for (Number there = *(volatile Number*)&least; seen[end] < __longlong_as_double(there);) {
            Number then = atomicCAS((Bits*)&least, (Bits)there, (Bits)__double_as_longlong(seen[end]));
            if (then == there) break;
            there = then;
        }
    }
}

__global__ void sweep_tape(Tape tape, Values values) {
    Number i = thread_number();
    if (i >= tape.order.size) return;
    double stack[DEPTH], seen[2] = {0, 0};
    Constants known = values.known;
    Number failed = sweep(
        i, i + 1, 0, 0, 0, tape.shapes, tape.starts, tape.words, tape.sizes, tape.row(i), tape.order,
        1, values.bounds, known.numbers, known.finals, known.least, known.mirror[0], stack, All(), seen
    );
    if (failed) values.seen[LOST] = 1;
    note_most(values.seen[WIDTH], seen[0]);
    note_most(values.seen[STEP], seen[1]);
}
