// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/arrow_rows.h"

#include "core/io/columnar/encodings.h"
#include "core/io/columnar/value_text.h"

#include <array>

namespace duologue {

namespace {

/// Whether a value is null, by itself or by what it names.
bool isNullValue(const ArrowSlice& slice, std::size_t i)
{
    return slice.isNull(i) || slice.field->shape == ArrowShape::Null;
}

/// Intervals of years and months, or of days and milliseconds, with all three parts.
std::string wholeInterval(std::string_view bytes)
{
    if (bytes.size() != 4 && bytes.size() != 8)
        return std::string(bytes);
    constexpr std::size_t kPart = sizeof(std::int32_t);
    std::string whole(3 * kPart, '\0');
    whole.replace(bytes.size() == 4 ? 0 : kPart, bytes.size(), bytes);
    return whole;
}

} // namespace

PhraseId ArrowRows::appendNext(std::string& out, std::size_t limit)
{
    m_end = out.size() + limit;
    out += '{';
    for (const ArrowSlice& column : m_columns) {
        out += column.field->key;
        append(out, column, m_row);
        out += ',';
    }
    out.back() = '}';
    if (out.size() > m_end && m_fault == PhraseId{})
        m_fault = PhraseId::RowTooLong;
    ++m_row;
    m_rows = m_fault == PhraseId{} ? m_rows - 1 : 0;
    return m_fault;
}

void ArrowRows::append(std::string& out, const ArrowSlice& slice, std::uint64_t index)
{
    const auto i = static_cast<std::size_t>(index);
    if (m_fault != PhraseId{})
        return;
    if (i >= slice.count || out.size() > m_end) {
        m_fault = i >= slice.count ? PhraseId::ArrowBatchDamaged : PhraseId::RowTooLong;
        return;
    }
    const ArrowField& field = *slice.field;
    if (isNullValue(slice, i)) {
        out += "null";
        return;
    }
    if (!slice.dictionary.empty() || field.dictionary) {
        appendEntry(out, slice, i);
        return;
    }
    const std::string_view values = slice.values;
    switch (field.shape) {
    case ArrowShape::Null:
        break;
    case ArrowShape::Bits:
        out += bitsAt(values, i + slice.valuesShift, 1) != 0 ? "true" : "false";
        break;
    case ArrowShape::Fixed:
        if (const auto value = values.substr(i * field.width, field.width);
            field.valueType.kind == ValueKind::Interval)
            appendValue(out, field.valueType, wholeInterval(value));
        else
            appendValue(out, field.valueType, value, m_bytesAs);
        break;
    case ArrowShape::Bytes:
        appendValue(out, field.valueType,
                    values.substr(static_cast<std::size_t>(slice.begins[i]),
                                  static_cast<std::size_t>(slice.begins[i + 1] - slice.begins[i])),
                    m_bytesAs);
        break;
    case ArrowShape::Views:
        appendView(out, slice, i);
        break;
    case ArrowShape::List:
    case ArrowShape::ListView:
    case ArrowShape::FixedList:
        appendList(out, slice, i);
        break;
    case ArrowShape::Map:
        appendMap(out, slice, i);
        break;
    case ArrowShape::Struct:
        appendStruct(out, slice, i);
        break;
    case ArrowShape::SparseUnion:
        append(out, slice.children[slice.choices[i]], i);
        break;
    case ArrowShape::DenseUnion:
        append(out, slice.children[slice.choices[i]], slice.begins[i]);
        break;
    }
}

void ArrowRows::appendEntry(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    const std::size_t width = slice.field->indexWidth;
    std::array<char, sizeof(std::uint64_t)> bytes{};
    slice.values.copy(bytes.data(), width, i * width);
    // An index that is negative is larger than any dictionary.
    auto entry = loadNumber<std::uint64_t>(bytes.data());
    for (const auto& part : slice.dictionary) {
        if (entry < part->count) {
            append(out, *part, entry);
            return;
        }
        entry -= part->count;
    }
    m_fault = PhraseId::ArrowDictionaryMissing;
}

void ArrowRows::appendView(std::string& out, const ArrowSlice& slice, std::size_t i) const
{
    constexpr std::size_t kViewBytes = 16;
    constexpr std::size_t kShort = 12;
    const std::string_view view = std::string_view(slice.values).substr(i * kViewBytes, kViewBytes);
    const std::size_t length = loadNumber<std::uint32_t>(view.data());
    appendValue(out, slice.field->valueType,
                length <= kShort
                    ? view.substr(4, length)
                    : std::string_view(slice.views).substr(static_cast<std::size_t>(slice.begins[i]), length),
                m_bytesAs);
}

void ArrowRows::appendList(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    const std::uint64_t begin = slice.begins[i];
    const std::uint64_t end = slice.sizes.empty() ? slice.begins[i + 1] : begin + slice.sizes[i];
    out += '[';
    for (std::uint64_t element = begin; element < end && m_fault == PhraseId{}; ++element) {
        append(out, slice.children[0], element);
        out += ',';
    }
    if (end > begin)
        out.back() = ']';
    else
        out += ']';
}

void ArrowRows::appendMap(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    if (slice.children.empty() || slice.children[0].children.size() != 2) {
        out += "{}";
        return;
    }
    const ArrowSlice& keys = slice.children[0].children[0];
    const ArrowSlice& values = slice.children[0].children[1];
    out += '{';
    for (std::uint64_t entry = slice.begins[i]; entry < slice.begins[i + 1] && m_fault == PhraseId{};
         ++entry) {
        const std::size_t begin = out.size();
        append(out, keys, entry);
        if (m_fault == PhraseId{} && out[begin] != '"') {
            // The keys of an object are strings.
            std::string key = out.substr(begin);
            out.resize(begin);
            appendValue(out, {ValueKind::Text, TimeUnit::Seconds, false, false, 0, 0}, key);
        }
        out += ':';
        append(out, values, entry);
        out += ',';
    }
    if (slice.begins[i + 1] > slice.begins[i])
        out.back() = '}';
    else
        out += '}';
}

void ArrowRows::appendStruct(std::string& out, const ArrowSlice& slice, std::size_t i)
{
    out += '{';
    const std::size_t first = out.size();
    for (const ArrowSlice& member : slice.children) {
        if (i < member.count && isNullValue(member, i))
            continue;
        out += member.field->key;
        append(out, member, i);
        out += ',';
    }
    if (out.size() > first)
        out.back() = '}';
    else
        out += '}';
}

} // namespace duologue
