// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/sentence.h"

#include "engine/protocol/result.h"

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

TEST(Sentence, IsTheSameOfAnErrorWithinAnError)
{
    const Error cause{"The folder %1 is not there.", {"/data"}, "data.path"};
    const Error error{"Rank %1 ended: %2", {"1", cause}, {}};
    EXPECT_EQ(error.message(), "Rank 1 ended: data.path: The folder /data is not there.");
    EXPECT_EQ(error.arguments.at(1), Sentence(cause));
}

TEST(Sentence, StandsInARowWithOthers)
{
    EXPECT_EQ(inARow({}), Sentence());
    EXPECT_EQ(inARow({Sentence("One of %1.", {"3"}), "Two."}).english(), "One of 3. Two.");
    std::vector<Sentence> letters;
    for (char letter = 'a'; letter <= 'r'; ++letter)
        letters.emplace_back(std::string(1, letter));
    const Sentence many = inARow(letters, ", ");
    EXPECT_EQ(many.english(), "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r");
    EXPECT_EQ(shallow(many), many);
}

TEST(Sentence, BeyondTheLimitsIsPlainEnglish)
{
    const auto wrapped = [](Sentence inner, int times) {
        for (int i = 0; i < times; ++i)
            inner = Sentence("(%1)", {inner});
        return inner;
    };
    const Sentence deepest = wrapped("end", kMaxSentenceDepth);
    EXPECT_EQ(bounded(deepest, 1000), deepest);
    // Of what is too deep, no more than that is.
    EXPECT_EQ(bounded(wrapped("end", kMaxSentenceDepth + 1), 1000), wrapped("(end)", kMaxSentenceDepth));
    EXPECT_EQ(shallow(deepest, 1), Sentence("(%1)", {wrapped("end", kMaxSentenceDepth - 1).english()}));
    const Sentence wide("%1%2", {std::string(400, 'a'), std::string(400, 'b')});
    EXPECT_EQ(bounded(wide, 1000), wide);
    EXPECT_EQ(bounded(wide, 800), Sentence(std::string(400, 'a') + std::string(400, 'b')));
}

} // namespace
} // namespace lockstep
