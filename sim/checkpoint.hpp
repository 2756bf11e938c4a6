// A world as bytes, exact to the last bit: a run that goes on from a checkpoint cannot be told from one that was never
// interrupted. (Of a world with a skin around its search, or with dynamic solids, this is true between two frames, not
// between the steps of one: a frame begins with a search and with contacts of its own, the next steps go on with them.
// What somebody holds is let go: it stays where the checkpoint has it.)
//
//   "WEIRCHKB"   8 bytes; the last is the version of all that follows
//   sizes        of the scene's text, particles, poses and bodies, 4 x uint64
//   time, frame  double, uint64; and the steps of bodies begun so far, uint64
//   sound        of real-time mode, and the flow to be expected: float, uint32, float
//   energy       the least that the fluid has had, and when, 2 x double
//   isotropy     which step of a round is next (isotropy_pass.hpp), uint32
//   scene        JSON, as it was last changed while running
//   arrays       of Particles, one after the other, in the order of the slots
//   poses        of the solids that are not fixed, or were touched, by number
//   bodies       what dynamic solids have besides, by number
//   touched      of solids that somebody moved or took out: how far from where the scene has them; after their number
//   traffic      of what came and went: totals, and where emitters, drains and the layers of jets are
//   steps        of a block of individual time steps under way: its length and ticks; then the arrays of who is due
//                when, of how long a step each may take, and of pair terms, each after its length, which may be 0
//   checksum     uint64 over all before
//
// Numbers are as they lie in memory (little-endian on every machine Weir runs on).
#pragma once

#include <string>
#include <string_view>

#include "sim/world.hpp"

namespace sim {

/// How checkpoints of every version begin.
inline constexpr std::string_view checkpoint_beginning = "WEIRCHK";

[[nodiscard]] std::string save_checkpoint(const World& world);

/// `name` says in errors what the bytes are, a file's path usually. Throws std::runtime_error when they are no
/// checkpoint, one of another version, cut, or damaged.
[[nodiscard]] World load_checkpoint(std::string_view bytes, const std::string& name);

}  // namespace sim
