// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/layout/layout_format.h"

#include "core/base/ascii.h"

#include <algorithm>

namespace duologue {

namespace {

/// The slots whose parts make a conversation, as the rule of a described format lists them.
constexpr Slot kSlotsOfRule[] = {Slot::Messages, Slot::Prompt,   Slot::Response,
                                 Slot::Chosen,   Slot::Rejected, Slot::Candidates};

/// Those that a record may have to have. The history is last: it has more keys than others.
constexpr Slot kSlotsNeeded[] = {Slot::Messages, Slot::Prompt,     Slot::Response, Slot::Chosen,
                                 Slot::Rejected, Slot::Candidates, Slot::System,   Slot::History};

std::vector<const LayoutPart*> partsOf(const Layout& layout, Slot slot)
{
    std::vector<const LayoutPart*> parts;
    for (const LayoutPart& part : isOfCandidates(slot) ? layout.candidates : layout.messages) {
        if (part.slot == slot)
            parts.push_back(&part);
    }
    return parts;
}

std::vector<const LayoutPart*> allPartsOf(const Layout& layout)
{
    std::vector<const LayoutPart*> parts;
    for (const LayoutPart& part : layout.messages)
        parts.push_back(&part);
    for (const LayoutPart& part : layout.candidates)
        parts.push_back(&part);
    return parts;
}

/// What records must have to be of one of several layouts. Most layouts of one format look for the same
/// values: one that is missing is looked up once for all of them.
class LayoutChoice {
public:
    /// `layouts` must outlive it.
    explicit LayoutChoice(const std::vector<Layout>& layouts)
    {
        for (const Layout& layout : layouts) {
            m_wanted.push_back({&layout, {}});
            for (const Slot slot : kSlotsNeeded) {
                if (isNeeded(layout, slot))
                    addNeed(partsOf(layout, slot));
            }
            // A verdict is about all of them.
            if (isNeeded(layout, Slot::Options)) {
                for (const LayoutPart* const part : partsOf(layout, Slot::Options))
                    addNeed({part});
            }
            // An inferred layout reads what there is of its parts, but not a record that has none.
            if (layout.isInferred() && !layout.needs.areGiven())
                addNeed(allPartsOf(layout));
        }
    }

    /// The first layout that fits the record; null if none does.
    const Layout* fitting(const JsonView& record) const
    {
        std::uint64_t missing = 0;
        for (const Wanted& wanted : m_wanted) {
            if (lacking(wanted, record, 1, missing) == 0)
                return wanted.layout;
        }
        return nullptr;
    }

    /// As Format::neededMembers().
    std::vector<Format::NeededMembers> neededMembers() const
    {
        std::vector<Format::NeededMembers> ways;
        for (const Wanted& wanted : m_wanted) {
            Format::NeededMembers& way = ways.emplace_back();
            for (const std::vector<Check>& checks : wanted.needs) {
                std::vector<std::string_view> names;
                for (const Check& check : checks) {
                    const auto& steps = check.part->at.parts();
                    const bool isAny = steps.empty() || (check.part->isEach && hasPattern(steps.front()));
                    if (isAny) {
                        names.clear();
                        break;
                    }
                    names.push_back(steps.front());
                }
                if (!names.empty())
                    way.groups.push_back(std::move(names));
            }
            for (const JsonPointer& value : wanted.layout->needs.values) {
                // A number may be that of an element, and a list has no members.
                const std::string& step = value.parts().front();
                if (!std::all_of(step.begin(), step.end(), isDigit))
                    way.groups.push_back({step});
            }
            if (way.groups.empty())
                return {};
        }
        return ways;
    }

    /// The layout that fits the record best. One that wants an answer is near only if there is one, good or
    /// not: messages and questions are written alike in many formats. If none is near, the first.
    const Layout& nearest(const JsonView& record) const
    {
        if (const Layout* layout = fitting(record))
            return *layout;
        const Layout* best = m_wanted.front().layout;
        std::size_t least = static_cast<std::size_t>(-1);
        std::uint64_t missing = 0;
        for (const Wanted& wanted : m_wanted) {
            if (!hasAnswer(wanted, record))
                continue;
            if (const std::size_t count = lacking(wanted, record, least, missing); count < least) {
                best = wanted.layout;
                least = count;
            }
        }
        return *best;
    }

private:
    static bool hasPattern(std::string_view step)
    {
        return step == "*" || step.find('#') != std::string_view::npos;
    }

    struct Check {
        const LayoutPart* part;
        /// Most parts are members of the record itself.
        std::string_view member;
        /// One bit for each different pointer; 0 beyond the number of bits.
        std::uint64_t place;
    };
    struct Wanted {
        const Layout* layout;
        /// One check of each must hold.
        std::vector<std::vector<Check>> needs;
    };

