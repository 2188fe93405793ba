// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/field_reader.h"
#include "core/table/row_set.h"

namespace duologue {

class SortKeys;

/// The rows of a set in file order.
RowOrder orderOf(const RowSet& rows);

/// The rows sorted by a field: numbers by value, categories and texts as people sort names, of several the
/// first; equal ones stay in the order they had, and rows without a value come last either way. All cores; a
/// million rows take some 10 ms, of texts that are all different ten times that. Throws std::bad_alloc. Where
/// the job is asked to stop, the rows are in any order.
RowOrder sortedBy(RowOrder rows, const FieldReader& field, bool descending, const Job& job = {});

/// The same by keys that are there; they must be of these rows at least.
RowOrder sortedBy(const RowOrder& rows, const SortKeys& keys, bool descending);

/// The rows of `order` that are wanted, in that order: sorting them anew would come to the same.
RowOrder orderWithin(const RowOrder& order, const RowSet& wanted);

} // namespace duologue
