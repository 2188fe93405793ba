// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"

#include "core/json/json_tokens.h"
#include "core/json/json_writer.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"
#include "core/util/vectors.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <random>
#include <simdjson.h>
#include <span>
#include <utility>
#include <vector>

namespace duologue {

bool isValidUtf8(std::string_view bytes)
{
    return simdjson::validate_utf8(bytes.data(), bytes.size());
}

namespace dom = simdjson::dom;

namespace {

static_assert(PaddedBytes::kPadding >= simdjson::SIMDJSON_PADDING);

/// A parser that has held a larger record than this frees the memory before the next one.
constexpr std::size_t kKeepCapacity = std::size_t{8} << 20U;

/// Enough for most records, so that the parser rarely has to grow.
constexpr std::size_t kLeastCapacity = std::size_t{64} << 10U;

/// Calls visit(index) for each number, true, false and null of a tape in the order of the text, from `at` to
/// `end`, until it returns false.
template<typename Visit>
void forEachScalar(const JsonTape& tape, std::uint32_t at, std::uint32_t end, const Visit& visit)
{
    while (at < end) {
        const char kind = tape.kind(at);
        const bool isNumber = kind == 'd' || kind == 'l' || kind == 'u';
        if ((isNumber || kind == 't' || kind == 'f' || kind == 'n') && !visit(at))
            return;
        at += isNumber ? 2 : 1;
    }
}

/// The numbers of a record with a point or an exponent.
struct Reals {
    bool any = false;
    bool anyZero = false;
};

/// Most records have none, and their tapes are much shorter than their texts.
Reals realsOf(const JsonTape& tape)
{
    Reals reals;
    const std::uint64_t* word = tape.words;
    const std::uint64_t* const end = word + tape.value(0);
    ++word;
    while (word < end && !reals.anyZero) {
        const char kind = static_cast<char>(*word >> JsonTape::kKindBits);
        // Keys and texts are most of it.
        if (kind == '"') {
            ++word;
            continue;
        }
        if (kind == 'd') {
            reals.any = true;
            reals.anyZero = std::bit_cast<double>(word[1]) == 0;
        }
        word += kind == 'd' || kind == 'l' || kind == 'u' ? 2 : 1;
    }
    return reals;
}

/// Whether the digits of a number are kept: a double has others, or it is a whole number of more than 64 bits
/// that repairJson() has made a real one.
bool keepsDigits(std::string_view number)
{
    constexpr std::size_t kLeast = 20;
    const bool wasWhole =
        number.size() > kLeast && number.ends_with("e0") && number.find('.') == std::string_view::npos;
    return wasWhole || !isHeldByDouble(number);
}

/// Whether there may be a number with an exponent below -99: it may be too small for a double.
bool mayHaveTinyNumber(std::string_view bytes)
{
    constexpr std::size_t kDigits = 3;
    for (std::size_t at = bytes.find('-', 2); at < bytes.size(); at = bytes.find('-', at + 1)) {
        if ((bytes[at - 1] != 'e' && bytes[at - 1] != 'E') || !isDigit(bytes[at - 2]))
            continue;
        std::size_t end = at + 1;
        while (end < bytes.size() && isDigit(bytes[end]))
            ++end;
        if (end - at > kDigits)
            return true;
    }
    return false;
}

/// Where a number of 16 digits or more may be that a double does not hold: the index of its first byte; npos
/// for none. Looks at each 16th byte first.
std::size_t findLongNumber(std::string_view bytes)
{
    constexpr std::size_t kLeast = 16;
    const auto isPart = [](char c) { return isDigit(c) || c == '.'; };
    for (std::size_t at = kLeast - 1; at < bytes.size(); at += kLeast) {
        // The characters from '.' to '9': one comparison for nearly all.
        if (static_cast<unsigned char>(bytes[at] - '.') > '9' - '.' || bytes[at] == '/')
            continue;
        std::size_t begin = at;
        while (begin > 0 && isPart(bytes[begin - 1]))
            --begin;
        std::size_t end = at;
        while (end < bytes.size() && isPart(bytes[end]))
            ++end;
        const std::size_t after = (end - at) / kLeast * kLeast;
        if (begin > 0 && bytes[begin - 1] == '-')
            --begin;
        const bool isToken = begin == 0 || isBlank(bytes[begin - 1]) || bytes[begin - 1] == ',' ||
                             bytes[begin - 1] == ':' || bytes[begin - 1] == '[';
        if (end - begin >= kLeast && isToken) {
            const std::string_view number = bytes.substr(begin, numberEnd(bytes, begin) - begin);
            if (number.find_first_of(".eE") != std::string_view::npos && keepsDigits(number))
                return begin;
        }
        at += after;
    }
    return std::string_view::npos;
}

} // namespace

std::optional<double> JsonView::number() const
{
    if (!isNumber())
        return std::nullopt;
    const std::uint64_t word = m_tape->words[m_at + 1];
    if (m_kind == Kind::Real)
        return std::bit_cast<double>(word);
    return m_tape->kind(m_at) == 'u' ? static_cast<double>(word)
                                     : static_cast<double>(std::bit_cast<std::int64_t>(word));
}

std::string_view JsonView::digits() const
{
    const std::uint64_t kept = m_kind == Kind::Real ? m_tape->value(m_at) : 0;
    return kept == 0 ? std::string_view() : *reinterpret_cast<const std::string*>(kept);
}

bool JsonView::hasDigits() const
{
    if (isMissing())
        return false;
    bool any = false;
    forEachScalar(*m_tape, m_at, m_tape->after(m_at), [&](std::uint32_t at) {
        any = m_tape->kind(at) == 'd' && m_tape->value(at) != 0;
        return !any;
    });
    return any;
}

std::optional<bool> JsonView::boolean() const
{
    return m_kind == Kind::Bool ? std::optional(m_tape->kind(m_at) == 't') : std::nullopt;
}

/// With the digits of numbers, as few as say them exactly.
void JsonView::write(JsonWriter& out) const
{
    switch (m_kind) {
    case JsonKind::Missing:
    case JsonKind::Null:
        out.null();
        break;
    case JsonKind::Bool:
        out.flag(*boolean());
        break;
    case JsonKind::Integer:
        out.json(m_tape->kind(m_at) == 'u'
                     ? std::to_string(m_tape->words[m_at + 1])
                     : std::to_string(std::bit_cast<std::int64_t>(m_tape->words[m_at + 1])));
        break;
    case JsonKind::Real:
        out.json(digits().empty() ? realText(*number()) : std::string(digits()));
        break;
    case JsonKind::String:
        out.text(string());
        break;
    case JsonKind::Array:
        out.beginArray();
        for (const JsonView element : elements())
            element.write(out);
        out.endArray();
        break;
    case JsonKind::Object:
        out.beginObject();
        for (const auto [key, member] : members()) {
            out.key(key);
            member.write(out);
        }
        out.endObject();
        break;
    }
}

std::string JsonView::toJson() const
{
    std::string json;
    if (!isMissing()) {
        JsonWriter out(json);
        write(out);
    }
    return json;
}

namespace {

bool hasNameTwice(const JsonTape& tape, std::uint32_t object)
{
    std::vector<std::string_view> names;
    const std::uint32_t end = tape.after(object) - 1;
    for (std::uint32_t at = object + 1; at < end; at = tape.after(at + 1))
        names.push_back(tape.text(at));
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) != names.end();
}

/// A sum of 64 bits of what a shape is made of, in order. It begins with a number that differs from run to
/// run: nobody can write two shapes with one sum, and that two have it by chance is as likely as a fault of
/// memory.
class ShapeSum {
public:
    ShapeSum() : m_sum(firstSum()) {}

