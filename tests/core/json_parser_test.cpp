// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <bit>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace duologue;
using duologue::test::Random;

namespace {

/// A value as nlohmann/json has it.
nlohmann::json valueOf(const JsonView& view)
{
    nlohmann::json value;
    switch (view.kind()) {
    case JsonKind::Missing:
        return nlohmann::json::value_t::discarded;
    case JsonKind::Null:
        break;
    case JsonKind::Bool:
        value = view.boolean().value();
        break;
    case JsonKind::Integer:
        value = nlohmann::json::parse(view.toJson()); // A double cannot hold all of its digits.
        break;
    case JsonKind::Real:
        value = view.number().value();
        break;
    case JsonKind::String:
        value = std::string(view.string());
        break;
    case JsonKind::Array:
        value = nlohmann::json::array();
        for (const JsonView element : view.elements())
            value.push_back(valueOf(element));
        return value.size() == view.size() ? value : "the size of the array is wrong";
    case JsonKind::Object:
        value = nlohmann::json::object();
        std::size_t count = 0;
        for (const auto [key, member] : view.members()) {
            value[std::string(key)] = valueOf(member);
            ++count;
        }
        return count == view.size() ? value : "the size of the object is wrong";
    }
    return value;
}

/// Also compares kinds of numbers and signs of zeros.
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
            // Rare things come at every distance from the beginning.
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

/// A record whose bytes in memory are followed by `next`.
class ParsedText {
public:
    explicit ParsedText(std::string_view record, char next = '\0')
        : m_bytes(record.size() + PaddedBytes::kPadding, next)
    {
        std::copy(record.begin(), record.end(), m_bytes.begin());
        const auto parsed = m_parser.parse({m_bytes.data(), record.size()});
        root = parsed ? parsed.value() : JsonView();
    }

    bool isRefused() const { return root.isMissing(); }

    JsonView root;

private:
    std::vector<char> m_bytes;
    JsonParser m_parser;
};

std::string digits(Random& random, std::size_t count)
{
    std::string text;
    while (count-- > 0)
        text += static_cast<char>('0' + random.below(10));
    return text;
}

} // namespace

class JsonParserTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsRandomRecords();
    void refusesTruncatedRecords();
    void readsOrRefusesBrokenRecords();
    void refusesWhatIsNotJson_data();
    void refusesWhatIsNotJson();
    void readsDeepRecords();
    void endsWithTheRecord_data();
    void endsWithTheRecord();
    void readsFractionsToTheLastBit();
    void readsWholeNumbers();
};

void JsonParserTest::readsRandomRecords()
{
    Random random(31);
    RandomRecord records(random);
    for (int round = 0; round < 10'000; ++round) {
        const std::string record = records.object();
        const ParsedText parsed(record, round % 2 == 0 ? '\0' : '"');
        QVERIFY2(isSame(valueOf(parsed.root), nlohmann::json::parse(record)), record.c_str());
    }
}

void JsonParserTest::refusesTruncatedRecords()
{
    Random random(32);
    RandomRecord records(random);
    JsonParser parser;
    for (int round = 0; round < 500; ++round) {
        const std::string record = records.object();
        // The rest of the record follows in memory.
        const std::string bytes = record + std::string(PaddedBytes::kPadding, ' ');
        for (std::size_t size = 0; size < std::min<std::size_t>(record.size(), 700); ++size)
            QVERIFY2(!parser.parse({bytes.data(), size}).ok(), record.substr(0, size).c_str());
    }
}

