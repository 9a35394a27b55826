"""Hooks for schemathesis: rules that OpenAPI cannot express, and existing values in place of half of the generated ones,
because otherwise hardly any response would be a 200.

CONTRACT_VALUES names a file of them: {"<operationId>": [{"path": {…}, "query": {…}, "body": {…}}, …]}. Cases that are
meant to be refused are not altered.
"""

import hashlib
import json
import os
import urllib.parse

import schemathesis
from schemathesis.core.parameters import CONTAINER_TO_LOCATION

with open(os.environ["CONTRACT_VALUES"], encoding="utf-8") as file:
    VALUES = json.load(file)

# Everywhere else unknown parameters are ignored (conformance G-16).
REFUSE_UNKNOWN_PARAMETERS = {"listChanges", "exportChanges"}

turns = {}


def operation_id(case):
    return case.operation.definition.raw.get("operationId")


@schemathesis.hook
def filter_case(context, case):
    if case.meta is None or case.meta.generation.mode.is_positive:
        return True
    wrong = {place.name for place, part in case.meta.components.items() if part.mode.is_negative}
    if wrong <= {"HEADER", "COOKIE"}:
        # An invalid precondition is ignored (RFC 9110, 13.1). The check `ignored_auth` covers invalid keys.
        return False
    known = {parameter.name for parameter in case.operation.query}
    return operation_id(case) in REFUSE_UNKNOWN_PARAMETERS or set(case.query or {}) <= known


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    operation = operation_id(case)
    if case.meta.phase.name.value in ("coverage", "fuzzing"):
        use_values(operation, case)
    if operation in LOOKUPS:
        one_form(case)
    if operation in BODIES and isinstance(case.body, dict):
        put(case, "body", BODIES[operation](case.body))
    if isinstance(case.body, (dict, list)):
        put(case, "body", without_prototype(case.body))
    query = dict(case.query or {})
    if operation == "exportChanges":
        # Only an export returns a valid cursor.
        query.pop("cursor", None)
    put(case, "query", {name: json.dumps(value) if isinstance(value, bool) else value for name, value in query.items()})


def put(case, name, value):
    """Changes a case that must be accepted. Updates its hash, so that schemathesis does not validate the changed values."""
    object.__setattr__(case, name, value)
    location = CONTAINER_TO_LOCATION[name]
    case._meta.update_validated_hash(location, case._hash_container(value))


# Operations that find a token by one of two forms.
LOOKUPS = ("lookUpToken", "lookUpStanding")


def use_values(operation, case):
    values = VALUES.get(operation)
    if not values:
        return
    turns[operation] = turns.get(operation, -1) + 1
    if turns[operation] % 2 == 1:
        return
    value = values[turns[operation] // 2 % len(values)]
    if "path" in value:
        put(case, "path_parameters", {**(case.path_parameters or {}), **value["path"]})
    if "query" in value:
        # Merged with the generated parameters, except for a lookup, which allows one form only.
        others = {} if operation in LOOKUPS else (case.query or {})
        put(case, "query", {**others, **value["query"]})
    if "body" in value:
        put(case, "body", value["body"])


def address_of_a_receiver(body):
    """A pattern can require neither a name that is public nor an address that a URL parser takes (W-03)."""
    path = urllib.parse.quote(str(body["url"]), safe="", errors="replace")[:500] if "url" in body else None
    return body if path is None else {**body, "url": f"https://receiver.example/{path}"}


def token_of_a_chain(body):
    """Which chains there are is no part of the description; another one is refused."""
    digest = hashlib.sha256(body["caip19"].encode(errors="replace")).hexdigest()
    return {**body, "caip19": f"eip155:1/erc20:0x{digest[:40]}"}


def without_prototype(value):
    """A schema cannot forbid a member name at every depth; a body with this one is refused wherever it stands."""
    if isinstance(value, list):
        return [without_prototype(item) for item in value]
    if isinstance(value, dict):
        return {name: without_prototype(member) for name, member in value.items() if name != "__proto__"}
    return value


BODIES = {
    "createWebhook": address_of_a_receiver,
    "updateWebhook": address_of_a_receiver,
    "createRequest": token_of_a_chain,
}


def one_form(case):
    """A lookup is by `caip19`, or by `address` and optionally `chain_slug` (A-40)."""
    query = dict(case.query or {})
    dropped = {"caip19"} if query.get("address") else {"address", "chain_slug"}
    query = {name: value for name, value in query.items() if name not in dropped}
    if "address" not in query and not query.get("caip19"):
        query["caip19"] = "eip155:1/slip44:60"
    put(case, "query", query)
