// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_run.h"
#include "core/io/atomic_file.h"
#include "core/io/columnar/parquet_writer.h"
#include "core/json/json_tokens.h"
#include "tests/core/columnar_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace duologue;
using duologue::test::TempFolder;

namespace fs = std::filesystem;

namespace {

class BytesSink final : public ByteSink {
public:
    bool write(std::string_view written) override
    {
        bytes += written;
        return true;
    }
    bool finish() override { return true; }
    Phrase error() const override { return {}; }

    std::string bytes;
};

} // namespace

/// What is exported to Parquet is what a reader finds in the file.
class ParquetExportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatWasRead();
    void keepsNamesAndKindsOfLists();
    void typesComeBack_data();
    void typesComeBack();
    void idsAndLabelsAreNumbers();
    void writesChosenColumns();
    void writesRowGroups();
    void writesEmptyFiles();
    void writesLongTextsInPages();
    void writtenFileIsTheSameDataset();
    void columnOfNullsIsNoLabel();
    void mixedColumnsHaveTheFewestDigits();
    void numbersThatAreNotFiniteAreWarnings();
    void randomValuesComeBack_data();
    void randomValuesComeBack();

private:
    /// Exports all records of the text to a file in the folder.
    static fs::path exported(const TempFolder& folder, const std::string& text,
                             const ExportOptions& options = {}, Losses* losses = nullptr)
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
        if (losses != nullptr)
            *losses = summary.losses;
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
        R"({"id":"b","messages":[{"role":"user","content":"Hi"}],"n":-7,"x":2.0,"ok":false,"tags":[]})",
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

