// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>

class QPagedPaintDevice;

namespace duologue::ui {

class TranscriptView;
class Workspace;

/// Gives a transcript the actions printConversation, savePdf (the conversation that is shown) and savePdfAll
/// (those that the filter leaves). What failed is said at the top of the window.
void addPrintActions(TranscriptView& transcript, Workspace& workspace);

/// A PDF file with pages of A4, to be painted on at 96 dots per inch.
std::unique_ptr<QPagedPaintDevice> pdfDevice(const QString& path, const QString& title);

} // namespace duologue::ui
