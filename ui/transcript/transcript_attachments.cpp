// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_attachments.h"
#include "core/json/json_writer.h"
#include "ui/app/words.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/message_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextBlock>
#include <QUrl>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue::ui {

namespace {

struct TranscriptAttachmentsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptAttachments)
};

/// Longer addresses, such as inline data, are cut.
constexpr qsizetype kLongestAddress = 90;
constexpr double kReasoningInset = 12;

/// Begins a block, unless the current one is still empty.
void beginBlock(TranscriptWriter& writer)
{
    if (writer.cursor.block().length() > 1)
        writer.cursor.insertBlock(writer.style.bodyBlock());
    else
        writer.cursor.setBlockFormat(writer.style.bodyBlock());
}

/// Longer texts are cut: laying them out cannot be interrupted. The raw record has the rest.
constexpr std::size_t kLongestPart = 30'000;
/// Deeper arguments are shown as they are: indenting them takes the square of their depth.
constexpr std::size_t kDeepestPart = 100;

void writeCut(TranscriptWriter& writer, const QString& text, const QTextCharFormat& format)
{
    const auto most = static_cast<qsizetype>(kLongestPart);
    writer.insert(text.left(most), format);
    if (text.size() > most) {
        writer.cursor.insertBlock(writer.style.bodyBlock());
        writer.insertOwn(TranscriptAttachmentsWords::tr("%1 more characters in the raw record")
                             .arg(countText(static_cast<std::uint64_t>(text.size() - most))));
    }
}

/// Lines of a program that are shown; laying out very many takes too long.
constexpr qsizetype kMostLines = 200;
/// Shorter bodies of calls have no fold.
constexpr qsizetype kFewLines = 4;

/// Where it was thought, apart from what is said.
void writeThought(TranscriptWriter& writer, const Part& part)
{
    const TranscriptStyle& style = writer.style;
    beginBlock(writer);
    if (part.text.empty()) {
        writer.insertOwn(TranscriptAttachmentsWords::tr("Reasoning (encrypted)"));
        return;
    }
    const bool isOpen = writer.isOpen(part, false);
    writer.insertFold(part, isOpen,
                      TranscriptAttachmentsWords::tr("Reasoning (%1 characters)")
                          .arg(countText(characterCount(part.text))));
    if (!isOpen) {
        constexpr std::size_t kPreview = 200;
        writer.insertOwn(QStringLiteral("  ") +
                         asLabel(part.text.substr(0, wholeCharacters(part.text, kPreview))).left(72) +
                         QStringLiteral("…"));
        return;
    }
    QTextBlockFormat block = style.bodyBlock(languageOf(part.text));
    block.setLeftMargin(style.scaled(kReasoningInset));
    writer.cursor.insertBlock(block);
    QTextCharFormat format = style.body(languageOf(part.text));
    format.setForeground(style.colors.dim);
    writeCut(writer, toQt(part.text), format);
}

void writeBody(TranscriptWriter& writer, const CallText& call)
{
    const TranscriptStyle& style = writer.style;
    const QStringList lines = call.body.split(QLatin1Char('\n'));
    const qsizetype shown = std::min(lines.size(), kMostLines);
    QTextCharFormat added = style.fixed();
    added.setForeground(style.colors.good);
    QTextCharFormat removed = style.fixed();
    removed.setForeground(style.colors.bad);
    QTextBlockFormat block = style.bodyBlock();
    block.setLeftMargin(style.scaled(kReasoningInset));
    const auto formatOf = [&](const QString& line) {
        if (call.kind != CallText::Body::Diff)
            return style.fixed();
        return line.startsWith(QLatin1Char('+'))   ? added
               : line.startsWith(QLatin1Char('-')) ? removed
                                                   : style.fixed();
    };
    // Lines of one kind in one piece: each piece takes time.
    for (qsizetype begin = 0; begin < shown;) {
        const QTextCharFormat format = formatOf(lines[begin]);
        qsizetype end = begin + 1;
        while (end < shown && formatOf(lines[end]) == format)
            ++end;
        writer.cursor.insertBlock(block);
        writeCut(writer, lines.mid(begin, end - begin).join(QLatin1Char('\n')), format);
        begin = end;
    }
    if (lines.size() > shown) {
        writer.cursor.insertBlock(block);
        writer.insertOwn(TranscriptAttachmentsWords::tr("%n more line(s) in the raw record", nullptr,
                                                        static_cast<int>(lines.size() - shown)));
    }
}

