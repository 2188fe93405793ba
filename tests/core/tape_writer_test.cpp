// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/padded_bytes.h"
#include "core/json/json_tape.h"
#include "core/json/tape_writer.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <bit>
#include <nlohmann/json.hpp>

using namespace duologue;
using duologue::test::Random;

namespace {

/// A record, what stands in memory behind it, and room for its tape.
class Written {
public:
    explicit Written(std::string_view record, char behind = '\0')
        : m_bytes(record.size() + PaddedBytes::kPadding, behind),
          m_words(record.size() + kTapeRoom + 3),
          m_texts((record.size() + kTapeRoom) * 5 / 3 + kTapeRoom)
    {
        std::copy(record.begin(), record.end(), m_bytes.begin());
        isSure = writeTape({m_bytes.data(), record.size()}, m_words.data(), m_texts.data());
    }

    /// What the tape says, every word of it.
    nlohmann::json value() const
    {
        const std::uint64_t* word = m_words.data() + 1;
        nlohmann::json said = valueAt(word);
        if (JsonTape::typeOf(*word) != 'r' || JsonTape::typeOf(m_words[0]) != 'r' ||
            m_words.data() + static_cast<std::uint32_t>(m_words[0]) != word + 1)
            return "the root is wrong";
        return said;
    }

    bool isSure = false;

private:
    JsonTape tape() const { return {m_words.data(), m_texts.data(), nullptr}; }

    /// Leaves `word` behind the value.
    nlohmann::json valueAt(const std::uint64_t*& word) const
    {
        const std::uint64_t* const begin = word;
        const std::uint64_t* const behind = tape().behind(begin);
        nlohmann::json said;
        switch (JsonTape::kindOf(*begin)) {
        case JsonKind::Null:
            break;
        case JsonKind::Bool:
            said = JsonTape::typeOf(*begin) == 't';
            break;
        case JsonKind::Integer:
            said = static_cast<std::int64_t>(begin[1]);
            break;
        case JsonKind::Real:
            said = std::bit_cast<double>(begin[1]);
            break;
        case JsonKind::String:
            said = textAt(begin);
            break;
        default:
            said = membersAt(word);
        }
        word = behind;
        return said;
    }

    nlohmann::json membersAt(const std::uint64_t* begin) const
    {
        const bool isObject = JsonTape::typeOf(*begin) == '{';
        const std::uint64_t* const end = tape().behind(begin) - 1;
        nlohmann::json said = isObject ? nlohmann::json::object() : nlohmann::json::array();
        std::size_t count = 0;
        const std::uint64_t* word = begin + 1;
        for (; word < end; ++count) {
            if (isObject) {
                const std::string name = textAt(word++);
                said[name] = valueAt(word);
            } else {
                said.push_back(valueAt(word));
            }
        }
        const bool closes = JsonTape::typeOf(*end) == (isObject ? '}' : ']') &&
                            m_words.data() + static_cast<std::uint32_t>(*end) == begin;
        return word == end && closes && count == JsonTape::countOf(*begin) ? said : "its end is wrong";
    }

    std::string textAt(const std::uint64_t* word) const
    {
        const std::string_view text = tape().textOf(*word);
        return text.data()[text.size()] == '\0' ? std::string(text) : "without a zero behind";
    }

    std::vector<char> m_bytes;
    std::vector<std::uint64_t> m_words;
    std::vector<char> m_texts;
};

/// In kinds of numbers and signs of zeros, too.
bool isSame(const nlohmann::json& one, const nlohmann::json& other)
{
    return one == other && one.dump() == other.dump();
}

/// JSON in all the ways that it may be written.
class RandomRecord {
public:
    explicit RandomRecord(Random& random) : m_random(random) {}

    std::string object(int depth = 0) { return list('{', '}', depth); }
    std::string value(int depth)
    {
        constexpr std::string_view kNumbers[] = {
            "0", "7", "-12", "123456789012345678", "4.5",     "-0.0",
            "0", "7", "1e5", "-2.25E-7",           "0.1e+10", "123456789012345678901234567890.5"};
        constexpr std::string_view kWords[] = {"true", "false", "null"};
        switch (m_random.below(depth > 5 ? 3 : 5)) {
        case 0:
            return std::string(m_random.of(kNumbers));
        case 1:
            return std::string(m_random.of(kWords));
        case 2:
            return text();
        case 3:
            return list('[', ']', depth + 1);
        default:
            return object(depth + 1);
        }
    }

private:
    std::string list(char open, char close, int depth)
    {
        std::string json = open + space();
        for (auto left = m_random.below(5); left > 0; --left) {
            if (open == '{')
                json += text() + space() + ":" + space();
            json += value(depth) + space() + (left > 1 ? "," + space() : "");
        }
        return json + close;
    }

