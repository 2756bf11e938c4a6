// The choice of auto, with a clock that knows what each module is to cost. The modules are the real ones.
#include "spatial/auto_search.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/spatial/clouds.hpp"

namespace {

/// Every look at the clock is later than the one before by what the running module costs.
class Laboratory {
public:
    explicit Laboratory(std::map<std::string, double, std::less<>> costs)
        : costs_(std::move(costs)), search_({}, [this] { return time_ += cost_of_running(); }) {}

    void build(const clouds::Cloud& cloud, int times) {
        for (int i = 0; i < times; ++i) {
            search_.build(cloud.view());
            search_.for_each_block({}, [](spatial::Range, std::span<const spatial::Range>) {});
        }
    }
    /// Builds until the round is over.
    void finish_round(const clouds::Cloud& cloud) {
        build(cloud, 1);
        for (int i = 0; i < 500 && search_.on_trial(); ++i) build(cloud, 1);
        ASSERT_FALSE(search_.on_trial());
    }
    void set_cost(const std::string& module, double cost) { costs_[module] = cost; }
    [[nodiscard]] const spatial::AutoSearch& search() const { return search_; }

private:
    [[nodiscard]] double cost_of_running() const {
        const auto known = costs_.find(search_.running());
        return known == costs_.end() ? 9.0 : known->second;
    }

    double time_ = 0.0;
    std::map<std::string, double, std::less<>> costs_;
    spatial::AutoSearch search_;
};

const clouds::Cloud few = clouds::random("few", 500, 0.0f, 1.0f, {0.1f});

}  // namespace

TEST(AutoSearch, KeepsTheModuleThatCostsLeast) {
    for (const auto& module : spatial::neighbour_modules()) {
        if (module.name == "auto") continue;
        Laboratory laboratory({{std::string(module.name), 1.0}});
        laboratory.finish_round(few);
        EXPECT_EQ(laboratory.search().running(), module.name);
        EXPECT_NE(laboratory.search().note().find("chose " + std::string(module.name)), std::string::npos)
            << laboratory.search().note();
        laboratory.build(few, 1000);
        EXPECT_EQ(laboratory.search().running(), module.name) << "and stays with it";
    }
}

TEST(AutoSearch, LooksAgainWhenTheCostDrifts) {
    Laboratory laboratory({{"uniform-hash", 1.0}, {"compact-grid", 2.0}});
    laboratory.finish_round(few);
    EXPECT_EQ(laboratory.search().running(), "uniform-hash");
    laboratory.set_cost("uniform-hash", 4.0);
    laboratory.build(few, 400);
    laboratory.finish_round(few);
    EXPECT_EQ(laboratory.search().running(), "compact-grid");
}

TEST(AutoSearch, LooksAgainWhenThereAreOtherPoints) {
    Laboratory laboratory({{"uniform-hash", 1.0}});
    laboratory.finish_round(few);
    laboratory.set_cost("compact-grid", 0.5);
    laboratory.build(few, 10);
    EXPECT_EQ(laboratory.search().running(), "uniform-hash");
    laboratory.finish_round(clouds::random("more", 700, 0.0f, 1.0f, {0.1f}));
    EXPECT_EQ(laboratory.search().running(), "compact-grid");
}

TEST(AutoSearch, LooksAgainAfterAWhileAtThoseThatWereNear) {
    Laboratory laboratory({{"uniform-hash", 1.0}, {"compact-grid", 1.2}});
    laboratory.finish_round(few);
    laboratory.set_cost("compact-grid", 0.8);
    laboratory.build(few, 4000);
    laboratory.finish_round(few);
    EXPECT_EQ(laboratory.search().running(), "compact-grid");
}

TEST(AutoSearch, LeavesAllPairsAloneWherePointsAreMany) {
    const clouds::Cloud many = clouds::random("many", 4'000, 0.0f, 1.0f, {0.05f});
    Laboratory laboratory({{"all-pairs", 0.001}});
    laboratory.finish_round(many);
    EXPECT_NE(laboratory.search().running(), "all-pairs");
}
