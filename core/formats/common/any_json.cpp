// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"

namespace duologue {

namespace {

/// A text that is longer than this, or has several lines, is not a category.
constexpr std::size_t kLongestCategory = 100;

bool isLongText(const JsonView& value)
{
    const std::string_view text = value.string();
    return text.size() > kLongestCategory || text.find('\n') != std::string_view::npos;
}

class AnyJson final : public Format {
public:
    std::string_view id() const override { return "json"; }
    std::string_view title() const override { return "Any JSON object"; }
    std::string_view rule() const override { return "an object that no other format knows"; }

    int recognise(const JsonView& record) const override { return record.isObject() ? kGenericScore : 0; }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        for (const auto [key, value] : record.members()) {
            if (key == "id" && (value.isString() || value.isNumber()))
                builder.id(value);
            else if (isLongText(value))
                builder.textField(key, value);
            else
                builder.field(key, value);
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