void ParquetExportTest::typesComeBack_data()
{
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("written");
    QTest::addColumn<QString>("remark");
    using Values = std::vector<const char*>;
    const auto listOf = [](const Values& values) {
        QStringList list;
        for (const char* value : values)
            list << QString::fromUtf8(value);
        return list;
    };
    const auto row = [&](const char* name, const Values& values, const char* type, const Values& written,
                         const char* remark = "") {
        QTest::newRow(name) << listOf(values) << QString::fromUtf8(type) << listOf(written)
                            << QString::fromUtf8(remark);
    };
    row("whole", {"1", "-9007199254740993"}, "int64", {"1", "-9007199254740993"});
    row("whole as decimals", {"1", "18446744073709551615"}, "decimal(20, 0)", {"1", "18446744073709551615"});
    row("large, and nothing", {"18446744073709551615", "null"}, "decimal(20, 0)",
        {"18446744073709551615", "null"});
    row("real", {"1", "0.1", "-1e-7", "null"}, "double", {"1", "0.1", "-1e-07", "null"});
    row("large beside a fraction", {"2.5", "9007199254740993", "1"}, "decimal(17, 1)",
        {"2.5", "9007199254740993.0", "1.0"});
    row("too long for decimals", {"1e300", "9007199254740993"}, "string",
        {R"("1e+300")", R"("9007199254740993")"},
        "a is written as text: 9007199254740993 cannot be represented exactly as a floating-point number");
    row("a text among numbers", {"1", "\"none\"", "2.50"}, "string", {"\"1\"", "\"none\"", "\"2.5\""},
        "a is written as text, because its values have different types, such as none and 1");
    row("a digit as text", {"1", "\"2\""}, "string", {"\"1\"", "\"2\""},
        "a is written as text, because its values have different types, such as 2 and 1");
    row("texts of digits", {"\"1\"", "\"02\""}, "string", {"\"1\"", "\"02\""});
    row("flags", {"true", "null", "false"}, "bool", {"true", "null", "false"});
    row("-1 among flags", {"true", "-1"}, "string", {"\"true\"", "\"-1\""},
        "a is written as text, because its values have different types, such as -1 and true");
    row("days", {"\"2026-03-01\"", "\"1969-12-31\""}, "date", {"\"2026-03-01\"", "\"1969-12-31\""});
    row("moments", {"\"2026-03-01T10:00:00Z\"", "\"1969-12-31T23:59:59.25Z\""}, "timestamp[us, UTC]",
        {"\"2026-03-01T10:00:00Z\"", "\"1969-12-31T23:59:59.25Z\""});
    row("clocks", {"\"2026-03-01T10:00:00\"", "\"2026-03-01T10:00:00.000001\""}, "timestamp[us]",
        {"\"2026-03-01T10:00:00\"", "\"2026-03-01T10:00:00.000001\""});
    row("times that would be written otherwise", {"\"2026-03-01 10:00:00\"", "\"2026-03-01T10:00:00.10Z\""},
        "string", {"\"2026-03-01 10:00:00\"", "\"2026-03-01T10:00:00.10Z\""});
    row("no day of the calendar", {"\"2026-02-28\"", "\"2026-02-30\""}, "string",
        {"\"2026-02-28\"", "\"2026-02-30\""});
    row("a word among days", {"\"2026-02-27\"", "\"2026-02-28\"", "\"soon\""}, "string",
        {"\"2026-02-27\"", "\"2026-02-28\"", "\"soon\""}, "a is written as text: soon is not a date");
    row("empty lists and none", {"[]", "null", "[\"a\"]", "[\"a\", \"a\"]"}, "list<string>",
        {"[]", "null", "[\"a\"]", "[\"a\",\"a\"]"});
    row("empty lists among numbers", {"[1, 2]", "[]", "null", "[null]", "[3, null]"}, "list<int64>",
        {"[1,2]", "[]", "null", "[null]", "[3,null]"});
    row("empty lists among flags", {"[]", "[true, false]", "[null]"}, "list<bool>",
        {"[]", "[true,false]", "[null]"});
    row("an empty list among numbers that are none", {"1", "\"a\"", "[]"}, "string",
        {"\"1\"", "\"a\"", "\"[]\""},
        "a is written as text, because its values have different types, such as a and 1");
    std::string vector = "[0.5";
    for (int i = 0; i < 60; ++i)
        vector += ",0.25";
    vector += "]";
    row("vectors", {vector.c_str(), "[]", "[1]"}, "list<double>", {vector.c_str(), "[]", "[1]"});
    row("vectors alone", {vector.c_str()}, "list<double>", {vector.c_str()});
    row("lists of decimals", {"[0.5, 9007199254740993]", "[-1]"}, "list<decimal(17, 1)>",
        {"[0.5,9007199254740993.0]", "[-1.0]"});
    row("a value among lists", {"[\"a\", \"b\"]", "\"c\""}, "list<string>", {R"(["a","b"])", R"(["c"])"},
        "a is written as lists, even where it is a single value, such as c");
    row("a list among texts", {"\"a\"", "[[1, 2]]"}, "string", {"\"a\"", "\"[[1,2]]\""},
        "a is written as text, because its values have different types, such as a and [[1,2]]");
}

/// The type of a column holds all its values, or it is said that it does not.
void ParquetExportTest::typesComeBack()
{
    QFETCH(QStringList, values);
    QFETCH(QString, type);
    QFETCH(QStringList, written);
    QFETCH(QString, remark);
    const TempFolder folder;
    std::string text;
    for (const QString& value : values)
        text += R"({"messages": [{"role": "user", "content": "Q"}], "a": )" + value.toStdString() + "}\n";
    Losses losses;
    const fs::path path = exported(folder, text, {}, &losses);
    const auto source = FileSource::open(path, FileId{0});
    const auto file = ColumnarFile::open(source.value());
    QVERIFY(file.ok());
    std::string found;
    for (const ColumnType& column : file.value()->columns()) {
        if (column.name == "a")
            found = column.type;
    }
    QCOMPARE(QString::fromStdString(found), type);
    const auto lines = linesOf(path);
    for (qsizetype i = 0; i < written.size(); ++i) {
        const std::string& line = lines.at(static_cast<std::size_t>(i));
        const std::size_t begin = line.find("\"a\":") + 4;
        QCOMPARE(QString::fromStdString(line.substr(begin, line.size() - begin - 1)), written[i]);
    }
    QVERIFY(losses.list().empty());
    QCOMPARE(losses.remarks().size(), remark.isEmpty() ? std::size_t{0} : std::size_t{1});
    if (!remark.isEmpty())
        QCOMPARE(QString::fromStdString(inEnglish(losses.remarks().front())), remark);
}

