"""Looks up tokens, watches them, polls and exports changes, and verifies webhooks, with the standard library alone.

    follow.py lookup TOKEN...     who issues each token, and how it is now
    follow.py watch TOKEN...      puts each on the watchlist
    follow.py poll [--once]       prints new changes, and asks again when the service allows it
    follow.py export FILE         appends every change to FILE, from where the last export ended
    follow.py verify FILE         verifies the body of a webhook; its three headers are options

A TOKEN is a CAIP-19 identifier, or an address with `@` and a chain: 0xA0b8…@ethereum. The address of the service and the
key are ATTESTRY_URL and ATTESTRY_KEY; ATTESTRY_EXPLORER_URL where interface B has a host of its own.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

REGISTRY = os.environ.get("ATTESTRY_URL", "http://127.0.0.1:8080").rstrip("/")
EXPLORER = os.environ.get("ATTESTRY_EXPLORER_URL", REGISTRY).rstrip("/")
KEY = os.environ.get("ATTESTRY_KEY", "")
MOST_TRIES = 4
LONGEST_WAIT = 120


def send(method, path, body=None, headers=None):
    """Status, headers and text of an answer. Waits as Retry-After states, and tries again where nothing was done."""
    monitoring = path.startswith("/me/")
    request = urllib.request.Request(
        (EXPLORER if monitoring else REGISTRY) + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {KEY}" if monitoring else KEY,
            **({} if body is None else {"Content-Type": "application/json"}),
            **(headers or {}),
        },
    )
    for attempt in range(1, MOST_TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as refusal:
            text = refusal.read().decode()
            wait = int(refusal.headers.get("Retry-After") or LONGEST_WAIT + 1)
            # After a 502 a write may have taken effect; after 429 and 503 nothing was done.
            repeatable = refusal.code in (429, 503) or (refusal.code == 502 and method == "GET")
            if not repeatable or attempt == MOST_TRIES or wait > LONGEST_WAIT:
                return refusal.code, refusal.headers, text
        time.sleep(wait)
    raise AssertionError("unreachable")


def accepted(answer, *statuses):
    status, _, text = answer
    if status not in statuses:
        sys.exit(f"the service answered {status}: {text}")
    return json.loads(text)


def query_of(token):
    address, _, chain = token.partition("@")
    return urllib.parse.urlencode({"address": address, "chain_slug": chain} if chain else {"caip19": token})


def lookup(tokens):
    for token in tokens:
        found = accepted(send("GET", f"/kyi/v1/tokens?{query_of(token)}"), 200, 404)
        now = accepted(send("GET", f"/kyi/v1/standing?{query_of(token)}"), 200, 404)
        states = {one["caip19"]: one["state"] for one in now["data"]}
        for one in found["data"] or [None]:
            if one is None:
                print(f"{token}: not in this registry")
                continue
            caip19, issuer = one["token"]["caip19"], one["issuer"]
            verdict = "verified" if one["kyi_verified"] else "not verified"
            print(f"{caip19}: {one['asset']['symbol']} of {issuer['name'] if issuer else 'nobody'}, {verdict}, {states[caip19]}")


def watch(tokens):
    for token in tokens:
        found = accepted(send("GET", f"/kyi/v1/standing?{query_of(token)}"), 200, 404)["data"]
        if len(found) != 1:
            sys.exit(f"{token} matches {len(found)} tokens")
        item = accepted(send("POST", "/me/watchlist", {"assetId": found[0]["asset_id"]}), 200, 201)
        print(f"{found[0]['caip19']}: watched as {item['id']}, {item['state']}")


def poll(once):
    seen, tag = {}, None
    while True:
        status, headers, text = send("GET", "/me/monitoring/changes?days=365", headers={"If-None-Match": tag} if tag else {})
        if status != 304:
            feed = accepted((status, headers, text), 200)
            tag = headers.get("ETag")
            for change in reversed(feed["items"]):
                # A change that was revised comes again with another text.
                if seen.get(change["id"]) != change["title"]:
                    seen[change["id"]] = change["title"]
                    print(f"{change['detectedAt']} {change['direction']} {change['asset']['symbol']}: {change['title']}")
            if feed["truncated"]:
                print("more than 200 changes: narrow the window, or export", file=sys.stderr)
        if once:
            return
        time.sleep(int(headers.get("X-Poll-Interval") or 60))


def export(file):
    """The cursor of a line goes on where its export broke off; the link at the end leads to what came since."""
    cursor, lines = None, 0
    if os.path.exists(file):
        newest, end = None, 0
        with open(file, "rb+") as written:
            for line in written:
                if line.endswith(b"\n"):
                    newest, end = line, end + len(line)
            # A run that was killed while it wrote has left a part of a line, which comes again.
            written.truncate(end)
        cursor = json.loads(newest)["cursor"] if newest else None
    path = "/me/monitoring/export?days=365" + (f"&cursor={urllib.parse.quote(cursor)}" if cursor else "")
    while path is not None:
        status, headers, text = send("GET", path)
        if status != 200:
            sys.exit(f"the service answered {status}: {text}")
        with open(file, "a", encoding="utf-8") as out:
            out.write(text)
        lines += text.count("\n")
        following = re.search(r'<([^>]*)>; rel="next"', headers.get("Link") or "")
        url = urllib.parse.urlsplit(following.group(1)) if following else None
        # An answer without lines, unless it is the rest of an earlier export, is the end.
        path = f"{url.path}?{url.query}" if url and (text or cursor) else None
        cursor = None
    print(f"{lines} changes; keep the highest revision of each id")


def verify(file, message_id, timestamp, signature, now=None):
    """The body of a webhook, if one of our secrets signed it in the last five minutes."""
    with open(file, "rb") as bytes_:
        body = bytes_.read()
    if abs((now or time.time()) - int(timestamp)) > 300:
        sys.exit("refused: the timestamp differs by more than five minutes")
    secret = base64.b64decode(os.environ["ATTESTRY_WEBHOOK_SECRET"].removeprefix("whsec_"))
    signed = hmac.new(secret, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(signed).decode()
    if not any(hmac.compare_digest(expected, one) for one in re.split(r"\s+", signature)):
        sys.exit("refused: no signature is ours")
    print(json.loads(body)["type"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("lookup", "watch"):
        commands.add_parser(name).add_argument("tokens", nargs="+", metavar="TOKEN")
    commands.add_parser("poll").add_argument("--once", action="store_true")
    commands.add_parser("export").add_argument("file", metavar="FILE")
    verifying = commands.add_parser("verify")
    verifying.add_argument("file", metavar="FILE")
    for header in ("id", "timestamp", "signature"):
        verifying.add_argument(f"--webhook-{header}", required=True)
    given = parser.parse_args()
    if given.command == "lookup":
        lookup(given.tokens)
    elif given.command == "watch":
        watch(given.tokens)
    elif given.command == "poll":
        poll(given.once)
    elif given.command == "export":
        export(given.file)
    else:
        verify(given.file, given.webhook_id, given.webhook_timestamp, given.webhook_signature)


if __name__ == "__main__":
    main()
