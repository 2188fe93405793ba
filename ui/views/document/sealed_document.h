// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextDocument>
#include <QVariant>

namespace duologue::ui {

/// A document that loads nothing. A QTextDocument would read local files that its text names, even if its
/// view loads nothing.
class SealedDocument : public QTextDocument {
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int, const QUrl&) override { return {}; }
};

} // namespace duologue::ui