void ParquetExportTest::idsAndLabelsAreNumbers()
{
    const auto written = [](const char* first, const char* second) {
        const TempFolder folder;
        std::string text;
        for (const char* id : {first, second}) {
            text += std::string(R"({"id": )") + id + R"(, "label": )" + (id == first ? "3" : "null") +
                    R"(, "messages": [{"role": "user", "content": "Q"}]})" + "\n";
        }
        std::string ids;
        for (const std::string& line : linesOf(exported(folder, text))) {
            const auto row = nlohmann::json::parse(line);
            ids += row["id"].dump() + " " + row["label"].dump() + " ";
        }
        return ids;
    };
    QCOMPARE(written("7", "-8"), std::string("7 3 -8 null "));
    QCOMPARE(written("7", "\"8\""), std::string("\"7\" 3 \"8\" null "));
    QCOMPARE(written("\"07\"", "\"8\""), std::string("\"07\" 3 \"8\" null "));
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
                                R"({"role":"assistant","content":"Ho"}],"turns":1,"id":5})"}),
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
    QCOMPARE(again->messages.count, std::uint32_t{3});
    QCOMPARE(test::fieldText(*again, Row{0}, "id"), std::string("a"));
    QCOMPARE(test::fieldText(*again, Row{0}, "score"), std::string("4"));
    QCOMPARE(test::idsFound(*again, "text.assistant:A").size(), std::size_t{1});
}

/// An export of records that have no label, in a dataset where some had one.
void ParquetExportTest::columnOfNullsIsNoLabel()
{
    const TempFolder folder;
    const char* const messages =
        R"("messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}])";
    const std::string plain = std::string(R"({"label": null, )") + messages + "}\n";
    const std::string labelled = std::string(R"({"label": 1, )") + messages + "}\n";
    const auto formats = [&](const std::string& text) {
        const auto again = test::load({exported(folder, text)});
        std::set<std::string> found;
        for (Row row{0}; row < again->endRow(); ++row)
            found.insert(test::fieldText(*again, row, "format"));
        return found;
    };
    QCOMPARE(formats(plain + plain), (std::set<std::string>{"openai-messages"}));
    QCOMPARE(formats(plain + labelled), (std::set<std::string>{"turbo-classification"}));
}

