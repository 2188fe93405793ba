// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/clickhouse_http.h"

#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <curl/curl.h>
#include <exception>
#include <memory>
#include <mutex>
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

/// CURL and CURLM are one type.
struct FreeEasy {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeMulti {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

void initialiseOnce()
{
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

bool isWorthRetrying(CURLcode code)
{
    return code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_GOT_NOTHING ||
           code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR;
}

} // namespace

/// One attempt.
struct ClickHouseHttp::Transfer {
    std::unique_ptr<CURL, FreeEasy> easy;
    const TakeBytes* take = nullptr;
    std::string error;
    std::array<char, CURL_ERROR_SIZE> why{};
    bool hasBytes = false;
    bool isEnough = false;
    CURLcode result = CURLE_OK;
    /// Whatever take() has thrown.
    std::exception_ptr thrown;

    long status() const
    {
        long status = 0;
        curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }

    std::string reason() const { return why[0] != '\0' ? why.data() : curl_easy_strerror(result); }

    static std::size_t receive(const char* bytes, std::size_t size, std::size_t count, void* user)
    {
        auto& self = *static_cast<Transfer*>(user);
        const std::string_view piece(bytes, size * count);
        // Nothing may be thrown through a library that is written in C.
        try {
            if (self.status() != kOk) {
                self.error.append(
                    piece.substr(0, kLongestError - std::min(kLongestError, self.error.size())));
                return piece.size();
            }
            self.hasBytes = true;
            self.isEnough = !(*self.take)(piece);
            return self.isEnough ? 0 : piece.size();
        } catch (...) {
            self.thrown = std::current_exception();
            return 0;
        }
    }
};

ClickHouseHttp::ClickHouseHttp(TableAddress address, Credentials credentials, ServerLimits limits)
    : m_address(std::move(address)), m_credentials(std::move(credentials)), m_limits(limits)
{
    initialiseOnce();
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

void ClickHouseHttp::prepare(Transfer& transfer, std::string_view sql) const
{
    transfer.easy.reset(curl_easy_init());
    if (!transfer.easy)
        throw std::bad_alloc();
    CURL* const easy = transfer.easy.get();
    curl_easy_setopt(easy, CURLOPT_URL, url().c_str());
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(sql.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, sql.data());
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, static_cast<long>(m_limits.connectTime.count()));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, static_cast<long>((m_limits.queryTime + kGrace).count()));
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer.why.data());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Transfer::receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    // As curl does, and the library alone does not.
    for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
        if (const char* file = std::getenv(name); file != nullptr && *file != '\0') {
            curl_easy_setopt(easy, CURLOPT_CAINFO, file);
            break;
        }
    }
    if (m_credentials.user.empty() && m_credentials.password.empty()) {
        curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
        return;
    }
    const std::string& user = m_credentials.user;
    curl_easy_setopt(easy, CURLOPT_USERNAME, user.empty() ? "default" : user.c_str());
    curl_easy_setopt(easy, CURLOPT_PASSWORD, m_credentials.password.c_str());
}

Phrase ClickHouseHttp::perform(Transfer& transfer, const Job& job) const
{
    const std::unique_ptr<CURLM, FreeMulti> multi(curl_multi_init());
    if (!multi)
        throw std::bad_alloc();
    curl_multi_add_handle(multi.get(), transfer.easy.get());
    int running = 1;
    while (running > 0 && !job.stopRequested()) {
        if (curl_multi_perform(multi.get(), &running) != CURLM_OK)
            break;
        if (running > 0)
            curl_multi_poll(multi.get(), nullptr, 0, kPollMilliseconds, nullptr);
    }
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
        if (message->msg == CURLMSG_DONE)
            transfer.result = message->data.result;
    }
    // Closes the connection if the answer has not come to its end.
    curl_multi_remove_handle(multi.get(), transfer.easy.get());
    if (transfer.thrown)
        std::rethrow_exception(transfer.thrown);
    if (job.stopRequested() || transfer.isEnough)
        return {};
    if (transfer.status() != kOk && transfer.status() != 0)
        return transfer.error.empty() ? Phrase(PhraseId::ServerStatus, transfer.status())
                                      : Phrase(PhraseId::ServerSays, serverSentence(transfer.error));
    if (transfer.result == CURLE_OK)
        return {};
    if (transfer.result == CURLE_OPERATION_TIMEDOUT && transfer.status() == kOk)
        return {PhraseId::AnswerTooSlow, (m_limits.queryTime + kGrace).count()};
    if (transfer.hasBytes)
        return {PhraseId::AnswerBroken, transfer.reason()};
    return {PhraseId::ServerNotReached, m_address.host + ':' + std::to_string(m_address.port),
            transfer.reason()};
}

Phrase ClickHouseHttp::ask(std::string_view sql, const Job& job, const TakeBytes& take) const
{
    constexpr std::chrono::milliseconds kFirstPause{50};
    for (int attempt = 1;; ++attempt) {
        Transfer transfer;
        transfer.take = &take;
        prepare(transfer, sql);
        Phrase mistake = perform(transfer, job);
        const bool isLast = attempt >= m_limits.attempts || transfer.hasBytes || transfer.status() != 0 ||
                            !isWorthRetrying(transfer.result);
        if (mistake.empty() || isLast)
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
