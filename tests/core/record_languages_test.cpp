// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_languages.h"

#include "core/analysis/tally.h"
#include "core/data/field_reader.h"
#include "core/data/row_order.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "tests/core/index_folder.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <atomic>
#include <thread>

using namespace duologue;
using namespace duologue::test;

namespace {

constexpr std::string_view kEnglish = "Could you recommend me a quiet hotel with a good breakfast in Vienna?";
constexpr std::string_view kFrench = "Pouvez-vous me recommander un bon restaurant près de la gare de Lyon ?";
constexpr std::string_view kTraditional = "請問這間飯店離車站遠不遠，還有沒有無線網路？";
constexpr std::string_view kUkrainian = "Порадьте мені, будь ласка, гарний готель у Києві на дві ночі";

std::string chat(std::string_view user, std::string_view assistant)
{
    return R"({"messages":[{"role":"user","content":")" + std::string(user) +
           R"("},{"role":"assistant","content":")" + std::string(assistant) + "\"}]}\n";
}

std::string fewChats()
{
    return chat(kEnglish, kEnglish) + chat(kFrench, "OK") + chat(kTraditional, "OK") +
           chat(kUkrainian, kEnglish) + chat("Hi", "你好") + "{\"messages\":[{]}\n";
}

std::vector<std::string> languagesOf(const Snapshot& snapshot)
{
    std::vector<std::string> languages;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        languages.push_back(fieldText(snapshot, row, "language"));
    return languages;
}

const std::vector<std::string> kLanguages{"en", "other", "zh-hant", "en+other", "zh", ""};

/// Counts the records that are read again.
class CountingReader final : public ValueReader {
public:
    std::vector<std::string> read(const Snapshot&, std::span<const Wanted>, const Job&) const override
    {
        return {};
    }
    std::vector<std::uint16_t> languages(const Snapshot&, std::span<const Row> rows,
                                         const Job& job) const override
    {
        m_rows += rows.size();
        if (m_stop.stop_possible() && m_isToStop)
            m_stop.request_stop();
        (void)job;
        return std::vector<std::uint16_t>(rows.size(), 2);
    }

    std::size_t rows() const { return m_rows; }
    void stopWith(const std::stop_source& stop)
    {
        m_stop = stop;
        m_isToStop = true;
    }
    void stopNoMore() { m_isToStop = false; }

private:
    mutable std::atomic<std::size_t> m_rows = 0;
    mutable std::stop_source m_stop;
    bool m_isToStop = false;
};

Snapshot withOpenRows(std::uint32_t rows)
{
    Snapshot snapshot;
    for (std::uint32_t i = 0; i < rows; ++i) {
        RecordEntry entry;
        entry.setLanguagesOpen();
        snapshot.records.entries.push_back(entry);
    }
    snapshot.openLanguages = rows;
    return snapshot;
}

} // namespace

/// Reading tells scripts only; languages are what languageOf() says all the same, whoever asks.
class RecordLanguagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readingLeavesThemOpen();
    void everybodyReadsTheSame();
    void aSecondLookIsTakenOnce();
    void growingRowsAreLookedAtOnce();
    void aStoppedLookIsNoResult();
    void severalThreadsLookOnce();
    void areKeptNextToTheIndex();
    void whatHasChangedIsLookedAtAgain();
    void rowsThatStayKeepThem();
    void aChangedFileLeavesThemUnknown();
    void longTextsOfOtherRecords();
};

void RecordLanguagesTest::readingLeavesThemOpen()
{
    const TempFolder folder;
    folder.write("a.jsonl", fewChats());
    const SnapshotPtr snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 6U);
    QCOMPARE(snapshot->openLanguages, 5U);
    QVERIFY(!findField(*snapshot, "language")->isMade());
    QVERIFY(findField(*snapshot, "turns")->isMade());
    QVERIFY(snapshot->languages->known(*snapshot) == nullptr);
}

void RecordLanguagesTest::everybodyReadsTheSame()
{
    const TempFolder folder;
    folder.write("a.jsonl", fewChats());
    QCOMPARE(languagesOf(*load({folder.path()})), kLanguages);
    // A query, an order and a filter of messages' texts each meet values that are not made yet.
    QCOMPARE(idsFound(*load({folder.path()}), "language:en+other").size(), std::size_t{1});
    QCOMPARE(idsFound(*load({folder.path()}), "language:en").size(), std::size_t{1});
    QCOMPARE(idsFound(*load({folder.path()}), "has:language").size(), std::size_t{5});
    QCOMPARE(idsFound(*load({folder.path()}), "text.other:gare").size(), std::size_t{1});
    const SnapshotPtr snapshot = load({folder.path()});
    const RowOrder order =
        sortedBy(orderOf(RowSet(snapshot->recordCount(), true)), *findField(*snapshot, "language"), false);
    QCOMPARE(order.front(), Row{0});
    QVERIFY(findField(*snapshot, "language")->isMade());
}

