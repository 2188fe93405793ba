// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"
#include "core/analysis/tally.h"
#include "core/data/row_order.h"
#include "core/export/export_run.h"
#include "core/export/row_choice.h"
#include "core/json/json_view.h"
#include "core/json/json_writer.h"
#include "core/util/numbers.h"
#include "core/util/text.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

using namespace duologue;
using namespace duologue::test;

namespace {

/// A text of about so many bytes, in whole characters.
std::string textOf(Random& random, std::size_t bytes, bool isChinese)
{
    const std::vector<std::string> chinese{"杭", "州", "旅", "行", "，", "🙂"};
    const std::vector<std::string> english{"a", "B", "7", "0", " ", "é"};
    std::string text;
    while (text.size() < bytes)
        text += random.of(isChinese ? chinese : english);
    return text;
}

/// Values around the lengths at which a column changes what it keeps, many with equal beginnings.
std::vector<std::string> longValues(std::size_t count)
{
    Random random(11);
    std::vector<std::string> beginnings;
    for (const std::size_t bytes : {0, 40, 61, 62, 63, 64, 65, 66, 100, 230, 300})
        beginnings.push_back("v" + textOf(random, bytes, random.oneIn(2)));
    std::vector<std::string> values;
    while (values.size() < count) {
        const std::size_t bytes =
            random.of(std::vector<std::size_t>{1, 3, 170, 235, 240, 241, 242, 300, 2000});
        std::string value = random.of(beginnings);
        const std::size_t missing = bytes - std::min(bytes, value.size());
        value += textOf(random, missing + random.below(4), random.oneIn(2));
        values.push_back(values.empty() || !random.oneIn(4) ? value : random.of(values));
    }
    return values;
}

std::string jsonQuoted(const std::string& text)
{
    std::string quoted;
    JsonWriter(quoted).text(text);
    return quoted;
}

/// A decimal number as its sign, digits and point may be written.
std::string decimalOf(Random& random)
{
    std::string digits;
    for (std::size_t i = 0, count = 1 + random.below(30); i < count; ++i)
        digits += static_cast<char>('0' + (random.oneIn(3) ? 0 : random.below(10)));
    std::string text = random.oneIn(3) ? "-" : "";
    const std::size_t point = random.below(digits.size() + 1);
    const std::string before = digits.substr(0, point);
    const std::size_t zeros = std::min(before.find_first_not_of('0'), before.size());
    text += zeros == before.size() ? "0" : before.substr(zeros);
    if (point < digits.size())
        text += "." + digits.substr(point);
    return text;
}

/// The number times 10^40, in forty digits before the point and forty behind it, so that texts compare as
/// numbers do.
std::string alignedDigits(std::string text)
{
    const bool isBelow = text.starts_with('-');
    text = text.substr(isBelow ? 1 : 0);
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string behind = point < text.size() ? text.substr(point + 1) : std::string();
    behind.resize(40, '0');
    std::string digits = std::string(40 - point, '0') + text.substr(0, point) + behind;
    if (isBelow && digits.find_first_not_of('0') != std::string::npos) {
        for (char& c : digits)
            c = static_cast<char>('9' - c + '0');
        return "0" + digits;
    }
    return "1" + digits;
}

SnapshotPtr recordsOf(const TempFolder& folder, const std::vector<std::string>& values)
{
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
        text += R"({"id": ")" + std::to_string(i) + R"(", "note": )" + values[i] +
                R"(, "messages": [{"role": "user", "content": "Hi"}]})" + "\n";
    return load({folder.write("data.jsonl", text)});
}

} // namespace

/// Values of any length and numbers of any number of digits are shown, compared, counted and written whole.
class WholeValuesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void longTextsStayWhole();
    void longMembersOfListsStayWhole();
    void whatStandsForLongTexts();
    void decimalsCompareByValue();
    void decimalsOfRecordsStayWhole();
    void onlyNumbersThatDoublesDoNotHoldKeepTheirDigits();
    void realNumbersHaveTheFewestDigits();
    void tinyNumbersAreNotZero();
    void longWholeNumbersStayNumbers();
    void largeWholeNumbersHaveNoExponent();
};

