// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_document.h"
#include "core/data/conversation.h"
#include "ui/app/words.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/shown_text.h"
#include "ui/transcript/transcript_attachments.h"
#include "ui/transcript/transcript_style.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Of longer texts only a window is shown: laying out a paragraph cannot be interrupted.
constexpr std::size_t kLongText = 30'000;
constexpr std::size_t kMoreText = 15'000;
constexpr std::size_t kMostText = 25'000;
constexpr double kBelowContext = 26;
constexpr double kBelowNotice = 22;
constexpr double kTitleSize = 1.3;
constexpr double kTitleLineSize = 0.92;
constexpr double kBelowHead = 5;
constexpr double kBelowMemo = 13;
/// Between the text of a message and the head of the next one.
constexpr double kBelowMessage = 30;
/// The same if that is what the tool returned.
constexpr double kBelowCall = 8;

constexpr std::size_t kDifferenceSteps = 2'000'000;
/// Translations that have less in common are not compared.
constexpr double kLeastShared = 0.3;

struct TranscriptDocumentWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptDocument)
};

/// What a tool returned is shown so far at first, and on with so many lines at a time.
constexpr std::size_t kResultLines = 5;
constexpr std::size_t kPromptLines = 3;
constexpr std::size_t kFoldedBytes = 600;
constexpr std::size_t kMoreLines = 200;

/// The end of so many lines after a byte of a text, without their last line break; its size if there are
/// fewer.
std::size_t endOfLines(std::string_view text, std::size_t from, std::size_t lines)
{
    std::size_t end = from;
    for (std::size_t line = 0; line < lines && end != std::string_view::npos; ++line)
        end = text.find('\n', line == 0 ? end : end + 1);
    return std::min(end, text.size());
}

/// How much of a text is shown of which the first lines are enough; all of it if little is left.
std::size_t foldedSize(std::string_view text, std::size_t lines)
{
    constexpr std::size_t kLittle = 160;
    const std::size_t end = wholeCharacters(text, std::min(endOfLines(text, 0, lines), kFoldedBytes));
    const std::string_view rest = text.substr(end);
    const bool isLittle = rest.size() <= kLittle && std::count(rest.begin(), rest.end(), '\n') <= 2;
    return isLittle ? text.size() : end;
}

/// The ranges of a text that are reasoning.
std::vector<TextWindow> thoughtsIn(std::string_view text)
{
    std::vector<TextWindow> thoughts;
    if (text.find("<think>") == std::string_view::npos)
        return thoughts;
    for (const SpokenPart& part : partsOf(text)) {
        const auto begin = static_cast<std::size_t>(part.text.data() - text.data());
        if (part.thinking)
            thoughts.push_back({begin, begin + part.text.size()});
    }
    return thoughts;
}

bool isThought(std::string_view text, std::size_t byte)
{
    return std::ranges::any_of(thoughtsIn(text), [byte](const TextWindow& thought) {
        return byte >= thought.begin && byte < thought.end;
    });
}

/// False if the message has no memo worth showing.
bool writeMemo(TranscriptWriter& writer, const Message& message)
{
    const QString memo = tellingMemo(message);
    if (memo.isEmpty())
        return false;
    const TranscriptStyle& style = writer.style;
    QTextBlockFormat block = style.labelBlock(10, 5);
    block.setLeftMargin(style.inset() + style.scaled(TranscriptStyle::kMemoInset));
    block.setRightMargin(style.inset() + style.scaled(TranscriptStyle::kMemoInset));
    const QString caption = TranscriptDocumentWords::tr("Memo:") + QLatin1Char(' ');
    block.setProperty(kMemoCaption, static_cast<int>(caption.size()));
    writer.cursor.insertBlock(block);
    writer.insert(caption, style.label(style.colors.bad, 0.92, true));
    // One block with line separators: between blocks there would be gaps.
    writer.insert(QString(memo).replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)),
                  style.label(style.colors.text, 0.92));
    return true;
}

