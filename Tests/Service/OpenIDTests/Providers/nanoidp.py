# nanoidp.py FOLDER - starts nanoidp, which it installs beside the build, prints its issuer, and acts on lines:
# "authorize CODE USER PASSWORD" and "deny CODE USER PASSWORD".
import os, socket, subprocess, sys, time, urllib.error, urllib.parse, urllib.request

folder = sys.argv[1]
home = os.path.abspath(".build/nanoidp")
program = home + "/bin/nanoidp"
if not os.path.exists(program):
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    subprocess.run([home + "/bin/pip", "install", "--quiet", "nanoidp==3.4.0"], check=True)
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
issuer = f"http://127.0.0.1:{port}"
subprocess.run([program, "init"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
with open(folder + "/config/settings.yaml", "w") as file:
    file.write(f"""
config_version: 1
server: {{ host: "127.0.0.1", port: {port} }}
oauth:
  issuer: "{issuer}"
  audience: "signin"
  token_expiry_minutes: 5
  clients:
    - {{ client_id: "signin", client_secret: "s3cret", description: "signin" }}
device_flow: {{ polling_interval: 1, code_expiry_seconds: 120 }}
""")
server = subprocess.Popen([program, "--config", "config"], cwd=folder, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL)
for _ in range(3000):
    try:
        urllib.request.urlopen(issuer + "/.well-known/openid-configuration")
        break
    except OSError: time.sleep(0.02)
print(issuer, flush=True)
for line in sys.stdin:
    action, code, user, password = line.split()
    form = {"user_code": code, "username": user, "password": password, "action": action}
    try: status = urllib.request.urlopen(issuer + "/device", urllib.parse.urlencode(form).encode()).status
    except urllib.error.HTTPError as error: status = error.code
    print(status, flush=True)
server.kill()  # It inherits that SIGTERM is blocked.