namespace {

/// Digits without a point or an exponent, and how many of them follow the point: equal for equal numbers.
std::string plainNumber(std::string_view json)
{
    const std::size_t end = std::min(json.find_first_of("eE"), json.size());
    long power = end < json.size() ? std::stol(std::string(json.substr(end + 1))) : 0;
    std::string digits;
    bool isFraction = false;
    for (const char c : json.substr(0, end)) {
        if (c == '.')
            isFraction = true;
        if (c < '0' || c > '9')
            continue;
        digits += c;
        power -= isFraction ? 1 : 0;
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    while (digits.ends_with('0')) {
        digits.pop_back();
        ++power;
    }
    if (digits.empty())
        return "0";
    return (json.starts_with('-') ? "-" : "") + digits + "e" + std::to_string(power);
}

/// JSON without white space, with plain numbers, and with texts as nlohmann writes them: equal for equal
/// values.
std::string plainJson(std::string_view json)
{
    std::string plain;
    JsonScanner scanner(json);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        const std::string_view text = token.in(json);
        const bool isNumber =
            token.kind == JsonTokenKind::Scalar && text != "true" && text != "false" && text != "null";
        if (token.kind == JsonTokenKind::String)
            plain += nlohmann::json::parse(text).dump();
        else
            plain += isNumber ? plainNumber(text) : std::string(text);
    }
    return plain;
}

/// Values as JSON, each of one of the kinds.
class RandomValues {
public:
    std::string value(const std::string& kinds)
    {
        switch (kinds[below(kinds.size())]) {
        case 'i':
            return sign() + std::to_string(below(1'000));
        case 'I':
            return sign() + std::to_string(1 + below(9)) + digits(1 + below(17));
        case 'd':
            return sign() + std::to_string(below(100)) + "." + digits(1 + below(m_digits));
        case 'e':
            return sign() + std::to_string(1 + below(9)) + "." + digits(3) + "e" + sign() +
                   std::to_string(below(300));
        case 'b':
            return below(2) == 0 ? "true" : "false";
        case 's':
            return nlohmann::json(text()).dump();
        case 'n':
            return "\"" + digits(1 + below(20)) + "\"";
        case 't':
            return "\"20" + std::to_string(10 + below(90)) + "-0" + std::to_string(1 + below(9)) + "-1" +
                   std::to_string(below(10)) + "\"";
        case 'l': {
            std::string list;
            for (std::size_t i = below(4); i > 0; --i)
                list += (list.empty() ? "" : ",") + value("iIdbs0");
            return "[" + list + "]";
        }
        case 'T':
            return "[[" + value("id") + "],{\"a\":" + value("s") + "}]";
        default:
            return "null";
        }
    }

private:
    std::size_t below(std::size_t end) { return static_cast<std::size_t>(m_random() % end); }
    std::string sign() { return below(3) == 0 ? "-" : ""; }
    std::string digits(std::size_t count)
    {
        std::string text;
        while (text.size() < count)
            text += static_cast<char>('0' + below(10));
        return text;
    }
    std::string text()
    {
        static const std::vector<std::string> kPieces{"a",
                                                      " ",
                                                      ",",
                                                      "\"",
                                                      "\r\n",
                                                      "\n",
                                                      "\r",
                                                      "\t",
                                                      "'",
                                                      "=",
                                                      "1",
                                                      ".",
                                                      "你好",
                                                      "é",
                                                      "😀",
                                                      ";",
                                                      std::string(300, 'x'),
                                                      "\\",
                                                      "-"};
        std::string text;
        for (std::size_t i = 1 + below(6); i > 0; --i)
            text += kPieces[below(kPieces.size())];
        return text;
    }

    std::mt19937 m_random{20'261'128};
    std::size_t m_digits = 14;
};

/// The cells of a CSV file whose cells are quoted where they need it.
std::vector<std::vector<std::string>> csvRows(const std::string& csv)
{
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool isQuoted = false;
    for (std::size_t i = csv.starts_with("\xEF\xBB\xBF") ? 3 : 0; i + 1 < csv.size(); ++i) {
        std::string& cell = rows.back().back();
        if (isQuoted && csv[i] == '"' && csv[i + 1] == '"')
            cell += csv[++i];
        else if (csv[i] == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && csv[i] == ',')
            rows.back().emplace_back();
        else if (!isQuoted && csv[i] == '\n')
            rows.emplace_back(1);
        else
            cell += csv[i];
    }
    return rows;
}

} // namespace

void ParquetExportTest::mixedColumnsHaveTheFewestDigits()
{
    const TempFolder folder;
    std::string text;
    for (const char* value : {"0.2293495857272735", "632259442340030.8", "\"none\"", "1e23"})
        text +=
            std::string("{\"messages\": [{\"role\": \"user\", \"content\": \"Q\"}], \"a\": ") + value + "}\n";
    const auto lines = linesOf(exported(folder, text));
    QCOMPARE(lines.size(), std::size_t{4});
    for (const auto& [line, value] :
         {std::pair{0, "\"a\":\"0.2293495857272735\""}, std::pair{1, "\"a\":\"632259442340030.8\""},
          std::pair{3, "\"a\":\"1e+23\""}}) {
        const std::string& found = lines[static_cast<std::size_t>(line)];
        QVERIFY2(found.find(value) != std::string::npos, found.c_str());
    }
}

/// As in files of JSON.
void ParquetExportTest::numbersThatAreNotFiniteAreWarnings()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    BytesSink sink;
    ParquetWriter writer({{"messages", ParquetField::Kind::Messages}, {"x", ParquetField::Kind::Real}}, sink);
    for (const double number : {0.5, std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity}) {
        writer.leaf(0).addText("user", 0);
        writer.leaf(0, true).addText("Q", 0);
        writer.leaf(1).addReal(number);
        QVERIFY(writer.endRow());
    }
    QVERIFY(writer.finish());
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("x.parquet", sink.bytes)});
    QCOMPARE(snapshot->recordCount(), 4U);
    QCOMPARE(test::fieldText(*snapshot, Row{0}, "x"), std::string("0.5"));
    QCOMPARE(test::fieldText(*snapshot, Row{1}, "x"), std::string());
    QCOMPARE(snapshot->problems.size(), std::size_t{3});
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i) {
        QVERIFY(snapshot->problems[i].code == ProblemCode::NumberNotFinite);
        QVERIFY(snapshot->problems[i].severity == Severity::Warning);
        QCOMPARE(snapshot->problems[i].pointer, std::string("/x"));
    }
}