/// A link to the earlier translation of a message, and the translation itself if it is unfolded.
void writeEarlier(TranscriptWriter& writer, int message, const std::vector<ColumnText>& texts,
                  const TextDiff& diff)
{
    if (texts.empty() || writer.mode.onPaper)
        return;
    const bool shown = writer.folds.earlier.contains(message);
    QTextBlockFormat block;
    block.setTopMargin(writer.style.scaled(6));
    writer.cursor.insertBlock(block);
    writer.insertLink(shown ? TranscriptDocumentWords::tr("Hide earlier translation")
                            : TranscriptDocumentWords::tr("Earlier translation"),
                      QStringLiteral("earlier/%1").arg(message));
    if (!shown)
        return;
    std::vector<DiffRange> ranges;
    for (const Difference& difference : diff.differences)
        ranges.push_back(difference.left);
    TextLook look;
    look.differences = ranges.empty() || diff.shared < kLeastShared ? nullptr : &ranges;
    writer.cursor.insertBlock(writer.style.bodyBlock());
    writeTexts(writer, texts, look, {});
}

} // namespace

TranscriptDocument::TranscriptDocument(Source source, TranscriptStyle style, const TranscriptMode& mode,
                                       TranscriptFolds folds, double pageWidth, int first)
    : m_source(std::move(source)),
      m_style(std::move(style)),
      m_mode(mode),
      m_folds(std::move(folds)),
      m_columns(columnsOf(conversation(), mode.languages)),
      m_pictures(picturesOf(conversation())),
      m_document(std::make_unique<SealedDocument>()),
      m_pageWidth(pageWidth),
      m_messages(conversation().messages.size(), nullptr),
      m_firstWritten(std::clamp(first, 0, std::max(0, static_cast<int>(m_messages.size()) - 1))),
      m_endWritten(m_firstWritten),
      m_turns(turnsOf(conversation()))
{
    if (m_mode.firstShare == 0)
        m_mode.firstShare = firstShareOf(conversation(), m_columns);
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
    addHeadImages(*m_document, conversation(), m_source.intents, m_style, qGuiApp->devicePixelRatio());
    for (const auto& [picture, read] : m_folds.pictures)
        addPicture(*m_document, picture, read.image);
    writeAbove();
}

TranscriptDocument::~TranscriptDocument() = default;

QTextCursor TranscriptDocument::end() const
{
    QTextCursor cursor(m_document.get());
    cursor.movePosition(QTextCursor::End);
    return cursor;
}

TranscriptWriter TranscriptDocument::writerAt(const QTextCursor& cursor) const
{
    return {cursor, conversation(), m_mode, m_folds, m_style, m_columns.languages, m_pictures};
}

void TranscriptDocument::writeAbove()
{
    TranscriptWriter writer = writerAt(end());
    const DecodedRecord& record = *m_source.record;
    for (const QString& line : m_source.title) {
        const bool isFirst = &line == &m_source.title.front();
        writer.cursor.setBlockFormat(m_style.labelBlock(0, isFirst ? 2 : 0));
        writer.insert(line, m_style.label(isFirst ? m_style.colors.text : m_style.colors.dim,
                                          isFirst ? kTitleSize : kTitleLineSize, isFirst));
        writer.cursor.insertBlock(m_style.labelBlock(kBelowNotice / 2, 0));
    }
    if (!record.problems.empty()) {
        writeProblems(writer, record, m_source.recordOffset, m_source.fileName);
        writer.cursor.insertBlock(m_style.labelBlock(kBelowNotice, 0));
    }
    if (!conversation().context.empty()) {
        ColumnLayout whole;
        whole.below = kBelowContext;
        m_context = m_style.insertColumns(writer.cursor, whole);
        QTextTableCellFormat noEdges;
        noEdges.setTopPadding(m_style.scaled(4));
        noEdges.setBottomPadding(m_style.scaled(10));
        m_context->cellAt(0, 0).setFormat(noEdges);
        rewriteContext();
        writer.cursor = end();
    }
    if (!m_columns.notice.isEmpty() && m_source.isInTranslatedDataset && !conversation().messages.empty()) {
        writer.cursor.setBlockFormat(m_style.labelBlock(0, 0));
        writer.insertDim(m_columns.notice);
        writer.cursor.insertBlock(m_style.labelBlock(kBelowNotice, 0));
    }
    m_firstHead = writer.cursor;
    m_firstHead.setKeepPositionOnInsert(true);
    m_hasEnd = conversation().messages.empty() && conversation().candidates.empty();
    if (m_hasEnd) {
        writer.cursor.setBlockFormat(m_style.labelBlock(0, 0));
        writer.insertDim(TranscriptDocumentWords::tr("This conversation has no messages."));
        if (!m_mode.onPaper) {
            writer.cursor.insertBlock(m_style.labelBlock(kBelowHead, 0));
            writer.insertLink(TranscriptDocumentWords::tr("How is this read?"), QStringLiteral("reading"));
        }
    }
}

