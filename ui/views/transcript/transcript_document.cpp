// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_document.h"

#include "core/record/thinking.h"
#include "ui/models/words/message_words.h"
#include "ui/views/transcript/message_head.h"
#include "ui/views/transcript/message_text.h"
#include "ui/views/transcript/sealed_document.h"
#include "ui/views/transcript/transcript_attachments.h"
#include "ui/views/transcript/transcript_parts.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Longer texts are shown whole only when asked for: laying out a paragraph cannot be interrupted.
constexpr std::size_t kLongText = 30'000;
constexpr std::size_t kMoreText = 15'000;
constexpr std::size_t kMostText = 25'000;
constexpr double kBelowContext = 26;
constexpr double kBelowNotice = 22;
constexpr double kBelowHead = 5;
constexpr double kBelowMemo = 13;
/// Between the text of a message and the head of the next one.
constexpr double kBelowMessage = 30;

constexpr std::size_t kDifferenceSteps = 2'000'000;
/// Wordings that share less are not compared.
constexpr double kLeastShared = 0.3;

struct TranscriptDocumentWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptDocument)
};

std::size_t sizeOf(const Conversation& conversation, const Message& message)
{
    constexpr std::size_t kHead = 200;
    std::size_t size = kHead;
    for (const Text& text : conversation.textsOf(message.texts))
        size += std::min(text.text.size(), kLongText);
    return size;
}

bool isThought(std::string_view text, std::size_t byte)
{
    if (text.find("<think>") == std::string_view::npos)
        return false;
    for (const SpokenPart& part : partsOf(text)) {
        const auto begin = static_cast<std::size_t>(part.text.data() - text.data());
        if (part.thinking && byte >= begin && byte < begin + part.text.size())
            return true;
    }
    return false;
}

} // namespace

TranscriptDocument::TranscriptDocument(Source source, TranscriptStyle style, const TranscriptMode& mode,
                                       TranscriptFolds folds)
    : m_source(std::move(source)),
      m_style(std::move(style)),
      m_mode(mode),
      m_folds(std::move(folds)),
      m_columns(columnsOf(conversation(), mode.languages)),
      m_document(std::make_unique<SealedDocument>()),
      m_turns(turnsOf(conversation()))
{
    m_document->setUndoRedoEnabled(false);
    m_document->setDocumentMargin(m_style.pageMargin());
    QTextFrameFormat page = m_document->rootFrame()->frameFormat();
    page.setLeftMargin(m_style.sideMargin);
    page.setRightMargin(m_style.sideMargin);
    m_document->rootFrame()->setFrameFormat(page);
    m_document->setDefaultFont(m_style.body(Language::English).font());
    QTextOption option = m_document->defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_document->setDefaultTextOption(option);
    addHeadImages(*m_document, m_style, qGuiApp->devicePixelRatio());
    writeAbove();
}

TranscriptDocument::~TranscriptDocument() = default;

QTextCursor TranscriptDocument::end() const
{
    QTextCursor cursor(m_document.get());
    cursor.movePosition(QTextCursor::End);
    return cursor;
}

void TranscriptDocument::writeAbove()
{
    QTextCursor cursor = end();
    const DecodedRecord& record = *m_source.record;
    if (!record.problems.empty()) {
        writeProblems(cursor, record, m_source.recordOffset, m_source.fileName, m_style);
        cursor.insertBlock(m_style.labelBlock(kBelowNotice, 0));
    }
    if (!conversation().context.empty()) {
        m_context = m_style.insertColumns(cursor, 1, 1, 0, kBelowContext);
        QTextTableCellFormat noEdges;
        noEdges.setTopPadding(m_style.scaled(4));
        noEdges.setBottomPadding(m_style.scaled(10));
        m_context->cellAt(0, 0).setFormat(noEdges);
        QTextCursor inside = m_context->cellAt(0, 0).firstCursorPosition();
        writeContext(inside, conversation(), m_mode, !m_folds.context, m_style);
        cursor = end();
    }
    if (!m_columns.notice.isEmpty() && !conversation().messages.empty()) {
        cursor.setBlockFormat(m_style.labelBlock(0, 0));
        insertVerbatim(cursor, m_columns.notice, m_style.label(m_style.colors.dim));
        cursor.insertBlock(m_style.labelBlock(kBelowNotice, 0));
    }
    m_firstHead = cursor;
    m_firstHead.setKeepPositionOnInsert(true);
    m_complete = conversation().messages.empty() && conversation().candidates.empty();
    if (m_complete) {
        cursor.setBlockFormat(m_style.labelBlock(0, 0));
        insertVerbatim(cursor, TranscriptDocumentWords::tr("This conversation has no messages."),
                       m_style.label(m_style.colors.dim));
    }
}