/// The tool and its first argument in one line; below it, what else it is given.
void writeCall(TranscriptWriter& writer, const Part& call)
{
    const TranscriptStyle& style = writer.style;
    beginBlock(writer);
    const CallText text = callTextOf(call);
    const bool hasBody = text.kind != CallText::Body::None;
    const bool isShort = lineCount(text.body) <= kFewLines;
    const bool isOpen = hasBody && (isShort || writer.isOpen(call, false));
    if (hasBody && !isShort && !writer.mode.onPaper)
        writer.insertFold(call, isOpen, {});
    writer.insert(asLabel(call.name), style.label(style.colors.assistant, 0.94, true));
    if (!text.first.isEmpty())
        writer.insert(QStringLiteral("  ") + asLabel(text.first), style.fixed());
    for (const QString& other : text.others)
        writer.insert(QStringLiteral("   ") + asLabel(other), style.label(style.colors.dim));
    if (!call.id.empty())
        writer.insertOwn(QStringLiteral("   ") + asLabel(call.id));
    if (isOpen)
        writeBody(writer, text);
    else if (hasBody)
        writer.insertOwn(
            QStringLiteral("   ") +
            TranscriptAttachmentsWords::tr("%n line(s)", nullptr, static_cast<int>(lineCount(text.body))));
}

/// Content that takes the place of a message's text.
bool isContent(const Field& field)
{
    const bool isByName = field.key == "content" || field.key == "value" || field.key == "text";
    return (isByName || field.isContent) && field.key != "content_zh" && field.value.hasValue();
}

bool isChineseContent(const Field& field)
{
    return field.key == "content_zh" && field.value.hasValue();
}

