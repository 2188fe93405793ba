// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/facet_request.h"

#include "core/query/search/evaluate.h"

#include <new>

namespace duologue::ui {

std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field)
{
    FacetRequest request{view, field, withoutField(asked, field)};
    return waitsForRows(*view, asked, request.others) ? std::nullopt : std::optional(std::move(request));
}

FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job)
{
    try {
        const SnapshotPtr& snapshot = request.view->snapshot;
        FieldFacetPtr facet = before ? before->facet : nullptr;
        if (!facet || facet->snapshot != snapshot || facet->field.key != request.field)
            facet = makeFacet(snapshot, request.field, job);
        if (!facet)
            return nullptr;
        auto made = std::make_shared<FacetCounts>(FacetCounts{facet, {}});
        if (request.others.kind == QueryKind::Everything) {
            for (const FacetValue& value : facet->values)
                made->counts.push_back(value.total);
        } else if (answers(*request.view, request.others)) {
            made->counts = countFacet(*facet, request.view->matched, job);
        } else {
            const auto rows = evaluate(*snapshot, request.others, job);
            const auto* left = std::get_if<RowSet>(&rows);
            if (left == nullptr)
                return nullptr;
            made->counts = countFacet(*facet, *left, job);
        }
        return job.stopRequested() ? nullptr : made;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace duologue::ui
