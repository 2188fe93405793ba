// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/layout_reason_parts.h"

#include "core/base/phrase_id.h"

namespace duologue {

namespace {

/// A pointer, or words for the record itself.
Phrase named(const JsonPointer& pointer)
{
    return pointer.empty() ? Phrase(PhraseId::RecordItself) : Phrase::verbatim(pointer.text());
}

Phrase reasonOfObjects(const MessageSource& source)
{
    const bool isNested = source.form == MessageForm::NestedLists;
    Phrase list = {isNested ? PhraseId::MessagesInLists : PhraseId::MessagesInList, named(source.at)};
    Phrase speaker = source.role.empty() ? Phrase(PhraseId::SpeakersAlternate)
                                         : Phrase(PhraseId::WhoSpeaks, source.role.text());
    return {PhraseId::ThreeClauses, std::move(list), std::move(speaker),
            Phrase(PhraseId::WhatIsSaid, source.text.text())};
}

Phrase speakerWord(std::string_view speaker)
{
    if (speaker == "user")
        return PhraseId::SpeakerUser;
    return speaker == "system" ? PhraseId::SpeakerSystem : PhraseId::SpeakerAssistant;
}

Phrase reasonOfSource(const MessageSource& source)
{
    switch (source.form) {
    case MessageForm::Objects:
    case MessageForm::NestedLists:
        return reasonOfObjects(source);
    case MessageForm::Texts:
        return {PhraseId::TwoClauses, Phrase(PhraseId::MessagesAreTexts, named(source.at)),
                PhraseId::SpeakersAlternate};
    case MessageForm::Exchanges:
        return {PhraseId::QuestionsWithAnswers, named(source.at)};
    case MessageForm::NumberedTurns:
        return {PhraseId::NumberedTurns, named(source.at)};
    case MessageForm::Object:
    case MessageForm::Text:
        break;
    }
    return {PhraseId::IsSaidBy, named(source.at), speakerWord(source.speaker)};
}

Phrase reasonOfCandidates(const CandidateSource& source)
{
    if (source.isList)
        return {PhraseId::ListOfCandidates, named(source.at)};
    switch (source.kind) {
    case CandidateKind::Chosen:
        return {PhraseId::IsChosen, named(source.at)};
    case CandidateKind::Rejected:
        return {PhraseId::IsRejected, named(source.at)};
    default:
        return {PhraseId::IsCandidate, named(source.at)};
    }
}

} // namespace

Phrase reasonOf(const Layout& layout)
{
    Phrase all;
    const auto add = [&all](Phrase clause) {
        all =
            all.empty() ? std::move(clause) : Phrase(PhraseId::TwoClauses, std::move(all), std::move(clause));
    };
    for (const MessageSource& source : layout.messages)
        add(reasonOfSource(source));
    for (const CandidateSource& source : layout.candidates)
        add(reasonOfCandidates(source));
    if (layout.sharesPrefix)
        add(PhraseId::SharedBeginning);
    if (layout.verdict != Verdict::None)
        add({PhraseId::SaysWhichIsBetter, named(layout.verdictAt)});
    return all;
}

} // namespace duologue
