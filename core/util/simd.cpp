// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/simd.h"

#include <cstdlib>
#include <hwy/detect_targets.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace duologue {

namespace {

#if defined(__x86_64__)

/// What not every compiler's __builtin_cpu_supports knows: bits that CPUID gives.
struct OtherFeatures {
    bool hasF16c = false;
    bool hasVaes = false;

    OtherFeatures()
    {
        constexpr unsigned kVaes = 1U << 9U;
        unsigned a = 0;
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        if (__get_cpuid(1, &a, &b, &c, &d) != 0)
            hasF16c = (c & bit_F16C) != 0;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0)
            hasVaes = (c & kVaes) != 0;
    }
};

/// Targets of which the processor and the system have all instructions that Highway lets the compiler use.
std::int64_t targetsOfProcessor()
{
    __builtin_cpu_init();
    const OtherFeatures others;
    const bool hasSse4 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                         __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") &&
                         __builtin_cpu_supports("aes");
    const bool hasAvx2 = hasSse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && others.hasF16c;
    const bool hasAvx512 = hasAvx2 && __builtin_cpu_supports("avx512f") &&
                           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
    const bool hasVbmi = hasAvx512 && __builtin_cpu_supports("avx512vbmi") &&
                         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") &&
                         __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vpopcntdq") &&
                         __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("gfni") &&
                         others.hasVaes;
    return (hasSse4 ? HWY_SSE4 : 0) | (hasAvx2 ? HWY_AVX2 : 0) | (hasVbmi ? HWY_AVX3_DL : 0);
}

#else

/// On other processors, there is one version: the one for what the compiler may assume.
constexpr std::int64_t targetsOfProcessor()
{
    return 0;
}

#endif

/// The targets that process more bytes at once than DUOLOGUE_LANES allows.
std::int64_t forbiddenTargets()
{
    const char* const given = std::getenv("DUOLOGUE_LANES");
    if (given == nullptr)
        return 0;
    const unsigned long most = std::strtoul(given, nullptr, 10);
    std::int64_t forbidden = 0;
    // The better a target, the lower its bit.
    if (most < 64)
        forbidden |= HWY_AVX2 - 1;
    if (most < 32)
        forbidden |= HWY_SSE4 - 1;
    if (most < 16)
        forbidden |= HWY_EMU128 - 1;
    return forbidden;
}

} // namespace

std::int64_t usableTargets()
{
    static const std::int64_t usable = targetsOfProcessor() & ~forbiddenTargets();
    return usable;
}

} // namespace duologue
