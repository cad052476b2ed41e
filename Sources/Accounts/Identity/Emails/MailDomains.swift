/// Common mail domains, and suggestions for mistyped ones.
///
/// The table is part of the program, so nothing is looked up elsewhere. It serves mistyped domains only: it suggests
/// nothing for a known domain, and nothing for a domain unlike all of them.
public enum MailDomains {
  /// Returns the email that the user probably meant, or nil if there is nothing to suggest. Only the domain differs.
  /// - Parameter isFinished: Whether the user has finished typing. Until then, the beginning of a known domain counts
  ///   as half typed.
  public static func suggestion(for email: String, isFinished: Bool) -> String? {
    guard let address = EmailAddress(email) else { return nil }
    let typed = Array(address.key.utf8.drop { $0 != UInt8(ascii: "@") }.dropFirst())
    var best: (domain: String, distance: Int)?
    for domain in all {
      let meant = domain.utf8
      if meant.starts(with: typed) && (meant.count == typed.count || !isFinished) { return nil }
      guard beginsAlike(typed, meant),
        let distance = EditDistance.between(typed, meant, limit: tolerance(of: meant)),
        distance < best?.distance ?? .max
      else { continue }
      best = (domain, distance)
    }
    guard let best, !isAbroad(typed) else { return nil }
    return address.text.prefix { $0 != "@" } + "@" + best.domain
  }

  /// The most typing slips between the typed domain and `domain`. Short names have too many neighbours.
  private static func tolerance(of domain: String.UTF8View) -> Int { domain.count < 9 ? 1 : 2 }

  /// Whether the first letters are the same, or swapped with the second ones. Hardly anybody mistypes the first letter,
  /// and a domain with another first letter belongs to another company.
  private static func beginsAlike(_ typed: [UInt8], _ meant: String.UTF8View) -> Bool {
    typed[0] == meant.first || (typed[1] == meant.first && typed[0] == meant.dropFirst().first)
  }

  /// Whether the domain is a worldwide name in some country: `yahoo.co.jp`, `hotmail.se`.
  private static func isAbroad(_ domain: [UInt8]) -> Bool {
    let labels = domain.split(separator: UInt8(ascii: "."))
    guard let name = labels.first, labels.last?.count == 2 else { return false }
    return worldwide.contains { $0.utf8.elementsEqual(name) }
      && (labels.count == 2 || labels.count == 3 && ["co", "com"].contains { $0.utf8.elementsEqual(labels[1]) })
  }

  /// Names that have a domain in many countries.
  private static let worldwide = ["aol", "gmx", "hotmail", "live", "msn", "outlook", "yahoo"]

  static let all = [
    // Everywhere. The most common come first, because the first of equally near domains is suggested.
    "gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "googlemail.com", "aol.com", "live.com",
    "msn.com", "me.com", "mac.com", "proton.me", "protonmail.com", "pm.me", "gmx.com", "gmx.net", "mail.com",
    "email.com", "ymail.com", "rocketmail.com", "fastmail.com", "fastmail.fm", "hey.com", "duck.com", "zoho.com",
    "tutanota.com", "tuta.com", "hushmail.com", "mailbox.org", "yandex.com", "mail.ee", "inbox.com",
    // America
    "att.net", "bellsouth.net", "bol.com.br", "charter.net", "comcast.net", "cox.net", "earthlink.net", "frontier.com",
    "optonline.net", "rogers.com", "sbcglobal.net", "shaw.ca", "sympatico.ca", "telus.net", "terra.com.br",
    "uol.com.br", "verizon.net", "videotron.ca",
    // Europe
    "arcor.de", "bk.ru", "bluewin.ch", "btinternet.com", "email.cz", "free.fr", "freemail.hu",
    "freenet.de",
    "hotmail.co.uk", "hotmail.de", "hotmail.es", "hotmail.fr", "hotmail.it", "hetnet.nl", "inbox.lv", "inbox.ru",
    "interia.pl", "kpnmail.nl", "laposte.net", "libero.it", "list.ru", "mail.de", "mail.ru", "neuf.fr",
    "ntlworld.com", "o2.pl", "onet.pl", "op.pl", "orange.fr", "outlook.de", "outlook.fr", "planet.nl", "posteo.de",
    "rambler.ru", "sapo.pt", "seznam.cz", "sfr.fr", "skynet.be", "sky.com", "t-online.de", "talktalk.net",
    "telefonica.net", "telenet.be", "tiscali.it", "ukr.net", "vodafone.de", "virgilio.it", "virginmedia.com",
    "wanadoo.fr", "web.de", "wp.pl", "yahoo.co.uk", "yahoo.de", "yahoo.es", "yahoo.fr", "yahoo.it", "yandex.ru",
    "ziggo.nl", "gmx.at", "gmx.ch", "gmx.de",
    // Asia and Australia
    "126.com", "163.com", "bigpond.com", "bigpond.net.au", "daum.net", "docomo.ne.jp", "ezweb.ne.jp", "foxmail.com",
    "hanmail.net", "i.softbank.jp", "naver.com", "nate.com", "nifty.com", "optusnet.com.au", "qq.com",
    "rediffmail.com", "sina.com", "softbank.ne.jp", "sohu.com", "xtra.co.nz", "yahoo.co.in", "yahoo.co.jp",
    "yeah.net",
  ]
}
