// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/described/described_parts.h"

#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"

#include <algorithm>

namespace duologue {

namespace {

class DescribedFormat final : public Format {
public:
    explicit DescribedFormat(FormatMapping mapping) : m_map(std::move(mapping))
    {
        m_rule = "as described: ";
        for (const JsonPointer* pointer : required())
            m_rule += (m_rule.ends_with(' ') ? "\"" : " and \"") + pointer->text() + "\"";
        for (const JsonPointer* text : {&m_map.system, &m_map.prompt, &m_map.query, &m_map.response})
            m_read.push_back({text->member(), JsonKind::String});
        for (const JsonPointer* list : {&m_map.messages, &m_map.history, &m_map.candidates})
            m_read.push_back({list->member(), JsonKind::Array});
        m_read.push_back({m_map.ratings.member(), JsonKind::Object});
        for (const JsonPointer* any : {&m_map.recordId, &m_map.label, &m_map.chosen, &m_map.rejected})
            m_read.push_back({any->member(), JsonKind::Missing});
    }

    const FormatMapping& mapping() const { return m_map; }

    std::string_view id() const override { return m_map.id; }
    std::string_view title() const override { return m_map.title; }
    std::string_view rule() const override { return m_rule; }
    std::string_view onlyFile() const override { return m_map.file; }

    int recognise(const JsonView& record) const override
    {
        for (const JsonPointer* pointer : required()) {
            const JsonView value = pointer->in(record);
            const bool fits = pointer == &m_map.messages ? isMappedList(value) : value.hasValue();
            if (!fits)
                return 0;
        }
        return kDescribedScore;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        if (const JsonView value = m_map.recordId.in(record); value.hasValue())
            builder.id(value);
        readMessages(record, builder);
        readRatings(record, builder);
        if (const JsonView label = m_map.label.in(record); label.hasValue())
            builder.categoryField("label", label);
        readCandidates(record, builder);
        readRest(record, builder);
    }

private:
    /// The parts that a record of this format must have.
    std::vector<const JsonPointer*> required() const
    {
        std::vector<const JsonPointer*> pointers;
        for (const JsonPointer* pointer : {&m_map.messages, &m_map.prompt, &m_map.response, &m_map.chosen,
                                           &m_map.rejected, &m_map.candidates}) {
            if (!pointer->empty())
                pointers.push_back(pointer);
        }
        return pointers;
    }

    bool isMappedList(const JsonView& list) const
    {
        if (!list.isArray() || list.size() == 0)
            return false;
        const JsonView first = *list.elements().begin();
        return m_map.role.in(first).isString() && !m_map.text.in(first).isMissing();
    }

    std::string_view usualWord(std::string_view role) const
    {
        const auto known = std::find_if(m_map.roles.begin(), m_map.roles.end(),
                                        [role](const auto& pair) { return pair.first == role; });
        return known == m_map.roles.end() ? role : std::string_view(known->second);
    }

    void readText(const JsonView& text, std::string_view pointer, RecordBuilder& builder) const
    {
        if (text.isString())
            builder.text(text.string());
        else
            builder.expect(text, JsonView::Kind::String, pointer);
    }

    void readMessage(const JsonView& message, std::string_view pointer, RecordBuilder& builder) const
    {
        const JsonView role = m_map.role.in(message);
        const std::string_view rolePointer = builder.keep({pointer, m_map.role.text()});
        builder.expect(role, JsonView::Kind::String, rolePointer);
        builder.beginMessage(usualWord(role.string()), rolePointer);
        const JsonView text = m_map.text.in(message);
        // A message that calls tools says nothing else.
        const bool isSilent = !text.hasValue() && message["tool_calls"].hasValue();
        if (!isSilent)
            readMessageText(text, m_map.text.member(), builder.keep({pointer, m_map.text.text()}), builder);
        if (const JsonView translation = m_map.translation.in(message); translation.isString())
            builder.text(translation.string());
        for (const auto [key, value] : message.members()) {
            // Other kinds of content are kept with the message when its text is read.
            const bool isText = (key == m_map.text.member() && value.hasValue()) ||
                                (key == m_map.translation.member() && value.isString());
            if (!isText && !(key == m_map.role.member() && value.isString()))
                builder.messageField(key, value);
        }
    }

    void readList(const JsonView& list, RecordBuilder& builder) const
    {
        builder.expect(list, JsonView::Kind::Array, m_map.messages.text());
        std::size_t index = 0;
        for (const JsonView message : list.elements()) {
            const std::string_view pointer = pointerTo(builder, m_map.messages.text(), index++);
            if (builder.expect(message, JsonView::Kind::Object, pointer))
                readMessage(message, pointer, builder);
            else
                builder.treeField(pointer.substr(1), message);
        }
    }

