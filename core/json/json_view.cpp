// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"

#include <algorithm>
#include <bit>
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

/// A key by its length and first bytes: what tells most keys apart in one comparison. Keys lie in simdjson's
/// buffer for strings, which goes on for longer than this behind the last one.
std::uint64_t signOf(std::string_view key)
{
    static_assert(simdjson::SIMDJSON_PADDING >= sizeof(std::uint64_t));
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, key.data(), sizeof bytes);
    if (key.size() < sizeof bytes)
        bytes &= (std::uint64_t{1} << (8 * key.size())) - 1;
    return bytes ^ std::rotr(std::uint64_t{key.size()}, 8);
}

/// Keys of one object, with a sign of each.
struct Keys {
    std::vector<std::string_view> names;
    std::vector<std::uint64_t> signs;

    void clear()
    {
        names.clear();
        signs.clear();
    }
    void add(std::string_view key)
    {
        names.push_back(key);
        signs.push_back(signOf(key));
    }
    bool anyTwice();
};

bool Keys::anyTwice()
{
    constexpr std::size_t kFew = 24;
    if (names.size() > kFew) {
        std::sort(names.begin(), names.end());
        return std::adjacent_find(names.begin(), names.end()) != names.end();
    }
    for (std::size_t i = 1; i < names.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (signs[i] == signs[j] && names[i] == names[j])
                return true;
        }
    }
    return false;
}

/// Values that are still to be looked into; no recursion, the parser lets a thousand levels pass.
bool findDuplicateKeys(const dom::element& root)
{
    std::vector<dom::element> open{root};
    Keys keys;
    const auto later = [&](const dom::element& value) {
        if (value.is_object() || value.is_array())
            open.push_back(value);
    };
    while (!open.empty()) {
        const dom::element element = open.back();
        open.pop_back();
        dom::array array;
        dom::object object;
        if (element.get(array) == simdjson::SUCCESS) {
            for (const dom::element each : array)
                later(each);
        } else if (element.get(object) == simdjson::SUCCESS) {
            keys.clear();
            for (const dom::key_value_pair member : object) {
                keys.add(member.key);
                later(member.value);
            }
            if (keys.anyTwice())
                return true;
        }
    }
    return false;
}

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
    JsonView last;
    for (const auto [name, value] : members()) {
        if (name == key)
            last = value;
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
    return m_document != nullptr && findDuplicateKeys(fromHandle<dom::element>(m_document, m_place));
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

std::string jsonLibrary()
{
    return "simdjson " SIMDJSON_STRINGIFY(SIMDJSON_VERSION);
}

} // namespace duologue
