// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/image_folder.h"

#include "engine/data/data_error.h"
#include "engine/data/decoded_cache.h"
#include "engine/data/pictures/picture_reader.h"
#include "engine/data/pictures/resample_lines.h"
#include "engine/protocol/byte_text.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace lockstep {
namespace {

constexpr std::size_t kChannels = 3;
constexpr double kGibibyte = 1 << 30;

std::size_t cacheBytes(const DataSpec& spec)
{
    // Half of it for each of the two sets.
    return static_cast<std::size_t>(spec.cacheMegabytes / 2 * (1 << 20));
}

} // namespace

ImageFolder::ImageFolder(FolderListing listing, Role role, const DataSpec& spec,
                         const Normalisation& normalisation, std::uint64_t seed)
    : PixelDataset(normalisation), m_listing(std::move(listing)), m_side(spec.imageSize),
      m_resize(std::max(resizeOf(spec), spec.imageSize)), m_augmentation(spec.augmentation), m_seed(seed),
      m_whole(m_listing.size(),
              role == Role::Training && spec.augmentation == Augmentation::Standard ? cacheBytes(spec) : 0),
      m_cutOut(m_listing.size(),
               role == Role::Validation || spec.augmentation == Augmentation::None ? cacheBytes(spec) : 0),
      m_decoded(
          role == Role::Training && spec.augmentation == Augmentation::Standard
              ? openDecodedCache(m_listing, static_cast<std::uint64_t>(spec.diskCacheGigabytes * kGibibyte))
              : nullptr),
      m_states(m_listing.size())
{
    LOCKSTEP_CHECK(scale().channels == kChannels);
}

template <typename Work>
void ImageFolder::guarded(std::size_t index, Work work) const
{
    std::atomic<State>& state = m_states[index];
    if (state.load(std::memory_order_acquire) == State::Damaged) {
        const MutexLock lock(m_mutex);
        throw DamagedSample(m_damages.at(index));
    }
    thread_local PictureReader space;
    try {
        work(space);
        space.tidy();
    } catch (const BadPicture& bad) {
        space.tidy();
        const Error error{
            LOCKSTEP_TEXT("The image %1 is damaged: %2."), {m_listing.path(index), bad.reason()}, {}};
        {
            const MutexLock lock(m_mutex);
            m_damages.emplace(index, error);
        }
        state.store(State::Damaged, std::memory_order_release);
        throw DamagedSample(error);
    }
}

std::int32_t ImageFolder::readPixels(std::size_t index, const ReadContext& context,
                                     std::span<std::uint8_t> pixels) const
{
    LOCKSTEP_CHECK(index < size() && pixels.size() == static_cast<std::size_t>(sampleShape().elements()));
    const bool augment = context.use == Use::Training && m_augmentation == Augmentation::Standard;
    guarded(index, [&](PictureReader& space) {
        if (augment)
            train(index, space, context, pixels);
        else
            evaluate(index, space, pixels);
    });
    return m_listing.label(index);
}

void ImageFolder::readCrop(std::size_t index, const Crop& part, std::span<float> values) const
{
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(sampleShape().elements()));
    guarded(index, [&](PictureReader& space) {
        space.open(m_listing.path(index));
        crop(index, space, nullptr, part, pixels);
    });
    scaleTo(pixels, values);
}

void ImageFolder::train(std::size_t index, PictureReader& space, const ReadContext& context,
                        std::span<std::uint8_t> pixels) const
{
    Random random = augmentationRandom(m_seed, context.epoch, index);
    if (trainFromFile(index, space, random, pixels))
        return;
    const DecodedPart* whole = wholePicture(index, space);
    const int width = whole ? whole->width : space.decoder->width();
    const int height = whole ? whole->height : space.decoder->height();
    crop(index, space, whole, randomResizedCrop(width, height, random), pixels);
}

/// False where the file has no such picture, memory has it, or the crop
/// is one that is decoded at another scale.
bool ImageFolder::trainFromFile(std::size_t index, PictureReader& space, Random random,
                                std::span<std::uint8_t> pixels) const
{
    const auto size = m_decoded && !m_whole.find(index) ? m_decoded->sizeOf(index) : std::nullopt;
    if (!size)
        return false;
    const Crop part = randomResizedCrop(size->width, size->height, random);
    if (decodingScale(std::min(part.width, part.height), m_side) != 1 ||
        !m_decoded->read(index, {part.x, part.y, part.width, part.height}, space.part))
        return false;
    m_states[index].store(State::Sound, std::memory_order_release); // else it would not have been kept
    resizeTo(space, space.part, part, pixels);
    return true;
}

/// The picture from the cache, or decoded because it fits there and must be read to its end anyway; else
/// null, and the decoder is open.
const DecodedPart* ImageFolder::wholePicture(std::size_t index, PictureReader& space) const
{
    if (const DecodedPart* kept = m_whole.find(index))
        return kept;
    space.open(m_listing.path(index));
    const int width = space.decoder->width();
    const int height = space.decoder->height();
    const std::int64_t pixels = std::int64_t{width} * height;
    const bool fitsMemory =
        pixels <= kMaxKeptPixels && m_whole.hasRoomFor(static_cast<std::size_t>(pixels) * 4 + kPictureSlack);
    const bool fitsFile = m_decoded && m_decoded->hasRoomFor({width, height});
    if (m_states[index].load(std::memory_order_acquire) != State::Unread || (!fitsMemory && !fitsFile))
        return nullptr;
    const DecodedPart& part = decode(index, space, {0, 0, width, height});
    if (fitsMemory)
        m_whole.keep(index, part);
    if (fitsFile)
        m_decoded->keep(index, part);
    return &part;
}