    void add(std::uint64_t number)
    {
        constexpr std::uint64_t kMix = 0x9E37'79B9'7F4A'7C15U;
        constexpr unsigned kHalf = 32;
        m_sum = (m_sum ^ number) * kMix;
        m_sum ^= m_sum >> kHalf;
    }
    void add(const ShapeSum& other) { add(other.m_sum); }

    std::uint64_t value() const { return m_sum; }

    bool operator==(const ShapeSum&) const = default;

private:
    static std::uint64_t firstSum()
    {
        static const std::uint64_t sum = [] {
            std::random_device random;
            return std::uint64_t{random()} << 32U | random();
        }();
        return sum;
    }

    std::uint64_t m_sum;
};

/// The sequences of keys of objects that a parser has met, as a tree: a node is a key after those on the way
/// to it. None of them repeats a key, so an object whose keys lead through the tree repeats none, and the
/// node at which they end says all of its keys.
class KnownKeys {
public:
    /// Looks at all keys of the value at an index of the tape. True if an object repeats one.
    bool repeatIn(const JsonTape& tape, std::uint32_t at)
    {
        ShapeSum unused;
        m_tape = &tape;
        return lookAtValue<false>(at, unused);
    }
    /// The same, and sums up the shape (JsonKeys::shape).
    bool repeatIn(const JsonTape& tape, std::uint32_t at, ShapeSum& sum)
    {
        m_tape = &tape;
        m_isShapeKnown = true;
        return lookAtValue<true>(at, sum);
    }
    /// Whether the sum is that of the shape: not if there are keys that the tree does not have.
    bool isShapeKnown() const { return m_isShapeKnown; }

private:
    // Beyond these, keys are probably data, and the names of each object are compared.
    static constexpr std::size_t kMostNodes = 8192;
    static constexpr std::size_t kMostKeys = 256;
    static constexpr std::size_t kMostSiblings = 32;
    static constexpr std::size_t kLongestKey = 64;
    static constexpr std::uint32_t kNone = 0;

