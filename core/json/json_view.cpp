// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"

#include "core/json/json_keys.h"

#include <array>
#include <cstddef>
#include <memory_resource>
#include <simdjson.h>

namespace duologue {

namespace dom = simdjson::dom;

namespace {

/// What simdjson's handles are made of: the document and an index into its tape. The header hands this out
/// without naming simdjson, so that one file alone depends on it.
struct Handle {
    const void* document;
    std::size_t place;
};

static_assert(sizeof(Handle) == sizeof(dom::element) && sizeof(Handle) == sizeof(dom::array::iterator) &&
                  sizeof(Handle) == sizeof(dom::object::iterator),
              "simdjson's handles have changed");
static_assert(PaddedBytes::kPadding >= simdjson::SIMDJSON_PADDING);

template<typename T>
T fromHandle(const void* document, std::size_t place)
{
    T handle;
    const Handle raw{document, place};
    std::memcpy(static_cast<void*>(&handle), &raw, sizeof raw);
    return handle;
}

template<typename T>
Handle toHandle(const T& handle)
{
    Handle raw;
    std::memcpy(&raw, static_cast<const void*>(&handle), sizeof raw);
    return raw;
}

constexpr std::size_t kMaxDepth = 1024;

static_assert(simdjson::SIMDJSON_PADDING >= JsonKeys::kReadBehind);

/// Walks along simdjson's tape (its doc/tape.md says what a word means) in one go: every value of every
/// record is passed. `place` is that of an object or array.
class DuplicateKeys {
public:
    explicit DuplicateKeys(const dom::document& document) : m_document(document)
    {
        m_open.reserve(kUsualDepth);
        m_keys.reserve(kUsualKeys);
    }

    bool anyFrom(std::size_t place)
    {
        do {
            const std::uint64_t word = m_document.tape[place];
            switch (static_cast<char>(word >> kTypeShift)) {
            case '{':
            case '[':
                m_open.push_back({m_keys.size(), isObject(word)});
                m_wantsKey = isObject(word);
                break;
            case '}':
            case ']':
                if (m_open.back().isObject && m_keys.anyTwice(m_open.back().firstKey))
                    return true;
                m_keys.cutTo(m_open.back().firstKey);
                m_open.pop_back();
                m_wantsKey = !m_open.empty() && m_open.back().isObject;
                break;
            case '"':
                if (m_wantsKey)
                    m_keys.add(stringOf(word));
                m_wantsKey = !m_open.empty() && m_open.back().isObject && !m_wantsKey;
                break;
            case 'l':
            case 'u':
            case 'd':
                // The number itself is the next word.
                ++place;
                [[fallthrough]];
            default:
                m_wantsKey = !m_open.empty() && m_open.back().isObject;
            }
            ++place;
        } while (!m_open.empty());
        return false;
    }

private:
    struct Open {
        std::size_t firstKey;
        bool isObject;
    };

    static constexpr unsigned kTypeShift = 56;

    static bool isObject(std::uint64_t word) { return word >> kTypeShift == '{'; }

    std::string_view stringOf(std::uint64_t word) const
    {
        const std::uint8_t* const begin =
            m_document.string_buf.get() + (word & ((std::uint64_t{1} << kTypeShift) - 1));
        std::uint32_t length = 0;
        std::memcpy(&length, begin, sizeof length);
        return {reinterpret_cast<const char*>(begin + sizeof length), length};
    }

    static constexpr std::size_t kUsualDepth = 16;
    static constexpr std::size_t kUsualKeys = 64;
    static constexpr std::size_t kUsualBytes = kUsualDepth * sizeof(Open) + kUsualKeys * JsonKeys::kBytesEach;

