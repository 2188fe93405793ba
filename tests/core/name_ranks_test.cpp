// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/sort.h"
#include "core/util/text.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <numeric>

using namespace duologue;
using duologue::test::Random;

class NameRanksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksAgreeWithComparison_data();
    void ranksAgreeWithComparison();
    void acceptsEmptyList();
    void sortsLikeStableSort_data();
    void sortsLikeStableSort();
};

namespace {

/// Random names composed of `parts`, so that many share a prefix.
std::vector<std::string> namesOf(const std::vector<std::string>& parts, std::size_t count)
{
    Random random(static_cast<std::uint32_t>(parts.size()));
    std::vector<std::string> names(count);
    for (std::string& name : names) {
        for (auto rest = random.below(7); rest > 0; --rest)
            name += random.of(parts);
    }
    return names;
}

} // namespace

void NameRanksTest::ranksAgreeWithComparison_data()
{
    QTest::addColumn<std::vector<std::string>>("names");
    const auto row = [](const char* title, std::vector<std::string> names) {
        QTest::newRow(title) << std::move(names);
    };
    row("few", {"b", "A", "a", "10", "9", "09", "", "a"});
    row("all the same", std::vector<std::string>(5000, "conversation-00012345678901234567890"));
    row("letters and digits", namesOf({"a", "B", "b", "0", "1", "9", "10", "007", "-"}, 20000));
    row("digits only", namesOf({"0", "00", "1", "12", "345", "6789", "99999999", "123456789012345"}, 20000));
    row("characters next to digits", namesOf({"/", ":", "0", "9", " ", "~", "Z", "z"}, 20000));
    row("long prefixes", namesOf({"data/part ", "data/Part ", "data/part 1/", "data/part 01/", "x"}, 20000));
    row("other scripts", namesOf({"杭州", "杭", "é", "Å", "\xFF", "1", "２"}, 20000));
    row("two names with other prefixes", [] {
        std::vector<std::string> names;
        for (int i = 0; i < 40000; ++i)
            names.push_back((i % 3 == 0 ? "x01-conversation-" : "x1-conversation-") +
                            std::to_string(i % 30000));
        names[33333] = "x1-conversat";
        names[39999] = "x001-data";
        return names;
    }());
    row("many shared prefixes", [] {
        const std::vector<std::string> beginnings{
            "conversation-", "conversation-", "conversation-", "conversation-", "conversation-",
            "conversation-", "Conversation-", "CONVERSATION-", "conversation",  "conversatio",
            "conversation.", "conversation0", "converse ",     "data.jsonl#",   "",
            "对话-"};
        std::vector<std::string> names;
        for (int i = 0; i < 60'000; ++i)
            names.push_back(beginnings[static_cast<std::size_t>(i * 7) % beginnings.size()] +
                            std::to_string(i % 25'000));
        names.insert(names.end(), beginnings.begin(), beginnings.end());
        return names;
    }());
    row("short runs in long names",
        namesOf({"1", "23", "456", "7890123", "00", "a", "BC", "def-", "hijklmn"}, 20000));
    // Runs of equal keys that are too long for one core.
    std::vector<std::string> longRuns;
    for (int i = 0; i < 150'000; ++i)
        longRuns.push_back(std::string(8, static_cast<char>('a' + i % 3)) + "/" + std::to_string(i % 40'009));
    row("long runs", std::move(longRuns));
    row("zero bytes", namesOf({std::string(1, '\0'), std::string(9, '\0'), "a", "1"}, 5000));
    row("numbers with about 255 digits",
        namesOf({std::string(254, '1'), std::string(255, '1'), std::string(256, '2'), "3", "a"}, 500));
}

void NameRanksTest::ranksAgreeWithComparison()
{
    QFETCH(const std::vector<std::string>, names);
    const std::vector<std::string_view> views(names.begin(), names.end());
    std::vector<std::string_view> sorted = views;
    std::sort(sorted.begin(), sorted.end(),
              [](std::string_view a, std::string_view b) { return compareNatural(a, b) < 0; });
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const std::vector<std::uint32_t> ranks = nameRanks(views);
    QCOMPARE(ranks.size(), views.size());
    for (std::size_t i = 0; i < views.size(); ++i) {
        QVERIFY2(ranks[i] < sorted.size(), names[i].c_str());
        QCOMPARE(sorted[ranks[i]], views[i]);
    }
}

void NameRanksTest::acceptsEmptyList()
{
    QVERIFY(nameRanks({}).empty());
}

void NameRanksTest::sortsLikeStableSort_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<quint64>("mask");
    for (const int count : {0, 1, 2, 1000, 300'000}) {
        for (const quint64 mask : {quint64{0}, quint64{1}, quint64{0xFF00'0000}, quint64{1} << 63U,
                                   ~quint64{0}, quint64{0x8000'0001'0000'1000}})
            QTest::addRow("%d, %llx", count, static_cast<unsigned long long>(mask)) << count << mask;
    }
}

void NameRanksTest::sortsLikeStableSort()
{
    QFETCH(const int, count);
    QFETCH(const quint64, mask);
    using Item = std::pair<std::uint64_t, std::uint32_t>;
    Random random(5);
    std::vector<Item> items;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t key =
            std::uint64_t{random.below(std::size_t{1} << 32U)} << 32U | random.below(std::size_t{1} << 32U);
        items.emplace_back(key & mask, static_cast<std::uint32_t>(i));
    }
    std::vector<Item> expected = items;
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Item& a, const Item& b) { return a.first < b.first; });
    radixSort(std::span(items), [](const Item& item) { return item.first; });
    QVERIFY(items == expected);
}

DUOLOGUE_TEST(NameRanksTest)
#include "name_ranks_test.moc"