void RecordLanguagesTest::aSecondLookIsTakenOnce()
{
    Snapshot snapshot = withOpenRows(10);
    const CountingReader reader;
    snapshot.values = &reader;
    for (int i = 0; i < 3; ++i)
        QCOMPARE(fieldText(snapshot, Row{9}, "language"), std::string("zh"));
    QCOMPARE(reader.rows(), std::size_t{10});
}

/// Snapshots of one load.
void RecordLanguagesTest::growingRowsAreLookedAtOnce()
{
    const CountingReader reader;
    Snapshot first = withOpenRows(10);
    first.values = &reader;
    Snapshot next = withOpenRows(25);
    next.values = &reader;
    next.languages = first.languages;
    QVERIFY(first.languages->of(first, Job()) != nullptr);
    QVERIFY(next.languages->known(next) == nullptr);
    QCOMPARE(next.languages->of(next, Job())->size(), std::size_t{25});
    QCOMPARE(reader.rows(), std::size_t{25});
    QVERIFY(first.languages->known(first) != nullptr);
}

void RecordLanguagesTest::aStoppedLookIsNoResult()
{
    CountingReader reader;
    Snapshot snapshot = withOpenRows(10);
    snapshot.values = &reader;
    std::stop_source stop;
    reader.stopWith(stop);
    QVERIFY(snapshot.languages->of(snapshot, Job(stop.get_token())) == nullptr);
    QVERIFY(snapshot.languages->known(snapshot) == nullptr);
    reader.stopNoMore();
    QVERIFY(snapshot.languages->of(snapshot, Job()) != nullptr);
}

void RecordLanguagesTest::severalThreadsLookOnce()
{
    const CountingReader reader;
    Snapshot snapshot = withOpenRows(1000);
    snapshot.values = &reader;
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] { right += snapshot.languages->of(snapshot, Job())->size() == 1000; });
    }
    QCOMPARE(right.load(), 8);
    QCOMPARE(reader.rows(), std::size_t{1000});
}

void RecordLanguagesTest::areKeptNextToTheIndex()
{
    const TempFolder folder;
    const TempFolder cache;
    folder.write("a.jsonl", fewChats());
    const auto open = [&] { return loadDataset({folder.path()}, withCache(cache.path()), Job()); };
    open();
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{1});
    QCOMPARE(languagesOf(*open()), kLanguages);
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{2});
    // They come from that file: nothing else knows this value.
    const SnapshotPtr again = open();
    const CountingReader reader;
    Snapshot counted = *again;
    counted.values = &reader;
    QCOMPARE(languagesOf(counted), kLanguages);
    QCOMPARE(reader.rows(), std::size_t{0});
    // One that is damaged is no answer.
    for (const auto& file : filesIn(cache.path())) {
        if (file.string().find("languages") != std::string::npos)
            std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
    }
    QCOMPARE(languagesOf(*open()), kLanguages);
    deleteIndexes(cache.path());
    QVERIFY(filesIn(cache.path()).empty());
}

void RecordLanguagesTest::whatHasChangedIsLookedAtAgain()
{
    const TempFolder folder;
    const TempFolder cache;
    const auto open = [&] { return loadDataset({folder.path()}, withCache(cache.path()), Job()); };
    folder.write("a.jsonl", chat(kEnglish, "OK"));
    QCOMPARE(languagesOf(*open()), std::vector<std::string>{"en"});
    // As long as before.
    std::string other(kFrench);
    other.resize(kEnglish.size(), '.');
    folder.write("a.jsonl", chat(other, "OK"));
    QCOMPARE(languagesOf(*open()), std::vector<std::string>{"other"});
}

void RecordLanguagesTest::rowsThatStayKeepThem()
{
    const TempFolder folder;
    folder.write("a.jsonl", fewChats());
    const SnapshotPtr before = load({folder.path()});
    QCOMPARE(languagesOf(*before), kLanguages);
    folder.write("b.jsonl", chat(kFrench, kTraditional));
    const SnapshotPtr after = refreshDataset(before, {folder.path()}, {}, Job());
    QCOMPARE(after->recordCount(), 7U);
    QCOMPARE(after->openLanguages, 1U);
    auto languages = kLanguages;
    languages.emplace_back("zh-hant+other");
    QCOMPARE(languagesOf(*after), languages);
}

void RecordLanguagesTest::aChangedFileLeavesThemUnknown()
{
    const TempFolder folder;
    folder.write("a.jsonl", fewChats());
    const SnapshotPtr snapshot = load({folder.path()});
    folder.write("a.jsonl", "{}\n");
    QCOMPARE(fieldText(*snapshot, Row{1}, "language"), std::string());
}

void RecordLanguagesTest::longTextsOfOtherRecords()
{
    const TempFolder folder;
    const std::string text = std::string(kFrench) + " " + std::string(kFrench) + " " + std::string(kFrench);
    folder.write("a.jsonl", R"({"abstract":")" + text +
                                R"(","year":2020})"
                                "\n");
    const SnapshotPtr snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 1U);
    QCOMPARE(fieldText(*snapshot, Row{0}, "language"), std::string("other"));
}

DUOLOGUE_TEST(RecordLanguagesTest)
#include "record_languages_test.moc"