    std::string text()
    {
        constexpr std::string_view kPieces[] = {"a",
                                                "Travel ",
                                                "旅行",
                                                "é",
                                                "😀",
                                                "\x7F",
                                                "\\n",
                                                "\\\"",
                                                "\\\\",
                                                "\\/",
                                                "\\b",
                                                "\\f",
                                                "\\r",
                                                "\\t",
                                                "\\u65c5",
                                                "\\u00E9",
                                                "\\uffff",
                                                "\\u0041",
                                                "\\u0000",
                                                "\\ud83d\\ude00",
                                                "\\uDBFF\\uDFFF",
                                                "{",
                                                "]",
                                                ","};
        std::string json = "\"";
        for (auto left = m_random.below(m_random.oneIn(3) ? 30 : 4); left > 0; --left) {
            json += m_random.of(kPieces);
            // Every place in a block is to be the one before something rare.
            if (m_random.oneIn(6))
                json.append(m_random.below(140), 'x');
        }
        return json + "\"";
    }

    std::string space()
    {
        constexpr std::string_view kSpaces[] = {"", "", "", " ", "\n    ", "\t", "\r\n"};
        return m_random.oneIn(60) ? std::string(50 + m_random.below(100), ' ')
                                  : std::string(m_random.of(kSpaces));
    }

    Random& m_random;
};

} // namespace

class TapeWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void writesWhatARecordSays();
    void isNeverSureOfHalves();
    void isNotSureOfWhatIsBroken();
    void leavesRareThingsToTheLibrary_data();
    void leavesRareThingsToTheLibrary();
    void nestsUpToALimit();
    void endsWithTheRecord_data();
    void endsWithTheRecord();
};

void TapeWriterTest::initTestCase()
{
    if (!canWriteTape())
        QSKIP("This processor has no lanes of 64 bytes: the library parses every record.");
}

void TapeWriterTest::writesWhatARecordSays()
{
    Random random(31);
    RandomRecord records(random);
    for (int round = 0; round < 20'000; ++round) {
        const std::string record = records.object();
        const Written written(record, round % 2 == 0 ? '\0' : '"');
        QVERIFY2(written.isSure, record.c_str());
        QVERIFY2(isSame(written.value(), nlohmann::json::parse(record)), record.c_str());
    }
}

void TapeWriterTest::isNeverSureOfHalves()
{
    Random random(32);
    RandomRecord records(random);
    for (int round = 0; round < 500; ++round) {
        const std::string record = records.object();
        const std::size_t size = std::min<std::size_t>(record.size(), 700);
        // The rest of it stands behind.
        std::string bytes = record + std::string(PaddedBytes::kPadding, ' ');
        std::vector<std::uint64_t> words(bytes.size() + kTapeRoom + 3);
        std::vector<char> texts((bytes.size() + kTapeRoom) * 5 / 3 + kTapeRoom);
        for (std::size_t half = 0; half < size; ++half)
            QVERIFY2(!writeTape({bytes.data(), half}, words.data(), texts.data()),
                     record.substr(0, half).c_str());
    }
}

void TapeWriterTest::isNotSureOfWhatIsBroken()
{
    Random random(33);
    RandomRecord records(random);
    constexpr std::string_view kBytes = "\"\\{}[]:,u0a.-e \n\x01tn";
    int sure = 0;
    int refused = 0;
    for (int round = 0; round < 60'000; ++round) {
        std::string record = records.object();
        for (auto left = 1 + random.below(3); left > 0; --left) {
            const std::size_t at = random.below(record.size());
            const char byte = kBytes[random.below(kBytes.size())];
            // Only where UTF-8 stays correct: that is asked before.
            if (static_cast<unsigned char>(record[at]) >= 0x80)
                continue;
            switch (random.below(3)) {
            case 0:
                record[at] = byte;
                break;
            case 1:
                record.insert(at, 1, byte);
                break;
            default:
                if (record.size() > 1)
                    record.erase(at, 1);
            }
        }
        const Written written(record, kBytes[random.below(kBytes.size())]);
        const nlohmann::json expected = nlohmann::json::parse(record, nullptr, false);
        QVERIFY2(!written.isSure || (!expected.is_discarded() && isSame(written.value(), expected)),
                 record.c_str());
        sure += written.isSure ? 1 : 0;
        refused += expected.is_discarded() ? 1 : 0;
    }
    QVERIFY(sure > 5000 && refused > 5000);
}

