// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/columnar_file.h"
#include "core/load/loader.h"
#include "core/load/problem_place.h"
#include "core/load/record_reader.h"
#include "tests/core/columnar_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace duologue;
using duologue::test::fileBytes;
using duologue::test::TempFolder;

namespace fs = std::filesystem;

/// Files of columns are files of records like any other.
class ColumnarDatasetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheSameTableAsJson_data();
    void givesTheSameTableAsJson();
    void showsTheRecordsThatWereLoaded();
    void searchesTexts();
    void readsRowsOnManyThreads();
    void usesTheIndexNextTime();
    void readsFilesThatWereReplaced();
    void refusesRecordsOfAChangedFile();
    void reportsRowsThatCannotBeRead();
    void skipsCachesOfTheLibrary();
    void knowsTheTypesOfColumns_data();
    void knowsTheTypesOfColumns();
    void givesTheBytesOfNotes();
    void namesLabels_data();
    void namesLabels();

private:
    /// The values of all fields but those that tell where a record is.
    static std::vector<std::string> valuesOf(const Snapshot& snapshot)
    {
        std::vector<std::string> lines = test::tableLines(snapshot);
        for (std::string& line : lines) {
            line.erase(0, line.find(" state "));
            const std::size_t file = line.find(" | file=");
            line.erase(file, line.find(" | ", file + 1) - file);
            line.erase(std::min(line.find(" | group="), line.size()));
        }
        return lines;
    }
};

void ColumnarDatasetTest::givesTheSameTableAsJson_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"small-pages.parquet", "messages-rust.arrow", "messages-file.arrow"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void ColumnarDatasetTest::givesTheSameTableAsJson()
{
    QFETCH(QString, name);
    const auto path = test::columnarFile(name.toStdString());
    const TempFolder folder;
    std::string text;
    for (const std::string& line : test::readColumnar(path).lines)
        text += line + "\n";
    const auto asJson = test::load({folder.write(path.stem().string() + ".jsonl", text)});
    const auto asColumns = test::load({path});
    QCOMPARE(asColumns->recordCount(), std::size_t{40});
    QCOMPARE(valuesOf(*asColumns), valuesOf(*asJson));
}

void ColumnarDatasetTest::showsTheRecordsThatWereLoaded()
{
    const auto path = test::columnarFile("small-pages.parquet");
    const auto snapshot = test::load({path});
    const auto lines = test::readColumnar(path).lines;
    for (std::size_t i = lines.size(); i-- > 0;) {
        const auto record = readRecord(*snapshot, Row{static_cast<std::uint32_t>(i)});
        QVERIFY(record.ok());
        QCOMPARE(std::string(record.value()->bytes.view()), lines[i]);
    }
}

void ColumnarDatasetTest::searchesTexts()
{
    const auto snapshot = test::load({test::columnarFile("small-pages.parquet")});
    QCOMPARE(test::idsFound(*snapshot, "\"question 39\"").size(), std::size_t{1});
    QCOMPARE(test::idsFound(*snapshot, "text.assistant:answer").size(), std::size_t{20});
}

void ColumnarDatasetTest::readsRowsOnManyThreads()
{
    const auto path = test::columnarFile("small-pages.parquet");
    const auto lines = test::readColumnar(path).lines;
    const auto source = FileSource::open(path, FileId{0});
    const auto texts = std::make_shared<const RowTexts>();
    const FileSource records = source.value().withRecords(texts);
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t i = 0; i < 4 * lines.size(); ++i) {
                const std::size_t row = (i * (thread + 1) + thread) % lines.size();
                PaddedBytes bytes;
                const auto count = records.read(RowTexts::offsetOf(row), lines[row].size(), bytes);
                wrong += !count || bytes.view() != lines[row] ? 1 : 0;
            }
        });
    }
    threads.clear();
    QCOMPARE(wrong.load(), 0);
}

void ColumnarDatasetTest::usesTheIndexNextTime()
{
    const TempFolder data;
    const TempFolder cache;
    const auto file = data.path() / "a.parquet";
    fs::copy_file(test::columnarFile("small-pages.parquet"), file);
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
    LoadOptions options;
    options.cacheFolder = cache.path();
    const auto first = loadDataset({data.path()}, options, Job());
    const auto second = loadDataset({data.path()}, options, Job());
    QCOMPARE(test::tableLines(*second), test::tableLines(*first));
    QVERIFY(second->file(FileId{0}).columns != nullptr);
    const auto record = readRecord(*second, Row{3});
    QVERIFY(record.ok());
    QCOMPARE(record.value()->bytes.view(), readRecord(*first, Row{3}).value()->bytes.view());
}

void ColumnarDatasetTest::readsFilesThatWereReplaced()
{
    const TempFolder data;
    const auto file = data.path() / "a.parquet";
    fs::copy_file(test::columnarFile("small-pages.parquet"), file);
    const auto first = test::load({data.path()});
    fs::copy_file(test::columnarFile("nested-zstd.parquet"), file, fs::copy_options::overwrite_existing);
    const auto second = refreshDataset(first, {data.path()}, {}, Job());
    QVERIFY(second != first);
    QVERIFY(readRecord(*second, Row{2}).value()->bytes.view().find("counts") != std::string_view::npos);
}

