# signin. `make` lists the targets; `make run` and `make test` need only Swift 6.2 and Debian 12.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile)

PREFIX ?= /usr/local
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
PAM_SERVICES ?= /etc/pam.d
SETTINGS ?= /etc/signin
# Also DESTDIR for packagers, and for single targets ARGS, FILTER, TARGET, SECONDS and COUNT.

# Debian packages: for building, for tests, for tests of emulators and of database servers, for packages, benchmarks and lint.
BUILD_NEEDS := gettext libcjose-dev libcrypt-dev libcurl4-openssl-dev libgmp-dev libidn2-dev libncurses-dev liboath-dev \
  libpam0g-dev libpq-dev libqrcodegen-dev libsodium-dev libsqlite3-dev libssl-dev libunistring-dev \
  libutf8proc-dev nettle-dev
TEST_NEEDS := $(BUILD_NEEDS) adduser binutils fish git jq libpam-oath libpam-wrapper mandoc oathtool openssh-client \
  openssh-server passwd python3 strace systemd tmux util-linux valgrind zbar-tools zsh
LONG_NEEDS := fonts-dejavu-core pterm rxvt-unicode screen xclip xdotool xterm xvfb
ENGINE_NEEDS := glewlwyd iproute2 libfaketime openssl pgbouncer postgresql python3-venv sqlite3
DEB_NEEDS := debootstrap dpkg-dev fakeroot lintian mandoc oathtool procps tmux util-linux
PEERS := dialog pinentry-curses sqlite3 valgrind whiptail
LINT_NEEDS := codespell git shellcheck

# In every build, an import that the manifest does not declare is an error.
SWIFT_FLAGS := --explicit-target-dependency-import-check error
# A program contains all code, so it runs on any Linux of its processor (Decisions/0089). Packed relocations save 1.2 MB, and 0.7 MB
# is saved because no library is loaded that would look for the program's own functions.
RUNTIME_FLAGS := --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
# Addresses of functions are bound at the start and then read-only. Each function of ours and of the packages begins with a mark for
# the processor's control-flow protection. C gets the stack protector; Swift has it. See Decisions/0089.
BRANCH_FLAGS_x86_64 := -Xcc -fcf-protection=full
BRANCH_FLAGS_aarch64 := -Xcc -mbranch-protection=standard
HARD_FLAGS := -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xcc -fstack-protector-strong $(BRANCH_FLAGS_$(shell uname -m))
# The same commit, toolchain and C libraries give the same bytes (Package.swift pins the packages). So leave out the compiler's
# hashes of compiled files, the linker's build ID, and the path of this directory, which a C++ header would put into the program.
SAME_FLAGS := -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none \
  -Xcxx -ffile-prefix-map=$(CURDIR)/.build=.build
RELEASE := -c release $(SWIFT_FLAGS) $(RUNTIME_FLAGS) $(HARD_FLAGS) $(SAME_FLAGS)
PRODUCTS := signin signin-oidc signin-pam signin-postgresql
# Programs that tests start beside them.
PROBES := GatedProbe ServerProbe ServiceProbe StoreProbe TerminalProbe
ON_ENGINES := PostgreSQLStoreTests|ServicesOnPostgreSQLTests|RealProviderTests
BINARY := .build/release/signin

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## Install the Debian packages for building, testing and linting
	@.ci/need $(sort $(BUILD_NEEDS) $(TEST_NEEDS) $(ENGINE_NEEDS) $(LONG_NEEDS) $(DEB_NEEDS) $(LINT_NEEDS))

build: ## Build the programs for release: .build/release/signin and its engines
	@.ci/need $(BUILD_NEEDS)
	@for product in $(PRODUCTS); do swift build $(RELEASE) --product $$product >&2 || exit; done
	@# A program in .build/…/release or …/debug finds its translations here.
	@.ci/catalogues compile .build/$(shell uname -m)-unknown-linux-gnu/share/locale

run: build ## Build and start the program, with the options in ARGS="…"
	@$(BINARY) $(ARGS)