bool TranscriptDocument::writeMore(std::size_t characters)
{
    if (isComplete())
        return false;
    const auto& messages = conversation().messages;
    const int count = static_cast<int>(messages.size());
    QTextCursor edit = end();
    edit.beginEditBlock();
    std::size_t written = 0;
    if (m_hasEnd)
        writeBefore(characters);
    while (m_endWritten < count && (written == 0 || written < characters)) {
        TranscriptWriter writer = writerAt(end());
        writeMessage(m_endWritten, writer);
        written += sizeOf(messages[static_cast<std::size_t>(m_endWritten++)]);
    }
    if (!m_hasEnd && m_endWritten == count && written < characters) {
        writeCandidatesAtEnd();
        m_hasEnd = true;
    }
    edit.endEditBlock();
    return !isComplete();
}

/// Messages before the first one that is written, above its head.
void TranscriptDocument::writeBefore(std::size_t characters)
{
    const auto& messages = conversation().messages;
    int first = m_firstWritten;
    for (std::size_t size = 0; first > 0 && (size == 0 || size < characters);)
        size += sizeOf(messages[static_cast<std::size_t>(--first)]);
    // A new one: the anchor of a cursor that keeps its position has moved away from it.
    QTextCursor above(m_document.get());
    above.setPosition(m_firstHead.position());
    TranscriptWriter writer = writerAt(above);
    const QTextCharFormat letters = above.blockCharFormat();
    for (int message = first; message < m_firstWritten; ++message)
        writeMessage(message, writer);
    // The head that was the first one is now in the block after the last table, which has no format.
    writer.cursor.setBlockFormat(m_style.labelBlock(0, 0));
    writer.cursor.setBlockCharFormat(letters);
    m_firstWritten = first;
}

std::size_t TranscriptDocument::sizeOf(const Message& message) const
{
    constexpr std::size_t kHead = 200;
    std::size_t size = kHead;
    for (std::uint32_t text = message.texts.begin; text < message.texts.end; ++text) {
        const TextWindow shown = window(text);
        size += shown.end - shown.begin;
    }
    return size;
}

bool TranscriptDocument::isResult(std::size_t message) const
{
    const auto& messages = conversation().messages;
    return message < messages.size() && messages[message].role == "tool";
}

void TranscriptDocument::writeMessage(int message, TranscriptWriter& writer)
{
    QTextBlockFormat head = m_style.labelBlock(0, 0);
    head.setTopMargin(writer.cursor.blockFormat().topMargin());
    writer.cursor.setBlockFormat(head);
    writer.cursor.setBlockCharFormat(m_style.label(m_style.colors.dim));
    writeHead(writer, message,
              {m_turns[static_cast<std::size_t>(message)], m_source.intents, notesOn(message)});
    const bool hasMemo = writeMemo(writer, conversation().messages[static_cast<std::size_t>(message)]);
    const int columns = static_cast<int>(m_columns.shown.size());
    ColumnLayout layout = messageLayout();
    layout.above = hasMemo ? kBelowMemo : kBelowHead;
    layout.below = isResult(static_cast<std::size_t>(message) + 1) ? kBelowCall : kBelowMessage;
    QTextTable*& table = m_messages[static_cast<std::size_t>(message)];
    table = m_style.insertColumns(writer.cursor, layout);
    for (int column = 0; column < columns; ++column)
        fillCell(message, column);
    writer.cursor.setPosition(table->lastPosition() + 1);
}

MessageNotes TranscriptDocument::notesOn(int message) const
{
    const auto found = m_source.notes.find(message);
    return found == m_source.notes.end() ? MessageNotes() : found->second;
}

