// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sentence.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

TEST(Sentence, FillsItsPlacesWithSentences)
{
    const Sentence cause("The folder %1 is not there.", {"/data"});
    const Sentence sentence("Rank %1 ended with exit code %2: %3", {"1", "4", cause});
    EXPECT_EQ(sentence.english(), "Rank 1 ended with exit code 4: The folder /data is not there.");
}

TEST(Sentence, WordsOfOthersStayAsTheyCame)
{
    EXPECT_EQ(Sentence("100 %1 of %2").english(), "100 %1 of %2");
    EXPECT_EQ(Sentence("It said: %1", {"%2 %1"}).english(), "It said: %2 %1");
}

TEST(Sentence, OfAnErrorBeginsWithItsKey)
{
    const Error error{"found %1.", {"3"}, "training.batch"};
    EXPECT_EQ(Sentence(error).english(), error.message());
    EXPECT_EQ(Sentence(Error{"Found %1.", {"3"}, {}}), Sentence("Found %1.", {"3"}));
}

TEST(Sentence, BeyondTheLimitsIsPlainEnglish)
{
    Sentence deep("end");
    for (int i = 0; i < kMaxSentenceDepth; ++i)
        deep = Sentence("(%1)", {deep});
    EXPECT_EQ(bounded(deep, 1000), deep);
    deep = Sentence("(%1)", {deep});
    EXPECT_EQ(bounded(deep, 1000), Sentence("(((((end)))))"));
    const Sentence wide("%1%2", {std::string(400, 'a'), std::string(400, 'b')});
    EXPECT_EQ(bounded(wide, 1000), wide);
    EXPECT_EQ(bounded(wide, 800), Sentence(std::string(400, 'a') + std::string(400, 'b')));
}

} // namespace
} // namespace lockstep