void WholeValuesTest::longTextsStayWhole()
{
    const std::vector<std::string> values = longValues(160);
    std::vector<std::string> quoted;
    for (const std::string& value : values)
        quoted.push_back(jsonQuoted(value));
    const TempFolder folder;
    const SnapshotPtr snapshot = recordsOf(folder, quoted);
    const FieldReader note = *findField(*snapshot, "note");
    std::map<std::string, std::uint64_t> counts;
    for (std::size_t i = 0; i < values.size(); ++i) {
        QCOMPARE(fieldText(*snapshot, static_cast<Row>(i), "note"), values[i]);
        const std::string shown = note.shownText(static_cast<Row>(i));
        QVERIFY(shown == values[i] || (values[i].size() > 240 && shown.size() <= 67));
        ++counts[values[i]];
    }

    const RowSet all(snapshot->recordCount(), true);
    const Tally groups = tally(*snapshot, all, {{note}}, Job());
    QCOMPARE(groups.rows.size(), counts.size());
    for (const TallyRow& row : groups.rows)
        QCOMPARE(row.n, counts.at(row.values.front().text));

    std::vector<std::string> sorted = values;
    std::stable_sort(sorted.begin(), sorted.end(), [](const std::string& left, const std::string& right) {
        return compareNatural(left, right) < 0;
    });
    const RowOrder order = sortedBy(orderOf(all), note, false, Job());
    for (std::size_t i = 0; i < order.size(); ++i)
        QCOMPARE(values[indexOf(order[i])], sorted[i]);

    for (std::size_t i = 0; i < values.size(); i += 7) {
        std::vector<std::string> ids;
        for (std::size_t j = 0; j < values.size(); ++j) {
            if (foldForSearch(values[j]) == foldForSearch(values[i]))
                ids.push_back(std::to_string(j));
        }
        QCOMPARE(idsFound(*snapshot, "note:" + jsonQuoted(values[i])), ids);
    }

    const auto chosen = choose(*snapshot, orderOf(all), {.dedup = {"note"}}, Job());
    QCOMPARE(chosen.value().parts.front().rows.size(), counts.size());

    const auto facet = makeFacet(snapshot, "note", Job());
    QCOMPARE(facet->values.size(), counts.size());
    for (std::size_t i = 0; i < facet->values.size(); i += 5)
        QVERIFY(counts.contains(facetQuery(*facet, {static_cast<int>(i)}).term.value));

    const auto path = folder.path() / "out.jsonl";
    ExportOptions options;
    options.columns = {"note"};
    exportToFile({*snapshot, *findExporter("jsonl"), options, orderOf(all), 1}, path, ExistingFile::Refuse,
                 Job());
    const std::string written = fileBytes(path);
    for (const std::string& value : values)
        QVERIFY(written.find("\"note\":" + jsonQuoted(value)) != std::string::npos);
}

void WholeValuesTest::longMembersOfListsStayWhole()
{
    const std::vector<std::string> values = longValues(40);
    std::vector<std::string> lists;
    std::map<std::string, std::uint64_t> counts;
    for (const std::string& value : values) {
        std::string many;
        for (int i = 0; i < 60; ++i)
            many += ", \"t" + std::to_string(i) + "\"";
        lists.push_back("[\"k\", " + jsonQuoted(value) + many + "]");
        ++counts[value];
    }
    const TempFolder folder;
    const SnapshotPtr snapshot = recordsOf(folder, lists);
    const FieldReader note = *findField(*snapshot, "note");
    for (std::size_t i = 0; i < values.size(); ++i) {
        QCOMPARE(note.texts(static_cast<Row>(i)).at(1), values[i]);
        QVERIFY(
            fieldText(*snapshot, static_cast<Row>(i), "note").starts_with("k, " + values[i] + ", t0, t1"));
    }
    const RowSet all(snapshot->recordCount(), true);
    const Tally groups = tally(*snapshot, all, {{note}}, Job());
    QCOMPARE(groups.rows.size(), counts.size() + 61);
    for (const TallyRow& row : groups.rows) {
        const auto known = counts.find(row.values.front().text);
        QCOMPARE(row.n, known == counts.end() ? values.size() : known->second);
    }
    QCOMPARE(groups.withoutValue, std::uint64_t{0});
    QCOMPARE(idsFound(*snapshot, "note:k").size(), values.size());
    QVERIFY(idsFound(*snapshot, "-note:t59").empty());
    QCOMPARE(idsFound(*snapshot, "has:note").size(), values.size());
    const auto chosen = choose(*snapshot, orderOf(all), {.dedup = {"note"}}, Job());
    QCOMPARE(chosen.value().parts.front().rows.size(), counts.size());
}

