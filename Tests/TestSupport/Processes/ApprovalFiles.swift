import Foundation

/// `signin` in a folder of a sandbox, with a `signin-oidc` beside it whose person approves when a test says so.
public struct ApprovalFiles {
  private let folder: String
  /// What happens there, for the worker, which may be another user.
  private let provider: String
  /// The copy of the program.
  public var signin: String { folder + "/signin" }
  /// The content of settings in which people sign in at the provider, too.
  public static let settings = """
    [oidc.corp]
    issuer = "https://login.example.com"
    client-id = "signin"
    title = "Example Corp"
    domains = ["corp.example"]

    """

  /// What happens at the provider.
  public enum Event: String {
    /// The person approves.
    case approve
    /// The code has ended, and there is another one.
    case renew
    /// The person declines.
    case denied
    /// The worker dies.
    case die
  }

  public init(in sandbox: Sandbox) throws {
    (folder, provider) = (sandbox.path("oidc"), sandbox.path("provider"))
    for path in [folder, provider + "/events"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    for path in [provider, provider + "/events"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    }
    try Sandbox.write(script: Self.worker.replacing("PROVIDER", with: provider), to: folder + "/signin-oidc")
    try Sandbox.copy(program: Sandbox.signin, to: signin)
    for path in [folder, folder + "/signin-oidc", signin] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  /// Lets something happen at the provider.
  public func happen(_ event: Event) throws {
    try Data().write(to: URL(filePath: provider + "/events/" + event.rawValue))
  }

  /// Whether a worker that waited was left.
  public var wasLeft: Bool { FileManager.default.fileExists(atPath: provider + "/left") }

  /// The login that the worker was given last, as it came.
  public func login() throws -> String { try String(contentsOfFile: provider + "/login", encoding: .utf8) }

  private static let worker = """
    #!/usr/bin/python3
    import json, os, select, socket

    folder = "PROVIDER"
    server = socket.socket(fileno=3)

    def write(name, text):
        with open(folder + "/" + name + ".new", "w") as file: file.write(text)
        os.rename(folder + "/" + name + ".new", folder + "/" + name)

    def say(**reply):
        server.send(json.dumps({"number": number, **reply}).encode())

    def hear():
        global number
        message = json.loads(server.recv(65536) or exit())
        number = message["number"]
        return message

    pages = 0
    def page():
        global pages
        pages += 1
        address = "https://login.example.com/device"
        code = "WDJB-MJH%d" % pages
        say(wait={"reason": "approval", "page": {"title": "Example Corp", "address": address, "code": code,
            "completeAddress": address + "?user_code=" + code, "timeLimit": 900000}})
        hear()

    hear()
    say(worker={"version": {"major": 2, "minor": 2}})
    write("login", hear()["begin"]["conversation"]["login"]["name"]["text"])
    page()
    while True:
        if select.select([server], [], [], 0.02)[0] and not server.recv(1, socket.MSG_PEEK):
            write("left", "")
            break
        for event in os.listdir(folder + "/events"):
            os.unlink(folder + "/events/" + event)
            if event == "renew": page()
            elif event == "die": os._exit(1)
            elif event == "approve":
                say(proven={"id": "248289761001", "name": "ada", "email": "ada@corp.example"})
                exit()
            else:
                say(failed={"reason": event})
                exit()

    """
}
