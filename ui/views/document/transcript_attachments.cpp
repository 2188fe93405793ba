// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/transcript_attachments.h"

#include "core/json/json_indent.h"

#include <QCoreApplication>
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

bool isCall(const Field& field)
{
    return (field.key == "tool_calls" && field.value.isArray() && field.value.size() > 0) ||
           (field.key == "function_call" && field.value.isObject());
}

/// Begins a block, unless the current one is still empty.
void beginBlock(TranscriptWriter& writer)
{
    if (writer.cursor.block().length() > 1)
        writer.cursor.insertBlock(writer.style.bodyBlock());
    else
        writer.cursor.setBlockFormat(writer.style.bodyBlock());
}

void writeCall(TranscriptWriter& writer, const JsonView& call)
{
    const TranscriptStyle& style = writer.style;
    const JsonView inner = call["function"].isObject() ? call["function"] : call;
    beginBlock(writer);
    writer.insert(TranscriptAttachmentsWords::tr("Calls %1").arg(asLabel(inner["name"].string())),
                  style.label(style.colors.assistant, 0.88, true));
    if (const std::string_view id = call["id"].string(); !id.empty())
        writer.insertDim(QStringLiteral("   ") + asLabel(id));
    const JsonView arguments = inner["arguments"];
    if (arguments.isMissing())
        return;
    const std::string text = arguments.isString() ? std::string(arguments.string()) : arguments.toJson();
    writer.cursor.insertBlock(style.bodyBlock());
    writer.insert(toQt(nlohmann::json::accept(text) ? indentJson(text).text : text), style.fixed());
}

/// Content that takes the place of a message's text.
bool isContent(const Field& field)
{
    return (field.key == "content" || field.key == "value" || field.key == "text") && field.value.hasValue();
}

bool isChineseContent(const Field& field)
{
    return field.key == "content_zh" && field.value.hasValue();
}

QString partName(std::string_view type)
{
    if (type.find("image") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Picture");
    if (type.find("audio") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Audio");
    if (type.find("video") != std::string_view::npos)
        return TranscriptAttachmentsWords::tr("Video");
    return type.empty() ? TranscriptAttachmentsWords::tr("Part") : asLabel(type);
}

QString shortAddress(std::string_view address)
{
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
        writer.insertLink(TranscriptAttachmentsWords::tr("Show picture"), action);
        return;
    }
    const ReadPicture& read = shown->second;
    if (read.image.isNull()) {
        writer.insertDim(
            gap + (read.failure.isEmpty() ? TranscriptAttachmentsWords::tr("Reading…") : read.failure));
        return;
    }
    writer.insertDim(gap);
    writer.insertLink(TranscriptAttachmentsWords::tr("Hide picture"), action);
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
                         TranscriptAttachmentsWords::tr("the record names no file for it"));
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
    writer.insert(toQt(indentJson(content.toJson()).text), writer.style.fixed());
}

} // namespace

Attachments attachmentsOf(const Conversation& conversation, const Message& message,
                          const AttachmentCell& cell)
{
    Attachments attached;
    attached.hasText = message.texts.size() > 0;
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        const bool isHere = isChineseContent(field) ? cell.isChinese || cell.isOnly
                                                    : cell.isFirst && (isCall(field) || isContent(field));
        if (!isHere)
            continue;
        attached.fields.push_back(&field);
        attached.isContent = attached.isContent || !isCall(field);
    }
    return attached;
}

void writeAttachments(TranscriptWriter& writer, const Attachments& attached)
{
    for (const Field* field : attached.fields) {
        if (!isCall(*field)) {
            writeContent(writer, field->value, attached.hasText);
            continue;
        }
        if (field->value.isObject())
            writeCall(writer, field->value);
        for (const JsonView call : field->value.elements())
            writeCall(writer, call);
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

} // namespace duologue::ui
