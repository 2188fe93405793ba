// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"

#include <array>

namespace duologue {

namespace {

/// Keys under which records have their messages, the usual one first.
constexpr std::array<std::string_view, 6> kMessageKeys{"messages", "conversation", "dialogue",
                                                       "dialog",   "history",      "chat"};

std::string_view messageKey(const JsonView& record)
{
    for (const std::string_view key : kMessageKeys) {
        const JsonView list = record[key];
        if (isMessageList(list) && (*list.elements().begin())["role"].isString())
            return key;
    }
    return {};
}

class OpenaiMessages final : public Format {
public:
    std::string_view id() const override { return "openai-messages"; }
    std::string_view title() const override { return "OpenAI messages"; }
    std::string_view rule() const override
    {
        return "\"messages\" (or \"conversation\", \"dialogue\", \"dialog\", \"history\", \"chat\", or a "
               "bare "
               "list) of objects with \"role\" and \"content\"";
    }

    int recognise(const JsonView& record) const override
    {
        if (record.isArray())
            return isMessageList(record) && (*record.elements().begin())["role"].isString() ? 74 : 0;
        const std::string_view key = messageKey(record);
        if (key == "messages")
            return 75;
        return key.empty() ? 0 : key == "history" ? 55 : 73;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        if (record.isArray()) {
            readChatMessages(record, {}, builder);
            return;
        }
        const std::string_view id = readRecordId(record, builder);
        const std::string_view known = messageKey(record);
        const std::string_view key = known.empty() ? kMessageKeys.front() : known;
        const std::string_view system = readSystem(record, record[key], builder);
        readChatMessages(record[key], key, builder);
        const std::string_view tools = readToolLists(record, builder);
        readRest(record, {key, system, tools, id}, builder);
    }

private:
    /// Descriptions of tools are never a category.
    static std::string_view readToolLists(const JsonView& record, RecordBuilder& builder)
    {
        for (const std::string_view key : {"tools", "functions"}) {
            if (!record[key].isMissing()) {
                builder.treeField(key, record[key]);
                return key;
            }
        }
        return {};
    }
};

} // namespace

const Format& openaiMessagesFormat()
{
    static const OpenaiMessages format;
    return format;
}

} // namespace duologue