QString partName(std::string_view type)
{
    if (type.find("image") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Image");
    if (type.find("audio") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Audio");
    if (type.find("video") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Video");
    return type.empty() ? TranscriptAttachmentsWords::tr("Part") : asLabel(type);
}

/// Of what is embedded, the type: nobody reads its bytes.
QString shortAddress(std::string_view address)
{
    if (address.starts_with("data:"))
        address = address.substr(0, address.find_first_of(";,"));
    const auto most = static_cast<std::size_t>(kLongestAddress);
    QString text = asLabel(address.substr(0, wholeCharacters(address, std::min(address.size(), 4 * most))));
    if (text.size() > kLongestAddress)
        text = text.left(kLongestAddress) + QStringLiteral("…");
    return text;
}

QString pictureResource(std::size_t picture)
{
    return QStringLiteral("picture:%1").arg(picture);
}

/// The link below a picture's name, and the picture.
void writePictureState(TranscriptWriter& writer, std::size_t picture, const QString& address)
{
    if (writer.mode.onPaper || !isLocalPicture(address))
        return;
    const auto shown = writer.folds.pictures.find(picture);
    const QString gap = QStringLiteral("   ");
    const QString action = QStringLiteral("picture/%1").arg(picture);
    if (shown == writer.folds.pictures.end()) {
        writer.insertDim(gap);
        writer.insertLink(TranscriptAttachmentsWords::tr("Show image"), action);
        return;
    }
    const ReadPicture& read = shown->second;
    if (read.image.isNull()) {
        writer.insertDim(
            gap + (read.failure.isEmpty() ? TranscriptAttachmentsWords::tr("Reading…") : read.failure));
        return;
    }
    writer.insertDim(gap);
    writer.insertLink(TranscriptAttachmentsWords::tr("Hide image"), action);
    writer.cursor.insertBlock();
    writer.cursor.setBlockFormat({});
    const double most = writer.style.scaled(kPictureSide);
    const QSizeF whole = read.image.deviceIndependentSize();
    const QSizeF size = whole.scaled(most, most, Qt::KeepAspectRatio).boundedTo(whole);
    QTextImageFormat format;
    format.setName(pictureResource(picture));
    format.setWidth(size.width());
    format.setHeight(size.height());
    writer.cursor.insertImage(format);
}

/// Names a picture of the conversation. It is read only when the reader asks for it.
void writePicture(TranscriptWriter& writer, std::size_t picture)
{
    const TranscriptStyle& style = writer.style;
    beginBlock(writer);
    writer.insert(partName("image"), style.label(style.colors.dim, 0.88, true));
    const std::string_view address = writer.pictures[picture].address;
    if (address.empty()) {
        writer.insertDim(QStringLiteral("   ") +
                         TranscriptAttachmentsWords::tr("the record does not name a file for it"));
        return;
    }
    writer.insertDim(QStringLiteral("   ") + shortAddress(address));
    writePictureState(writer, picture, toQt(address));
}

/// The picture that a part of a message's content is; -1 if it is none of the conversation's.
std::ptrdiff_t pictureOf(const TranscriptWriter& writer, const JsonView& part)
{
    if (!isPicturePart(part))
        return -1;
    // The same bytes of the record, not only equal ones.
    const std::string_view address = partAddress(part);
    const auto found = std::ranges::find_if(writer.pictures, [address](const PictureName& picture) {
        return picture.address.data() == address.data() && picture.address.size() == address.size();
    });
    return found == writer.pictures.end() ? -1 : found - writer.pictures.begin();
}

/// Writes the name of a part. The part itself is not loaded: its address may be anywhere.
void writePart(TranscriptWriter& writer, const JsonView& part)
{
    const TranscriptStyle& style = writer.style;
    const bool isText = part["type"].string() == "text" && part["value"].isString();
    if (part.isString() || part["text"].isString() || isText)
        return;
    if (const std::ptrdiff_t picture = pictureOf(writer, part); picture >= 0) {
        writePicture(writer, static_cast<std::size_t>(picture));
        return;
    }
    beginBlock(writer);
    writer.insert(partName(part["type"].string()), style.label(style.colors.dim, 0.88, true));
    writer.insertDim(QStringLiteral("   ") +
                     shortAddress(part.isObject() ? std::string(partAddress(part)) : part.toJson()));
}

/// A picture, a file or something unknown, by its type, with its text if it has one.
void writeOtherPart(TranscriptWriter& writer, const Part& part)
{
    if (part.source.isMissing())
        return;
    writePart(writer, part.source);
    if (part.kind != PartKind::Other || part.text.empty())
        return;
    writer.cursor.insertBlock(writer.style.bodyBlock(languageOf(part.text)));
    writeCut(writer, toQt(part.text), writer.style.body(languageOf(part.text)));
}

bool beginsWithText(const JsonView& list)
{
    for (const JsonView part : list.elements())
        return part.isString();
    return false;
}

void writeContent(TranscriptWriter& writer, const JsonView& content, bool hasText)
{
    // A list of strings that is not the message's text is written as JSON.
    const bool isParts = content.isArray() && (hasText || !beginsWithText(content));
    if (isParts) {
        for (const JsonView part : content.elements())
            writePart(writer, part);
        return;
    }
    beginBlock(writer);
    const std::string json = content.toJson();
    writer.insert(toQt(nestingDepth(json) <= kDeepestPart ? indentJson(json).text : json),
                  writer.style.fixed());
}

/// Whether a content is one of the parts, as in messages that are made of several rows or items.
bool isPart(const Field& content, std::span<const Part> parts)
{
    if (isKeyOfPieces(content.key) && isTextPiece(content.value))
        return true;
    return std::ranges::any_of(parts, [&content](const Part& part) {
        return part.kind != PartKind::Other && part.source.hasValue() &&
               part.source.place() == content.value.place();
    });
}

} // namespace

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentCell& cell)
{
    Attachments attached;
    attached.hasText = message.texts.size() > 0;
    const auto parts = conversation.partsOf(message);
    const bool hasTextPart = std::ranges::any_of(
        parts, [](const Part& part) { return part.kind == PartKind::Text && !part.text.empty(); });
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (isChineseContent(field) ? !cell.isChinese && !cell.isOnly : !cell.isFirst || !isContent(field))
            continue;
        // A list of strings that is not the message's text is written as JSON, and so is what is not a list.
        const bool isOfParts = !isChineseContent(field) && !parts.empty() &&
                               (field.value.isArray() ? attached.hasText || !hasTextPart
                                                      : field.isContent && isPart(field, parts));
        if (isOfParts)
            continue;
        attached.fields.push_back(&field);
        attached.isContent = true;
        attached.arePartsWritten = attached.arePartsWritten || !isChineseContent(field);
    }
    if (cell.isFirst) {
        for (const Part& part : parts) {
            const bool isBeside = part.kind == PartKind::Reasoning || part.kind == PartKind::Call;
            if (isBeside || !attached.arePartsWritten)
                attached.parts.push_back(&part);
            attached.hasCalls = attached.hasCalls || part.kind == PartKind::Call;
            attached.isContent = attached.isContent || part.kind == PartKind::Picture ||
                                 part.kind == PartKind::File || part.kind == PartKind::Other ||
                                 part.kind == PartKind::Reasoning;
        }
    }
    return attached;
}

