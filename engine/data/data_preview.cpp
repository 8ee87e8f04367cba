// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/data_preview.h"

#include "engine/data/data_error.h"
#include "engine/data/normalisation.h"
#include "engine/data/pictures/picture_decoder.h"
#include "engine/data/pictures/picture_file.h"
#include "engine/data/pictures/resampler.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

namespace lockstep {
namespace {

/// Resolution that is decoded, as a multiple of what is shown.
constexpr int kOversampling = 3;
/// A class name of a document stays a name.
constexpr std::size_t kMaxNameBytes = 512;

std::string cut(std::string text)
{
    if (text.size() <= kMaxNameBytes)
        return text;
    std::size_t end = kMaxNameBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // not within a character
    return text.substr(0, end) + "...";
}

/// Below the folder of the data, or the one that their list is in.
std::string nameBelow(const std::string& data, const std::string& path)
{
    std::error_code ignored;
    const bool isFolder = std::filesystem::is_directory(data, ignored);
    const std::string folder = isFolder ? data : std::filesystem::path(data).parent_path().string();
    const std::size_t stem = folder.find_last_not_of('/') + 1;
    if (stem > 0 && path.size() > stem && path.compare(0, stem, folder, 0, stem) == 0 && path[stem] == '/')
        return path.substr(path.find_first_not_of('/', stem));
    return path;
}

std::vector<int> countClasses(const Dataset& set)
{
    std::vector<int> counts(static_cast<std::size_t>(set.classes()));
    for (std::size_t i = 0; i < set.size(); ++i)
        ++counts.at(static_cast<std::size_t>(set.label(i)));
    return counts;
}

/// Makes the small pictures of one part.
class PictureMaker {
public:
    PictureMaker(const Dataset& set, const PreviewRequest& request)
        : m_set(set), m_request(request), m_shape(set.sampleShape().sizes()),
          m_normalisation(normalisationOf(request.data, static_cast<int>(m_shape.front())))
    {
    }

    PreviewPicture make(std::size_t index)
    {
        PreviewPicture picture;
        picture.index = static_cast<int>(index);
        picture.label = m_set.label(index);
        const std::string path = m_set.path(index);
        picture.name = cut(nameBelow(m_request.data.path, path));
        try {
            if (path.empty() || m_shape.size() != 3)
                showValues(index, picture);
            else
                showFile(path, picture);
        } catch (const DamagedSample& damaged) {
            picture.damage = damaged.error();
        } catch (const BadPicture& bad) {
            picture.damage = Error{LOCKSTEP_TEXT("The image %1 is damaged: %2."), {path, bad.reason()}, {}};
        }
        return picture;
    }

private:
    void showFile(const std::string& path, PreviewPicture& picture)
    {
        readPictureFile(path, m_file);
        const std::unique_ptr<PictureDecoder> decoder = openPicture(m_file);
        picture.fileWidth = decoder->width();
        picture.fileHeight = decoder->height();
        const int longest = std::max(picture.fileWidth, picture.fileHeight);
        int scale = 8;
        while (scale > 1 && longest < scale * kOversampling * m_request.side)
            scale /= 2;
        decoder->decode({0, 0, picture.fileWidth, picture.fileHeight, scale, true}, m_part);
        show(static_cast<double>(picture.fileWidth) / m_part.scale,
             static_cast<double>(picture.fileHeight) / m_part.scale, longest, 3, picture);
    }

    void showValues(std::size_t index, PreviewPicture& picture)
    {
        m_values.resize(static_cast<std::size_t>(m_set.sampleShape().elements()));
        m_set.read(index, {Use::Evaluation, 0}, m_values);
        const auto width = static_cast<int>(m_shape[m_shape.size() - 1]);
        const auto height = static_cast<int>(m_shape[m_shape.size() - 2]);
        const auto plane = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        const auto frames = m_shape.size() == 4 ? static_cast<std::size_t>(m_shape[1]) : 1;
        const std::size_t channels = m_shape.front() == 3 ? 3 : 1;
        m_part.scale = 1;
        m_part.x = m_part.y = 0;
        m_part.resize(width, height);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const std::size_t from = std::min(channel, channels - 1);
            const float* values = m_values.data() + (from * frames + frames / 2) * plane;
            for (std::size_t i = 0; i < plane; ++i)
                m_part.pixels[i * 4 + channel] = toByte(values[i], from);
        }
        show(width, height, std::max(width, height), static_cast<int>(channels), picture);
    }

