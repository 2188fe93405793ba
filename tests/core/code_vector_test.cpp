// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/code_vector.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <array>
#include <limits>
#include <thread>
#include <vector>

using namespace duologue;
using duologue::test::Random;

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kChunk = CodeVector<std::uint32_t>::kChunkSize;

std::size_t bytesOf(const std::vector<std::uint32_t>& values)
{
    CodeVector<std::uint32_t> made;
    made.append(values);
    return made.bytes();
}

} // namespace

class CodeVectorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasThoseOfAPlainVector();
    void takesFewBytes();
    void copiesAreReadableWhileOriginalGrows();
};

/// However they are appended; copies keep what they had.
void CodeVectorTest::hasThoseOfAPlainVector()
{
    Random random(3);
    for (int round = 0; round < 16; ++round) {
        CodeVector<std::uint32_t> codes;
        std::vector<std::uint32_t> plain;
        std::vector<CodeVector<std::uint32_t>> copies;
        const std::size_t longest = std::array<std::size_t, 4>{3, 100, 2'000, 30'000}.at(random.below(4));
        while (plain.size() < 60'000) {
            // Chunks of every width, with and without a base and values that are none.
            const auto most =
                std::array<std::uint32_t, 5>{0, 200, 300, 60'000, 5'000'000}.at(random.below(5));
            const std::uint32_t base =
                random.oneIn(2) ? 0 : static_cast<std::uint32_t>(random.below(4'000'000'000));
            const auto value = [&]() {
                return random.oneIn(9) ? kNone : base + static_cast<std::uint32_t>(random.below(most + 1));
            };
            if (random.oneIn(3)) {
                const std::size_t size = plain.size() + random.below(longest);
                const std::uint32_t filler = random.oneIn(2) ? kNone : value();
                codes.padTo(size, filler);
                plain.resize(size, filler);
            } else if (random.oneIn(2)) {
                std::vector<std::uint32_t> more(random.below(longest));
                for (std::uint32_t& each : more)
                    each = value();
                codes.append(more);
                plain.insert(plain.end(), more.begin(), more.end());
            }
            for (auto i = random.below(20); i > 0; --i) {
                plain.push_back(value());
                codes.push_back(plain.back());
            }
            if (random.oneIn(plain.size() / 20'000 + 200))
                copies.push_back(codes);
        }
        copies.push_back(codes);
        for (const CodeVector<std::uint32_t>& copy : copies) {
            for (std::size_t i = 0; i < copy.size(); ++i) {
                if (copy[i] != plain[i])
                    QFAIL(qPrintable(QString::number(i)));
            }
            const std::size_t from = random.below(copy.size());
            // Where the list ends, there is no value.
            const std::size_t to = copy.size() + random.below(700);
            std::vector<std::uint32_t> values(to - from);
            copy.valuesTo(from, to, values.data());
            std::vector<std::uint32_t> keys(to - from);
            copy.keysTo(from, to, keys.data());
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::uint32_t expected = from + i < copy.size() ? plain[from + i] : kNone;
                if (values[i] != expected || keys[i] != expected + 1)
                    QFAIL(qPrintable(QString::number(from + i)));
            }
        }
    }
}

void CodeVectorTest::takesFewBytes()
{
    std::vector<std::uint32_t> values(kChunk, 7);
    QCOMPARE(bytesOf(values), std::size_t{0});
    values[5] = kNone;
    QCOMPARE(bytesOf(values), kChunk);
    values[7] = 0;
    values[6] = 254;
    QCOMPARE(bytesOf(values), kChunk);
    values[6] = 255;
    QCOMPARE(bytesOf(values), 2 * kChunk);
    values[6] = 65'534;
    QCOMPARE(bytesOf(values), 2 * kChunk);
    values[6] = 65'535;
    QCOMPARE(bytesOf(values), 4 * kChunk);
    // New categories one after another, as ids are: they differ by little.
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::uint32_t>(3'000'000 + i);
    QCOMPARE(bytesOf(values), 2 * kChunk);
    // A column that few records have.
    CodeVector<std::uint32_t> rare;
    for (std::uint32_t i = 1; i <= 10; ++i) {
        rare.padTo(i * 10 * kChunk, kNone);
        rare.push_back(i);
    }
    rare.padTo(101 * kChunk, kNone);
    QCOMPARE(rare.bytes(), 10 * kChunk);
}

void CodeVectorTest::copiesAreReadableWhileOriginalGrows()
{
    CodeVector<std::uint32_t> codes;
    codes.padTo(10, 10);
    const CodeVector<std::uint32_t> snapshot = codes;
    std::thread writer([&codes] {
        for (std::uint32_t i = 0; i < 100'000; ++i)
            codes.push_back(i % 3);
    });
    std::size_t sum = 0;
    for (int round = 0; round < 1000; ++round) {
        for (std::size_t i = 0; i < snapshot.size(); ++i)
            sum += snapshot[i];
    }
    writer.join();
    QCOMPARE(sum, std::size_t{100'000});
    QCOMPARE(codes.size(), std::size_t{100'010});
}

DUOLOGUE_TEST(CodeVectorTest)
#include "code_vector_test.moc"
