// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/facet/facet_value_model.h"
#include "ui/work/view.h"

#include <optional>

namespace duologue::ui {

/// What a facet asks for: counts of one field over the rows that all filters but its own leave.
struct FacetRequest {
    /// What is shown; its matches are taken where the facet's own filter makes no difference.
    ViewPtr view;
    std::string field;
    Query others;

    /// The same question of another state of the dataset.
    bool asksTheSame(const FacetRequest& other) const
    {
        return field == other.field && others == other.others;
    }
    bool operator==(const FacetRequest& other) const
    {
        return asksTheSame(other) && view && other.view && view->snapshot == other.view->snapshot;
    }
};

/// The request for a field, none while it waits for the view (waitsForRows()).
std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field);

/// Computes it; the facet of `before` (may be null) is taken over where it still holds. Null when the query
/// cannot be asked of this dataset, when memory ran out, or when the job was asked to stop. On a worker:
/// terms about texts read files.
FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job);

} // namespace duologue::ui
