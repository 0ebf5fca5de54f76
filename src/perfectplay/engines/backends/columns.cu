// What all kernels build on: columns of numbers as the host lays them out, see `as_struct`.

typedef long long Number;

template <typename T>
struct Column {
    T* data;
    Number size;
    __device__ T& operator[](Number at) const { return data[at]; }
};

// The compiler reads anew from memory what it has read or written before.
__device__ void forget() { asm volatile("" ::: "memory"); }
