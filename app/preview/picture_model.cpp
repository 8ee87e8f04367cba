// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/picture_model.h"

#include "app/preview/preview_texts.h"
#include "app/text/error_text.h"
#include "app/text/number_text.h"
#include "app/text/plain_text.h"

#include <QStringList>
#include <algorithm>

namespace lockstep {

void PictureModel::setPictures(const PreviewedData& data, DataPart wanted)
{
    beginResetModel();
    m_entries.clear();
    for (std::size_t i = 0; i < data.preview.parts.size(); ++i) {
        const PreviewPart& part = data.preview.parts[i];
        if (part.part != wanted)
            continue;
        for (std::size_t j = 0; j < part.pictures.size(); ++j)
            m_entries.push_back(
                {part.pictures[j], data.images[i][j], classText(data.preview, part.pictures[j].label)});
    }
    std::ranges::stable_sort(m_entries, {}, [](const Entry& entry) { return entry.picture.label; });
    endResetModel();
}

void PictureModel::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

int PictureModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant PictureModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return entry.className;
    case Qt::ToolTipRole:
        return wrappedText(describe(entry));
    case Qt::AccessibleTextRole:
        return QString(describe(entry)).replace(u'\n', QStringLiteral(", "));
    case kImageRole:
        return entry.image;
    default:
        return {};
    }
}

QString PictureModel::describe(const Entry& entry) const
{
    const PreviewPicture& picture = entry.picture;
    QStringList lines{tr("Class %1").arg(entry.className), tr("Sample %1").arg(countText(picture.index))};
    if (!picture.name.empty())
        lines.append(QString::fromStdString(picture.name).simplified());
    if (picture.fileWidth > 0)
        lines.append(tr("%1 × %2 pixels").arg(picture.fileWidth).arg(picture.fileHeight));
    if (!picture.damage.text.empty())
        lines.append(errorSentence(picture.damage));
    return lines.join(u'\n');
}

} // namespace lockstep
