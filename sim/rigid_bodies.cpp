#include "sim/rigid_bodies.hpp"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/bullet_broad_phase.hpp"
#include "sim/bullet_dispatcher.hpp"
#include "sim/pull.hpp"

namespace sim {

namespace {

btVector3 bullets(const glm::vec3& v) { return {v.x, v.y, v.z}; }
glm::vec3 ours(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
btTransform bullets(const Pose& pose) {
    const glm::quat& q = pose.rotation;
    return btTransform(btQuaternion(q.x, q.y, q.z, q.w), bullets(pose.position));
}

/// A half-space whose box ends where it does, if it faces along an axis: Bullet's own is everywhere, and every body
/// would be tested against every wall.
class HalfSpace final : public btStaticPlaneShape {
public:
    HalfSpace(const btVector3& normal, btScalar offset) : btStaticPlaneShape(normal, offset) {}

    void getAabb(const btTransform& at, btVector3& min, btVector3& max) const override {
        btStaticPlaneShape::getAabb(at, min, max);
        const btVector3 normal = at.getBasis() * getPlaneNormal();
        for (int axis = 0; axis < 3; ++axis) {
            btVector3 beside = normal;
            beside[axis] = 0;
            if (!beside.fuzzyZero()) continue;
            const btScalar end = at.getOrigin()[axis] + normal[axis] * getPlaneConstant();
            (normal[axis] > 0 ? max : min)[axis] = end;
        }
    }
};

/// Bullet rounds the corners of hulls by a margin that it adds outside.
constexpr float margin_share = 0.01f;  // of how far the shape reaches

std::unique_ptr<btCollisionShape> make_shape(const ConvexShape& shape) {
    const auto radius = static_cast<btScalar>(shape.radius());
    switch (shape.kind()) {
        case SolidShape::plane:
            return std::make_unique<HalfSpace>(btVector3(0, 0, 1), btScalar(0));
        case SolidShape::sphere:
            return std::make_unique<btSphereShape>(radius);
        case SolidShape::capsule:
            return std::make_unique<btCapsuleShapeZ>(radius, static_cast<btScalar>(2.0 * shape.half_height()));
        case SolidShape::box: {
            const glm::vec3 half(shape.half_size());
            auto box = std::make_unique<btBoxShape>(bullets(half));
            // Its margin lies inside of the box, and must not be all of it.
            box->setMargin(std::min<btScalar>(box->getMargin(), 0.1f * std::min({half.x, half.y, half.z})));
            return box;
        }
        case SolidShape::hull:
            break;
    }
    auto hull = std::make_unique<btConvexHullShape>();
    for (const glm::dvec3& v : shape.vertices()) hull->addPoint(bullets(glm::vec3(v)), false);
    hull->recalcLocalAabb();
    hull->setMargin(margin_share * static_cast<btScalar>(shape.reach()));
    hull->initializePolyhedralFeatures();  // contacts of whole faces at once
    return hull;
}

/// Bullet multiplies what two bodies say; the geometric mean of what they say is meant.
void set_surface(btRigidBody& body, float friction, float restitution) {
    body.setFriction(std::sqrt(friction));
    body.setRestitution(std::sqrt(restitution));
}

void make_kinematic(btRigidBody& body) {
    body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    body.setActivationState(DISABLE_DEACTIVATION);
}

void touches(btRigidBody& body, bool on) {
    constexpr int none = btCollisionObject::CF_NO_CONTACT_RESPONSE;
    const int flags = body.getCollisionFlags();
    body.setCollisionFlags(on ? flags & ~none : flags | none);
}

}  // namespace

struct RigidBodies::Inside {
    btDefaultCollisionConfiguration configuration;
    BulletDispatcher dispatcher{&configuration};
    std::unique_ptr<btBroadphaseInterface> broad;
    BulletBroadPhase* ours = nullptr;  // the same, unless it is Bullet's own
    btSequentialImpulseConstraintSolver solver;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::unique_ptr<btDiscreteDynamicsWorld> world;
    std::vector<std::unique_ptr<btRigidBody>> solids;  // by number, then the walls of the tank; die before the world

    Inside(const Scene& scene, const Solids& all, std::unique_ptr<spatial::BroadPhase> module);
    ~Inside() {
        if (ours != nullptr) ours->forget_pairs(&dispatcher);  // or each of them is looked for among all
        for (auto& solid : solids) world->removeRigidBody(solid.get());
    }

