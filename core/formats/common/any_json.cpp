// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/formats/format.h"
#include "core/formats/format_help.h"

namespace duologue {

namespace {

class AnyJson final : public Format {
public:
    std::string_view id() const override { return "json"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Any JSON object"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "an object that no other format knows");
    }

    int recognise(const JsonView& record) const override { return record.isObject() ? kGenericScore : 0; }
    Phrase reason(const JsonView&) const override { return PhraseId::NoConversationFound; }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        for (const auto [key, value] : record.members()) {
            if (key == "id" && (value.isString() || value.isNumber()))
                builder.id(value);
            else
                readAnyField(key, value, builder);
        }
    }
};

} // namespace

const Format& anyJsonFormat()
{
    static const AnyJson format;
    return format;
}

} // namespace duologue