# --- Tests. They play the programs that `make build` makes, and their modules are optimised as those of the programs. With
# FILTER=NAME, a part of them runs in debug instead, which is built again faster.
OPTIMISED := -c release --scratch-path .build/optimised
SWIFT_TEST := $(if $(FILTER),.ci/swift-test --filter '$(FILTER)',SIGNIN_PROGRAMS=$(CURDIR)/.build/release .ci/swift-test $(OPTIMISED))

debug-tests:
	@.ci/need $(TEST_NEEDS)
	swift build --build-tests $(SWIFT_FLAGS)

optimised-tests:
	@.ci/need $(TEST_NEEDS)
	@for product in $(PROBES) signinPackageTests; do \
	  swift build $(OPTIMISED) -Xswiftc -enable-testing $(SWIFT_FLAGS) --product $$product >&2 || exit; done

tests: $(if $(FILTER),debug-tests,build optimised-tests)

test: tests ## Build the programs, and run all tests on them, also in a real terminal; FILTER=NAME runs a part, in debug
	$(SWIFT_TEST)

# SIGNIN_POSTGRESQL=URL runs the contract of the store on a server that is there.
test-engines: tests ## Run the tests on database servers and on providers of accounts, which they start
	@.ci/need $(ENGINE_NEEDS)
	$(if $(SIGNIN_POSTGRESQL),,SIGNIN_ENGINES=start) $(SWIFT_TEST) $(if $(FILTER),,--filter '$(ON_ENGINES)')

test-examples: ## Build and test the examples in Tests/Examples, a package of their own
	swift test --package-path Tests/Examples

test-long: tests ## Run all tests for hours (COUNT=… sets the rounds), and check the package; FILTER=NAME runs a part
	@.ci/need $(LONG_NEEDS)
	SIGNIN_ROUNDS=$(or $(COUNT),promised) $(SWIFT_TEST)
	$(if $(FILTER),,$(MAKE) deb-check)

# A sanitizer locks no memory, and keeps what was freed. That of threads takes the table of a weak reference for a leak, does not
# see the futex of the Mutex in a queue, and runs the handler of a crash signal inside its own locks, which that then waits for.
SANITIZED := SignalsTests SecretsTests TerminalTests
UNSANITIZED := NoTraceTests|SecretMemoryTests|TerminalSessionTests.memory
UNSANITIZED_thread := |TerminalSessionTests.(crash|endingSignals)
test-sanitize: ## Run the tests of Signals, Secrets and Terminal under the address sanitizer and the thread sanitizer
	@.ci/need $(TEST_NEEDS)
	mkdir -p .build && printf 'race:%s\n' WorkQueue MainQueue >.build/known-races
	export ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$(CURDIR)/.build/known-races; \
	$(foreach sanitizer,address thread,flags="--sanitize $(sanitizer) --scratch-path .build/$(sanitizer)"; \
	  for product in TerminalProbe signinPackageTests; do \
	    SIGNIN_TESTS='$(SANITIZED)' swift build $(SWIFT_FLAGS) $$flags --product $$product || exit; done; \
	  .ci/swift-test $$flags --skip '$(UNSANITIZED)$(UNSANITIZED_$(sanitizer))' || exit;)

FUZZ_TARGETS := keys utf8 paste sanitiser email hash key settings request reply provider conversation
fuzz: ## Look for input that breaks a parser: SECONDS=60 for each, TARGET=… for one; finds go to Tests/Fuzzing/Seeds
	@.ci/need $(TEST_NEEDS)
	.ci/fuzz $(or $(SECONDS),60) $(or $(TARGET),$(FUZZ_TARGETS))

