// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"

#include "core/json/json_keys.h"

#include <array>
#include <bit>
#include <cstddef>
#include <memory_resource>
#include <simdjson.h>

namespace duologue {

namespace dom = simdjson::dom;

namespace {

static_assert(PaddedBytes::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::size_t kMaxDepth = 1024;

static_assert(simdjson::SIMDJSON_PADDING >= JsonKeys::kReadBehind);

/// Goes over every value of a record once.
class DuplicateKeys {
public:
    explicit DuplicateKeys(const JsonTape& tape) : m_tape(tape) { m_keys.reserve(kUsualKeys); }

    /// `value` is an object or array. Calls itself no more often than the parser lets values nest.
    bool anyIn(const std::uint64_t* value)
    {
        const std::size_t first = m_keys.size();
        const bool isObject = JsonTape::typeOf(*value) == '{';
        const std::uint64_t* const end = m_tape.behind(value) - 1;
        for (++value; value != end; value = m_tape.behind(value)) {
            if (isObject)
                m_keys.add(m_tape.textOf(*value++));
            const char type = JsonTape::typeOf(*value);
            if ((type == '{' || type == '[') && anyIn(value))
                return true;
        }
        const bool any = isObject && m_keys.anyTwice(first);
        m_keys.cutTo(first);
        return any;
    }

private:
    static constexpr std::size_t kUsualKeys = 64;

    const JsonTape& m_tape;
    /// What most records need lies here; a file of one record would spend its time in the heap.
    alignas(std::max_align_t) std::array<std::byte, kUsualKeys * JsonKeys::kBytesEach> m_usual;
    std::pmr::monotonic_buffer_resource m_memory{m_usual.data(), m_usual.size()};
    JsonKeys m_keys{&m_memory};
};

/// A parser that has held a larger record than this gives the memory back before the next one.
constexpr std::size_t kKeepCapacity = std::size_t{8} << 20U;

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
    for (const auto [name, value] : members()) {
        if (std::string_view(name) == key)
            last = value;
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

bool JsonView::hasDuplicateKeys() const
{
    return (isObject() || isArray()) && DuplicateKeys(*m_tape).anyIn(m_value);
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
    dom::parser parser;
    JsonTape tape;
};

JsonParser::JsonParser() : m_parser(std::make_unique<Parser>()) {}
JsonParser::~JsonParser() = default;
JsonParser::JsonParser(JsonParser&& other) noexcept = default;
JsonParser& JsonParser::operator=(JsonParser&& other) noexcept = default;

Result<JsonView> JsonParser::parse(std::string_view bytes)
{
    if (m_parser->parser.capacity() > kKeepCapacity && bytes.size() < kKeepCapacity / 4)
        m_parser = std::make_unique<Parser>();
    dom::parser& parser = m_parser->parser;
    if (parser.max_depth() != kMaxDepth || parser.capacity() < bytes.size()) {
        const std::size_t capacity = std::max(bytes.size(), std::size_t{64} << 10U);
        if (parser.allocate(std::min(capacity, simdjson::SIMDJSON_MAXSIZE_BYTES), kMaxDepth) !=
            simdjson::SUCCESS)
            return Problem{
                ProblemCode::OutOfMemory, Severity::Error, {}, {}, "no memory for a record of this size"};
    }
    dom::element root;
    const auto error =
        parser.parse(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), false).get(root);
    if (error == simdjson::SUCCESS) {
        const dom::document& document = parser.doc;
        m_parser->tape = {document.tape.get(), reinterpret_cast<const char*>(document.string_buf.get()),
                          &document};
        return JsonView(&m_parser->tape, m_parser->tape.words + 1);
    }
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
