// The probe that is picked in the panel, as somebody is typing it. What is bad stays there as it was typed, with the
// reason, and the probe that runs as it was before.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sim/probe.hpp"

namespace app {

struct Workbench;

struct ProbeEditor {
    std::optional<std::size_t> picked;  // in the laboratory's list
    sim::Probe draft;                   // what is typed; not yet what runs
    std::string complaint;              // why it cannot be
    bool is_placing = false;            // the next click on the picture says where it is

    /// Forgets a draft whose probe was changed or picked anew since.
    void follow(const Workbench& bench);

private:
    sim::Probe base_;  // of the draft
};

/// Puts one in at a place to begin with, picked and in sight; says why where the scene cannot have one.
void add_probe(Workbench& bench, sim::ProbeKind kind);

/// Shows its row and fields in the panel.
void pick_probe(Workbench& bench, std::size_t number);

/// Gives the draft to the simulation, or says why not.
void apply_draft(Workbench& bench);

/// A new place for the picked probe from the next click on the picture; or not, after all.
void toggle_placing(Workbench& bench);

/// While a place is asked for: shows the spot under the pointer, and takes it at a click.
void place_probe(Workbench& bench);

}  // namespace app
