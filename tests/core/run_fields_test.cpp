// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "tests/core/index_folder.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

/// The fields that say what a run did.
class RunFieldsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void familiesSayTheSame_data();
    void familiesSayTheSame();
    void scoresAreNumbers();
    void plainChatsHaveNone();
    void answersCountOnce();
    void usageIsReadAsVendorsWriteIt_data();
    void usageIsReadAsVendorsWriteIt();
    void queriesAskForCalls_data();
    void queriesAskForCalls();
    void toolsTakeTime();
    void keysOfTheDataComeFirst();
    void ownErrorsComeFirst();
    void otherCostsAreNotOfRuns();
    void indexKeepsThem();

private:
    static std::filesystem::path folder() { return sourceFolder() / "tests/data/agents"; }
    /// "key value; key value", for each record.
    static std::string said(const Snapshot& snapshot)
    {
        std::string all;
        for (std::uint32_t row = 0; row < snapshot.recordCount(); ++row) {
            std::string line;
            for (const char* const key :
                 {"steps", "tool", "tool_error", "model", "tokens", "cost", "duration", "stop_reason"}) {
                const auto field = findField(snapshot, key);
                if (field && !field->info().ofMessages && field->has(Row{row}))
                    line += (line.empty() ? "" : "; ") + std::string(key) + " " + field->text(Row{row});
            }
            all += (row == 0 ? "" : "\n") + line;
        }
        return all;
    }
    static SnapshotPtr loaded(const std::string& lines)
    {
        const TempFolder folder;
        return load({folder.write("runs.jsonl", lines)});
    }
    /// Two calls of bash, of which the second one fails, and one of edit, which fails.
    static constexpr const char* kRun =
        R"({"id": "r", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}, {"id": "2", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "1", "content": "x"}, {"role": "tool", "tool_call_id": "2", "content": "y", "status": "error"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "3", "type": "function", "function": {"name": "edit", "arguments": "{}"}}, {"id": "4", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "3", "content": "no", "is_error": true}, {"role": "assistant", "content": "a"}]}
{"id": "s", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "edit", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "done"}]}, {"role": "assistant", "content": "a"}]}
)";
};

