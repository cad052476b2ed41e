# glewlwyd.py FOLDER - starts glewlwyd with a client and a user, prints its issuer, and acts on lines: "approve CODE".
import base64, gzip, http.cookiejar, json, os, socket, subprocess, sys, time, urllib.error, urllib.parse, urllib.request

folder = sys.argv[1]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
base = f"http://127.0.0.1:{port}/api"

def unpacked(path): return gzip.open("/usr/share/doc/glewlwyd/" + path, "rt").read()

subprocess.run(["sqlite3", folder + "/gw.db"], input=unpacked("database/init.sqlite3.sql.gz"), text=True, check=True)
changed = {"cookie_secure": "0", "cookie_domain": '"127.0.0.1"', "external_url": f'"http://127.0.0.1:{port}"',
    "log_mode": '"file"', "log_file": f'"{folder}/log"', "port": f'{port}\nbind_address="127.0.0.1"'}
lines = unpacked("glewlwyd.conf.sample.gz").replace("/var/cache/glewlwyd/glewlwyd.db", folder + "/gw.db").splitlines()
with open(folder + "/gw.conf", "w") as file:
    for line in lines:
        key = line.split("=")[0]
        print(key + "=" + changed[key] if key in changed else line, file=file)
subprocess.run(["openssl", "genrsa", "-out", folder + "/key", "2048"], check=True, stderr=subprocess.DEVNULL)
subprocess.run(["openssl", "rsa", "-in", folder + "/key", "-pubout", "-out", folder + "/public"], check=True,
    stderr=subprocess.DEVNULL)
server = subprocess.Popen(["glewlwyd", "--config-file=" + folder + "/gw.conf"], stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL)

class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None

jar = http.cookiejar.CookieJar()
browser = urllib.request.build_opener(Stay, urllib.request.HTTPCookieProcessor(jar))

def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, method=method, data=data, headers={"Content-Type": "application/json"})
    try: return browser.open(request).status
    except urllib.error.HTTPError as error: return error.code

for _ in range(1000):
    try:
        ask("GET", "/auth")
        break
    except OSError: time.sleep(0.02)
ask("POST", "/auth", {"username": "admin", "password": "password"})
ask("POST", "/mod/plugin/", {"module": "oidc", "name": "oidc", "display_name": "oidc", "enabled": True, "parameters": {
    "iss": base + "/oidc", "jwt-type": "rsa", "jwt-key-size": "256", "key": open(folder + "/key").read(),
    "cert": open(folder + "/public").read(), "code-duration": 600, "refresh-token-duration": 1209600,
    "access-token-duration": 3600, "allow-non-oidc": True, "auth-type-client-enabled": True,
    "auth-type-code-enabled": True, "auth-type-token-enabled": False, "auth-type-id-token-enabled": True,
    "auth-type-none-enabled": False, "auth-type-password-enabled": False, "auth-type-refresh-enabled": True,
    "auth-type-device-enabled": True, "device-authorization-expiration": 600, "device-authorization-interval": 1,
    "oauth-dpop-allowed": False, "email-claim": "on-demand", "email-claim-scope": ["openid"], "claims": [],
    "jwks-show": True}})
ask("POST", "/client/", {"client_id": "signin", "client_name": "signin", "client_secret": "s3cret",
    "confidential": True, "authorization_type": ["device_authorization", "refresh_token"],
    "token_endpoint_auth_method": ["client_secret_basic"], "scope": [], "enabled": True})
ask("POST", "/user/", {"username": "ada", "name": "Ada", "email": "ada@lovelace.example", "password": "engine-1843",
    "scope": ["openid", "g_profile"], "enabled": True})
ask("POST", "/auth", {"username": "ada", "password": "engine-1843"})
ask("PUT", "/auth/grant/signin", {"scope": "openid"})
print(base + "/oidc", flush=True)
for line in sys.stdin:
    code = line.split()[1]
    print(ask("GET", "/oidc/device?code=" + code + "&g_continue"), flush=True)
server.kill()  # It inherits that SIGTERM is blocked.
