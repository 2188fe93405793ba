// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/exporter.h"
#include "core/json/json_scanner.h"

namespace duologue {

namespace {

/// Joins the lines of a record token by token, so that numbers, escapes and the order of keys stay as they
/// are. Comments would hide what follows them, so they are left out.
void appendOnOneLine(std::string_view record, std::string& out, Losses& losses)
{
    JsonScanner scanner(record);
    JsonTokenKind before = JsonTokenKind::End;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.kind == JsonTokenKind::Comment) {
            losses.add(PhraseId::LostComments);
            continue;
        }
        if (before == JsonTokenKind::Comma || before == JsonTokenKind::Colon ||
            (before == JsonTokenKind::Scalar && token.kind == JsonTokenKind::Scalar))
            out += ' ';
        out += token.in(record);
        before = token.kind;
    }
    out += '\n';
}

class Raw final : public Exporter {
public:
    std::string_view id() const override { return "raw"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "Records as they are"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters", "the own bytes of each record, one on each line");
    }
    std::string_view ending() const override { return ".jsonl"; }
    bool needsOnlyBytes() const override { return true; }
    bool takesColumns() const override { return false; }
    std::vector<ExportLanguage> languages() const override { return {ExportLanguage::Both}; }

    std::string head(const ExportContext& context) const override
    {
        return std::string(byteOrderMark(context.encoding));
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        if (context.encoding == TextEncoding::Utf8) {
            writeUtf8(record, context, out, losses);
            return;
        }
        std::string utf8;
        writeUtf8(record, context, utf8, losses);
        out += encodedJson(utf8, context.encoding);
    }

private:
    static void writeUtf8(const ExportRecord& record, const ExportContext& context, std::string& out,
                          Losses& losses)
    {
        const RecordEntry entry = context.snapshot.record(record.row);
        const bool isOneLine = record.bytes.find('\n') == std::string_view::npos;
        const RecordForm form = context.snapshot.file(entry.file).origin.form;
        if (context.snapshot.file(entry.file).columns)
            losses.remark(PhraseId::RowsAsJson);
        if (isOneLine || form != RecordForm::Value) {
            // A session is several lines, each with a value of its own.
            out.append(record.bytes).append(record.bytes.ends_with('\n') ? "" : "\n");
        } else if (entry.state == RecordState::Broken) {
            // Without its line breaks it might look like another record.
            losses.leaveOut(PhraseId::LeftOutBroken);
        } else {
            appendOnOneLine(record.bytes, out, losses);
        }
    }
};

} // namespace

const Exporter& rawExporter()
{
    static const Raw exporter;
    return exporter;
}

} // namespace duologue
