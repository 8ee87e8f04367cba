// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/folder_listing.h"
#include "engine/data/pictures/augment.h"
#include "engine/data/pictures/decoded_file.h"
#include "engine/data/pictures/picture_cache.h"
#include "engine/data/pixel_dataset.h"
#include "engine/protocol/mutex.h"

#include <map>

namespace lockstep {

struct PictureReader;

/// Photographs in folders, decoded as they are read. In training with spec.augmentation each picture gives a
/// random resized crop, flipped half of the times; otherwise its shorter side is resized to resizeOf(spec)
/// and the middle is cut out. Within 2/255 (mean) of what torchvision makes of the same crop, as a rule equal
/// to it.
///
/// A picture is read to its end the first time, so whether it counts as damaged does not depend on the crop;
/// large ones are decoded at 1/2, 1/4 or 1/8 where twice the wanted resolution is left. What is cached does
/// not change any value: whole pictures of the training set, in memory and in a file of the host
/// (decoded_cache.h), cut-out ones for evaluation.
class ImageFolder final : public PixelDataset {
public:
    /// The set that is trained on, and the one that is not: which pictures are worth keeping.
    enum class Role { Training, Validation };
    /// The normalisation has 3 channels.
    ImageFolder(FolderListing listing, Role role, const DataSpec& spec, const Normalisation& normalisation,
                std::uint64_t seed);

    std::size_t size() const override { return m_listing.size(); }
    Shape sampleShape() const override { return {3, m_side, m_side}; }
    int classes() const override { return static_cast<int>(m_listing.classes().size()); }
    std::int32_t label(std::size_t index) const override { return m_listing.label(index); }
    std::vector<std::string> classNames() const override { return m_listing.classes(); }
    std::string path(std::size_t index) const override { return m_listing.path(index); }
    std::int32_t readPixels(std::size_t index, const ReadContext& context,
                            std::span<std::uint8_t> pixels) const override;
    bool decodes() const override { return true; }
    std::string storage() const override;

    /// A crop of one's own choice, as training makes it: for comparing with others.
    void readCrop(std::size_t index, const Crop& crop, std::span<float> values) const;
    const FolderListing& listing() const { return m_listing; }

private:
    enum class State : std::uint8_t { Unread, Sound, Damaged };
    /// Runs `work`; a picture that proves bad is remembered and thrown as DamagedSample.
    template <typename Work>
    void guarded(std::size_t index, Work work) const;
    void train(std::size_t index, PictureReader& space, const ReadContext& context,
               std::span<std::uint8_t> pixels) const;
    void evaluate(std::size_t index, PictureReader& space, std::span<std::uint8_t> pixels) const;
    bool trainFromFile(std::size_t index, PictureReader& space, Random random,
                       std::span<std::uint8_t> pixels) const;
    const DecodedPart* wholePicture(std::size_t index, PictureReader& space) const;
    const DecodedPart& decode(std::size_t index, PictureReader& space, WantedPart wanted) const;
    void crop(std::size_t index, PictureReader& space, const DecodedPart* whole, const Crop& crop,
              std::span<std::uint8_t> pixels) const;
    void resizeTo(PictureReader& space, const DecodedPart& source, const Crop& crop,
                  std::span<std::uint8_t> pixels) const;
    void write(const std::uint8_t* resized, bool flip, std::span<std::uint8_t> pixels) const;

    FolderListing m_listing;
    int m_side, m_resize;
    Augmentation m_augmentation;
    std::uint64_t m_seed;
    mutable PictureCache m_whole, m_cutOut;
    std::unique_ptr<DecodedFile> m_decoded; ///< of the training set; null: nothing is kept beyond the run
    mutable std::vector<std::atomic<State>> m_states;
    mutable Mutex m_mutex;
    mutable std::map<std::size_t, Error> m_damages LOCKSTEP_GUARDED_BY(m_mutex);
};

/// spec.path with train/CLASS/ and val/CLASS/; one of the two will do for evaluation. Throws as
/// FolderListing, requireSameClasses and normalisationOf do.
DataSplits openImageFolder(const DataSpec& spec, std::uint64_t seed);

} // namespace lockstep
