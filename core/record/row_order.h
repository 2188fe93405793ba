// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/field_reader.h"
#include "core/record/row_set.h"

namespace duologue {

/// The rows of a set in file order.
RowOrder orderOf(const RowSet& rows);

/// The rows sorted by a field: numbers by value, categories and texts as people sort names; equal ones stay
/// in the order they had, and rows without a value come last either way.
RowOrder sortedBy(RowOrder rows, const FieldReader& field, bool descending);

} // namespace duologue