void TranscriptDocument::fillCell(int message, int column)
{
    const Message& said = conversation().messages[static_cast<std::size_t>(message)];
    const TextColumn kind = m_columns.shown[static_cast<std::size_t>(column)];
    TranscriptWriter writer = writerAt(cleared(cell(message, column)));
    const auto texts = textsIn(conversation(), said.texts, kind, m_columns.languages, false);
    const auto earlier = textsIn(conversation(), said.texts, kind, m_columns.languages, true);
    const LanguagePair& languages = m_columns.languages;
    const bool inChinese = isChinese(kind == TextColumn::Second ? languages.second : languages.first) &&
                           kind != TextColumn::AsWritten;
    Attachments attached =
        attachmentsOf(conversation(), said, {column == 0, inChinese, m_columns.shown.size() == 1});
    TextLook look;
    look.mayThink = said.role != "user";
    look.isResult = said.role == "tool";
    const bool compares = m_folds.earlier.contains(message) && texts.size() == 1 && earlier.size() == 1;
    TextDiff diff;
    if (compares)
        diff = diffTexts(earlier.front().text, texts.front().text, kDifferenceSteps);
    if (compares && diff.shared >= kLeastShared) {
        std::vector<DiffRange> ranges;
        for (const Difference& difference : diff.differences)
            ranges.push_back(difference.right);
        look.differences = &ranges;
        writeText(writer, texts.front(), look);
    } else if (texts.empty()) {
        const bool nothing =
            textsIn(conversation(), said.texts, TextColumn::AsWritten, m_columns.languages, false).empty();
        if (!attached.isContent && (!nothing || !attached.hasCalls))
            writeTexts(writer, {}, look,
                       nothing ? TranscriptDocumentWords::tr("empty message")
                               : TranscriptDocumentWords::tr("no translation"));
    } else if (writeInPieces(writer, texts, look, attached.parts)) {
        attached.parts.clear();
    } else {
        writeWindows(writer, texts, look);
    }
    writeParts(writer, attached.parts, {});
    writeAttachments(writer, attached);
    if (column == 0)
        writePlaceholders(writer, static_cast<std::uint32_t>(message));
    writeEarlier(writer, message, earlier, diff);
}

/// With what a message thinks and calls between the pieces of its text, where it stands in the record. False
/// if the text has none, or is no such text.
bool TranscriptDocument::writeInPieces(TranscriptWriter& writer, const std::vector<ColumnText>& texts,
                                       const TextLook& look, const std::vector<const Part*>& parts) const
{
    if (texts.size() != 1 || parts.empty())
        return false;
    const TextWindow shown = window(texts.front().index);
    const std::vector<std::string_view> pieces = piecesOf(texts.front().text, parts);
    if (pieces.empty() || shown.begin > 0 || shown.end < texts.front().text.size())
        return false;
    writeParts(writer, parts, [&](std::size_t piece) {
        ColumnText text = texts.front();
        text.text = pieces[piece];
        writeText(writer, text, look);
    });
    return true;
}

void TranscriptDocument::writeWindows(TranscriptWriter& writer, const std::vector<ColumnText>& texts,
                                      const TextLook& look) const
{
    bool first = true;
    for (ColumnText text : texts) {
        const std::string_view whole = text.text;
        const TextWindow window = this->window(text.index);
        const auto offer = [&](std::string_view rest, QString words, const char* action) {
            const auto lines = std::count(rest.begin(), rest.end(), '\n') - (rest.ends_with('\n') ? 1 : 0);
            if (isFoldedText(text.index) && lines > 1)
                words = QStringLiteral("▸ ") +
                        TranscriptDocumentWords::tr("%n more line(s)", nullptr, static_cast<int>(lines));
            else
                words = words.arg(countText(characterCount(rest)));
            writer.insertLink(words, QStringLiteral("%1/%2").arg(QLatin1String(action)).arg(text.index),
                              text.index, rest);
        };
        if (!first)
            writer.cursor.insertBlock(m_style.bodyBlock());
        first = false;
        if (window.begin > 0) {
            offer(whole.substr(0, window.begin),
                  TranscriptDocumentWords::tr("Show the preceding text (%1 characters)"), "before");
            writer.cursor.insertBlock(m_style.bodyBlock());
        }
        text.text = whole.substr(window.begin, window.end - window.begin);
        writeText(writer, text, look);
        if (window.end < whole.size()) {
            writer.cursor.insertBlock(m_style.bodyBlock());
            offer(whole.substr(window.end),
                  TranscriptDocumentWords::tr("Show the following text (%1 characters)"), "after");
        }
        if (m_folds.windows.contains(text.index) && isFoldedText(text.index)) {
            writer.cursor.insertBlock(m_style.bodyBlock());
            writer.insertLink(QStringLiteral("▴ ") + TranscriptDocumentWords::tr("Fold"),
                              QStringLiteral("fold/%1").arg(text.index));
        }
    }
}

