// What we want to be true of a step, judged on what was measured. Every bar but the last two is a ratio within one run.
#include <algorithm>

#include "tests/bench/neighbours.hpp"
#include "tests/bench/step.hpp"

namespace bench {

namespace {

class Judge {
public:
    explicit Judge(const StepResults& results) : results_(results) {}

    std::vector<Finding> judge() {
        disturbance();
        same_states();
        for (const std::string_view tank : {"50k", "200k"}) {
            against_lists(tank);
            share_of_search(tank);
        }
        ratio("a second thread pays", "one thread : two >= 1.85, 200k", results_.find("200k", 1),
              results_.find("200k", 2), 1.85, true);
        ratio("AVX2 is not far behind AVX-512", "<= 1.35, 50k, 1 thread", results_.find("50k", 1, "AVX2"),
              results_.find("50k", 1, "AVX3"), 1.35, false);
        ratio("SSE4 still runs", "<= 3.5 times the best set, 50k, 1 thread", results_.find("50k", 1, "SSE4"),
              results_.find("50k", 1), 3.5, false);
        linear();
        busy_machine();
        pace("5k", 0.25);
        pace("50k", 4.0);
        return std::move(findings_);
    }

private:
    Finding& add(std::string claim, std::string expected) {
        findings_.push_back({.claim = std::move(claim), .source = "our bar", .expected = std::move(expected)});
        return findings_.back();
    }
    static void decide(Finding& f, bool good, std::string found) {
        f.verdict = good ? Verdict::holds : Verdict::does_not_hold;
        f.found = std::move(found);
    }
    static void lack(Finding& f) { f.because = "was not measured in this run"; }

    void disturbance() {
        double wall = 0.0, processor = 0.0;
        for (const StepMeasurement& m : results_.steps)
            if (m.threads == 1 && !m.with_others) {
                wall += m.wall;
                processor += m.processor;
            }
        findings_.push_back(undisturbed(wall, processor));
    }

    void same_states() {
        Finding& f = add("threads change no bit, and the lists hold the same pairs", "one hash for each set of a tank");
        std::size_t compared = 0;
        std::string wrong;
        for (const StepMeasurement& a : results_.steps) {
            if (a.listed != 0 && a.listed != a.pairs)
                wrong = text("%s: %llu pairs, and %llu in the lists", a.tank.c_str(),
                             static_cast<unsigned long long>(a.pairs), static_cast<unsigned long long>(a.listed));
            for (const StepMeasurement& b : results_.steps) {
                if (&b >= &a || a.tank != b.tank || a.set != b.set) continue;
                ++compared;
                if (a.hash != b.hash) wrong = a.tank + " with " + std::to_string(a.threads) + " threads";
            }
        }
        if (compared == 0) return lack(f);
        decide(f, wrong.empty(), wrong.empty() ? text("%zu comparisons, none differs", compared) : wrong);
    }

    void against_lists(std::string_view tank) {
        Finding& f = add("a whole step takes a fraction of what a kd-tree takes to list neighbours",
                         text("nanoflann's lists : step >= 7 (stretch 10), %s, 2 threads", std::string(tank).c_str()));
        const StepMeasurement* const m = results_.find(tank, 2);
        if (m == nullptr || m->lists_ms == 0.0) return lack(f);
        decide(f, m->lists_ms >= 7.0 * m->ms,
               text("%.1f (%.2f ms a step, %.1f ms the lists)", m->lists_ms / m->ms, m->ms, m->lists_ms));
    }

    void share_of_search(std::string_view tank) {
        Finding& f = add("searching is a small part of a step",
                         text("order, move and ranges <= 10 %%, %s, 2 threads", std::string(tank).c_str()));
        const StepMeasurement* const m = results_.find(tank, 2);
        if (m == nullptr) return lack(f);
        const double share = m->search_ms() / (m->ms + m->ranges_ms);
        decide(f, share <= 0.1, text("%.1f %%", 100.0 * share));
    }

    void ratio(std::string claim, std::string expected, const StepMeasurement* slow, const StepMeasurement* fast,
               double bar, bool at_least) {
        Finding& f = add(std::move(claim), std::move(expected));
        if (slow == nullptr || fast == nullptr) return lack(f);
        const double found = slow->ms / fast->ms;
        decide(f, at_least ? found >= bar : found <= bar, text("%.2f (%.2f and %.2f ms)", found, slow->ms, fast->ms));
    }

    void linear() {
        Finding& f = add("a million particles cost no more each", "1 M <= 1.3 times 50k, ns a particle, 1 thread");
        const StepMeasurement* const large = results_.find("1M", 1);
        const StepMeasurement* const small = results_.find("50k", 1);
        if (large == nullptr || small == nullptr) return lack(f);
        const double a = large->ns(large->ms), b = small->ns(small->ms);
        decide(f, a <= 1.3 * b, text("%.2f (%.0f and %.0f ns)", a / b, a, b));
    }

    void busy_machine() {
        Finding& f = add("a step survives a busy machine",
                         "mean step beside a process on every core <= 3 times the idle one, 50k, 2 threads");
        const StepMeasurement* const busy = results_.find("50k", 2, {}, true);
        const StepMeasurement* const idle = results_.find("50k", 2);
        if (busy == nullptr || idle == nullptr) return lack(f);
        // With the same priority the others should get half.
        if (busy->share_of_others < 0.3) {
            f.because = text("the other process had only %.0f %% of the cores", 100.0 * busy->share_of_others);
            return;
        }
        decide(f, busy->ms <= 3.0 * idle->ms,
               text("%.2f (%.2f and %.2f ms), the other process had %.0f %% of the cores", busy->ms / idle->ms,
                    busy->ms, idle->ms, 100.0 * busy->share_of_others));
    }

    void pace(std::string_view tank, double bar) {
        Finding& f = add("real-time mode keeps up", text("<= %.3g s a simulated second, %s, as many threads as cores",
                                                         bar, std::string(tank).c_str()));
        for (const PaceMeasurement& m : results_.paces)
            if (m.tank == tank && m.real_time)
                return decide(f, m.wall_per_second() <= bar,
                              text("%.2f s, density error %.1f %% in the mean of the worst frame", m.wall_per_second(),
                                   100.0 * m.mean_density_error));
        lack(f);
    }

    const StepResults& results_;
    std::vector<Finding> findings_;
};

}  // namespace

const StepMeasurement* StepResults::find(std::string_view tank, int threads, std::string_view set,
                                         bool with_others) const {
    for (const StepMeasurement& m : steps) {
        // The first of a tank and so many threads is measured with the best set.
        if (m.tank == tank && m.threads == threads && m.with_others == with_others && (set.empty() || m.set == set))
            return &m;
    }
    return nullptr;
}

std::vector<Finding> judge_steps(const StepResults& results) { return Judge(results).judge(); }

}  // namespace bench
