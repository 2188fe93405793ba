// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_file.h"
#include "tests/core/columnar_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace duologue;
using duologue::test::TempFolder;

namespace fs = std::filesystem;

/// What is exported to Parquet is what a reader finds in the file.
class ParquetExportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatWasRead();
    void keepsNamesAndKindsOfLists();
    void writesChosenColumns();
    void writesRowGroups();
    void writesEmptyFiles();
    void writesLongTextsInPages();
    void writtenFileIsTheSameDataset();

private:
    /// Exports all records of the text to a file in the folder.
    static fs::path exported(const TempFolder& folder, const std::string& text,
                             const ExportOptions& options = {})
    {
        const auto snapshot = test::load({folder.write("data.jsonl", text)});
        RowOrder rows;
        for (Row row{0}; row < snapshot->endRow(); ++row)
            rows.push_back(row);
        const fs::path path = folder.path() / "out.parquet";
        const ExportSummary summary = exportToFile({*snapshot, *findExporter("parquet"), options, rows, 2},
                                                   path, ExistingFile::Replace, Job());
        if (!summary.error.empty())
            qFatal("%s", inEnglish(summary.error).c_str());
        QTest::qVerify(summary.bytes == fs::file_size(path), "the size", "", __FILE__, __LINE__);
        return path;
    }

    static std::vector<std::string> linesOf(const fs::path& path)
    {
        const auto rows = test::readColumnar(path);
        return rows.fault.empty() ? rows.lines : std::vector<std::string>{rows.fault};
    }
};

void ParquetExportTest::writesWhatWasRead()
{
    const TempFolder folder;
    const std::string text =
        R"({"id": "a", "n": 1, "x": 0.5, "ok": true, "tags": ["p", "q"], "messages": [)"
        R"({"role": "user", "content": "Wie \"geht\"\n's? 你好"}, {"role": "assistant", "content": ""}]})"
        "\n"
        R"({"id": "b", "n": -7, "x": 2, "ok": false, "tags": [], "messages": [{"role": "user", "content": "Hi"}]})"
        "\n"
        R"({"id": "c", "messages": []})"
        "\n";
    const std::vector<std::string> expected{
        R"({"id":"a","messages":[{"role":"user","content":"Wie \"geht\"\n's? 你好"},)"
        R"({"role":"assistant","content":""}],"n":1,"x":0.5,"ok":true,"tags":["p","q"]})",
        R"({"id":"b","messages":[{"role":"user","content":"Hi"}],"n":-7,"x":2.0,"ok":false,"tags":null})",
        R"({"id":"c","messages":[],"n":null,"x":null,"ok":null,"tags":null})",
    };
    QCOMPARE(test::differences(linesOf(exported(folder, text)), expected), std::string());
}

/// So that the file can take the place of the one that the records come from.
void ParquetExportTest::keepsNamesAndKindsOfLists()
{
    const TempFolder folder;
    const std::string text =
        R"({"Source Name": "s", "qualityScore": 2, "a-b": "x", "A b": "y", "language": "de", "hate/threatening": true,)"
        R"( "big": 1234567890123456791, "whole": [1, 2, 2], "real": [1.5, 2], "flags": [true, false, true],)"
        R"( "digits": ["1", "2"], "gaps": ["p", null, "p"], "holes": [1, null, 3],)"
        R"( "messages": [{"role": "user", "content": "Hi"}]})"
        "\n";
    const std::string expected =
        R"({"messages":[{"role":"user","content":"Hi"}],"Source Name":"s","qualityScore":2,"a-b":"x","A b":"y",)"
        R"("language":"de","hate/threatening":true,"big":1234567890123456791,"whole":[1,2,2],"real":[1.5,2.0],)"
        R"("flags":[true,false,true],"digits":["1","2"],"gaps":["p",null,"p"],"holes":[1,null,3]})";
    QCOMPARE(test::differences(linesOf(exported(folder, text)), {expected}), std::string());
}

