// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_help.h"
#include "core/formats/inferred/layout_parts.h"
#include "core/formats/inferred/layout_reason_parts.h"

namespace duologue {

namespace {

constexpr int kHighestCertainty = 9;
constexpr int kLeastScore = kInferredScore - kHighestCertainty;

class Inferred final : public Format {
public:
    std::string_view id() const override { return "inferred"; }
    std::string_view title() const override { return "Conversation, by its shape"; }
    std::string_view rule() const override
    {
        return "who speaks and what is said can be told from the shape of the record";
    }

    int recognise(const JsonView& record) const override
    {
        const auto layout = inferLayout(record);
        return layout ? kLeastScore + layout->certainty : 0;
    }
    int highestScore() const override { return kInferredScore; }

    Phrase reason(const JsonView& record) const override
    {
        return reasonOf(inferLayout(record).value_or(Layout()));
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        // A record of the same file may have another shape, or none of a conversation.
        readByLayout(record, inferLayout(record).value_or(Layout()), builder);
    }
};

} // namespace

const Format& inferredFormat()
{
    static const Inferred format;
    return format;
}

} // namespace duologue
