"""A server that speaks S3 on the loopback, for the tests of the file store.

Prints the port as its first line and ends when its standard input does. It checks signatures: the account is made first, then
nothing is allowed without its key.
"""

import json
import logging
import re
import sys
import urllib.parse
import urllib.request

from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
server.start()
_, port = server.get_host_and_port()
address = f"http://127.0.0.1:{port}"


def ask(service: str, body: str | bytes, path: str = "/", method: str = "POST") -> str:
    scope = f"Credential=none/20260101/us-east-1/{service}/aws4_request"
    headers = {"Authorization": f"AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=0"}
    if service != "iam":
        headers["Content-Type"] = "application/octet-stream"
    data = body.encode() if isinstance(body, str) else body
    request = urllib.request.Request(address + path, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


def iam(**parameters: str) -> str:
    return ask("iam", urllib.parse.urlencode({"Version": "2010-05-08", **parameters}))


def part(text: str, name: str) -> str:
    found = re.search(f"<{name}>([^<]+)</{name}>", text)
    if found is None:
        raise SystemExit(f"no {name} in {text}")
    return found.group(1)


policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
iam(Action="CreateUser", UserName="cuvette")
iam(Action="PutUserPolicy", UserName="cuvette", PolicyName="all", PolicyDocument=json.dumps(policy))
key = iam(Action="CreateAccessKey", UserName="cuvette")
for bucket in sys.argv[1:]:
    ask("s3", b"", f"/{bucket}", "PUT")
ask("s3", b"0", "/moto-api/reset-auth")

made = {"address": address, "accessKeyId": part(key, "AccessKeyId"), "secretAccessKey": part(key, "SecretAccessKey")}
print(json.dumps(made), flush=True)
sys.stdin.read()
server.stop()
