// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>

class QPagedPaintDevice;

namespace duologue::ui {

class TranscriptView;
class Workspace;

/// Gives a transcript the actions printSelected and savePdf (the selected conversations), printAll and
/// savePdfAll (all that the filter leaves). Failures are reported at the top of the window.
void addPrintActions(TranscriptView& transcript, Workspace& workspace);

/// A PDF file with A4 pages at 96 dots per inch.
std::unique_ptr<QPagedPaintDevice> pdfDevice(const QString& path, const QString& title);

} // namespace duologue::ui