    // What is summed up: kinds of values as the tape has them, and the ends of these with a number above
    // them.
    static constexpr unsigned kTagBits = 8;
    static constexpr unsigned kSizeBits = 32;
    static constexpr std::uint64_t kWord = 'w';
    static constexpr std::uint64_t kMostEqual = 4;

    static constexpr std::size_t kPart = sizeof(std::uint64_t);

    static std::uint64_t partAt(const char* bytes)
    {
        std::uint64_t part = 0;
        std::memcpy(&part, bytes, sizeof part);
        return part;
    }
    /// The first so many bytes of a part.
    static std::uint64_t maskOf(std::size_t bytes)
    {
        return bytes >= kPart ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
    }

    struct Node {
        std::string key;
        /// The first and the last eight bytes of the key, so that most are compared without a call.
        std::uint64_t first = 0;
        std::uint64_t firstMask = 0;
        std::uint64_t last = 0;
        std::uint32_t parent = kNone;
        std::uint32_t firstChild = kNone;
        std::uint32_t nextSibling = kNone;
        /// The child that followed the last time.
        std::uint32_t guess = kNone;

        /// `text` has some more bytes after its end, as all texts of a tape.
        bool hasKey(std::string_view text) const
        {
            if (text.size() != key.size() || ((partAt(text.data()) ^ first) & firstMask) != 0)
                return false;
            return text.size() <= kPart || (partAt(text.data() + text.size() - kPart) == last &&
                                            (text.size() <= 2 * kPart || text == key));
        }
    };

    /// Adds a value that has no others in it; the index after it.
    template<bool kSums>
    static std::uint32_t addScalar(const JsonTape& tape, std::uint32_t at, char kind, ShapeSum& sum)
    {
        if (kind == '"') {
            if constexpr (kSums)
                addText(tape.texts + tape.value(at), sum);
            return at + 1;
        }
        const bool isWhole = kind == 'l' || kind == 'u';
        if constexpr (kSums)
            sum.add(static_cast<std::uint64_t>(isWhole ? 'l' : kind));
        return at + (isWhole || kind == 'd' ? 2 : 1);
    }

    template<bool kSums>
    bool lookAtValue(std::uint32_t at, ShapeSum& sum)
    {
        const char kind = m_tape->kind(at);
        if (kind == '{')
            return lookAtObject<kSums>(at, sum);
        if (kind == '[')
            return lookAtList<kSums>(at, sum);
        addScalar<kSums>(*m_tape, at, kind, sum);
        return false;
    }

    template<bool kSums>
    bool lookAtObject(std::uint32_t object, ShapeSum& sum)
    {
        const JsonTape tape = *m_tape;
        const std::uint32_t end = tape.after(object) - 1;
        std::uint32_t node = 0;
        bool isKnown = tape.value(object) >> kSizeBits <= kMostKeys;
        if (!isKnown && hasNameTwice(tape, object))
            return true;
        for (std::uint32_t at = object + 1; at < end;) {
            if (isKnown) {
                const std::string_view key = tape.text(at);
                const std::uint32_t guess = m_nodes[node].guess;
                node = guess != kNone && m_nodes[guess].hasKey(key) ? guess : findChild(node, key);
                isKnown = node != kNone;
                if (!isKnown && hasNameTwice(tape, object))
                    return true;
            }
            const std::uint32_t value = at + 1;
            const char kind = tape.kind(value);
            if (kind != '{' && kind != '[') {
                at = addScalar<kSums>(tape, value, kind, sum);
                continue;
            }
            if (kind == '{' ? lookAtObject<kSums>(value, sum) : lookAtList<kSums>(value, sum))
                return true;
            at = tape.after(value);
        }
        if constexpr (kSums) {
            m_isShapeKnown = m_isShapeKnown && isKnown;
            sum.add(std::uint64_t{node} << kTagBits | '}');
        }
        return false;
    }

