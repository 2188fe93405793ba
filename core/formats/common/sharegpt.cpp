// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"

#include <array>

namespace duologue {

namespace {

/// Keys under which records have their messages, the usual one first.
constexpr std::array<std::string_view, 6> kListKeys{"conversations", "conversation", "messages",
                                                    "dialogue",      "dialog",       "items"};

bool isFromList(const JsonView& list)
{
    return isMessageList(list) && (*list.elements().begin())["from"].isString();
}

std::string_view listKey(const JsonView& record)
{
    for (const std::string_view key : kListKeys) {
        const JsonView list = record[key];
        const bool messages = key == kListKeys.front() ? isMessageList(list) : isFromList(list);
        if (messages || isExchangeList(list))
            return key;
    }
    return {};
}

class Sharegpt final : public Format {
public:
    std::string_view id() const override { return "sharegpt"; }
    std::string_view title() const override { return "ShareGPT conversations"; }
    std::string_view rule() const override
    {
        return "\"conversations\" (or \"conversation\", \"messages\", \"dialogue\", \"dialog\", \"items\", "
               "or a "
               "bare list) of objects with \"from\" and \"value\", or of questions and answers";
    }

    int recognise(const JsonView& record) const override
    {
        if (record.isArray())
            return isFromList(record) ? 76 : 0;
        const std::string_view key = listKey(record);
        if (key.empty())
            return 0;
        return isExchangeList(record[key]) ? 71 : 82;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        if (record.isArray()) {
            readChatMessages(record, {}, builder);
            return;
        }
        const std::string_view id = readRecordId(record, builder);
        const JsonView system = record["system"];
        const JsonView tools = record["tools"];
        if (system.isString() && !system.string().empty())
            readPlainMessage("system", system.string(), "/system", builder);
        const std::string_view known = listKey(record);
        const std::string_view key = known.empty() ? kListKeys.front() : known;
        if (!readAnyMessages(record[key], key, builder))
            readChatMessages(record[key], key, builder);
        if (!tools.isMissing())
            builder.treeField("tools", tools);
        readRest(record, {key, system.isString() ? "system" : key, "tools", id}, builder);
    }
};

} // namespace

const Format& sharegptFormat()
{
    static const Sharegpt format;
    return format;
}

} // namespace duologue