void writeAttachments(TranscriptWriter& writer, const Attachments& attached)
{
    for (const Field* field : attached.fields)
        writeContent(writer, field->value, attached.hasText);
}

std::vector<std::string_view> piecesOf(std::string_view text, const std::vector<const Part*>& parts)
{
    std::vector<std::string_view> pieces;
    std::size_t begin = 0;
    for (const Part* part : parts) {
        if (part->kind != PartKind::Text)
            continue;
        const std::size_t at = text.find(part->text, begin);
        if (at == std::string_view::npos)
            return {};
        // The line break between two parts stands for the new block.
        if (!pieces.empty() && begin < at && text[begin] == '\n')
            ++begin;
        const std::size_t end = at + part->text.size();
        pieces.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    if (!pieces.empty())
        pieces.back() = text.substr(static_cast<std::size_t>(pieces.back().data() - text.data()));
    return pieces;
}

void writeParts(TranscriptWriter& writer, const std::vector<const Part*>& parts,
                const std::function<void(std::size_t piece)>& writePiece)
{
    std::size_t piece = 0;
    for (const Part* each : parts) {
        const Part& part = *each;
        switch (part.kind) {
        case PartKind::Text:
            if (writePiece) {
                beginBlock(writer);
                writePiece(piece++);
            }
            break;
        case PartKind::Reasoning:
            writeThought(writer, part);
            break;
        case PartKind::Call:
            writeCall(writer, part);
            break;
        case PartKind::Result:
            // Its text is that of its message.
            break;
        case PartKind::Picture:
        case PartKind::File:
        case PartKind::Other:
            writeOtherPart(writer, part);
            break;
        }
    }
}

void writePlaceholders(TranscriptWriter& writer, std::uint32_t message)
{
    for (std::size_t i = 0; i < writer.pictures.size(); ++i) {
        if (writer.pictures[i].message == message && writer.pictures[i].isPlaceholder)
            writePicture(writer, i);
    }
}

void addPicture(QTextDocument& document, std::size_t picture, const QImage& image)
{
    if (!image.isNull())
        document.addResource(QTextDocument::ImageResource, QUrl(pictureResource(picture)), image);
}

namespace {

struct TranscriptPartsWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptParts)
};

QString contextHeading(ContextKind kind)
{
    switch (kind) {
    case ContextKind::Task:
        return TranscriptPartsWords::tr("Task");
    case ContextKind::Preference:
        return TranscriptPartsWords::tr("Preference");
    case ContextKind::PreferenceSummary:
        return TranscriptPartsWords::tr("Preference summary");
    case ContextKind::Persona:
        return TranscriptPartsWords::tr("Persona");
    case ContextKind::Question:
        return TranscriptPartsWords::tr("Question");
    case ContextKind::Explanation:
        break;
    }
    return TranscriptPartsWords::tr("Explanation");
}

/// The texts of a part as columns: those of the wanted languages, or else all that there are.
std::vector<std::vector<ColumnText>> contextColumns(const TranscriptWriter& writer, const ContextPart& part,
                                                    bool earlier)
{
    const LanguageMode mode = writer.mode.languages;
    const auto first = textsIn(writer.conversation, part.texts, TextColumn::First, writer.languages, earlier);
    const auto second =
        textsIn(writer.conversation, part.texts, TextColumn::Second, writer.languages, earlier);
    std::vector<std::vector<ColumnText>> columns;
    if (!first.empty() && (mode != LanguageMode::Second || second.empty()))
        columns.push_back(first);
    if (!second.empty() && (mode != LanguageMode::First || first.empty()))
        columns.push_back(second);
    return columns;
}