/// The candidates are last, so that they can be written again.
void TranscriptDocument::writeCandidatesAtEnd()
{
    TranscriptWriter writer = writerAt(end());
    m_candidatesBegin = writer.cursor;
    m_candidatesBegin.setKeepPositionOnInsert(true);
    m_candidates = writeCandidates(writer, m_differences.get());
}

void TranscriptDocument::rewriteCandidates()
{
    if (m_candidates == nullptr)
        return;
    QTextCursor edit = end();
    edit.beginEditBlock();
    edit.setPosition(m_candidatesBegin.position(), QTextCursor::KeepAnchor);
    edit.removeSelectedText();
    writeCandidatesAtEnd();
    edit.endEditBlock();
}

void TranscriptDocument::showCandidates(bool before)
{
    m_folds.firstCandidate = nextCandidates(shownCandidates(conversation(), m_mode, m_folds), before);
    rewriteCandidates();
}

std::optional<std::size_t> TranscriptDocument::hiddenCandidate(std::uint32_t text) const
{
    const auto& messages = conversation().candidateMessages;
    const auto message = std::ranges::find_if(
        messages, [text](const Message& each) { return each.texts.begin <= text && text < each.texts.end; });
    if (message == messages.end())
        return std::nullopt;
    const auto index = static_cast<std::uint32_t>(message - messages.begin());
    const auto& all = conversation().candidates;
    const auto candidate = std::ranges::find_if(all, [index](const Candidate& each) {
        return each.messages.begin <= index && index < each.messages.end;
    });
    const auto number = static_cast<std::size_t>(candidate - all.begin());
    if (candidate == all.end() || shownCandidates(conversation(), m_mode, m_folds).contains(number))
        return std::nullopt;
    return number;
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
    rewriteContext();
}

void TranscriptDocument::setPageWidth(double width)
{
    if (width == m_pageWidth)
        return;
    m_pageWidth = width;
    if (m_context != nullptr && !m_folds.context)
        rewriteContext();
}

void TranscriptDocument::rewriteContext()
{
    QTextCursor edit = end();
    edit.beginEditBlock();
    TranscriptWriter inside = writerAt(cleared(m_context->cellAt(0, 0)));
    constexpr double kEndless = 1e6;
    writeContext(inside,
                 (m_pageWidth > 0 ? m_pageWidth : kEndless) - 2 * (m_style.sideMargin + m_style.inset()));
    edit.endEditBlock();
}

ColumnLayout TranscriptDocument::messageLayout() const
{
    const int columns = static_cast<int>(m_columns.shown.size());
    ColumnLayout layout;
    layout.rows = m_mode.sideBySide ? 1 : columns;
    layout.columns = m_mode.sideBySide ? columns : 1;
    layout.firstShare = m_mode.firstShare;
    layout.inset = m_style.inset();
    layout.gutter = m_style.gutter();
    return layout;
}

void TranscriptDocument::rewriteMessage(int message)
{
    if (!isWritten(message))
        return;
    QTextCursor edit = end();
    edit.beginEditBlock();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        fillCell(message, column);
    edit.endEditBlock();
}

