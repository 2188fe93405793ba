// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw/json_highlighter.h"

#include <QPalette>

namespace duologue::ui {

JsonHighlighter::JsonHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void JsonHighlighter::setPalette(const QPalette& palette)
{
    const bool dark = palette.color(QPalette::Base).lightness() < 128;
    m_key.setForeground(dark ? QColor(0x8A, 0xB4, 0xF8) : QColor(0x1A, 0x56, 0xA8));
    m_text.setForeground(dark ? QColor(0xB5, 0xD6, 0x9C) : QColor(0x2E, 0x6B, 0x2E));
    m_value.setForeground(dark ? QColor(0xF0, 0xB8, 0x7A) : QColor(0x9A, 0x4A, 0x00));
    rehighlight();
}

void JsonHighlighter::highlightBlock(const QString& text)
{
    // Tokens never contain a line break: JSON strings must escape it.
    int at = 0;
    while (at < text.size()) {
        const QChar c = text.at(at);
        int end = at + 1;
        if (c == QLatin1Char('"')) {
            while (end < text.size() && text.at(end) != QLatin1Char('"'))
                end += text.at(end) == QLatin1Char('\\') ? 2 : 1;
            end = qMin(end + 1, static_cast<int>(text.size()));
            const bool isKey = end < text.size() && text.at(end) == QLatin1Char(':');
            setFormat(at, end - at, isKey ? m_key : m_text);
        } else if (c.isLetterOrNumber() || c == QLatin1Char('-')) {
            while (end < text.size() && QStringLiteral(",]} ").indexOf(text.at(end)) < 0)
                ++end;
            setFormat(at, end - at, m_value);
        }
        at = end;
    }
}

} // namespace duologue::ui
