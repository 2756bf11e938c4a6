// The pressure of a fluid as its forces transmit it. A pair that pushes hands momentum over along the line between the
// two; what of that runs through a kernel about a place, per volume, is the stress there (Hardy 1982):
//
//   sigma_kk(x) = sum over pairs of f d_k² / r * integral over the line of W(|x - line|) ds, s from 0 to 1
//
// Particles that have their pressures by Tait's equation say less well what presses: beside a floor their layers read a
// fifth too much and too little in turn, while this is within half a per cent of the weight above (both over three
// spacings). Pressure forces only: neither viscosity nor tension, nor the motion against the mean.
#pragma once

#include <glm/ext/vector_double3.hpp>
#include <glm/mat3x3.hpp>
#include <span>

#include "sim/medium.hpp"
#include "spatial/points.hpp"

namespace sim {

/// Somebody who pushes, or an image of one beyond a periodic side.
struct Pusher {
    glm::dvec3 place;  // m
    double push;       // P / compression², Pa
    spatial::Index slot;
};

/// What poly6 of that reach about a place weighs of a straight line, the mean over its length, 1/m³.
[[nodiscard]] double weight_along(const glm::dvec3& place, double reach, const glm::dvec3& from, const glm::dvec3& to);

/// The normal stress along each of three axes, the columns of a rotation, from the pairs of those who push, Pa;
/// pressure is positive. All who are nearer to the place than the reach and a support are needed, in any order that is
/// always the same.
[[nodiscard]] glm::dvec3 stress_of_pairs(const Medium& medium, const glm::dvec3& place, double reach,
                                         std::span<const Pusher> pushers, const glm::dmat3& axes = glm::dmat3(1.0));

}  // namespace sim
