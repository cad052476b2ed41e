# signin. `make` lists what can be made; `make run` and `make test` need nothing but Swift 6.2 and Debian 12.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help deps build run test test-long test-sanitize fuzz lint format bench bench-activity bench-form bench-signals \
  docs po-update install deb deb-check outdated clean

PREFIX ?= /usr/local
DESTDIR ?=
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
ARGS ?=
FILTER ?=
TARGET ?=
SECONDS ?=
COUNT ?=

BUILD_NEEDS := gettext libncurses-dev libsodium-dev libsqlite3-dev libutf8proc-dev
TEST_NEEDS := $(BUILD_NEEDS) binutils fish git mandoc strace tmux valgrind zsh
# Emulators, and what presses their keys and looks at their windows.
LONG_NEEDS := fonts-dejavu-core pterm rxvt-unicode screen xclip xdotool xterm xvfb
DEB_NEEDS := dpkg-dev fakeroot lintian mandoc
LINT_NEEDS := codespell git shellcheck

# An import that the manifest does not declare is an error, in every build.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
# All code goes into the binary, that of the C libraries too, at addresses that differ from start to start: there is no library to
# look for, open and link at each start, which was a quarter of it, and the file can be moved to any Linux of its processor. lld is
# the toolchain's own linker. clang would say that the driver's own -pie has lost against -static-pie.
RUNTIME_FLAGS := --static-swift-stdlib -Xswiftc -Xclang-linker -Xswiftc -static-pie -Xswiftc -Xclang-linker -Xswiftc -Qunused-arguments \
  -Xlinker --wrap=swift_copyAuxiliaryExecutablePath
# Fewer steps to the first frame: the addresses to adjust in a position-independent program come packed.
LINK_FLAGS := -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs --disable-local-rpath
# The same bytes for the same commit, toolchain and C libraries (Package.swift pins the packages): without the compiler's notes of
# what it has compiled, without the linker's name for this one build, and without the one path of this machine, which a header of
# C++ would leave in the program.
SAME_FLAGS := -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none \
  -Xcxx -ffile-prefix-map=$(CURDIR)/.build=.build
RELEASE := -c release $(SWIFT_FLAGS) $(RUNTIME_FLAGS) $(LINK_FLAGS) $(SAME_FLAGS) --product signin
BINARY := .build/release/signin
# Where a program in .build/…/release or …/debug finds its translations.
LOCALE := .build/$(shell uname -m)-unknown-linux-gnu/share/locale

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the Debian packages that building, testing and linting need
	@.ci/need $(sort $(BUILD_NEEDS) $(TEST_NEEDS) $(LONG_NEEDS) $(DEB_NEEDS) $(LINT_NEEDS))

build: ## Build the program for release: .build/release/signin
	@.ci/need $(BUILD_NEEDS)
	swift build $(RELEASE)
	@.ci/catalogues compile $(LOCALE)

run: ## Build and start the program; its options go into ARGS="…"
	@.ci/need $(BUILD_NEEDS)
	@swift build $(RELEASE) >&2
	@.ci/catalogues compile $(LOCALE)
	@$(BINARY) $(ARGS)

test: ## Run all tests, the ones in a real terminal too; a part of them with FILTER=NAME
	@.ci/need $(TEST_NEEDS)
	swift build --build-tests $(SWIFT_FLAGS)
	.ci/swift-test $(if $(FILTER),--filter '$(FILTER)')

test-long: build ## Run all tests, with as many rounds as were promised, or COUNT=…, and the package; a part of them with FILTER=NAME
	@.ci/need $(TEST_NEEDS) $(LONG_NEEDS)
	swift build --build-tests $(SWIFT_FLAGS)
	SIGNIN_ROUNDS=$(or $(COUNT),promised) SIGNIN_BINARY=$(CURDIR)/$(BINARY) \
	  .ci/swift-test $(if $(FILTER),--filter '$(FILTER)')
	$(if $(FILTER),,$(MAKE) deb-check)

test-sanitize: ## Run the signal layer's tests under the address sanitizer and the thread sanitizer
	@.ci/need $(TEST_NEEDS)
	for sanitizer in address thread; do \
	  swift build --build-tests $(SWIFT_FLAGS) --sanitize $$sanitizer --scratch-path .build/$$sanitizer && \
	  .ci/swift-test --sanitize $$sanitizer --scratch-path .build/$$sanitizer --filter SignalsTests || exit; \
	done

# Every edge of the code tells libFuzzer that it was reached. Only the compiler is told of that, or each program would get
# libFuzzer's own main; the archive has none, and a test calls it.
FUZZER := $$(clang -print-file-name=libclang_rt.fuzzer_no_main-$$(uname -m).a)
FUZZ_FLAGS := --scratch-path .build/fuzz -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer -Xlinker -u -Xlinker LLVMFuzzerRunDriver \
  -Xlinker $(FUZZER) -Xlinker -lstdc++ -Xlinker --export-dynamic
