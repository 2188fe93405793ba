// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"

#include "core/base/phrase_id.h"

namespace duologue {

const Format& recllmsimAgentFormat();
const Format& recllmsimHumanFormat();
const Format& prefevalExplicitFormat();
const Format& prefevalChoiceFormat();
const Format& prefevalPersonaFormat();
const Format& turboChatFormat();
const Format& turboPairFormat();
const Format& turboSamplingFormat();
const Format& turboClassificationFormat();
const Format& turboKtoFormat();
const Format& openaiMessagesFormat();
const Format& sharegptFormat();
const Format& alpacaFormat();
const Format& preferencePairFormat();
const Format& sessionFormat();
const Format& chatTreeFormat();
const Format& inferredFormat();
const Format& anyJsonFormat();

Phrase Format::reason(const JsonView&) const
{
    return {PhraseId::TitleAndRule, title(), rule()};
}

std::span<const Format* const> builtInFormats()
{
    static const Format* const formats[] = {
        &recllmsimAgentFormat(), &recllmsimHumanFormat(),  &prefevalExplicitFormat(),
        &prefevalChoiceFormat(), &prefevalPersonaFormat(), &turboChatFormat(),
        &turboPairFormat(),      &turboSamplingFormat(),   &turboClassificationFormat(),
        &turboKtoFormat(),       &openaiMessagesFormat(),  &sharegptFormat(),
        &alpacaFormat(),         &preferencePairFormat(),  &sessionFormat(),
        &chatTreeFormat(),       &inferredFormat(),        &anyJsonFormat(),
    };
    return formats;
}

} // namespace duologue
