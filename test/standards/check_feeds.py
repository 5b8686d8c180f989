"""Reads feeds with feedparser. Prints {"file", "problems"}, one per line. Usage: check_feeds.py FILE..."""

import json
import sys

import feedparser


def problems(feed):
    if feed.bozo:
        yield f"is not well formed: {feed.bozo_exception}"
    if not feed.feed.get("title") or not feed.feed.get("id") or not feed.feed.get("updated_parsed"):
        yield "has no title, id or updated"
    ids = [entry.get("id") for entry in feed.entries]
    if len(set(ids)) < len(ids):
        yield "has an id twice"
    times = [entry.get("updated_parsed") for entry in feed.entries]
    if None in times or times != sorted(times, reverse=True):
        yield "is not newest first"
    for entry in feed.entries:
        if not entry.get("title") or not (entry.get("content") or entry.get("summary") or entry.get("link")):
            yield f"entry {entry.get('id')} has no title, or nothing to read"


def main():
    for file in sys.argv[1:]:
        print(json.dumps({"file": file, "problems": list(problems(feedparser.parse(file)))}))


main()