void RunFieldsTest::familiesSayTheSame_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char* file, const char* lines) { QTest::newRow(file) << file << lines; };
    // Who calls nothing and says nothing of it.
    row("langfuse.jsonl", "\n");
    row("slime.jsonl", "stop_reason completed\nstop_reason truncated");
    row("trl-completions.jsonl", "\n");
    row("verl.jsonl", "\n");
    row("aistudio.json", "model m");
    row("anthropic.jsonl", "steps 1; tool weather; tool_error 0\nsteps 1; tool web_search; tool_error 0");
    row("anthropic-log.jsonl",
        "model some-model; tokens 10; stop_reason end_turn\nmodel some-model; tokens 7; "
        "stop_reason end_turn");
    row("atif-steps.json", "steps 1; tool bash; tool_error 0");
    row("atif.json",
        "steps 2; tool weather, helper; tool_error 0; model m; tokens 40; cost 0.01; duration 3");
    row("autogen-session.json", "stop_reason stop\nstop_reason stop\nstop_reason stop\nstop_reason stop");
    row("autogen-team-list.json", "steps 1; tool rhyme; tool_error 0; tokens 135");
    row("autogen-team.json", "steps 1; tool rhyme; tool_error 0; tokens 135; stop_reason said");
    row("autogen.jsonl", "tokens 3; stop_reason stop\ntokens 3; stop_reason stop\nsteps 1; tool weather; "
                         "tool_error 0; stop_reason stop");
    row("bedrock.jsonl", "steps 1; tool weather; tool_error 0");
    row("choices.jsonl", "model m; tokens 7\nmodel m; tokens 5; stop_reason stop");
    row("claude-stream.jsonl",
        "steps 1; tool Bash; tool_error 0; model some-model; tokens 14; cost 0.25; duration 2.5");
    row("claude-code.jsonl",
        "steps 1; tool weather; tool_error 0; model m; tokens 6; duration 0\nsteps 0; model m; tokens 3; "
        "duration 0");
    row("../cases/141-runs-in-other-forms/pi_session.jsonl",
        "steps 1; tool read; tool_error 1; model m; tokens 28; cost 1.5; duration 8; stop_reason stop");
    row("codex-custom-tools.jsonl", "steps 2; tool shell, apply_patch; tool_error 0; duration 6");
    row("codex-exec.jsonl", "steps 3; tool shell, route; tool_error 1; tokens 14");
    row("codex-failures.jsonl", "steps 4; tool shell, route; tool_error 3; duration 9.9");
    row("codex-rollout.jsonl",
        "steps 2; tool weather, local_shell; tool_error 0; model some-model; duration 12");
    row("gemini.jsonl", "steps 1; tool weather; tool_error 0\nsteps 1; tool code_execution; tool_error 0");
    row("harmony-calls.jsonl", "\nsteps 1; tool weather; tool_error 0");
    row("harmony-messages.jsonl", "steps 1; tool weather; tool_error 0");
    row("harmony-text.jsonl", "steps 1; tool weather; tool_error 0");
    row("inspect-no-messages.json", "model m; stop_reason stop\nmodel m; stop_reason stop\nmodel m; "
                                    "stop_reason stop\nmodel m; stop_reason stop");
    row("inspect-references.json", "model some-model; stop_reason stop");
    row("inspect-run.eval", "model m; stop_reason stop\nmodel m; stop_reason stop");
    row("inspect.eval", "model some-model; tokens 7; duration 1.5; stop_reason stop\nmodel some-model; "
                        "tokens 7; duration 1.5; stop_reason stop");
    row("inspect.json", "model some-model; tokens 7; duration 1.5; stop_reason stop\nsteps 1; tool look; "
                        "tool_error 0; model some-model; tokens 7; duration 1.5; stop_reason stop\nmodel "
                        "some-model; tokens 7; duration 1.5; stop_reason stop");
    row("langchain-chunks.jsonl", "steps 1; tool weather; tool_error 0\n");
    row("langchain-list.json", "steps 1; tool wind; tool_error 0");
    row("langchain.jsonl",
        "steps 1; tool weather; tool_error 0; model m\nsteps 1; tool weather; tool_error 0\n");
    row("openai-chat-roles.jsonl", "steps 1; tool weather; tool_error 0");
    row("openai-chat.jsonl",
        "steps 1; tool weather; tool_error 0\nsteps 1; tool weather; tool_error 0\nsteps 1; tool weather; "
        "tool_error 0\nsteps 1; tool weather; tool_error 0\nsteps 1; tool weather; tool_error 0");
    row("openai-answer.jsonl", "model m\ntokens 6; stop_reason end_turn\ntokens 4; stop_reason stop\n"
                               "stop_reason stop\n");
    row("openhands-events.json", "steps 2; tool run, read; tool_error 1; duration 9");
    row("openhands-finish.json", "steps 1; tool run; tool_error 0; duration 3");
    row("openhands-histories.json", "steps 1; tool run; tool_error 0\nsteps 1; tool run; tool_error 0\nsteps "
                                    "1; tool run; tool_error 0\nsteps 1; tool run; tool_error 0");
    row("openhands-history.jsonl", "steps 2; tool run, read; tool_error 1; model m; cost 0.5; duration "
                                   "9\nsteps 1; tool run; tool_error 0; cost 0.25; duration 8");
    row("openhands-more.json", "steps 1; tool fetch; tool_error 0; model some-model; tokens 120; duration 9");
    row("openhands-sdk.jsonl", "steps 1; tool execute_bash; tool_error 0; duration 6");
    row("openhands-no-cause.json", "steps 1; tool run; tool_error 0");
    row("openinference-apart.jsonl", "model some-model\n");
    row("openinference.jsonl",
        "steps 1; tool weather; tool_error 0; model some-model; duration 5e-09\nsteps 1; tool "
        "weather; tool_error 0; model some-model; duration 5e-09");
    row("otel-batches.jsonl", "steps 1; tool weather; tool_error 0; model some-model; duration 8e-09; "
                              "stop_reason stop\nmodel some-model; tokens 12; duration 5e-09");
    row("otel-console.jsonl", "model some-model; tokens 10; duration 2.5");
    row("otel-helper.json", "steps 1; tool ask_baker; tool_error 0; model some-model; tokens 35; "
                            "duration 9");
    row("otel-spans-apart.jsonl", "model some-model; stop_reason stop\nstop_reason stop");
    row("otel-spans.jsonl", "steps 1; tool weather; tool_error 0; model some-model; duration 7e-09; "
                            "stop_reason stop\nmodel some-model");
    row("otel-trace.json",
        "steps 1; tool weather; tool_error 0; model some-model; duration 8e-09; stop_reason stop");
    row("otel-two-traces.json", "steps 1; tool weather; tool_error 0; model some-model; duration 8e-09; "
                                "stop_reason stop\nmodel some-model; tokens 12; duration 5e-09");
    row("responses-items.jsonl", "steps 1; tool weather; tool_error 0");
    row("responses-rows.jsonl", "steps 1; tool weather\n\nsteps 2; tool apply_patch, local_shell");
    row("responses-stored.jsonl",
        "steps 1; tool weather; tool_error 0; model some-model; tokens 12\nsteps 3; tool web_search, "
        "code_interpreter, maps; tool_error 0; model some-model; tokens 16\nmodel some-model; tokens 16");
    row("swe-agent-classic.traj",
        "steps 2; tool shell; tool_error 0; tokens 56; cost 0.5; duration 1.75; stop_reason submitted");
    row("swe-agent-steps.traj",
        "steps 2; tool shell; tool_error 0; tokens 10; cost 0.1; duration 0.3; stop_reason submitted");
    row("swe-agent.traj",
        "steps 1; tool bash; tool_error 0; tokens 10; cost 0.1; duration 0.3; stop_reason submitted");
    row("vercel.jsonl", "steps 1; tool weather; tool_error 0");
    row("verifiers.jsonl", "steps 1; tool weather; tool_error 0");
}

