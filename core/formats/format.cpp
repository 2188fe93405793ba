// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"

#include <array>

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

std::span<const Format* const> builtInFormats()
{
    static const std::array<const Format*, 10> formats{
        &recllmsimAgentFormat(), &recllmsimHumanFormat(),  &prefevalExplicitFormat(),
        &prefevalChoiceFormat(), &prefevalPersonaFormat(), &turboChatFormat(),
        &turboPairFormat(),      &turboSamplingFormat(),   &turboClassificationFormat(),
        &turboKtoFormat(),
    };
    return formats;
}

const Format* recogniseFormat(std::span<const Format* const> formats, const JsonView& record)
{
    const Format* best = nullptr;
    int bestScore = 0;
    for (const Format* format : formats) {
        const int score = format->recognise(record);
        if (score > bestScore) {
            best = format;
            bestScore = score;
        }
    }
    return best;
}

} // namespace duologue
