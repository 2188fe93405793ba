// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"

#include "core/json/json_tokens.h"
#include "core/json/json_writer.h"
#include "core/util/checksum.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <simdjson.h>
#include <span>
#include <unordered_map>
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

/// Writes down what the shape of a value is made of, so that values of one shape, and no others, have the
/// same text: each member begins with a colon and the length of its key.
class ShapeWriter {
public:
    /// False if it is too long. The text is then of no use.
    bool write(const JsonView& value)
    {
        m_end = m_text.data();
        return add(value);
    }

    std::string_view text() const { return {m_text.data(), static_cast<std::size_t>(m_end - m_text.data())}; }

private:
    static constexpr std::size_t kLongest = 4096;
    static constexpr std::size_t kLongestWord = 24;
    static constexpr std::size_t kLongestKey = 255;
    static constexpr std::ptrdiff_t kMostEqual = 4;

    bool hasRoom(std::size_t size) const
    {
        return static_cast<std::size_t>(m_text.data() + kLongest - m_end) >= size;
    }

    void put(std::string_view bytes)
    {
        std::memcpy(m_end, bytes.data(), bytes.size());
        m_end += bytes.size();
    }

    static bool isWord(std::string_view text)
    {
        return text.size() <= kLongestWord && std::all_of(text.begin(), text.end(), [](char c) {
                   return (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z') || c == '_' || c == '-' || c == '.';
               });
    }

    bool add(const JsonView& value)
    {
        if (!hasRoom(kLongestWord + 3))
            return false;
        switch (value.kind()) {
        case JsonKind::Object:
            return addMembers(value);
        case JsonKind::Array:
            return addElements(value);
        case JsonKind::String: {
            const std::string_view text = value.string();
            *m_end++ = '"';
            if (isWord(text))
                put(text);
            else
                *m_end++ = '*';
            *m_end++ = '"';
            return true;
        }
        case JsonKind::Bool:
            *m_end++ = value.boolean() == true ? 't' : 'f';
            return true;
        case JsonKind::Integer:
            *m_end++ = 'i';
            return true;
        case JsonKind::Real:
            *m_end++ = 'd';
            return true;
        case JsonKind::Null:
        case JsonKind::Missing:
            break;
        }
        *m_end++ = 'n';
        return true;
    }

    bool addMembers(const JsonView& object)
    {
        *m_end++ = '{';
        for (const auto [key, value] : object.members()) {
            if (key.size() > kLongestKey || !hasRoom(key.size() + 2))
                return false;
            *m_end++ = ':';
            *m_end++ = static_cast<char>(key.size());
            put(key);
            if (!add(value))
                return false;
        }
        if (!hasRoom(1))
            return false;
        *m_end++ = '}';
        return true;
    }

    bool addElements(const JsonView& list)
    {
        *m_end++ = '[';
        const char* before = nullptr;
        std::ptrdiff_t equal = 0;
        for (const JsonView element : list.elements()) {
            char* const begin = m_end;
            if (!add(element))
                return false;
            const std::string_view now(begin, static_cast<std::size_t>(m_end - begin));
            const bool isEqual = before != nullptr &&
                                 now == std::string_view(before, static_cast<std::size_t>(begin - before));
            equal = isEqual ? equal + 1 : 1;
            if (equal > kMostEqual)
                m_end = begin;
            else
                before = begin;
        }
        if (!hasRoom(1))
            return false;
        *m_end++ = ']';
        return true;
    }

    std::array<char, kLongest> m_text{};
    char* m_end = m_text.data();
};

bool hasNameTwice(const JsonView& object)
{
    std::vector<std::string_view> names;
    names.reserve(object.size());
    for (const auto [key, value] : object.members())
        names.push_back(key);
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) != names.end();
}