void RunFieldsTest::familiesSayTheSame()
{
    QFETCH(QString, file);
    QFETCH(QString, lines);
    QCOMPARE(said(*load({folder() / file.toStdString()})), lines.toStdString());
}

void RunFieldsTest::scoresAreNumbers()
{
    const auto valueOf = [](const char* file, const char* key) {
        return fieldText(*load({folder() / file}), Row{0}, key);
    };
    QCOMPARE(valueOf("inspect.json", "score.match"), std::string("1"));
    QCOMPARE(valueOf("trl-completions.jsonl", "reward.accuracy"), std::string("1"));
    QCOMPARE(valueOf("trl-completions.jsonl", "reward.format"), std::string("0.5"));
    QCOMPARE(valueOf("verifiers.jsonl", "reward.correct"), std::string("1"));
    const auto snapshot = loaded(
        R"({"messages": [{"role": "user", "content": "q"}], "rewards": {"style": 2, "said": "no"}, "scores": [{"name": "exact", "value": true}]})"
        "\n");
    QCOMPARE(fieldText(*snapshot, Row{0}, "reward.style"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "reward.said"), std::string("<no field>"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "score.exact"), std::string("1"));
}

void RunFieldsTest::plainChatsHaveNone()
{
    const auto snapshot = loaded(
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "text", "text": "a"}]}], "source": "web"})"
        "\n");
    for (const char* const key : {"steps", "tool", "tool_error", "model", "tokens", "duration"})
        QVERIFY2(!findField(*snapshot, key), key);
    QVERIFY(snapshot->messages.ownColumns().empty());
}

void RunFieldsTest::answersCountOnce()
{
    // Two rows of one answer with a result between them, the second of which knows more, and another answer.
    const auto snapshot = loaded(
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "id": "m1", "content": "a", "usage": {"input_tokens": 10, "output_tokens": 1}}, {"role": "tool", "content": "r"}, {"role": "assistant", "id": "m1", "content": "b", "usage": {"input_tokens": 10, "output_tokens": 5}}, {"role": "assistant", "id": "m2", "content": "c", "usage": {"input_tokens": 1, "output_tokens": 1}}, {"role": "assistant", "content": "d", "usage": {"total_tokens": 100}}]})"
        "\n");
    QCOMPARE(fieldText(*snapshot, Row{0}, "tokens"), std::string("117"));
}

