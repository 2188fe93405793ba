// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/simd.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace duologue;
using duologue::test::Random;

namespace {

constexpr std::uint32_t kSmall = 64;

std::uint32_t slotOf(double number)
{
    if (std::isnan(number))
        return kSmall;
    const bool isSmall = number >= 0 && number < kSmall && number == std::trunc(number);
    return isSmall ? static_cast<std::uint32_t>(number) : kSmall + 1;
}

} // namespace

class SmallNumbersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slotsAgreeWithSlowCode();
    void countsAgreeWithSlowCode();
};

void SmallNumbersTest::slotsAgreeWithSlowCode()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 16> kNumbers{
        0, -0.0, 1, 63, 64, 65, 0.5, 62.5, -1, 1e9, 1e300, kInfinity, -kInfinity, -1e-9, 7, 63.999,
    };
    Random random(5);
    for (std::size_t size = 0; size < 100; ++size) {
        std::vector<double> numbers(size);
        for (double& number : numbers)
            number = random.oneIn(8) ? std::nan("") : random.of(kNumbers);
        std::vector<std::uint32_t> expected(size + 1, 1000);
        bool isAnyOther = false;
        for (std::size_t i = 0; i < size; ++i) {
            expected[i] = slotOf(numbers[i]);
            isAnyOther = isAnyOther || expected[i] == kSmall + 1;
        }
        // The element after the last slot must not change.
        std::vector<std::uint32_t> slots(size + 1, 1000);
        QCOMPARE(writeSlots(numbers, kSmall, slots.data()), isAnyOther);
        QCOMPARE(slots, expected);
    }
}

void SmallNumbersTest::countsAgreeWithSlowCode()
{
    Random random(6);
    for (std::size_t words = 0; words < 12; ++words) {
        const auto kinds = static_cast<std::uint32_t>(1 + random.below(32));
        std::vector<std::uint8_t> bytes(64 * words);
        std::vector<std::uint64_t> bits(words);
        std::vector<std::uint32_t> expected(kinds, 3);
        std::vector<std::uint32_t> counts = expected;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            bytes[i] = static_cast<std::uint8_t>(random.below(kinds));
            if (random.oneIn(2))
                continue;
            bits[i / 64] |= std::uint64_t{1} << (i % 64);
            ++expected[bytes[i]];
        }
        countBytes(bytes.data(), bits, counts);
        QCOMPARE(counts, expected);
    }
}

DUOLOGUE_TEST(SmallNumbersTest)
#include "small_numbers_test.moc"
