// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/previewed_data.h"

#include <algorithm>
#include <cstring>

namespace lockstep {

QImage pictureOf(const PreviewPicture& picture)
{
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(picture.pixels),
                                                        QByteArray::AbortOnBase64DecodingErrors);
    const qsizetype row = qsizetype{picture.width} * picture.channels;
    if (!decoded || decoded.decoded.isEmpty() || decoded.decoded.size() != row * picture.height)
        return {};
    QImage image(picture.width, picture.height,
                 picture.channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    for (int y = 0; y < picture.height; ++y)
        std::memcpy(image.scanLine(y), decoded.decoded.constData() + row * y, static_cast<std::size_t>(row));
    return image;
}

const PreviewPart* PreviewedData::part(DataPart wanted) const
{
    const auto found = std::ranges::find_if(
        preview.parts, [wanted](const PreviewPart& part) { return part.part == wanted; });
    return found == preview.parts.end() ? nullptr : &*found;
}

PreviewResult readPreviewedData(const QByteArray& json)
{
    Result<DataPreview> preview = parseDataPreview({json.constData(), static_cast<std::size_t>(json.size())});
    if (!preview)
        return preview.error();
    PreviewedData data{std::move(*preview), {}};
    for (PreviewPart& part : data.preview.parts) {
        std::vector<QImage>& images = data.images.emplace_back();
        for (PreviewPicture& picture : part.pictures) {
            images.push_back(pictureOf(picture));
            picture.pixels.clear();
        }
    }
    return data;
}

QString classText(const DataPreview& preview, int label)
{
    const auto index = static_cast<std::size_t>(label);
    return index < preview.classNames.size() ? QString::fromStdString(preview.classNames[index]).simplified()
                                             : QString::number(label);
}

} // namespace lockstep