    std::uint8_t toByte(float value, std::size_t channel) const
    {
        const double light = value * m_normalisation.deviation[channel] + m_normalisation.mean[channel];
        return static_cast<std::uint8_t>(std::lround(std::clamp(light, 0.0, 1.0) * 255));
    }

    /// The part, of which a width x height is covered, no larger than asked for.
    void show(double width, double height, int longest, int channels, PreviewPicture& picture)
    {
        const double factor =
            longest > m_request.side ? static_cast<double>(m_request.side) / longest * m_part.scale : 1;
        const auto sized = [&](double length) {
            return std::max(1, static_cast<int>(std::lround(length * factor)));
        };
        picture.width = sized(width);
        picture.height = sized(height);
        picture.channels = channels;
        const auto& pixels =
            m_resampler.run(m_part, {0, width, picture.width, 0, picture.width, 0, m_part.width},
                            {0, height, picture.height, 0, picture.height, 0, m_part.height});
        const auto count = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
        std::vector<std::uint8_t> shown;
        for (std::size_t i = 0; i < count; ++i)
            shown.insert(shown.end(), pixels.data() + i * 4, pixels.data() + i * 4 + channels);
        picture.pixels = base64(shown);
    }

    const Dataset& m_set;
    const PreviewRequest& m_request;
    std::vector<std::int64_t> m_shape;
    Normalisation m_normalisation;
    std::vector<std::uint8_t> m_file;
    std::vector<float> m_values;
    DecodedPart m_part;
    Resampler m_resampler;
};

PreviewPart previewAtPart(DataPart name, const Dataset& set, const PreviewRequest& request)
{
    PreviewPart part{name, static_cast<int>(set.size()), countClasses(set), {}};
    PictureMaker maker(set, request);
    for (const std::size_t index : chooseSamples(set, part.counts, request))
        part.pictures.push_back(maker.make(index));
    return part;
}

} // namespace

std::vector<std::size_t> chooseSamples(const Dataset& set, const std::vector<int>& counts,
                                       const PreviewRequest& request)
{
    std::vector<int> classes; // that have something left to show
    for (int label = 0; label < static_cast<int>(counts.size()); ++label)
        if ((request.onlyClass < 0 || request.onlyClass == label) &&
            counts[static_cast<std::size_t>(label)] > request.skip)
            classes.push_back(label);
    const auto wanted = static_cast<std::size_t>(request.pictures);
    std::map<std::pair<int, int>, std::size_t> places; // of the nth sample of a class in the answer
    if (classes.size() > wanted) {
        for (std::size_t i = 0; i < wanted; ++i)
            places.emplace(std::pair{classes[i * classes.size() / wanted], request.skip}, i);
    } else {
        for (int nth = request.skip; places.size() < wanted; ++nth) {
            const std::size_t before = places.size();
            for (const int label : classes)
                if (places.size() < wanted && counts[static_cast<std::size_t>(label)] > nth)
                    places.emplace(std::pair{label, nth}, places.size());
            if (places.size() == before)
                break;
        }
    }
    std::vector<std::size_t> chosen(places.size());
    std::vector<int> seen(counts.size());
    for (std::size_t i = 0; i < set.size() && !places.empty(); ++i) {
        const std::int32_t label = set.label(i);
        const auto place = places.find({label, seen[static_cast<std::size_t>(label)]++});
        if (place == places.end())
            continue;
        chosen[place->second] = i;
        places.erase(place);
    }
    return chosen;
}

DataPreview previewData(const PreviewRequest& request)
{
    const DataSplits data = openData(request.data, request.seed);
    DataPreview preview;
    for (const auto& [name, set] : {std::pair{DataPart::Training, data.training.get()},
                                    {DataPart::Validation, data.validation.get()},
                                    {DataPart::Evaluation, data.evaluation.get()}}) {
        if (!set)
            continue;
        if (request.onlyClass >= set->classes())
            throwDataError(LOCKSTEP_TEXT("There is no class %1 in these data; they have %2, from 0 on."),
                           {std::to_string(request.onlyClass), std::to_string(set->classes())});
        if (preview.parts.empty()) {
            const Shape shape = set->sampleShape();
            preview.sampleShape.assign(shape.sizes().begin(), shape.sizes().end());
            preview.classes = set->classes();
            preview.classNames = set->classNames();
            std::transform(preview.classNames.begin(), preview.classNames.end(), preview.classNames.begin(),
                           cut);
        }
        preview.parts.push_back(previewAtPart(name, *set, request));
    }
    return preview;
}

} // namespace lockstep
