// Verdicts, and the tables of data that they are about.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "tests/validation/case.hpp"
#include "tests/validation/reference.hpp"

namespace validation {
namespace {

TEST(Findings, ReachAGateFromBothSidesAndMissItWithWhatIsNoNumber) {
    Findings found;
    found.gated("a", "40", -3.9, "%", 4.0);
    found.gated("b", "40", 4.1, "%", 4.0);
    found.gated("c", "20", 4.1, "%", 4.0, false);
    found.gated("d", "40", std::nan(""), "%", 4.0);
    found.measured("e", "40", 4.1, "m/s");
    const auto& rows = found.rows();
    EXPECT_EQ(rows[0].verdict, Verdict::reached);
    EXPECT_EQ(rows[0].found, "-3.9 %");
    EXPECT_EQ(rows[0].gate, "<= 4 %");
    EXPECT_EQ(rows[1].verdict, Verdict::missed);
    EXPECT_EQ(rows[2].verdict, Verdict::measured) << "too coarse to be judged";
    EXPECT_EQ(rows[3].verdict, Verdict::missed);
    EXPECT_EQ(rows[4].verdict, Verdict::measured);
    EXPECT_EQ(rows[4].gate, "");
}

TEST(Findings, FallWithEveryRefinementOrStayAtTheFloor) {
    const auto verdict = [](const std::vector<double>& errors, double floor) {
        Findings found;
        found.falls("a", errors, "%", floor);
        return found.rows().front().verdict;
    };
    EXPECT_EQ(verdict({9.0, 5.0, 4.0}, 0.0), Verdict::reached);
    EXPECT_EQ(verdict({-9.0, 5.0, -4.0}, 0.0), Verdict::reached) << "whatever the sign";
    EXPECT_EQ(verdict({9.0, 5.0, 6.0}, 0.0), Verdict::missed);
    EXPECT_EQ(verdict({9.0, 2.0, 2.9}, 3.0), Verdict::reached) << "the experiment knows no better";
    EXPECT_EQ(verdict({9.0, 10.0, 2.0}, 3.0), Verdict::missed);
    EXPECT_EQ(verdict({9.0, std::nan("")}, 0.0), Verdict::missed);
    Findings of_one;
    of_one.falls("a", std::vector<double>{9.0}, "%", 0.0);
    EXPECT_TRUE(of_one.rows().empty()) << "which cannot fall";
}

// Three runs that differ by chance: their mean is known to a standard error, and what rises within that does not rise.
TEST(Findings, OfSeveralDrawsAreMeansThatMayRiseByTheirUncertainty) {
    const std::vector<double> draws = {1.0, 2.0, 6.0};
    const Estimate estimate(draws);
    EXPECT_DOUBLE_EQ(estimate.mean, 3.0);
    EXPECT_NEAR(estimate.uncertainty, std::sqrt(7.0 / 3.0), 1e-12);
    EXPECT_EQ(Estimate(std::vector<double>{4.0}).uncertainty, 0.0) << "one draw tells none";
    Findings found;
    found.gated("a", "40", estimate, "%", 4.0);
    EXPECT_EQ(found.rows()[0].found, "3 +- 1.5 %");
    EXPECT_EQ(found.rows()[0].verdict, Verdict::reached);
    const auto verdict = [](const std::vector<Estimate>& errors) {
        Findings falling;
        falling.falls("a", errors, "%", 0.0);
        return falling.rows().front().verdict;
    };
    EXPECT_EQ(verdict({9.0, 3.0, estimate}), Verdict::reached);
    EXPECT_EQ(verdict({9.0, 1.6, estimate}), Verdict::reached) << "3 is 1.6 within 1.5";
    EXPECT_EQ(verdict({9.0, 1.4, estimate}), Verdict::missed);
    EXPECT_EQ(verdict({2.0, estimate}), Verdict::missed) << "in the end it must have fallen";
}

class Table : public testing::Test {
protected:
    Table() : file_(std::filesystem::temp_directory_path() / ("weir-reference-" + std::to_string(getpid()) + ".csv")) {}
    ~Table() override { std::filesystem::remove(file_); }
    std::filesystem::path write(const std::string& text) const {
        std::ofstream(file_) << text;
        return file_;
    }
    std::filesystem::path file_;
};

TEST_F(Table, IsReadWithItsCitationsLeftOut) {
    const Reference table(write("# somebody 1952\n# a, b\nT,Z\n0.41,1.11\n0.84,1.5e0\n"));
    const Curve curve = table.curve("T", "Z");
    EXPECT_EQ(curve.x, (std::vector<double>{0.41, 0.84}));
    EXPECT_EQ(curve.y, (std::vector<double>{1.11, 1.5}));
    EXPECT_THROW((void)table["H"], std::runtime_error);
}

TEST_F(Table, MayHaveNamesInQuotes) {
    const Reference table(write("case,L\n\"one, two\",3\nthree,4\n"));
    EXPECT_EQ(table["L"], (std::vector<double>{3.0, 4.0}));
    EXPECT_TRUE(std::isnan(table["case"][0]));
}

TEST_F(Table, IsRefusedWhenThereIsNone) {
    EXPECT_THROW((void)Reference("/nowhere/at.csv"), std::runtime_error);
    EXPECT_THROW((void)Reference(write("# only words\n")), std::runtime_error);
    EXPECT_THROW((void)Reference(write("a,b\n1\n")), std::runtime_error);
}

TEST(Cases, HaveNamesOfTheirOwnAndSayWhatTheyAre) {
    std::set<std::string_view> names;
    for (const Case& one : cases()) {
        EXPECT_TRUE(names.insert(one.name).second) << one.name;
        EXPECT_FALSE(one.summary.empty());
        EXPECT_NE(one.run, nullptr);
    }
}

}  // namespace
}  // namespace validation
