// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/tensor_store.h"

#include "engine/core/error.h"
#include "engine/core/gradient_buckets.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using testing::ElementsAre;

/// Tensors that cannot be seen where they lie.
class Remote final : public TensorStore {
public:
    explicit Remote(TensorStore& inner) : m_inner(inner) {}
    std::span<const TensorInfo> tensors() const override { return m_inner.tensors(); }
    void read(std::size_t index, std::span<float> values) const override { m_inner.read(index, values); }
    void write(std::size_t index, std::span<const float> values) override { m_inner.write(index, values); }

private:
    TensorStore& m_inner;
};

struct Pair {
    std::vector<float> weight{1, 2, 3, 4};
    std::vector<float> count{7};
    int writes = 0;
    HostTensors store{std::vector<NamedTensor>{{"fc.weight", {2, 2}, weight},
                                               {"fc.count", {}, count, TensorInfo::Stored::Int64}},
                      [this] { ++writes; }};
};

TEST(TensorStore, HostTensorsReadAndWriteInPlaceAndTellOfWrites)
{
    Pair pair;
    EXPECT_EQ(pair.store.tensors()[1], (TensorInfo{"fc.count", {}, TensorInfo::Stored::Int64}));
    std::vector<float> read(4);
    pair.store.read(0, read);
    EXPECT_THAT(read, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(pair.store.hostView(0).data(), pair.weight.data());
    EXPECT_EQ(pair.writes, 0);
    pair.store.write(0, std::vector<float>{5, 6, 7, 8});
    EXPECT_THAT(pair.weight, ElementsAre(5, 6, 7, 8));
    EXPECT_EQ(pair.writes, 1);
    EXPECT_THROW(pair.store.write(0, std::vector<float>(3)), EngineError);
    EXPECT_THROW(pair.store.read(1, read), EngineError);
    EXPECT_THROW(HostTensors(std::vector<NamedTensor>{{"x", {5}, pair.weight}}), EngineError);
}

TEST(TensorStore, HostValuesCopyOnlyWhatCannotBeSeen)
{
    Pair pair;
    HostValues seen(pair.store);
    EXPECT_EQ(seen.of(0).data(), pair.weight.data());
    Remote remote(pair.store);
    HostValues copied(remote);
    EXPECT_NE(copied.of(0).data(), pair.weight.data());
    EXPECT_THAT(copied.of(0), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(copied.of(1), ElementsAre(7));
}

TEST(TensorStore, CopiesDoNotFollow)
{
    Pair pair;
    Remote remote(pair.store);
    TensorCopy copy(remote);
    pair.weight[0] = 9;
    EXPECT_THAT(copy.hostView(0), ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(copy.tensors()[1], pair.store.tensors()[1]);
    copy.write(1, std::vector<float>{8});
    EXPECT_THAT(pair.count, ElementsAre(7));
    EXPECT_THROW(copy.add({"x", {2}}, {1}), EngineError);
}

TEST(TensorStore, JoinedStoresAreOne)
{
    Pair first;
    Pair second;
    Remote remote(second.store);
    JoinedTensors joined;
    joined.add(first.store);
    joined.add(remote, "strategy.");
    ASSERT_EQ(joined.tensors().size(), 4u);
    EXPECT_EQ(joined.tensors()[2].name, "strategy.fc.weight");
    EXPECT_EQ(joined.tensors()[3].stored, TensorInfo::Stored::Int64);
    joined.write(2, std::vector<float>{5, 6, 7, 8});
    EXPECT_THAT(second.weight, ElementsAre(5, 6, 7, 8));
    EXPECT_EQ(second.writes, 1);
    EXPECT_EQ(first.writes, 0);
    EXPECT_FALSE(joined.hostView(0).empty());
    EXPECT_TRUE(joined.hostView(2).empty());
}

TEST(GradientBuckets, FillFromTheLastParameterToTheFirst)
{
    std::vector<TensorInfo> parameters;
    for (const std::int64_t size : {10, 20, 30, 400, 5})
        parameters.push_back({"p", Shape{size}});
    const auto planned = [&](std::size_t bytes) {
        std::vector<std::vector<std::size_t>> all;
        for (const BucketPlan& bucket : planBuckets(parameters, bytes)) {
            all.push_back(bucket.parameters);
            std::size_t elements = 0;
            for (const std::size_t index : bucket.parameters)
                elements += parameters[index].elements();
            EXPECT_EQ(bucket.elements, elements);
        }
        return all;
    };
    EXPECT_THAT(planned(1 << 20), ElementsAre(ElementsAre(4, 3, 2, 1, 0)));
    EXPECT_THAT(planned(200), ElementsAre(ElementsAre(4), ElementsAre(3), ElementsAre(2, 1), ElementsAre(0)));
    EXPECT_THAT(planned(1),
                ElementsAre(ElementsAre(4), ElementsAre(3), ElementsAre(2), ElementsAre(1), ElementsAre(0)));
}

} // namespace
} // namespace lockstep
