// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/sample_pictures.h"

#include "engine/data/normalisation.h"
#include "engine/data/pictures/picture_decoder.h"
#include "engine/data/pictures/picture_file.h"
#include "engine/data/pictures/resampler.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

namespace lockstep {
namespace {

/// Resolution that is decoded, as a multiple of what is shown.
constexpr int kOversampling = 3;
/// A class name of a document stays a name.
constexpr std::size_t kMaxNameBytes = 512;

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

} // namespace

struct SamplePictures::State {
    State(const Dataset& samples, const DataSpec& spec, int longest)
        : set(samples), data(spec), side(longest), shape(set.sampleShape().sizes()),
          normalisation(normalisationOf(data, static_cast<int>(shape.front())))
    {
    }

    PreviewPicture make(std::size_t index);
    void showFile(const std::string& path, PreviewPicture& picture);
    void showValues(std::size_t index, PreviewPicture& picture);
    std::uint8_t toByte(float value, std::size_t channel) const;
    void show(double width, double height, int longest, int channels, PreviewPicture& picture);

    const Dataset& set;
    const DataSpec& data;
    int side;
    std::vector<std::int64_t> shape;
    Normalisation normalisation;
    std::vector<std::uint8_t> file;
    std::vector<float> values;
    DecodedPart part;
    Resampler resampler;
};

PreviewPicture SamplePictures::State::make(std::size_t index)
{
    PreviewPicture picture;
    picture.index = static_cast<int>(index);
    picture.label = set.label(index);
    const std::string path = set.path(index);
    picture.name = shownName(nameBelow(data.path, path));
    try {
        if (path.empty() || shape.size() != 3)
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

void SamplePictures::State::showFile(const std::string& path, PreviewPicture& picture)
{
    readPictureFile(path, file);
    const std::unique_ptr<PictureDecoder> decoder = openPicture(file);
    picture.fileWidth = decoder->width();
    picture.fileHeight = decoder->height();
    const int longest = std::max(picture.fileWidth, picture.fileHeight);
    int scale = 8;
    while (scale > 1 && longest < scale * kOversampling * side)
        scale /= 2;
    decoder->decode({0, 0, picture.fileWidth, picture.fileHeight, scale, true}, part);
    show(static_cast<double>(picture.fileWidth) / part.scale,
         static_cast<double>(picture.fileHeight) / part.scale, longest, 3, picture);
}

void SamplePictures::State::showValues(std::size_t index, PreviewPicture& picture)
{
    values.resize(static_cast<std::size_t>(set.sampleShape().elements()));
    set.read(index, {Use::Evaluation, 0}, values);
    const auto width = static_cast<int>(shape[shape.size() - 1]);
    const auto height = static_cast<int>(shape[shape.size() - 2]);
    const auto plane = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto frames = shape.size() == 4 ? static_cast<std::size_t>(shape[1]) : 1;
    const std::size_t channels = shape.front() == 3 ? 3 : 1;
    part.scale = 1;
    part.x = part.y = 0;
    part.resize(width, height);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const std::size_t from = std::min(channel, channels - 1);
        const float* channelValues = values.data() + (from * frames + frames / 2) * plane;
        for (std::size_t i = 0; i < plane; ++i)
            part.pixels[i * 4 + channel] = toByte(channelValues[i], from);
    }
    show(width, height, std::max(width, height), static_cast<int>(channels), picture);
}

std::uint8_t SamplePictures::State::toByte(float value, std::size_t channel) const
{
    const double light = value * normalisation.deviation[channel] + normalisation.mean[channel];
    return static_cast<std::uint8_t>(std::lround(std::clamp(light, 0.0, 1.0) * 255));
}

/// The part, of which a width x height is covered, no larger than asked for.
void SamplePictures::State::show(double width, double height, int longest, int channels,
                                 PreviewPicture& picture)
{
    const double factor = longest > side ? static_cast<double>(side) / longest * part.scale : 1;
    const auto sized = [&](double length) {
        return std::max(1, static_cast<int>(std::lround(length * factor)));
    };
    picture.width = sized(width);
    picture.height = sized(height);
    picture.channels = channels;
    const auto& pixels = resampler.run(part, {0, width, picture.width, 0, picture.width, 0, part.width},
                                       {0, height, picture.height, 0, picture.height, 0, part.height});
    const auto count = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
    std::vector<std::uint8_t> shown;
    for (std::size_t i = 0; i < count; ++i)
        shown.insert(shown.end(), pixels.data() + i * 4, pixels.data() + i * 4 + channels);
    picture.pixels = base64(shown);
}

SamplePictures::SamplePictures(const Dataset& set, const DataSpec& data, int side)
    : m_state(std::make_unique<State>(set, data, side))
{
}

SamplePictures::~SamplePictures() = default;

PreviewPicture SamplePictures::make(std::size_t index)
{
    return m_state->make(index);
}

std::string shownName(std::string name)
{
    if (name.size() <= kMaxNameBytes)
        return name;
    std::size_t end = kMaxNameBytes;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end; // not within a character
    return name.substr(0, end) + "...";
}

} // namespace lockstep