bool TranscriptDocument::writeMore(std::size_t characters)
{
    if (m_complete)
        return false;
    const auto& messages = conversation().messages;
    QTextCursor edit = end();
    edit.beginEditBlock();
    std::size_t written = 0;
    while (m_messages.size() < messages.size() && (written == 0 || written < characters)) {
        const std::size_t next = m_messages.size();
        writeMessage(static_cast<int>(next));
        written += sizeOf(conversation(), messages[next]);
    }
    if (m_messages.size() == messages.size() && written < characters) {
        writeCandidatesAtEnd();
        m_complete = true;
    }
    edit.endEditBlock();
    return !m_complete;
}

void TranscriptDocument::writeMessage(int message)
{
    QTextCursor cursor = end();
    QTextBlockFormat head = m_style.labelBlock(0, 0);
    head.setTopMargin(cursor.blockFormat().topMargin());
    cursor.setBlockFormat(head);
    cursor.setBlockCharFormat(m_style.label(m_style.colors.dim));
    writeHead(cursor, conversation(), message, m_turns[static_cast<std::size_t>(message)], m_style);
    const bool hasMemo = writeMemo(cursor, conversation().messages[static_cast<std::size_t>(message)]);
    const double above = hasMemo ? kBelowMemo : kBelowHead;
    const int columns = static_cast<int>(m_columns.shown.size());
    m_messages.push_back(m_style.insertColumns(cursor, m_mode.sideBySide ? 1 : columns,
                                               m_mode.sideBySide ? columns : 1, above, kBelowMessage));
    for (int column = 0; column < columns; ++column)
        fillCell(message, column);
}

bool TranscriptDocument::writeMemo(QTextCursor& cursor, const Message& message)
{
    const QString memo = tellingMemo(message);
    if (memo.isEmpty())
        return false;
    QTextBlockFormat block = m_style.labelBlock(10, 5);
    block.setLeftMargin(m_style.inset() + m_style.scaled(TranscriptStyle::kMemoInset));
    block.setRightMargin(m_style.inset() + m_style.scaled(TranscriptStyle::kMemoInset));
    const QString caption = TranscriptDocumentWords::tr("Memo:") + QLatin1Char(' ');
    block.setProperty(kMemoCaption, static_cast<int>(caption.size()));
    cursor.insertBlock(block);
    insertVerbatim(cursor, caption, m_style.label(m_style.colors.bad, 0.92, true));
    // Its lines belong together: blocks would stand apart.
    insertVerbatim(cursor, QString(memo).replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)),
                   m_style.label(m_style.colors.text, 0.92));
    return true;
}

