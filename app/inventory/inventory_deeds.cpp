// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory/inventory_deeds.h"

#include "app/inventory/holdings_texts.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

namespace lockstep {

namespace {

struct DeedTexts {
    Q_DECLARE_TR_FUNCTIONS(Inventory)
};

RunReference referenceOf(const KeptRun& run)
{
    return {run.state.run, run.state.host};
}

QString nameOf(const KeptItem& item)
{
    if (!item.run)
        return deploymentTitle(item.deployment->reference);
    const RunState& state = item.run->state;
    return inertString(state.name.empty() ? state.run : state.name);
}

bool ask(const QString& title, const QString& question, const QString& consequences, const QString& deed,
         QWidget& window)
{
    QMessageBox box(QMessageBox::Warning, title, question, QMessageBox::Cancel, &window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(consequences);
    const QPushButton* confirm = box.addButton(deed, QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == confirm;
}

} // namespace

HostDeed endOf(const KeptItem& item)
{
    const auto kind = item.isGoingOn() ? HostDeed::Kind::End : HostDeed::Kind::Sweep;
    return {.kind = kind, .run = referenceOf(*item.run)};
}

HostDeed removalOf(const KeptItem& item)
{
    if (item.run)
        return {.kind = HostDeed::Kind::Remove, .run = referenceOf(*item.run)};
    return {.kind = HostDeed::Kind::Withdraw, .deployment = item.deployment->reference};
}

bool mayEnd(const QVector<KeptItem>& items, QWidget& window)
{
    const auto count = static_cast<int>(items.size());
    const QString question = count == 1 ? DeedTexts::tr("End “%1”?").arg(nameOf(items.first()))
                                        : DeedTexts::tr("End %Ln run(s)?", nullptr, count);
    const bool someGoOn = std::ranges::any_of(items, &KeptItem::isGoingOn);
    const QString consequences =
        someGoOn
            ? DeedTexts::tr("A run that goes on finishes its step, writes a checkpoint and ends on all its "
                            "hosts, whoever began it and whoever watches it.")
            : DeedTexts::tr("The processes that it left are killed.");
    return ask(DeedTexts::tr("End runs"), question, consequences, DeedTexts::tr("End"), window);
}

bool mayRemove(const QVector<KeptItem>& items, QWidget& window)
{
    qint64 bytes = 0;
    bool hasRuns = false;
    for (const KeptItem& item : items) {
        bytes += static_cast<qint64>(item.run ? item.run->bytes : item.deployment->bytes);
        hasRuns = hasRuns || item.run;
    }
    const auto count = static_cast<int>(items.size());
    const QString question =
        count == 1 ? DeedTexts::tr("Delete “%1” and free %2?").arg(nameOf(items.first()), sizeText(bytes))
                   : DeedTexts::tr("Delete %Ln item(s) and free %1?", nullptr, count).arg(sizeText(bytes));
    QStringList consequences;
    if (hasRuns)
        consequences << DeedTexts::tr(
            "What the runs left on their hosts is deleted for good, checkpoints, journals "
            "and logs; copies on this computer stay.");
    if (std::ranges::any_of(items, [](const KeptItem& item) { return item.deployment.has_value(); }))
        consequences << DeedTexts::tr("A deployment is copied again when it is needed.");
    return ask(DeedTexts::tr("Delete from hosts"), question, consequences.join(QStringLiteral("\n\n")),
               DeedTexts::tr("Delete"), window);
}

} // namespace lockstep
