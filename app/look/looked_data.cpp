// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/looked_data.h"

#include <algorithm>
#include <cstring>

namespace lockstep {

namespace {

/// REQUIRES: parseDataLook() let the picture pass.
QImage imageOf(const LookPicture& picture)
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

} // namespace

const LookPart* LookedData::part(DataPart wanted) const
{
    const auto found =
        std::ranges::find_if(look.parts, [wanted](const LookPart& part) { return part.part == wanted; });
    return found == look.parts.end() ? nullptr : &*found;
}

LookResult readLookedData(const QByteArray& json)
{
    Result<DataLook> look = parseDataLook({json.constData(), static_cast<std::size_t>(json.size())});
    if (!look)
        return look.error();
    LookedData data{std::move(*look), {}};
    for (LookPart& part : data.look.parts) {
        std::vector<QImage>& images = data.images.emplace_back();
        for (LookPicture& picture : part.pictures) {
            images.push_back(imageOf(picture));
            picture.pixels.clear();
        }
    }
    return data;
}

QString classText(const DataLook& look, int label)
{
    const auto index = static_cast<std::size_t>(label);
    return index < look.classNames.size() ? QString::fromStdString(look.classNames[index]).simplified()
                                          : QString::number(label);
}

} // namespace lockstep
