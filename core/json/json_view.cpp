// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_view.h"
#include "core/base/phrase_id.h"
#include "core/json/json_scanner.h"

#include <bit>
#include <simdjson.h>

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

JsonKind kindOf(dom::element element)
{
    switch (element.type()) {
    case dom::element_type::ARRAY:
        return JsonKind::Array;
    case dom::element_type::OBJECT:
        return JsonKind::Object;
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
        return JsonKind::Integer;
    case dom::element_type::DOUBLE:
        return JsonKind::Real;
    case dom::element_type::STRING:
        return JsonKind::String;
    case dom::element_type::BOOL:
        return JsonKind::Bool;
    case dom::element_type::NULL_VALUE:
        break;
    }
    return JsonKind::Null;
}

} // namespace

/// Turns handles into what they hold.
struct JsonView::Access {
    static dom::element element(const JsonView& view) { return std::bit_cast<dom::element>(view.m_element); }
    static dom::object object(const JsonView& view) { return element(view).get_object().value_unsafe(); }
    static dom::array array(const JsonView& view) { return element(view).get_array().value_unsafe(); }

    static JsonView view(dom::element element)
    {
        JsonView view;
        view.m_element = std::bit_cast<Handle>(element);
        view.m_kind = kindOf(element);
        return view;
    }
};

std::string_view JsonView::string() const
{
    return isString() ? Access::element(*this).get_string().value_unsafe() : std::string_view();
}

std::optional<double> JsonView::number() const
{
    if (!isNumber())
        return std::nullopt;
    return Access::element(*this).get_double().value_unsafe();
}

std::optional<bool> JsonView::boolean() const
{
    if (m_kind != Kind::Bool)
        return std::nullopt;
    return Access::element(*this).get_bool().value_unsafe();
}

std::size_t JsonView::size() const
{
    if (isObject())
        return Access::object(*this).size();
    return isArray() ? Access::array(*this).size() : 0;
}

JsonView JsonView::operator[](std::string_view key) const
{
    if (!isObject())
        return {};
    // An empty view may point to nothing, which memcmp() must not be given.
    if (key.empty())
        key = "";
    const dom::object object = Access::object(*this);
    std::optional<dom::element> last;
    for (auto at = object.begin(); at != object.end(); ++at) {
        if (at.key_equals(key))
            last = at.value();
    }
    return last ? Access::view(*last) : JsonView();
}

JsonMembers JsonView::members() const
{
    JsonMembers range;
    if (isObject()) {
        const dom::object object = Access::object(*this);
        range.m_begin.m_at = std::bit_cast<Handle>(object.begin());
        range.m_begin.m_end = std::bit_cast<Handle>(object.end());
        range.m_begin.load();
    }
    return range;
}

JsonMembers::Iterator& JsonMembers::Iterator::operator++()
{
    auto at = std::bit_cast<dom::object::iterator>(m_at);
    m_at = std::bit_cast<JsonView::Handle>(++at);
    load();
    return *this;
}

void JsonMembers::Iterator::load()
{
    const auto at = std::bit_cast<dom::object::iterator>(m_at);
    if (at != std::bit_cast<dom::object::iterator>(m_end))
        m_member = {{at.key()}, JsonView::Access::view(at.value())};
    else
        m_member = {};
}

JsonElements JsonView::elements() const
{
    JsonElements range;
    if (isArray()) {
        const dom::array array = Access::array(*this);
        range.m_begin.m_at = std::bit_cast<Handle>(array.begin());
        range.m_begin.m_end = std::bit_cast<Handle>(array.end());
        range.m_begin.load();
    }
    return range;
}

JsonElements::Iterator& JsonElements::Iterator::operator++()
{
    auto at = std::bit_cast<dom::array::iterator>(m_at);
    m_at = std::bit_cast<JsonView::Handle>(++at);
    load();
    return *this;
}

void JsonElements::Iterator::load()
{
    const auto at = std::bit_cast<dom::array::iterator>(m_at);
    m_value = at != std::bit_cast<dom::array::iterator>(m_end) ? JsonView::Access::view(*at) : JsonView();
}

std::string JsonView::toJson() const
{
    return isMissing() ? std::string() : simdjson::minify(Access::element(*this));
}

struct JsonParser::Parser {
    bool isLarge() const { return std::max(parser.doc.capacity(), parser.capacity()) > kKeepCapacity; }

    dom::parser parser;
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
    if (error == simdjson::SUCCESS)
        return JsonView::Access::view(root);
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