const DecodedPart& ImageFolder::decode(std::size_t index, PictureReader& space, WantedPart wanted) const
{
    if (!space.decoder)
        space.open(m_listing.path(index));
    wanted.toTheEnd = m_states[index].load(std::memory_order_acquire) != State::Sound;
    space.decoder->decode(wanted, space.part);
    space.decoder.reset();
    m_states[index].store(State::Sound, std::memory_order_release);
    return space.part;
}

void ImageFolder::crop(std::size_t index, PictureReader& space, const DecodedPart* whole, const Crop& part,
                       std::span<std::uint8_t> pixels) const
{
    // The choice depends on the crop alone: what happens to be in the cache must not change a value.
    const int scale = decodingScale(std::min(part.width, part.height), m_side);
    const DecodedPart& source =
        whole && scale == 1 ? *whole : decode(index, space, {part.x, part.y, part.width, part.height, scale});
    resizeTo(space, source, part, pixels);
}

void ImageFolder::resizeTo(PictureReader& space, const DecodedPart& source, const Crop& part,
                           std::span<std::uint8_t> pixels) const
{
    const ResampledAxis columns{
        static_cast<double>(part.x), static_cast<double>(part.width), m_side, 0, m_side, part.x,
        part.x + part.width};
    const ResampledAxis rows{
        static_cast<double>(part.y), static_cast<double>(part.height), m_side, 0, m_side, part.y,
        part.y + part.height};
    const auto& resized =
        space.resampler.run(source, withinPart(columns, source.scale, source.x, source.width),
                            withinPart(rows, source.scale, source.y, source.height));
    write(resized.data(), part.flip, pixels);
}

void ImageFolder::evaluate(std::size_t index, PictureReader& space, std::span<std::uint8_t> pixels) const
{
    if (const DecodedPart* kept = m_cutOut.find(index)) {
        write(kept->pixels.data(), false, pixels);
        return;
    }
    space.open(m_listing.path(index));
    const int width = space.decoder->width();
    const int height = space.decoder->height();
    const int shorter = std::min(width, height);
    const auto middle = [&](int length) {
        const std::int64_t size = resizedLength(length, shorter, m_resize);
        return partOfResized(length, size, middleOfResized(size, m_side), m_side);
    };
    const ResampledAxis columns = middle(width);
    const ResampledAxis rows = middle(height);
    const SourceRange across = sourceRange(columns);
    const SourceRange down = sourceRange(rows);
    const bool toTheEnd = m_states[index].load(std::memory_order_acquire) != State::Sound;
    const auto& resized =
        space.readResized({across.begin, down.begin, across.end - across.begin, down.end - down.begin,
                           decodingScale(shorter, m_resize), toTheEnd},
                          columns, rows);
    m_states[index].store(State::Sound, std::memory_order_release);
    write(resized.data(), false, pixels);
    if (m_cutOut.hasRoomFor(resized.size()))
        m_cutOut.keep(index, DecodedPart{1, 0, 0, m_side, m_side, resized});
}

std::string ImageFolder::storage() const
{
    if (!m_decoded)
        return {};
    const auto text = [](std::uint64_t bytes) { return byteText(static_cast<std::int64_t>(bytes)); };
    return "decoded pictures are kept in " + m_decoded->path().string() + ": " + text(m_decoded->bytes()) +
           " of at most " + text(m_decoded->maxBytes()) + "; they are the same bytes that decoding gives";
}

void ImageFolder::write(const std::uint8_t* resized, bool flip, std::span<std::uint8_t> pixels) const
{
    const auto side = static_cast<std::size_t>(m_side);
    for (std::size_t y = 0; y < side; ++y)
        lineKernels().packLine(resized + y * side * 4, m_side, flip, pixels.data() + y * side * kChannels);
}

DataSplits openImageFolder(const DataSpec& spec, std::uint64_t seed)
{
    const Normalisation normalisation = normalisationOf(spec, int{kChannels});
    const std::string training = (std::filesystem::path(spec.path) / "train").string();
    const std::string validation = (std::filesystem::path(spec.path) / "val").string();
    std::error_code ignored;
    const auto present = [&](const std::string& folder) {
        return std::filesystem::is_directory(folder, ignored);
    };
    std::optional<FolderListing> trainingFiles;
    std::optional<FolderListing> validationFiles;
    if (present(training) || !present(validation))
        trainingFiles.emplace(training);
    if (present(validation))
        validationFiles.emplace(validation);
    if (trainingFiles && validationFiles)
        requireSameClasses(*trainingFiles, *validationFiles);
    DataSplits data;
    if (trainingFiles)
        data.training = std::make_unique<ImageFolder>(std::move(*trainingFiles), ImageFolder::Role::Training,
                                                      spec, normalisation, seed);
    if (validationFiles)
        data.validation = std::make_unique<ImageFolder>(
            std::move(*validationFiles), ImageFolder::Role::Validation, spec, normalisation, seed);
    return data;
}

} // namespace lockstep
