// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/turbo/turbo_parts.h"

#include "core/base/phrase_id.h"
#include "core/formats/common/chat_parts.h"

namespace duologue {

bool hasTurboMessages(const JsonView& record)
{
    const JsonView messages = record["messages"];
    if (!isMessageList(messages))
        return false;
    for (const JsonView message : messages.elements()) {
        for (const auto [key, value] : message.members()) {
            if (key == "disable_loss" || (key == "role" && value.string() == "bot"))
                return true;
        }
    }
    return false;
}

void readClassLabel(const JsonView& label, RecordBuilder& builder)
{
    if (label.isMissing())
        builder.problem(ProblemCode::MissingKey, "/label", PhraseId::ExpectedLabel);
    else if (label.hasValue())
        builder.expect(label, JsonView::Kind::Integer, "/label");
    if (!label.isMissing())
        builder.categoryField("label", label);
}

} // namespace duologue