    /// Of equal elements in a row, the first four are summed up.
    template<bool kSums>
    bool lookAtList(std::uint32_t list, ShapeSum& sum)
    {
        const std::uint32_t end = m_tape->after(list) - 1;
        ShapeSum before = m_first;
        std::uint64_t equal = 0;
        std::uint64_t summed = 0;
        for (std::uint32_t at = list + 1; at < end; at = m_tape->after(at)) {
            ShapeSum own = m_first;
            if (lookAtValue<kSums>(at, own))
                return true;
            if constexpr (kSums) {
                equal = own == before ? equal + 1 : 1;
                before = own;
                if (equal <= kMostEqual) {
                    sum.add(own);
                    ++summed;
                }
            }
        }
        if constexpr (kSums)
            sum.add(summed << kTagBits | ']');
        return false;
    }

    /// 0x80 for each of eight bytes that is a letter, "_", "-" or ".".
    static std::uint64_t bytesOfWords(std::uint64_t bytes)
    {
        constexpr std::uint64_t kEach = 0x0101'0101'0101'0101U;
        constexpr std::uint64_t kHigh = 0x80 * kEach;
        constexpr std::uint64_t kLow = 0x7F * kEach;
        const std::uint64_t small = (bytes | 0x20 * kEach) & kLow;
        const std::uint64_t letters = (small + (0x80 - 'a') * kEach) & ~(small + (0x7F - 'z') * kEach);
        const auto isNot = [&](char c) {
            const std::uint64_t other = bytes ^ static_cast<std::uint64_t>(c) * kEach;
            return ((other & kLow) + kLow) | other;
        };
        return ((letters & ~bytes) | ~(isNot('_') & isNot('-') & isNot('.'))) & kHigh;
    }

    /// A text of the tape: its length, and bytes after which there are always some more.
    static void addText(const char* text, ShapeSum& sum)
    {
        constexpr std::size_t kLongest = 3 * kPart;
        constexpr std::uint64_t kLetters = 0x6161'6161'6161'6161U;
        constexpr std::uint64_t kAllAre = 0x8080'8080'8080'8080U;
        std::uint32_t size = 0;
        std::memcpy(&size, text, sizeof size);
        if (size > kLongest) {
            sum.add('"');
            return;
        }
        text += sizeof size;
        ShapeSum word = sum;
        word.add(std::uint64_t{size} << kTagBits | kWord);
        for (std::size_t begin = 0; begin < size; begin += kPart) {
            const std::uint64_t part = partAt(text + begin);
            const std::uint64_t mask = maskOf(size - begin);
            if (bytesOfWords((part & mask) | (kLetters & ~mask)) != kAllAre) {
                sum.add('"');
                return;
            }
            word.add(part & mask);
        }
        sum = word;
    }

    /// The node of the key after those that lead to `at`; kNone if they are not known to differ.
    std::uint32_t findChild(std::uint32_t at, std::string_view key)
    {
        std::size_t siblings = 0;
        std::uint32_t child = m_nodes[at].firstChild;
        for (; child != kNone && !m_nodes[child].hasKey(key); child = m_nodes[child].nextSibling)
            ++siblings;
        if (child == kNone && siblings < kMostSiblings)
            child = add(at, key);
        if (child != kNone)
            m_nodes[at].guess = child;
        return child;
    }

