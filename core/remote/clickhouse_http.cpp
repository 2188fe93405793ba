// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/clickhouse_http.h"

#include "core/remote/http_module.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>

namespace duologue {

namespace {

/// How long a wait for bytes lasts before the job is looked at.
constexpr int kPollMilliseconds = 40;
/// The server stops a query by itself; this is for servers that do not.
constexpr std::chrono::seconds kGrace{5};
constexpr std::size_t kLongestError = std::size_t{64} << 10U;
constexpr std::size_t kLongestQuery = std::size_t{16} << 20U;
constexpr long kOk = 200;

const Module<HttpModule>& httpModule()
{
    static const Module<HttpModule> module;
    return module;
}

} // namespace

/// One attempt.
struct ClickHouseHttp::Transfer {
    const Job& job;
    const TakeBytes& take;
    std::string error;
    HttpEnd end;
    bool hasBytes = false;
    bool isEnough = false;
    /// Whatever take() has thrown.
    std::exception_ptr thrown;

    static bool receive(void* transfer, long status, const char* bytes, std::size_t length) noexcept
    {
        auto& self = *static_cast<Transfer*>(transfer);
        const std::string_view piece(bytes, length);
        // Nothing may be thrown through a library that is written in C.
        try {
            if (status != kOk) {
                self.error.append(
                    piece.substr(0, kLongestError - std::min(kLongestError, self.error.size())));
                return true;
            }
            self.hasBytes = true;
            self.isEnough = !self.take(piece);
            return !self.isEnough;
        } catch (...) {
            self.thrown = std::current_exception();
            return false;
        }
    }

    static bool isStopped(void* transfer) noexcept
    {
        return static_cast<const Transfer*>(transfer)->job.stopRequested();
    }

    bool isWorthRetrying() const
    {
        return end.kind == HttpEnd::Kind::NotReached && !hasBytes && end.status == 0;
    }
};

ClickHouseHttp::ClickHouseHttp(TableAddress address, Credentials credentials, ServerLimits limits)
    : m_address(std::move(address)), m_credentials(std::move(credentials)), m_limits(limits)
{
}

std::string ClickHouseHttp::url() const
{
    const bool isIpv6 = m_address.host.find(':') != std::string::npos;
    std::string out = m_address.isEncrypted ? "https://" : "http://";
    out += isIpv6 ? '[' + m_address.host + ']' : m_address.host;
    out += ':' + std::to_string(m_address.port) +
           "/?max_execution_time=" + std::to_string(m_limits.queryTime.count()) +
           "&max_result_bytes=" + std::to_string(m_limits.resultBytes) +
           "&output_format_json_quote_64bit_integers=0&output_format_json_quote_denormals=0" +
           "&output_format_json_escape_forward_slashes=0" +
           // Conditions list characters and values.
           "&max_query_size=" + std::to_string(kLongestQuery);
    for (const auto& [name, value] : m_settings)
        out.append(1, '&').append(name).append(1, '=').append(value);
    // The last one: it forbids others after it.
    return out + "&readonly=1";
}

HttpEnd ClickHouseHttp::post(std::string_view sql, Transfer& transfer) const
{
    const std::string address = url();
    HttpPost request;
    request.url = address.c_str();
    request.body = sql.data();
    request.bodyLength = sql.size();
    if (!m_credentials.user.empty() || !m_credentials.password.empty()) {
        request.user = m_credentials.user.empty() ? "default" : m_credentials.user.c_str();
        request.password = m_credentials.password.c_str();
    }
    // As curl does, and the library alone does not.
    for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
        if (const char* file = std::getenv(name); file != nullptr && *file != '\0') {
            request.certificates = file;
            break;
        }
    }
    request.connectSeconds = static_cast<long>(m_limits.connectTime.count());
    request.seconds = static_cast<long>((m_limits.queryTime + kGrace).count());
    request.waitMilliseconds = kPollMilliseconds;
    request.caller = &transfer;
    request.take = &Transfer::receive;
    request.isStopped = &Transfer::isStopped;
    return httpModule().get()->post(request);
}

Phrase ClickHouseHttp::perform(std::string_view sql, Transfer& transfer) const
{
    transfer.end = post(sql, transfer);
    const HttpEnd& end = transfer.end;
    if (end.kind == HttpEnd::Kind::OutOfMemory)
        throw std::bad_alloc();
    if (transfer.thrown)
        std::rethrow_exception(transfer.thrown);
    if (transfer.job.stopRequested() || transfer.isEnough)
        return {};
    if (end.status != kOk && end.status != 0)
        return transfer.error.empty() ? Phrase(PhraseId::ServerStatus, end.status)
                                      : Phrase(PhraseId::ServerSays, serverSentence(transfer.error));
    if (end.kind == HttpEnd::Kind::Whole)
        return {};
    if (end.kind == HttpEnd::Kind::TooSlow && end.status == kOk)
        return {PhraseId::AnswerTooSlow, (m_limits.queryTime + kGrace).count()};
    if (transfer.hasBytes)
        return {PhraseId::AnswerBroken, end.reason.data()};
    return {PhraseId::ServerNotReached, m_address.host + ':' + std::to_string(m_address.port),
            end.reason.data()};
}

Phrase ClickHouseHttp::ask(std::string_view sql, const Job& job, const TakeBytes& take) const
{
    if (httpModule().get() == nullptr)
        return {PhraseId::ModuleNotOpened, toValidUtf8(httpModule().mistake())};
    constexpr std::chrono::milliseconds kFirstPause{50};
    for (int attempt = 1;; ++attempt) {
        Transfer transfer{job, take, {}, {}, false, false, nullptr};
        Phrase mistake = perform(sql, transfer);
        if (mistake.empty() || attempt >= m_limits.attempts || !transfer.isWorthRetrying())
            return mistake;
        std::this_thread::sleep_for(kFirstPause * attempt);
        if (job.stopRequested())
            return {};
    }
}

Phrase ClickHouseHttp::connect(const Job& job)
{
    m_settings.clear();
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNewer{{
        // Closing the connection ends the query even before it has an answer.
        {"cancel_http_readonly_queries_on_client_close", "1"},
        // An error in the middle of an answer stays the text that serverSentence() finds.
        {"http_write_exception_in_output_format", "0"},
        // Columns of tuples with names are objects.
        {"output_format_json_named_tuples_as_objects", "1"},
        // Bytes that are no UTF-8 do not become other bytes.
        {"output_format_json_validate_utf8", "0"},
    }};
    std::string names;
    Phrase mistake = ask("SELECT name FROM system.settings FORMAT TabSeparated", job, [&](auto bytes) {
        names += bytes;
        return true;
    });
    names.insert(names.begin(), '\n');
    for (const auto& [name, value] : kNewer) {
        if (names.find('\n' + std::string(name) + '\n') != std::string::npos)
            m_settings.emplace_back(name, value);
    }
    return mistake;
}

std::string serverSentence(std::string_view body)
{
    body = trimmed(body);
    constexpr std::string_view kBefore = "DB::Exception: ";
    if (const auto at = body.find(kBefore); at != std::string_view::npos)
        body = body.substr(at + kBefore.size());
    for (const std::string_view after : {", e.what() = ", " (version "}) {
        if (const auto at = body.rfind(after); at != std::string_view::npos)
            body = body.substr(0, at);
    }
    constexpr std::size_t kLongest = 500;
    const std::size_t length = wholeCharacters(body, kLongest);
    return toValidUtf8(body.substr(0, length)) + (length < body.size() ? "…" : "");
}

} // namespace duologue
