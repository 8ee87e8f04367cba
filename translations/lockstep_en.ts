<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Edits</name>
    <message numerus="yes">
        <source>Move %n element(s)</source>
        <translation>
            <numerusform>Move %n element</numerusform>
            <numerusform>Move %n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n element(s)</source>
        <translation>
            <numerusform>Delete %n element</numerusform>
            <numerusform>Delete %n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Group %n element(s)</source>
        <translation>
            <numerusform>Group %n element</numerusform>
            <numerusform>Group %n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n host(s)</source>
        <translation>
            <numerusform>Add %n host</numerusform>
            <numerusform>Add %n hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Headless</name>
    <message numerus="yes">
        <source>… and %n more rank(s)</source>
        <translation>
            <numerusform>… and %n more rank</numerusform>
            <numerusform>… and %n more ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged journal line(s) were left out.</source>
        <translation>
            <numerusform>%n damaged journal line were left out.</numerusform>
            <numerusform>%n damaged journal lines were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) written to %1</source>
        <translation>
            <numerusform>%n step written to %1</numerusform>
            <numerusform>%n steps written to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inventory</name>
    <message numerus="yes">
        <source>%1; %n process(es) left</source>
        <translation>
            <numerusform>%1; %n process left</numerusform>
            <numerusform>%1; %n processes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>used by %n run(s)</source>
        <translation>
            <numerusform>used by %n run</numerusform>
            <numerusform>used by %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), %1</source>
        <translation>
            <numerusform>%n run, %1</numerusform>
            <numerusform>%n runs, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deployment(s), %1</source>
        <translation>
            <numerusform>%n deployment, %1</numerusform>
            <numerusform>%n deployments, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End %n run(s)?</source>
        <translation>
            <numerusform>End %n run?</numerusform>
            <numerusform>End %n runs?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n item(s) and free %1?</source>
        <translation>
            <numerusform>Delete %n item and free %1?</numerusform>
            <numerusform>Delete %n items and free %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlotCurves</name>
    <message numerus="yes">
        <source>…and %n more</source>
        <translation>
            <numerusform>…and %n more</numerusform>
            <numerusform>…and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::AttemptModel</name>
    <message numerus="yes">
        <source>%1 to %2, of %n epoch(s)</source>
        <translation>
            <numerusform>%1 to %2, of %n epoch</numerusform>
            <numerusform>%1 to %2, of %n epochs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ComparisonPanel</name>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Copies</name>
    <message numerus="yes">
        <source>Duplicate %n element(s)</source>
        <translation>
            <numerusform>Duplicate %n element</numerusform>
            <numerusform>Duplicate %n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n element(s)</source>
        <translation>
            <numerusform>Paste %n element</numerusform>
            <numerusform>Paste %n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %n element(s)</source>
        <translation>
            <numerusform>Cut %n element</numerusform>
            <numerusform>Cut %n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::DesignPage</name>
    <message numerus="yes">
        <source>(%n more problem(s))</source>
        <translation>
            <numerusform>(%n more problem)</numerusform>
            <numerusform>(%n more problems)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ExperimentPanel</name>
    <message numerus="yes">
        <source>%n rank(s). Global batch: %1 samples in every step.</source>
        <translation>
            <numerusform>%n rank. Global batch: %1 samples in every step.</numerusform>
            <numerusform>%n ranks. Global batch: %1 samples in every step.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::FillInStrip</name>
    <message numerus="yes">
        <source>%n thing(s) to fill in: %1</source>
        <translation>
            <numerusform>%n thing to fill in: %1</numerusform>
            <numerusform>%n things to fill in: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n host(s)</source>
        <comment>field of hosts</comment>
        <translation>
            <numerusform>%1 of %n host</numerusform>
            <numerusform>%1 of %n hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HistogramView</name>
    <message numerus="yes">
        <source>%1 to %2: %n value(s)</source>
        <translation>
            <numerusform>%1 to %2: %n value</numerusform>
            <numerusform>%1 to %2: %n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostListDialog</name>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n host</numerusform>
            <numerusform>%n hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more in the drawing already</source>
        <translation>
            <numerusform>%n more in the drawing already</numerusform>
            <numerusform>%n more in the drawing already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) to correct</source>
        <translation>
            <numerusform>%n line to correct</numerusform>
            <numerusform>%n lines to correct</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostPanel</name>
    <message numerus="yes">
        <source>%n rank(s) here: %1</source>
        <translation>
            <numerusform>%n rank here: %1</numerusform>
            <numerusform>%n ranks here: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostTestPanel</name>
    <message numerus="yes">
        <source>Testing %n host(s)…</source>
        <translation>
            <numerusform>Testing %n host…</numerusform>
            <numerusform>Testing %n hosts…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n host(s) tested</source>
        <translation>
            <numerusform>%n host tested</numerusform>
            <numerusform>%n hosts tested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measuring the network: %1 of %n pair(s)…</source>
        <translation>
            <numerusform>Measuring the network: %1 of %n pair…</numerusform>
            <numerusform>Measuring the network: %1 of %n pairs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>trouble on the network between %n pair(s)</source>
        <translation>
            <numerusform>trouble on the network between %n pair</numerusform>
            <numerusform>trouble on the network between %n pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::InventoryDialog</name>
    <message numerus="yes">
        <source>Asking %n host(s)…</source>
        <translation>
            <numerusform>Asking %n host…</numerusform>
            <numerusform>Asking %n hosts…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::LiveRunStrip</name>
    <message numerus="yes">
        <source>%n run(s) in progress:</source>
        <translation>
            <numerusform>%n run in progress:</numerusform>
            <numerusform>%n runs in progress:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) in progress when last heard of (%1):</source>
        <translation>
            <numerusform>%n run in progress when last heard of (%1):</numerusform>
            <numerusform>%n runs in progress when last heard of (%1):</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::MultiSelectionPanel</name>
    <message numerus="yes">
        <source>%n element(s) selected</source>
        <translation>
            <numerusform>%n element selected</numerusform>
            <numerusform>%n elements selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ProblemPanel</name>
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
</context>
<context>
    <name>lockstep::Rehearsal</name>
    <message numerus="yes">
        <source>Rehearsal on this computer: %n host(s) as processes that share its network.</source>
        <translation>
            <numerusform>Rehearsal on this computer: %n host as processes that share its network.</numerusform>
            <numerusform>Rehearsal on this computer: %n hosts as processes that share its network.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rehearsal on this computer: %n host(s), over links with the drawn bandwidths and latencies (%1).</source>
        <translation>
            <numerusform>Rehearsal on this computer: %n host, over links with the drawn bandwidths and latencies (%1).</numerusform>
            <numerusform>Rehearsal on this computer: %n hosts, over links with the drawn bandwidths and latencies (%1).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunBanner</name>
    <message numerus="yes">
        <source>… and %n more; the hosts above tell.</source>
        <translation>
            <numerusform>… and %n more; the hosts above tell.</numerusform>
            <numerusform>… and %n more; the hosts above tell.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunComparison</name>
    <message numerus="yes">
        <source>%n run(s) compared</source>
        <translation>
            <numerusform>%n run compared</numerusform>
            <numerusform>%n runs compared</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunCurves</name>
    <message numerus="yes">
        <source>Reading %n run(s)…</source>
        <translation>
            <numerusform>Reading %n run…</numerusform>
            <numerusform>Reading %n runs…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunDeletion</name>
    <message numerus="yes">
        <source>%n run(s) that go on stay.</source>
        <translation>
            <numerusform>%n run that goes on stays.</numerusform>
            <numerusform>%n runs that go on stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s) and free %1?</source>
        <translation>
            <numerusform>Delete %n run and free %1?</numerusform>
            <numerusform>Delete %n runs and free %1?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunLabelsPanel</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunList</name>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %n run</numerusform>
            <numerusform>%1 of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunListModel</name>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n host</numerusform>
            <numerusform>%n hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunReport</name>
    <message numerus="yes">
        <source>%n different ones: the ranks did not end alike</source>
        <translation>
            <numerusform>%n different one: the ranks did not end alike</numerusform>
            <numerusform>%n different ones: the ranks did not end alike</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, on %n rank(s)</source>
        <translation>
            <numerusform>%1, on %n rank</numerusform>
            <numerusform>%1, on %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further host(s) are not listed.</source>
        <translation>
            <numerusform>%n further host is not listed.</numerusform>
            <numerusform>%n further hosts are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further rank(s) are not listed.</source>
        <translation>
            <numerusform>%n further rank is not listed.</numerusform>
            <numerusform>%n further ranks are not listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One of %n epochs, with the best and the last.</source>
        <translation>
            <numerusform>Every epoch, with the best and the last.</numerusform>
            <numerusform>One of %n epochs, with the best and the last.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n update(s) were left out: a gradient was not finite.</source>
        <translation>
            <numerusform>%n update was left out: a gradient was not finite.</numerusform>
            <numerusform>%n updates were left out: a gradient was not finite.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of the journals are damaged or missing, and not in these numbers.</source>
        <translation>
            <numerusform>%n record of the journals is damaged or missing, and not in these numbers.</numerusform>
            <numerusform>%n records of the journals are damaged or missing, and not in these numbers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further warning(s) are not listed.</source>
        <translation>
            <numerusform>%n further warning is not listed.</numerusform>
            <numerusform>%n further warnings are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunSentences</name>
    <message numerus="yes">
        <source>%n journal line(s) were damaged and are left out of the curves.</source>
        <translation>
            <numerusform>%n journal line was damaged and is left out of the curves.</numerusform>
            <numerusform>%n journal lines were damaged and are left out of the curves.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StatusLine</name>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n host</numerusform>
            <numerusform>%n hosts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepDialog</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepModel</name>
    <message numerus="yes">
        <source>%1 of %n run(s) have finished.</source>
        <translation>
            <numerusform>%1 of %n run has finished.</numerusform>
            <numerusform>%1 of %n runs have finished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) could not begin: %1</source>
        <translation>
            <numerusform>%n run could not begin: %1</numerusform>
            <numerusform>%n runs could not begin: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepWindow</name>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%1 of %n run</numerusform>
            <numerusform>%1 of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TimePanel</name>
    <message numerus="yes">
        <source>%n step(s) written to %1. ui.perfetto.dev opens the file.</source>
        <translation>
            <numerusform>%n step written to %1. ui.perfetto.dev opens the file.</numerusform>
            <numerusform>%n steps written to %1. ui.perfetto.dev opens the file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TrainLongerDialog</name>
    <message numerus="yes">
        <source>“%1” has trained %n epoch(s). It goes on from its newest checkpoint.</source>
        <translation>
            <numerusform>“%1” has trained %n epoch. It goes on from its newest checkpoint.</numerusform>
            <numerusform>“%1” has trained %n epochs. It goes on from its newest checkpoint.</numerusform>
        </translation>
    </message>
</context>
</TS>