void ParquetExportTest::writesChosenColumns()
{
    const TempFolder folder;
    ExportOptions options;
    options.columns = {"turns", "id"};
    const std::string text = R"({"id": 5, "n": 1, "messages": [{"role": "user", "content": "Hi"},)"
                             R"({"role": "assistant", "content": "Ho"}]})"
                             "\n";
    QCOMPARE(test::differences(linesOf(exported(folder, text, options)),
                               {R"({"messages":[{"role":"user","content":"Hi"},)"
                                R"({"role":"assistant","content":"Ho"}],"turns":1,"id":"5"})"}),
             std::string());
}

void ParquetExportTest::writesRowGroups()
{
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 20'001; ++i)
        text += R"({"id": "r)" + std::to_string(i) + R"(", "n": )" + std::to_string(i) +
                R"(, "messages": [{"role": "user", "content": "q"}]})" + "\n";
    const fs::path path = exported(folder, text);
    const auto source = FileSource::open(path, FileId{0});
    const auto file = ColumnarFile::open(source.value());
    QVERIFY(file.ok());
    std::vector<std::uint64_t> sizes;
    for (const RowGroupSpan& group : file.value()->groups())
        sizes.push_back(group.rows);
    QCOMPARE(sizes, (std::vector<std::uint64_t>{10'000, 10'000, 1}));
    const auto lines = linesOf(path);
    QCOMPARE(lines.size(), std::size_t{20'001});
    QCOMPARE(lines.back(),
             std::string(R"({"id":"r20000","messages":[{"role":"user","content":"q"}],"n":20000})"));
}

void ParquetExportTest::writesEmptyFiles()
{
    const TempFolder folder;
    const auto snapshot = test::load(
        {folder.write("data.jsonl", R"({"id": "a", "messages": [{"role": "user", "content": "Hi"}]})"
                                    "\n")});
    const fs::path path = folder.path() / "none.parquet";
    const auto summary =
        exportToFile({*snapshot, *findExporter("parquet"), {}, {}, 1}, path, ExistingFile::Refuse, Job());
    QVERIFY(summary.error.empty());
    const auto rows = test::readColumnar(path);
    QCOMPARE(rows.fault, std::string());
    QVERIFY(rows.lines.empty());
}

void ParquetExportTest::writesLongTextsInPages()
{
    const TempFolder folder;
    std::string text;
    for (char c = 'a'; c <= 'e'; ++c)
        text += R"({"id": ")" + std::string(1, c) + R"(", "messages": [{"role": "user", "content": ")" +
                std::string(700'000, c) + R"("}]})" + "\n";
    const fs::path path = exported(folder, text);
    const auto source = FileSource::open(path, FileId{0});
    const auto file = ColumnarFile::open(source.value());
    for (std::size_t row = 5; row-- > 0;) {
        const auto line = nlohmann::json::parse(test::readRow(*file.value(), source.value(), row));
        QCOMPARE(line["messages"][0]["content"].get<std::string>(),
                 std::string(700'000, static_cast<char>('a' + row)));
    }
}

void ParquetExportTest::writtenFileIsTheSameDataset()
{
    const TempFolder folder;
    const std::string text = R"({"id": "a", "score": 4, "messages": [{"role": "system", "content": "S"},)"
                             R"({"role": "user", "content": "Q"}, {"role": "assistant", "content": "A"}]})"
                             "\n";
    const auto again = test::load({exported(folder, text)});
    QCOMPARE(again->recordCount(), 1U);
    QCOMPARE(again->messages.entries.size(), std::size_t{3});
    QCOMPARE(test::fieldText(*again, Row{0}, "id"), std::string("a"));
    QCOMPARE(test::fieldText(*again, Row{0}, "score"), std::string("4"));
    QCOMPARE(test::idsFound(*again, "text.assistant:A").size(), std::size_t{1});
}

DUOLOGUE_TEST(ParquetExportTest)
#include "parquet_export_test.moc"
