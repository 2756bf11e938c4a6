// Makes OpenMP's threads sleep, not spin, while they wait for each other for long.
#pragma once

namespace app {

/// To be called first thing in main, with its argv. A thread that spins at a barrier takes a core from the very
/// thread it waits for once the cores are busy with something else (a window's software renderer, a compiler):
/// steps were measured forty times slower. One that sleeps takes 50 microseconds to wake, several times a step: two
/// threads were 5 to 7 % slower for it. So they spin for a moment and then sleep.
///
/// libgomp reads how to wait from the environment when it is loaded, before main, so that the only way to choose is to
/// start anew: sets OMP_WAIT_POLICY=passive and GOMP_SPINCOUNT and executes this program again in the same process. The
/// second time they are there and this returns at once, as it does when the user has chosen one of them, and when
/// executing fails.
void wait_passively(char** argv);

}  // namespace app
