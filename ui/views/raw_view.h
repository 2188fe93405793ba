// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/decoded_record.h"

#include <QPlainTextEdit>

namespace duologue::ui {

class JsonHighlighter;

/// A record as it stands in its file: every byte of every token, laid out for reading, with the places of its
/// problems marked. Long records are shown as they are, without layout. GUI thread.
class RawView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit RawView(QWidget* parent);

    void showRecord(const DecodedRecordPtr& record);

protected:
    void changeEvent(QEvent* event) override;

private:
    void markProblems(const DecodedRecord& record, const std::vector<std::size_t>& places);

    JsonHighlighter* m_highlighter;
};

} // namespace duologue::ui
