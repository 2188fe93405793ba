// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"
#include "core/record/record_origin.h"

namespace duologue {

/// Gives the fields of a record the names of labels that its dataset notes beside the file
/// (RecordOrigin::labels): a number becomes the category of that name. Values that the file itself names, and
/// numbers without a name, stay. Call when the record is read; the names live as long as the origin's labels.
void nameLabels(Conversation& conversation, const RecordOrigin& origin);

} // namespace duologue
