// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/described/format_guess.h"

#include "core/formats/inferred/layout_parts.h"

namespace duologue {

namespace {

void mapMessages(const MessageSource& source, FormatMapping& mapping)
{
    switch (source.form) {
    case MessageForm::Objects:
        if (source.at.empty() || !mapping.messages.empty())
            return;
        mapping.messages = source.at;
        mapping.role = source.role;
        mapping.text = source.text;
        return;
    case MessageForm::Exchanges:
        mapping.history = source.at;
        return;
    case MessageForm::Text:
        if (source.speaker == "user")
            mapping.prompt = source.at;
        else
            (source.speaker == "system" ? mapping.system : mapping.response) = source.at;
        return;
    default:
        return;
    }
}

void mapCandidates(const CandidateSource& source, FormatMapping& mapping)
{
    if (source.isList && source.kind == CandidateKind::Sample) {
        mapping.candidates = source.at;
        mapping.candidateText = source.text;
    } else if (!source.isList && source.kind == CandidateKind::Chosen) {
        mapping.chosen = source.at;
    } else if (!source.isList && source.kind == CandidateKind::Rejected) {
        mapping.rejected = source.at;
    }
}

} // namespace

FormatMapping guessMapping(const JsonView& record)
{
    FormatMapping mapping;
    const auto layout = inferLayout(record);
    if (!layout)
        return mapping;
    for (const MessageSource& source : layout->messages)
        mapMessages(source, mapping);
    for (const CandidateSource& source : layout->candidates)
        mapCandidates(source, mapping);
    if (record["id"].hasValue())
        mapping.recordId = JsonPointer("/id");
    return mapping;
}

} // namespace duologue
