// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/conversation_text.h"
#include "core/export/plain_messages.h"
#include "core/util/escape.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>

namespace duologue {

void writeMarkdown(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    LanguageChoice language;
    if (context.language == ExportLanguage::English)
        language = Language::English;
    else if (context.language == ExportLanguage::Chinese)
        language = Language::Chinese;
    for (const Text& text : record.conversation.texts) {
        if (language && !isWrittenFor(text.language, *language))
            losses.add(PhraseId::LostTranslations);
    }
    const auto id = findField(context.snapshot, "id");
    out += "# " + markdownLine(id ? id->text(record.row) : std::string(record.conversation.id)) + "\n\n";
    out += conversationMarkdown(record.conversation, language, record.notes);
}

namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --text: #1c1e21; --quiet: #5f6670; --line: #d9dde3; --page: #ffffff;
  --user: #eef4fb; --assistant: #f5f5f2; --mark: #b3261e; --accent: #1f5fa8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --quiet: #9aa3ad; --line: #3a4048;
  --page: #17191c; --user: #1d2935; --assistant: #222427; --mark: #ff8a80; --accent: #8ab8f0; } }
body { margin: 0 auto; max-width: 76rem; padding: 1rem 1.5rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
:lang(zh) { line-height: 1.65; }
article { border-top: 2px solid var(--line); margin-top: 2rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
h3 { font-size: .85rem; margin: 0 0 .3rem; color: var(--quiet); font-weight: 600; }
section { border-radius: 6px; padding: .6rem .9rem; margin: .5rem 0; background: var(--assistant); }
section.user { background: var(--user); }
section.context { background: none; border: 1px solid var(--line); }
.texts { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.2rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.mark { color: var(--mark); font-weight: 600; } .memo { border-left: 3px solid var(--mark); padding-left: .6rem; }
.finding { margin: .2rem 0; font-size: .9em; } .finding b { font-weight: 600; }
.error { color: var(--mark); } .warning { color: var(--accent); } .note { color: var(--quiet); }
.earlier { color: var(--quiet); font-size: .9em; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .1rem 1rem; font-size: .85em; }
dt { color: var(--quiet); overflow-wrap: anywhere; } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; }
  section { break-inside: avoid-page; border: 1px solid #ccc; } article { break-before: page; } }
)";

/// A text of the data, which must not become markup.
std::string htmlText(std::string_view text)
{
    std::string out;
    for (const char c : visibleText(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

void addHtmlText(const Text& text, std::string& out)
{
    const std::string_view code = languageCode(text.language);
    out.append(R"(<div class="text)").append(text.earlier ? " earlier" : "").append(R"(" dir="auto")");
    if (text.language != Language::Other && text.language != Language::Undetermined)
        out.append(" lang=\"").append(code).append("\"");
    out.append(">").append(htmlText(text.text)).append("</div>\n");
}

bool isWritten(const Text& text, ExportLanguage language)
{
    switch (language) {
    case ExportLanguage::English:
        return isWrittenFor(text.language, Language::English);
    case ExportLanguage::Chinese:
        return isWrittenFor(text.language, Language::Chinese);
    case ExportLanguage::AsWritten:
    case ExportLanguage::Both:
        break;
    }
    return true;
}

/// The texts in columns, and earlier wordings below.
void addHtmlTexts(std::span<const Text> texts, const ExportContext& context, Losses& losses, std::string& out)
{
    for (const bool earlier : {false, true}) {
        std::string columns;
        for (const Text& text : texts) {
            if (text.earlier != earlier)
                continue;
            if (isWritten(text, context.language))
                addHtmlText(text, columns);
            else
                losses.add(PhraseId::LostTranslations);
        }
        if (!columns.empty())
            out.append(R"(<div class="texts">)").append("\n").append(columns).append("</div>\n");
    }
}

/// Without those of `shown`, texts that are on the page already.
void addHtmlFields(std::span<const Field> fields, std::string& out, std::span<const Text> shown = {})
{
    const auto isShown = [&](const Field& field) {
        const std::string_view text = field.name.shown();
        return field.kind == FieldKind::Text &&
               std::any_of(shown.begin(), shown.end(), [&](const Text& each) { return each.text == text; });
    };
    if (std::all_of(fields.begin(), fields.end(), isShown))
        return;
    out += "<dl>\n";
    for (const Field& field : fields) {
        if (isShown(field))
            continue;
        const ExportJson value = valueOfField(field);
        const std::string text = value.is_string() ? value.get<std::string>() : jsonText(value, -1);
        out.append("<dt>")
            .append(htmlText(field.key))
            .append("</dt><dd>")
            .append(htmlText(text))
            .append("</dd>\n");
    }
    out += "</dl>\n";
}

/// The notes of one message, or those of none.
void addHtmlNotes(std::span<const RecordNote> notes, std::optional<std::size_t> message, std::string& out)
{
    for (const RecordNote& note : notes) {
        if (note.message != message)
            continue;
        out.append("<p class=\"finding ").append(htmlText(note.severity)).append("\"><b>");
        out.append(htmlText(note.severity)).append("</b> · ");
        out.append(htmlText(lineOf(note))).append("</p>\n");
    }
}

void addHtmlMessage(const Conversation& conversation, const Message& message, const std::string& head,
                    const std::string& notes, const ExportContext& context, Losses& losses, std::string& out)
{
    out.append("<section class=\"").append(message.role == "user" ? "user" : "other").append("\">\n<h3>");
    out.append(htmlText(head));
    for (const Name& intent : conversation.intentsOf(message))
        out.append(" · ").append(htmlText(intent.shown()));
    if (message.satisfaction != 0)
        out.append(" · satisfaction ").append(std::to_string(message.satisfaction));
    if (message.hallucination != Mark::NotAnnotated) {
        const bool isMarked = message.hallucination == Mark::Yes;
        out.append(isMarked ? " · <span class=\"mark\">" : " · <span>");
        out.append("hallucination: ").append(markName(message.hallucination)).append("</span>");
    }
    out += "</h3>\n" + notes;
    addHtmlTexts(conversation.textsOf(message.texts), context, losses, out);
    if (!message.memo.empty())
        out.append("<p class=\"memo\">").append(htmlText(message.memo)).append("</p>\n");
    addHtmlFields(conversation.fieldsOf(message.fields), out);
    out += "</section>\n";
}

std::string candidateHead(const Candidate& candidate)
{
    std::string head(candidateKindName(candidate.kind));
    if (!candidate.label.empty())
        head.append(" ").append(candidate.label);
    return candidate.aligned ? head + " · aligned" : head;
}

void addHtmlRatings(const Conversation& conversation, std::string& out)
{
    if (conversation.ratings.empty())
        return;
    out += "<section class=\"context\"><h3>Ratings</h3>\n<dl>\n";
    for (const Rating& rating : conversation.ratings) {
        std::string value = rating.value ? numberText(*rating.value) : std::string();
        if (!rating.wording.empty())
            value += (value.empty() ? "" : " · ") + std::string(rating.wording);
        out.append("<dt>")
            .append(htmlText(rating.name))
            .append("</dt><dd>")
            .append(htmlText(value))
            .append("</dd>\n");
    }
    out += "</dl>\n</section>\n";
}

} // namespace

std::string headOfHtml(const ExportContext& context)
{
    std::string out =
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Conversations</title>\n";
    out.append("<style>").append(kStyle).append("</style>\n</head>\n<body>\n<h1>");
    out.append(std::to_string(context.records))
        .append(context.records == 1 ? " conversation" : " conversations");
    return out + "</h1>\n";
}

void writeHtml(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const Conversation& conversation = record.conversation;
    const auto id = findField(context.snapshot, "id");
    out.append("<article>\n<h2>").append(htmlText(id ? id->text(record.row) : "")).append("</h2>\n");
    addHtmlNotes(record.notes, std::nullopt, out);
    for (const ContextPart& part : conversation.context) {
        out.append("<section class=\"context\"><h3>").append(contextTitle(part.kind)).append("</h3>\n");
        addHtmlTexts(conversation.textsOf(part.texts), context, losses, out);
        out += "</section>\n";
    }
    std::size_t number = 0;
    for (const Message& message : conversation.messages) {
        std::string notes;
        addHtmlNotes(record.notes, number, notes);
        const std::string head = std::to_string(++number) + " · " + std::string(message.role);
        addHtmlMessage(conversation, message, head, notes, context, losses, out);
    }
    for (const Candidate& candidate : conversation.candidates) {
        const auto said = conversation.messagesOf(candidate);
        for (const Message& message : said) {
            const std::string role = namesSpeakers(said) ? " · " + std::string(message.role) : "";
            addHtmlMessage(conversation, message, candidateHead(candidate) + role, {}, context, losses, out);
        }
        addHtmlFields(conversation.fieldsOf(candidate.fields), out);
    }
    addHtmlRatings(conversation, out);
    std::vector<Text> framing;
    for (const ContextPart& part : conversation.context) {
        for (const Text& text : conversation.textsOf(part.texts)) {
            if (isWritten(text, context.language))
                framing.push_back(text);
        }
    }
    addHtmlFields(conversation.fields, out, framing);
    out += "</article>\n";
}

} // namespace duologue
