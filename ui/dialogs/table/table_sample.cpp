// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/table/table_sample.h"

#include "core/export/conversation_text.h"
#include "core/load/record_reader.h"
#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

TableSample sampleOf(const TableFacts& facts)
{
    constexpr std::uint32_t kShown = 3;
    constexpr qsizetype kLettersOfEach = 4000;
    const Snapshot& snapshot = *facts.sample;
    TableSample sample;
    sample.conversations = snapshot.recordCount();
    sample.broken = snapshot.problemCounts.errors();
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const auto [begin, end] = snapshot.messageRange(row);
        sample.messages += end - begin;
    }
    const auto shown = std::min<std::size_t>(kShown, snapshot.recordCount());
    for (std::uint32_t i = 0; i < shown; ++i) {
        const auto record = readRecord(snapshot, Row{i});
        if (!record)
            continue;
        const QString text = toQt(conversationText(record.value()->conversation, std::nullopt));
        sample.text += text.left(kLettersOfEach);
        sample.text += text.size() > kLettersOfEach ? QStringLiteral("…\n\n\n") : QStringLiteral("\n\n");
    }
    sample.text = asLines(sample.text);
    return sample;
}

} // namespace duologue::ui