void TapeWriterTest::leavesRareThingsToTheLibrary_data()
{
    QTest::addColumn<QByteArray>("record");
    const auto row = [](const char* name, const char* record) { QTest::newRow(name) << QByteArray(record); };
    row("nothing", "");
    row("space alone", "  \n ");
    row("a text alone", "\"a\"");
    row("a number alone", "12");
    row("a high half", R"(["\ud83d"])");
    row("a low half", R"(["\ude00"])");
    row("a high half and a letter", R"(["\ud83d\u0041"])");
    row("a high half at the end of a text", R"(["a\ud83d", "\ude00"])");
    row("more digits than are counted", "[1234567890123456789]");
    row("a number without end", "[18446744073709551616]");
    row("minus zero", "[-0]");
    row("a number too large", "[1e999]");
    row("zeros in front", "[012]");
    row("no digits", "[-]");
    row("no digit before the point", "[.5]");
    row("no digits behind the point", "[1.]");
    row("no digits in the exponent", "[1e+]");
    row("a plus", "[+1]");
    row("not a number", "[NaN]");
    row("a word too long", "[nulls]");
    row("a word in capitals", "[True]");
    row("a line end in a text", "[\"a\nb\"]");
    QTest::newRow("a zero in a text") << QByteArray("[\"a\0b\"]", 7);
    row("an escaped control character", "[\"\\\n\"]");
    row("an escaped character beyond ASCII", "[\"\\旅\"]");
    row("minus zeros", "[-00]");
    row("no such escape", R"(["\x"])");
    row("no such escape behind a block",
        R"(["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\x"])");
    row("an escape of three digits", R"(["\u12"])");
    row("no digits in an escape", R"(["\u12g4"])");
    row("a comma at the end", "[1,]");
    row("a comma in front", "[,1]");
    row("no comma", "[1 2]");
    row("no name", "{:1}");
    row("a number for a name", "{1:1}");
    row("no colon", "{\"a\" 1}");
    row("no value", "{\"a\":}");
    row("the other end", "{\"a\":[1}]");
    row("two records", "{} {}");
    row("more behind it", "[1]x");
    row("a byte order mark", "\xEF\xBB\xBF{}");
}

void TapeWriterTest::leavesRareThingsToTheLibrary()
{
    QFETCH(const QByteArray, record);
    for (const char behind : {'\0', ' ', '"', ']', '}', '0', '\\'})
        QVERIFY(!Written(record.toStdString(), behind).isSure);
}

void TapeWriterTest::nestsUpToALimit()
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    const Written most(nested(64));
    QVERIFY(most.isSure);
    QCOMPARE(most.value().dump(), nested(64));
    QVERIFY(!Written(nested(65)).isSure);
    QVERIFY(!Written(std::string(100'000, '[')).isSure);
}

void TapeWriterTest::endsWithTheRecord_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("behind");
    QTest::newRow("an end") << QByteArray("[1") << QByteArray("] ");
    QTest::newRow("several ends") << QByteArray("{\"a\":[[1") << QByteArray("]]}\n");
    QTest::newRow("a digit") << QByteArray("[1") << QByteArray("2]\n");
    QTest::newRow("a word") << QByteArray("[tr") << QByteArray("ue]\n");
    QTest::newRow("the end of a text") << QByteArray("[\"a") << QByteArray("\"]\n");
    QTest::newRow("an escape") << QByteArray("[\"\\") << QByteArray("u0041\"]\n");
    QTest::newRow("digits of an escape") << QByteArray("[\"\\u00") << QByteArray("41\"]\n");
    QTest::newRow("half of a pair") << QByteArray("[\"\\ud83d") << QByteArray("\\ude00\"]\n");
    QTest::newRow("a fraction") << QByteArray("[1") << QByteArray(".5]\n");
    QTest::newRow("an exponent") << QByteArray("[1e") << QByteArray("5]\n");
    QTest::newRow("a value") << QByteArray("{\"a\":") << QByteArray("1}\n");
    QTest::newRow("a word and as many ends as there can be")
        << QByteArray(64, '[') + "f" << QByteArray("alse") + QByteArray(64, ']') + "\n";
    QTest::newRow("as many ends as there can be") << QByteArray(64, '[') + "7" << QByteArray(64, ']') + "\n";
    QTest::newRow("space and an end") << QByteArray("[1 ") << QByteArray(" ]\n");
}

void TapeWriterTest::endsWithTheRecord()
{
    QFETCH(const QByteArray, record);
    QFETCH(const QByteArray, behind);
    const std::string bytes = (record + behind).toStdString();
    QVERIFY(Written(bytes).isSure);
    // No byte more than may be read.
    const std::string padded = bytes + std::string(PaddedBytes::kPadding, '\n');
    const auto size = static_cast<std::size_t>(record.size());
    const auto end = padded.begin() + static_cast<std::ptrdiff_t>(size + PaddedBytes::kPadding);
    const std::vector<char> memory(padded.begin(), end);
    std::vector<std::uint64_t> words(size + kTapeRoom + 3);
    std::vector<char> texts((size + kTapeRoom) * 5 / 3 + kTapeRoom);
    QVERIFY(!writeTape({memory.data(), size}, words.data(), texts.data()));
}

DUOLOGUE_TEST(TapeWriterTest)
#include "tape_writer_test.moc"
