// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextDocument>
#include <QVariant>

namespace duologue::ui {

/// A document that has only what it was given: a QTextDocument would read a local file that its text names,
/// even where the view that shows it loads nothing.
class SealedDocument : public QTextDocument {
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int, const QUrl&) override { return {}; }
};

} // namespace duologue::ui
