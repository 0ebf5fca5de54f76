// What all kernels build on: columns of numbers as the host lays them out, see `as_struct`.

typedef long long Number;

template <typename T>
struct Column {
    T* data;
    Number size;
    __device__ T& operator[](Number at) const { return data[at]; }
};

// Makes the compiler reload from memory whatever it has read or written before.
__device__ void forget() { asm volatile("" ::: "memory"); }

// The largest of three chances: as none is negative, they are ordered like their bits.
__device__ float best_of(float one, float two, float three) {
    return __int_as_float(__vimax3_s32(__float_as_int(one), __float_as_int(two), __float_as_int(three)));
}

__device__ double best_of(double one, double two, double three) { return max(max(one, two), three); }
