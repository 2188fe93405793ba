// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/problem.h"
#include "ui/views/document/transcript_document.h"

#include <QStringList>
#include <map>

namespace duologue::ui {

class Workspace;

/// A record with all that a transcript shows of it: where it is, its dataset's intents, what checks have
/// found.
TranscriptDocument::Source sourceOf(Workspace& workspace, const DecodedRecordPtr& record);

/// What checks have found in the messages of a record: titles, each once a message, by the index of the
/// message.
std::map<int, QStringList> findingsOf(Workspace& workspace, Row row);

} // namespace duologue::ui
