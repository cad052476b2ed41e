import ArgumentParser
import ProgramSupport
import Settings
import Sentences
import SignInUI
import Terminal
import Unix

/// `signin themes`: lists the themes, each with a sample on a terminal.
struct ThemesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "themes", "Show the themes, each with a sample of the form.",
    "Shows a sample of each theme on a terminal with colours. Otherwise, and with NO_COLOR, it prints their names, one "
      + "per line.",
    examples: "signin themes", "signin themes | grep light")

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    // Like every command, this one reports a mistake in a settings file.
    _ = try options.settings
    let entries = ThemeLibrary.entries
    guard let page = MainActor.assumeIsolated({ ThemeGallery()?.page(of: entries) }) else {
      for entry in entries { try StandardStreams.writeResult(entry.name) }
      return
    }
    try StandardStreams.writePage(page)
  }
}

/// Samples of the themes, for the terminal of standard output.
@MainActor
struct ThemeGallery {
  private let columns: Int
  private let terminal: StyledText
  private let glyphs: Glyphs

  /// Nil if nothing can be shown in colours: without a terminal, without colours, or with NO_COLOR.
  init?() {
    guard let columns = StandardStreams.columns, let kind = Environment.variable("TERM"), !Environment.asksForPlain,
      Environment.variable("NO_COLOR") == nil, let terminal = try? StyledText(terminal: kind),
      terminal.depth > .monochrome
    else { return nil }
    self.columns = columns
    self.terminal = terminal
    glyphs = .shown(isUTF8: TextLocale.isUTF8, terminal: kind)
  }

  /// Returns a sample of each theme, and how to choose one.
  func page(of entries: [ThemeLibrary.Entry]) -> String {
    (entries.map(text) + [closing]).joined(separator: "\n\n")
  }

  /// Returns a theme's name, origin and background, above a sample or the mistake in its file.
  private func text(of entry: ThemeLibrary.Entry) -> String {
    do {
      let file = try entry.file
      let sample = ThemeSample(
        name: entry.name, note: ([entry.origin] + (file.backdrop.map { [$0.text] } ?? [])).joined(separator: ", "),
        look: Look(theme: file.theme(at: terminal.depth), glyphs: glyphs))
      return terminal.text(of: sample.frame(columns: columns))
    } catch {
      return entry.name + "\n" + HangingList.filled(Sanitiser.cleaned(error.sentence), indent: 2)
    }
  }

  private var closing: String {
    HangingList.filled(
      translated(
        "Choose one with --theme NAME, or with theme = \"NAME\" in {file}. "
          + "The default, auto, asks the terminal for its background, and takes dark or light. "
          + "Put your own themes into {folder}.",
        [
          "file": Sanitiser.cleaned((Environment.settingsFolder ?? "~/.config/signin") + "/config.toml"),
          "folder": Sanitiser.cleaned(Environment.userThemes ?? "~/.config/signin/themes"),
        ]))
  }
}

extension ThemeLibrary.Entry {
  /// The origin of the theme, for people.
  fileprivate var origin: String {
    path.map { Sanitiser.cleaned($0) } ?? translated("built in")
  }
}

extension Backdrop {
  /// The background, for people.
  fileprivate var text: String {
    isDark ? translated("for a dark background") : translated("for a light background")
  }
}