void ParquetExportTest::randomValuesComeBack_data()
{
    QTest::addColumn<QString>("kinds");
    for (const char* kinds : {"i",  "i0", "I",  "iI", "d",  "di", "dI", "e",  "eI",         "b", "b0",
                              "bi", "s",  "s0", "n",  "ni", "si", "sb", "t",  "ts",         "l", "l0",
                              "ls", "li", "T",  "Ts", "iT", "bT", "tT", "lT", "iIdebsntlT0"})
        QTest::newRow(kinds) << QString::fromUtf8(kinds);
}

/// Each value comes back equal, as the same text (CSV), or its column is named as one that does not.
void ParquetExportTest::randomValuesComeBack()
{
    QFETCH(QString, kinds);
    RandomValues random;
    std::vector<std::string> values;
    std::string text;
    for (int i = 0; i < 60; ++i) {
        values.push_back(random.value(kinds.toStdString()));
        text += R"({"id": "r)" + std::to_string(i) +
                R"(", "messages": [{"role": "user", "content": "Q"}], "a": )" + values.back() + "}\n";
    }
    const TempFolder folder;
    const auto snapshot = test::load({folder.write("data.jsonl", text)});
    RowOrder rows;
    for (Row row{0}; row < snapshot->endRow(); ++row)
        rows.push_back(row);
    ExportOptions options;
    options.rawCells = true;
    for (const std::string target : {"jsonl", "parquet", "csv"}) {
        const fs::path path = folder.path() / ("out." + target);
        options.columns = target == "csv" ? std::vector<std::string>{"a"} : std::vector<std::string>();
        // A column of nothing but trees, or of nothing at all, is none.
        const bool isColumn = findField(*snapshot, "a").has_value();
        if (target == "csv" && !isColumn)
            continue;
        const auto summary = exportToFile({*snapshot, *findExporter(target), options, rows, 2}, path,
                                          ExistingFile::Refuse, Job());
        QCOMPARE(inEnglish(summary.error), std::string());
        bool isNamed = !summary.losses.remarks().empty();
        for (const Loss& loss : summary.losses.list()) {
            const auto& arguments = loss.what.arguments;
            isNamed = isNamed || (!arguments.empty() && arguments.front().text == "a");
        }
        std::ifstream file(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        std::vector<std::string> lines;
        if (target == "parquet") {
            lines = linesOf(path);
        } else {
            std::istringstream all(bytes);
            for (std::string line; std::getline(all, line);)
                lines.push_back(line);
        }
        const auto cells = target == "csv" ? csvRows(bytes) : std::vector<std::vector<std::string>>();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string value = plainJson(values[i]);
            bool isEqual = false;
            std::string found;
            if (target == "csv") {
                found = cells.at(i + 1).at(0);
                const auto json = nlohmann::json::parse(values[i]);
                isEqual = json.is_string()   ? found == json.get<std::string>()
                          : json.is_null()   ? found.empty()
                          : json.is_number() ? plainNumber(found) == value
                                             : nlohmann::json::accept(found) && plainJson(found) == value;
            } else {
                found = plainJson(lines.at(i));
                const std::string member = "\"a\":" + value;
                isEqual = found.find(member + "}") != std::string::npos ||
                          found.find(member + ",") != std::string::npos ||
                          (value == "null" && found.find("\"a\":") == std::string::npos);
            }
            QVERIFY2(isEqual || (isNamed && target != "jsonl"),
                     (target + ": " + values[i] + " became " + found).c_str());
        }
    }
}

DUOLOGUE_TEST(ParquetExportTest)
#include "parquet_export_test.moc"
