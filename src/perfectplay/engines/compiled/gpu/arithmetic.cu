// Integers of compiled rules: 64 bits that wrap around, with quotients rounded down.

typedef unsigned long long Bits;

__device__ Number add(Number one, Number two) { return (Bits)one + (Bits)two; }
__device__ Number subtract(Number one, Number two) { return (Bits)one - (Bits)two; }
__device__ Number multiply(Number one, Number two) { return (Bits)one * (Bits)two; }
__device__ Number shift_left(Number one, Number by) { return (Bits)one << by; }

__device__ bool add_fits(Number one, Number two, Number& sum) {
    sum = add(one, two);
    return ((one ^ sum) & (two ^ sum)) >= 0;
}

__device__ bool subtract_fits(Number one, Number two, Number& difference) {
    difference = subtract(one, two);
    return ((one ^ two) & (one ^ difference)) >= 0;
}

__device__ bool multiply_fits(Number one, Number two, Number& product) {
    product = multiply(one, two);
    return __mul64hi(one, two) == product >> 63;
}

__device__ Number remainder(Number one, Number two) {
    Number rest = one % two;
    return rest && (rest ^ two) < 0 ? rest + two : rest;
}

__device__ Number quotient(Number one, Number two) {
    Number rest = one % two;
    return one / two - (rest && (rest ^ two) < 0);
}

__device__ Number mix(Number hashed, Number word) {
    Bits found = (Bits)hashed * 0x9E3779B97F4A7C15ULL + (Bits)word;
    found = (found ^ found >> 32) * 0xD6E8FEB86659FD93ULL;
    return (found ^ found >> 32) & 0x7FFFFFFFFFFFFFFFULL;
}

// Records words that a table has not seen, if there is room.
template <typename Words>
__device__ Number note_miss(Number* misses, Number room, Number memo, Words words, Number count) {
    Number at = *(volatile Number*)misses;
    for (Number then = at; at + count + 2 <= room; at = then) {
        then = atomicCAS((Bits*)misses, (Bits)at, (Bits)(at + count + 2));
        if (then != at) continue;
        misses[at] = memo;
        misses[at + 1] = count;
        for (Number i = 0; i < count; i++) misses[at + 2 + i] = words[i];
        break;
    }
    return 0;
}

// Data interleaved for threads that run in step: the same element of each is consecutive.
const int WARP = 32;

template <typename T>
struct Strided {
    T* data;
    __device__ T& operator[](Number at) const { return data[WARP * at]; }
};

__device__ Number thread_number() { return blockIdx.x * (Number)blockDim.x + threadIdx.x; }

// Some positions, with room for the program of each.
struct Batch {
    Column<Number> keys;
    Column<int> order;  // which positions; if empty, consecutive ones from the first
    Number first, count;
    Column<Number> words;
    Number room;
    Column<Number> ends;
    Column<Number> flip;

    __device__ Number place(Number i) const { return order.size ? order[first + i] : first + i; }
    __device__ Strided<Number> program(Number i) const {
        return {words.data + i / WARP * room * WARP + i % WARP};
    }
};

// All positions, indexed by their keys.
struct KeyIndex {
    Column<Number> keys;
    Column<unsigned int> slots;
};

__device__ bool same_key(const volatile Number* key, Number key0, Number key1) {
    return key[0] == key0 && (KEY_WORDS == 1 || key[1] == key1);
}

__device__ Number find(KeyIndex known, Number key0, Number key1) {
    Number mask = known.slots.size - 1;
    for (Number at = mix(key0, key1) & mask;; at = (at + 1) & mask) {
        unsigned int there = known.slots[at];
        if (!there) return -1;
        if (same_key(&known.keys[(there - 1) * (Number)KEY_WORDS], key0, key1)) return there - 1;
    }
}