/// Writes columns side by side, or one below the other in a narrow view.
void writeInColumns(TranscriptWriter& writer, const std::vector<std::vector<ColumnText>>& columns)
{
    const bool sideBySide = writer.mode.sideBySide;
    const int count = static_cast<int>(columns.size());
    constexpr double kAbove = 2;
    constexpr double kBelow = 10;
    QTextTable* table = writer.style.insertColumns(
        writer.cursor, {sideBySide ? 1 : count, sideBySide ? count : 1, kAbove, kBelow,
                        writer.mode.firstShare, writer.style.inset(), writer.style.gutter()});
    TextLook look;
    look.isVerbatim = true;
    for (int i = 0; i < count; ++i) {
        auto cell = writer.at((sideBySide ? table->cellAt(0, i) : table->cellAt(i, 0)).firstCursorPosition());
        writeTexts(cell, columns[static_cast<std::size_t>(i)], look, {});
    }
    writer.cursor.setPosition(table->lastPosition() + 1);
}

void writeContextPart(TranscriptWriter& writer, const ContextPart& part)
{
    const TranscriptStyle& style = writer.style;
    for (const bool earlier : {false, true}) {
        const auto columns = contextColumns(writer, part, earlier);
        if (columns.empty())
            continue;
        writer.cursor.setBlockFormat(style.labelBlock(0, 0));
        const QString title = contextHeading(part.kind);
        writer.insert(earlier ? TranscriptPartsWords::tr("%1, earlier wording").arg(title) : title,
                      style.label(style.colors.dim, 0.86, true));
        writeInColumns(writer, columns);
    }
}

/// Nothing else tells what a record without messages is about.
bool isAlwaysOpen(const Conversation& conversation, const ContextPart& part)
{
    return conversation.messages.empty() && part.kind == ContextKind::Question;
}

/// The beginning of a part in one line.
QString inOneLine(const TranscriptWriter& writer, const ContextPart& part)
{
    constexpr std::size_t kLongestLine = 1'000;
    for (const bool earlier : {false, true}) {
        const auto columns = contextColumns(writer, part, earlier);
        if (columns.empty())
            continue;
        const auto& texts = isChineseWindow() ? columns.back() : columns.front();
        const std::string_view text = texts.front().text;
        return contextHeading(part.kind) + QStringLiteral(": ") +
               toQt(text.substr(0, wholeCharacters(text, kLongestLine))).simplified();
    }
    return {};
}

/// The parts that are closed, in one line.
QString closedLine(const TranscriptWriter& writer, double width)
{
    QStringList parts;
    for (const ContextPart& part : writer.conversation.context) {
        if (isAlwaysOpen(writer.conversation, part))
            continue;
        if (const QString line = inOneLine(writer, part); !line.isEmpty())
            parts << line;
    }
    const QFontMetricsF metrics(writer.style.link({}).font());
    return parts.isEmpty() ? QString()
                           : metrics.elidedText(QStringLiteral("▸ ") + parts.join(QStringLiteral("   ·   ")),
                                                Qt::ElideRight, width);
}

void writeContextLink(TranscriptWriter& writer, const QString& text)
{
    QTextCharFormat link = writer.style.link(QStringLiteral("context"));
    link.setFontUnderline(false);
    link.setForeground(writer.style.colors.dim);
    link.clearProperty(kOwnWords);
    writer.cursor.setBlockFormat(writer.style.labelBlock(0, 0));
    writer.insert(text, link);
}

} // namespace

bool isQuestionAlone(const Conversation& conversation, std::uint32_t text)
{
    return std::ranges::any_of(conversation.context, [&](const ContextPart& part) {
        return isAlwaysOpen(conversation, part) && text >= part.texts.begin && text < part.texts.end;
    });
}

void writeContext(TranscriptWriter& writer, double width)
{
    const bool isOpen = writer.folds.context || writer.mode.onPaper;
    for (const ContextPart& part : writer.conversation.context) {
        if (isAlwaysOpen(writer.conversation, part))
            writeContextPart(writer, part);
    }
    const QString closed = closedLine(writer, width);
    if (closed.isEmpty())
        return;
    if (!isOpen) {
        writeContextLink(writer, closed);
        return;
    }
    if (!writer.mode.onPaper) {
        writeContextLink(writer, QStringLiteral("▾ ") + TranscriptPartsWords::tr("Context"));
        writer.cursor.insertBlock();
    }
    for (const ContextPart& part : writer.conversation.context) {
        if (!isAlwaysOpen(writer.conversation, part))
            writeContextPart(writer, part);
    }
}

} // namespace duologue::ui
