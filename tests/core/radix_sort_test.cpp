// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/sort.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

struct Item {
    std::uint64_t key = 0;
    std::uint32_t number = 0;

    bool operator==(const Item&) const = default;
};

using MakeKey = std::uint64_t (*)(Random&, std::size_t number);

std::uint64_t anyKey(Random& random, std::size_t)
{
    return std::uint64_t{random.below(std::size_t{1} << 32U)} << 32U | random.below(std::size_t{1} << 32U);
}

std::uint64_t fewKeys(Random& random, std::size_t)
{
    return 1000 + random.below(7);
}

std::uint64_t sameKey(Random&, std::size_t)
{
    return 42;
}

std::uint64_t ranks(Random& random, std::size_t)
{
    return random.below(1'000'000);
}

std::uint64_t fallingKeys(Random&, std::size_t number)
{
    return ~std::uint64_t{number};
}

/// One key is far from all others, which therefore share the highest digit.
std::uint64_t oneFarAway(Random& random, std::size_t number)
{
    return number == 7 ? ~std::uint64_t{0} : random.below(300'000);
}

/// Keys like words: each byte has few different values.
std::uint64_t words(Random& random, std::size_t)
{
    std::uint64_t key = 0;
    for (int i = 0; i < 8; ++i)
        key = key << 8U | static_cast<std::uint8_t>(random.of(std::string_view("abcdef0123")));
    return key;
}

} // namespace

class RadixSortTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsLikeStableSort_data();
    void sortsLikeStableSort();
};

void RadixSortTest::sortsLikeStableSort_data()
{
    QTest::addColumn<MakeKey>("makeKey");
    QTest::newRow("random") << MakeKey(anyKey);
    QTest::newRow("few values") << MakeKey(fewKeys);
    QTest::newRow("all equal") << MakeKey(sameKey);
    QTest::newRow("ranks") << MakeKey(ranks);
    QTest::newRow("descending") << MakeKey(fallingKeys);
    QTest::newRow("one outlier") << MakeKey(oneFarAway);
    QTest::newRow("words") << MakeKey(words);
}

void RadixSortTest::sortsLikeStableSort()
{
    QFETCH(const MakeKey, makeKey);
    Random random(3);
    // Small and large sizes: on one thread and on several, and with a digit that is too large for one
    // thread.
    for (const std::size_t size : {0U, 1U, 2U, 24U, 25U, 1000U, 5000U, 65'536U, 300'000U}) {
        std::vector<Item> items(size);
        for (std::size_t i = 0; i < size; ++i)
            items[i] = {makeKey(random, i), static_cast<std::uint32_t>(i)};
        std::vector<Item> expected = items;
        std::stable_sort(expected.begin(), expected.end(),
                         [](const Item& a, const Item& b) { return a.key < b.key; });
        radixSort(std::span(items), [](const Item& item) { return item.key; });
        QVERIFY2(items == expected, std::to_string(size).c_str());
    }
}

DUOLOGUE_TEST(RadixSortTest)
#include "radix_sort_test.moc"