FUZZ_TARGETS := $(or $(TARGET),keys utf8 paste sanitiser email hash settings)

fuzz: ## Look for input that breaks a parser, 60 s or SECONDS=… for each, or for TARGET=… only; finds go to Tests/Fuzzing/Seeds
	@.ci/need $(TEST_NEEDS)
	swift build --build-tests $(FUZZ_FLAGS)
	for target in $(FUZZ_TARGETS); do \
	  mkdir -p .build/fuzz/corpus/$$target && \
	  SWIFT_BACKTRACE=enable=no SIGNIN_FUZZ=$$target SIGNIN_FUZZ_OPTIONS="-max_total_time=$(or $(SECONDS),60) -timeout=5 \
	    -artifact_prefix=Tests/Fuzzing/Seeds/$$target/ .build/fuzz/corpus/$$target Tests/Fuzzing/Seeds/$$target" \
	    .build/fuzz/debug/signinPackageTests.xctest --testing-library swift-testing --filter LibFuzzer </dev/null || exit; \
	done

lint: ## Check format, shell scripts, spelling and the rules of the house
	@.ci/need $(LINT_NEEDS)
	swift format lint --strict --parallel --recursive Sources Tests Resources Package.swift
	shellcheck $(wildcard .ci/*) Resources/completions/signin.bash
	git ls-files -z | xargs -0 codespell
	.ci/house-rules

format: ## Format all Swift code in place
	swift format --in-place --parallel --recursive Sources Tests Resources Package.swift

bench: bench-signals bench-form bench-activity ## Measure everything that has a budget

bench-signals: ## Measure the signal layer beside OpenCombine
	@.ci/need $(BUILD_NEEDS)
	@swift build -c release --package-path Tests/Benchmarks --product SignalsBenchmark >&2
	@Tests/Benchmarks/.build/release/SignalsBenchmark

bench-form: build ## Measure the form beside bare ncurses and dialog, through a real terminal
	@.ci/need dialog pinentry-curses whiptail
	@for product in BareForm FormBenchmark; do \
	  swift build -c release --package-path Tests/Benchmarks --product $$product >&2 || exit; \
	done
	@Tests/Benchmarks/.build/release/FormBenchmark $(BINARY)

bench-activity: build ## Measure the log of tries, with a million of them
	@swift build -c release --package-path Tests/Benchmarks --product ActivityBenchmark >&2
	@Tests/Benchmarks/.build/release/ActivityBenchmark $(BINARY)

po-update: ## Bring the translations in Resources/po up to date with the sources; what is new there is left to translate
	@.ci/need $(BUILD_NEEDS)
	.ci/catalogues update

docs: ## Make the documentation: .build/documentation
	docc convert Sources/signin/signin.docc --output-path .build/documentation --warnings-as-errors
	swift build --target Signals
	mkdir -p .build/symbols
	swift symbolgraph-extract -module-name Signals -I .build/debug/Modules \
	  -target "$$(uname -m)-unknown-linux-gnu" -output-dir .build/symbols
	docc convert Sources/Signals/Signals.docc --additional-symbol-graph-dir .build/symbols \
	  --output-path .build/documentation/signals --warnings-as-errors

install: $(BINARY) ## Install program, man page, completions, themes and translations under PREFIX (/usr/local), inside DESTDIR
	install -D -m 755 -s $(BINARY) $(DESTDIR)$(PREFIX)/bin/signin
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 Resources/man/signin.1
	install -D -m 644 Resources/completions/signin.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/signin
	install -D -m 644 -t $(DESTDIR)$(ZSH_COMPLETIONS) Resources/completions/_signin
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d Resources/completions/signin.fish
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/signin/themes Resources/Themes/*.theme
	.ci/catalogues compile $(DESTDIR)$(PREFIX)/share/locale

$(BINARY):
	$(MAKE) build

deb: build ## Make the Debian package, the same bytes for the same commit on the same system: .build/signin_VERSION_ARCHITECTURE.deb
	@.ci/need $(DEB_NEEDS)
	@rm -f .build/signin_*.deb
	@.ci/make-deb $(BINARY) .build

deb-check: deb ## Let lintian see the package; install, run, upgrade and remove it; build it again and compare
	.ci/check-deb .build/signin_*.deb
	rm -rf .build/first "$$(realpath .build/release)"
	mkdir .build/first
	mv .build/signin_*.deb .build/first
	$(MAKE) deb
	cmp .build/first/signin_*.deb .build/signin_*.deb

outdated: ## List the packages of which a newer version exists
	@.ci/outdated

clean: ## Remove everything that was built
	rm -rf .build Tests/Benchmarks/.build