    void add(btCollisionShape* shape, const Pose& pose, float mass, const glm::vec3& inertia, const Wall& surface,
             int flags = 0);
    void add_walls(const Domain& domain);
};

RigidBodies::Inside::Inside(const Scene& scene, const Solids& all, std::unique_ptr<spatial::BroadPhase> module) {
    // Bodies on planes would have one contact each and rock about it; more are found by tilting them a little.
    configuration.setPlaneConvexMultipointIterations(4, 4);
    if (module) {
        auto adapter = std::make_unique<BulletBroadPhase>(std::move(module));
        ours = adapter.get();
        broad = std::move(adapter);
    } else {
        broad = std::make_unique<btDbvtBroadphase>();
    }
    world = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher, broad.get(), &solver, &configuration);
    world->setForceUpdateAllAabbs(false);

    for (const ConvexShape& shape : all.shapes()) shapes.push_back(make_shape(shape));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Solid& solid = scene.solids[all[i].entry];
        const Wall surface{solid.friction, solid.restitution};
        btCollisionShape* shape = shapes[all[i].entry].get();
        const std::int32_t b = all.body_of(i);
        if (b >= 0) {
            const Body& body = all.bodies()[static_cast<std::size_t>(b)];
            add(shape, all[i].pose, body.mass, body.inertia, surface);
        } else {
            const bool moves = solid.motion == Motion::moving;
            add(shape, all[i].pose, 0.0f, {}, surface, moves ? btCollisionObject::CF_KINEMATIC_OBJECT : 0);
        }
    }
    add_walls(scene.domain);
}

void RigidBodies::Inside::add(btCollisionShape* shape, const Pose& pose, float mass, const glm::vec3& inertia,
                              const Wall& surface, int flags) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, bullets(inertia));
    info.m_startWorldTransform = bullets(pose);
    auto& body = *solids.emplace_back(std::make_unique<btRigidBody>(info));
    set_surface(body, surface.friction, surface.restitution);
    body.setCollisionFlags(body.getCollisionFlags() | flags);
    if (mass > 0.0f || flags != 0) body.setActivationState(DISABLE_DEACTIVATION);
    world->addRigidBody(&body);
}

void RigidBodies::Inside::add_walls(const Domain& domain) {
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        const bool is_low = side % 2 == 0;
        btVector3 normal(0, 0, 0);
        normal[axis] = is_low ? 1.0f : -1.0f;
        const float offset = is_low ? domain.min[axis] : -domain.max[axis];
        shapes.push_back(std::make_unique<HalfSpace>(normal, offset));
        add(shapes.back().get(), Pose{}, 0.0f, {}, domain.walls[static_cast<std::size_t>(side)]);
    }
}

RigidBodies::RigidBodies(const Scene& scene, const Solids& solids, std::unique_ptr<spatial::BroadPhase> module)
    : inside_(std::make_unique<Inside>(scene, solids, std::move(module))) {}
RigidBodies::~RigidBodies() = default;
RigidBodies::RigidBodies(RigidBodies&&) noexcept = default;
RigidBodies& RigidBodies::operator=(RigidBodies&&) noexcept = default;

void RigidBodies::use(std::unique_ptr<spatial::BroadPhase> module) { inside_->ours->use(std::move(module)); }

void RigidBodies::forget_contacts() {
    if (inside_->ours != nullptr) inside_->ours->forget_pairs(&inside_->dispatcher);
}

void RigidBodies::look() { inside_->world->performDiscreteCollisionDetection(); }