void ColumnarDatasetTest::refusesRecordsOfAChangedFile()
{
    const TempFolder data;
    const auto file = data.path() / "a.parquet";
    fs::copy_file(test::columnarFile("small-pages.parquet"), file);
    const auto snapshot = test::load({data.path()});
    fs::copy_file(test::columnarFile("nested-zstd.parquet"), file, fs::copy_options::overwrite_existing);
    const auto record = readRecord(*snapshot, Row{2});
    QVERIFY(!record.ok());
    QCOMPARE(record.problem().code, ProblemCode::FileVanished);
}

void ColumnarDatasetTest::reportsRowsThatCannotBeRead()
{
    const TempFolder folder;
    std::string bytes = fileBytes(test::columnarFile("small-pages.parquet"));
    // A page of the first row group, which has 25 rows.
    for (std::size_t i = 60; i < 90; ++i)
        bytes[i] = static_cast<char>(~bytes[i]);
    const auto snapshot = test::load({folder.write("damaged.parquet", bytes)});
    QCOMPARE(snapshot->recordCount(), std::size_t{15});
    std::vector<std::string> damages;
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i) {
        if (snapshot->problems[i].code == ProblemCode::ColumnsDamaged)
            damages.push_back(inEnglish(snapshot->problems[i].detail));
    }
    QCOMPARE(damages.size(), std::size_t{1});
    QVERIFY2(damages[0].starts_with("row group 1, column ") &&
                 damages[0].ends_with("rows 1 to 25 cannot be read"),
             damages[0].c_str());
}

void ColumnarDatasetTest::skipsCachesOfTheLibrary()
{
    const TempFolder folder;
    const std::string bytes = fileBytes(test::columnarFile("messages-rust.arrow"));
    folder.write("data-00000-of-00001.arrow", bytes);
    folder.write("cache-1a2b3c.arrow", bytes);
    folder.write("state.json", R"({"_data_files": [{"filename": "data-00000-of-00001.arrow"}]})");
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(snapshot->recordCount(), std::size_t{40});
}

void ColumnarDatasetTest::knowsTheTypesOfColumns_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("types");
    const auto add = [](const char* name, const char* types) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(types);
    };
    const char* const nested = "id: int64; numbers: list<int64>; messages: list<struct<role: string, "
                               "content: string, tokens: int64>>; "
                               "counts: map<string, int64>; tables: list<list<int64>>; deep: struct<a: "
                               "struct<b: struct<c: int64>>>; ";
    add("nested-zstd.parquet", nested);
    add("nested-rust.arrow", nested);
    add("peers/duck-bytes.parquet", "id: int64; picture: binary; image: struct<bytes: binary, path: string>; "
                                    "words: binary; other: binary; ");
    for (const char* const labels : {"labels.parquet", "labels.arrow"})
        add(labels,
            "text: string; label: label<neg, pos>; tags: list<label<a, b, c>>; parts: list<struct<kind: "
            "label<ask, say>, n: int64>>; ");
}

void ColumnarDatasetTest::knowsTheTypesOfColumns()
{
    QFETCH(QString, name);
    QFETCH(QString, types);
    const auto snapshot = test::load({test::columnarFile(name.toStdString())});
    const auto record = readRecord(*snapshot, Row{0}).value();
    QVERIFY(record->columns != nullptr);
    std::string found;
    for (const ColumnType& column : *record->columns)
        found += column.name + ": " + column.type + "; ";
    QCOMPARE(QString::fromStdString(found), types);
}

void ColumnarDatasetTest::givesTheBytesOfNotes()
{
    const auto snapshot = test::load({test::columnarFile("peers/duck-bytes.parquet")});
    const Row row{3};
    QVERIFY(readRecord(*snapshot, row).value()->bytes.view().find("image/png, 11 bytes") !=
            std::string_view::npos);
    QCOMPARE(readBytes(*snapshot, row, "/picture").value(), std::string("\x89PNG\r\n\x1A\nxxx"));
    QCOMPARE(readBytes(*snapshot, row, "/image/bytes").value(), std::string("\xFF\xD8\xFF"
                                                                            "3"));
    for (const char* pointer : {"", "/id", "/image", "/image/path", "/other", "/none"}) {
        const auto none = readBytes(*snapshot, row, pointer);
        QVERIFY2(!none.ok(), pointer);
        QCOMPARE(inEnglish(none.problem().detail), std::string("there are no bytes here to save"));
    }
    // Of text, there is nothing to save.
    const TempFolder folder;
    const auto text =
        test::load({folder.write("a.jsonl", R"({"prompt": "image/png, 11 bytes", "response": "b"})")});
    QVERIFY(!readBytes(*text, Row{0}, "/prompt").ok());
}

void ColumnarDatasetTest::namesLabels_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"labels.parquet", "labels.arrow"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// Numbers that stand for labels are written as these; a number that stands for none stays.
void ColumnarDatasetTest::namesLabels()
{
    QFETCH(QString, name);
    const auto read = test::readColumnar(test::columnarFile(name.toStdString()));
    QCOMPARE(read.lines.size(), std::size_t{6});
    QCOMPARE(read.lines[0],
             std::string(R"({"text":"text 0","label":-1,"tags":["a","c"],"parts":[{"kind":"ask","n":0}]})"));
    QCOMPARE(
        read.lines[5],
        std::string(R"({"text":"text 5","label":"pos","tags":["c","c"],"parts":[{"kind":"say","n":1}]})"));
    const auto snapshot = test::load({test::columnarFile(name.toStdString())});
    QCOMPARE(test::fieldText(*snapshot, Row{1}, "label"), std::string("neg"));
}

DUOLOGUE_TEST(ColumnarDatasetTest)
#include "columnar_dataset_test.moc"