    void addNeed(const std::vector<const LayoutPart*>& parts)
    {
        constexpr std::size_t kMostPlaces = 64;
        std::vector<Check> checks;
        for (const LayoutPart* part : parts) {
            const auto known = std::find(m_places.begin(), m_places.end(), part->at.text());
            const auto place = static_cast<std::size_t>(known - m_places.begin());
            if (known == m_places.end())
                m_places.push_back(part->at.text());
            checks.push_back({part, part->isEach ? std::string_view() : part->at.member(),
                              place < kMostPlaces ? std::uint64_t{1} << place : 0});
        }
        if (!checks.empty())
            m_wanted.back().needs.push_back(std::move(checks));
    }

    static bool hasAnswer(const Wanted& wanted, const JsonView& record)
    {
        return std::any_of(wanted.needs.begin(), wanted.needs.end(), [&](const std::vector<Check>& checks) {
            return checks.front().part->slot >= Slot::Response &&
                   std::any_of(checks.begin(), checks.end(),
                               [&](const Check& check) { return !valueOf(*check.part, record).isMissing(); });
        });
    }

    static bool has(const Check& check, const JsonView& record, std::uint64_t& missing)
    {
        if ((missing & check.place) != 0)
            return false;
        const JsonView value = check.member.empty() ? valueOf(*check.part, record) : record[check.member];
        if (!value.isMissing())
            return fits(*check.part, value);
        missing |= check.place;
        return false;
    }

    /// How much of what the layout needs the record has not; counts up to `most`.
    static std::size_t lacking(const Wanted& wanted, const JsonView& record, std::size_t most,
                               std::uint64_t& missing)
    {
        std::size_t count = 0;
        for (const auto& checks : wanted.needs) {
            const bool isThere = std::any_of(checks.begin(), checks.end(),
                                             [&](const Check& check) { return has(check, record, missing); });
            count += isThere ? 0 : 1;
            if (count >= most)
                return count;
        }
        const Layout& layout = *wanted.layout;
        const bool hasQuery = !layout.needs.query || layout.query.in(record).isString();
        const JsonView verdict = layout.needs.verdict ? layout.verdictAt.in(record) : JsonView();
        const bool hasVerdict =
            !layout.needs.verdict ||
            (layout.verdict == Verdict::Wanted ? verdict.boolean().has_value() : verdict.hasValue());
        const auto& values = layout.needs.values;
        const auto& lacks = layout.needs.lacks;
        const auto isThere = [&record](const JsonPointer& value) { return value.in(record).hasValue(); };
        count +=
            values.size() - static_cast<std::size_t>(std::count_if(values.begin(), values.end(), isThere));
        count += static_cast<std::size_t>(std::count_if(lacks.begin(), lacks.end(), isThere));
        return count + (hasQuery ? 0 : 1) + (hasVerdict ? 0 : 1);
    }

    std::vector<std::string> m_places;
    std::vector<Wanted> m_wanted;
};

std::string usualRule(const FormatDescription& description)
{
    if (description.layouts.front().hasNoConversation)
        return "as described: no conversation";
    std::string rule = "as described: ";
    for (const Slot slot : kSlotsOfRule) {
        for (const LayoutPart* part : partsOf(description.layouts.front(), slot))
            rule += (rule.ends_with(' ') ? "\"" : " and \"") + part->at.text() + "\"";
    }
    return rule;
}

class LayoutFormat final : public Format {
public:
    explicit LayoutFormat(FormatDescription description)
        : m_description(std::move(description)),
          m_choice(m_description.layouts),
          m_rule(m_description.rule.empty() ? usualRule(m_description) : m_description.rule)
    {
        for (const Layout& layout : m_description.layouts)
            m_highestScore = std::max(m_highestScore, layout.score);
    }

    const FormatDescription& description() const { return m_description; }

    std::string_view id() const override { return m_description.id; }
    std::string_view title() const override { return m_description.title; }
    std::string_view rule() const override { return m_rule; }
    std::string_view onlyFile() const override { return m_description.file; }

    std::vector<NeededMembers> neededMembers() const override { return m_choice.neededMembers(); }
    int recognise(const JsonView& record) const override
    {
        const Layout* layout = m_choice.fitting(record);
        return layout == nullptr ? 0 : layout->score;
    }
    int highestScore() const override { return m_highestScore; }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readByLayout(record, m_choice.nearest(record), builder);
    }

private:
    const FormatDescription m_description;
    const LayoutChoice m_choice;
    const std::string m_rule;
    int m_highestScore = 0;
};

} // namespace

std::shared_ptr<const Format> describedFormat(FormatDescription description)
{
    return std::make_shared<const LayoutFormat>(std::move(description));
}

const FormatDescription* descriptionOf(const Format& format)
{
    const auto* described = dynamic_cast<const LayoutFormat*>(&format);
    return described == nullptr ? nullptr : &described->description();
}

} // namespace duologue