    std::uint32_t add(std::uint32_t parent, std::string_view key)
    {
        if (m_nodes.size() == kMostNodes || key.size() > kLongestKey)
            return kNone;
        for (std::uint32_t before = parent; before != 0; before = m_nodes[before].parent) {
            if (m_nodes[before].key == key)
                return kNone;
        }
        const auto added = static_cast<std::uint32_t>(m_nodes.size());
        Node& node = m_nodes.emplace_back();
        node.key = key;
        node.firstMask = maskOf(key.size());
        node.first = partAt(key.data()) & node.firstMask;
        node.last = key.size() > kPart ? partAt(key.data() + key.size() - kPart) : 0;
        node.parent = parent;
        node.nextSibling = std::exchange(m_nodes[parent].firstChild, added);
        return added;
    }

    /// The first is the beginning of an object.
    std::vector<Node> m_nodes{Node()};
    const ShapeSum m_first;
    const JsonTape* m_tape = nullptr;
    bool m_isShapeKnown = false;
};

/// The shapes that a parser has met.
class KnownShapes {
public:
    /// Whether to ask for the number of the next value: seldom in data in which shapes do not come again.
    bool areWorthIt()
    {
        constexpr unsigned kSeldom = 32;
        return m_sums.size() <= m_found + kMostUnfound || ++m_passed % kSeldom == 0;
    }

    std::optional<std::uint32_t> numberOf(const ShapeSum& sum)
    {
        const std::uint32_t known =
            m_index.find(hashOf(sum), [&](std::uint32_t number) { return m_sums[number] == sum; });
        if (known != CodeIndex::kNone) {
            ++m_found;
            return known;
        }
        // Further ones would be kept for nothing.
        if (m_sums.size() == kMost || m_sums.size() > m_found + kMostUnfound)
            return std::nullopt;
        const auto added = static_cast<std::uint32_t>(m_sums.size());
        m_sums.push_back(sum);
        m_index.add(hashOf(sum), added);
        return added;
    }

private:
    /// Its high bits are the index's.
    static std::uint64_t hashOf(const ShapeSum& sum) { return std::rotl(sum.value(), 32); }

    static constexpr std::size_t kMost = 2048;
    /// So many more shapes than those that came again.
    static constexpr std::size_t kMostUnfound = 64;

    CodeIndex m_index;
    std::vector<ShapeSum> m_sums;
    std::size_t m_found = 0;
    unsigned m_passed = 0;
};

} // namespace

struct JsonParser::Parser {
    bool isLarge() const { return std::max(parser.doc.capacity(), parser.capacity()) > kKeepCapacity; }

    /// Notes the digits of numbers that doubles do not hold.
    void keepDigits(std::string_view bytes)
    {
        JsonScanner scanner(bytes);
        const auto end = static_cast<std::uint32_t>(tape.value(0));
        forEachScalar(tape, 1, end, [&](std::uint32_t at) {
            JsonToken token = scanner.next();
            while (token.kind != JsonTokenKind::Scalar && token.kind != JsonTokenKind::End)
                token = scanner.next();
            std::uint64_t& word = parser.doc.tape[at];
            if (tape.kind(at) == 'd' && keepsDigits(token.in(bytes))) {
                digits.push_back(plainDecimal(token.in(bytes)));
                word |= reinterpret_cast<std::uintptr_t>(&digits.back()) & JsonTape::kValue;
            }
            return token.kind != JsonTokenKind::End;
        });
    }

    dom::parser parser;
    KnownKeys keys;
    KnownShapes shapes;
    /// Views have its address.
    JsonTape tape;
    /// Of the record that was parsed last; its tape has their addresses.
    std::deque<std::string> digits;
};

JsonParser::JsonParser() : m_parser(std::make_unique<Parser>()) {}
JsonParser::~JsonParser() = default;
JsonParser::JsonParser(JsonParser&& other) noexcept = default;
JsonParser& JsonParser::operator=(JsonParser&& other) noexcept = default;

