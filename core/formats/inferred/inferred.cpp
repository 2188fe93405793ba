// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/formats/format_help.h"
#include "core/formats/inferred/infer_parts.h"
#include "core/formats/inferred/layout_reason_parts.h"

namespace duologue {

namespace {

class Inferred final : public Format {
public:
    std::string_view id() const override { return "inferred"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Conversation, by its shape"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats",
                             "who speaks and what is said can be told from the shape of the record");
    }

    int recognise(const JsonView& record) const override
    {
        const auto layout = inferLayout(record);
        return layout ? layout->score : 0;
    }
    int highestScore() const override { return kInferredScore; }

    Phrase reason(const JsonView& record) const override { return reasonOf(layoutOf(record)); }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readByLayout(record, layoutOf(record), builder);
    }

private:
    /// A record of the same file may have another shape, or none of a conversation.
    static Layout layoutOf(const JsonView& record)
    {
        return inferLayout(record).value_or(Layout{.score = kInferredScore});
    }
};

} // namespace

const Format& inferredFormat()
{
    static const Inferred format;
    return format;
}

} // namespace duologue