void RunFieldsTest::usageIsReadAsVendorsWriteIt_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char* members, const char* lines) {
        QTest::newRow(members) << members << lines;
    };
    row(R"("usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 9})", "tokens 7");
    row(R"("usage": {"total_tokens": 9})", "tokens 9");
    row(R"("usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 4, "thoughtsTokenCount": 5})",
        "tokens 12");
    row(R"("usage": {"input": 3, "output": 4}, "cost_usd": 0.5)", "tokens 7; cost 0.5");
    row(R"("usage": {"inputTokens": 3, "outputTokens": 4}, "duration_ms": 1500)", "tokens 7; duration 1.5");
    row(R"("modelUsage": {"a": {"inputTokens": 1, "outputTokens": 2, "costUSD": 0.25}, "b": {"inputTokens": 3, "outputTokens": 4, "costUSD": 0.25}})",
        "model a, b; tokens 10; cost 0.5");
    // The output is that of the last call alone.
    row(R"("output": {"usage": {"input_tokens": 4, "output_tokens": 1}}, "model_usage": {"a": {"input_tokens": 9, "output_tokens": 2}})",
        "model a; tokens 11");
    row(R"("incomplete_details": {"reason": "max_output_tokens"})", "stop_reason max_output_tokens");
    row(R"("metadata": {"model": "Corsa", "duration": 3})", "");
}

void RunFieldsTest::usageIsReadAsVendorsWriteIt()
{
    QFETCH(QString, members);
    QFETCH(QString, lines);
    const auto snapshot =
        loaded(R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}], )" +
               members.toStdString() + "}\n");
    QCOMPARE(said(*snapshot), lines.toStdString());
}

void RunFieldsTest::queriesAskForCalls_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* query, const char* rows) { QTest::newRow(query) << query << rows; };
    row("steps:4", "0");
    row("步数:>=1", "0 1");
    row("tool:edit", "0 1");
    row("tool:bash", "0");
    row("tool_error:2", "0");
    row("tool_error:0", "1");
    row("工具错误数:>0", "0");
    row("message(tool:edit error:yes)", "0");
    row("message(tool:edit error:no)", "1");
    row("message(tool:bash error:yes)", "0");
    row("message(tool:edit tool:bash)", "0");
    row("message(tool:edit tool_error:yes)", "0");
    row("message(工具:edit 错误:是)", "0");
    row("message(工具:edit 工具错误:否)", "1");
    // The messages that call it and those of its results.
    row("count(tool:bash):4", "0");
    row("count(tool:bash role:assistant):2", "0");
    row("count(tool:bash role:tool):2", "0");
    row("count(tool:edit):2", "0 1");
    row("count(error:yes):2", "0");
    row("count(tool:bash):0", "1");
    row("run.steps:4", "0");
    row("message(run.tool:edit error:yes)", "0");
    row("message(has:error role:assistant)", "");
}

void RunFieldsTest::queriesAskForCalls()
{
    QFETCH(QString, query);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(*loaded(kRun), query.toStdString()), rows.toStdString());
}

void RunFieldsTest::toolsTakeTime()
{
    const auto snapshot = loaded(
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", "timestamp": "2026-01-01T10:00:00Z", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}}, {"id": "2", "type": "function", "function": {"name": "b", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "1", "content": "x", "timestamp": "2026-01-01T10:00:03Z"}, {"role": "tool", "tool_call_id": "2", "content": "y", "execution_time_ms": 250}]})"
        "\n");
    QCOMPARE(rowsOf(*snapshot, "message(tool:a duration:3)"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "message(tool:b duration:<1)"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "message(tool:a 时长:<1)"), std::string());
}

