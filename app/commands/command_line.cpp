#include "app/commands/command_line.hpp"

#include <fcntl.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/commands/usage.hpp"
#include "app/data_files.hpp"
#include "app/machine.hpp"
#include "sim/did_you_mean.hpp"
#include "sim/scene_reader.hpp"
#include "sim/wording.hpp"

namespace app {

namespace {

/// Standard output is for results; everything that is said about them goes to standard error.
void set_up_log() {
    const auto logger = spdlog::stderr_color_mt("weir");
    logger->set_pattern("%n: %^%v%$");
    spdlog::set_default_logger(logger);
}

std::vector<std::string> option_names(const CLI::App& parser) {
    std::vector<std::string> names;
    for (const CLI::Option* option : parser.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// "weir run", for messages.
std::string full_name(const CLI::App& parser) {
    return parser.get_parent() == nullptr ? parser.get_name()
                                          : full_name(*parser.get_parent()) + " " + parser.get_name();
}

void refuse_unknown_options(const CLI::App& parser) {
    const std::vector<std::string> leftovers = parser.remaining();
    const auto option = std::ranges::find_if(leftovers, [](const std::string& word) { return word.starts_with('-'); });
    if (option == leftovers.end()) return;
    const std::string name = option->substr(0, option->find('='));
    throw UsageError("no option " + name + "; " + sim::did_you_mean(name, option_names(parser)));
}

void refuse_surplus_words(const CLI::App& parser) {
    const std::vector<std::string> leftovers = parser.remaining();
    if (leftovers.empty()) return;
    throw UsageError("one argument too many: '" + leftovers[0] + "'; see " + full_name(parser) + " --help");
}

class CommandLine {
public:
    CommandLine() {
        root_.name("weir");
        root_.set_version_flag("--version", "weir " + version());
        root_.require_subcommand(0, 1);
        root_.footer(
            "Without a command the window opens, on SCENE. Errors are one line; exit status 0 done, 1 the run failed,\n"
            "2 bad usage or input, 130 stopped by Ctrl-C.\n\n"
            "Examples:\n"
            "  weir dam-break\n"
            "  weir dam-break --neighbours uniform-hash --set spacing=0.016\n"
            "  weir long/checkpoint-000300.weir\n"
            "  weir run dam-break --seconds 2 --out first\n"
            "  weir list scenes\n"
            "  weir run --help");
        add(run_command, "run", "Compute a scene without a window and write down what happens");
        add(list_command, "list", "What there is: modules, scenes, settings");
        add(check_command, "check", "Find every error in scene files");
        add(neighbours_command, "neighbours", "Find the neighbours in anybody's point cloud");
        add(pairs_command, "pairs", "Find who touches whom among anybody's boxes");
        add(bench_command, "bench", "Measure: neighbour searches, broad phases, whole steps, and the claims of papers");
        add(validate_command, "validate", "Compare with experiments and exact solutions, and draw the curves");
        prepare(root_);
    }

    int run(int argc, char** argv, const Graphics* graphics) {
        try {
            root_.parse(argc, argv);
        } catch (const CLI::Success& wants_help) {  // --help, --version
            return root_.exit(wants_help);
        } catch (const CLI::ArgumentMismatch& error) {
            const std::string what = error.what();
            throw UsageError(what.substr(0, what.find(':')) + " needs a value; see " + full_name(chosen()) + " --help");
        } catch (const CLI::ParseError& error) {
            throw UsageError(std::string(error.what()) + "; see " + full_name(chosen()) + " --help");
        }
        // Whichever slip comes first is the one to name: what follows is often only its consequence.
        const bool starts_with_option = argc > 1 && argv[1][0] == '-';
        if (!starts_with_option) refuse_unknown_first_word();
        refuse_unknown_options(chosen());
        refuse_unknown_first_word();
        refuse_surplus_words(chosen());

        const Invocation invocation{graphics, argv};
        if (&chosen() == &root_) return window_.run(invocation);
        refuse_options_before_the_command();
        return std::ranges::find(commands_, &chosen(), &Subcommand::parser)->run(invocation);
    }

private:
    void add(Subcommand (*make)(CLI::App&), const char* name, const char* description) {
        CLI::App& parser = *root_.add_subcommand(name, description);
        prepare(parser);
        commands_.push_back(make(parser));
    }

    static void prepare(CLI::App& parser) {
        parser.allow_extras();  // the refuse functions have better words
        parser.get_formatter()->column_width(30);
    }

    [[nodiscard]] const CLI::App& chosen() const {
        const std::vector<const CLI::App*> parsed =
            root_.get_subcommands([](const CLI::App* a) { return a->parsed(); });
        return parsed.empty() ? root_ : *parsed[0];
    }

    /// A first word that is no command is the window's scene, or a slip in either.
    void refuse_unknown_first_word() const {
        const std::vector<std::string> words = root_.get_option("SCENE")->results();
        if (words.empty() || &chosen() != &root_) return;
        try {
            (void)find_scene_or_checkpoint(words[0]);
        } catch (const UsageError&) {
            std::vector<std::string> known;
            for (const Subcommand& command : commands_) known.push_back(command.parser->get_name());
            std::ranges::copy(shipped_scenes(), std::back_inserter(known));
            // Who asks for help has not mistyped "heap".
            const std::string instead = words[0] == "help"
                                            ? "there are: " + sim::joined(known) + "; 'weir --help' says more"
                                            : sim::did_you_mean(words[0], known);
            throw UsageError("no command and no scene '" + words[0] + "'; " + instead);
        }
    }

    /// They would be the window's, which does not open.
    void refuse_options_before_the_command() const {
        for (const CLI::Option* option : root_.get_options())
            if (option->count() > 0)
                throw UsageError(option->get_name() + " stands before '" + chosen().get_name() +
                                 "'; options of a command stand behind it");
    }

    CLI::App root_{"A real-time SPH fluid laboratory"};
    Subcommand window_ = window_command(root_);
    std::vector<Subcommand> commands_;
};

}  // namespace

namespace {

int run_saying_errors(int argc, char** argv, const Graphics* graphics) {
    try {
        return CommandLine().run(argc, argv, graphics);
    } catch (const sim::BadScene& bad) {
        for (const sim::SceneError& error : bad.errors()) std::fprintf(stderr, "%s\n", error.text().c_str());
        return 2;
    } catch (const std::invalid_argument& error) {
        spdlog::error("{}", error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        spdlog::error("not enough memory; use fewer particles (a larger spacing) or a machine with more");
        return 1;
    } catch (const std::exception& error) {
        spdlog::error("{}", error.what());
        return 1;
    }
}

/// Whoever reads the status believes that the results are there. One who closed the pipe has read enough.
int status_with_output(int status) {
    errno = 0;
    const bool is_flushed = std::fflush(stdout) == 0;
    const int error = errno;
    if ((is_flushed && std::ferror(stdout) == 0) || error == EPIPE) return status;
    // A write that failed before the last one has left no reason behind.
    spdlog::error("cannot write to standard output{}", error != 0 ? std::string(": ") + std::strerror(error) : "");
    return status == 0 ? 1 : status;
}

/// A file opened by us must not become the standard output that our caller has closed. Written to, these fail.
void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

int run_command_line(int argc, char** argv, const Graphics* graphics) {
    occupy_closed_streams();
    set_up_log();
    return status_with_output(run_saying_errors(argc, argv, graphics));
}

}  // namespace app
