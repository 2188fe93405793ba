// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/facet/facet_value_model.h"
#include "ui/work/view.h"

#include <optional>

namespace duologue::ui {

/// The request of a facet: counts of one field over the rows that match all filters except its own.
struct FacetRequest {
    /// The current view. Its matching rows are used if the facet's own filter makes no difference.
    ViewPtr view;
    std::string field;
    Query others;
    /// Counts over all rows of the table of which the view has some; null to count the rows here.
    std::shared_ptr<const Source> engine = {};

    /// True if only the state of the dataset differs.
    bool differsOnlyInSnapshot(const FacetRequest& other) const
    {
        return field == other.field && others == other.others && engine == other.engine;
    }
    bool operator==(const FacetRequest& other) const
    {
        return differsOnlyInSnapshot(other) && view && other.view && view->snapshot == other.view->snapshot;
    }
};

/// The request for a field; empty while it has to wait for the view (waitsForRows()).
std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field,
                                         std::shared_ptr<const Source> engine = {});

/// Computes the counts, reusing the facet of `before` (may be null) if it is still valid. Null if the query
/// is not valid for this dataset, if memory ran out, or if the job was stopped. For a worker, because terms
/// about texts read files, and an engine takes its time.
FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job);

} // namespace duologue::ui
