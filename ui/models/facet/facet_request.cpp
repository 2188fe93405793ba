// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/facet_request.h"

#include "ui/work/task_run.h"

#include <new>
#include <utility>

namespace duologue::ui {

namespace {

/// Throws a Phrase that says what the source cannot count. Null if there is no such field.
std::shared_ptr<FacetCounts> countBy(const Source& source, const FacetRequest& request,
                                     const FacetCountsPtr& before, const Job& job)
{
    const SnapshotPtr& snapshot = request.view->snapshot;
    auto made = std::make_shared<FacetCounts>();
    made->engine = request.engine;
    // For an engine, it does not matter how many rows are here.
    const bool isSame = before && before->engine == request.engine &&
                        before->facet->field.key == request.field &&
                        (request.engine || before->facet->snapshot == snapshot);
    made->facet = isSame ? before->facet : source.facet(snapshot, request.field, job);
    if (!made->facet)
        return nullptr;
    if (request.others.kind == QueryKind::Everything) {
        for (const FacetValue& value : made->facet->values)
            made->counts.push_back(value.total);
        return made;
    }
    const bool isKnown = !request.engine && answers(*request.view, request.others);
    const Filter left = isKnown ? Filter{request.others, {request.view, &request.view->matched}}
                                : source.where(request.others, job);
    made->counts = source.count(*made->facet, left, job);
    return made;
}

} // namespace

std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field,
                                         std::shared_ptr<const Source> engine)
{
    FacetRequest request{view, field, withoutField(asked, field), std::move(engine)};
    return waitsForRows(*view, asked, request.others) ? std::nullopt : std::optional(std::move(request));
}

FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job)
{
    FacetRequest here = request;
    here.engine.reset();
    Phrase whyHere;
    try {
        std::shared_ptr<FacetCounts> made;
        try {
            if (request.engine) {
                const WaitsElsewhere waits;
                made = countBy(*request.engine, request, before, job);
            }
        } catch (Phrase& mistake) {
            whyHere = std::move(mistake);
        }
        if (!made)
            made = countBy(RowsHere(*request.view->snapshot), here, before, job);
        if (made)
            made->whyHere = std::move(whyHere);
        return job.stopRequested() ? nullptr : made;
    } catch (const Phrase&) {
        return nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace duologue::ui
