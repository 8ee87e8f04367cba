// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_deletion.h"

#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::RunDeletion)
};

QString consequences(const QVector<CatalogueRun>& doomed, int live)
{
    QStringList sentences{
        Texts::tr("Their experiments, journals, logs, notes and the checkpoints that were fetched are "
                  "deleted for good. What the runs left on other hosts, their checkpoints among "
                  "it, stays there.")};
    if (std::ranges::any_of(doomed,
                            [](const CatalogueRun& run) { return run.entry.unknownSince.has_value(); }))
        sentences.append(
            Texts::tr("Of some of them it is not known whether they still train. Refresh asks their hosts."));
    if (live > 0)
        sentences.append(Texts::tr("%Ln run(s) that go on stay.", nullptr, live));
    return sentences.join(QStringLiteral("\n\n"));
}

} // namespace

QStringList askWhatToDelete(const QVector<CatalogueRun>& runs, QWidget& window)
{
    QVector<CatalogueRun> doomed = runs;
    const auto live =
        static_cast<int>(doomed.removeIf([](const CatalogueRun& run) { return run.entry.isLive(); }));
    if (doomed.isEmpty())
        return {};
    qint64 bytes = 0;
    QStringList folders;
    for (const CatalogueRun& run : doomed) {
        bytes += run.bytes;
        folders.append(run.folder());
    }
    const QString question =
        doomed.size() == 1
            ? Texts::tr("Delete “%1” and free %2?")
                  .arg(inertString(doomed[0].entry.info.name), sizeText(bytes))
            : Texts::tr("Delete %Ln run(s) and free %1?", nullptr, static_cast<int>(doomed.size()))
                  .arg(sizeText(bytes));
    QMessageBox box(QMessageBox::Warning, Texts::tr("Delete runs"), question, QMessageBox::Cancel, &window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(consequences(doomed, live));
    const QPushButton* confirm = box.addButton(Texts::tr("Delete"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == confirm ? folders : QStringList();
}

} // namespace lockstep
