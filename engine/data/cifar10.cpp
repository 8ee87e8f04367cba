// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/cifar10.h"

#include "engine/data/byte_source.h"
#include "engine/data/data_error.h"
#include "engine/data/pictures/augment.h"
#include "engine/data/pixel_dataset.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr int kSide = 32;
constexpr int kChannels = 3;
constexpr int kClasses = 10;
constexpr int kPadding = 4;
constexpr int kBatches = 5;
constexpr std::size_t kPixels = std::size_t{kSide} * kSide;
constexpr std::size_t kRecord = 1 + kChannels * kPixels;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

class Cifar10Set final : public PixelDataset {
public:
    Cifar10Set(std::vector<std::uint8_t> records, const Normalisation& normalisation,
               Augmentation augmentation, std::uint64_t seed)
        : PixelDataset(normalisation), m_records(std::move(records)), m_augmentation(augmentation),
          m_seed(seed)
    {
    }

    std::size_t size() const override { return m_records.size() / kRecord; }
    Shape sampleShape() const override { return {kChannels, kSide, kSide}; }
    int classes() const override { return kClasses; }
    std::int32_t label(std::size_t index) const override { return m_records[index * kRecord]; }
    /// Those of the data set's own batches.meta.txt.
    std::vector<std::string> classNames() const override
    {
        return {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
    }
    std::int32_t readPixels(std::size_t index, const ReadContext& context,
                            std::span<std::uint8_t> pixels) const override;

private:
    std::vector<std::uint8_t> m_records;
    Augmentation m_augmentation;
    std::uint64_t m_seed;
};

std::int32_t Cifar10Set::readPixels(std::size_t index, const ReadContext& context,
                                    std::span<std::uint8_t> pixels) const
{
    LOCKSTEP_CHECK(index < size() && pixels.size() == kChannels * kPixels);
    const std::uint8_t* record = m_records.data() + index * kRecord;
    Crop crop{0, 0, kSide, kSide, false};
    if (context.use == Use::Training && m_augmentation == Augmentation::Standard) {
        Random random = augmentationRandom(m_seed, context.epoch, index);
        crop = randomPaddedCrop(kSide, kSide, kPadding, random);
    }
    for (int channel = 0; channel < kChannels; ++channel) {
        const std::uint8_t* plane = record + 1 + static_cast<std::size_t>(channel) * kPixels;
        for (int y = 0; y < kSide; ++y) {
            const int fromY = y + crop.y;
            std::array<std::uint8_t, kSide + 2 * kPadding> framed{};
            if (fromY >= 0 && fromY < kSide)
                std::copy_n(plane + fromY * kSide, kSide, framed.begin() + kPadding);
            const std::uint8_t* row = framed.data() + kPadding + crop.x;
            std::uint8_t* out = pixels.data() + y * kSide * kChannels + channel;
            for (int x = 0; x < kSide; ++x)
                out[x * kChannels] = row[crop.flip ? kSide - 1 - x : x];
        }
    }
    return label(index);
}

/// Appends the records of one file.
void readRecords(const std::string& path, std::vector<std::uint8_t>& records)
{
    ByteSource source(path);
    const std::uint64_t bytes = source.fileBytes();
    if (source.compressed() || bytes == 0 || bytes % kRecord != 0)
        throwDataError(
            LOCKSTEP_TEXT("%1 has %2 bytes; a file of CIFAR-10's binary version has a multiple of %3 (a "
                          "label and a picture of 32 x 32 each). Copy or download it again."),
            {path, std::to_string(bytes), std::to_string(kRecord)});
    const std::size_t first = records.size();
    if (first + bytes > kMaxBytes)
        throwDataError(LOCKSTEP_TEXT("With %1 the set has more than %2 bytes; "
                                     "CIFAR-10 is read into memory, and has less."),
                       {path, std::to_string(kMaxBytes)});
    records.resize(first + bytes);
    if (source.read(std::span(records).subspan(first)) != bytes)
        throwDataError(LOCKSTEP_TEXT("%1 became shorter while it was read."), {path});
    for (std::size_t at = first; at < records.size(); at += kRecord)
        if (records[at] >= kClasses)
            throwDataError(LOCKSTEP_TEXT("%1: label %2 is %3; expected a class from 0 to %4."),
                           {path, std::to_string((at - first) / kRecord), std::to_string(records[at]),
                            std::to_string(kClasses - 1)});
}

std::string batchName(int number)
{
    return "data_batch_" + std::to_string(number) + ".bin";
}

bool present(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

bool holdsBatches(const fs::path& folder)
{
    return present(folder / batchName(1)) || present(folder / "test_batch.bin");
}

fs::path batchFolder(const std::string& path)
{
    for (const fs::path& folder : {fs::path(path), fs::path(path) / "cifar-10-batches-bin"})
        if (holdsBatches(folder))
            return folder;
    throwDataError(
        LOCKSTEP_TEXT("The CIFAR-10 folder %1 has neither data_batch_1.bin nor test_batch.bin, and no folder "
                      "cifar-10-batches-bin with them. Give the folder of the binary version "
                      "(\"lockstep-engine data get cifar10 --to FOLDER\" fetches it)."),
        {path});
}

std::vector<std::uint8_t> readTraining(const fs::path& folder)
{
    std::vector<std::uint8_t> records;
    int missing = 0;
    for (int number = 1; number <= kBatches; ++number) {
        const fs::path path = folder / batchName(number);
        if (!present(path)) {
            missing = missing == 0 ? number : missing;
        } else if (missing != 0) {
            throwDataError(LOCKSTEP_TEXT("The CIFAR-10 folder %1 has %2 but not %3."),
                           {folder.string(), batchName(number), batchName(missing)});
        } else {
            readRecords(path.string(), records);
        }
    }
    return records;
}

} // namespace

DataSplits openCifar10(const DataSpec& spec, std::uint64_t seed)
{
    const Normalisation normalisation = normalisationOf(spec, kChannels);
    const fs::path folder = batchFolder(spec.path);
    const auto makeSet = [&](std::vector<std::uint8_t> records) -> std::unique_ptr<Dataset> {
        if (records.empty())
            return nullptr;
        records.shrink_to_fit();
        return std::make_unique<Cifar10Set>(std::move(records), normalisation, spec.augmentation, seed);
    };
    DataSplits data;
    data.training = makeSet(readTraining(folder));
    std::vector<std::uint8_t> test;
    if (present(folder / "test_batch.bin"))
        readRecords((folder / "test_batch.bin").string(), test);
    data.validation = makeSet(std::move(test));
    return data;
}

} // namespace lockstep
