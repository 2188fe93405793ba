// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/common/transcript_parts.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstddef>

namespace duologue {

namespace {

/// Where a mark counts, so that prose is not taken for one.
enum class MarkAt : std::uint8_t { Anywhere, Word, Line };

struct TemplateMark {
    std::string_view text;
    std::string_view role;
    MarkAt where;
};

/// The longer of two marks that begin alike comes first.
constexpr TemplateMark kTemplateMarks[] = {
    {"<|im_start|>system", "system", MarkAt::Anywhere},
    {"<|im_start|>user", "user", MarkAt::Anywhere},
    {"<|im_start|>assistant", "assistant", MarkAt::Anywhere},
    {"<|start_header_id|>system<|end_header_id|>", "system", MarkAt::Anywhere},
    {"<|start_header_id|>user<|end_header_id|>", "user", MarkAt::Anywhere},
    {"<|start_header_id|>assistant<|end_header_id|>", "assistant", MarkAt::Anywhere},
    {"<|system|>", "system", MarkAt::Anywhere},
    {"<|user|>", "user", MarkAt::Anywhere},
    {"<|assistant|>", "assistant", MarkAt::Anywhere},
    {"[|Human|]", "user", MarkAt::Anywhere},
    {"[|AI|]", "assistant", MarkAt::Anywhere},
    {"### Human:", "user", MarkAt::Anywhere},
    {"### Assistant:", "assistant", MarkAt::Anywhere},
    {"### System:", "system", MarkAt::Anywhere},
    {"### User:", "user", MarkAt::Anywhere},
    {"### Instruction:", "user", MarkAt::Anywhere},
    {"### Response:", "assistant", MarkAt::Anywhere},
    {"[/INST]", "assistant", MarkAt::Anywhere},
    {"[INST]", "user", MarkAt::Anywhere},
    {"Human:", "user", MarkAt::Line},
    {"Assistant:", "assistant", MarkAt::Line},
    {"USER:", "user", MarkAt::Word},
    {"ASSISTANT:", "assistant", MarkAt::Word},
    {"User:", "user", MarkAt::Line},
    {"AI:", "assistant", MarkAt::Line},
    {"<start_of_turn>user", "user", MarkAt::Anywhere},
    {"<start_of_turn>model", "assistant", MarkAt::Anywhere},
    {"<｜User｜>", "user", MarkAt::Anywhere},
    {"<｜Assistant｜>", "assistant", MarkAt::Anywhere},
    {"用户：", "user", MarkAt::Line},
    {"助手：", "assistant", MarkAt::Line},
    {"问：", "user", MarkAt::Line},
    {"答：", "assistant", MarkAt::Line},
};

/// Written after a message by the templates above.
constexpr std::string_view kTemplateEnds[] = {"<|im_end|>",
                                              "<|eot_id|>",
                                              "<|endoftext|>",
                                              "<|begin_of_text|>",
                                              "</s>",
                                              "<s>",
                                              "<|end|>",
                                              "<bos>",
                                              "<end_of_turn>",
                                              "<｜end▁of▁sentence｜>",
                                              "<｜begin▁of▁sentence｜>"};

constexpr std::string_view kHuman = "\n\nHuman:";
constexpr std::string_view kAssistant = "\n\nAssistant:";

std::size_t nextOfDialogue(std::string_view text)
{
    return std::min({text.find(kHuman), text.find(kAssistant), text.size()});
}

const TemplateMark* templateMarkAt(std::string_view text, std::size_t offset)
{
    const std::string_view rest = text.substr(offset);
    const char before = offset == 0 ? '\n' : text[offset - 1];
    const MarkAt here = before == '\n'                   ? MarkAt::Line
                        : before == ' ' || before == '>' ? MarkAt::Word
                                                         : MarkAt::Anywhere;
    const auto found =
        std::find_if(std::begin(kTemplateMarks), std::end(kTemplateMarks), [&](const TemplateMark& mark) {
            return mark.where <= here && rest.starts_with(mark.text);
        });
    return found == std::end(kTemplateMarks) ? nullptr : found;
}

/// Where the next mark may begin: every mark begins with one of these characters, or a line.
std::size_t nextMark(std::string_view text, std::size_t from)
{
    if (from < text.size() && text[from - 1] == '\n')
        return from;
    const std::size_t at = text.find_first_of("<[#HAU\n", from);
    if (at == std::string_view::npos)
        return text.size();
    return text[at] == '\n' ? at + 1 : at;
}

std::string_view withoutTemplateEnds(std::string_view text)
{
    for (bool isCut = true; isCut;) {
        text = trimmed(text);
        isCut = false;
        for (const std::string_view end : kTemplateEnds) {
            if (text.ends_with(end)) {
                text.remove_suffix(end.size());
                isCut = true;
            } else if (text.starts_with(end)) {
                text.remove_prefix(end.size());
                isCut = true;
            }
        }
    }
    return text;
}

} // namespace

std::vector<TranscriptTurn> splitTranscript(std::string_view text)
{
    std::vector<TranscriptTurn> turns;
    std::string_view role;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        const std::string_view said = withoutTemplateEnds(text.substr(begin, end - begin));
        if (!said.empty())
            turns.push_back({role, said});
    };
    bool hasUser = false;
    for (std::size_t at = 0; at < text.size(); at = nextMark(text, std::max(at + 1, begin))) {
        const TemplateMark* const mark = templateMarkAt(text, at);
        if (mark == nullptr)
            continue;
        add(at);
        role = mark->role;
        hasUser = hasUser || role == "user";
        begin = at + mark->text.size();
    }
    if (!hasUser)
        return {};
    add(text.size());
    return turns;
}

std::vector<TranscriptTurn> splitNamedLines(std::string_view text)
{
    constexpr std::size_t kLongestNameInLine = 30;
    std::vector<TranscriptTurn> turns;
    bool areSeveral = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + 1));
        if (line.empty())
            continue;
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || colon == 0 || colon > kLongestNameInLine)
            return {};
        turns.push_back({line.substr(0, colon), trimmed(line.substr(colon + 2))});
        areSeveral = areSeveral || turns.front().role != turns.back().role;
    }
    return areSeveral ? turns : std::vector<TranscriptTurn>();
}

std::vector<TranscriptTurn> splitQuestion(std::string_view text)
{
    constexpr std::size_t kFewestTurns = 3;
    std::vector<TranscriptTurn> turns = splitTranscript(text);
    const bool isWhole =
        turns.size() >= kFewestTurns && !turns.front().role.empty() && turns.back().role == "user";
    return isWhole ? turns : std::vector<TranscriptTurn>();
}

std::vector<TranscriptTurn> splitDialogue(std::string_view text)
{
    std::vector<TranscriptTurn> turns;
    if (!text.starts_with(kHuman))
        return turns;
    while (!text.empty()) {
        const bool isHuman = text.starts_with(kHuman);
        text.remove_prefix(isHuman ? kHuman.size() : kAssistant.size());
        const std::size_t end = nextOfDialogue(text);
        const std::string_view said = text.substr(0, end);
        turns.push_back({isHuman ? "human" : "assistant", said.starts_with(' ') ? said.substr(1) : said});
        text.remove_prefix(end);
    }
    return turns;
}

bool isDialogue(std::string_view text)
{
    if (!text.starts_with(kHuman))
        return false;
    const std::string_view said = text.substr(kHuman.size());
    return nextOfDialogue(said) < said.size();
}

} // namespace duologue