void TranscriptDocument::rewriteText(std::uint32_t text)
{
    const TextLocation found = locate(text);
    if (found.message >= 0)
        rewriteMessage(found.message);
    else if (found.table == m_candidates)
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

void TranscriptDocument::showPicture(std::size_t picture, ReadPicture read)
{
    addPicture(*m_document, picture, read.image);
    m_folds.pictures[picture] = std::move(read);
    rewriteMessage(static_cast<int>(m_pictures.at(picture).message));
}

void TranscriptDocument::hidePicture(std::size_t picture)
{
    if (m_folds.pictures.erase(picture) > 0)
        rewriteMessage(static_cast<int>(m_pictures.at(picture).message));
}

void TranscriptDocument::togglePart(std::uint32_t part)
{
    const auto& messages = conversation().messages;
    const auto found = std::ranges::find_if(messages, [part](const Message& message) {
        return message.parts.begin <= part && part < message.parts.end;
    });
    if (m_folds.parts.erase(part) == 0)
        m_folds.parts.insert(part);
    if (found != messages.end())
        rewriteMessage(static_cast<int>(found - messages.begin()));
    else
        rewriteCandidates();
}

void TranscriptDocument::foldText(std::uint32_t text)
{
    if (m_folds.windows.erase(text) > 0)
        rewriteText(text);
}

void TranscriptDocument::openStep(int message, bool isOpen)
{
    const auto& messages = conversation().messages;
    auto first = static_cast<std::size_t>(std::max(message, 0));
    // A result belongs to the calls before it.
    while (first > 0 && isResult(first))
        --first;
    for (std::size_t i = first; i < messages.size(); ++i) {
        if (i > first && !isResult(i))
            break;
        for (std::uint32_t part = messages[i].parts.begin; part < messages[i].parts.end; ++part) {
            if (isOpen != m_mode.stepsOpen)
                m_folds.parts.insert(part);
            else
                m_folds.parts.erase(part);
        }
        for (std::uint32_t text = messages[i].texts.begin; text < messages[i].texts.end; ++text) {
            const std::string_view whole = conversation().texts[text].text;
            if (!isOpen)
                m_folds.windows.erase(text);
            else if (isFoldedText(text))
                m_folds.windows[text] = {
                    0, wholeCharacters(whole, std::min(endOfLines(whole, 0, kMoreLines), kMoreText))};
        }
        rewriteMessage(static_cast<int>(i));
    }
}

bool TranscriptDocument::isFoldedText(std::uint32_t text) const
{
    return usualSize(text) < std::min(conversation().texts.at(text).text.size(), kLongText);
}

std::size_t TranscriptDocument::usualSize(std::uint32_t text) const
{
    const std::string_view whole = conversation().texts.at(text).text;
    // Reasoning in front is folded: the answer is what is to be read. Called for each message and each hit,
    // so that only long texts that begin with a tag are looked into.
    std::size_t before = 0;
    if (whole.size() > kLongText && trimmed(whole.substr(0, kLongText)).starts_with('<')) {
        const SpokenPart front = partsOf(whole).front();
        before = front.thinking
                     ? static_cast<std::size_t>(front.text.data() - whole.data()) + front.text.size()
                     : 0;
    }
    const std::size_t most =
        whole.size() > before + kLongText ? wholeCharacters(whole, before + kLongText) : whole.size();
    const int message = m_mode.onPaper || m_mode.stepsOpen ? -1 : locate(text).message;
    if (message < 0)
        return most;
    const std::string_view role = conversation().messages[static_cast<std::size_t>(message)].role;
    if (role != "tool" && role != "system")
        return most;
    return std::min(most, foldedSize(whole, role == "tool" ? kResultLines : kPromptLines));
}

TextWindow TranscriptDocument::window(std::uint32_t text) const
{
    if (const auto found = m_folds.windows.find(text); found != m_folds.windows.end())
        return found->second;
    return {0, usualSize(text)};
}

void TranscriptDocument::showMore(std::uint32_t text, bool before)
{
    if (text >= conversation().texts.size())
        return;
    const std::string_view whole = conversation().texts[text].text;
    TextWindow& window = m_folds.windows.try_emplace(text, this->window(text)).first->second;
    // The far end is folded away again, so that the layout stays fast.
    if (before) {
        window.begin = wholeCharacters(whole, window.begin - std::min(window.begin, kMoreText));
        window.end = wholeCharacters(whole, std::min(window.end, window.begin + kMostText));
    } else {
        const std::size_t more = window.end + kMoreText;
        window.end = wholeCharacters(
            whole, isFoldedText(text) ? std::min(endOfLines(whole, window.end + 1, kMoreLines), more) : more);
        window.begin =
            wholeCharacters(whole, std::max(window.begin, window.end - std::min(window.end, kMostText)));
    }
    rewriteText(text);
}

ShownParts TranscriptDocument::shownParts(std::uint32_t text) const
{
    ShownParts shown;
    if (isInClosedContext(text) || hiddenCandidate(text))
        return shown;
    TextWindow left{0, std::string_view::npos};
    if (locate(text).message >= 0)
        left = window(text);
    if (!m_folds.thoughts.contains(text)) {
        for (const TextWindow& thought : thoughtsIn(conversation().texts.at(text).text)) {
            if (left.begin < std::min(thought.begin, left.end))
                shown.parts.push_back({left.begin, std::min(thought.begin, left.end)});
            left.begin = std::max(left.begin, thought.end);
        }
    }
    if (left.begin < left.end)
        shown.parts.push_back(left);
    return shown;
}

bool TranscriptDocument::hides(std::uint32_t text, std::size_t byte) const
{
    return !shownParts(text).contains(byte);
}

bool TranscriptDocument::isInClosedContext(std::uint32_t text) const
{
    const TextLocation found = locate(text);
    return !m_folds.context && found.message < 0 && found.table == m_context && m_context != nullptr &&
           !isQuestionAlone(conversation(), text);
}

void TranscriptDocument::reveal(std::uint32_t text, std::size_t byte)
{
    const std::string_view whole = conversation().texts.at(text).text;
    const TextLocation found = locate(text);
    if (isInClosedContext(text)) {
        toggleContext();
        return;
    }
    if (const auto candidate = hiddenCandidate(text)) {
        m_folds.firstCandidate = *candidate;
        rewriteCandidates();
    }
    if (isThought(whole, byte) && !m_folds.thoughts.contains(text))
        toggleThought(text);
    const TextWindow shown = window(text);
    if (found.message < 0 || (byte >= shown.begin && byte < shown.end))
        return;
    constexpr std::size_t kAhead = 2000;
    // What begins inside of reasoning would be taken for the answer.
    const std::size_t begin = whole.size() <= kLongText || isThought(whole, byte)
                                  ? 0
                                  : wholeCharacters(whole, byte - std::min(byte, kAhead));
    m_folds.windows[text] = {begin, wholeCharacters(whole, std::max(begin, byte) + kLongText)};
    rewriteText(text);
}

TextLocation TranscriptDocument::locate(std::uint32_t text) const
{
    const auto holds = [text](const Slice& texts) { return texts.begin <= text && text < texts.end; };
    const auto& messages = conversation().messages;
    const auto after = std::upper_bound(
        messages.begin(), messages.end(), text,
        [](std::uint32_t wanted, const Message& message) { return wanted < message.texts.begin; });
    if (after != messages.begin() && holds((after - 1)->texts)) {
        const auto message = static_cast<int>(after - 1 - messages.begin());
        return {message, m_messages[static_cast<std::size_t>(message)]};
    }
    for (const ContextPart& part : conversation().context) {
        if (holds(part.texts))
            return {-1, m_context};
    }
    return {-1, m_candidates};
}

int TranscriptDocument::positionOf(std::uint32_t text, std::size_t byte) const
{
    const TextLocation found = locate(text);
    if (found.table == nullptr || hides(text, byte))
        return -1;
    if (const auto shown = sourceMapOf(*this, text).shownRange(byte, byte + 1))
        return shown->first;
    std::size_t offset = window(text).begin;
    int position = -1;
    QTextBlock block = found.table->firstCursorPosition().block();
    for (; block.isValid() && block.position() <= found.table->lastPosition(); block = block.next()) {
        const QVariant source = block.blockFormat().property(kSourceText);
        if (!source.isValid() || source.toUInt() != text)
            continue;
        const std::string said = fromQt(block.text());
        if (byte <= offset + said.size())
            return block.position() +
                   static_cast<int>(toQt(std::string_view(said).substr(0, byte - offset)).size());
        offset += said.size() + 1;
        position = block.position();
    }
    return position;
}

int TranscriptDocument::messageAt(int position) const
{
    if (position < m_firstHead.position())
        return -1;
    const auto end = m_messages.begin() + m_endWritten;
    const auto found =
        std::lower_bound(m_messages.begin() + m_firstWritten, end, position,
                         [](const QTextTable* table, int wanted) { return table->lastPosition() < wanted; });
    return found == end ? -1 : static_cast<int>(found - m_messages.begin());
}

int TranscriptDocument::columnAt(int position) const
{
    const int message = messageAt(position);
    if (message < 0)
        return -1;
    const QTextTableCell hit = m_messages[static_cast<std::size_t>(message)]->cellAt(position);
    if (!hit.isValid())
        return -1;
    return m_mode.sideBySide ? hit.column() : hit.row();
}

QTextTableCell TranscriptDocument::cell(int message, int column) const
{
    const QTextTable* table = m_messages.at(static_cast<std::size_t>(message));
    return m_mode.sideBySide ? table->cellAt(0, column) : table->cellAt(column, 0);
}

QTextBlock TranscriptDocument::headBlock(int message) const
{
    const auto before = static_cast<std::size_t>(message - 1);
    return m_document->findBlock(message == m_firstWritten ? m_firstHead.position()
                                                           : m_messages.at(before)->lastPosition() + 1);
}

QTextBlock TranscriptDocument::memoBlock(int message) const
{
    const QTextBlock next = headBlock(message).next();
    return next.blockFormat().hasProperty(kMemoCaption) ? next : QTextBlock();
}

// Where the parts of a transcript are.

QRectF TranscriptDocument::messageRect(int message) const
{
    const QRectF head = m_document->documentLayout()->blockBoundingRect(headBlock(message));
    double bottom = head.bottom();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        bottom = std::max(bottom, cellRect(cell(message, column)).bottom());
    const double margin = m_style.sideMargin + m_style.sideInset;
    return {margin, head.top(), m_document->pageSize().width() - 2 * margin, bottom - head.top()};
}

QRectF TranscriptDocument::memoRect(int message) const
{
    const QTextBlock memo = memoBlock(message);
    if (!memo.isValid())
        return {};
    const double inset = m_style.scaled(TranscriptStyle::kMemoInset);
    // In some versions of Qt the block's rectangle includes its left and right margins.
    const QRectF lines = m_document->documentLayout()->blockBoundingRect(memo);
    const double left = m_style.sideMargin + m_style.inset();
    return {left, lines.top() - inset / 2, m_document->pageSize().width() - 2 * left, lines.height() + inset};
}

QRectF TranscriptDocument::textRect(int message, int column) const
{
    return cellRect(cell(message, column));
}

QRectF TranscriptDocument::cellRect(const QTextTableCell& cell) const
{
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(cell.firstCursorPosition().block());
    return first.united(layout->blockBoundingRect(cell.lastCursorPosition().block()));
}

QRectF TranscriptDocument::candidateRect(int candidate) const
{
    const CandidateRange shown = shownCandidates(conversation(), m_mode, m_folds);
    if (m_candidates == nullptr || !shown.contains(static_cast<std::size_t>(candidate)))
        return {};
    const int columns = m_candidates->columns();
    const int index = candidate - static_cast<int>(shown.begin);
    QRectF rect = cellRect(m_candidates->cellAt(index / columns, index % columns));
    for (int column = 0; column < columns; ++column) {
        const QRectF other = cellRect(m_candidates->cellAt(index / columns, column));
        rect.setBottom(std::max(rect.bottom(), other.bottom()));
    }
    return rect;
}

QRectF TranscriptDocument::contextRect() const
{
    if (m_context == nullptr)
        return {};
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(m_context->firstCursorPosition().block());
    const QRectF last = layout->blockBoundingRect(m_context->lastCursorPosition().block());
    const double margin = m_style.sideMargin + m_style.sideInset;
    return {margin, first.top(), m_document->pageSize().width() - 2 * margin, last.bottom() - first.top()};
}

} // namespace duologue::ui
