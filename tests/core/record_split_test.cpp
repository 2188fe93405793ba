// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/record_split.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using duologue::test::Random;

namespace {

using Records = std::vector<std::string>;

/// Feeds `text` in pieces of random length, or as a whole without `random`. A record that has not ended comes
/// last, after "<".
Records split(RecordLayout layout, const std::string& text, Random* random = nullptr)
{
    Records records;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        records.push_back(text.substr(begin, end - begin));
    };
    ValueSplitter splitter(layout);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length =
            random == nullptr ? text.size() : std::min<std::size_t>(1 + random->below(20), text.size() - at);
        splitter.feed(std::string_view(text).substr(at, length), add);
        at += length;
    }
    splitter.finish(add);
    if (splitter.inRecord())
        records.push_back("<" + text.substr(splitter.openBegin()));
    return records;
}

nlohmann::json randomValue(Random& random, int depth)
{
    constexpr std::string_view kNasty = "\"\\{}[],: \n\tab";
    switch (random.below(depth > 3 ? 4 : 6)) {
    case 0:
        return static_cast<int>(random.below(2000)) - 1000;
    case 1:
        return random.oneIn(2);
    case 2:
        return nullptr;
    case 3: {
        std::string text(random.below(12), ' ');
        for (char& c : text)
            c = kNasty[random.below(kNasty.size())];
        return text + (random.oneIn(4) ? "旅行\\" : "");
    }
    case 4: {
        nlohmann::json list = nlohmann::json::array();
        for (auto i = random.below(4); i > 0; --i)
            list.push_back(randomValue(random, depth + 1));
        return list;
    }
    default: {
        nlohmann::json object = nlohmann::json::object();
        for (auto i = random.below(4); i > 0; --i)
            object["k\"" + std::to_string(i)] = randomValue(random, depth + 1);
        return object;
    }
    }
}

} // namespace

class RecordSplitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsBlocksLikeBytes();
    void splitsArrays();
    void splitsValues();
    void splitsPiecesLikeTheWhole();
    void marksAreWholeOrText();
    void followsDeepNesting();
    void leavesTruncatedRecordsOpen();
    void passesOnBrokenRecords();
    void countsFromTheFirstOffset();
    void splitsLines();
};

void RecordSplitTest::splitsArrays()
{
    const auto elements = [](const std::string& text) { return split(RecordLayout::Elements, text); };
    QCOMPARE(elements("[]"), Records());
    QCOMPARE(elements(" [ {\"a\": 1} , [1, 2],\n\"x\" ,3, null ] "),
             (Records{"{\"a\": 1}", "[1, 2]", "\"x\"", "3", "null"}));
    QCOMPARE(elements("[{},]"), (Records{"{}"}));
    QCOMPARE(elements("[\"a]\\\"]\", {\"]\": \"}\"}]"), (Records{"\"a]\\\"]\"", "{\"]\": \"}\"}"}));

    ValueSplitter splitter(RecordLayout::Elements);
    const auto ignore = [](std::uint64_t, std::uint64_t) {};
    splitter.feed("[{\"a\": 1}", ignore);
    QVERIFY(!splitter.inRecord());
    QVERIFY(!splitter.closed());
    splitter.feed("]", ignore);
    QVERIFY(splitter.closed());
}

void RecordSplitTest::splitsValues()
{
    const auto values = [](const std::string& text) { return split(RecordLayout::Values, text); };
    QCOMPARE(values(""), Records());
    QCOMPARE(values("{\"a\":1}{\"b\":2}\n[3] 4 \"five\"6"),
             (Records{"{\"a\":1}", "{\"b\":2}", "[3]", "4", "\"five\"", "6"}));
    QCOMPARE(values("{\n  \"a\": {\"b\": []}\n}\n\n{}\n"), (Records{"{\n  \"a\": {\"b\": []}\n}", "{}"}));
}

void RecordSplitTest::splitsPiecesLikeTheWhole()
{
    Random random(2024);
    for (int round = 0; round < 300; ++round) {
        Records expected;
        std::string elements = "[";
        std::string values;
        for (auto i = random.below(8); i > 0; --i) {
            nlohmann::json value = randomValue(random, 0);
            if (!value.is_structured())
                value = nlohmann::json{{"v", value}};
            expected.push_back(value.dump(static_cast<int>(random.below(3)) - 1));
            // The mark of a file that was joined to the one before.
            const std::string mark = random.oneIn(3) ? "\xEF\xBB\xBF" : "";
            elements += (elements.size() > 1 ? " ,\n" : "") + mark + expected.back();
            values += mark + expected.back() + (random.oneIn(2) ? "\n" : "");
        }
        elements += "]";
        QCOMPARE(split(RecordLayout::Elements, elements), expected);
        QCOMPARE(split(RecordLayout::Values, values), expected);
        QCOMPARE(split(RecordLayout::Elements, elements, &random), expected);
        QCOMPARE(split(RecordLayout::Values, values, &random), expected);
    }
}

