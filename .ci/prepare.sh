# Shared by ./run and ./test: what has to be installed, and how Weir is built. Sourced, not run.

weir_packages() {  # the packages of the named parts of .ci/packages
    local wanted=" $* "
    awk -v wanted="$wanted" '
        /^\[/ { part = substr($1, 2, length($1) - 2); next }
        { sub(/#.*/, "") }
        NF && index(wanted, " " part " ") { print $1 }' .ci/packages
}

weir_install() {
    local packages missing=() as_root=()
    mapfile -t packages < <(weir_packages "$@")
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Another system: what matters is whether it can build, and that cmake finds out itself.
        if command -v cmake >/dev/null && command -v ninja >/dev/null; then return; fi
        echo "weir: this is not Debian; install cmake, ninja and what these Debian 12 packages hold, then try again:" >&2
        echo "  ${packages[*]}" >&2
        exit 1
    fi
    mapfile -t missing < <(comm -23 <(printf '%s\n' "${packages[@]}" | sort -u) \
        <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | awk '$1 == "installed" { print $2 }' | sort -u))
    if [ "${#missing[@]}" -eq 0 ]; then return; fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "weir: these packages are missing; install them as root, then try again:" >&2
            echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    echo "weir: installing ${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

weir_build() {  # PRESET with-tests|without-tests [TARGET...]
    local preset=$1 tests=OFF
    if [ "$2" = with-tests ]; then tests=ON; fi
    shift 2
    # A build knows where its sources are: that of a folder that was moved or copied begins anew.
    if [ -f "build/$preset/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "build/$preset/CMakeCache.txt"; then
        echo "weir: this folder was somewhere else when build/$preset was made; building anew" >&2
        rm -rf "build/$preset"
    fi
    # A build that has its tests keeps them: ./run after ./test need not configure again.
    if [ ! -f "build/$preset/build.ninja" ] ||
        { [ "$tests" = ON ] && ! grep -q '^WEIR_TESTS:BOOL=ON' "build/$preset/CMakeCache.txt"; }; then
        cmake --preset "$preset" -DWEIR_TESTS=$tests >"/tmp/weir-configure-$$.log" 2>&1 || {
            cat "/tmp/weir-configure-$$.log" >&2
            echo "weir: cmake could not configure the build; its words are above" >&2
            exit 1
        }
        rm -f "/tmp/weir-configure-$$.log"
    fi
    case $(ninja -C "build/$preset" -n "$@") in *"no work to do"*) return ;; esac
    if [ -t 2 ]; then
        cmake --build --preset "$preset" ${1:+--target "$@"} >&2
    else  # a log wants the errors, not a line for each of hundreds of files
        echo "weir: building; what has never been built takes ten minutes and more on two cores" >&2
        cmake --build --preset "$preset" ${1:+--target "$@"} -- --quiet >&2
    fi
}
