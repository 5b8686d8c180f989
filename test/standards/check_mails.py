"""Reads the .eml files of a folder with Python's strict parser and dkimpy. Prints {"file", "problems"}, one per line.

Usage: check_mails.py FOLDER PUBLIC_KEY, the key as base64 of its DER form.
"""

import email
import email.policy
import json
import pathlib
import re
import sys
import unicodedata

import dkim

STRICT = email.policy.SMTP.clone(raise_on_defect=True)
ONCE = ["from", "to", "subject", "date", "message-id", "references", "in-reply-to", "list-id", "mime-version"]
LONGEST_LINE = 998


def steering(text):
    """Characters that a reader cannot see, but that a program may act on."""
    return [
        f"U+{ord(c):04X}"
        for c in text
        if (unicodedata.category(c) == "Cc" and c not in "\t\n\r") or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ]


def problems(raw, key):
    if any(byte > 126 for byte in raw):
        yield "has bytes beyond ASCII"
    longest = max(len(line) for line in raw.split(b"\r\n"))
    if longest > LONGEST_LINE:
        yield f"has a line of {longest} bytes"
    mail = email.message_from_bytes(raw, policy=STRICT)
    for name in ONCE:
        if len(mail.get_all(name, [])) > 1:
            yield f"has {name} more than once"
    for name in ["from", "to", "subject", "date", "message-id"]:
        if not mail[name]:
            yield f"has no {name}"
    if mail["bcc"]:
        yield f"has Bcc: {mail['bcc']}"
    ids = set()
    for part in mail.walk():
        for name, value in part.items():
            for defect in getattr(value, "defects", ()):
                yield f"{name}: {defect!r}"
            if steering(str(value)):
                yield f"{name} holds {steering(str(value))}"
        if part["content-id"] is not None:
            content_id = part["content-id"].strip()
            if not re.fullmatch(r"<[^<>@\s]+@[^<>@\s]+>", content_id):
                yield f"Content-ID {content_id} is no id of RFC 2392"
            if content_id in ids:
                yield f"Content-ID {content_id} stands twice"
            ids.add(content_id)
        if part.get_content_maintype() == "text" and steering(part.get_content()):
            yield f"{part.get_content_type()} holds {steering(part.get_content())}"
    record = b"v=DKIM1; k=rsa; p=" + key.encode()
    if not dkim.verify(raw, dnsfunc=lambda name, timeout=5: record):
        yield "has a DKIM signature that does not hold"


def main():
    folder, key = sys.argv[1:]
    for file in sorted(pathlib.Path(folder).glob("*.eml")):
        try:
            found = list(problems(file.read_bytes(), key))
        except Exception as error:  # raised by the strict policy, or a mail that dkimpy cannot read
            found = [f"{type(error).__name__}: {error}"]
        print(json.dumps({"file": file.name, "problems": found}))


main()
