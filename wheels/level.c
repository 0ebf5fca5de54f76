/* The level of this processor: 3 if it has all of x86-64-v3 and its system keeps wide registers. */

#if defined(_WIN32)
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
int perfectplay_level(void) {
#if defined(__x86_64__)
    unsigned a, b, c, d, low, high;
#define CPUID(leaf) __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(leaf), "c"(0))
    CPUID(0);
    if (a < 7) return 2;
    CPUID(1); /* FMA, MOVBE, OSXSAVE, AVX, F16C */
    const unsigned first = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    if ((c & first) != first) return 2;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return 2;
    CPUID(7); /* BMI1, AVX2, BMI2 */
    const unsigned second = 1u << 3 | 1u << 5 | 1u << 8;
    if ((b & second) != second) return 2;
    CPUID(0x80000001); /* LZCNT */
    return c & 1u << 5 ? 3 : 2;
#else
    return 0;
#endif
}

/* Code calls this for memory that it has allocated, and kernels allocate none. */
void NRT_MemInfo_call_dtor(void *memory) {
    (void)memory;
    __builtin_trap();
}
