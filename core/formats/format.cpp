// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"

#include "core/base/phrase_id.h"

#include <vector>

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
const Format& ownRecordsFormat();
/// Those that resources/formats describe.
std::span<const Format* const> shippedFormats();
const Format& sessionFormat();
const Format& chatTreeFormat();
const Format& inferredFormat();
const Format& anyJsonFormat();

Phrase Format::reason(const JsonView&) const
{
    return {PhraseId::TitleAndRule, title(), rule()};
}

namespace {

std::vector<const Format*> allFormats()
{
    std::vector<const Format*> formats = {
        &recllmsimAgentFormat(), &recllmsimHumanFormat(),  &prefevalExplicitFormat(),
        &prefevalChoiceFormat(), &prefevalPersonaFormat(), &turboChatFormat(),
        &turboPairFormat(),      &turboSamplingFormat(),   &turboClassificationFormat(),
        &turboKtoFormat(),       &ownRecordsFormat(),
    };
    const auto shipped = shippedFormats();
    formats.insert(formats.end(), shipped.begin(), shipped.end());
    formats.insert(formats.end(), {&sessionFormat(), &chatTreeFormat(), &inferredFormat(), &anyJsonFormat()});
    return formats;
}

} // namespace

std::span<const Format* const> builtInFormats()
{
    static const std::vector<const Format*> formats = allFormats();
    return formats;
}

} // namespace duologue
