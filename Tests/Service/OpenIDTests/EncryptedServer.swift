import Foundation

/// A server of TLS whose certificate it has made itself, by Python.
final class EncryptedServer {
  let port: UInt16
  private let process = Process()

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "signin-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "pem")
    try Self.pem.write(to: file, atomically: false, encoding: .utf8)
    let script = """
      import socket, ssl, sys
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1])
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      while True:
        client = listener.accept()[0]
        try: context.wrap_socket(client, server_side=True).recv(1000)
        except OSError: pass
      """
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", script, file.path()]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = UInt16(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  // The process inherits the signals that its thread blocks, so `terminate()` may do nothing.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// A key and a certificate for localhost, made for this test.
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVzaN7chhIoOqKKqM
    rzjvUk+nxn9FsXntVYYfZNvSTLmhRANCAARBShZLiNCaFJfXPlI4G3VB1uZgat6l
    7spfIp21OltIeaP0wnc+T8QiNRASPvFANdb8R3tYI1f6uQeiGcbILRaH
    -----END PRIVATE KEY-----
    -----BEGIN CERTIFICATE-----
    MIIBmjCCAUGgAwIBAgIUet2VB489soEtF/7W5uIs9YyDlM8wCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA0MjMwMloYDzIxMjYxMTAz
    MDQyMzAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARBShZLiNCaFJfXPlI4G3VB1uZgat6l7spfIp21OltIeaP0wnc+T8Qi
    NRASPvFANdb8R3tYI1f6uQeiGcbILRaHo28wbTAdBgNVHQ4EFgQU1oTBl0tAVDTJ
    XPX8hPO8zl05JgwwHwYDVR0jBBgwFoAU1oTBl0tAVDTJXPX8hPO8zl05JgwwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDRwAwRAIgHmTLH4cgRw8oXRC1IMA/BLV0g9NWJ3dQfFTIv+cVFxwCIGtv
    /gHoDnBdipvDBqXTP+pFZKc2A9Ib3yeuSmh2M2Kx
    -----END CERTIFICATE-----
    """
}
