import ArgumentParser
import Sentences
import SignInUI
import Terminal
import Unix

/// `signin themes`: the themes that there are, each with a picture on a terminal.
struct ThemesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "themes", abstract: translated("Show the themes, each with a sample of the form."),
    discussion: translated(
      "Shows a sample of each theme on a terminal with colours; elsewhere, and with NO_COLOR, "
        + "it lists their names, one a line."))

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    // A mistake in a file of settings is told, as by every command.
    _ = try options.settings
    let entries = ThemeLibrary.entries
    guard let page = MainActor.assumeIsolated({ ThemeGallery()?.page(of: entries) }) else {
      for entry in entries { try StandardStreams.writeResult(entry.name) }
      return
    }
    try StandardStreams.writePage(page)
  }
}

/// The themes as they look on the terminal of standard output.
@MainActor
struct ThemeGallery {
  private let columns: Int
  private let terminal: StyledText
  private let glyphs: Glyphs

  /// Nil where nothing can be shown in colours: not on a terminal, on one without them, or with NO_COLOR.
  init?() {
    guard let columns = StandardStreams.columns, let kind = Environment.variable("TERM"), !Environment.asksForPlain,
      Environment.variable("NO_COLOR") == nil, let terminal = try? StyledText(terminal: kind),
      terminal.depth > .monochrome
    else { return nil }
    self.columns = columns
    self.terminal = terminal
    glyphs = .shown(isUTF8: TextLocale.isUTF8, terminal: kind)
  }

  /// All of them, and how one is chosen.
  func page(of entries: [ThemeLibrary.Entry]) -> String {
    (entries.map(text) + [closing]).joined(separator: "\n\n")
  }

  /// A theme's name, where it comes from and what it is for, above a picture or what is wrong with its file.
  private func text(of entry: ThemeLibrary.Entry) -> String {
    do {
      let file = try entry.file
      let sample = ThemeSample(
        name: entry.name, note: ([entry.origin] + (file.backdrop.map { [$0.text] } ?? [])).joined(separator: ", "),
        look: Look(theme: file.theme(at: terminal.depth), glyphs: glyphs))
      return terminal.text(of: sample.frame(columns: columns))
    } catch {
      return entry.name + "\n" + HelpPage.filled(Sanitiser.cleaned(error.sentence), indent: 2)
    }
  }

  private var closing: String {
    HelpPage.filled(
      translated(
        "Choose one with --theme NAME, or with theme = \"NAME\" in {file}. "
          + "The default, auto, is light where COLORFGBG says so, else dark. Put themes of your own into {folder}.",
        [
          "file": Sanitiser.cleaned(Environment.userSettings ?? "~/.config/signin/config.toml"),
          "folder": Sanitiser.cleaned(Environment.userThemes ?? "~/.config/signin/themes"),
        ]))
  }
}

extension ThemeLibrary.Entry {
  /// Where it comes from, as people say it.
  fileprivate var origin: String {
    path.map { Sanitiser.cleaned($0) } ?? translated("built in")
  }
}

extension Backdrop {
  /// As people say it.
  fileprivate var text: String {
    switch self {
    case .dark: translated("for a dark background")
    case .light: translated("for a light background")
    }
  }
}