Expected<JsonView> JsonParser::parse(std::string_view bytes)
{
    if (m_parser->isLarge() && bytes.size() < kKeepCapacity / 4)
        m_parser->parser = dom::parser();
    dom::parser& parser = m_parser->parser;
    if (parser.max_depth() != kDeepestJson || parser.capacity() < bytes.size()) {
        const std::size_t capacity = std::max(bytes.size(), kLeastCapacity);
        if (parser.allocate(std::min(capacity, simdjson::SIMDJSON_MAXSIZE_BYTES), kDeepestJson) !=
            simdjson::SUCCESS)
            return Problem{ProblemCode::OutOfMemory, Severity::Error, {}, {}, PhraseId::NoMemoryForRecord};
    }
    dom::element root;
    const auto error =
        parser.parse(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), false).get(root);
    if (error == simdjson::SUCCESS) {
        m_parser->digits.clear();
        JsonTape& tape = m_parser->tape;
        tape = {parser.doc.tape.get(), reinterpret_cast<const char*>(parser.doc.string_buf.get())};
        const Reals reals = realsOf(tape);
        if (reals.any &&
            (findLongNumber(bytes) != std::string_view::npos || (reals.anyZero && mayHaveTinyNumber(bytes))))
            m_parser->keepDigits(bytes);
        return JsonView(tape, 1);
    }
    auto code = ProblemCode::JsonSyntax;
    if (error == simdjson::DEPTH_ERROR)
        code = ProblemCode::JsonTooDeep;
    else if (error == simdjson::UTF8_ERROR)
        code = ProblemCode::InvalidUtf8;
    else if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY)
        code = ProblemCode::OutOfMemory;
    Phrase detail = code == ProblemCode::JsonTooDeep ? Phrase(PhraseId::TooManyLevels, kDeepestJson)
                                                     : Phrase::verbatim(simdjson::error_message(error));
    return Problem{code, Severity::Error, {}, {}, std::move(detail)};
}

JsonKeys JsonParser::keysOf(const JsonView& value)
{
    JsonKeys found;
    if (value.isMissing())
        return found;
    KnownKeys& keys = m_parser->keys;
    const auto at = static_cast<std::uint32_t>(value.place());
    if (!m_parser->shapes.areWorthIt()) {
        found.areRepeated = keys.repeatIn(m_parser->tape, at);
        return found;
    }
    ShapeSum sum;
    found.areRepeated = keys.repeatIn(m_parser->tape, at, sum);
    if (!found.areRepeated && keys.isShapeKnown())
        found.shape = m_parser->shapes.numberOf(sum);
    return found;
}

bool JsonParser::refusesLoneSurrogates()
{
    static const bool refuses = [] {
        const auto isRefused = [](std::string_view text) {
            dom::parser parser;
            return parser.parse(simdjson::padded_string(text)).error() != simdjson::SUCCESS;
        };
        return isRefused(R"("\ud800")") && isRefused(R"("\udc00")") && isRefused(R"("\ud800 ")") &&
               isRefused(R"("\ud800\u0041")") && isRefused(R"("\ud800\ud800\udc00")");
    }();
    return refuses;
}

std::string jsonLibrary()
{
    return "simdjson " SIMDJSON_STRINGIFY(SIMDJSON_VERSION);
}

namespace {

std::string unescapedPart(std::string_view part)
{
    std::string text;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] == '~' && i + 1 < part.size())
            text += part[++i] == '1' ? '/' : '~';
        else
            text += part[i];
    }
    return text;
}

JsonView elementAt(const JsonView& list, std::string_view part)
{
    auto index = parseNumber<std::size_t>(part);
    if (!index)
        return {};
    for (const JsonView element : list.elements()) {
        if ((*index)-- == 0)
            return element;
    }
    return {};
}

} // namespace

void appendPointerPart(std::string& pointer, std::string_view key)
{
    pointer += '/';
    for (const char c : key) {
        if (c == '~' || c == '/')
            pointer += c == '~' ? "~0" : "~1";
        else
            pointer += c;
    }
}

std::vector<std::string> pointerParts(std::string_view pointer)
{
    std::vector<std::string> parts;
    while (pointer.starts_with('/')) {
        const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
        parts.push_back(unescapedPart(pointer.substr(1, end - 1)));
        pointer.remove_prefix(end);
    }
    return parts;
}

JsonPointer::JsonPointer(std::string_view text)
{
    if (text.empty())
        return;
    m_text = text.starts_with('/') ? std::string(text) : "/" + std::string(text);
    m_parts = pointerParts(m_text);
}

JsonView JsonPointer::in(const JsonView& value, std::size_t steps) const
{
    if (m_parts.empty())
        return {};
    JsonView at = value;
    for (const std::string& part : std::span(m_parts).first(steps))
        at = at.isArray() ? elementAt(at, part) : at[part];
    return at;
}

std::string_view JsonPointer::member() const
{
    return m_parts.size() == 1 ? std::string_view(m_parts.front()) : std::string_view();
}

} // namespace duologue
