# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The commands of the project; CMake and Ninja do the work. `make help` lists them.
BUILD         = build
PREFIX        = /usr/local
FUZZ_SECONDS  = 60
CMAKE_FLAGS   =
TARGET        = all

# The version of LLVM stands once, in CMakeLists.txt.
LLVM     := $(shell sed -n 's/^set(SYCC_LLVM_MAJOR \([0-9]*\))/\1/p' CMakeLists.txt)
LAUNCHER := $(shell command -v ccache)

.PHONY: build setup demo check bench gpu fuzz install deb help clean
.DEFAULT_GOAL := build

build: $(BUILD)/build.ninja
	@ninja -C $(BUILD) $(TARGET)

$(BUILD)/build.ninja:
	@scripts/setup --check
	@bin=$$(llvm-config-$(LLVM) --bindir) && cmake -S . -B $(BUILD) -G Ninja --log-level=NOTICE \
	  -DCMAKE_C_COMPILER=$$bin/clang -DCMAKE_CXX_COMPILER=$$bin/clang++ \
	  $(if $(LAUNCHER),-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache) $(CMAKE_FLAGS)

setup:
	@scripts/setup

demo check: setup
	@$(MAKE) --no-print-directory build
	@scripts/$@ $(BUILD)

bench: build
	@scripts/bench $(BUILD)

gpu:
	@$(MAKE) --no-print-directory build
	@scripts/gpu build $(BUILD)

fuzz:
	@$(MAKE) --no-print-directory build BUILD=build-fuzz TARGET=tests/fuzz/all CMAKE_FLAGS=-DSYCC_FUZZ=ON
	@scripts/fuzz build-fuzz $(FUZZ_SECONDS)

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

deb: build
	@scripts/deb $(BUILD)

help:
	@echo 'make                     build into $(BUILD)/; $(BUILD)/bin/* run in place'
	@echo 'make demo                install missing packages, build, compile and run the examples'
	@echo 'make check               install missing packages, build, run all tests'
	@echo 'make bench               compile times and run times beside those of a peer'
	@echo 'make gpu                 make build-gpu/ for a machine with an NVIDIA GPU; there: scripts/gpu run'
	@echo 'make fuzz                run every fuzzer; FUZZ_SECONDS=$(FUZZ_SECONDS) each'
	@echo 'scripts/fuzz-kernels     compare random kernels on every device and at several levels of optimisation'
	@echo 'scripts/faults           fail every request of the runtime in turn, on every device'
	@echo 'make install             to PREFIX=$(PREFIX), below DESTDIR= if given; the result can be moved'
	@echo 'make deb                 Debian packages sycc, libsycc0 and libsycc-dev, in $(BUILD)/deb/'
	@echo 'make clean               remove all build folders'
	@echo 'scripts/setup            install the Debian packages in scripts/packages.txt that are missing'

clean:
	rm -rf build build-asan build-tsan build-fuzz build-gpu
