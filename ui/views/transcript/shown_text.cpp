// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/shown_text.h"

#include "ui/views/document/transcript_document.h"

#include <QTextBlock>
#include <QTextTable>

namespace duologue::ui {

ShownText memoOf(const TranscriptDocument& transcript, int message)
{
    ShownText shown;
    const QTextBlock block = transcript.memoBlock(message);
    if (!block.isValid())
        return shown;
    const int caption = block.blockFormat().intProperty(kMemoCaption);
    shown.position = block.position() + caption;
    shown.bytes = fromQt(block.text().mid(caption).replace(QChar(QChar::LineSeparator), QLatin1Char('\n')));
    return shown;
}

std::vector<ShownText> textsOf(const QTextTable& table)
{
    std::vector<ShownText> texts;
    bool joined = false;
    const int last = table.lastPosition();
    for (QTextBlock block = table.firstCursorPosition().block(); block.isValid() && block.position() <= last;
         block = block.next()) {
        const QVariant source = block.blockFormat().property(kSourceText);
        if (!source.isValid()) {
            joined = false;
            continue;
        }
        const std::uint32_t text = source.toUInt();
        if (joined && texts.back().text == text)
            texts.back().bytes += '\n';
        else
            texts.push_back({text, block.position(), {}});
        texts.back().bytes += fromQt(block.text());
        joined = true;
    }
    return texts;
}

std::vector<ShownText> attachmentsIn(const QTextTable& table)
{
    std::vector<ShownText> attachments;
    const int last = table.lastPosition();
    for (QTextBlock block = table.firstCursorPosition().block(); block.isValid() && block.position() <= last;
         block = block.next()) {
        if (!block.blockFormat().property(kSourceText).isValid())
            attachments.push_back(
                {0, block.position(),
                 fromQt(block.text().replace(QChar(QChar::LineSeparator), QLatin1Char('\n')))});
    }
    return attachments;
}

ShownText columnText(const TranscriptDocument& transcript, int message, int column)
{
    ShownText text;
    const QTextTableCell cell = transcript.cell(message, column);
    text.position = cell.firstPosition();
    for (QTextBlock block = cell.firstCursorPosition().block();
         block.isValid() && block.position() <= cell.lastPosition(); block = block.next()) {
        if (block.position() > text.position)
            text.bytes += '\n';
        text.bytes += fromQt(block.text().replace(QChar(QChar::LineSeparator), QLatin1Char('\n')));
    }
    return text;
}

std::size_t byteAt(const ShownText& text, int position)
{
    PositionCounter counter(text);
    std::size_t byte = 0;
    while (byte < text.bytes.size() && counter.at(byte) < position)
        ++byte;
    return byte;
}

} // namespace duologue::ui