# --- Checks, texts and pictures
lint: ## Check format, shell scripts, spelling, house rules and the subjects of new commits
	@.ci/need $(LINT_NEEDS)
	swift format lint --strict --parallel --recursive Sources Tests Resources Package.swift
	shellcheck $(wildcard .ci/* Resources/completions/*.bash) Resources/completions/generate
	git ls-files -z | xargs -0 codespell
	.ci/house-rules
	.ci/commit-subjects

promises: ## List what the page on security promises, with the tests that hold it
	@.ci/promises

format: ## Format all Swift code in place
	swift format --in-place --parallel --recursive Sources Tests Resources Package.swift

pictures: debug-tests ## Draw the pictures of the documentation again, after a change of the screen
	SIGNIN_PICTURES=draw .ci/swift-test --filter PicturesTests >/dev/null

po-update: ## Update the translations in Resources/po from the sources; new sentences are left untranslated
	@.ci/need $(BUILD_NEEDS)
	.ci/catalogues update

docs: ## Build the documentation of the program and of Signals, as one site: .build/documentation
	@.ci/docs .build/documentation

# --- Benchmarks. `make bench` runs all parts and writes one page.
# The benchmarks of Tests/Benchmarks are a package of their own.
BENCHMARKS := Tests/Benchmarks/.build/release
BENCHMARK = swift build -c release --package-path Tests/Benchmarks --product $(1) >&2

bench: build ## Measure all parts that have a budget, and write the figures into Benchmarks.md
	@.ci/need $(PEERS) $(ENGINE_NEEDS)
	@.ci/bench Resources/Documentation.docc/Benchmarks.md signals form service activity postgresql build

bench-build: debug-tests ## Measure how long one changed line takes until it is tested
	@.ci/bench-build swift build --build-tests $(SWIFT_FLAGS)

bench-signals: ## Measure the signal layer beside OpenCombine and Observation; RXSWIFT=FOLDER REACTIVESWIFT=FOLDER for two more
	@.ci/need $(BUILD_NEEDS)
	@$(call BENCHMARK,SignalsBenchmark)
	@$(BENCHMARKS)/SignalsBenchmark

# Peers in C are linked by the C compiler: swift build would add Swift's libraries, which cost more than the form.
bench-form: build ## Measure the form in a real terminal, compared with bare ncurses and dialog
	@.ci/need $(PEERS)
	@$(call BENCHMARK,FormBenchmark)
	@$(CC) -O2 -o $(BENCHMARKS)/BareForm Tests/Benchmarks/Sources/BareForm/main.c -lncursesw -ltinfo
	@$(CC) -O2 -o $(BENCHMARKS)/BareHash Tests/Benchmarks/Sources/BareHash/main.c -lsodium
	@# Copies as installed ones: a file that the linker has just written is in memory in smaller pieces.
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && install -s -t "$$folder" $(BINARY) && \
	  $(BENCHMARKS)/FormBenchmark "$$folder/signin"

bench-activity: build ## Measure the log of attempts, with a million of them, and work on many rows beside sqlite3
	@.ci/need sqlite3
	@$(call BENCHMARK,ActivityBenchmark)
	@$(BENCHMARKS)/ActivityBenchmark $(BINARY)

# It comes as many users, which only root can.
bench-service: build ## Measure signing in and verifying, also by many users at once, beside the bare hash and sqlite3
	@.ci/need sqlite3 $(ENGINE_NEEDS)
	@swift build $(RELEASE) --product ServiceBenchmark >&2
	@$(CC) -O2 -o .build/release/BareHash Tests/Benchmarks/Sources/BareHash/main.c -lsodium
	@.ci/with-postgresql $(BINARY)-postgresql '$$([ "$$(id -u)" = 0 ] || echo sudo) \
	  .build/release/ServiceBenchmark $(BINARY) .build/release/BareHash "postgresql://signin_app@/signin?host=$$folder"'

bench-postgresql: build ## Measure the store in PostgreSQL beside pgbench, with a log of COUNT=1000000 attempts
	@.ci/need $(ENGINE_NEEDS)
	@swift build $(RELEASE) --product PostgreSQLBenchmark >&2
	@.ci/with-postgresql $(BINARY)-postgresql '.build/release/PostgreSQLBenchmark $$folder signin $(COUNT)'

# --- Installation, inside DESTDIR for packagers. Nothing is enabled or started: that is for an administrator to ask.
# An administrator's file is never touched.
install_settings = [ -e $(DESTDIR)$(SETTINGS)/$(1) ] || install -D -m 644 -t $(DESTDIR)$(SETTINGS) Resources/$(1)

install: $(BINARY) ## Install the programs and their files under PREFIX (/usr/local), inside DESTDIR
	@# The kernel hides a program from users who cannot read its file. See Decisions/0089-hidden-from-exec-on.md.
	install -D -m 711 -s $(BINARY) $(DESTDIR)$(PREFIX)/bin/signin
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 Resources/man/signin.1
	@Resources/completions/generate $(BINARY) .build/completions
	install -D -m 644 .build/completions/bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/signin
	install -D -m 644 .build/completions/zsh $(DESTDIR)$(ZSH_COMPLETIONS)/_signin
	install -D -m 644 .build/completions/fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/signin.fish
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/signin/themes Resources/Embedded/Themes/*.theme
	.ci/catalogues compile $(DESTDIR)$(PREFIX)/share/locale
	$(call install_settings,config.toml)

UNITS := Resources/systemd/signin
SYSTEMD := $(DESTDIR)$(PREFIX)/lib/systemd/system
# Units name the programs where they are installed.
install_units = install -d $(SYSTEMD) && for unit in $(1); do \
  sed 's,/usr/\(bin\|libexec\)/,$(PREFIX)/\1/,' $$unit >$(SYSTEMD)/$${unit\#\#*/} && \
  chmod 644 $(SYSTEMD)/$${unit\#\#*/} || exit; done

install-server: ## Install the units of the service, its users and its folders, as `make install` does
	$(call install_units,$(wildcard $(UNITS).* $(UNITS)-admin.*))
	install -D -m 644 Resources/systemd/sysusers.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/signin.conf
	install -D -m 644 Resources/systemd/tmpfiles.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/signin.conf
	install -D -m 644 Resources/systemd/preset.conf $(SYSTEMD)-preset/50-signin.preset
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man8 Resources/man/signin-serve.8
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/signin-server Resources/grafana/signin-dashboard.json
	$(call install_settings,service.toml)

install-pam: $(BINARY)-pam ## Install the worker for PAM, its units and its service file, as `make install` does
	install -D -m 711 -s -t $(DESTDIR)$(PREFIX)/libexec/signin $(BINARY)-pam
	$(call install_units,$(wildcard $(UNITS)-pam*))
	install -D -m 644 Resources/systemd/preset.conf $(SYSTEMD)-preset/50-signin-pam.preset
	@# An administrator's file is never touched.
	[ -e $(DESTDIR)$(PAM_SERVICES)/signin ] || install -D -m 644 Resources/pam/signin $(DESTDIR)$(PAM_SERVICES)/signin

install-oidc: $(BINARY)-oidc ## Install the worker for company accounts, its units and its user, as `make install` does
	install -D -m 711 -s -t $(DESTDIR)$(PREFIX)/libexec/signin $(BINARY)-oidc
	$(call install_units,$(wildcard $(UNITS)-oidc*))
	install -D -m 644 Resources/systemd/sysusers-oidc.conf $(DESTDIR)$(PREFIX)/lib/sysusers.d/signin-oidc.conf
	install -D -m 644 Resources/systemd/preset.conf $(SYSTEMD)-preset/50-signin-oidc.preset
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man8 Resources/man/signin-oidc.8

install-postgresql: $(BINARY)-postgresql ## Install the service for accounts in PostgreSQL, as `make install` does
	install -D -m 711 -s -t $(DESTDIR)$(PREFIX)/libexec/signin $(BINARY)-postgresql
	$(call install_units,$(wildcard $(UNITS)-postgresql*))

$(BINARY) $(BINARY)-oidc $(BINARY)-pam $(BINARY)-postgresql:
	$(MAKE) build

# --- Packages
deb: build ## Build the Debian packages, reproducibly on the same system: .build/signin*_VERSION_ARCHITECTURE.deb
	@.ci/need $(DEB_NEEDS)
	@rm -f .build/signin*_*.deb && .ci/make-deb $(BINARY) .build

deb-check: deb ## Check the packages: lintian, install, upgrade, remove, the Tour and systemd in an empty Debian, the same bytes again
	.ci/check-binary .build/release
	.ci/check-deb .build
	.ci/first-minutes .build
	.ci/under-systemd .build
	.ci/same-deb .build

dist: deb ## Make a release in .build/dist: a tarball, the packages, a list of what is linked in, and checksums
	@.ci/dist .build/dist

outdated: ## List the packages that have a newer version
	@.ci/outdated

clean: ## Remove all build products
	rm -rf .build Tests/Benchmarks/.build
