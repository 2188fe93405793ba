// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table/row_stream.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/remote/http/clickhouse_http.h"

#include <algorithm>

namespace duologue {

namespace {

/// Of the error after the rows.
constexpr std::size_t kLongestRest = std::size_t{1} << 20U;

/// How servers of some years write an error: as a row.
bool isException(const JsonView& row)
{
    return row.size() == 1 && row["exception"].string().starts_with("Code: ");
}

} // namespace

bool RowStream::takeLine(std::string_view line)
{
    if (!trimmed(line).starts_with('{'))
        return false;
    // Bytes of a String that are no UTF-8 are written as they are; they become U+FFFD.
    const std::string text = toValidUtf8(line);
    const auto row = m_parser.parse(text);
    if (!row || !row->isObject() || (m_mayBeErrors && isException(*row)))
        return false;
    ++m_rows;
    m_isEnough = !m_take(*row, text);
    return true;
}

bool RowStream::add(std::string_view bytes)
{
    if (m_isOver) {
        m_rest.append(bytes.substr(0, kLongestRest - std::min(kLongestRest, m_rest.size())));
        return true;
    }
    while (!bytes.empty() && !m_isEnough) {
        const std::size_t end = bytes.find('\n');
        if (end == std::string_view::npos) {
            m_rest += bytes;
            break;
        }
        const std::string_view part = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        const bool isWhole = m_rest.empty();
        if (!isWhole)
            m_rest += part;
        const std::string_view line = isWhole ? part : std::string_view(m_rest);
        if (trimmed(line).empty() || takeLine(line)) {
            m_rest.clear();
        } else {
            if (isWhole)
                m_rest = part;
            m_rest += '\n';
            m_isOver = true;
            return add(bytes);
        }
    }
    return !m_isEnough;
}

Phrase RowStream::finish(const Phrase& ofTransfer)
{
    if (m_isEnough)
        return {};
    if (trimmed(m_rest).empty())
        return ofTransfer;
    // The error may follow the half of a row.
    const std::size_t code = m_rest.find("Code: ");
    if (code != std::string::npos && m_rest.find("DB::Exception", code) != std::string::npos)
        return {PhraseId::ServerSays, serverSentence(std::string_view(m_rest).substr(code))};
    return ofTransfer.empty() ? Phrase(PhraseId::AnswerBroken, Phrase(PhraseId::HalfRow)) : ofTransfer;
}

} // namespace duologue