void RunFieldsTest::keysOfTheDataComeFirst()
{
    const std::string call =
        R"("messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "", "model": "m2", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}]})";
    const std::string plain = "{\"id\": \"a\", " + call + "\n";
    const std::string own = R"({"id": "b", "steps": 7, "model": "own", )" + call + "\n";
    // Whichever is read first.
    for (const auto& [lines, rowOfOwn] : {std::pair(plain + own, Row{1}), std::pair(own + plain, Row{0})}) {
        const auto snapshot = loaded(lines);
        QCOMPARE(fieldText(*snapshot, rowOfOwn, "steps"), std::string("7"));
        QCOMPARE(fieldText(*snapshot, rowOfOwn, "run.steps"), std::string("1"));
        QCOMPARE(fieldText(*snapshot, rowOfOwn, "model"), std::string("own"));
        QCOMPARE(fieldText(*snapshot, rowOfOwn, "run.model"), std::string("m2"));
        QCOMPARE(findField(*snapshot, "run.steps")->info().key, std::string("run.steps"));
        QCOMPARE(rowsOf(*snapshot, "run.steps:1"), std::string("0 1"));
        QCOMPARE(rowsOf(*snapshot, "steps:1"), std::string());
        QCOMPARE(findField(*snapshot, "tool")->info().key, std::string("tool"));
    }
    // Who asks for the field of runs by the name of a key of the data is told so.
    const auto likely = [](const SnapshotPtr& snapshot, std::string_view query) {
        const auto mistake = likelyMistake(*snapshot, parsed(query), Job());
        return mistake ? inEnglish(mistake->what) : std::string();
    };
    const std::string note =
        "no record has the value \"bash\" in the data's own key tool; the run field is run.tool";
    const auto ofRecord = loaded(R"({"id": "a", "tool": "pen", )" + call + "\n");
    QCOMPARE(likely(ofRecord, "tool:bash"), note);
    QCOMPARE(likely(ofRecord, "tool:pen"), std::string());
    std::string withOwn = call;
    withOwn.replace(withOwn.find(R"("content": "q")"), 14, R"("content": "q", "tool": "pen")");
    const auto ofMessage = loaded(R"({"id": "a", )" + withOwn + "\n");
    QCOMPARE(likely(ofMessage, "message(tool:bash)"), note);
    QCOMPARE(likely(ofMessage, "message(tool:pen)"), std::string());
    // The message has the key of the same name itself.
    const auto snapshot = loaded(plain);
    QCOMPARE(rowsOf(*snapshot, "message(model:m2)"), std::string("0"));
    QCOMPARE(findField(*snapshot, "model")->info().ofMessages, false);
}

void RunFieldsTest::ownErrorsComeFirst()
{
    const auto snapshot = loaded(
        R"({"messages": [{"role": "user", "content": "q", "error": "typing"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "1", "content": "x", "is_error": true}]})"
        "\n");
    QCOMPARE(rowsOf(*snapshot, "message(error:typing role:user)"), std::string("0"));
    QCOMPARE(rowsOf(*snapshot, "message(error:yes)"), std::string());
    QCOMPARE(rowsOf(*snapshot, "message(tool_error:yes)"), std::string("0"));
}

void RunFieldsTest::otherCostsAreNotOfRuns()
{
    const auto snapshot =
        loaded(R"({"messages": [{"role": "user", "content": "q"}], "total_cost": 3, "elapsed": 5})"
               "\n");
    QCOMPARE(said(*snapshot), std::string());
}

void RunFieldsTest::indexKeepsThem()
{
    const TempFolder folder;
    const TempFolder cache;
    folder.write("runs.jsonl", kRun);
    for (const char* time : {"read", "from the index"}) {
        const SnapshotPtr snapshot = loadDataset({folder.path()}, withCache(cache.path()), Job());
        QVERIFY2(rowsOf(*snapshot, "message(tool:edit error:yes)") == "0", time);
        QVERIFY2(rowsOf(*snapshot, "run.steps:1") == "1", time);
        QVERIFY2(rowsOf(*snapshot, "步数:4") == "0", time);
    }
}

DUOLOGUE_TEST(RunFieldsTest)
#include "run_fields_test.moc"
