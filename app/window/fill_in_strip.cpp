// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/fill_in_strip.h"

#include "app/problems/empty_fields.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace lockstep {

namespace {

/// The same field of more hosts than these is one link: nobody fills ten in one by one.
constexpr qsizetype kMostAlone = 3;
constexpr int kHostPart = 2; ///< of "topology.hosts.0.address"
constexpr int kMemberPart = 3;

bool isOfHost(const QString& key)
{
    return key.startsWith(QLatin1String("topology.hosts."));
}

bool areAlike(const QString& one, const QString& other)
{
    return isOfHost(one) && isOfHost(other) &&
           one.section(u'.', kMemberPart) == other.section(u'.', kMemberPart);
}

/// Keys that are filled in together.
QVector<QStringList> grouped(const std::vector<std::string>& keys)
{
    QVector<QStringList> groups;
    for (const std::string& each : keys) {
        const QString key = QString::fromStdString(each);
        if (!groups.isEmpty() && areAlike(groups.last().first(), key))
            groups.last() << key;
        else
            groups << QStringList{key};
    }
    QVector<QStringList> fields;
    for (const QStringList& group : groups) {
        if (group.size() > kMostAlone)
            fields << group;
        else
            for (const QString& key : group)
                fields << QStringList{key};
    }
    return fields;
}

} // namespace

FillInStrip::FillInStrip(ExperimentDocument& document, LabelOf labelOf, QWidget* parent)
    : QFrame(parent), m_document(document), m_labelOf(std::move(labelOf)), m_text(new QLabel(this))
{
    setObjectName(QStringLiteral("fillInStrip"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_text, &QLabel::linkActivated, this,
            [this](const QString& link) { emit fieldsWanted(m_fields.value(link.toInt())); });
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Put away"));
    close->setAccessibleName(tr("Put away what is left to fill in"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 8, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    connect(&document, &ExperimentDocument::replaced, this, &FillInStrip::begin);
    connect(&document, &ExperimentDocument::changed, this, &FillInStrip::refresh);
    begin();
}

void FillInStrip::begin()
{
    setVisible(!emptyFields(m_document.experiment()).empty());
    refresh();
}

void FillInStrip::refresh()
{
    if (isHidden())
        return;
    m_fields = grouped(emptyFields(m_document.experiment()));
    QStringList links;
    for (qsizetype i = 0; i < m_fields.size(); ++i)
        links << QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(linkText(m_fields[i]).toHtmlEscaped());
    m_text->setText(tr("%Ln thing(s) to fill in: %1", nullptr, static_cast<int>(m_fields.size()))
                        .arg(links.join(QStringLiteral(" · "))));
    setVisible(!m_fields.isEmpty());
}

QString FillInStrip::linkText(const QStringList& keys) const
{
    const QString label = m_labelOf(keys.first().toStdString());
    if (keys.size() > 1)
        return tr("%1 of %Ln host(s)", "field of hosts", static_cast<int>(keys.size())).arg(label);
    if (!isOfHost(keys.first()))
        return label;
    const Host& host =
        m_document.experiment().topology.hosts[keys.first().section(u'.', kHostPart, kHostPart).toUInt()];
    return tr("%1 of %2", "field of a host").arg(label, QString::fromStdString(host.name));
}

QString FillInStrip::text() const
{
    return m_text->text();
}

} // namespace lockstep
