// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/vectors.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <array>
#include <bit>
#include <limits>
#include <thread>

using namespace duologue;
using duologue::test::Random;

class ChunkedVectorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsAppendedValues();
    void padsToSize();
    void copiesDoNotChange();
    void copiesAreReadableWhileOriginalGrows();
    void givesContiguousPieces();
    void cellsAreThoseOfAPlainVector();
};

void ChunkedVectorTest::holdsAppendedValues()
{
    ChunkedVector<std::string, 4> list;
    QVERIFY(list.empty());
    for (int i = 0; i < 19; ++i)
        list.push_back(std::to_string(i));
    QCOMPARE(list.size(), std::size_t{19});
    for (std::size_t i = 0; i < 19; ++i)
        QCOMPARE(list[i], std::to_string(i));
}

void ChunkedVectorTest::padsToSize()
{
    ChunkedVector<int, 4> list;
    list.push_back(1);
    list.padTo(10, -1);
    QCOMPARE(list.size(), std::size_t{10});
    QCOMPARE(list[0], 1);
    QCOMPARE(list[9], -1);
    list.padTo(3, 5);
    QCOMPARE(list.size(), std::size_t{10});
}

void ChunkedVectorTest::copiesDoNotChange()
{
    ChunkedVector<int, 4> list;
    std::vector<ChunkedVector<int, 4>> snapshots;
    for (int i = 0; i < 50; ++i) {
        snapshots.push_back(list);
        list.push_back(i);
    }
    for (std::size_t size = 0; size < snapshots.size(); ++size) {
        QCOMPARE(snapshots[size].size(), size);
        for (std::size_t i = 0; i < size; ++i)
            QCOMPARE(snapshots[size][i], static_cast<int>(i));
    }
}

void ChunkedVectorTest::copiesAreReadableWhileOriginalGrows()
{
    ChunkedVector<std::size_t, 64> list;
    list.padTo(10, 10);
    const ChunkedVector<std::size_t, 64> snapshot = list;
    std::thread writer([&list] { list.padTo(100'000, 1); });
    std::size_t sum = 0;
    for (int round = 0; round < 1000; ++round) {
        for (std::size_t i = 0; i < snapshot.size(); ++i)
            sum += snapshot[i];
    }
    writer.join();
    QCOMPARE(sum, std::size_t{100'000});
    QCOMPARE(list.size(), std::size_t{100'000});
}

void ChunkedVectorTest::givesContiguousPieces()
{
    ChunkedVector<int, 4> list;
    for (int i = 0; i < 11; ++i)
        list.push_back(i);
    std::vector<int> seen;
    std::vector<std::size_t> sizes;
    list.forEachPiece(3, 10, [&](std::size_t first, const int* values, std::size_t count) {
        QCOMPARE(values[0], static_cast<int>(first));
        seen.insert(seen.end(), values, values + count);
        sizes.push_back(count);
    });
    QCOMPARE(seen, (std::vector<int>{3, 4, 5, 6, 7, 8, 9}));
    QCOMPARE(sizes, (std::vector<std::size_t>{1, 4, 2}));
    list.forEachPiece(5, 5, [](std::size_t, const int*, std::size_t) { QFAIL("there is no piece"); });
}

/// However they are appended; copies keep what they had.
void ChunkedVectorTest::cellsAreThoseOfAPlainVector()
{
    Random random(3);
    for (int round = 0; round < 12; ++round) {
        CellVector<double> cells;
        std::vector<double> plain;
        std::vector<CellVector<double>> copies;
        const double none = std::numeric_limits<double>::quiet_NaN();
        const std::size_t longest = std::array<std::size_t, 4>{3, 100, 2'000, 60'000}.at(random.below(4));
        while (plain.size() < 100'000) {
            const std::size_t size = plain.size() + random.below(longest);
            if (random.oneIn(20)) {
                cells.fillUp(size - plain.size(), [&](double* first, std::size_t count) {
                    std::fill_n(first, count, 4.5);
                    return true;
                });
                plain.resize(size, 4.5);
            } else {
                const double filler = random.oneIn(9) ? 7 : none;
                cells.padTo(size, filler);
                plain.resize(size, filler);
            }
            for (auto i = random.below(4); i > 0; --i) {
                const auto value = static_cast<double>(random.below(3));
                cells.push_back(value);
                plain.push_back(value);
            }
            if (random.oneIn(plain.size() / 20'000 + 200))
                copies.push_back(cells);
        }
        copies.push_back(cells);
        const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
        for (const CellVector<double>& copy : copies) {
            for (std::size_t i = 0; i < copy.size(); ++i) {
                if (bits(copy[i]) != bits(plain[i]))
                    QFAIL(qPrintable(QString::number(i)));
            }
            const std::size_t from = random.below(copy.size());
            std::size_t next = from;
            copy.forEachPiece(from, copy.size(),
                              [&](std::size_t first, const double* piece, std::size_t count) {
                                  QCOMPARE(first, next);
                                  for (std::size_t i = 0; i < count; ++i) {
                                      if (bits(piece[i]) != bits(plain[first + i]))
                                          QFAIL(qPrintable(QString::number(first + i)));
                                  }
                                  next += count;
                              });
            QCOMPARE(next, copy.size());
            const auto beside = copy.sideBySide(from, std::min(from + 5, copy.size()));
            QVERIFY(beside.empty() || bits(beside[0]) == bits(plain[from]));
        }
    }
}

DUOLOGUE_TEST(ChunkedVectorTest)
#include "chunked_vector_test.moc"