    void readMessages(const JsonView& record, RecordBuilder& builder) const
    {
        if (const JsonView system = m_map.system.in(record); !system.string().empty())
            readPlainMessage("system", system.string(), m_map.system.text(), builder);
        if (!m_map.history.member().empty())
            readAnyMessages(m_map.history.in(record), m_map.history.member(), builder);
        if (!m_map.messages.empty())
            readList(m_map.messages.in(record), builder);
        if (!m_map.prompt.empty()) {
            const std::string_view prompt = m_map.prompt.in(record).string();
            const std::string_view query = m_map.query.in(record).string();
            builder.expect(m_map.prompt.in(record), JsonView::Kind::String, m_map.prompt.text());
            builder.beginMessage("user", m_map.prompt.text());
            builder.text(builder.keep({prompt, prompt.empty() || query.empty() ? "" : "\n", query}));
        }
        if (!m_map.response.empty()) {
            builder.beginMessage("assistant", m_map.response.text());
            readText(m_map.response.in(record), m_map.response.text(), builder);
        }
    }

    void readRatings(const JsonView& record, RecordBuilder& builder) const
    {
        for (const auto [name, value] : m_map.ratings.in(record).members())
            readRating(name, value, builder.keep({m_map.ratings.text(), "/", name}), builder);
        for (const auto& [name, pointer] : m_map.ratingsByName) {
            if (const JsonView value = pointer.in(record); value.hasValue())
                readRating(name, value, pointer.text(), builder);
        }
    }

    static void readRating(std::string_view name, const JsonView& value, std::string_view pointer,
                           RecordBuilder& builder)
    {
        if (value.isNumber())
            builder.rating(name, value.number());
        else if (!builder.expect(value, JsonView::Kind::Integer, pointer))
            builder.rating(name, std::nullopt, {}, builder.keep({value.toJson()}));
    }

    void readCandidates(const JsonView& record, RecordBuilder& builder) const
    {
        std::size_t index = 0;
        for (const JsonView each : m_map.candidates.in(record).elements()) {
            const std::string_view pointer = pointerTo(builder, m_map.candidates.text(), index++);
            const JsonView text = m_map.candidateText.in(each);
            readCandidate(CandidateKind::Sample, text.isString() ? text : each, pointer, builder);
            for (const auto [key, value] : each.members()) {
                if (text.isString() && key != m_map.candidateText.member())
                    builder.messageField(key, value);
            }
        }
        if (!m_map.chosen.empty())
            readCandidate(CandidateKind::Chosen, m_map.chosen.in(record), m_map.chosen.text(), builder);
        if (!m_map.rejected.empty())
            readCandidate(CandidateKind::Rejected, m_map.rejected.in(record), m_map.rejected.text(), builder);
    }

    /// Members that are not as their mapping says become fields, like all others.
    void readRest(const JsonView& record, RecordBuilder& builder) const
    {
        for (const auto [key, value] : record.members()) {
            const std::string_view name = key;
            const JsonView::Kind kind = value.kind();
            const bool isRead = std::any_of(m_read.begin(), m_read.end(), [&](const ReadMember& known) {
                return !known.member.empty() && known.member == name && kind > JsonView::Kind::Null &&
                       (known.kind == kind || known.kind == JsonView::Kind::Missing);
            });
            if (!isRead)
                builder.field(name, value);
        }
    }

    /// A member of the record that the mapping names, and the kind that it must have; Missing for any kind.
    struct ReadMember {
        std::string_view member;
        JsonView::Kind kind;
    };

    FormatMapping m_map;
    std::string m_rule;
    std::vector<ReadMember> m_read;
};

} // namespace

std::shared_ptr<const Format> describedFormat(FormatMapping mapping)
{
    return std::make_shared<const DescribedFormat>(std::move(mapping));
}

const FormatMapping* describedMapping(const Format& format)
{
    const auto* described = dynamic_cast<const DescribedFormat*>(&format);
    return described == nullptr ? nullptr : &described->mapping();
}

bool isUsable(const FormatMapping& mapping)
{
    if (!mapping.messages.empty() && (mapping.role.empty() || mapping.text.empty()))
        return false;
    return !mapping.messages.empty() || !mapping.prompt.empty() || !mapping.response.empty() ||
           !mapping.candidates.empty() || (!mapping.chosen.empty() && !mapping.rejected.empty());
}

} // namespace duologue