void RecordSplitTest::marksAreWholeOrText()
{
    const std::string text = "{}\xEF\xBB\xBF{}\xEF\xBC\x8C{} \xEF\xBB";
    const Records expected{"{}", "{}", "\xEF\xBC\x8C{}", "\xEF\xBB"};
    Random random(7);
    for (int round = 0; round < 20; ++round)
        QCOMPARE(split(RecordLayout::Values, text, round == 0 ? nullptr : &random), expected);
    // What may become a record is kept until that is known.
    ValueSplitter splitter(RecordLayout::Values);
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::uint64_t kept = splitter.openBegin();
        splitter.feed(std::string_view(text).substr(at, 1),
                      [kept](std::uint64_t begin, std::uint64_t) { QVERIFY(begin >= kept); });
        QVERIFY(splitter.openBegin() >= kept);
    }
}

void RecordSplitTest::followsDeepNesting()
{
    constexpr std::size_t kDeep = 200'000;
    const std::string deep = std::string(kDeep, '[') + std::string(kDeep, ']');
    QCOMPARE(split(RecordLayout::Values, deep + "{}"), (Records{deep, "{}"}));
    QCOMPARE(split(RecordLayout::Elements, "[" + deep + ",1]"), (Records{deep, "1"}));
}

void RecordSplitTest::leavesTruncatedRecordsOpen()
{
    const std::string whole = "[{\"a\": \"x\"}, {\"b\": \"\\\"}\"}]";
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        const Records records = split(RecordLayout::Elements, whole.substr(0, cut));
        const std::size_t complete = cut >= 25 ? 2 : cut >= 11 ? 1 : 0;
        const bool open = (cut > 1 && cut < 11) || (cut > 13 && cut < 25);
        QCOMPARE(records.size(), complete + (open ? 1 : 0));
        if (complete > 0)
            QCOMPARE(records[0], std::string("{\"a\": \"x\"}"));
        QCOMPARE(!records.empty() && records.back().starts_with('<'), open);
    }
}

void RecordSplitTest::passesOnBrokenRecords()
{
    QCOMPARE(split(RecordLayout::Elements, "[{a: 1}, tru, {\"b\" 2}]"),
             (Records{"{a: 1}", "tru", "{\"b\" 2}"}));
    // Brackets of the wrong kind are counted like the right ones.
    QCOMPARE(split(RecordLayout::Values, "{\"a\": 1] {\"b\": 2}"), (Records{"{\"a\": 1]", "{\"b\": 2}"}));
    QCOMPARE(split(RecordLayout::Values, "} {}"), (Records{"}", "{}"}));
}

void RecordSplitTest::countsFromTheFirstOffset()
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> offsets;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { offsets.emplace_back(begin, end); };
    ValueSplitter splitter(RecordLayout::Values, 1000);
    splitter.feed(" {", add);
    QVERIFY(splitter.inRecord());
    QCOMPARE(splitter.openBegin(), std::uint64_t{1001});
    splitter.feed("} ", add);
    QVERIFY(!splitter.inRecord());
    QCOMPARE(splitter.openBegin(), std::uint64_t{1004});
    // It is not known yet what the slash begins, so no byte after it may be dropped.
    splitter.feed("/", add);
    QCOMPARE(splitter.openBegin(), std::uint64_t{1004});
    QCOMPARE(offsets.size(), std::size_t{1});
    QCOMPARE(offsets[0].first, std::uint64_t{1001});
    QCOMPARE(offsets[0].second, std::uint64_t{1003});
}

void RecordSplitTest::splitsLines()
{
    const std::string text = "{\"a\":1}\r\n\n  {\"b\":2}\t\n \r\n{\"c\":3}";
    Records lines;
    splitLines(text, 50, [&](std::uint64_t begin, std::uint64_t end) {
        lines.push_back(std::to_string(begin) + ":" + text.substr(begin - 50, end - begin));
    });
    QCOMPARE(lines, (Records{"50:{\"a\":1}", "62:{\"b\":2}", "74:{\"c\":3}"}));
    splitLines("", 0, [](std::uint64_t, std::uint64_t) { QFAIL("there is no line"); });
}

void RecordSplitTest::splitsBlocksLikeBytes()
{
    constexpr std::string_view kPieces[] = {
        "{",  "}",  "[",         "]",         "\"",
        "\"", "\\", "\\\\",      "/",         "// ",
        "\n", ",",  "\"a\\\"\"", "\"{\":[1]", "text",
        "{}", "  ", "\\u4e2d",   "中文",      "0123456789012345678901234567890123456789"};
    Random random(11);
    std::size_t found = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = random.oneIn(2) ? "[{\"key\":[" : "{\"key\":\"";
        for (auto i = random.below(120); i > 0; --i)
            text += random.of(kPieces);
        const auto layout = random.oneIn(2) ? RecordLayout::Elements : RecordLayout::Values;
        using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
        const auto split = [&](std::size_t longest) {
            Ranges ranges;
            ValueSplitter splitter(layout);
            const auto add = [&](std::uint64_t begin, std::uint64_t end) { ranges.emplace_back(begin, end); };
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t length = std::min<std::size_t>(1 + random.below(longest), text.size() - at);
                splitter.feed(std::string_view(text).substr(at, length), add);
                at += length;
            }
            ranges.emplace_back(splitter.openBegin(), splitter.inRecord());
            return ranges;
        };
        // Pieces shorter than a block are read byte by byte.
        const Ranges byBytes = split(60);
        QCOMPARE(split(1000), byBytes);
        found += byBytes.size() - 1;
    }
    QVERIFY(found > 20'000);
}

DUOLOGUE_TEST(RecordSplitTest)
#include "record_split_test.moc"
