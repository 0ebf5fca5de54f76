// CUDA's words for a C++ compiler: a block's threads run by turns, each up to where all are to meet.
#undef _FORTIFY_SOURCE  // it forbids to jump from one stack to another
#include <algorithm>
#include <cfenv>
#include <cmath>
#include <csetjmp>
#include <cstdlib>
#include <tuple>
#include <ucontext.h>
#include <utility>
#include <vector>

#define __device__
#define __global__
#define __launch_bounds__(threads)
#define __shared__

inline int __float_as_int(float number) { return reinterpret_cast<int&>(number); }
inline float __int_as_float(int bits) { return reinterpret_cast<float&>(bits); }
inline int __vimax3_s32(int one, int two, int three) { return std::max({one, two, three}); }

inline long long __double_as_longlong(double number) { return reinterpret_cast<long long&>(number); }
inline double __longlong_as_double(long long bits) { return reinterpret_cast<double&>(bits); }
inline int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
inline long long __mul64hi(long long one, long long two) { return (__int128)one * two >> 64; }

template <int way, typename Work>
double rounded(Work work) {
    std::fesetround(way);
    volatile double found = work();
    std::fesetround(FE_TONEAREST);
    return found;
}
#define ROUNDED(name, sign)                                                                    \
    inline double __d##name##_rn(volatile double a, volatile double b) { return a sign b; }    \
    inline double __d##name##_rd(volatile double a, volatile double b) {                       \
        return rounded<FE_DOWNWARD>([&] { return a sign b; });                                 \
    }
ROUNDED(add, +)
ROUNDED(sub, -)
ROUNDED(mul, *)
ROUNDED(div, /)

// Threads run by turns, so that nothing comes between.
template <typename T>
T atomicAdd(T* at, T more) {
    T before = *at;
    *at += more;
    return before;
}
template <typename T>
T atomicMin(T* at, T other) {
    T before = *at;
    *at = std::min(before, other);
    return before;
}
template <typename T>
T atomicMax(T* at, T other) {
    T before = *at;
    *at = std::max(before, other);
    return before;
}
template <typename T>
T atomicCAS(T* at, T expected, T then) {
    T before = *at;
    if (before == expected) *at = then;
    return before;
}
inline void __threadfence() {}

using std::fma;
using std::max;
using std::min;

struct Index {
    long long x;
};
Index blockIdx, blockDim, threadIdx;
alignas(64) char shared[1 << 18];

const std::size_t STACK = 1 << 18;
const int MOST = 1024;
jmp_buf scheduler;
jmp_buf* running;

inline void give_way() {
    if (!_setjmp(*running)) _longjmp(scheduler, 1);
}
inline void __syncthreads() { give_way(); }

// What runs the thread of one number in every block; it starts once, as that takes longest.
struct Fibre {
    jmp_buf left_off;
    bool begun = false, done = false;

    __attribute__((noinline)) void go_on(void (*body)(), char* stack) {
        running = &left_off;
        if (_setjmp(scheduler)) return;
        if (begun) _longjmp(left_off, 1);
        begun = true;
        ucontext_t context;
        getcontext(&context);
        context.uc_stack.ss_sp = stack;
        context.uc_stack.ss_size = STACK;
        makecontext(&context, body, 0);
        setcontext(&context);
    }
};

template <typename... Arguments, std::size_t... places>
void call(void (*kernel)(Arguments...), void** arguments, std::index_sequence<places...>) {
    kernel(*static_cast<std::decay_t<Arguments>*>(arguments[places])...);
}

template <typename... Arguments>
static void launch(  // its own in each library, with what it keeps
    void (*kernel)(Arguments...), long long blocks, int threads, void** arguments
) {
    static char* stacks = static_cast<char*>(std::malloc(STACK * MOST));
    static std::vector<Fibre> fibres(MOST);
    static void (*now)(Arguments...);
    static void** given;
    now = kernel, given = arguments, blockDim.x = threads;
    void (*body)() = [] {
        for (;;) {
            call(now, given, std::index_sequence_for<Arguments...>{});
            fibres[threadIdx.x].done = true;
            give_way();
        }
    };
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        for (int thread = 0; thread < threads; thread++) fibres[thread].done = false;
        for (int left = threads; left;) {
            for (int thread = 0; thread < threads; thread++) {
                if (fibres[thread].done) continue;
                threadIdx.x = thread;
                fibres[thread].go_on(body, &stacks[STACK * thread]);
                left -= fibres[thread].done;
            }
        }
    }
}
