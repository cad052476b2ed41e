#!/usr/bin/python3
# A worker of the provider `test`, which knows one user: ada, with the password "correct horse". See the page on engines.
import json, socket

server = socket.socket(fileno=3)

def say(**reply):
    server.send(json.dumps({"number": number, **reply}).encode())

def hear():
    global number
    message = server.recv(65536) or exit()
    if message[0] == 0x20: return message[8:].decode()
    number = json.loads(message)["number"]
    return json.loads(message)

def ask(*challenges):
    say(ask={"question": {"challenges": challenges}})
    return hear()

hear()
say(worker={"version": {"major": 2, "minor": 0}})
name = hear()["begin"]["conversation"]["login"]["name"]["text"]
password = ask({"id": 1, "kind": {"password": {}}})
if (name, password) == ("ada", "correct horse"):
    say(tell={"notice": {"quotation": {"words": "Welcome to the test.", "weight": "information"}}})
    hear()
    say(proven={"id": "ada/1000"})
else:
    say(refused={})