void TranscriptDocument::fillCell(int message, int column)
{
    const Message& said = conversation().messages[static_cast<std::size_t>(message)];
    const TextColumn kind = m_columns.shown[static_cast<std::size_t>(column)];
    QTextCursor cursor = cleared(cell(message, column));
    const auto texts = textsIn(conversation(), said.texts, kind, false);
    const auto earlier = textsIn(conversation(), said.texts, kind, true);
    const AttachmentPlace place{column == 0, kind == TextColumn::Chinese, m_columns.shown.size() == 1};
    const Attachments attached = attachmentsOf(conversation(), said, place);
    const TextLook look{said.role != "user", m_mode.markdown, m_mode.invisible, m_mode.onPaper, &m_folds};
    const bool compares = m_folds.earlier.contains(message) && texts.size() == 1 && earlier.size() == 1;
    TextDiff diff;
    if (compares)
        diff = diffTexts(earlier.front().text, texts.front().text, kDifferenceSteps);
    if (compares && diff.shared >= kLeastShared) {
        std::vector<DiffRange> ranges;
        for (const Difference& difference : diff.differences)
            ranges.push_back(difference.right);
        TextLook compared = look;
        compared.differences = &ranges;
        writeText(cursor, texts.front(), compared, m_style);
    } else if (texts.empty()) {
        const bool nothing = textsIn(conversation(), said.texts, TextColumn::AsWritten, false).empty();
        if (!attached.isContent && (!nothing || attached.fields.empty()))
            writeTexts(cursor, {}, look, m_style,
                       nothing ? TranscriptDocumentWords::tr("empty message")
                               : TranscriptDocumentWords::tr("no translation"));
    } else {
        writeLong(cursor, texts, look);
    }
    writeAttachments(cursor, attached, m_style);
    writeEarlier(cursor, message, earlier, diff);
}

/// Of very long texts a window.
void TranscriptDocument::writeLong(QTextCursor& cursor, const std::vector<ColumnText>& texts,
                                   const TextLook& look)
{
    bool first = true;
    for (ColumnText text : texts) {
        const std::string_view whole = text.text;
        const TextWindow window = this->window(text.index);
        const auto offer = [&](std::string_view rest, const QString& words, const char* action) {
            insertVerbatim(cursor, words.arg(countText(characterCount(rest))),
                           m_style.link(QStringLiteral("%1/%2").arg(QLatin1String(action)).arg(text.index)));
        };
        if (!first)
            cursor.insertBlock(m_style.bodyBlock());
        first = false;
        if (window.begin > 0) {
            offer(whole.substr(0, window.begin),
                  TranscriptDocumentWords::tr("Show what stands before: %1 characters"), "before");
            cursor.insertBlock(m_style.bodyBlock());
        }
        text.text = whole.substr(window.begin, window.end - window.begin);
        writeText(cursor, text, look, m_style);
        if (window.end < whole.size()) {
            cursor.insertBlock(m_style.bodyBlock());
            offer(whole.substr(window.end), TranscriptDocumentWords::tr("Show what follows: %1 characters"),
                  "after");
        }
    }
}

void TranscriptDocument::writeEarlier(QTextCursor& cursor, int message, const std::vector<ColumnText>& texts,
                                      const TextDiff& diff)
{
    if (texts.empty() || m_mode.onPaper)
        return;
    const bool shown = m_folds.earlier.contains(message);
    QTextBlockFormat block;
    block.setTopMargin(m_style.scaled(6));
    cursor.insertBlock(block);
    insertVerbatim(cursor,
                   shown ? TranscriptDocumentWords::tr("Hide earlier translation")
                         : TranscriptDocumentWords::tr("Earlier translation"),
                   m_style.link(QStringLiteral("earlier/%1").arg(message)));
    if (!shown)
        return;
    std::vector<DiffRange> ranges;
    for (const Difference& difference : diff.differences)
        ranges.push_back(difference.left);
    TextLook look{false, m_mode.markdown, m_mode.invisible};
    look.differences = ranges.empty() || diff.shared < kLeastShared ? nullptr : &ranges;
    cursor.insertBlock(m_style.bodyBlock());
    writeTexts(cursor, texts, look, m_style, {});
}

/// The candidates come last, so that they can be written anew.
void TranscriptDocument::writeCandidatesAtEnd()
{
    QTextCursor cursor = end();
    m_candidatesBegin = cursor.position();
    m_candidates = writeCandidates(cursor, conversation(), m_mode, m_folds, m_differences.get(), m_style);
}