void WholeValuesTest::whatStandsForLongTexts()
{
    const std::string head(64, 'x');
    for (const std::size_t size : {240, 241, 5000}) {
        const std::string value = head + std::string(size - head.size(), 'y');
        const ValueKey key(value);
        QCOMPARE(ValueKey::isOfLong(key.text()), size > 240);
        QCOMPARE(ValueKey::shown(key.text()), size > 240 ? head + "…" : value);
        QCOMPARE(std::string(key.text()), std::string(ValueKey(value).text()));
        QCOMPARE(std::string(ValueKey(key.text()).text()), std::string(key.text()));
        if (size > 240)
            QVERIFY(key.text() != ValueKey(value + "y").text());
    }
    // The first 64 bytes end within a character.
    const std::string chinese = "a" + std::string(300, '\xE6');
    QVERIFY(ValueKey::shown(ValueKey(chinese).text()).size() <= 67);
}

void WholeValuesTest::decimalsCompareByValue()
{
    Random random(5);
    for (int i = 0; i < 20'000; ++i) {
        const std::string left = decimalOf(random);
        const std::string right =
            random.oneIn(4) ? left + (left.find('.') == std::string::npos ? ".0" : "0") : decimalOf(random);
        const int order = compareDecimals(left, right);
        const int expected = alignedDigits(left).compare(alignedDigits(right));
        QVERIFY2((order < 0) == (expected < 0) && (order > 0) == (expected > 0),
                 (left + " and " + right).c_str());
        QCOMPARE(plainDecimal(left) == plainDecimal(right), expected == 0);
        QCOMPARE(compareDecimals(plainDecimal(left), left), 0);
    }
    QCOMPARE(plainDecimal("-0.00"), std::string("0"));
    QCOMPARE(plainDecimal("1.50e3"), std::string("1500"));
    QCOMPARE(plainDecimal("12345678901234567e-400"), std::string("1.2345678901234567e-384"));
    QCOMPARE(plainDecimal("1.25E+300"), std::string("1.25e300"));
    QCOMPARE(plainDecimal("0.00000000000000000001"), std::string("0.00000000000000000001"));
    QCOMPARE(compareDecimals("1e2", "100.0"), 0);
    QVERIFY(compareDecimals("9e99999999999999999999", "1e5") > 0);
    for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "nan", "1 "})
        QVERIFY2(!isDecimal(text), text);
}

void WholeValuesTest::decimalsOfRecordsStayWhole()
{
    Random random(23);
    std::vector<std::string> values;
    while (values.size() < 120)
        values.push_back(values.empty() || !random.oneIn(5) ? decimalOf(random) : random.of(values));
    const TempFolder folder;
    const SnapshotPtr snapshot = recordsOf(folder, values);
    std::map<std::string, std::uint64_t> counts;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string shown = fieldText(*snapshot, static_cast<Row>(i), "note");
        QVERIFY2(compareDecimals(shown, values[i]) == 0, (shown + " is not " + values[i]).c_str());
        ++counts[alignedDigits(values[i])];
    }
    const FieldReader note = *findField(*snapshot, "note");
    const RowSet all(snapshot->recordCount(), true);
    const Tally groups = tally(*snapshot, all, {{note}}, Job());
    QCOMPARE(groups.rows.size(), counts.size());
    const RowOrder order = sortedBy(orderOf(all), note, false, Job());
    for (std::size_t i = 1; i < order.size(); ++i)
        QVERIFY(alignedDigits(values[indexOf(order[i - 1])]) <= alignedDigits(values[indexOf(order[i])]));
    for (std::size_t i = 0; i < values.size(); i += 5) {
        std::vector<std::string> equal;
        std::vector<std::string> above;
        for (std::size_t j = 0; j < values.size(); ++j) {
            const int order = alignedDigits(values[j]).compare(alignedDigits(values[i]));
            if (order == 0)
                equal.push_back(std::to_string(j));
            if (order > 0)
                above.push_back(std::to_string(j));
        }
        QCOMPARE(idsFound(*snapshot, "note:" + values[i]), equal);
        QCOMPARE(idsFound(*snapshot, "note:>" + values[i]), above);
    }
}

