<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>DatasetOverview</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) while reading</source>
        <translation>
            <numerusform>%n error while reading</numerusform>
            <numerusform>%n errors while reading</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) while reading</source>
        <translation>
            <numerusform>%n warning while reading</numerusform>
            <numerusform>%n warnings while reading</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) skipped</source>
        <translation>
            <numerusform>%Ln file skipped</numerusform>
            <numerusform>%Ln files skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FacetsPanel</name>
    <message numerus="yes">
        <source>Group %1, %n field(s)</source>
        <translation>
            <numerusform>Group %1, %n field</numerusform>
            <numerusform>Group %1, %n fields</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HitsPanel</name>
    <message numerus="yes">
        <source>%Ln stop(s)</source>
        <translation>
            <numerusform>%Ln stop</numerusform>
            <numerusform>%Ln stops</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyUses</name>
    <message numerus="yes">
        <source>list of %Ln</source>
        <translation>
            <numerusform>list of %Ln</numerusform>
            <numerusform>list of %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s)</source>
        <translation>
            <numerusform>%Ln key</numerusform>
            <numerusform>%Ln keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MarkdownText</name>
    <message numerus="yes">
        <source>Markdown hides %Ln character(s)</source>
        <translation>
            <numerusform>Markdown hides %Ln character</numerusform>
            <numerusform>Markdown hides %Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MarksPanel</name>
    <message numerus="yes">
        <source>%Ln mark(s) on records that have changed</source>
        <translation>
            <numerusform>%Ln mark on records that have changed</numerusform>
            <numerusform>%Ln marks on records that have changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s) on records that are not here</source>
        <translation>
            <numerusform>%Ln mark on records that are not here</numerusform>
            <numerusform>%Ln marks on records that are not here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln turn(s)</source>
        <translation>
            <numerusform>%Ln turn</numerusform>
            <numerusform>%Ln turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PrintActions</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepsPanel</name>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptAttachments</name>
    <message numerus="yes">
        <source>%n more line(s) in the raw record</source>
        <translation>
            <numerusform>%n more line in the raw record</numerusform>
            <numerusform>%n more lines in the raw record</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptCandidates</name>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n candidate</numerusform>
            <numerusform>%n candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier candidate(s)</source>
        <translation>
            <numerusform>Show %n candidate before</numerusform>
            <numerusform>Show %n candidates before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n later candidate(s)</source>
        <translation>
            <numerusform>Show %n candidate after</numerusform>
            <numerusform>Show %n candidates after</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptDocument</name>
    <message numerus="yes">
        <source>%n more line(s)</source>
        <translation>
            <numerusform>%n more line</numerusform>
            <numerusform>%n more lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptProblems</name>
    <message numerus="yes">
        <source>%n problem(s) in this record</source>
        <translation>
            <numerusform>%n problem in this record</numerusform>
            <numerusform>%n problems in this record</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::AgreementDialog</name>
    <message numerus="yes">
        <source>%Ln disagreement(s):</source>
        <translation>
            <numerusform>%Ln disagreement:</numerusform>
            <numerusform>%Ln disagreements:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::AnalysisPanel</name>
    <message numerus="yes">
        <source>%Ln value(s) left out.</source>
        <translation>
            <numerusform>%Ln value left out.</numerusform>
            <numerusform>%Ln values left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Codes of %Ln note(s)</source>
        <translation>
            <numerusform>Codes of %Ln note</numerusform>
            <numerusform>Codes of %Ln notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Name of the new code for %Ln note(s):</source>
        <translation>
            <numerusform>Name of the new code for %Ln note:</numerusform>
            <numerusform>Name of the new code for %Ln notes:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::DatasetChecks</name>
    <message numerus="yes">
        <source>%Ln finding(s)</source>
        <translation>
            <numerusform>%Ln finding of checks</numerusform>
            <numerusform>%Ln findings of checks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::DatasetMarks</name>
    <message numerus="yes">
        <source>%Ln line(s) of the marks were passed over:</source>
        <translation>
            <numerusform>%Ln line of the marks was passed over:</numerusform>
            <numerusform>%Ln lines of the marks were passed over:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::ExportDialog</name>
    <message numerus="yes">
        <source>Not written: %n kind(s) of data</source>
        <translation>
            <numerusform>Not written: %n kind of data</numerusform>
            <numerusform>Not written: %n kinds of data</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not written from the first 200: %n kind(s) of data</source>
        <translation>
            <numerusform>Not written of the first 200: %n kind of data</numerusform>
            <numerusform>Not written of the first 200: %n kinds of data</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::FieldTreeDialog</name>
    <message numerus="yes">
        <source>%n field(s) chosen</source>
        <translation>
            <numerusform>%n field chosen</numerusform>
            <numerusform>%n fields chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::FieldTreeView</name>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::IndexUse</name>
    <message numerus="yes">
        <source>%Ln index(es)</source>
        <translation>
            <numerusform>%Ln index</numerusform>
            <numerusform>%Ln indexes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::MarkActions</name>
    <message numerus="yes">
        <source>%Ln conversation(s)</source>
        <translation>
            <numerusform>%Ln conversation</numerusform>
            <numerusform>%Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::OpenTableDialog</name>
    <message numerus="yes">
        <source>%n table(s). Choose one.</source>
        <translation>
            <numerusform>%n table. Choose it.</numerusform>
            <numerusform>%n tables. Choose one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueryChips</name>
    <message numerus="yes">
        <source>%n more filter(s)</source>
        <translation>
            <numerusform>%n more filter</numerusform>
            <numerusform>%n more filters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::QueueDialog</name>
    <message numerus="yes">
        <source>In use: %1 (%2), %Ln conversation(s)</source>
        <translation>
            <numerusform>In use: %1 (%2), %Ln conversation</numerusform>
            <numerusform>In use: %1 (%2), %Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::ReadingDialog</name>
    <message numerus="yes">
        <source>Shows %1% of the text in %Ln sample record(s).</source>
        <translation>
            <numerusform>Shows %1 % of the text in %Ln sample record.</numerusform>
            <numerusform>Shows %1 % of the text in %Ln sample records.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::RecordTableModel</name>
    <message numerus="yes">
        <source>%1: %n message(s) marked</source>
        <translation>
            <numerusform>%1: %n message marked</numerusform>
            <numerusform>%1: %n messages marked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln turn(s)</source>
        <translation>
            <numerusform>%Ln turn</numerusform>
            <numerusform>%Ln turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::RecordTableView</name>
    <message numerus="yes">
        <source>Copy %n row(s)</source>
        <translation>
            <numerusform>Copy %n row</numerusform>
            <numerusform>Copy %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::SourceTreeModel</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::StartPage</name>
    <message numerus="yes">
        <source>%n file(s) were skipped:</source>
        <translation>
            <numerusform>%n file was skipped:</numerusform>
            <numerusform>%n files were skipped:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Without %1: %Ln conversation(s)</source>
        <translation>
            <numerusform>Without %1: %Ln conversation</numerusform>
            <numerusform>Without %1: %Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::StatusLine</name>
    <message numerus="yes">
        <source>%n translation(s) incomplete</source>
        <translation>
            <numerusform>%n translation incomplete</numerusform>
            <numerusform>%n translations incomplete</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duologue::ui::Workspace</name>
    <message numerus="yes">
        <source>%Ln conversation(s) read</source>
        <translation>
            <numerusform>%Ln conversation read</numerusform>
            <numerusform>%Ln conversations read</numerusform>
        </translation>
    </message>
</context>
</TS>
