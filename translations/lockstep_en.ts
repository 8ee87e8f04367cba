<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Edits</name>
    <message numerus="yes">
        <source>Move %Ln element(s)</source>
        <translation>
            <numerusform>Move %Ln element</numerusform>
            <numerusform>Move %Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln element(s)</source>
        <translation>
            <numerusform>Delete %Ln element</numerusform>
            <numerusform>Delete %Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Group %Ln element(s)</source>
        <translation>
            <numerusform>Group %Ln element</numerusform>
            <numerusform>Group %Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln host(s)</source>
        <translation>
            <numerusform>Add %Ln host</numerusform>
            <numerusform>Add %Ln hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Headless</name>
    <message numerus="yes">
        <source>… and %Ln more rank(s)</source>
        <translation>
            <numerusform>… and %Ln more rank</numerusform>
            <numerusform>… and %Ln more ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged journal line(s) were left out.</source>
        <translation>
            <numerusform>%Ln damaged journal line were left out.</numerusform>
            <numerusform>%Ln damaged journal lines were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) written to %1</source>
        <translation>
            <numerusform>%Ln step written to %1</numerusform>
            <numerusform>%Ln steps written to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inventory</name>
    <message numerus="yes">
        <source>%1; %Ln process(es) left</source>
        <translation>
            <numerusform>%1; %Ln process left</numerusform>
            <numerusform>%1; %Ln processes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>used by %Ln run(s)</source>
        <translation>
            <numerusform>used by %Ln run</numerusform>
            <numerusform>used by %Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s), %1</source>
        <translation>
            <numerusform>%Ln run, %1</numerusform>
            <numerusform>%Ln runs, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln deployment(s), %1</source>
        <translation>
            <numerusform>%Ln deployment, %1</numerusform>
            <numerusform>%Ln deployments, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End %Ln run(s)?</source>
        <translation>
            <numerusform>End %Ln run?</numerusform>
            <numerusform>End %Ln runs?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln item(s) and free %1?</source>
        <translation>
            <numerusform>Delete %Ln item and free %1?</numerusform>
            <numerusform>Delete %Ln items and free %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlotCurves</name>
    <message numerus="yes">
        <source>…and %Ln more</source>
        <translation>
            <numerusform>…and %Ln more</numerusform>
            <numerusform>…and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AttemptModel</name>
    <message numerus="yes">
        <source>%1 to %2, of %Ln epoch(s)</source>
        <translation>
            <numerusform>%1 to %2, of %Ln epoch</numerusform>
            <numerusform>%1 to %2, of %Ln epochs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ComparisonPanel</name>
    <message numerus="yes">
        <source>%Ln difference(s)</source>
        <translation>
            <numerusform>%Ln difference</numerusform>
            <numerusform>%Ln differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Copies</name>
    <message numerus="yes">
        <source>Duplicate %Ln element(s)</source>
        <translation>
            <numerusform>Duplicate %Ln element</numerusform>
            <numerusform>Duplicate %Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %Ln element(s)</source>
        <translation>
            <numerusform>Paste %Ln element</numerusform>
            <numerusform>Paste %Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %Ln element(s)</source>
        <translation>
            <numerusform>Cut %Ln element</numerusform>
            <numerusform>Cut %Ln elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::DesignPage</name>
    <message numerus="yes">
        <source>(%Ln more problem(s))</source>
        <translation>
            <numerusform>(%Ln more problem)</numerusform>
            <numerusform>(%Ln more problems)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ExperimentPanel</name>
    <message numerus="yes">
        <source>%Ln rank(s). Global batch: %1 samples in every step.</source>
        <translation>
            <numerusform>%Ln rank. Global batch: %1 samples in every step.</numerusform>
            <numerusform>%Ln ranks. Global batch: %1 samples in every step.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::FillInStrip</name>
    <message numerus="yes">
        <source>%Ln thing(s) to fill in: %1</source>
        <translation>
            <numerusform>%Ln thing to fill in: %1</numerusform>
            <numerusform>%Ln things to fill in: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln host(s)</source>
        <comment>field of hosts</comment>
        <translation>
            <numerusform>%1 of %Ln host</numerusform>
            <numerusform>%1 of %Ln hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HistogramView</name>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 to %2: %Ln value</numerusform>
            <numerusform>%1 to %2: %Ln values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostListDialog</name>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln host</numerusform>
            <numerusform>%Ln hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s)</source>
        <translation>
            <numerusform>%Ln rank</numerusform>
            <numerusform>%Ln ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more in the drawing already</source>
        <translation>
            <numerusform>%Ln more in the drawing already</numerusform>
            <numerusform>%Ln more in the drawing already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) to correct</source>
        <translation>
            <numerusform>%Ln line to correct</numerusform>
            <numerusform>%Ln lines to correct</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostPanel</name>
    <message numerus="yes">
        <source>%Ln rank(s) here: %1</source>
        <translation>
            <numerusform>%Ln rank here: %1</numerusform>
            <numerusform>%Ln ranks here: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostTestPanel</name>
    <message numerus="yes">
        <source>Testing %Ln host(s)…</source>
        <translation>
            <numerusform>Testing %Ln host…</numerusform>
            <numerusform>Testing %Ln hosts…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s) tested</source>
        <translation>
            <numerusform>%Ln host tested</numerusform>
            <numerusform>%Ln hosts tested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measuring the network: %1 of %Ln pair(s)…</source>
        <translation>
            <numerusform>Measuring the network: %1 of %Ln pair…</numerusform>
            <numerusform>Measuring the network: %1 of %Ln pairs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>trouble on the network between %Ln pair(s)</source>
        <translation>
            <numerusform>trouble on the network between %Ln pair</numerusform>
            <numerusform>trouble on the network between %Ln pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::InventoryDialog</name>
    <message numerus="yes">
        <source>Asking %Ln host(s)…</source>
        <translation>
            <numerusform>Asking %Ln host…</numerusform>
            <numerusform>Asking %Ln hosts…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::LiveRunStrip</name>
    <message numerus="yes">
        <source>%Ln run(s) in progress:</source>
        <translation>
            <numerusform>%Ln run in progress:</numerusform>
            <numerusform>%Ln runs in progress:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) in progress when last heard of (%1):</source>
        <translation>
            <numerusform>%Ln run in progress when last heard of (%1):</numerusform>
            <numerusform>%Ln runs in progress when last heard of (%1):</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::MultiSelectionPanel</name>
    <message numerus="yes">
        <source>%Ln element(s) selected</source>
        <translation>
            <numerusform>%Ln element selected</numerusform>
            <numerusform>%Ln elements selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ProblemPanel</name>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln error</numerusform>
            <numerusform>%Ln errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Rehearsal</name>
    <message numerus="yes">
        <source>Rehearsal on this computer: %Ln host(s) as processes that share its network.</source>
        <translation>
            <numerusform>Rehearsal on this computer: %Ln host as processes that share its network.</numerusform>
            <numerusform>Rehearsal on this computer: %Ln hosts as processes that share its network.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rehearsal on this computer: %Ln host(s), over links with the drawn bandwidths and latencies (%1).</source>
        <translation>
            <numerusform>Rehearsal on this computer: %Ln host, over links with the drawn bandwidths and latencies (%1).</numerusform>
            <numerusform>Rehearsal on this computer: %Ln hosts, over links with the drawn bandwidths and latencies (%1).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunBanner</name>
    <message numerus="yes">
        <source>… and %Ln more; the hosts above tell.</source>
        <translation>
            <numerusform>… and %Ln more; the hosts above tell.</numerusform>
            <numerusform>… and %Ln more; the hosts above tell.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunComparison</name>
    <message numerus="yes">
        <source>%Ln run(s) compared</source>
        <translation>
            <numerusform>%Ln run compared</numerusform>
            <numerusform>%Ln runs compared</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunCurves</name>
    <message numerus="yes">
        <source>Reading %Ln run(s)…</source>
        <translation>
            <numerusform>Reading %Ln run…</numerusform>
            <numerusform>Reading %Ln runs…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunDeletion</name>
    <message numerus="yes">
        <source>%Ln run(s) that go on stay.</source>
        <translation>
            <numerusform>%Ln run that goes on stays.</numerusform>
            <numerusform>%Ln runs that go on stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln run(s) and free %1?</source>
        <translation>
            <numerusform>Delete %Ln run and free %1?</numerusform>
            <numerusform>Delete %Ln runs and free %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunLabelsPanel</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunList</name>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <translation>
            <numerusform>%1 of %Ln run</numerusform>
            <numerusform>%1 of %Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunListModel</name>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln host</numerusform>
            <numerusform>%Ln hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s)</source>
        <translation>
            <numerusform>%Ln rank</numerusform>
            <numerusform>%Ln ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunReport</name>
    <message numerus="yes">
        <source>%Ln different ones: the ranks did not end alike</source>
        <translation>
            <numerusform>%Ln different one: the ranks did not end alike</numerusform>
            <numerusform>%Ln different ones: the ranks did not end alike</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, on %Ln rank(s)</source>
        <translation>
            <numerusform>%1, on %Ln rank</numerusform>
            <numerusform>%1, on %Ln ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln further host(s) are not listed.</source>
        <translation>
            <numerusform>%Ln further host is not listed.</numerusform>
            <numerusform>%Ln further hosts are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln further rank(s) are not listed.</source>
        <translation>
            <numerusform>%Ln further rank is not listed.</numerusform>
            <numerusform>%Ln further ranks are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln epochs, with the best and the last.</source>
        <translation>
            <numerusform>Every epoch, with the best and the last.</numerusform>
            <numerusform>One of %Ln epochs, with the best and the last.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln update(s) were left out: a gradient was not finite.</source>
        <translation>
            <numerusform>%Ln update was left out: a gradient was not finite.</numerusform>
            <numerusform>%Ln updates were left out: a gradient was not finite.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of the journals are damaged or missing, and not in these numbers.</source>
        <translation>
            <numerusform>%Ln record of the journals is damaged or missing, and not in these numbers.</numerusform>
            <numerusform>%Ln records of the journals are damaged or missing, and not in these numbers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln further warning(s) are not listed.</source>
        <translation>
            <numerusform>%Ln further warning is not listed.</numerusform>
            <numerusform>%Ln further warnings are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunSentences</name>
    <message numerus="yes">
        <source>%Ln journal line(s) were damaged and are left out of the curves.</source>
        <translation>
            <numerusform>%Ln journal line was damaged and is left out of the curves.</numerusform>
            <numerusform>%Ln journal lines were damaged and are left out of the curves.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StatusLine</name>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln host</numerusform>
            <numerusform>%Ln hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s)</source>
        <translation>
            <numerusform>%Ln rank</numerusform>
            <numerusform>%Ln ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepDialog</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepModel</name>
    <message numerus="yes">
        <source>%1 of %Ln run(s) have finished.</source>
        <translation>
            <numerusform>%1 of %Ln run has finished.</numerusform>
            <numerusform>%1 of %Ln runs have finished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) could not begin: %1</source>
        <translation>
            <numerusform>%Ln run could not begin: %1</numerusform>
            <numerusform>%Ln runs could not begin: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepWindow</name>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <translation>
            <numerusform>%1 of %Ln run</numerusform>
            <numerusform>%1 of %Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TimePanel</name>
    <message numerus="yes">
        <source>%Ln step(s) written to %1. ui.perfetto.dev opens the file.</source>
        <translation>
            <numerusform>%Ln step written to %1. ui.perfetto.dev opens the file.</numerusform>
            <numerusform>%Ln steps written to %1. ui.perfetto.dev opens the file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TrainLongerDialog</name>
    <message numerus="yes">
        <source>“%1” has trained %Ln epoch(s). It goes on from its newest checkpoint.</source>
        <translation>
            <numerusform>“%1” has trained %Ln epoch. It goes on from its newest checkpoint.</numerusform>
            <numerusform>“%1” has trained %Ln epochs. It goes on from its newest checkpoint.</numerusform>
        </translation>
    </message>
</context>
</TS>
