// Walk the lattice of keeps. A thread is a lane: it walks alone, so that no thread waits for another.
//
// The rolls lie in shared memory, a row of lanes for each. The keeps of fewer dice stay in the
// registers of their thread: the lattice is known when this is compiled, so that every loop over it
// is unrolled and every index of `keep` is a constant. A lattice too large for that (UNROLL is 1)
// keeps them in memory.

// The value of each keep: the mean over the next die, from a few dice short to none.
//
// Each node adds its value to those with one die fewer; by its turn, its own sum is complete.
// A second product restores what rounding takes from 1 / SIDES, before the sum is rounded.
__device__ void reroll(const Real* rolls, Real (&keep)[KEEPS]) {
    const Real share = Real(1.0 / SIDES), rest = Real(1.0 / SIDES - double(share));
#pragma unroll (UNROLL)
    for (int node = 0; node < KEEPS; node++) keep[node] = 0;
#pragma unroll (UNROLL)
    for (int node = 0; node < SIZE; node++) {
        Real worth;
        if (node < ROLLS) {
            worth = rolls[node * LANES];
        } else {
            const Real total = keep[node - ROLLS];
            worth = keep[node - ROLLS] = fma(share, total, rest * total);
        }
#pragma unroll
        for (int parent = 0; parent < WIDTH; parent++)
            if (parent < PARENTS[node]) keep[DOWN[node][parent] - ROLLS] += worth;
    }
}

// The value of each roll: the best of the keeps it contains, one die at a time.
__device__ void keep_best(Real* rolls, Real (&keep)[KEEPS]) {
#pragma unroll (UNROLL)
    for (int node = SIZE - 2; node >= 0; node--) {
        Real best = node < ROLLS ? rolls[node * LANES] : keep[node - ROLLS];
#pragma unroll
        for (int parent = 0; parent + 1 < WIDTH; parent += 2)
            if (parent + 1 < PARENTS[node])
                best = best_of(best, keep[DOWN[node][parent] - ROLLS], keep[DOWN[node][parent + 1] - ROLLS]);
        if (PARENTS[node] % 2) best = max(best, keep[DOWN[node][PARENTS[node] - 1] - ROLLS]);
        (node < ROLLS ? rolls[node * LANES] : keep[node - ROLLS]) = best;
    }
}

// The mean over the first roll of a turn: some rolls at a time, so that few sums need 64 bits.
__device__ Real average(const Real* rolls) {
    double total = 0;
#pragma unroll (UNROLL)
    for (int first = 0; first < ROLLS; first += GROUP) {
        Real part = 0;
#pragma unroll
        for (int roll = first; roll < first + GROUP; roll++)
            if (roll < ROLLS) part = fma(Real(WAYS[roll]), rolls[roll * LANES], part);
        total += part;
    }
    return total * (1.0 / ALL_WAYS);
}

// One turn, from the values of the final rolls back to the value before the first roll.
__device__ Real walk(Real* rolls, int rerolls) {
    Real keep[KEEPS];
#pragma unroll 1
    for (int left = 0; left < rerolls; left++) {
        reroll(rolls, keep);
        forget();  // or the compiler would keep the rolls, too, in registers, of which there are too few
        keep_best(rolls, keep);
        forget();
    }
    return average(rolls);
}
