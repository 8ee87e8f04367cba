// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random edits, undone and redone: whatever the steps, the document comes back to what it was.
#include "app/document/copies.h"
#include "app/document/document_edits.h"
#include "app/document/experiment_patch.h"
#include "app/document/node_geometry.h"
#include "app/topology/arrange/arrange_edits.h"

#include <QTest>
#include <random>

using namespace lockstep;

namespace {

class Editor {
public:
    Editor(ExperimentDocument& document, unsigned seed) : m_document(document), m_random(seed) {}

    void editOnce()
    {
        switch (below(22)) {
        case 0:
        case 1:
            addHost(m_document, static_cast<HostKind>(below(3)),
                    {below(2000) - 1000.0, below(2000) - 1000.0});
            break;
        case 2:
        case 3:
            addLink(m_document, node(), node());
            break;
        case 4:
            move();
            break;
        case 5:
            remove();
            break;
        case 6:
            changeHost(
                m_document, node(), {}, [this](Host& host) { change(host); }, gesture());
            break;
        case 7:
            changeSomeLink();
            break;
        case 8:
            addSwitch(m_document, {below(900) - 450.0, below(900) - 450.0});
            break;
        case 9:
            addNetwork(m_document,
                       {below(900) - 450.0, below(900) - 450.0, 300.0 + below(400), 200.0 + below(300)});
            break;
        case 10:
            groupNodes(m_document, {anyNode(), anyNode()});
            break;
        case 11:
            duplicate();
            break;
        case 12:
            paste();
            break;
        case 13:
            cutElements(m_document, {{anyNode()}, {}});
            break;
        case 14:
            arrange();
            break;
        case 15:
            toggleDevice(m_document, {anyNode(), node()},
                         below(3) == 0 ? Device{} : Device{DeviceKind::Cuda, below(4)});
            break;
        case 16:
            changePlace();
            break;
        case 17:
            addLink(m_document, anyNode(), anyNode(), Parallel::Allow);
            break;
        case 18:
            addHostLike(m_document, topology().hosts.empty() ? Host() : topology().hosts.front(), {0, 0});
            break;
        default:
            changeTraining();
        }
        if (below(4) == 0)
            m_document.endGesture();
    }

    /// Whether a duplicate or a paste was refused: none should be, the drawings stay small.
    bool hasFailed() const { return m_hasFailed; }
    int below(int bound) { return static_cast<int>(m_random() % static_cast<unsigned>(bound)); }

private:
    const Topology& topology() const { return m_document.experiment().topology; }
    QString gesture() { return below(2) == 0 ? QString() : QStringLiteral("gesture-%1").arg(below(3)); }

    std::string node()
    {
        if (topology().hosts.empty() || below(20) == 0)
            return "nobody";
        return topology()
            .hosts[static_cast<std::size_t>(below(static_cast<int>(topology().hosts.size())))]
            .id;
    }

    /// Of a host, switch or network.
    std::string anyNode()
    {
        const std::map<std::string, QRectF> all = nodeRects(topology());
        if (all.empty() || below(20) == 0)
            return "nobody";
        return std::next(all.begin(), below(static_cast<int>(all.size())))->first;
    }

    std::optional<LinkKey> anyLink()
    {
        const std::vector<LinkKey> keys = linkKeys(topology());
        if (keys.empty())
            return std::nullopt;
        return keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))];
    }

    void duplicate()
    {
        if (nodeRects(topology()).size() > 40)
            return;
        const std::optional<LinkKey> link = anyLink();
        if (link && below(3) == 0)
            m_hasFailed |= !duplicateElements(m_document, {{}, {*link}}, 1 + below(2)).ok();
        else
            m_hasFailed |= !duplicateElements(m_document, {{anyNode(), anyNode()}, {}}, 1 + below(2)).ok();
    }

    void paste()
    {
        if (nodeRects(topology()).size() > 40)
            return;
        const Result<Topology> copied =
            readCopy(copyText(topology(), {{anyNode(), anyNode(), anyNode()}, {}}));
        if (copied)
            m_hasFailed |= !pasteTopology(m_document, *copied, {below(900) - 450.0, below(900) - 450.0}).ok();
    }

    void arrange()
    {
        const std::set<std::string> nodes = {anyNode(), anyNode(), anyNode()};
        switch (below(4)) {
        case 0:
            alignNodes(m_document, nodes, static_cast<Edge>(below(6)));
            break;
        case 1:
            distributeNodes(m_document, nodes, below(2) == 0 ? Qt::Horizontal : Qt::Vertical);
            break;
        case 2:
            tidyNodes(m_document, below(2) == 0 ? nodes : std::set<std::string>(),
                      static_cast<Tidy>(below(3)));
            break;
        default:
            putOnGrid(m_document, nodes, 24);
        }
    }

    void changePlace()
    {
        const std::string id = anyNode();
        if (!findNetwork(topology(), id))
            changeSwitch(
                m_document, id, {}, [this](Switch& item) { item.bandwidthMbps = 1 + below(3); }, gesture());
        else
            resizeNetwork(m_document, id,
                          {below(300) * 1.0, below(300) * 1.0, 48.0 + below(600), below(600) * 1.0});
    }

    void move()
    {
        std::map<std::string, QPointF> positions;
        for (int count = below(4); count >= 0; --count)
            positions[node()] = QPointF(below(500), below(500));
        moveNodes(m_document, positions, gesture());
    }

    void remove()
    {
        ElementSet elements;
        elements.nodes.insert(anyNode());
        if (const std::optional<LinkKey> key = anyLink())
            elements.links.insert(*key);
        removeElements(m_document, elements);
    }

    void change(Host& host)
    {
        host.name = "name-" + std::to_string(below(5));
        host.port = 1 + below(5);
        host.devices.assign(static_cast<std::size_t>(below(3)), Device{});
    }

    void changeSomeLink()
    {
        const std::vector<LinkKey> keys = linkKeys(topology());
        if (keys.empty())
            return;
        const LinkKey& key = keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))];
        changeLink(
            m_document, key, {}, [this](Link& link) { link.bandwidthMbps = 1 + below(4); }, gesture());
    }

    void changeTraining()
    {
        Experiment next = m_document.experiment();
        next.training.batch = 1 + below(4);
        next.name = "experiment-" + std::to_string(below(3));
        m_document.edit({}, next, gesture());
    }

    ExperimentDocument& m_document;
    std::mt19937 m_random;
    bool m_hasFailed = false;
};

} // namespace

class DocumentPropertyTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsUndoneAndRedone_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 25; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void everythingIsUndoneAndRedone()
    {
        QFETCH(unsigned, seed);
        ExperimentDocument document;
        Editor editor(document, seed);
        for (int step = 0; step < 10; ++step)
            editor.editOnce();
        document.reset(document.experiment());
        const Experiment start = document.experiment();
        for (int step = 0; step < 400; ++step)
            editor.editOnce();
        const Experiment end = document.experiment();
        QVERIFY(document.undoStack().count() > 50);
        for (int round = 0; round < 2; ++round) {
            document.undoStack().setIndex(0);
            QVERIFY(document.experiment() == start);
            document.undoStack().setIndex(document.undoStack().count());
            QVERIFY(document.experiment() == end);
        }
    }

    /// A shadow that remembers whole experiments must agree with the stack of differences at every index: in
    /// a few long sequences, and in ten thousand short ones.
    void wanderingThroughTheStepsNeverDiverges_data()
    {
        QTest::addColumn<unsigned>("first");
        QTest::addColumn<unsigned>("sequences");
        QTest::addColumn<int>("length");
        QTest::newRow("long") << 100u << 10u << 300;
        QTest::newRow("short") << 1000u << 10000u << 16;
    }
    void wanderingThroughTheStepsNeverDiverges()
    {
        QFETCH(unsigned, first);
        QFETCH(unsigned, sequences);
        QFETCH(int, length);
        for (unsigned seed = first; seed < first + sequences; ++seed)
            QVERIFY2(wanders(seed, length), qPrintable(QStringLiteral("seed %1").arg(seed)));
    }

    void aPatchTurnsOneIntoTheOtherAndBack()
    {
        ExperimentDocument document;
        Editor editor(document, 7);
        std::vector<Experiment> states;
        for (int step = 0; step < 60; ++step) {
            editor.editOnce();
            states.push_back(document.experiment());
        }
        for (const Experiment& before : states) {
            for (const Experiment& after : states) {
                const ExperimentPatch patch = ExperimentPatch::between(before, after);
                QCOMPARE(patch.isEmpty(), before == after);
                Experiment moved = before;
                patch.apply(moved);
                QVERIFY(moved == after);
                patch.revert(moved);
                QVERIFY(moved == before);
            }
        }
    }

private:
    static bool wanders(unsigned seed, int length)
    {
        ExperimentDocument document;
        QUndoStack& undo = document.undoStack();
        Editor editor(document, seed);
        std::vector<Experiment> shadow = {document.experiment()};
        for (int step = 0; step < length; ++step) {
            const int choice = editor.below(5);
            const Experiment before = document.experiment();
            const int indexBefore = undo.index();
            bool edits = false;
            if (choice == 0 && undo.canUndo())
                undo.undo();
            else if (choice == 1 && undo.canRedo())
                undo.redo();
            else
                edits = true;
            if (edits)
                editor.editOnce();
            const auto index = static_cast<std::size_t>(undo.index());
            const bool vanished = undo.index() < indexBefore;
            if (edits && !vanished && !(document.experiment() == before)) {
                // One that joined the step before replaces its outcome.
                shadow.resize(index);
                shadow.push_back(document.experiment());
            }
            if (!(shadow[index] == document.experiment()))
                return false;
        }
        return !editor.hasFailed() && comesBackFromAFile(document) && comesBackFromEmpty(document);
    }

    static bool comesBackFromAFile(const ExperimentDocument& document)
    {
        const Result<Experiment> read = parseExperiment(toJson(document.experiment()));
        return read.ok() && *read == document.experiment();
    }

    static bool comesBackFromEmpty(ExperimentDocument& document)
    {
        document.undoStack().setIndex(document.undoStack().count());
        const Experiment end = document.experiment();
        document.undoStack().setIndex(0);
        const bool isEmpty = document.experiment() == Experiment();
        document.undoStack().setIndex(document.undoStack().count());
        return isEmpty && document.experiment() == end;
    }
};

QTEST_GUILESS_MAIN(DocumentPropertyTest)
#include "document_property_test.moc"
