// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/http_module.h"

#include "core/util/modules/module_entry.h"

#include <curl/curl.h>
#include <memory>
#include <string_view>

namespace duologue {

namespace {

/// CURL and CURLM are one type.
struct FreeEasy {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeMulti {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

long statusOf(CURL* easy)
{
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

HttpEnd::Kind kindOf(CURLcode code)
{
    switch (code) {
    case CURLE_OK:
        return HttpEnd::Kind::Whole;
    case CURLE_OPERATION_TIMEDOUT:
        return HttpEnd::Kind::TooSlow;
    case CURLE_OUT_OF_MEMORY:
        return HttpEnd::Kind::OutOfMemory;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
        return HttpEnd::Kind::NotReached;
    default:
        return HttpEnd::Kind::Other;
    }
}

/// What receives an answer.
struct Receiver {
    const HttpPost& post;
    CURL* easy;

    static std::size_t receive(const char* bytes, std::size_t size, std::size_t count, void* receiver)
    {
        const auto& self = *static_cast<const Receiver*>(receiver);
        const std::size_t length = size * count;
        return self.post.take(self.post.caller, statusOf(self.easy), bytes, length) ? length : 0;
    }
};

void prepare(CURL* easy, const HttpPost& post, Receiver& receiver, HttpEnd& end)
{
    curl_easy_setopt(easy, CURLOPT_URL, post.url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(post.bodyLength));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, post.body);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, post.connectSeconds);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, post.seconds);
    static_assert(sizeof end.reason >= CURL_ERROR_SIZE);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, end.reason.data());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Receiver::receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &receiver);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    if (post.certificates != nullptr)
        curl_easy_setopt(easy, CURLOPT_CAINFO, post.certificates);
    if (post.user == nullptr) {
        curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
        return;
    }
    curl_easy_setopt(easy, CURLOPT_USERNAME, post.user);
    curl_easy_setopt(easy, CURLOPT_PASSWORD, post.password);
}

class Libcurl final : public HttpModule {
public:
    Libcurl() { curl_global_init(CURL_GLOBAL_DEFAULT); }

    HttpEnd post(const HttpPost& request) const noexcept override
    {
        HttpEnd end;
        const std::unique_ptr<CURL, FreeEasy> easy(curl_easy_init());
        const std::unique_ptr<CURLM, FreeMulti> multi(curl_multi_init());
        if (!easy || !multi) {
            end.kind = HttpEnd::Kind::OutOfMemory;
            return end;
        }
        Receiver receiver{request, easy.get()};
        prepare(easy.get(), request, receiver, end);
        const CURLcode result = perform(multi.get(), easy.get(), request);
        end.kind = kindOf(result);
        end.status = statusOf(easy.get());
        if (end.reason[0] == '\0')
            std::string_view(curl_easy_strerror(result)).copy(end.reason.data(), end.reason.size() - 1);
        return end;
    }

private:
    static CURLcode perform(CURLM* multi, CURL* easy, const HttpPost& request)
    {
        CURLcode result = CURLE_OK;
        curl_multi_add_handle(multi, easy);
        int running = 1;
        while (running > 0 && !request.isStopped(request.caller)) {
            if (curl_multi_perform(multi, &running) != CURLM_OK)
                break;
            if (running > 0)
                curl_multi_poll(multi, nullptr, 0, request.waitMilliseconds, nullptr);
        }
        int left = 0;
        while (const CURLMsg* message = curl_multi_info_read(multi, &left)) {
            if (message->msg == CURLMSG_DONE)
                result = message->data.result;
        }
        // Closes the connection if the answer has not come to its end.
        curl_multi_remove_handle(multi, easy);
        return result;
    }
};

const Libcurl libcurl;

} // namespace

} // namespace duologue

DUOLOGUE_MODULE(duologue::libcurl)