void JsonParserTest::readsOrRefusesBrokenRecords()
{
    Random random(33);
    RandomRecord records(random);
    constexpr std::string_view kBytes = "\"\\{}[]:,u0a.-e \n\x01tn";
    int read = 0;
    int refused = 0;
    for (int round = 0; round < 40'000; ++round) {
        std::string record = records.object();
        for (auto left = 1 + random.below(3); left > 0; --left) {
            const std::size_t at = random.below(record.size());
            const char byte = kBytes[random.below(kBytes.size())];
            // UTF-8 stays correct.
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
        const ParsedText parsed(record, kBytes[random.below(kBytes.size())]);
        const nlohmann::json expected = nlohmann::json::parse(record, nullptr, false);
        const bool mayDiffer = record.find("\\u") != std::string::npos; // Surrogates may be unpaired.
        QVERIFY2(parsed.isRefused() || (expected.is_discarded() && mayDiffer) ||
                     isSame(valueOf(parsed.root), expected),
                 record.c_str());
        read += parsed.isRefused() ? 0 : 1;
        refused += expected.is_discarded() ? 1 : 0;
    }
    QVERIFY(read > 3000 && refused > 3000);
}

void JsonParserTest::refusesWhatIsNotJson_data()
{
    QTest::addColumn<QByteArray>("record");
    const auto row = [](const char* name, const char* record) { QTest::newRow(name) << QByteArray(record); };
    row("nothing", "");
    row("space alone", "  \n ");
    row("a number beyond 64 bits", "[18446744073709551616]");
    row("a number too large", "[1e999]");
    row("leading zeros", "[012]");
    row("no digits", "[-]");
    row("no digit before the point", "[.5]");
    row("no digits after the point", "[1.]");
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
    row("no such escape after 64 bytes",
        R"(["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\x"])");
    row("an escape of three digits", R"(["\u12"])");
    row("no digits in an escape", R"(["\u12g4"])");
    row("a comma at the end", "[1,]");
    row("a comma at the beginning", "[,1]");
    row("no comma", "[1 2]");
    row("no name", "{:1}");
    row("a number for a name", "{1:1}");
    row("no colon", "{\"a\" 1}");
    row("no value", "{\"a\":}");
    row("the other end", "{\"a\":[1}]");
    row("two records", "{} {}");
    row("more after it", "[1]x");
    row("a byte order mark", "\xEF\xBB\xBF{}");
}

void JsonParserTest::refusesWhatIsNotJson()
{
    QFETCH(const QByteArray, record);
    for (const char next : {'\0', ' ', '"', ']', '}', '0', '\\'})
        QVERIFY(ParsedText(record.toStdString(), next).isRefused());
}

void JsonParserTest::readsDeepRecords()
{
    for (const std::size_t depth : {std::size_t{64}, std::size_t{65}, std::size_t{1000}}) {
        const std::string nested = std::string(depth, '[') + std::string(depth, ']');
        QCOMPARE(ParsedText(nested).root.toJson(), nested);
    }
    QVERIFY(ParsedText(std::string(100'000, '[')).isRefused());
}

void JsonParserTest::endsWithTheRecord_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("an end") << QByteArray("[1") << QByteArray("] ");
    QTest::newRow("several ends") << QByteArray("{\"a\":[[1") << QByteArray("]]}\n");
    QTest::newRow("a digit") << QByteArray("[1") << QByteArray("2]\n");
    QTest::newRow("a word") << QByteArray("[tr") << QByteArray("ue]\n");
    QTest::newRow("the end of a text") << QByteArray("[\"a") << QByteArray("\"]\n");
    QTest::newRow("an escape") << QByteArray("[\"\\") << QByteArray("u0041\"]\n");
    QTest::newRow("digits of an escape") << QByteArray("[\"\\u00") << QByteArray("41\"]\n");
    QTest::newRow("half of a surrogate pair") << QByteArray("[\"\\ud83d") << QByteArray("\\ude00\"]\n");
    QTest::newRow("a fraction") << QByteArray("[1") << QByteArray(".5]\n");
    QTest::newRow("an exponent") << QByteArray("[1e") << QByteArray("5]\n");
    QTest::newRow("a value") << QByteArray("{\"a\":") << QByteArray("1}\n");
    QTest::newRow("a word and as many ends as there can be")
        << QByteArray(64, '[') + "f" << QByteArray("alse") + QByteArray(64, ']') + "\n";
    QTest::newRow("as many ends as there can be") << QByteArray(64, '[') + "7" << QByteArray(64, ']') + "\n";
    QTest::newRow("space and an end") << QByteArray("[1 ") << QByteArray(" ]\n");
}

void JsonParserTest::endsWithTheRecord()
{
    QFETCH(const QByteArray, record);
    QFETCH(const QByteArray, rest);
    const std::string bytes = (record + rest).toStdString();
    QVERIFY(!ParsedText(bytes).isRefused());
    // Memory that ends with the padding: no byte after it may be read.
    const std::string padded = bytes + std::string(PaddedBytes::kPadding, '\n');
    const auto size = static_cast<std::size_t>(record.size());
    const auto end = padded.begin() + static_cast<std::ptrdiff_t>(size + PaddedBytes::kPadding);
    const std::vector<char> memory(padded.begin(), end);
    QVERIFY(!JsonParser().parse({memory.data(), size}).ok());
}

/// As the C library reads them, which is right to the last bit.
void JsonParserTest::readsFractionsToTheLastBit()
{
    Random random(34);
    for (int round = 0; round < 50'000; ++round) {
        const std::string whole = random.oneIn(3) ? "0" : "1" + digits(random, random.below(18));
        std::string text = (random.oneIn(4) ? "-" : "") + whole + "." + digits(random, 1 + random.below(20));
        if (random.oneIn(8))
            text += (random.oneIn(2) ? "e-" : "E") + digits(random, 1 + random.below(2));
        const ParsedText parsed(text, ',');
        QCOMPARE(parsed.root.kind(), JsonKind::Real);
        const double expected = std::strtod(text.c_str(), nullptr);
        QVERIFY2(std::bit_cast<std::uint64_t>(*parsed.root.number()) ==
                     std::bit_cast<std::uint64_t>(expected),
                 text.c_str());
    }
}

void JsonParserTest::readsWholeNumbers()
{
    Random random(35);
    for (int round = 0; round < 5'000; ++round) {
        const std::string text = (random.oneIn(2) ? "-1" : "1") + digits(random, random.below(18));
        const ParsedText parsed(text, ',');
        QCOMPARE(parsed.root.kind(), JsonKind::Integer);
        QCOMPARE(parsed.root.toJson(), text);
    }
}

DUOLOGUE_TEST(JsonParserTest)
#include "json_parser_test.moc"
