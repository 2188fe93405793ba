// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"

#include "core/json/duplicate_keys.h"
#include "core/json/tape_writer.h"

#include <bit>
#include <simdjson.h>

namespace duologue {

namespace dom = simdjson::dom;

namespace {

static_assert(PaddedBytes::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::size_t kMaxDepth = 1024;

static_assert(simdjson::SIMDJSON_PADDING >= DuplicateKeys::kReadAtKey);

/// A parser that has held a larger record than this gives the memory back before the next one.
constexpr std::size_t kKeepCapacity = std::size_t{8} << 20U;

/// Room for most records, so that it need not grow for each that is longer than all before.
constexpr std::size_t kLeastCapacity = std::size_t{64} << 10U;

} // namespace

std::optional<double> JsonView::number() const
{
    if (!isNumber())
        return std::nullopt;
    const std::uint64_t bits = m_value[1];
    switch (JsonTape::typeOf(*m_value)) {
    case 'l':
        return static_cast<double>(static_cast<std::int64_t>(bits));
    case 'u':
        return static_cast<double>(bits);
    default:
        return std::bit_cast<double>(bits);
    }
}

std::optional<bool> JsonView::boolean() const
{
    if (kind() != Kind::Bool)
        return std::nullopt;
    return JsonTape::typeOf(*m_value) == 't';
}

std::size_t JsonView::size() const
{
    return isArray() || isObject() ? JsonTape::countOf(*m_value) : 0;
}

JsonView JsonView::operator[](std::string_view key) const
{
    JsonView last;
    if (!isObject())
        return last;
    const JsonTape tape = *m_tape;
    const std::uint64_t* const end = tape.behind(m_value) - 1;
    for (const std::uint64_t* name = m_value + 1; name != end; name = tape.behind(name + 1)) {
        if (tape.textOf(*name) == key)
            last = JsonView(m_tape, name + 1);
    }
    return last;
}

JsonMembers JsonView::members() const
{
    JsonMembers range;
    if (isObject()) {
        range.m_begin = {m_tape, m_value + 1};
        range.m_end = {m_tape, m_tape->behind(m_value) - 1};
    }
    return range;
}

JsonElements JsonView::elements() const
{
    JsonElements range;
    if (isArray()) {
        range.m_begin = {m_tape, m_value + 1};
        range.m_end = {m_tape, m_tape->behind(m_value) - 1};
    }
    return range;
}

std::string JsonView::toJson() const
{
    if (isMissing())
        return {};
    // What a handle of simdjson is made of: the document and an index into its tape.
    struct Handle {
        const void* document;
        std::size_t place;
    };
    static_assert(sizeof(Handle) == sizeof(dom::element), "simdjson's handles have changed");
    const Handle handle{m_tape->document, static_cast<std::size_t>(m_value - m_tape->words)};
    dom::element element;
    std::memcpy(static_cast<void*>(&element), &handle, sizeof handle);
    return simdjson::minify(element);
}

struct JsonParser::Parser {
    bool isLarge() const { return std::max(parser.doc.capacity(), parser.capacity()) > kKeepCapacity; }

    /// Parses where writeTape() is sure of the record. False: simdjson is to be asked.
    bool parseAtOnce(std::string_view bytes)
    {
        dom::document& document = parser.doc;
        const std::size_t room = std::max(bytes.size() + kTapeRoom, kLeastCapacity);
        if (!canWriteTape() || room > simdjson::SIMDJSON_MAXSIZE_BYTES ||
            (document.capacity() < room && document.allocate(room) != simdjson::SUCCESS))
            return false;
        return simdjson::validate_utf8(bytes) &&
               writeTape(bytes, document.tape.get(), reinterpret_cast<char*>(document.string_buf.get()));
    }

    JsonView root()
    {
        const dom::document& document = parser.doc;
        tape = {document.tape.get(), reinterpret_cast<const char*>(document.string_buf.get()), &document};
        return JsonView(&tape, tape.words + 1);
    }

    dom::parser parser;
    JsonTape tape;
    DuplicateKeys duplicateKeys;
};

JsonParser::JsonParser() : m_parser(std::make_unique<Parser>()) {}
JsonParser::~JsonParser() = default;
JsonParser::JsonParser(JsonParser&& other) noexcept = default;
JsonParser& JsonParser::operator=(JsonParser&& other) noexcept = default;

Result<JsonView> JsonParser::parse(std::string_view bytes)
{
    if (m_parser->isLarge() && bytes.size() < kKeepCapacity / 4)
        m_parser = std::make_unique<Parser>();
    if (m_parser->parseAtOnce(bytes))
        return m_parser->root();
    dom::parser& parser = m_parser->parser;
    if (parser.max_depth() != kMaxDepth || parser.capacity() < bytes.size()) {
        const std::size_t capacity = std::max(bytes.size(), kLeastCapacity);
        if (parser.allocate(std::min(capacity, simdjson::SIMDJSON_MAXSIZE_BYTES), kMaxDepth) !=
            simdjson::SUCCESS)
            return Problem{
                ProblemCode::OutOfMemory, Severity::Error, {}, {}, "no memory for a record of this size"};
    }
    dom::element root;
    const auto error =
        parser.parse(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), false).get(root);
    if (error == simdjson::SUCCESS)
        return m_parser->root();
    auto code = ProblemCode::JsonSyntax;
    if (error == simdjson::DEPTH_ERROR)
        code = ProblemCode::JsonTooDeep;
    else if (error == simdjson::UTF8_ERROR)
        code = ProblemCode::InvalidUtf8;
    else if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY)
        code = ProblemCode::OutOfMemory;
    const std::string detail = code == ProblemCode::JsonTooDeep
                                   ? "it has more than " + std::to_string(kMaxDepth) + " levels"
                                   : simdjson::error_message(error);
    return Problem{code, Severity::Error, {}, {}, detail};
}

bool JsonParser::findsDuplicateKeys(const JsonView& value)
{
    return (value.isObject() || value.isArray()) &&
           m_parser->duplicateKeys.anyIn(*value.m_tape, value.m_value);
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

} // namespace duologue
