// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"

namespace duologue {

namespace {

/// The answer, or several of them.
void readOutput(const JsonView& output, RecordBuilder& builder)
{
    if (output.isArray()) {
        std::size_t index = 0;
        for (const JsonView each : output.elements())
            readCandidate(CandidateKind::Sample, each, pointerTo(builder, "/output", index++), builder);
    } else if (builder.expect(output, JsonView::Kind::String, "/output")) {
        readPlainMessage("assistant", output.string(), "/output", builder);
    } else if (!output.isMissing()) {
        builder.field("output", output);
    }
}

class Alpaca final : public Format {
public:
    std::string_view id() const override { return "alpaca"; }
    std::string_view title() const override { return "Alpaca instructions"; }
    std::string_view rule() const override { return "\"instruction\" is a text, and there is an \"output\""; }

    int recognise(const JsonView& record) const override
    {
        const bool asks = record["instruction"].isString() || record["input"].isString();
        const JsonView output = record["output"];
        if (!asks || (!output.isString() && !output.isArray()))
            return 0;
        return record["instruction"].isString() ? 81 : 45;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        const std::string_view id = readRecordId(record, builder);
        const JsonView system = record["system"];
        if (system.isString() && !system.string().empty())
            readPlainMessage("system", system.string(), "/system", builder);
        const JsonView history = record["history"];
        const bool emptyHistory = history.isArray() && history.size() == 0;
        if (history.hasValue() && !emptyHistory && !readAnyMessages(history, "history", builder)) {
            builder.problem(ProblemCode::UnexpectedType, "/history", PhraseId::ExpectedExchanges);
            builder.field("history", history);
        }
        const std::string_view input = readInstruction(record, builder);
        readOutput(record["output"], builder);
        readRest(record,
                 {"instruction", input, "output", "history", system.isString() ? "system" : "output", id},
                 builder);
    }
};

} // namespace

const Format& alpacaFormat()
{
    static const Alpaca format;
    return format;
}

} // namespace duologue
