public import Identity

extension ApprovalPage {
  /// The page of a sample provider.
  public static func sample(
    code: String = "WDJB-MJHT", complete: String? = "https://login.example.com/device?user_code=WDJB-MJHT",
    timeLimit: Duration = .seconds(900)
  ) -> ApprovalPage {
    guard let address = WebAddress("https://login.example.com/device"),
      let page = ApprovalPage(
        title: "Example Corp", address: address, completeAddress: complete.flatMap(WebAddress.init), code: code,
        timeLimit: timeLimit)
    else { preconditionFailure("The sample is a page.") }
    return page
  }
}

extension ApprovalProvider {
  /// A sample provider.
  public static let sample = ApprovalProvider(name: "oidc-corp", title: "Example Corp", domains: ["corp.example"])
}
