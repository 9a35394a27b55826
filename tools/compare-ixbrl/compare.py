"""Compares the facts that our reader finds in inline XBRL with those of an independent processor.

usage: compare.py {arelle|ixbrlparse} FILE FACTS.json

FACTS.json is what `npx tsx tools/compare-ixbrl/facts.ts FILE` prints. Exits 1 where a fact differs. Arelle compares every
fact; ixbrlparse the numeric ones, by name, context and value.
"""

import json
import sys
from collections import Counter
from decimal import Decimal, InvalidOperation


def plain(value):
    """A number without trailing zeros; of a text everything but its spaces: the space between two paragraphs is ours."""
    if value is None:
        return None
    try:
        return format(Decimal(str(value)).normalize(), "f")
    except InvalidOperation:
        return "".join(str(value).split())


def local(name):
    return name.split("}")[-1].split(":")[-1]


def arelle_facts(path):
    from arelle import Cntlr

    controller = Cntlr.Cntlr(logFileName="logToBuffer")
    controller.webCache.workOffline = True
    model = controller.modelManager.load(path)
    if model is None:
        sys.exit(f"Arelle cannot load {path}")
    return Counter(
        (fact.qname.localName, fact.contextID if fact.context is not None else None, plain(None if fact.isNil else fact.value)) for fact in model.facts
    )


def ixbrlparse_facts(path):
    from ixbrlparse import IXBRL

    with open(path, encoding="utf8") as file:
        document = IXBRL(file, raise_on_error=False)
    return Counter((local(fact.name), getattr(fact.context, "id", None), plain(fact.value)) for fact in document.numeric)


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("arelle", "ixbrlparse"):
        sys.exit(__doc__)
    processor, path, facts = sys.argv[1:]
    theirs = arelle_facts(path) if processor == "arelle" else ixbrlparse_facts(path)
    with open(facts, encoding="utf8") as file:
        ours = Counter(
            (local(fact["name"]), fact["context"], plain(fact["value"]))
            for fact in json.load(file)
            if processor == "arelle" or fact["unit"] is not None
        )
    for title, differing in (("only ours", ours - theirs), (f"only {processor}", theirs - ours)):
        for fact, count in differing.items():
            print(f"{title}: {count} × {fact}")
    equal = sum((ours & theirs).values())
    print(f"{equal} facts are equal; {sum(ours.values())} ours, {sum(theirs.values())} of {processor}")
    sys.exit(0 if ours == theirs else 1)


main()
