// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>
#include <iterator>

namespace duologue {

namespace {

/// Whether a call is to be followed by its result: not if the server that answers runs the tool and keeps
/// what it returns, or if the result is stored with the call.
bool needsResult(const Part& part)
{
    constexpr std::string_view kOfServer[] = {"web_search_call", "file_search_call", "code_interpreter_call",
                                              "image_generation_call", "mcp_call"};
    constexpr std::string_view kResults[] = {"result", "results", "output", "outputs"};
    const auto hasValue = [&](std::string_view key) { return part.source[key].hasValue(); };
    return part.kind == PartKind::Call &&
           std::find(std::begin(kOfServer), std::end(kOfServer), part.type) == std::end(kOfServer) &&
           std::none_of(std::begin(kResults), std::end(kResults), hasValue);
}

void lookForToolCallWithoutResult(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const auto parts = said.partsOf(said.messages[i]);
        if (std::none_of(parts.begin(), parts.end(), needsResult))
            continue;
        // The last message may call a tool: its result is what comes next.
        if (i + 1 == said.messages.size()) {
            log.notJudged(PhraseId::NotJudgedLastMessage);
            continue;
        }
        log.looked();
        for (const Part& part : parts) {
            if (needsResult(part) && !part.id.empty() && part.counterpart == Part::kNone)
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          {PhraseId::CallWithoutResult, part.id});
        }
    }
}

} // namespace

const Check& toolCallWithoutResultCheck()
{
    static const Check check{
        .id = "tool_call_without_result",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "Call of a tool without a result"),
        .why = DUOLOGUE_TEXT("Checks", "The model is shown calling a tool and going on without its answer."),
        .unit = CheckUnit::Messages,
        .look = lookForToolCallWithoutResult,
    };
    return check;
}

} // namespace duologue