    const dom::document& m_document;
    /// What most records need lies here; a file of one record would spend its time in the heap.
    alignas(std::max_align_t) std::array<std::byte, kUsualBytes> m_usual;
    std::pmr::monotonic_buffer_resource m_memory{m_usual.data(), m_usual.size()};
    std::pmr::vector<Open> m_open{&m_memory};
    JsonKeys m_keys{&m_memory};
    bool m_wantsKey = false;
};

/// A parser that has held a larger record than this gives the memory back before the next one.
constexpr std::size_t kKeepCapacity = std::size_t{8} << 20U;

} // namespace

JsonView::Kind JsonView::kind() const
{
    if (m_document == nullptr)
        return Kind::Missing;
    switch (fromHandle<dom::element>(m_document, m_place).type()) {
    case dom::element_type::NULL_VALUE:
        return Kind::Null;
    case dom::element_type::BOOL:
        return Kind::Bool;
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
        return Kind::Integer;
    case dom::element_type::DOUBLE:
        return Kind::Real;
    case dom::element_type::STRING:
        return Kind::String;
    case dom::element_type::ARRAY:
        return Kind::Array;
    case dom::element_type::OBJECT:
        return Kind::Object;
    }
    return Kind::Missing;
}

bool JsonView::hasValue() const
{
    return kind() > Kind::Null;
}

bool JsonView::isNumber() const
{
    const Kind known = kind();
    return known == Kind::Integer || known == Kind::Real;
}

std::string_view JsonView::string() const
{
    std::string_view text;
    if (m_document != nullptr && fromHandle<dom::element>(m_document, m_place).get(text) == simdjson::SUCCESS)
        return text;
    return {};
}

std::optional<double> JsonView::number() const
{
    if (!isNumber())
        return std::nullopt;
    double value = 0;
    if (fromHandle<dom::element>(m_document, m_place).get(value) != simdjson::SUCCESS)
        return std::nullopt;
    return value;
}

std::optional<bool> JsonView::boolean() const
{
    bool value = false;
    if (m_document == nullptr ||
        fromHandle<dom::element>(m_document, m_place).get(value) != simdjson::SUCCESS)
        return std::nullopt;
    return value;
}

std::size_t JsonView::size() const
{
    if (m_document == nullptr)
        return 0;
    const auto element = fromHandle<dom::element>(m_document, m_place);
    dom::array array;
    if (element.get(array) == simdjson::SUCCESS)
        return array.size();
    dom::object object;
    return element.get(object) == simdjson::SUCCESS ? object.size() : 0;
}

JsonView JsonView::operator[](std::string_view key) const
{
    dom::object object;
    if (m_document == nullptr ||
        fromHandle<dom::element>(m_document, m_place).get(object) != simdjson::SUCCESS)
        return {};
    JsonView last;
    const auto end = object.end();
    for (auto member = object.begin(); member != end; ++member) {
        // Lengths first; simdjson's key_equals() would compare nothing with nothing at a null pointer.
        if (member.key_length() != key.size() || member.key() != key)
            continue;
        const Handle value = toHandle(member.value());
        last = {value.document, value.place};
    }
    return last;
}

JsonMembers JsonView::members() const
{
    JsonMembers range;
    dom::object object;
    if (m_document == nullptr ||
        fromHandle<dom::element>(m_document, m_place).get(object) != simdjson::SUCCESS)
        return range;
    const Handle begin = toHandle(object.begin());
    range.m_begin.m_document = range.m_end.m_document = begin.document;
    range.m_begin.m_place = begin.place;
    range.m_end.m_place = toHandle(object.end()).place;
    return range;
}

JsonElements JsonView::elements() const
{
    JsonElements range;
    dom::array array;
    if (m_document == nullptr ||
        fromHandle<dom::element>(m_document, m_place).get(array) != simdjson::SUCCESS)
        return range;
    const Handle begin = toHandle(array.begin());
    range.m_begin.m_document = range.m_end.m_document = begin.document;
    range.m_begin.m_place = begin.place;
    range.m_end.m_place = toHandle(array.end()).place;
    return range;
}

bool JsonView::hasDuplicateKeys() const
{
    return (isObject() || isArray()) &&
           DuplicateKeys(*static_cast<const dom::document*>(m_document)).anyFrom(m_place);
}

std::string JsonView::toJson() const
{
    if (m_document == nullptr)
        return {};
    return simdjson::minify(fromHandle<dom::element>(m_document, m_place));
}

JsonMember JsonMembers::Iterator::operator*() const
{
    const auto place = fromHandle<dom::object::iterator>(m_document, m_place);
    const Handle value = toHandle(place.value());
    return {place.key(), JsonView(value.document, value.place)};
}

JsonMembers::Iterator& JsonMembers::Iterator::operator++()
{
    auto place = fromHandle<dom::object::iterator>(m_document, m_place);
    ++place;
    m_place = toHandle(place).place;
    return *this;
}

JsonView JsonElements::Iterator::operator*() const
{
    const Handle value = toHandle(*fromHandle<dom::array::iterator>(m_document, m_place));
    return {value.document, value.place};
}

JsonElements::Iterator& JsonElements::Iterator::operator++()
{
    auto place = fromHandle<dom::array::iterator>(m_document, m_place);
    ++place;
    m_place = toHandle(place).place;
    return *this;
}

struct JsonParser::Parser {
    dom::parser parser;
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
        const Handle handle = toHandle(root);
        return JsonView(handle.document, handle.place);
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