void TranscriptDocument::rewriteCandidates()
{
    if (m_candidates == nullptr)
        return;
    QTextCursor edit = end();
    edit.beginEditBlock();
    edit.setPosition(m_candidatesBegin, QTextCursor::KeepAnchor);
    edit.removeSelectedText();
    writeCandidatesAtEnd();
    edit.endEditBlock();
}

void TranscriptDocument::setDifferences(CandidateDifferencesPtr differences)
{
    m_differences = std::move(differences);
    rewriteCandidates();
}

void TranscriptDocument::toggleContext()
{
    if (m_context == nullptr)
        return;
    m_folds.context = !m_folds.context;
    QTextCursor edit = end();
    edit.beginEditBlock();
    QTextCursor inside = cleared(m_context->cellAt(0, 0));
    writeContext(inside, conversation(), m_mode, !m_folds.context, m_style);
    edit.endEditBlock();
}

void TranscriptDocument::rewriteMessage(int message)
{
    if (message < 0 || message >= messagesWritten())
        return;
    QTextCursor edit = end();
    edit.beginEditBlock();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        fillCell(message, column);
    edit.endEditBlock();
}

void TranscriptDocument::rewriteText(std::uint32_t text)
{
    const ShownPlace place = placeOfText(text);
    if (place.message >= 0)
        rewriteMessage(place.message);
    else if (place.table == m_candidates)
        rewriteCandidates();
}

void TranscriptDocument::toggleEarlier(int message)
{
    if (m_folds.earlier.erase(message) == 0)
        m_folds.earlier.insert(message);
    rewriteMessage(message);
}

void TranscriptDocument::toggleThought(std::uint32_t text)
{
    if (m_folds.thoughts.erase(text) == 0)
        m_folds.thoughts.insert(text);
    rewriteText(text);
}

TextWindow TranscriptDocument::window(std::uint32_t text) const
{
    if (const auto found = m_folds.windows.find(text); found != m_folds.windows.end())
        return found->second;
    const std::string_view whole = conversation().texts.at(text).text;
    return {0, whole.size() > kLongText ? wholeCharacters(whole, kLongText) : whole.size()};
}

void TranscriptDocument::showMore(std::uint32_t text, bool before)
{
    if (text >= conversation().texts.size())
        return;
    const std::string_view whole = conversation().texts[text].text;
    TextWindow& window = m_folds.windows.try_emplace(text, this->window(text)).first->second;
    // What lies far off goes: the reader waits for all that is laid out.
    if (before) {
        window.begin = wholeCharacters(whole, window.begin - std::min(window.begin, kMoreText));
        window.end = wholeCharacters(whole, std::min(window.end, window.begin + kMostText));
    } else {
        window.end = wholeCharacters(whole, window.end + kMoreText);
        window.begin =
            wholeCharacters(whole, std::max(window.begin, window.end - std::min(window.end, kMostText)));
    }
    rewriteText(text);
}

bool TranscriptDocument::hides(std::uint32_t text, std::size_t byte) const
{
    const std::string_view whole = conversation().texts.at(text).text;
    if (isThought(whole, byte) && !m_folds.thoughts.contains(text))
        return true;
    const TextWindow shown = window(text);
    return placeOfText(text).message >= 0 && (byte < shown.begin || byte >= shown.end);
}

void TranscriptDocument::reveal(std::uint32_t text, std::size_t byte)
{
    const std::string_view whole = conversation().texts.at(text).text;
    const ShownPlace place = placeOfText(text);
    if (place.table == m_context && place.message < 0 && !m_folds.context) {
        toggleContext();
        return;
    }
    if (isThought(whole, byte) && !m_folds.thoughts.contains(text))
        toggleThought(text);
    if (whole.size() <= kLongText || place.message < 0)
        return;
    TextWindow& window = m_folds.windows.try_emplace(text, this->window(text)).first->second;
    if (byte >= window.begin && byte < window.end)
        return;
    constexpr std::size_t kAhead = 2000;
    window.begin = wholeCharacters(whole, byte - std::min(byte, kAhead));
    window.end = wholeCharacters(whole, window.begin + kLongText);
    rewriteText(text);
}

} // namespace duologue::ui
