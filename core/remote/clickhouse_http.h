// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_address.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

struct HttpEnd;

/// Gets the next bytes of an answer; returns false if no more are wanted.
using TakeBytes = std::function<bool(std::string_view)>;

/// A ClickHouse server that is asked over HTTP. Every query is a POST of its own that may only read
/// (readonly=1). Any thread may ask at any time.
class ClickHouseHttp {
public:
    ClickHouseHttp(TableAddress address, Credentials credentials, ServerLimits limits = {});

    const TableAddress& address() const { return m_address; }

    /// Learns which settings the server has. Empty if it answers. Call it first.
    Phrase connect(const Job& job);

    /// Sends a query and passes the answer on as it comes. Blocks; stops within 100 ms if the job is stopped,
    /// and closes the connection, so that the server ends the query. A connection that fails before anything
    /// has come is tried again. Empty if the answer came to its end, or was stopped by the job or by `take`;
    /// otherwise why it did not. What was passed on before is good.
    Phrase ask(std::string_view sql, const Job& job, const TakeBytes& take) const;

private:
    struct Transfer;

    std::string url() const;
    HttpEnd post(std::string_view sql, Transfer& transfer) const;
    Phrase perform(std::string_view sql, Transfer& transfer) const;

    TableAddress m_address;
    Credentials m_credentials;
    ServerLimits m_limits;
    /// Settings that only newer servers have.
    std::vector<std::pair<std::string, std::string>> m_settings;
};

/// The sentence in what the server says of an error: without its numbers and its version.
std::string serverSentence(std::string_view body);

} // namespace duologue
