// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/dataset_facts.h"

#include "core/dataset/record_visitor.h"

#include <algorithm>

namespace duologue {

namespace {

/// The code of a role in the dataset's list; none if no message has it.
CategoryCode codeOfRole(const Snapshot& snapshot, std::string_view role)
{
    for (std::size_t i = 0; i < snapshot.messages.roles.size(); ++i) {
        if (snapshot.messages.roles[i].en == role)
            return categoryCode(i);
    }
    return kNoCategory;
}

bool isRole(const MessageFlags& message, CategoryCode role)
{
    return role != kNoCategory && message.role == roleNumber(role);
}

void addLanguages(FormatFacts& facts, std::uint16_t languages)
{
    if (languages == 0)
        return;
    if (facts.byLanguages.size() <= languages)
        facts.byLanguages.resize(std::size_t{languages} + 1);
    ++facts.byLanguages[languages];
    ++facts.withText;
}

} // namespace

DatasetFacts factsOf(const Snapshot& snapshot, const RowSet& rows, const Job& job)
{
    DatasetFacts facts;
    facts.keys = textKeysOf(snapshot);
    facts.formats.resize(std::max<std::size_t>(snapshot.formats.size(), 256));
    const CategoryCode user = codeOfRole(snapshot, "user");
    const CategoryCode assistant = codeOfRole(snapshot, "assistant");
    const CategoryCode system = codeOfRole(snapshot, "system");
    const MessageTable& messages = snapshot.messages;
    rows.forEach([&](Row row) {
        if (indexOf(row) % 65'536 == 0 && job.stopRequested())
            return;
        const RecordEntry record = snapshot.record(row);
        if (record.state == RecordState::Broken)
            return;
        FormatFacts& format = facts.formats[record.format];
        ++format.records;
        addLanguages(format, record.languages());
        auto [begin, end] = snapshot.messageRange(row);
        while (begin < end && isRole(messages.flags(begin), system))
            ++begin;
        while (begin < end && isRole(messages.flags(end - 1), system))
            end = end - 1;
        if (begin == end)
            return;
        ++format.withMessages;
        format.beginWithAssistant += isRole(messages.flags(begin), assistant) ? 1 : 0;
        format.endWithUser += isRole(messages.flags(end - 1), user) ? 1 : 0;
    });
    for (FormatFacts& format : facts.formats) {
        const auto most = std::max_element(format.byLanguages.begin(), format.byLanguages.end());
        if (most == format.byLanguages.end())
            continue;
        format.usualLanguages = static_cast<std::uint16_t>(most - format.byLanguages.begin());
        format.withUsualLanguages = *most;
    }
    return facts;
}

} // namespace duologue
