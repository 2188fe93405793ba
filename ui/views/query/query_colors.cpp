// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_colors.h"

#include "core/query/query_parser.h"
#include "ui/work/colors.h"

#include <QPalette>
#include <QTextCharFormat>

namespace duologue::ui {

namespace {

constexpr double kReadable = 4.6;
/// At least one character, so that an underline is visible; it may extend beyond the end of the line.
constexpr int kShortestWave = 1;

const QColor& colorOf(QueryTokenKind kind, const QueryColors& colors)
{
    switch (kind) {
    case QueryTokenKind::Field:
        return colors.field;
    case QueryTokenKind::Value:
        return colors.value;
    case QueryTokenKind::Pattern:
        return colors.pattern;
    case QueryTokenKind::Operator:
    case QueryTokenKind::Bracket:
    case QueryTokenKind::Quantifier:
        return colors.keyword;
    case QueryTokenKind::Text:
        break;
    }
    return colors.text;
}

} // namespace

QueryColors queryColors(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const bool dark = isDark(base);
    const QColor pole = dark ? QColor(Qt::white) : QColor(Qt::black);
    const auto readable = [&](QColor color) {
        while (contrast(color, base) < kReadable && color != pole)
            color = blended(color, pole, 0.1);
        return color;
    };
    QueryColors colors;
    colors.field = readable(palette.color(QPalette::Active, QPalette::Link));
    colors.value = readable(QColor(dark ? "#b5d69c" : "#2e6b2e"));
    colors.text = readable(palette.color(QPalette::Active, QPalette::Text));
    colors.pattern = readable(QColor(dark ? "#f0b87a" : "#9a4a00"));
    colors.keyword = readable(QColor(dark ? "#c3a6f0" : "#6b46a8"));
    colors.mistake = readable(QColor(dark ? "#ff8a80" : "#c62828"));
    return colors;
}

QList<QInputMethodEvent::Attribute> queryFormats(const QString& text, int cursor, const QueryColors& colors,
                                                 const WrongPart& wrong)
{
    QList<QInputMethodEvent::Attribute> formats;
    const auto add = [&](int begin, int length, const QTextCharFormat& format) {
        formats.append({QInputMethodEvent::TextFormat, begin - cursor, length, format});
    };
    const QByteArray bytes = text.toUtf8();
    const auto place = [&](std::size_t byte) {
        return static_cast<int>(QString::fromUtf8(bytes.left(static_cast<qsizetype>(byte))).size());
    };
    const int wrongEnd = wrong.begin + std::max(wrong.length, kShortestWave);
    QTextCharFormat wave;
    wave.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wave.setUnderlineColor(colors.mistake);
    for (const QueryToken& token : queryTokens({bytes.constData(), static_cast<std::size_t>(bytes.size())})) {
        QTextCharFormat format;
        format.setForeground(colorOf(token.kind, colors));
        if (token.kind == QueryTokenKind::Quantifier || token.kind == QueryTokenKind::Operator)
            format.setFontWeight(QFont::DemiBold);
        const int begin = place(token.begin);
        add(begin, place(token.end) - begin, format);
    }
    if (wrong.length > 0) {
        wave.setForeground(colors.mistake);
        add(wrong.begin, wrongEnd - wrong.begin, wave);
    }
    return formats;
}

} // namespace duologue::ui