/// The sequences of keys of objects that a parser has met, as a tree: a node is a key after those on the way
/// to it. None of them repeats a key, so an object whose keys lead through the tree need not be looked at.
class KnownKeys {
public:
    /// As JsonParser::hasDuplicateKeys().
    bool repeatIn(const JsonView& value)
    {
        if (value.isObject())
            return repeatInObject(value);
        for (const JsonView element : value.elements()) {
            if (repeatIn(element))
                return true;
        }
        return false;
    }

private:
    // Beyond these, keys are probably data, and the names of each object are compared.
    static constexpr std::size_t kMostNodes = 8192;
    static constexpr std::size_t kMostKeys = 256;
    static constexpr std::size_t kMostSiblings = 32;
    static constexpr std::size_t kLongestKey = 64;
    static constexpr std::uint32_t kNone = 0;

    struct Node {
        std::string key;
        std::uint32_t parent = kNone;
        std::uint32_t firstChild = kNone;
        std::uint32_t nextSibling = kNone;
        /// The child that followed the last time.
        std::uint32_t guess = kNone;
    };

    bool repeatInObject(const JsonView& object)
    {
        std::uint32_t at = 0;
        bool isKnown = object.size() <= kMostKeys;
        if (!isKnown && hasNameTwice(object))
            return true;
        for (const auto [key, value] : object.members()) {
            if (isKnown) {
                at = childOf(at, key);
                isKnown = at != kNone;
                if (!isKnown && hasNameTwice(object))
                    return true;
            }
            if ((value.isObject() || value.isArray()) && repeatIn(value))
                return true;
        }
        return false;
    }

    /// The node of the key after those that lead to `at`; kNone if they are not known to differ.
    std::uint32_t childOf(std::uint32_t at, std::string_view key)
    {
        if (const std::uint32_t guess = m_nodes[at].guess; guess != kNone && m_nodes[guess].key == key)
            return guess;
        std::size_t siblings = 0;
        std::uint32_t child = m_nodes[at].firstChild;
        for (; child != kNone && m_nodes[child].key != key; child = m_nodes[child].nextSibling)
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
        m_nodes.push_back({std::string(key), parent, kNone, m_nodes[parent].firstChild, kNone});
        m_nodes[parent].firstChild = added;
        return added;
    }

    /// The first is the beginning of an object.
    std::vector<Node> m_nodes{Node()};
};

/// The shapes that a parser has met. It gives up on data in which they do not come again: then looking at
/// them would be for nothing.
class KnownShapes {
public:
    const JsonShape* of(const JsonView& value, KnownKeys& keys)
    {
        if (m_isGivenUp || !m_writer.write(value))
            return nullptr;
        const auto known = m_shapes.find(m_writer.text());
        if (known != m_shapes.end()) {
            ++m_found;
            return &known->second;
        }
        m_isGivenUp = m_shapes.size() > m_found + kMostUnfound || m_shapes.size() >= kMost;
        if (m_isGivenUp)
            return nullptr;
        const JsonShape shape{static_cast<std::uint32_t>(m_shapes.size()), keys.repeatIn(value)};
        return &m_shapes.emplace(std::string(m_writer.text()), shape).first->second;
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return checksum(text); }
    };

    static constexpr std::size_t kMost = 2048;
    /// So many more shapes than those that came again.
    static constexpr std::size_t kMostUnfound = 64;

    ShapeWriter m_writer;
    std::unordered_map<std::string, JsonShape, Hash, std::equal_to<>> m_shapes;
    std::size_t m_found = 0;
    bool m_isGivenUp = false;
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

Result<JsonView> JsonParser::parse(std::string_view bytes)
{
    if (m_parser->isLarge() && bytes.size() < kKeepCapacity / 4)
        m_parser = std::make_unique<Parser>();
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

const JsonShape* JsonParser::shapeOf(const JsonView& value)
{
    return m_parser->shapes.of(value, m_parser->keys);
}

bool JsonParser::hasDuplicateKeys(const JsonView& value)
{
    return m_parser->keys.repeatIn(value);
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
