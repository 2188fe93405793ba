// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/facet_request.h"

#include "core/query/evaluate.h"
#include "ui/work/task_run.h"

#include <new>
#include <utility>

namespace duologue::ui {

namespace {

/// Throws a Phrase that says what the engine cannot do.
FacetCountsPtr countByEngine(const FacetRequest& request, const FacetCountsPtr& before, const Job& job)
{
    const WaitsElsewhere waits;
    const TableCounts& engine = *request.engine;
    auto made = std::make_shared<FacetCounts>();
    made->engine = request.engine;
    made->facet = before && before->engine == request.engine && before->facet->field.key == request.field
                      ? before->facet
                      : engine.facet(request.view->snapshot, request.field, job);
    if (request.others.kind == QueryKind::Everything) {
        for (const FacetValue& value : made->facet->values)
            made->counts.push_back(value.total);
    } else {
        const std::string condition = engine.condition(request.others, job);
        made->counts = engine.countFacet(*made->facet, condition, job);
    }
    return made;
}

} // namespace

std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field,
                                         std::shared_ptr<const TableCounts> engine)
{
    FacetRequest request{view, field, withoutField(asked, field), std::move(engine)};
    return waitsForRows(*view, asked, request.others) ? std::nullopt : std::optional(std::move(request));
}

FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job)
{
    Phrase whyHere;
    try {
        if (request.engine) {
            auto counted = countByEngine(request, before, job);
            return job.stopRequested() ? nullptr : counted;
        }
    } catch (Phrase& mistake) {
        whyHere = std::move(mistake);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    try {
        const SnapshotPtr& snapshot = request.view->snapshot;
        FieldFacetPtr facet = before && before->engine == nullptr ? before->facet : nullptr;
        if (!facet || facet->snapshot != snapshot || facet->field.key != request.field)
            facet = makeFacet(snapshot, request.field, job);
        if (!facet)
            return nullptr;
        auto made = std::make_shared<FacetCounts>(FacetCounts{facet, {}, nullptr, std::move(whyHere)});
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
