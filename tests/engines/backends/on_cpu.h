// CUDA's words for a C++ compiler: a block's threads run by turns, each up to where all are to meet.
#include <algorithm>
#include <cmath>
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

using std::fma;
using std::max;
using std::min;

struct Index {
    long long x;
};
Index blockIdx, blockDim, threadIdx;
alignas(64) char shared[1 << 18];

const std::size_t STACK = 1 << 16;
ucontext_t scheduler;
ucontext_t* running;

inline void __syncthreads() { swapcontext(running, &scheduler); }

template <typename... Arguments, std::size_t... places>
void call(void (*kernel)(Arguments...), void** arguments, std::index_sequence<places...>) {
    kernel(*static_cast<std::decay_t<Arguments>*>(arguments[places])...);
}

template <typename... Arguments>
void launch(
    void (*kernel)(Arguments...), long long blocks, int threads, void** arguments
) {
    static std::vector<char> stacks(STACK * 1024);
    static void (*now)(Arguments...);
    static void** given;
    static std::vector<bool> done(1024);
    now = kernel, given = arguments, blockDim.x = threads;
    std::vector<ucontext_t> fibres(threads);
    void (*body)() = [] {
        call(now, given, std::index_sequence_for<Arguments...>{});
        done[threadIdx.x] = true;
    };
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        int left = threads;
        for (int thread = 0; thread < threads; thread++) {
            done[thread] = false;
            getcontext(&fibres[thread]);
            fibres[thread].uc_stack.ss_sp = &stacks[STACK * thread];
            fibres[thread].uc_stack.ss_size = STACK;
            fibres[thread].uc_link = &scheduler;
            makecontext(&fibres[thread], body, 0);
        }
        while (left) {
            for (int thread = 0; thread < threads; thread++) {
                if (done[thread]) continue;
                threadIdx.x = thread;
                running = &fibres[thread];
                swapcontext(&scheduler, running);
                left -= done[thread];
            }
        }
    }
}
