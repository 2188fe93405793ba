// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/copied_rows.h"

#include "core/data/field_reader.h"
#include "ui/models/record/record_previews.h"
#include "ui/models/record/record_table_model.h"
#include "ui/models/words/field_words.h"
#include "ui/models/words/value_words.h"

#include <algorithm>
#include <optional>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostHtmlRows = 5'000;

QString tsvCell(const QString& text)
{
    const bool isPlain = std::none_of(text.begin(), text.end(), [](QChar c) {
        return c == QLatin1Char('\t') || c == QLatin1Char('\n') || c == QLatin1Char('\r') ||
               c == QLatin1Char('"');
    });
    if (isPlain)
        return text;
    QString quoted = text;
    return QLatin1Char('"') + quoted.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

class CopyWriter {
public:
    explicit CopyWriter(bool withHtml) : m_withHtml(withHtml) {}

    void add(const QStringList& cells, bool isHead)
    {
        QStringList plain;
        for (const QString& cell : cells)
            plain << tsvCell(cell);
        m_made.text += plain.join(QLatin1Char('\t')) + QLatin1Char('\n');
        if (!m_withHtml)
            return;
        const QString tag = isHead ? QStringLiteral("th") : QStringLiteral("td");
        m_made.html += QStringLiteral("<tr>");
        for (const QString& cell : cells)
            m_made.html += QStringLiteral("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
        m_made.html += QStringLiteral("</tr>\n");
    }

    CopiedRows take()
    {
        if (m_withHtml)
            m_made.html = QStringLiteral("<table>\n") + m_made.html + QStringLiteral("</table>\n");
        return std::move(m_made);
    }

private:
    bool m_withHtml;
    CopiedRows m_made;
};

} // namespace

std::size_t CopyRequest::rowCount() const
{
    std::size_t count = 0;
    for (const auto& [first, last] : ranges)
        count += static_cast<std::size_t>(last - first + 1);
    return count;
}

CopiedRows copyRows(const CopyRequest& request, const Job& job)
{
    const Snapshot& snapshot = *request.view->snapshot;
    const Language preferred = isChineseWindow() ? Language::Chinese : Language::English;
    std::vector<FieldReader> fields;
    QStringList titles;
    std::optional<qsizetype> preview;
    for (std::size_t i = 0; i < request.fields.size(); ++i) {
        if (request.previewPlace == i)
            preview = titles.size();
        if (auto field = findField(snapshot, request.fields[i])) {
            titles << fieldTitle(field->info());
            fields.push_back(std::move(*field));
        }
    }
    if (request.previewPlace && !preview)
        preview = titles.size();
    if (preview)
        titles.insert(*preview, previewTitle());
    CopyWriter writer(request.rowCount() <= kMostHtmlRows);
    writer.add(titles, true);
    for (const auto& [first, last] : request.ranges) {
        for (int position = first; position <= last; ++position) {
            if (job.stopRequested())
                return {};
            const Row row = request.view->order.at(static_cast<std::size_t>(position));
            QStringList cells;
            for (const FieldReader& field : fields)
                cells << wholeCellText(snapshot, field, row);
            if (preview)
                cells.insert(*preview, readPreview(snapshot, row, preferred));
            writer.add(cells, false);
        }
    }
    return writer.take();
}

} // namespace duologue::ui