void WholeValuesTest::onlyNumbersThatDoublesDoNotHoldKeepTheirDigits()
{
    const auto digitsIn = [](const std::string& json) {
        JsonParser parser;
        const PaddedBytes bytes(json);
        const auto root = parser.parse(bytes.view());
        return root ? std::string(root.value()["n"].digits()) + " " + root.value().toJson() : "refused";
    };
    QCOMPARE(digitsIn(R"({"n": 2.50})"), std::string(R"( {"n":2.5})"));
    QCOMPARE(digitsIn(R"({"n": 1772323200.123456})"), std::string(R"( {"n":1772323200.123456})"));
    QCOMPARE(digitsIn(R"({"n": 0.30000000000000004})"), std::string(R"( {"n":0.30000000000000004})"));
    QCOMPARE(digitsIn(R"({"n":12345678901234567.890})"),
             std::string(R"(12345678901234567.89 {"n":12345678901234567.89})"));
    QCOMPARE(digitsIn(R"({"n":[1,{"a":-0.1000000000000000055}],"t":"1.12345678901234567","f":false})"),
             std::string(R"( {"n":[1,{"a":-0.1000000000000000055}],"t":"1.12345678901234567","f":false})"));
    // Wherever it is, the scan finds it.
    for (std::size_t i = 0; i < 40; ++i) {
        const std::string spaces(i, ' ');
        QCOMPARE(digitsIn(R"({"t":"x","n":)" + spaces + "1234567890.12345678}"),
                 std::string(R"(1234567890.12345678 {"t":"x","n":1234567890.12345678})"));
    }
}

void WholeValuesTest::realNumbersHaveTheFewestDigits()
{
    const std::string text =
        "{\"n\":0.2293495857272735,\"list\":[632259442340030.8,1e+23,-0.0,1.0,7,\"x\\n\"],"
        "\"o\":{\"a\":null,\"b\":true,\"c\":{}}}";
    JsonParser parser;
    const PaddedBytes bytes(text);
    QCOMPARE(parser.parse(bytes.view()).value().toJson(), text);

    const TempFolder folder;
    const SnapshotPtr snapshot =
        recordsOf(folder, {"0.2293495857272735", "632259442340030.8", "\"n/a\"", "1e23"});
    QCOMPARE(fieldText(*snapshot, Row{0}, "note"), std::string("0.2293495857272735"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "note"), std::string("632259442340030.8"));
    QCOMPARE(fieldText(*snapshot, Row{3}, "note"), std::string("1e+23"));
}

void WholeValuesTest::tinyNumbersAreNotZero()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = recordsOf(folder, {"0", "0e5", "1e-400", "-1e-400", "0.0e-999", "1"});
    QCOMPARE(fieldText(*snapshot, Row{2}, "note"), std::string("1e-400"));
    QCOMPARE(fieldText(*snapshot, Row{3}, "note"), std::string("-1e-400"));
    const RowSet all(snapshot->recordCount(), true);
    const Tally groups = tally(*snapshot, all, {{*findField(*snapshot, "note")}}, Job());
    QCOMPARE(groups.rows.size(), std::size_t{4});
    QCOMPARE(idsFound(*snapshot, "note:0"), (std::vector<std::string>{"0", "1", "4"}));
    QCOMPARE(idsFound(*snapshot, "note:1e-400"), (std::vector<std::string>{"2"}));
    QCOMPARE(idsFound(*snapshot, "note:>0"), (std::vector<std::string>{"2", "5"}));
}

void WholeValuesTest::longWholeNumbersStayNumbers()
{
    const TempFolder folder;
    const SnapshotPtr snapshot =
        recordsOf(folder, {"{\"a\": 123456789012345678901234567890, \"b\": 100000000000000000000}", "null"});
    QCOMPARE(fieldText(*snapshot, Row{0}, "note.a"), std::string("123456789012345678901234567890"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "note.b"), std::string("100000000000000000000"));
    QCOMPARE(snapshot->problems.size(), std::size_t{2});
    RowOrder rows;
    for (Row row{0}; row < snapshot->endRow(); ++row)
        rows.push_back(row);
    const auto path = folder.path() / "out.jsonl";
    const ExportSummary summary =
        exportToFile({*snapshot, *findExporter("jsonl"), {}, rows, 1}, path, ExistingFile::Replace, Job());
    QVERIFY(summary.error.empty());
    std::ifstream file(path);
    const std::string written{std::istreambuf_iterator<char>(file), {}};
    QVERIFY2(written.find("\"note.a\":123456789012345678901234567890") != std::string::npos, written.c_str());
}

void WholeValuesTest::largeWholeNumbersHaveNoExponent()
{
    const TempFolder folder;
    const SnapshotPtr snapshot =
        recordsOf(folder, {"1000000000000000", "1767225599000000", "-9007199254740991", "999999999999999"});
    for (const auto& [row, text] : std::map<int, std::string>{{0, "1000000000000000"},
                                                              {1, "1767225599000000"},
                                                              {2, "-9007199254740991"},
                                                              {3, "999999999999999"}})
        QCOMPARE(fieldText(*snapshot, static_cast<Row>(row), "note"), text);
}

DUOLOGUE_TEST(WholeValuesTest)
#include "whole_values_test.moc"
