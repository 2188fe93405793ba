// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>

class QPagedPaintDevice;

namespace duologue::ui {

class TranscriptView;
class Workspace;

/// Adds the print actions to a transcript: print or save as PDF the selected or the matching conversations.
/// Errors are reported at the top of the window.
void addPrintActions(TranscriptView& transcript, Workspace& workspace);

/// A PDF file with A4 pages, to be painted on at 96 dots per inch.
std::unique_ptr<QPagedPaintDevice> pdfDevice(const QString& path, const QString& title);

} // namespace duologue::ui
