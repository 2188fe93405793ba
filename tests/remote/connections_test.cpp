// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/clickhouse_http.h"
#include "core/util/phrase_id.h"
#include "tests/support/environment.h"
#include "tests/support/print.h"
#include "tests/support/scripted_server.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <chrono>

using namespace duologue;
using namespace duologue::test;

namespace {

struct Answer {
    std::string text;
    Phrase mistake;
};

Answer answerOf(const TableAddress& address)
{
    Answer answer;
    ServerLimits limits;
    limits.connectTime = std::chrono::seconds(5);
    limits.attempts = 1;
    const ClickHouseHttp server(address, {}, limits);
    answer.mistake = server.ask("SELECT 1", Job(), [&answer](std::string_view bytes) {
        answer.text += bytes;
        return true;
    });
    return answer;
}

/// Answers over TLS, with a certificate that nobody has signed but the server itself.
constexpr const char* kTlsServer = R"python(
import http.server, ssl, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
)python";

} // namespace

/// What stands between the program and a server: certificates, proxies, users in files.
class ConnectionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void certificatesAreChecked();
    void proxiesAreUsed();
    void usersAreInNetrc();
};

void ConnectionsTest::certificatesAreChecked()
{
    const TempFolder folder;
    const QString pem = QString::fromStdString((folder.path() / "server.pem").string());
    QProcess make;
    make.start(QStringLiteral("openssl"),
               {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-days"),
                QStringLiteral("2"), QStringLiteral("-subj"), QStringLiteral("/CN=127.0.0.1"),
                QStringLiteral("-addext"), QStringLiteral("subjectAltName=IP:127.0.0.1"),
                QStringLiteral("-keyout"), pem, QStringLiteral("-out"), pem + QStringLiteral(".cert")});
    if (!make.waitForStarted())
        QSKIP("OPENSSL NOT FOUND: install openssl to run this test");
    QVERIFY(make.waitForFinished());
    QProcess join;
    join.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("cat \"$0.cert\" >>\"$0\""), pem});
    QVERIFY(join.waitForFinished());
    QProcess server;
    server.start(QStringLiteral("python3"), {QStringLiteral("-c"), QLatin1String(kTlsServer), pem});
    QVERIFY(server.waitForStarted() && server.waitForReadyRead());
    TableAddress address{Engine::ClickHouse, true, "127.0.0.1", 0, "d", {}, "t"};
    address.port = server.readAllStandardOutput().trimmed().toUShort();

    const Answer unknown = answerOf(address);
    QCOMPARE(unknown.text, std::string());
    QVERIFY2(inEnglish(unknown.mistake).find("certificate") != std::string::npos,
             inEnglish(unknown.mistake).c_str());
    {
        const Environment trusted("CURL_CA_BUNDLE", (pem + QStringLiteral(".cert")).toUtf8());
        const Answer known = answerOf(address);
        QVERIFY2(known.mistake.empty(), inEnglish(known.mistake).c_str());
        QCOMPARE(known.text, std::string("ok"));
    }
    // Without TLS, such a server cannot be understood.
    address.isEncrypted = false;
    QVERIFY(!answerOf(address).mistake.empty());
    server.kill();
    server.waitForFinished();
}

void ConnectionsTest::proxiesAreUsed()
{
    std::string request;
    ScriptedServer proxy([&request](Connection& connection) {
        connection.readRequest();
        request = connection.request();
        connection.write(ScriptedServer::answer(200, "ok"));
    });
    const QByteArray url = "http://127.0.0.1:" + QByteArray::number(proxy.address().port);
    const Environment used("http_proxy", url);
    const TableAddress address{Engine::ClickHouse, false, "logs.invalid", 8123, "d", {}, "t"};
    QCOMPARE(answerOf(address).text, std::string("ok"));
    QVERIFY2(request.starts_with("POST http://logs.invalid:8123/"), request.c_str());
    const Environment without("no_proxy", "logs.invalid");
    QCOMPARE(answerOf(address).mistake.id, PhraseId::ServerNotReached);
}

void ConnectionsTest::usersAreInNetrc()
{
    std::string request;
    ScriptedServer server([&request](Connection& connection) {
        connection.readRequest();
        request = connection.request();
        connection.write(ScriptedServer::answer(200, "ok"));
    });
    const TempFolder home;
    home.write(".netrc", "machine 127.0.0.1 login reader password pass word\n");
    const Environment used("HOME", QByteArray::fromStdString(home.path().string()));
    QCOMPARE(answerOf(server.address()).text, std::string("ok"));
    QVERIFY2(request.find("Authorization: Basic " + QByteArray("reader:pass").toBase64().toStdString()) !=
                 std::string::npos,
             request.c_str());
    // It is in the head of the request, and nowhere else.
    QVERIFY(request.find("reader") == std::string::npos);
}

DUOLOGUE_TEST(ConnectionsTest)
#include "connections_test.moc"
