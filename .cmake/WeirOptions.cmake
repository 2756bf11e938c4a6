# The flags of every target of ours, in one place.
add_library(weir_options INTERFACE)
target_include_directories(weir_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_features(weir_options INTERFACE cxx_std_20)
target_compile_options(weir_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
  # g++ 12 sees overlaps in joined strings that are none (GCC bug 105651).
  -Wno-restrict
  # The neighbour rule must round alike everywhere (spatial/neighbour_rule.hpp); where a fused
  # multiply-add is wanted it is written as one.
  -ffp-contract=off
  # sqrt need not set errno; without this no loop with a square root becomes SIMD code.
  -fno-math-errno)
if(WEIR_NATIVE)
  target_compile_options(weir_options INTERFACE -march=native)
endif()
if(WEIR_SANITIZE)
  target_compile_options(weir_options INTERFACE -fsanitize=${WEIR_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=undefined)
  target_link_options(weir_options INTERFACE -fsanitize=${WEIR_SANITIZE})
endif()

# A room is a static library with its sources listed by hand and the rooms it may look into.
function(weir_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(weir_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(weir_${name} PUBLIC weir_options ${ARG_LINK})
endfunction()
