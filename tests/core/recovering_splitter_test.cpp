// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/recovering_splitter.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using duologue::test::Random;
using OrderedJson = nlohmann::ordered_json;

namespace {

using Records = std::vector<std::string>;

/// Feeds `text` in pieces of random length, or at once if `random` is null. An unfinished record comes last,
/// with "<" in front.
Records splitAndRecover(RecordLayout layout, const std::string& text, Random* random = nullptr)
{
    Records records;
    RecoveringSplitter splitter(layout);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length =
            random == nullptr ? text.size() : std::min<std::size_t>(1 + random->below(30), text.size() - at);
        at += length;
        splitter.feed(std::string_view(text).substr(0, at), 0, length, at == text.size(),
                      [&](std::uint64_t begin, std::uint64_t end) {
                          records.push_back(text.substr(begin, end - begin));
                      });
    }
    if (splitter.splitter().inRecord())
        records.push_back("<" + text.substr(splitter.openBegin()));
    return records;
}

/// A conversation record with nested objects, and brackets inside a string.
OrderedJson recordOf(int number)
{
    return {{"id", number},
            {"history", {{{"role", "user"}, {"content", "a"}}, {{"role", "assistant"}, {"content", "{\n["}}}},
            {"rating", {{"x", 1}}}};
}

std::string listOf(int indent, int damaged, const std::function<void(std::string&)>& damage)
{
    std::string list = "[";
    for (int i = 0; i < 20; ++i) {
        std::string record = OrderedJson::array({recordOf(i)}).dump(indent);
        // Remove the brackets of the surrounding list.
        record = record.substr(1, record.rfind(']') - 1);
        while (indent >= 0 && record.back() == '\n')
            record.pop_back();
        if (indent < 0)
            record.insert(0, "\n");
        if (i == damaged)
            damage(record);
        list += (i == 0 ? "" : ",") + record;
    }
    return list + "\n]";
}

} // namespace

/// A missing quote or bracket breaks only the record that lacks it.
class RecoveringSplitterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Records that are never closed stand in each other, deeper than anything is followed; each is one.
    void recordsThatAreNeverClosed()
    {
        const std::string open = R"({"id":1,"history":[{"role":"user","content":"a"})";
        for (const char* between : {",\n", ",", "\n"}) {
            std::string text = "[\n" + open;
            for (int i = 1; i < 3000; ++i)
                text += between + open;
            const Records records = splitAndRecover(RecordLayout::Elements, text);
            QCOMPARE(records.size(), std::size_t{3000});
            QCOMPARE(records.front(), open);
            QCOMPARE(records[2000], open);
            QCOMPARE(records.back(), "<" + open);
        }
    }

    void aDeepRecordStaysOne()
    {
        std::string deep;
        for (int i = 0; i < 5000; ++i)
            deep += R"({"id":1,"history":)";
        deep += "1" + std::string(5000, '}');
        const std::string plain = R"({"id":2,"history":[]})";
        QCOMPARE(splitAndRecover(RecordLayout::Elements, "[" + plain + "," + deep + "," + plain + "]"),
                 (Records{plain, deep, plain}));
    }

    void missingCharacterBreaksOneRecord_data()
    {
        QTest::addColumn<int>("indent");
        QTest::addColumn<QString>("what");
        for (const int indent : {-1, 2, 4}) {
            for (const char* what : {"}", "]", "{", "[", "\"", "\":", ","})
                QTest::addRow("%s, indent %d", what, indent) << indent << QString::fromLatin1(what);
        }
    }

    void missingCharacterBreaksOneRecord()
    {
        QFETCH(int, indent);
        QFETCH(QString, what);
        const std::string missing = what.toStdString();
        Random random(3);
        for (const int damaged : {0, 7, 19}) {
            // Remove each occurrence of the character in the record, except the opening bracket, which marks
            // the start of the record.
            for (std::size_t place = 0;; ++place) {
                bool done = false;
                const std::string text = listOf(indent, damaged, [&](std::string& record) {
                    std::size_t at = record.find('{');
                    for (std::size_t i = 0; i <= place && at != std::string::npos; ++i)
                        at = record.find(missing, at + 1);
                    done = at == std::string::npos;
                    if (!done)
                        record.erase(at, 1);
                });
                if (done)
                    break;
                for (const bool pieces : {false, true}) {
                    int whole = 0;
                    for (const std::string& record :
                         splitAndRecover(RecordLayout::Elements, text, pieces ? &random : nullptr)) {
                        const OrderedJson parsed = OrderedJson::parse(record, nullptr, false);
                        whole += parsed.is_object() && parsed.contains("rating") ? 1 : 0;
                    }
                    // Damage in the first record must not mislead the splitter, which takes the indentation
                    // from it.
                    QVERIFY2(whole >= 19, text.c_str());
                }
            }
        }
    }

    void splitsValidFilesNormally()
    {
        // Without indentation, nested objects look like records.
        const std::string text =
            "[\n{\"a\":\n[\n{\"x\": 1},\n{\"x\": 2}\n]\n},\n{\"a\":\n[\n{\"x\": 3}\n]\n}\n]";
        const Records expected{"{\"a\":\n[\n{\"x\": 1},\n{\"x\": 2}\n]\n}", "{\"a\":\n[\n{\"x\": 3}\n]\n}"};
        Random random(4);
        QCOMPARE(splitAndRecover(RecordLayout::Elements, text), expected);
        QCOMPARE(splitAndRecover(RecordLayout::Elements, text, &random), expected);
        QCOMPARE(splitAndRecover(RecordLayout::Values, expected[0] + "\n" + expected[1]), expected);
    }

    void recoversInConcatenatedValues()
    {
        QCOMPARE(splitAndRecover(RecordLayout::Values,
                                 "{\n \"a\": 1\n\n{\n \"b\": 2\n}\n{\n \"c\": \"x\n}\n{\n \"d\": 4\n}\n"),
                 (Records{"{\n \"a\": 1", "{\n \"b\": 2\n}", "{\n \"c\": \"x\n}", "{\n \"d\": 4\n}"}));
    }

    void cannotRecoverInSingleLine()
    {
        QCOMPARE(splitAndRecover(RecordLayout::Elements, "[{\"a\": \"x}, {\"a\": \"y\"}]"),
                 (Records{"<{\"a\": \"x}, {\"a\": \"y\"}]"}));
    }
};

DUOLOGUE_TEST(RecoveringSplitterTest)
#include "recovering_splitter_test.moc"