void RigidBodies::step(const Scene& scene, Solids& solids, double time, double h, const std::optional<Brush>& brush) {
    const auto dt = static_cast<btScalar>(h);
    const Pull::Now everywhere = Pull(scene).at(time + 0.5 * h);  // in its middle: a step has one acceleration
    for (const std::uint32_t number : solids.movers()) {
        btRigidBody& body = *inside_->solids[number];
        if (const std::int32_t b = solids.body_of(number); b >= 0) {
            const bool is_out = solids.hand().is_out(number);
            touches(body, !is_out);
            const Body& state = solids.bodies()[static_cast<std::size_t>(b)];
            body.setCenterOfMassTransform(bullets(solids[number].pose));
            body.setLinearVelocity(bullets(state.velocity));
            body.setAngularVelocity(bullets(state.spin));
            glm::vec3 pull = everywhere(solids[number].pose.position);
            if (const SolidHand::Goal* const goal = solids.hand().goal_of(number))
                pull = solids.hand().pull(*goal, solids[number].pose.position, state.velocity);
            if (is_out) pull = glm::vec3(0.0f);
            if (brush && !is_out) {
                const float volume = state.mass / scene.solids[solids[number].entry].density;
                Brush wider = *brush;
                wider.radius += std::cbrt(0.75f * std::numbers::inv_pi_v<float> * volume);
                pull += wider.acceleration(solids[number].pose.position, state.velocity);
            }
            body.setGravity(bullets(pull));
        } else {
            make_kinematic(body);  // a fixed one that was touched is none yet
            const bool is_out = solids.hand().is_out(number);
            // Bullet takes its velocity from the way between these two.
            body.setInterpolationWorldTransform(bullets(solids[number].pose));
            body.setWorldTransform(bullets(is_out ? solids[number].pose : solids.pose_ahead(scene, number, time, h)));
        }
    }
    for (std::size_t side = 0; side < 6; ++side) {
        const Wall& wall = scene.domain.walls[side];
        set_surface(*inside_->solids[solids.size() + side], wall.friction, wall.restitution);
    }
    inside_->world->stepSimulation(dt, 0);
    for (Body& state : solids.bodies()) {
        if (solids.hand().is_out(state.solid)) continue;
        const btRigidBody& body = *inside_->solids[state.solid];
        const Pose& before = solids[state.solid].pose;
        state.velocity = ours(body.getLinearVelocity());
        state.spin = ours(body.getAngularVelocity());
        const btTransform went = body.getWorldTransform();
        const glm::vec3 moved = ours(went.getOrigin()) - before.position;
        state.yielding = moved / dt - state.velocity;
        const btQuaternion q = went.getRotation();
        const glm::dquat turned = glm::dquat(q.w(), q.x(), q.y(), q.z()) * glm::conjugate(glm::dquat(before.rotation));
        const glm::dvec3 vector(turned.x, turned.y, turned.z);
        const double sine = glm::length(vector), angle = 2.0 * std::atan2(sine, std::abs(turned.w));
        const double sign = turned.w < 0.0 ? -1.0 : 1.0;
        const glm::dvec3 spin = sine > 0.0 ? sign * angle / (sine * h) * vector : glm::dvec3(0.0);
        state.yielding_spin = glm::vec3(spin - glm::dvec3(state.spin));
    }
}

std::vector<RigidBodies::Contact> RigidBodies::contacts() const {
    std::vector<Contact> all;
    std::vector<std::pair<const btCollisionObject*, std::uint32_t>> numbers;
    for (std::uint32_t i = 0; i < inside_->solids.size(); ++i) numbers.emplace_back(inside_->solids[i].get(), i);
    std::ranges::sort(numbers);
    const auto number_of = [&](const btCollisionObject* object) {
        return std::ranges::lower_bound(numbers, object, std::less<>(),
                                        &std::pair<const btCollisionObject*, std::uint32_t>::first)
            ->second;
    };
    for (int m = 0; m < inside_->dispatcher.getNumManifolds(); ++m) {
        const btPersistentManifold& manifold = *inside_->dispatcher.getManifoldByIndexInternal(m);
        const std::uint32_t a = number_of(manifold.getBody0()), b = number_of(manifold.getBody1());
        for (int c = 0; c < manifold.getNumContacts(); ++c) {
            const btManifoldPoint& point = manifold.getContactPoint(c);
            all.push_back({std::min(a, b), std::max(a, b), ours(point.getPositionWorldOnB()), point.getDistance()});
        }
    }
    std::ranges::sort(all, [](const Contact& p, const Contact& q) {
        return std::tie(p.a, p.b, p.place.x, p.place.y, p.place.z) <
               std::tie(q.a, q.b, q.place.x, q.place.y, q.place.z);
    });
    return all;
}

std::uint64_t RigidBodies::contact_count() const {
    std::uint64_t sum = 0;
    for (int m = 0; m < inside_->dispatcher.getNumManifolds(); ++m)
        sum += static_cast<std::uint64_t>(inside_->dispatcher.getManifoldByIndexInternal(m)->getNumContacts());
    return sum;
}

std::uint64_t RigidBodies::pair_count() const {
    return static_cast<std::uint64_t>(inside_->broad->getOverlappingPairCache()->getNumOverlappingPairs());
}

std::size_t RigidBodies::bytes() const noexcept {
    return inside_->ours != nullptr ? inside_->ours->module().bytes() : 0;
}

}  // namespace sim
