"""The client of the Recruiting Partner API, version 1.0.0. Written from its OpenAPI document; Python 3.9 and the standard library."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import base64
import email.utils
import hashlib
import hmac
import json
import os
import random
import re
import ssl
import sys
import threading
import time
import uuid
import warnings
from dataclasses import dataclass
from email.message import Message as _Headers
from http.client import HTTPException
from typing import Any, Callable, ClassVar, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Protocol, Sequence, Tuple, Union
from urllib import error, parse, request

ATTEMPTS_MAX = 5
# A wait that the service asks for beyond this, in seconds, is left to the caller.
RETRY_AFTER_SECONDS_MAX = 60.0
TIMEOUT_SECONDS = 30.0
# A token is replaced this long before it expires, in seconds.
TOKEN_MARGIN_SECONDS = 60.0
WEBHOOK_TOLERANCE_SECONDS = 300
# The length of a webhook's key, and the signatures of a request that are tried (Standard Webhooks 1.0).
WEBHOOK_KEY_BYTES_MIN = 24
WEBHOOK_KEY_BYTES_MAX = 64
WEBHOOK_SIGNATURES_MAX = 32


class Null:
    """Removes a member by a patch. None leaves a member out."""

    def __repr__(self) -> str:
        return "NULL"


NULL = Null()


class Record:
    """A value of the API. `_members` maps each attribute to its name on the wire and the types within."""

    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {}
    _etag: Optional[str] = None

    @property
    def etag(self) -> str:
        """The version of a record that was read or written alone, for `if_match`. Records of a list have none: AttributeError."""
        if self._etag is None:
            raise AttributeError(f"this {type(self).__name__} has no ETag: read it alone, by its id")
        return self._etag


class Unknown(Record):
    """A record of a kind that came after this module, such as a new type of event: its members are its attributes, and `members` has all of them."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        self.members = members

    def __getattr__(self, name: str) -> Any:
        if name != "members" and name in self.members:
            return self.members[name]
        raise AttributeError(f"this record has no {name}")

    def __repr__(self) -> str:
        return f"Unknown({self.members!r})"


def encode(value: Any) -> Any:
    if isinstance(value, Unknown):
        return value.members
    if isinstance(value, Record):
        pairs = ((name, getattr(value, attribute)) for attribute, (name, _) in value._members.items())
        return {name: encode(member) for name, member in pairs if member is not None}
    if isinstance(value, Mapping):
        return {name: encode(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    return None if value is NULL else value


def decode(kind: Any, value: Any) -> Any:
    """Reads a value by its type: a name, [type] for a list, or (member, {value: name}) for a union."""
    if kind is None or value is None:
        return value
    if isinstance(kind, list):
        return [decode(kind[0], item) for item in value] if isinstance(value, list) else value
    if isinstance(kind, tuple):
        member, names = kind
        if not isinstance(value, dict):
            return value
        name = names.get(value.get(member))
        return Unknown(value) if name is None else decode(name, value)
    found = TYPES.get(kind)
    if found is None:
        return decode(UNIONS.get(kind), value)
    if not isinstance(value, dict):
        return value
    return found(**{attribute: decode(inner, value.get(name)) for attribute, (name, inner) in found._members.items()})


class ApiError(Exception):
    """An answer that is no success. `code` decides, `details` name each mistake, and `request_id` names the answer for support.

    `outcome` is `rejected` where the service has done nothing, and `unknown` where a write may have been done.
    """

    def __init__(self, status: int, body: Any, headers: _Headers[str, str]) -> None:
        members = body if isinstance(body, dict) else {}
        self.status = status
        self.code = str(members.get("error", "unknown"))
        self.message = str(members.get("message", f"Status {status} without an error of this API; check base_url."))
        details = members.get("details")
        listed = details if isinstance(details, list) else []
        self.details: List[Problem] = [decode("Problem", one) for one in listed if isinstance(one, dict)]
        self.request_id: Optional[str] = members.get("request_id") or headers.get("X-Request-Id")
        self.retry_after: Optional[float] = _seconds(headers.get("Retry-After", ""))
        self.outcome: Literal["rejected", "unknown"] = "rejected" if 0 < status < 500 else "unknown"
        places = "".join(f"; {one.in_} {one.path} {one.message}" for one in self.details)
        super().__init__(f"{status} {self.code}: {self.message}{places}")


class NoAnswer(ApiError):
    """No answer of this API: the connection failed (`network`, status 0), or something else answered (`unexpected_response`). `__cause__` is the reason."""

    def __init__(self, status: int, fault: BaseException) -> None:
        code = "unexpected_response" if status else "network"
        text = f"{type(fault).__name__}: {fault}. Check base_url, and what stands between you and the service."
        super().__init__(status, {"error": code, "message": text}, _Headers())
        self.outcome = "unknown"


def _seconds(header: str) -> Optional[float]:
    if re.fullmatch("[0-9]+", header):
        return float(header)
    try:
        moment = email.utils.parsedate_tz(header)
        return None if moment is None else max(0.0, email.utils.mktime_tz(moment) - time.time())
    except (ValueError, OverflowError):
        return None


class _NoRedirect(request.HTTPRedirectHandler):
    """Credentials go to the address of the service alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


_retryable = frozenset((408, 429, 500, 502, 503, 504))
# What a connection that fails and an answer that is none of this API raise; a timeout of Python 3.9 is an OSError alone.
_malformed = (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError)
# The service has not done what it answers so.
_refused = frozenset((408, 429, 503))


# Where the arguments of a client come from that are not given.
SETTINGS = ("PARTNER_BASE_URL", "PARTNER_CLIENT_ID", "PARTNER_CLIENT_SECRET")


def _setting(given: Optional[str], name: str) -> str:
    value = os.environ.get(name, "") if given is None else given
    if value == "":
        raise ValueError(f"{name[len('PARTNER_'):].lower()} is missing: give it to Client, or set {name}.")
    return value


def _stays_here(base_url: str) -> bool:
    """Whether requests without encryption stay on this machine."""
    parts = parse.urlsplit(base_url)
    return parts.scheme == "http" and bool(re.fullmatch(r"localhost|127(\.[0-9]{1,3}){3}|::1", parts.hostname or ""))


def _address(base_url: str) -> str:
    """The address without a slash at its end. Credentials leave this machine encrypted."""
    parts = parse.urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("base_url cannot be read as an address, such as https://api.example.com")
    allowed = os.environ.get("PARTNER_ALLOW_HTTP", "")
    if allowed not in ("", "on", "off"):
        raise ValueError("PARTNER_ALLOW_HTTP must be on or off")
    if parts.scheme == "http" and not _stays_here(base_url) and allowed != "on":
        raise ValueError(
            "base_url begins with http://, and the credentials would travel unencrypted; "
            "write https://, or set PARTNER_ALLOW_HTTP=on for a network of your own"
        )
    if "@" in parts.netloc or "?" in base_url or "#" in base_url:
        raise ValueError("base_url must not hold user, password, query or fragment")
    return base_url.rstrip("/")


def _warn(headers: _Headers[str, str]) -> None:
    """Warns at the line of the caller, which is the first outside of this module. By default, Python shows what concerns the program itself."""
    if headers.get("Deprecation"):
        level = 1
        while sys._getframe(level).f_globals is globals():
            level += 1
        text = f"uses something deprecated until {headers.get('Sunset')}: {headers.get('Link')}"
        warnings.warn(text, DeprecationWarning, stacklevel=level + 1)


def _token_of(text: bytes, _: _Headers[str, str]) -> Tuple[str, float]:
    members = json.loads(text)
    return str(members["access_token"]), float(members["expires_in"])


# How an answer is read: its body, and its headers.
Read = Callable[[bytes, "_Headers[str, str]"], Any]


class Transport:
    """Sends requests: tokens, attempts and waits."""

    def __init__(self, base_url: str, client_id: str, client_secret: str) -> None:
        self.base_url = _address(base_url)
        # A proxy of the environment is another machine. It sees nothing of what is encrypted.
        proxies = {} if _stays_here(base_url) else request.getproxies()
        self._opener = request.build_opener(_NoRedirect, request.ProxyHandler(proxies))
        self._basic = "Basic " + base64.b64encode(
            f"{parse.quote(client_id, safe='')}:{parse.quote(client_secret, safe='')}".encode()
        ).decode()
        self._tokens: Dict[str, Tuple[str, float]] = {}
        self._lock = threading.RLock()

    def _token(self, organization: str) -> str:
        with self._lock:
            token, until = self._tokens.get(organization, ("", 0.0))
            if time.monotonic() < until:
                return token
            begun = time.monotonic()
            if organization == "":
                form = b"grant_type=client_credentials"
                headers = {"Authorization": self._basic, "Content-Type": "application/x-www-form-urlencoded"}
                got, life = self._attempts("POST", OAUTH_TOKEN_PATH, form, lambda: headers, True, _token_of)
            else:
                path = ORGANIZATION_TOKEN_PATH.format(parse.quote(organization, safe=""))
                got, life = self._attempts("POST", path, None, lambda: self._bearer(""), True, _token_of)
            self._tokens[organization] = (got, begun + max(1.0, life - TOKEN_MARGIN_SECONDS))
            return str(got)

    def _bearer(self, organization: str) -> Dict[str, str]:
        return {"Authorization": "Bearer " + self._token(organization)}

    def _attempts(self, method: str, path: str, data: Optional[bytes], headers: Any, is_safe: bool, read: Read) -> Any:
        for attempt in range(1, ATTEMPTS_MAX + 1):
            wait = 2.0 ** (attempt - 1) * random.uniform(0.5, 1.0)
            sent = request.Request(self.base_url + path, data, headers(), method=method)
            status, may_repeat = 0, is_safe
            failure: ApiError
            try:
                with self._opener.open(sent, timeout=TIMEOUT_SECONDS) as answer:
                    text, status, got = bytes(answer.read()), answer.status, answer.headers
                _warn(got)
                return read(text, got)
            except error.HTTPError as refusal:
                _warn(refusal.headers)
                try:
                    body = json.loads(refusal.read())
                except _malformed:
                    body = None
                kind = ERRORS.get(str(body.get("error")), ApiError) if isinstance(body, dict) else ApiError
                failure = kind(refusal.code, body, refusal.headers)
                may_repeat = refusal.code in (_retryable if is_safe else _refused)
                wait = wait if failure.retry_after is None else failure.retry_after
            except _malformed as fault:
                failure = NoAnswer(status, fault)
                failure.__cause__ = fault
                # No attempt changes whom this machine trusts.
                may_repeat = may_repeat and not isinstance(getattr(fault, "reason", fault), ssl.SSLCertVerificationError)
            if not may_repeat or attempt == ATTEMPTS_MAX or wait > RETRY_AFTER_SECONDS_MAX:
                raise failure
            time.sleep(wait)
        raise AssertionError("unreachable")

    def send(
        self,
        level: str,
        organization: Optional[str],
        method: str,
        path: str,
        read: Read,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        content: Optional[bytes] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        key: Union[str, None, bool] = False,
    ) -> Any:
        named = {name: value for name, value in (headers or {}).items() if value is not None}
        if body is not None:
            content = json.dumps(encode(body)).encode()
            named["Content-Type"] = "application/json"
        if key is not False:
            named["Idempotency-Key"] = str(key or uuid.uuid4())
        given = [(name, value) for name, value in (query or {}).items() if value is not None]
        search = parse.urlencode(given, doseq=True)
        target = path + ("?" + search if search else "")
        scope = (organization or "") if level == "scoped" else ""

        def complete() -> Dict[str, str]:
            if level == "public":
                return named
            return {**named, **({"Authorization": self._basic} if level == "basic" else self._bearer(scope))}

        is_safe = method != "POST" or key is not False
        try:
            return self._attempts(method, target, content, complete, is_safe, read)
        except ApiError as refusal:
            if refusal.status != 401 or level not in ("primary", "scoped"):
                raise
            # The token has ended early: one attempt with new ones.
            with self._lock:
                self._tokens.pop(scope, None)
                self._tokens.pop("", None)
            return self._attempts(method, target, content, complete, is_safe, read)


class Group:
    """The methods of one part of the API."""

    def __init__(self, transport: Transport, organization: Optional[str]) -> None:
        self._transport = transport
        self._organization = organization

    def _one(self, kind: Any, level: str, method: str, path: str, **parts: Any) -> Any:
        def read(text: bytes, headers: _Headers[str, str]) -> Any:
            if kind is None and not text:
                return None
            value = decode(kind, json.loads(text))
            if not isinstance(value, list if isinstance(kind, list) else Record if isinstance(kind, str) else object):
                raise ValueError(f"this is no {kind}")
            if isinstance(value, Record):
                value._etag = headers.get("ETag")
            return value

        return self._transport.send(level, self._organization, method, path, read, **parts)

    def _bytes(self, level: str, method: str, path: str, **parts: Any) -> bytes:
        return self._transport.send(level, self._organization, method, path, lambda text, _: text, **parts)

    def _items(self, kind: Any, level: str, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        def read(text: bytes, _: _Headers[str, str]) -> Tuple[List[Any], Optional[str]]:
            page = json.loads(text)
            following = page["next"]
            query = None if following is None else parse.urlsplit(str(following)).query
            return [decode(kind, item) for item in page["content"]], query

        # Every page of a list is at the path of the first one, whatever host and path the service names.
        target, given = path, dict(query)
        # Brent's search for a circle: the mark moves on after twice as many pages each time.
        mark, pages, pages_max = "", 0, 1
        while True:
            items, following = self._transport.send(level, self._organization, "GET", target, read, query=given)
            yield from items
            if following is None:
                return
            if following == mark:
                raise NoAnswer(200, ValueError(f"the pages of {path} run in a circle"))
            pages += 1
            if pages == pages_max:
                mark, pages, pages_max = following, 0, 2 * pages_max
            target, given = f"{path}?{following}", {}


class Headers(Protocol):
    """The headers of a request, as any server of Python has them."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


class WebhookError(Exception):
    """A request that the service has not signed, or not lately, or that holds no event; or a secret that is none."""


def _key(secret: Any, name: str) -> bytes:
    """The key of a secret: `whsec_` and base64 (Standard Webhooks 1.0)."""
    if not isinstance(secret, str) or secret == "":
        raise WebhookError(f"{name} is missing: is the variable of the environment set?")
    prefix, encoded = secret[:6], secret[6:]
    if prefix != "whsec_":
        raise WebhookError(f"{name} does not begin with whsec_.")
    try:
        key = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise WebhookError(f"{name} is not base64 with its padding.") from None
    if not WEBHOOK_KEY_BYTES_MIN <= len(key) <= WEBHOOK_KEY_BYTES_MAX:
        raise WebhookError(f"{name} has {len(key)} bytes, and must have {WEBHOOK_KEY_BYTES_MIN} to {WEBHOOK_KEY_BYTES_MAX}.")
    return key


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    headers: Headers,
    body: bytes,
    tolerance_seconds: int = WEBHOOK_TOLERANCE_SECONDS,
) -> Any:
    """The event of a request that the service has signed. Give the bytes as they arrived; store the id before you answer."""
    listed = list(secrets) if isinstance(secrets, (list, tuple)) else [secrets]
    if not listed:
        raise WebhookError("The list of secrets is empty.")
    names = ["The secret"] if len(listed) == 1 else [f"Secret {n} of {len(listed)}" for n in range(1, len(listed) + 1)]
    keys = [_key(secret, name) for secret, name in zip(listed, names)]
    given = {name.lower(): value for name, value in headers.items()}
    # A dot would move the border between id, time and body.
    if not re.fullmatch(r"[^.]{1,256}", given.get("webhook-id", "")):
        raise WebhookError("The header webhook-id must be at most 256 characters, no dot.")
    sent_at = given.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at):
        raise WebhookError("The header webhook-timestamp must be whole seconds since 1970, at most 12 digits.")
    signed = f"{given['webhook-id']}.{sent_at}.".encode("utf-8", "replace") + body
    signatures = given.get("webhook-signature", "").encode("utf-8", "replace").split(b" ")[:WEBHOOK_SIGNATURES_MAX]
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    if not any(hmac.compare_digest(one, other) for one in expected for other in signatures):
        raise WebhookError("No signature matches the body.")
    # Written so that a tolerance that is no number lets nothing through.
    if not abs(time.time() - int(sent_at)) <= tolerance_seconds:
        raise WebhookError("The time of the signature is too far from now.")
    try:
        event = decode(WEBHOOK_EVENT, json.loads(body))
    except (ValueError, TypeError, RecursionError):
        event = None
    if not isinstance(event, Record) or not isinstance(getattr(event, "type", None), str):
        raise WebhookError("The signature is right, and the body is no event.")
    return event


OAUTH_TOKEN_PATH = "/oauth/token"
ORGANIZATION_TOKEN_PATH = "/v1/organizations/{}/token"


@dataclass
class ApplicationsImportedEvent(Record):
    """A batch of applications was imported"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["applications.imported"] = "applications.imported"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ImportTally(Record):
    """The numbers of records that a batch of an import has written"""
    created: int
    updated: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "created": ("created", None),
        "updated": ("updated", None),
    }


@dataclass
class UsersImportedEvent(Record):
    """A batch of users was imported"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["users.imported"] = "users.imported"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgenciesImportedEvent(Record):
    """A batch of agencies was imported"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agencies.imported"] = "agencies.imported"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobsImportedEvent(Record):
    """A batch of jobs was imported"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["jobs.imported"] = "jobs.imported"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class RejectionReasonDeletedEvent(Record):
    """A reason that no application names was deleted"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["rejection_reason.deleted"] = "rejection_reason.deleted"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class RejectionReason(Record):
    """A reason of the organization for rejections and withdrawals"""
    id: str
    text: str
    category: Literal["EMPLOYER", "CANDIDATE", "JOB"]
    active: bool
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "text": ("text", None),
        "category": ("category", None),
        "active": ("active", None),
    }


@dataclass
class RejectionReasonUpdatedEvent(Record):
    """A reason for rejections and withdrawals changed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["rejection_reason.updated"] = "rejection_reason.updated"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class RejectionReasonCreatedEvent(Record):
    """A reason for rejections and withdrawals was added"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["rejection_reason.created"] = "rejection_reason.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class OrganizationUpdatedEvent(Record):
    """Settings of the organization changed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["organization.updated"] = "organization.updated"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class OrganizationSnapshot(Record):
    """The organization after the change"""
    id: str
    name: str
    settings: Dict[str, Any]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "name": ("name", None),
        "settings": ("settings", None),
    }


@dataclass
class WebhookEndpointDisabledEvent(Record):
    """A webhook endpoint gets no events any more; `disabled_reason` has the reason"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["webhook_endpoint.disabled"] = "webhook_endpoint.disabled"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class WebhookEndpointSnapshot(Record):
    """The owner of a webhook endpoint and its status; get the endpoint for the rest"""
    id: str
    client_id: str
    status: Literal["pending", "enabled", "disabled"]
    agency_id: Optional[str] = None
    disabled_reason: Optional[Literal["ping_failed", "failing", "gone", "requested", "credentials_replaced", "operator"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "client_id": ("client_id", None),
        "status": ("status", None),
        "agency_id": ("agency_id", None),
        "disabled_reason": ("disabled_reason", None),
    }


@dataclass
class WebhookEndpointRecoveredEvent(Record):
    """A webhook endpoint that was failing has accepted a delivery"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["webhook_endpoint.recovered"] = "webhook_endpoint.recovered"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class WebhookEndpointFailingEvent(Record):
    """Three deliveries to a webhook endpoint in a row have failed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["webhook_endpoint.failing"] = "webhook_endpoint.failing"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgencyInvitationRevokedEvent(Record):
    """An invitation was revoked"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agency_invitation.revoked"] = "agency_invitation.revoked"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgencyInvitationSnapshot(Record):
    """The status of an invitation after the change; get the invitation for the rest"""
    id: str
    status: Literal["PENDING", "ACCEPTED", "EXPIRED", "REVOKED"]
    agency_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "status": ("status", None),
        "agency_id": ("agency_id", None),
    }


@dataclass
class AgencyInvitationAcceptedEvent(Record):
    """An invitation was accepted; `agency_id` names the agency"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agency_invitation.accepted"] = "agency_invitation.accepted"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgencyInvitationCreatedEvent(Record):
    """An agency was invited"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agency_invitation.created"] = "agency_invitation.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgencyFeesSetEvent(Record):
    """The fees of an agency changed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agency_fees.set"] = "agency_fees.set"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgencyFeesSnapshot(Record):
    """The fees of an agency after the change"""
    agency_id: str
    optimized_fee: bool
    custom_fees: List[Fee]
    guarantee: Optional[Guarantee] = None
    payment_terms_days: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "agency_id": ("agency_id", None),
        "optimized_fee": ("optimizedFee", None),
        "custom_fees": ("customFees", ["Fee"]),
        "guarantee": ("guarantee", "Guarantee"),
        "payment_terms_days": ("paymentTermsDays", None),
    }


@dataclass
class Guarantee(Record):
    """For how long the agency answers for a hire, and what it owes back of the fee when the person leaves"""
    days: int
    refund: Literal["FULL", "PRORATED", "NONE"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "days": ("days", None),
        "refund": ("refund", None),
    }


@dataclass
class PercentageFee(Record):
    """A share of the first year's base salary"""
    fee_basis_points: int
    fee_type: Literal["PERCENTAGE_FEE"] = "PERCENTAGE_FEE"
    note: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "fee_basis_points": ("feeBasisPoints", None),
        "fee_type": ("feeType", None),
        "note": ("note", None),
    }


@dataclass
class FlatFee(Record):
    """A fixed amount for each hire"""
    currency: str
    fee_cents: int
    fee_type: Literal["FLAT_FEE"] = "FLAT_FEE"
    note: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "currency": ("currency", None),
        "fee_cents": ("feeCents", None),
        "fee_type": ("feeType", None),
        "note": ("note", None),
    }


@dataclass
class AgencyUpdatedEvent(Record):
    """Members of an agency changed; `changed` names its recruiters, which no event holds"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agency.updated"] = "agency.updated"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class AgencySnapshot(Record):
    """The agency after the change; get the agency for its recruiters"""
    id: str
    name: str
    optimized_fee: bool
    external_id: Optional[str] = None
    status: Optional[Literal["ACTIVE", "INACTIVE"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "name": ("name", None),
        "optimized_fee": ("optimizedFee", None),
        "external_id": ("external_id", None),
        "status": ("status", None),
    }


@dataclass
class AgencyCreatedEvent(Record):
    """An agency was added"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["agency.created"] = "agency.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class UserErasedEvent(Record):
    """A user was erased"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["user.erased"] = "user.erased"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class UserSnapshot(Record):
    """The user after the change; of a person who was erased, the id alone"""
    id: str
    created_at: Optional[str] = None
    updated_at: Optional[str] = None
    first_name: Optional[str] = None
    last_name: Optional[str] = None
    email: Optional[str] = None
    status: Optional[Literal["ACTIVE", "DISABLED"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "status": ("status", None),
    }


@dataclass
class UserDisabledEvent(Record):
    """A user became DISABLED; other members may have changed too"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["user.disabled"] = "user.disabled"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class UserUpdatedEvent(Record):
    """Members of a user changed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["user.updated"] = "user.updated"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class UserCreatedEvent(Record):
    """A user was added"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["user.created"] = "user.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementSettledEvent(Record):
    """The settlement of the fee moved on"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.settled"] = "placement.settled"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementStatuses(Record):
    """The status of a placement, and that of its settlement, before or after a change"""
    status: Literal["AWAITING_START", "IN_GUARANTEE", "COMPLETED", "FELL_OFF", "CANCELLED"]
    settlement_status: Optional[Literal["NOT_DUE", "DUE", "INVOICED", "PAID", "REFUNDED", "VOID"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "status": ("status", None),
        "settlement_status": ("settlement_status", None),
    }


@dataclass
class PlacementSnapshot(Record):
    """A placement without the name of the person and without reasons; get the placement for them"""
    id: str
    application_id: str
    job_id: str
    agency_id: str
    status: Literal["AWAITING_START", "IN_GUARANTEE", "COMPLETED", "FELL_OFF", "CANCELLED"]
    start_date: str
    base_salary_cents: int
    fee_base_cents: int
    currency: str
    fee: HireFee
    version: int
    created_at: str
    updated_at: str
    guarantee: Optional[Guarantee] = None
    guarantee_ends_on: Optional[str] = None
    fee_amount_cents: Optional[int] = None
    fell_off_on: Optional[str] = None
    refund_cents: Optional[int] = None
    settlement: Optional[SettlementSnapshot] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "application_id": ("application_id", None),
        "job_id": ("job_id", None),
        "agency_id": ("agency_id", None),
        "status": ("status", None),
        "start_date": ("start_date", None),
        "base_salary_cents": ("base_salary_cents", None),
        "fee_base_cents": ("fee_base_cents", None),
        "currency": ("currency", None),
        "fee": ("fee", "HireFee"),
        "version": ("version", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "guarantee": ("guarantee", "Guarantee"),
        "guarantee_ends_on": ("guarantee_ends_on", None),
        "fee_amount_cents": ("fee_amount_cents", None),
        "fell_off_on": ("fell_off_on", None),
        "refund_cents": ("refund_cents", None),
        "settlement": ("settlement", "SettlementSnapshot"),
    }


@dataclass
class SettlementSnapshot(Record):
    """A settlement without its reason"""
    status: Literal["NOT_DUE", "DUE", "INVOICED", "PAID", "REFUNDED", "VOID"]
    due_on: Optional[str] = None
    reference: Optional[str] = None
    paid_cents: Optional[int] = None
    refunded_cents: Optional[int] = None
    at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "status": ("status", None),
        "due_on": ("due_on", None),
        "reference": ("reference", None),
        "paid_cents": ("paid_cents", None),
        "refunded_cents": ("refunded_cents", None),
        "at": ("at", None),
    }


@dataclass
class OptimizedFee(Record):
    """The platform's optimized fee, which is settled outside this API"""
    fee_type: Literal["OPTIMIZED_FEE"] = "OPTIMIZED_FEE"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "fee_type": ("feeType", None),
    }


@dataclass
class PlacementCompletedEvent(Record):
    """The guarantee is over"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.completed"] = "placement.completed"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementFellOffEvent(Record):
    """The person left within the guarantee"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.fell_off"] = "placement.fell_off"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementCancelledEvent(Record):
    """The hire was undone"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.cancelled"] = "placement.cancelled"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementStartedEvent(Record):
    """The person has started; the fee is due"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.started"] = "placement.started"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementRescheduledEvent(Record):
    """The person starts on another day"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.rescheduled"] = "placement.rescheduled"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PlacementCreatedEvent(Record):
    """A hire became a placement"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["placement.created"] = "placement.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class MessageCreatedEvent(Record):
    """A message was written; get the messages of the application for its body"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["message.created"] = "message.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class MessageSnapshot(Record):
    """A message without its body; get the messages of the application for it"""
    id: str
    application_id: str
    from_: Literal["EMPLOYER", "AGENCY"]
    created_at: str
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "application_id": ("application_id", None),
        "from_": ("from", None),
        "created_at": ("created_at", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
    }


@dataclass
class ApplicationReference(Record):
    """The ids of an application, of its job and of its agency"""
    id: str
    job_id: str
    agency_id: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "job_id": ("job_id", None),
        "agency_id": ("agency_id", None),
    }


@dataclass
class ApplicationAttachmentScannedEvent(Record):
    """A file of an application was scanned: `scan_status` is `CLEAN` or `REJECTED`"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.attachment_scanned"] = "application.attachment_scanned"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationAttachmentRemovedEvent(Record):
    """A file of an application was removed, or replaced by another one"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.attachment_removed"] = "application.attachment_removed"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationAttachmentAddedEvent(Record):
    """A file was added to an application; get it for its name"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.attachment_added"] = "application.attachment_added"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationErasedEvent(Record):
    """The person of an application was erased"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.erased"] = "application.erased"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class Application(Record):
    """A person whom an agency submits for a job; `candidate` is absent once the person was erased"""
    id: str
    job_id: str
    agency_id: str
    state: Literal["UNCONFIRMED", "AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER", "HIRED", "DECLINED", "REJECTED", "WITHDRAWN"]
    state_entered_at: str
    version: int
    created_at: str
    updated_at: str
    recruiter_id: Optional[str] = None
    candidate: Optional[Candidate] = None
    note: Optional[str] = None
    external_id: Optional[str] = None
    answers: Optional[List[ApplicationAnswer]] = None
    confirmed_at: Optional[str] = None
    consent: Optional[Consent] = None
    terms: Optional[ApplicationTerms] = None
    rejection: Optional[Rejection] = None
    withdrawal: Optional[Withdrawal] = None
    hire: Optional[Hire] = None
    ownership: Optional[Ownership] = None
    erased_at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "job_id": ("job_id", None),
        "agency_id": ("agency_id", None),
        "state": ("state", None),
        "state_entered_at": ("state_entered_at", None),
        "version": ("version", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "recruiter_id": ("recruiter_id", None),
        "candidate": ("candidate", "Candidate"),
        "note": ("note", None),
        "external_id": ("external_id", None),
        "answers": ("answers", ["ApplicationAnswer"]),
        "confirmed_at": ("confirmed_at", None),
        "consent": ("consent", "Consent"),
        "terms": ("terms", "ApplicationTerms"),
        "rejection": ("rejection", "Rejection"),
        "withdrawal": ("withdrawal", "Withdrawal"),
        "hire": ("hire", "Hire"),
        "ownership": ("ownership", "Ownership"),
        "erased_at": ("erased_at", None),
    }


@dataclass
class Ownership(Record):
    """The claim of the agency to the fee for the person on the job; absent of an application that was never confirmed, or stored before claims"""
    since: str
    expires_at: Optional[str] = None
    ended_at: Optional[str] = None
    ended_reason: Optional[Literal["RELEASED", "KNOWN_TO_EMPLOYER"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "since": ("since", None),
        "expires_at": ("expires_at", None),
        "ended_at": ("ended_at", None),
        "ended_reason": ("ended_reason", None),
    }


@dataclass
class Hire(Record):
    """A hire, and what it costs"""
    start_date: str
    base_salary_cents: int
    currency: str
    fee: HireFee
    fee_base_cents: Optional[int] = None
    fee_amount_cents: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "start_date": ("start_date", None),
        "base_salary_cents": ("base_salary_cents", None),
        "currency": ("currency", None),
        "fee": ("fee", "HireFee"),
        "fee_base_cents": ("fee_base_cents", None),
        "fee_amount_cents": ("fee_amount_cents", None),
    }


@dataclass
class Withdrawal(Record):
    """The party that took the application back, and its reason; absent of one from before this member"""
    by: Literal["AGENCY", "CANDIDATE", "SYSTEM"]
    cause: Optional[Literal["CONFIRMATION_EXPIRED", "OWNERSHIP_TAKEN"]] = None
    reason_id: Optional[str] = None
    note: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "by": ("by", None),
        "cause": ("cause", None),
        "reason_id": ("reason_id", None),
        "note": ("note", None),
    }


@dataclass
class Rejection(Record):
    """Why the application was rejected"""
    feedback: str
    reason_id: Optional[str] = None
    known_since: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "feedback": ("feedback", None),
        "reason_id": ("reason_id", None),
        "known_since": ("known_since", None),
    }


@dataclass
class ApplicationTerms(Record):
    """The fees of the agency when the person was confirmed, and whether a hire obeys them; both sides see them"""
    fees: AgencyFees
    binding: Literal["AT_HIRE", "AT_CONFIRMATION"]
    agreed_at: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "fees": ("fees", "AgencyFees"),
        "binding": ("binding", None),
        "agreed_at": ("agreed_at", None),
    }


@dataclass
class AgencyFees(Record):
    """The fees of an agency"""
    optimized_fee: bool
    custom_fees: List[Fee]
    guarantee: Optional[Guarantee] = None
    payment_terms_days: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "optimized_fee": ("optimizedFee", None),
        "custom_fees": ("customFees", ["Fee"]),
        "guarantee": ("guarantee", "Guarantee"),
        "payment_terms_days": ("paymentTermsDays", None),
    }


@dataclass
class Consent(Record):
    """The consent of the person: when and how it was given"""
    obtained_at: str
    method: Literal["EMAIL", "FORM", "SIGNED", "VERBAL", "LINK"]
    expires_at: Optional[str] = None
    attachment_id: Optional[str] = None
    delivered_by: Optional[Literal["SERVICE", "AGENCY"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "obtained_at": ("obtained_at", None),
        "method": ("method", None),
        "expires_at": ("expires_at", None),
        "attachment_id": ("attachment_id", None),
        "delivered_by": ("delivered_by", None),
    }


@dataclass
class ApplicationAnswer(Record):
    """A question as it was asked, and its answer"""
    question_id: str
    text: str
    type: Literal["SHORT_TEXT", "LONG_TEXT", "YES_NO", "NUMBER", "DATE", "SINGLE_SELECT", "MULTI_SELECT"]
    value: Union[str, float, bool, List[str]]
    labels: Optional[List[str]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "question_id": ("question_id", None),
        "text": ("text", None),
        "type": ("type", None),
        "value": ("value", None),
        "labels": ("labels", None),
    }


@dataclass
class Candidate(Record):
    """The person who applies"""
    first_name: str
    last_name: str
    email: str
    phone: Optional[str] = None
    linkedin_url: Optional[str] = None
    location: Optional[str] = None
    resume_url: Optional[str] = None
    salary_expectation: Optional[SalaryExpectation] = None
    available_from: Optional[str] = None
    notice_period_days: Optional[int] = None
    work_authorization: Optional[WorkAuthorization] = None
    current_title: Optional[str] = None
    current_company: Optional[str] = None
    links: Optional[List[str]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "phone": ("phone", None),
        "linkedin_url": ("linkedin_url", None),
        "location": ("location", None),
        "resume_url": ("resume_url", None),
        "salary_expectation": ("salary_expectation", "SalaryExpectation"),
        "available_from": ("available_from", None),
        "notice_period_days": ("notice_period_days", None),
        "work_authorization": ("work_authorization", "WorkAuthorization"),
        "current_title": ("current_title", None),
        "current_company": ("current_company", None),
        "links": ("links", None),
    }


@dataclass
class WorkAuthorization(Record):
    """Whether the person may work in a country"""
    country_code: str
    needs_sponsorship: bool
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "country_code": ("country_code", None),
        "needs_sponsorship": ("needs_sponsorship", None),
    }


@dataclass
class SalaryExpectation(Record):
    """The salary that the person expects"""
    amount_cents: int
    currency: str
    period: Literal["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "amount_cents": ("amount_cents", None),
        "currency": ("currency", None),
        "period": ("period", None),
    }


@dataclass
class ApplicationUpdatedEvent(Record):
    """Candidate, note or external id changed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.updated"] = "application.updated"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationHireCancelledEvent(Record):
    """The hire was undone: the application is where it was before"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.hire_cancelled"] = "application.hire_cancelled"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationHiredEvent(Record):
    """The person was hired"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.hired"] = "application.hired"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationClaimReleasedEvent(Record):
    """The agency gave up its claim of a person"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.claim_released"] = "application.claim_released"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationWithdrawnEvent(Record):
    """The application was taken back; `reason` is present when the service did it"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.withdrawn"] = "application.withdrawn"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationRestoredEvent(Record):
    """The employer took a rejection back"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.restored"] = "application.restored"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationRejectedEvent(Record):
    """The employer rejected the application"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.rejected"] = "application.rejected"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationAdvancedEvent(Record):
    """The application reached the next stage"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.advanced"] = "application.advanced"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationKeptEvent(Record):
    """The employer took the application into review"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.kept"] = "application.kept"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationDeclinedEvent(Record):
    """The person did not agree"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.declined"] = "application.declined"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationConfirmedEvent(Record):
    """The person agreed"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.confirmed"] = "application.confirmed"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationConfirmationExpiredEvent(Record):
    """The application waited too long for its person, and was withdrawn; the agency gets it"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.confirmation_expired"] = "application.confirmation_expired"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationConfirmationRequestedEvent(Record):
    """A link was made by which the person confirms; the agency gets it"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.confirmation_requested"] = "application.confirmation_requested"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationImportedEvent(Record):
    """An application was added by an import"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.imported"] = "application.imported"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class ApplicationSubmittedEvent(Record):
    """An application was submitted"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["application.submitted"] = "application.submitted"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobRestrictedEvent(Record):
    """A job became ASSIGNED: get the job, which an agency that is not assigned does not see any more"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.restricted"] = "job.restricted"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobReference(Record):
    """The id of a job; get the job, which is `not_found` where the reader does not see it"""
    id: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
    }


@dataclass
class JobUnassignedEvent(Record):
    """An assignment was deleted: get the job, which the agency may not see any more"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.unassigned"] = "job.unassigned"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobAssignmentSetEvent(Record):
    """The terms of an assignment changed, or an assignment was made for later"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.assignment_set"] = "job.assignment_set"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobAssignment(Record):
    """The assignment of a job to an agency; an absent member sets no bound"""
    job_id: str
    agency_id: str
    status: Literal["PENDING", "ACTIVE"]
    created_at: str
    updated_at: str
    visible_from: Optional[str] = None
    exclusive_until: Optional[str] = None
    submission_limit: Optional[int] = None
    instructions: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "job_id": ("job_id", None),
        "agency_id": ("agency_id", None),
        "status": ("status", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "visible_from": ("visible_from", None),
        "exclusive_until": ("exclusive_until", None),
        "submission_limit": ("submission_limit", None),
        "instructions": ("instructions", None),
    }


@dataclass
class JobAssignedEvent(Record):
    """An agency was assigned to a job, and sees it"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.assigned"] = "job.assigned"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobSnapshot(Record):
    """The job after the change; without its description where that is too long for an event"""
    id: str
    title: str
    description: Optional[str] = None
    status: Optional[Literal["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]] = None
    location: Optional[str] = None
    workplace_type: Optional[Literal["ON_SITE", "HYBRID", "REMOTE"]] = None
    country_code: Optional[str] = None
    city: Optional[str] = None
    employment_type: Optional[Literal["FULL_TIME", "PART_TIME", "CONTRACT", "TEMPORARY", "INTERNSHIP"]] = None
    department: Optional[str] = None
    openings: Optional[int] = None
    salary_min_cents: Optional[int] = None
    salary_max_cents: Optional[int] = None
    currency: Optional[str] = None
    agency_access: Optional[Literal["ALL", "ASSIGNED"]] = None
    salary_period: Optional[Literal["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]] = None
    hiring_manager_id: Optional[str] = None
    recruiting_contact_id: Optional[str] = None
    description_format: Optional[Literal["TEXT", "MARKDOWN", "HTML"]] = None
    closes_on: Optional[str] = None
    apply_url: Optional[str] = None
    custom_fields: Optional[Dict[str, Any]] = None
    questions: Optional[List[Question]] = None
    close_reason: Optional[Literal["FILLED", "CANCELLED", "OTHER"]] = None
    hired_count: Optional[int] = None
    external_id: Optional[str] = None
    created_at: Optional[str] = None
    updated_at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "title": ("title", None),
        "description": ("description", None),
        "status": ("status", None),
        "location": ("location", None),
        "workplace_type": ("workplace_type", None),
        "country_code": ("country_code", None),
        "city": ("city", None),
        "employment_type": ("employment_type", None),
        "department": ("department", None),
        "openings": ("openings", None),
        "salary_min_cents": ("salary_min_cents", None),
        "salary_max_cents": ("salary_max_cents", None),
        "currency": ("currency", None),
        "agency_access": ("agency_access", None),
        "salary_period": ("salary_period", None),
        "hiring_manager_id": ("hiring_manager_id", None),
        "recruiting_contact_id": ("recruiting_contact_id", None),
        "description_format": ("description_format", None),
        "closes_on": ("closes_on", None),
        "apply_url": ("apply_url", None),
        "custom_fields": ("custom_fields", None),
        "questions": ("questions", ["Question"]),
        "close_reason": ("close_reason", None),
        "hired_count": ("hired_count", None),
        "external_id": ("external_id", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
    }


@dataclass
class Question(Record):
    """A question that a submission answers; a must-have is a required one"""
    id: str
    text: str
    type: Literal["SHORT_TEXT", "LONG_TEXT", "YES_NO", "NUMBER", "DATE", "SINGLE_SELECT", "MULTI_SELECT"]
    required: bool
    options: Optional[List[QuestionOption]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "text": ("text", None),
        "type": ("type", None),
        "required": ("required", None),
        "options": ("options", ["QuestionOption"]),
    }


@dataclass
class QuestionOption(Record):
    """An answer that can be chosen"""
    id: str
    label: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "label": ("label", None),
    }


@dataclass
class JobClosedEvent(Record):
    """A job became CLOSED; other members may have changed too"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.closed"] = "job.closed"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobHeldEvent(Record):
    """A job became ON_HOLD; other members may have changed too"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.held"] = "job.held"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobOpenedEvent(Record):
    """A job became OPEN; other members may have changed too"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.opened"] = "job.opened"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobUpdatedEvent(Record):
    """Members of a job changed, and not its status"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.updated"] = "job.updated"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class JobCreatedEvent(Record):
    """A job was added"""
    id: str
    timestamp: str
    organization_id: str
    sequence: int
    data: Dict[str, Any]
    type: Literal["job.created"] = "job.created"
    erased: Optional[Literal[True]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "sequence": ("sequence", None),
        "data": ("data", None),
        "type": ("type", None),
        "erased": ("erased", None),
    }


@dataclass
class PingEvent(Record):
    """A test of whether a webhook endpoint answers"""
    id: str
    timestamp: str
    organization_id: str
    data: Dict[str, Any]
    type: Literal["ping"] = "ping"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "timestamp": ("timestamp", None),
        "organization_id": ("organization_id", None),
        "data": ("data", None),
        "type": ("type", None),
    }


@dataclass
class ErrorBody(Record):
    """Any error"""
    error: Literal["invalid_request", "invalid_cursor", "unsupported_grant_type", "invalid_scope", "unauthorized", "invalid_client", "forbidden", "not_found", "method_not_allowed", "request_timeout", "conflict", "duplicate_application", "invalid_transition", "idempotency_in_progress", "cursor_expired", "precondition_failed", "payload_too_large", "uri_too_long", "unsupported_media_type", "range_not_satisfiable", "expectation_failed", "headers_too_large", "unprocessable_entity", "idempotency_key_reused", "rate_limited", "internal_error", "unavailable"]
    message: str
    request_id: Optional[str] = None
    details: Optional[List[Problem]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "error": ("error", None),
        "message": ("message", None),
        "request_id": ("request_id", None),
        "details": ("details", ["Problem"]),
    }


@dataclass
class ScopedTokenRequest(Record):
    """The permissions that the token is to have, of those granted; all of them where none are named"""
    permissions: Optional[List[Literal["jobs:read", "jobs:write", "applications:read", "applications:write", "users:read", "users:write", "agencies:read", "fees:write", "audit:read", "webhooks:manage", "agencies:write", "organization:manage", "privacy:manage", "placements:read", "placements:write"]]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "permissions": ("permissions", None),
    }


@dataclass
class AuditEntry(Record):
    """The actor, the action and the moment of a change; without a client, an operator or the service did it"""
    id: str
    occurred_at: str
    action: Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "agency_invitation.resent", "candidate.checked", "erasure_request.created", "organization.created", "organization.renamed", "client.created", "client.updated", "client.revoked", "grant.set", "grant.removed", "secret.added", "secret.ended", "secret.replaced", "database.restored", "webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.enabled", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "webhook_endpoint.tested", "webhook_endpoint.redelivered", "webhook_secrets.rewrapped", "operator.created", "operator.updated", "operator.link_created", "operator.signed_in", "operator.signed_out", "operator.revoked", "operator.erased"]
    resource_id: str
    changed: List[str]
    client_id: Optional[str] = None
    operator_id: Optional[str] = None
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    actor: Optional[Literal["system", "candidate"]] = None
    reason: Optional[Literal["ownership_taken", "retention"]] = None
    agency_id: Optional[str] = None
    request_id: Optional[str] = None
    supplied: Optional[List[str]] = None
    before: Optional[Any] = None
    after: Optional[Any] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "occurred_at": ("occurred_at", None),
        "action": ("action", None),
        "resource_id": ("resource_id", None),
        "changed": ("changed", None),
        "client_id": ("client_id", None),
        "operator_id": ("operator_id", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
        "actor": ("actor", None),
        "reason": ("reason", None),
        "agency_id": ("agency_id", None),
        "request_id": ("request_id", None),
        "supplied": ("supplied", None),
        "before": ("before", None),
        "after": ("after", None),
    }


@dataclass
class Placement(Record):
    """A hire with its course: its start, its guarantee, and the settlement of its fee"""
    id: str
    application_id: str
    job_id: str
    agency_id: str
    status: Literal["AWAITING_START", "IN_GUARANTEE", "COMPLETED", "FELL_OFF", "CANCELLED"]
    start_date: str
    base_salary_cents: int
    fee_base_cents: int
    currency: str
    fee: HireFee
    version: int
    created_at: str
    updated_at: str
    candidate_name: Optional[str] = None
    guarantee: Optional[Guarantee] = None
    guarantee_ends_on: Optional[str] = None
    fee_amount_cents: Optional[int] = None
    fell_off_on: Optional[str] = None
    refund_cents: Optional[int] = None
    reason: Optional[str] = None
    settlement: Optional[Settlement] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "application_id": ("application_id", None),
        "job_id": ("job_id", None),
        "agency_id": ("agency_id", None),
        "status": ("status", None),
        "start_date": ("start_date", None),
        "base_salary_cents": ("base_salary_cents", None),
        "fee_base_cents": ("fee_base_cents", None),
        "currency": ("currency", None),
        "fee": ("fee", "HireFee"),
        "version": ("version", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "candidate_name": ("candidate_name", None),
        "guarantee": ("guarantee", "Guarantee"),
        "guarantee_ends_on": ("guarantee_ends_on", None),
        "fee_amount_cents": ("fee_amount_cents", None),
        "fell_off_on": ("fell_off_on", None),
        "refund_cents": ("refund_cents", None),
        "reason": ("reason", None),
        "settlement": ("settlement", "Settlement"),
    }


@dataclass
class Settlement(Record):
    """The settlement of the fee, as the parties recorded it; absent of a hire from before placements"""
    status: Literal["NOT_DUE", "DUE", "INVOICED", "PAID", "REFUNDED", "VOID"]
    due_on: Optional[str] = None
    reference: Optional[str] = None
    paid_cents: Optional[int] = None
    refunded_cents: Optional[int] = None
    reason: Optional[str] = None
    at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "status": ("status", None),
        "due_on": ("due_on", None),
        "reference": ("reference", None),
        "paid_cents": ("paid_cents", None),
        "refunded_cents": ("refunded_cents", None),
        "reason": ("reason", None),
        "at": ("at", None),
    }


@dataclass
class Message(Record):
    """A message about an application, which employer and agency read and nobody changes"""
    id: str
    application_id: str
    from_: Literal["EMPLOYER", "AGENCY"]
    body: str
    created_at: str
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "application_id": ("application_id", None),
        "from_": ("from", None),
        "body": ("body", None),
        "created_at": ("created_at", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
    }


@dataclass
class Attachment(Record):
    """A file of an application, without its bytes"""
    id: str
    type: Literal["RESUME", "COVER_LETTER", "PORTFOLIO", "CONSENT", "OTHER"]
    file_name: str
    media_type: str
    size_bytes: int
    sha256: str
    scan_status: Literal["NOT_SCANNED", "PENDING", "CLEAN", "REJECTED"]
    created_at: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "type": ("type", None),
        "file_name": ("file_name", None),
        "media_type": ("media_type", None),
        "size_bytes": ("size_bytes", None),
        "sha256": ("sha256", None),
        "scan_status": ("scan_status", None),
        "created_at": ("created_at", None),
    }


@dataclass
class Problem(Record):
    """One mistake in the request"""
    in_: ProblemLocation
    path: str
    code: Literal["required", "unknown", "type", "format", "range", "length", "duplicate", "conflict", "not_allowed"]
    message: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "in_": ("in", "ProblemLocation"),
        "path": ("path", None),
        "code": ("code", None),
        "message": ("message", None),
    }


@dataclass
class Extensions(Record):
    """The extensions of this server beyond the specification"""
    extensions: List[str]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "extensions": ("extensions", None),
    }


@dataclass
class Health(Record):
    """It works"""
    status: Literal["ok"] = "ok"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "status": ("status", None),
    }


@dataclass
class AuditEntryPage(Record):
    """A page of the list"""
    content: List[AuditEntry]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["AuditEntry"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class WebhookRecovered(Record):
    """The number of deliveries that are sent again to a webhook endpoint"""
    deliveries: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "deliveries": ("deliveries", None),
    }


@dataclass
class WebhookRecovery(Record):
    """The events that are sent again to a webhook endpoint"""
    since: str
    only: Optional[Literal["failed", "all"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "since": ("since", None),
        "only": ("only", None),
    }


@dataclass
class WebhookDelivery(Record):
    """The delivery of an event to a webhook endpoint"""
    event_id: str
    type: Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "ping"]
    status: Literal["pending", "succeeded", "parked", "failed"]
    attempts: List[WebhookAttempt]
    next_attempt_at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "event_id": ("event_id", None),
        "type": ("type", None),
        "status": ("status", None),
        "attempts": ("attempts", ["WebhookAttempt"]),
        "next_attempt_at": ("next_attempt_at", None),
    }


@dataclass
class WebhookAttempt(Record):
    """An attempt to deliver an event; a 2xx status is a success"""
    at: str
    duration_ms: int
    status: Optional[int] = None
    failure: Optional[Literal["dns", "address", "connection", "tls", "timeout"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "at": ("at", None),
        "duration_ms": ("duration_ms", None),
        "status": ("status", None),
        "failure": ("failure", None),
    }


@dataclass
class WebhookDeliveryPage(Record):
    """A page of the list"""
    content: List[WebhookDelivery]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["WebhookDelivery"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class WebhookEndpoint(Record):
    """An address of a partner that events are sent to"""
    id: str
    url: str
    types: List[Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "job.*", "application.*", "message.*", "placement.*", "user.*", "agency.*", "agency_fees.*", "agency_invitation.*", "webhook_endpoint.*", "organization.*", "rejection_reason.*", "*"]]
    concurrency: int
    status: Literal["pending", "enabled", "disabled"]
    secret_hint: str
    created_at: str
    updated_at: str
    description: Optional[str] = None
    disabled_reason: Optional[Literal["ping_failed", "failing", "gone", "requested", "credentials_replaced", "operator"]] = None
    message: Optional[str] = None
    failing_since: Optional[str] = None
    secret: Optional[str] = None
    permissions: Optional[List[Literal["jobs:read", "jobs:write", "applications:read", "applications:write", "users:read", "users:write", "agencies:read", "fees:write", "audit:read", "webhooks:manage", "agencies:write", "organization:manage", "privacy:manage", "placements:read", "placements:write"]]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "url": ("url", None),
        "types": ("types", None),
        "concurrency": ("concurrency", None),
        "status": ("status", None),
        "secret_hint": ("secret_hint", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "description": ("description", None),
        "disabled_reason": ("disabled_reason", None),
        "message": ("message", None),
        "failing_since": ("failing_since", None),
        "secret": ("secret", None),
        "permissions": ("permissions", None),
    }


@dataclass
class SecretRotation(Record):
    """Replaces the secret of an endpoint"""
    expires_previous_in: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "expires_previous_in": ("expires_previous_in", None),
    }


@dataclass
class WebhookEndpointPatch(Record):
    """The change of an endpoint, as a JSON Merge Patch (RFC 7396): an absent member stays"""
    url: Optional[str] = None
    types: Optional[List[Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "job.*", "application.*", "message.*", "placement.*", "user.*", "agency.*", "agency_fees.*", "agency_invitation.*", "webhook_endpoint.*", "organization.*", "rejection_reason.*", "*"]]] = None
    concurrency: Optional[int] = None
    status: Optional[Literal["enabled", "disabled"]] = None
    description: Union[Optional[str], Null] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "url": ("url", None),
        "types": ("types", None),
        "concurrency": ("concurrency", None),
        "status": ("status", None),
        "description": ("description", None),
    }


@dataclass
class NewWebhookEndpoint(Record):
    """Adds an endpoint: without `types` it gets every event that the token may read"""
    url: str
    types: Optional[List[Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "job.*", "application.*", "message.*", "placement.*", "user.*", "agency.*", "agency_fees.*", "agency_invitation.*", "webhook_endpoint.*", "organization.*", "rejection_reason.*", "*"]]] = None
    description: Optional[str] = None
    concurrency: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "url": ("url", None),
        "types": ("types", None),
        "description": ("description", None),
        "concurrency": ("concurrency", None),
    }


@dataclass
class WebhookEndpointPage(Record):
    """A page of the list"""
    content: List[WebhookEndpoint]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["WebhookEndpoint"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class EventTypeList(Record):
    """Every type of events"""
    types: List[EventTypeInfo]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "types": ("types", ["EventTypeInfo"]),
    }


@dataclass
class EventTypeInfo(Record):
    """A type of events: when it occurs, and the permission that shows it"""
    type: Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted"]
    description: str
    permission: Literal["jobs:read", "jobs:write", "applications:read", "applications:write", "users:read", "users:write", "agencies:read", "fees:write", "audit:read", "webhooks:manage", "agencies:write", "organization:manage", "privacy:manage", "placements:read", "placements:write"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "type": ("type", None),
        "description": ("description", None),
        "permission": ("permission", None),
    }


@dataclass
class EventPage(Record):
    """A page of the feed"""
    content: List[Event]
    next: Optional[str]
    count: int
    cursor: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Event"]),
        "next": ("next", None),
        "count": ("count", None),
        "cursor": ("cursor", None),
    }


@dataclass
class NewSubjectExport(Record):
    """The person whose records are exported"""
    email: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "email": ("email", None),
    }


@dataclass
class ErasureRequest(Record):
    """A request to erase a person from every application of the organization"""
    id: str
    status: Literal["PENDING", "DONE", "HELD"]
    applications: int
    created_at: str
    email_digest: Optional[str] = None
    held_until: Optional[str] = None
    done_at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "status": ("status", None),
        "applications": ("applications", None),
        "created_at": ("created_at", None),
        "email_digest": ("email_digest", None),
        "held_until": ("held_until", None),
        "done_at": ("done_at", None),
    }


@dataclass
class NewErasureRequest(Record):
    """The person who is to be erased"""
    email: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "email": ("email", None),
    }


@dataclass
class ErasureRequestPage(Record):
    """A page of the list"""
    content: List[ErasureRequest]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["ErasureRequest"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class ShownConfirmation(Record):
    """The application as the person of its link reads it"""
    organization_name: str
    job_title: str
    agency_name: str
    first_name: str
    expires_at: str
    state: Literal["UNCONFIRMED", "AWAITING_SORT", "DECLINED", "WITHDRAWN"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "organization_name": ("organization_name", None),
        "job_title": ("job_title", None),
        "agency_name": ("agency_name", None),
        "first_name": ("first_name", None),
        "expires_at": ("expires_at", None),
        "state": ("state", None),
    }


@dataclass
class ConfirmationDecision(Record):
    """The decision of the person of a link"""
    token: str
    decision: Literal["CONFIRM", "DECLINE", "WITHDRAW"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "token": ("token", None),
        "decision": ("decision", None),
    }


@dataclass
class ConfirmationToken(Record):
    """The token of a link, which is the part of the link behind `#`"""
    token: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "token": ("token", None),
    }


@dataclass
class AcceptedInvitation(Record):
    """The organization that the client may use now, and the agency whose view it has there"""
    organization_id: str
    agency_id: str
    client_id: Optional[str] = None
    client_secret: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "organization_id": ("organization_id", None),
        "agency_id": ("agency_id", None),
        "client_id": ("client_id", None),
        "client_secret": ("client_secret", None),
    }


@dataclass
class InvitationToken(Record):
    """The token of a link, which is the part of the link behind `#`"""
    token: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "token": ("token", None),
    }


@dataclass
class ShownInvitation(Record):
    """The invitation as the holder of its link reads it"""
    organization_name: str
    company_name: str
    first_name: str
    last_name: str
    expires_at: str
    ways: List[Literal["CLIENT", "NEW_CLIENT"]]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "organization_name": ("organization_name", None),
        "company_name": ("company_name", None),
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "expires_at": ("expires_at", None),
        "ways": ("ways", None),
    }


@dataclass
class AgencyInvitation(Record):
    """An invitation of an agency to the organization"""
    id: str
    company_name: str
    status: Literal["PENDING", "ACCEPTED", "EXPIRED", "REVOKED"]
    created_at: str
    expires_at: str
    first_name: Optional[str] = None
    last_name: Optional[str] = None
    email: Optional[str] = None
    optimized_fee: Optional[bool] = None
    agency_id: Optional[str] = None
    url: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "company_name": ("company_name", None),
        "status": ("status", None),
        "created_at": ("created_at", None),
        "expires_at": ("expires_at", None),
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "optimized_fee": ("optimizedFee", None),
        "agency_id": ("agency_id", None),
        "url": ("url", None),
    }


@dataclass
class NewAgencyInvitation(Record):
    """Invites an agency: its company, and the person who gets the link"""
    company_name: str
    first_name: str
    last_name: str
    email: str
    optimized_fee: Optional[bool] = None
    agency_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "company_name": ("company_name", None),
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "optimized_fee": ("optimizedFee", None),
        "agency_id": ("agency_id", None),
    }


@dataclass
class AgencyInvitationPage(Record):
    """A page of the list"""
    content: List[AgencyInvitation]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["AgencyInvitation"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class JobAssignmentPage_1(Record):
    """A page of the list"""
    content: List[JobAssignment]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["JobAssignment"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class FeesChangePage(Record):
    """A page of the list"""
    content: List[FeesChange]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["FeesChange"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class FeesChange(Record):
    """One change of the fees of an agency, without their notes; an agency is not told which client it was"""
    id: str
    occurred_at: str
    action: Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "agency_invitation.resent", "candidate.checked", "erasure_request.created", "organization.created", "organization.renamed", "client.created", "client.updated", "client.revoked", "grant.set", "grant.removed", "secret.added", "secret.ended", "secret.replaced", "database.restored", "webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.enabled", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "webhook_endpoint.tested", "webhook_endpoint.redelivered", "webhook_secrets.rewrapped", "operator.created", "operator.updated", "operator.link_created", "operator.signed_in", "operator.signed_out", "operator.revoked", "operator.erased"]
    changed: List[str]
    actor: Literal["client", "operator", "system", "candidate"]
    reason: Optional[Literal["ownership_taken", "retention"]] = None
    client_id: Optional[str] = None
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    request_id: Optional[str] = None
    before: Optional[AgencyFees] = None
    after: Optional[AgencyFees] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "occurred_at": ("occurred_at", None),
        "action": ("action", None),
        "changed": ("changed", None),
        "actor": ("actor", None),
        "reason": ("reason", None),
        "client_id": ("client_id", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
        "request_id": ("request_id", None),
        "before": ("before", "AgencyFees"),
        "after": ("after", "AgencyFees"),
    }


@dataclass
class FeePreview(Record):
    """The cost of a hire under each fee that could apply"""
    optimized_fee: bool
    fees: List[Dict[str, Any]]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "optimized_fee": ("optimizedFee", None),
        "fees": ("fees", None),
    }


@dataclass
class NewFeePreview(Record):
    """The salary of a hire; fees that are given take the place of the stored ones"""
    base_salary_cents: int
    currency: str
    optimized_fee: Optional[bool] = None
    custom_fees: Optional[List[NewFee]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "base_salary_cents": ("base_salary_cents", None),
        "currency": ("currency", None),
        "optimized_fee": ("optimizedFee", None),
        "custom_fees": ("customFees", ["NewFee"]),
    }


@dataclass
class NewPercentageFee(Record):
    """A share of the first year's base salary"""
    fee_basis_points: int
    fee_type: Literal["PERCENTAGE_FEE"] = "PERCENTAGE_FEE"
    note: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "fee_basis_points": ("feeBasisPoints", None),
        "fee_type": ("feeType", None),
        "note": ("note", None),
    }


@dataclass
class NewFlatFee(Record):
    """A fixed amount for each hire"""
    currency: str
    fee_cents: int
    fee_type: Literal["FLAT_FEE"] = "FLAT_FEE"
    note: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "currency": ("currency", None),
        "fee_cents": ("feeCents", None),
        "fee_type": ("feeType", None),
        "note": ("note", None),
    }


@dataclass
class AgencyFeesUpdate(Record):
    """Sets fees; an absent member keeps its value"""
    optimized_fee: Optional[bool] = None
    custom_fees: Optional[List[NewFee]] = None
    guarantee: Optional[NewGuarantee] = None
    payment_terms_days: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "optimized_fee": ("optimizedFee", None),
        "custom_fees": ("customFees", ["NewFee"]),
        "guarantee": ("guarantee", "NewGuarantee"),
        "payment_terms_days": ("paymentTermsDays", None),
    }


@dataclass
class NewGuarantee(Record):
    """For how long the agency answers for a hire, and what it owes back of the fee when the person leaves"""
    days: int
    refund: Optional[Literal["FULL", "PRORATED", "NONE"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "days": ("days", None),
        "refund": ("refund", None),
    }


@dataclass
class Agency(Record):
    """An agency that works for the organization"""
    id: str
    name: str
    status: Literal["ACTIVE", "INACTIVE"]
    optimized_fee: bool
    recruiters: List[Recruiter]
    external_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "name": ("name", None),
        "status": ("status", None),
        "optimized_fee": ("optimizedFee", None),
        "recruiters": ("recruiters", ["Recruiter"]),
        "external_id": ("external_id", None),
    }


@dataclass
class Recruiter(Record):
    """A person of the agency"""
    id: str
    first_name: str
    last_name: str
    email: str
    status: Literal["ACTIVE", "INACTIVE"]
    phone: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "status": ("status", None),
        "phone": ("phone", None),
    }


@dataclass
class NewRecruiter(Record):
    """A person of the agency, new or there already"""
    first_name: str
    last_name: str
    email: str
    id: Optional[str] = None
    phone: Optional[str] = None
    status: Optional[Literal["ACTIVE", "INACTIVE"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "id": ("id", None),
        "phone": ("phone", None),
        "status": ("status", None),
    }


@dataclass
class AgencyPatch(Record):
    """The change of an agency, as a JSON Merge Patch (RFC 7396): an absent member stays, a list of recruiters replaces the one before"""
    name: Optional[str] = None
    status: Optional[Literal["ACTIVE", "INACTIVE"]] = None
    recruiters: Optional[List[NewRecruiter]] = None
    external_id: Union[Optional[str], Null] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "name": ("name", None),
        "status": ("status", None),
        "recruiters": ("recruiters", ["NewRecruiter"]),
        "external_id": ("external_id", None),
    }


@dataclass
class NewAgency(Record):
    """A new agency: ACTIVE by default, and with the optimized fee at first"""
    name: str
    external_id: Optional[str] = None
    status: Optional[Literal["ACTIVE", "INACTIVE"]] = None
    recruiters: Optional[List[NewRecruiter]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "name": ("name", None),
        "external_id": ("external_id", None),
        "status": ("status", None),
        "recruiters": ("recruiters", ["NewRecruiter"]),
    }


@dataclass
class AgencyPage(Record):
    """A page of the list"""
    content: List[Agency]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Agency"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class User(Record):
    """A user of the organization"""
    id: str
    created_at: str
    updated_at: str
    first_name: str
    last_name: str
    email: str
    status: Optional[Literal["ACTIVE", "DISABLED"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "status": ("status", None),
    }


@dataclass
class UserPatch(Record):
    """The change of a user, as a JSON Merge Patch (RFC 7396): an absent member stays"""
    first_name: Optional[str] = None
    last_name: Optional[str] = None
    email: Optional[str] = None
    status: Optional[Literal["ACTIVE", "DISABLED"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "status": ("status", None),
    }


@dataclass
class NewUser(Record):
    """Adds a user; identifier and timestamps are made when absent"""
    first_name: str
    last_name: str
    email: str
    id: Optional[str] = None
    created_at: Optional[str] = None
    updated_at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "id": ("id", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
    }


@dataclass
class UserPage(Record):
    """A page of the list"""
    content: List[User]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["User"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class PlacementChangePage(Record):
    """A page of the list"""
    content: List[PlacementChange]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["PlacementChange"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class PlacementChange(Record):
    """One change of a placement; an agency is not told which client it was"""
    id: str
    occurred_at: str
    action: Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "agency_invitation.resent", "candidate.checked", "erasure_request.created", "organization.created", "organization.renamed", "client.created", "client.updated", "client.revoked", "grant.set", "grant.removed", "secret.added", "secret.ended", "secret.replaced", "database.restored", "webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.enabled", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "webhook_endpoint.tested", "webhook_endpoint.redelivered", "webhook_secrets.rewrapped", "operator.created", "operator.updated", "operator.link_created", "operator.signed_in", "operator.signed_out", "operator.revoked", "operator.erased"]
    changed: List[str]
    actor: Literal["client", "operator", "system", "candidate"]
    reason: Optional[Literal["ownership_taken", "retention"]] = None
    client_id: Optional[str] = None
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    request_id: Optional[str] = None
    before: Optional[PlacementStatuses] = None
    after: Optional[PlacementStatuses] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "occurred_at": ("occurred_at", None),
        "action": ("action", None),
        "changed": ("changed", None),
        "actor": ("actor", None),
        "reason": ("reason", None),
        "client_id": ("client_id", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
        "request_id": ("request_id", None),
        "before": ("before", "PlacementStatuses"),
        "after": ("after", "PlacementStatuses"),
    }


@dataclass
class SettleAction(Record):
    """The parties settle the fee"""
    status: Literal["NOT_DUE", "DUE", "INVOICED", "PAID", "REFUNDED", "VOID"]
    action: Literal["settle"] = "settle"
    reference: Optional[str] = None
    fee_amount_cents: Optional[int] = None
    amount_cents: Optional[int] = None
    reason: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "status": ("status", None),
        "action": ("action", None),
        "reference": ("reference", None),
        "fee_amount_cents": ("fee_amount_cents", None),
        "amount_cents": ("amount_cents", None),
        "reason": ("reason", None),
    }


@dataclass
class FallOffAction(Record):
    """The person left within the guarantee"""
    on: str
    reason: str
    action: Literal["fall_off"] = "fall_off"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "on": ("on", None),
        "reason": ("reason", None),
        "action": ("action", None),
    }


@dataclass
class CancelAction(Record):
    """The hire is undone: the application returns to the state before it"""
    reason: str
    action: Literal["cancel"] = "cancel"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "reason": ("reason", None),
        "action": ("action", None),
    }


@dataclass
class StartAction(Record):
    """The person has started; the service does it on the day after `start_date`"""
    action: Literal["start"] = "start"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
    }


@dataclass
class RescheduleAction(Record):
    """The person starts on another day"""
    start_date: str
    action: Literal["reschedule"] = "reschedule"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "start_date": ("start_date", None),
        "action": ("action", None),
    }


@dataclass
class PlacementPage(Record):
    """A page of the list"""
    content: List[Placement]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Placement"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class NewRejectionReason(Record):
    """Sets a reason for rejections and withdrawals"""
    text: str
    category: Literal["EMPLOYER", "CANDIDATE", "JOB"]
    active: Optional[bool] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "text": ("text", None),
        "category": ("category", None),
        "active": ("active", None),
    }


@dataclass
class RejectionReasonPage(Record):
    """A page of the list"""
    content: List[RejectionReason]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["RejectionReason"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class NewMessage(Record):
    """Writes a message"""
    body: str
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "body": ("body", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
    }


@dataclass
class MessagePage(Record):
    """A page of the list"""
    content: List[Message]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Message"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class AttachmentPage(Record):
    """A page of the list"""
    content: List[Attachment]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Attachment"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class ApplicationChangePage(Record):
    """A page of the list"""
    content: List[ApplicationChange]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["ApplicationChange"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class ApplicationChange(Record):
    """One change of an application; an agency is not told which client it was"""
    id: str
    occurred_at: str
    action: Literal["job.created", "job.updated", "job.opened", "job.held", "job.closed", "job.assigned", "job.assignment_set", "job.unassigned", "job.restricted", "application.submitted", "application.imported", "application.confirmation_requested", "application.confirmation_expired", "application.confirmed", "application.declined", "application.kept", "application.advanced", "application.rejected", "application.restored", "application.withdrawn", "application.claim_released", "application.hired", "application.hire_cancelled", "application.updated", "application.erased", "application.attachment_added", "application.attachment_removed", "application.attachment_scanned", "message.created", "placement.created", "placement.rescheduled", "placement.started", "placement.cancelled", "placement.fell_off", "placement.completed", "placement.settled", "user.created", "user.updated", "user.disabled", "user.erased", "agency.created", "agency.updated", "agency_fees.set", "agency_invitation.created", "agency_invitation.accepted", "agency_invitation.revoked", "jobs.imported", "agencies.imported", "users.imported", "applications.imported", "webhook_endpoint.failing", "webhook_endpoint.recovered", "webhook_endpoint.disabled", "organization.updated", "rejection_reason.created", "rejection_reason.updated", "rejection_reason.deleted", "agency_invitation.resent", "candidate.checked", "erasure_request.created", "organization.created", "organization.renamed", "client.created", "client.updated", "client.revoked", "grant.set", "grant.removed", "secret.added", "secret.ended", "secret.replaced", "database.restored", "webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.enabled", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "webhook_endpoint.tested", "webhook_endpoint.redelivered", "webhook_secrets.rewrapped", "operator.created", "operator.updated", "operator.link_created", "operator.signed_in", "operator.signed_out", "operator.revoked", "operator.erased"]
    changed: List[str]
    actor: Literal["client", "operator", "system", "candidate"]
    reason: Optional[Literal["ownership_taken", "retention"]] = None
    client_id: Optional[str] = None
    user_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    request_id: Optional[str] = None
    state_before: Optional[Literal["UNCONFIRMED", "AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER", "HIRED", "DECLINED", "REJECTED", "WITHDRAWN"]] = None
    state_after: Optional[Literal["UNCONFIRMED", "AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER", "HIRED", "DECLINED", "REJECTED", "WITHDRAWN"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "occurred_at": ("occurred_at", None),
        "action": ("action", None),
        "changed": ("changed", None),
        "actor": ("actor", None),
        "reason": ("reason", None),
        "client_id": ("client_id", None),
        "user_id": ("user_id", None),
        "recruiter_id": ("recruiter_id", None),
        "request_id": ("request_id", None),
        "state_before": ("state_before", None),
        "state_after": ("state_after", None),
    }


@dataclass
class HireAction(Record):
    """The employer hires the person, at a fee"""
    hire: NewHire
    action: Literal["hire"] = "hire"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "hire": ("hire", "NewHire"),
        "action": ("action", None),
    }


@dataclass
class NewHire(Record):
    """The terms of a hire"""
    start_date: str
    base_salary_cents: int
    currency: str
    fee_base_cents: Optional[int] = None
    custom_fee: Optional[int] = None
    """Deprecated since 2026-11-28 and may be gone from 2027-12-31 on: send `expected_fee`. The index of the custom fee that applies; required when there are several and no `expected_fee` chooses one"""
    expected_fee: Optional[ExpectedFee] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "start_date": ("start_date", None),
        "base_salary_cents": ("base_salary_cents", None),
        "currency": ("currency", None),
        "fee_base_cents": ("fee_base_cents", None),
        "custom_fee": ("custom_fee", None),
        "expected_fee": ("expected_fee", "ExpectedFee"),
    }


@dataclass
class RejectAction(Record):
    """The employer rejects the application"""
    feedback: str
    action: Literal["reject"] = "reject"
    reason_id: Optional[str] = None
    known_since: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "feedback": ("feedback", None),
        "action": ("action", None),
        "reason_id": ("reason_id", None),
        "known_since": ("known_since", None),
    }


@dataclass
class ReleaseAction(Record):
    """The agency gives up the claim of an application that has ended"""
    action: Literal["release"] = "release"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
    }


@dataclass
class WithdrawAction(Record):
    """The application is taken back"""
    action: Literal["withdraw"] = "withdraw"
    reason_id: Optional[str] = None
    note: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
        "reason_id": ("reason_id", None),
        "note": ("note", None),
    }


@dataclass
class RestoreAction(Record):
    """The employer takes a rejection back"""
    action: Literal["restore"] = "restore"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
    }


@dataclass
class AdvanceAction(Record):
    """The employer moves the application to the next stage"""
    action: Literal["advance"] = "advance"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
    }


@dataclass
class KeepAction(Record):
    """The employer takes the application into review"""
    action: Literal["keep"] = "keep"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
    }


@dataclass
class DeclineAction(Record):
    """The person does not agree"""
    action: Literal["decline"] = "decline"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
    }


@dataclass
class ConfirmAction(Record):
    """The person agrees: the application owns the person for this job"""
    action: Literal["confirm"] = "confirm"
    consent: Optional[NewConsent] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "action": ("action", None),
        "consent": ("consent", "NewConsent"),
    }


@dataclass
class NewConsent(Record):
    """The consent of the person; required where the setting `consent` is `REQUIRED`"""
    obtained_at: str
    method: Literal["EMAIL", "FORM", "SIGNED", "VERBAL"]
    expires_at: Optional[str] = None
    attachment_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "obtained_at": ("obtained_at", None),
        "method": ("method", None),
        "expires_at": ("expires_at", None),
        "attachment_id": ("attachment_id", None),
    }


@dataclass
class ConfirmationRequest(Record):
    """A link by which the person confirms or declines; it works for 14 days"""
    expires_at: str
    url: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "expires_at": ("expires_at", None),
        "url": ("url", None),
    }


@dataclass
class CandidatePatch(Record):
    """The change of the candidate; null removes an optional member"""
    first_name: Optional[str] = None
    last_name: Optional[str] = None
    email: Optional[str] = None
    phone_country: Optional[str] = None
    phone: Union[Optional[str], Null] = None
    linkedin_url: Union[Optional[str], Null] = None
    location: Union[Optional[str], Null] = None
    resume_url: Union[Optional[str], Null] = None
    salary_expectation: Union[Optional[SalaryExpectationPatch], Null] = None
    available_from: Union[Optional[str], Null] = None
    notice_period_days: Union[Optional[int], Null] = None
    work_authorization: Union[Optional[WorkAuthorizationPatch], Null] = None
    current_title: Union[Optional[str], Null] = None
    current_company: Union[Optional[str], Null] = None
    links: Union[Optional[List[str]], Null] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "phone_country": ("phone_country", None),
        "phone": ("phone", None),
        "linkedin_url": ("linkedin_url", None),
        "location": ("location", None),
        "resume_url": ("resume_url", None),
        "salary_expectation": ("salary_expectation", None),
        "available_from": ("available_from", None),
        "notice_period_days": ("notice_period_days", None),
        "work_authorization": ("work_authorization", None),
        "current_title": ("current_title", None),
        "current_company": ("current_company", None),
        "links": ("links", None),
    }


@dataclass
class WorkAuthorizationPatch(Record):
    """Whether the person may work in a country"""
    country_code: Optional[str] = None
    needs_sponsorship: Optional[bool] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "country_code": ("country_code", None),
        "needs_sponsorship": ("needs_sponsorship", None),
    }


@dataclass
class SalaryExpectationPatch(Record):
    """The salary that the person expects"""
    amount_cents: Optional[int] = None
    currency: Optional[str] = None
    period: Optional[Literal["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "amount_cents": ("amount_cents", None),
        "currency": ("currency", None),
        "period": ("period", None),
    }


@dataclass
class ApplicationPatch(Record):
    """The change of an application, as a JSON Merge Patch (RFC 7396); null removes an optional member"""
    candidate: Optional[CandidatePatch] = None
    note: Union[Optional[str], Null] = None
    external_id: Union[Optional[str], Null] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "candidate": ("candidate", "CandidatePatch"),
        "note": ("note", None),
        "external_id": ("external_id", None),
    }


@dataclass
class CandidateCheck(Record):
    """Whether a person is free for a job"""
    result: Literal["AVAILABLE", "POSSIBLE", "YOURS", "TAKEN"]
    application_ids: Optional[List[str]] = None
    until: Optional[str] = None
    similar_application_ids: Optional[List[str]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "result": ("result", None),
        "application_ids": ("application_ids", None),
        "until": ("until", None),
        "similar_application_ids": ("similar_application_ids", None),
    }


@dataclass
class NewCandidateCheck(Record):
    """The person of a check, and the job"""
    job_id: str
    candidate: CheckedCandidate
    agency_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "job_id": ("job_id", None),
        "candidate": ("candidate", "CheckedCandidate"),
        "agency_id": ("agency_id", None),
    }


@dataclass
class CheckedCandidate(Record):
    """The person; nothing of it is stored"""
    email: str
    phone: Optional[str] = None
    linkedin_url: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "email": ("email", None),
        "phone": ("phone", None),
        "linkedin_url": ("linkedin_url", None),
    }


@dataclass
class NewApplication(Record):
    """Submits an application"""
    job_id: str
    candidate: NewCandidate
    agency_id: Optional[str] = None
    recruiter_id: Optional[str] = None
    note: Optional[str] = None
    external_id: Optional[str] = None
    answers: Optional[List[NewAnswer]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "job_id": ("job_id", None),
        "candidate": ("candidate", "NewCandidate"),
        "agency_id": ("agency_id", None),
        "recruiter_id": ("recruiter_id", None),
        "note": ("note", None),
        "external_id": ("external_id", None),
        "answers": ("answers", ["NewAnswer"]),
    }


@dataclass
class NewAnswer(Record):
    """The answer to a question of the job"""
    question_id: str
    value: Union[str, float, bool, List[str]]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "question_id": ("question_id", None),
        "value": ("value", None),
    }


@dataclass
class NewCandidate(Record):
    """The person who applies"""
    first_name: str
    last_name: str
    email: str
    phone_country: Optional[str] = None
    phone: Optional[str] = None
    linkedin_url: Optional[str] = None
    location: Optional[str] = None
    resume_url: Optional[str] = None
    salary_expectation: Optional[SalaryExpectation] = None
    available_from: Optional[str] = None
    notice_period_days: Optional[int] = None
    work_authorization: Optional[WorkAuthorization] = None
    current_title: Optional[str] = None
    current_company: Optional[str] = None
    links: Optional[List[str]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "first_name": ("first_name", None),
        "last_name": ("last_name", None),
        "email": ("email", None),
        "phone_country": ("phone_country", None),
        "phone": ("phone", None),
        "linkedin_url": ("linkedin_url", None),
        "location": ("location", None),
        "resume_url": ("resume_url", None),
        "salary_expectation": ("salary_expectation", "SalaryExpectation"),
        "available_from": ("available_from", None),
        "notice_period_days": ("notice_period_days", None),
        "work_authorization": ("work_authorization", "WorkAuthorization"),
        "current_title": ("current_title", None),
        "current_company": ("current_company", None),
        "links": ("links", None),
    }


@dataclass
class ApplicationPage(Record):
    """A page of the list"""
    content: List[Application]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Application"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class NewJobAssignment(Record):
    """The terms of an assignment; an absent member is removed from an assignment that is there"""
    visible_from: Optional[str] = None
    exclusive_until: Optional[str] = None
    submission_limit: Optional[int] = None
    instructions: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "visible_from": ("visible_from", None),
        "exclusive_until": ("exclusive_until", None),
        "submission_limit": ("submission_limit", None),
        "instructions": ("instructions", None),
    }


@dataclass
class JobAssignmentPage(Record):
    """A page of the list"""
    content: List[JobAssignment]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["JobAssignment"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class Job(Record):
    """A job of the organization; an absent member is not known"""
    id: str
    title: str
    description: str
    status: Optional[Literal["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]] = None
    location: Optional[str] = None
    workplace_type: Optional[Literal["ON_SITE", "HYBRID", "REMOTE"]] = None
    country_code: Optional[str] = None
    city: Optional[str] = None
    employment_type: Optional[Literal["FULL_TIME", "PART_TIME", "CONTRACT", "TEMPORARY", "INTERNSHIP"]] = None
    department: Optional[str] = None
    openings: Optional[int] = None
    salary_min_cents: Optional[int] = None
    salary_max_cents: Optional[int] = None
    currency: Optional[str] = None
    agency_access: Optional[Literal["ALL", "ASSIGNED"]] = None
    salary_period: Optional[Literal["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]] = None
    hiring_manager_id: Optional[str] = None
    recruiting_contact_id: Optional[str] = None
    description_format: Optional[Literal["TEXT", "MARKDOWN", "HTML"]] = None
    closes_on: Optional[str] = None
    apply_url: Optional[str] = None
    custom_fields: Optional[Dict[str, Any]] = None
    questions: Optional[List[Question]] = None
    close_reason: Optional[Literal["FILLED", "CANCELLED", "OTHER"]] = None
    hired_count: Optional[int] = None
    external_id: Optional[str] = None
    created_at: Optional[str] = None
    updated_at: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "title": ("title", None),
        "description": ("description", None),
        "status": ("status", None),
        "location": ("location", None),
        "workplace_type": ("workplace_type", None),
        "country_code": ("country_code", None),
        "city": ("city", None),
        "employment_type": ("employment_type", None),
        "department": ("department", None),
        "openings": ("openings", None),
        "salary_min_cents": ("salary_min_cents", None),
        "salary_max_cents": ("salary_max_cents", None),
        "currency": ("currency", None),
        "agency_access": ("agency_access", None),
        "salary_period": ("salary_period", None),
        "hiring_manager_id": ("hiring_manager_id", None),
        "recruiting_contact_id": ("recruiting_contact_id", None),
        "description_format": ("description_format", None),
        "closes_on": ("closes_on", None),
        "apply_url": ("apply_url", None),
        "custom_fields": ("custom_fields", None),
        "questions": ("questions", ["Question"]),
        "close_reason": ("close_reason", None),
        "hired_count": ("hired_count", None),
        "external_id": ("external_id", None),
        "created_at": ("created_at", None),
        "updated_at": ("updated_at", None),
    }


@dataclass
class NewQuestion(Record):
    """A question that a submission answers; a must-have is a required one"""
    id: str
    text: str
    type: Literal["SHORT_TEXT", "LONG_TEXT", "YES_NO", "NUMBER", "DATE", "SINGLE_SELECT", "MULTI_SELECT"]
    required: bool
    options: Optional[List[NewQuestionOption]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "text": ("text", None),
        "type": ("type", None),
        "required": ("required", None),
        "options": ("options", ["NewQuestionOption"]),
    }


@dataclass
class NewQuestionOption(Record):
    """An answer that can be chosen"""
    id: str
    label: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "label": ("label", None),
    }


@dataclass
class JobPatch(Record):
    """The change of a job, as a JSON Merge Patch (RFC 7396): an absent member stays, null removes an optional one"""
    title: Optional[str] = None
    description: Optional[str] = None
    status: Optional[Literal["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]] = None
    agency_access: Optional[Literal["ALL", "ASSIGNED"]] = None
    location: Union[Optional[str], Null] = None
    workplace_type: Union[Optional[Literal["ON_SITE", "HYBRID", "REMOTE"]], Null] = None
    country_code: Union[Optional[str], Null] = None
    city: Union[Optional[str], Null] = None
    employment_type: Union[Optional[Literal["FULL_TIME", "PART_TIME", "CONTRACT", "TEMPORARY", "INTERNSHIP"]], Null] = None
    department: Union[Optional[str], Null] = None
    openings: Union[Optional[int], Null] = None
    salary_min_cents: Union[Optional[int], Null] = None
    salary_max_cents: Union[Optional[int], Null] = None
    currency: Union[Optional[str], Null] = None
    salary_period: Union[Optional[Literal["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]], Null] = None
    hiring_manager_id: Union[Optional[str], Null] = None
    recruiting_contact_id: Union[Optional[str], Null] = None
    description_format: Union[Optional[Literal["TEXT", "MARKDOWN", "HTML"]], Null] = None
    closes_on: Union[Optional[str], Null] = None
    apply_url: Union[Optional[str], Null] = None
    custom_fields: Union[Optional[CustomFieldsPatch], Null] = None
    questions: Union[Optional[List[NewQuestion]], Null] = None
    close_reason: Union[Optional[Literal["FILLED", "CANCELLED", "OTHER"]], Null] = None
    external_id: Union[Optional[str], Null] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "title": ("title", None),
        "description": ("description", None),
        "status": ("status", None),
        "agency_access": ("agency_access", None),
        "location": ("location", None),
        "workplace_type": ("workplace_type", None),
        "country_code": ("country_code", None),
        "city": ("city", None),
        "employment_type": ("employment_type", None),
        "department": ("department", None),
        "openings": ("openings", None),
        "salary_min_cents": ("salary_min_cents", None),
        "salary_max_cents": ("salary_max_cents", None),
        "currency": ("currency", None),
        "salary_period": ("salary_period", None),
        "hiring_manager_id": ("hiring_manager_id", None),
        "recruiting_contact_id": ("recruiting_contact_id", None),
        "description_format": ("description_format", None),
        "closes_on": ("closes_on", None),
        "apply_url": ("apply_url", None),
        "custom_fields": ("custom_fields", None),
        "questions": ("questions", None),
        "close_reason": ("close_reason", None),
        "external_id": ("external_id", None),
    }


@dataclass
class NewJob(Record):
    """Adds a job; a salary needs a currency. Agencies read every member of a job: nothing internal belongs into it"""
    title: str
    description: str
    status: Optional[Literal["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]] = None
    agency_access: Optional[Literal["ALL", "ASSIGNED"]] = None
    location: Optional[str] = None
    workplace_type: Optional[Literal["ON_SITE", "HYBRID", "REMOTE"]] = None
    country_code: Optional[str] = None
    city: Optional[str] = None
    employment_type: Optional[Literal["FULL_TIME", "PART_TIME", "CONTRACT", "TEMPORARY", "INTERNSHIP"]] = None
    department: Optional[str] = None
    openings: Optional[int] = None
    salary_min_cents: Optional[int] = None
    salary_max_cents: Optional[int] = None
    currency: Optional[str] = None
    salary_period: Optional[Literal["YEAR", "MONTH", "WEEK", "DAY", "HOUR"]] = None
    hiring_manager_id: Optional[str] = None
    recruiting_contact_id: Optional[str] = None
    description_format: Optional[Literal["TEXT", "MARKDOWN", "HTML"]] = None
    closes_on: Optional[str] = None
    apply_url: Optional[str] = None
    custom_fields: Optional[NewCustomFields] = None
    questions: Optional[List[NewQuestion]] = None
    close_reason: Optional[Literal["FILLED", "CANCELLED", "OTHER"]] = None
    external_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "title": ("title", None),
        "description": ("description", None),
        "status": ("status", None),
        "agency_access": ("agency_access", None),
        "location": ("location", None),
        "workplace_type": ("workplace_type", None),
        "country_code": ("country_code", None),
        "city": ("city", None),
        "employment_type": ("employment_type", None),
        "department": ("department", None),
        "openings": ("openings", None),
        "salary_min_cents": ("salary_min_cents", None),
        "salary_max_cents": ("salary_max_cents", None),
        "currency": ("currency", None),
        "salary_period": ("salary_period", None),
        "hiring_manager_id": ("hiring_manager_id", None),
        "recruiting_contact_id": ("recruiting_contact_id", None),
        "description_format": ("description_format", None),
        "closes_on": ("closes_on", None),
        "apply_url": ("apply_url", None),
        "custom_fields": ("custom_fields", "NewCustomFields"),
        "questions": ("questions", ["NewQuestion"]),
        "close_reason": ("close_reason", None),
        "external_id": ("external_id", None),
    }


@dataclass
class JobPage(Record):
    """A page of the list"""
    content: List[Job]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["Job"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class OwnOrganization(Record):
    """The organization of the token"""
    id: str
    name: str
    settings: OrganizationSettings
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "name": ("name", None),
        "settings": ("settings", "OrganizationSettings"),
    }


@dataclass
class OrganizationSettings(Record):
    """The organization's rules for the work with its agencies"""
    agency_access: Literal["ALL", "ASSIGNED"]
    confirmation: Literal["ATTESTED", "CANDIDATE"]
    consent: Literal["OPTIONAL", "REQUIRED"]
    fees_apply: Literal["AT_HIRE", "AT_CONFIRMATION"]
    ownership_days: int
    retention_days: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "agency_access": ("agency_access", None),
        "confirmation": ("confirmation", None),
        "consent": ("consent", None),
        "fees_apply": ("fees_apply", None),
        "ownership_days": ("ownership_days", None),
        "retention_days": ("retention_days", None),
    }


@dataclass
class OrganizationSettingsPatch(Record):
    """The change of the settings: an absent one stays"""
    agency_access: Optional[Literal["ALL", "ASSIGNED"]] = None
    confirmation: Optional[Literal["ATTESTED", "CANDIDATE"]] = None
    consent: Optional[Literal["OPTIONAL", "REQUIRED"]] = None
    fees_apply: Optional[Literal["AT_HIRE", "AT_CONFIRMATION"]] = None
    ownership_days: Optional[int] = None
    retention_days: Optional[int] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "agency_access": ("agency_access", None),
        "confirmation": ("confirmation", None),
        "consent": ("consent", None),
        "fees_apply": ("fees_apply", None),
        "ownership_days": ("ownership_days", None),
        "retention_days": ("retention_days", None),
    }


@dataclass
class OrganizationPatch(Record):
    """The change of the organization, as a JSON Merge Patch (RFC 7396): an absent setting stays"""
    settings: Optional[OrganizationSettingsPatch] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "settings": ("settings", "OrganizationSettingsPatch"),
    }


@dataclass
class NewOwnSecret(Record):
    """A new secret of the client. A replayed answer lacks `client_secret`"""
    id: str
    created_at: str
    client_secret: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "created_at": ("created_at", None),
        "client_secret": ("client_secret", None),
    }


@dataclass
class OwnRequestPage(Record):
    """A page of the list"""
    content: List[OwnRequest]
    next: Optional[str]
    count: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "content": ("content", ["OwnRequest"]),
        "next": ("next", None),
        "count": ("count", None),
    }


@dataclass
class OwnRequest(Record):
    """A request of the client and its answer, without values"""
    request_id: str
    at: str
    method: str
    route: str
    status: int
    duration_ms: float
    steps: List[LoggedStep]
    problems: List[LoggedProblem]
    query: List[str]
    body: List[BodyMember]
    error: Optional[str] = None
    is_replay: Optional[Literal[True]] = None
    organization_id: Optional[str] = None
    trace_id: Optional[str] = None
    rate_limit: Optional[LoggedAllowance] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "request_id": ("request_id", None),
        "at": ("at", None),
        "method": ("method", None),
        "route": ("route", None),
        "status": ("status", None),
        "duration_ms": ("duration_ms", None),
        "steps": ("steps", ["LoggedStep"]),
        "problems": ("problems", ["LoggedProblem"]),
        "query": ("query", None),
        "body": ("body", ["BodyMember"]),
        "error": ("error", None),
        "is_replay": ("is_replay", None),
        "organization_id": ("organization_id", None),
        "trace_id": ("trace_id", None),
        "rate_limit": ("rate_limit", "LoggedAllowance"),
    }


@dataclass
class LoggedAllowance(Record):
    """The state of the rate limit"""
    remaining: int
    burst: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "remaining": ("remaining", None),
        "burst": ("burst", None),
    }


@dataclass
class BodyMember(Record):
    """A member of a body, without its value"""
    path: str
    type: Literal["null", "boolean", "number", "string", "array", "object"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "path": ("path", None),
        "type": ("type", None),
    }


@dataclass
class LoggedProblem(Record):
    """A mistake that the answer has named"""
    in_: ProblemLocation
    path: str
    code: Literal["required", "unknown", "type", "format", "range", "length", "duplicate", "conflict", "not_allowed"]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "in_": ("in", "ProblemLocation"),
        "path": ("path", None),
        "code": ("code", None),
    }


@dataclass
class LoggedStep(Record):
    """A step on the way of a request"""
    step: Literal["admitted", "body_read", "answered"]
    after_ms: float
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "step": ("step", None),
        "after_ms": ("after_ms", None),
    }


@dataclass
class OwnClient(Record):
    """The client of the token"""
    id: str
    name: str
    grants: List[ClientGrant]
    limits: ClientLimits
    secrets: List[OwnSecret]
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "name": ("name", None),
        "grants": ("grants", ["ClientGrant"]),
        "limits": ("limits", "ClientLimits"),
        "secrets": ("secrets", ["OwnSecret"]),
    }


@dataclass
class OwnSecret(Record):
    """A live secret of the client, without its value"""
    id: str
    created_at: str
    last_used_hour: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "created_at": ("created_at", None),
        "last_used_hour": ("last_used_hour", None),
    }


@dataclass
class ClientLimits(Record):
    """The limits of the client. `organization` is its rate in each organization, `client` its rate in all of them together, requests for tokens included; a service of several nodes shows the rates of the node that answers"""
    organization: RequestRate
    client: RequestRate
    grants: int
    live_tokens: int
    secrets: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "organization": ("organization", "RequestRate"),
        "client": ("client", "RequestRate"),
        "grants": ("grants", None),
        "live_tokens": ("live_tokens", None),
        "secrets": ("secrets", None),
    }


@dataclass
class RequestRate(Record):
    """A rate of requests"""
    requests_per_second: float
    burst: int
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "requests_per_second": ("requests_per_second", None),
        "burst": ("burst", None),
    }


@dataclass
class ClientGrant(Record):
    """The permissions of a client in one organization"""
    organization_id: str
    permissions: List[Literal["jobs:read", "jobs:write", "applications:read", "applications:write", "users:read", "users:write", "agencies:read", "fees:write", "audit:read", "webhooks:manage", "agencies:write", "organization:manage", "privacy:manage", "placements:read", "placements:write"]]
    agency_id: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "organization_id": ("organization_id", None),
        "permissions": ("permissions", None),
        "agency_id": ("agency_id", None),
    }


@dataclass
class ScopedAccessToken(Record):
    """A token for one organization"""
    access_token: str
    scope: str
    token_type: Literal["Bearer"] = "Bearer"
    expires_in: Literal[86400] = 86400
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "access_token": ("access_token", None),
        "scope": ("scope", None),
        "token_type": ("token_type", None),
        "expires_in": ("expires_in", None),
    }


@dataclass
class Organization(Record):
    """An organization that the client may work for"""
    id: str
    name: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "id": ("id", None),
        "name": ("name", None),
    }


@dataclass
class NewOrganization(Record):
    """Creates an organization"""
    name: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "name": ("name", None),
    }


@dataclass
class AccessToken(Record):
    """A token for the credentials"""
    access_token: str
    expires_in: int
    token_type: Literal["bearer"] = "bearer"
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "access_token": ("access_token", None),
        "expires_in": ("expires_in", None),
        "token_type": ("token_type", None),
    }


@dataclass
class ClientCredentials(Record):
    """Client credentials, issued to the partner"""
    client_id: str
    client_secret: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "client_id": ("client_id", None),
        "client_secret": ("client_secret", None),
    }


@dataclass
class ProtectedResourceMetadata(Record):
    """The issuer of tokens for this service (RFC 9728)"""
    resource: str
    authorization_servers: List[str]
    bearer_methods_supported: List[str]
    resource_documentation: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "resource": ("resource", None),
        "authorization_servers": ("authorization_servers", None),
        "bearer_methods_supported": ("bearer_methods_supported", None),
        "resource_documentation": ("resource_documentation", None),
    }


@dataclass
class AuthorizationServerMetadata(Record):
    """The metadata of the token endpoint for OAuth clients (RFC 8414)"""
    issuer: str
    token_endpoint: str
    revocation_endpoint: str
    grant_types_supported: List[str]
    token_endpoint_auth_methods_supported: List[str]
    revocation_endpoint_auth_methods_supported: List[str]
    response_types_supported: List[str]
    service_documentation: str
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "issuer": ("issuer", None),
        "token_endpoint": ("token_endpoint", None),
        "revocation_endpoint": ("revocation_endpoint", None),
        "grant_types_supported": ("grant_types_supported", None),
        "token_endpoint_auth_methods_supported": ("token_endpoint_auth_methods_supported", None),
        "revocation_endpoint_auth_methods_supported": ("revocation_endpoint_auth_methods_supported", None),
        "response_types_supported": ("response_types_supported", None),
        "service_documentation": ("service_documentation", None),
    }


@dataclass
class OAuthErrorBody(Record):
    """An error of the OAuth token endpoint"""
    error: Literal["invalid_request", "invalid_cursor", "unsupported_grant_type", "invalid_scope", "unauthorized", "invalid_client", "forbidden", "not_found", "method_not_allowed", "request_timeout", "conflict", "duplicate_application", "invalid_transition", "idempotency_in_progress", "cursor_expired", "precondition_failed", "payload_too_large", "uri_too_long", "unsupported_media_type", "range_not_satisfiable", "expectation_failed", "headers_too_large", "unprocessable_entity", "idempotency_key_reused", "rate_limited", "internal_error", "unavailable"]
    message: str
    error_description: str
    request_id: Optional[str] = None
    details: Optional[List[Problem]] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "error": ("error", None),
        "message": ("message", None),
        "error_description": ("error_description", None),
        "request_id": ("request_id", None),
        "details": ("details", ["Problem"]),
    }


@dataclass
class RevocationRequest(Record):
    """A token of the client (RFC 7009 §2.1)"""
    token: str
    token_type_hint: Optional[str] = None
    client_id: Optional[str] = None
    client_secret: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "token": ("token", None),
        "token_type_hint": ("token_type_hint", None),
        "client_id": ("client_id", None),
        "client_secret": ("client_secret", None),
    }


@dataclass
class TokenRequest(Record):
    """Client credentials (RFC 6749 §4.4.2)"""
    grant_type: Literal["client_credentials"] = "client_credentials"
    client_id: Optional[str] = None
    client_secret: Optional[str] = None
    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {
        "grant_type": ("grant_type", None),
        "client_id": ("client_id", None),
        "client_secret": ("client_secret", None),
    }


Fee = Any  # Union[FlatFee, PercentageFee]
HireFee = Any  # Union[FlatFee, PercentageFee, OptimizedFee]
Event = Any  # Union[JobCreatedEvent, JobUpdatedEvent, JobOpenedEvent, JobHeldEvent, JobClosedEvent, JobAssignedEvent, JobAssignmentSetEvent, JobUnassignedEvent, JobRestrictedEvent, ApplicationSubmittedEvent, ApplicationImportedEvent, ApplicationConfirmationRequestedEvent, ApplicationConfirmationExpiredEvent, ApplicationConfirmedEvent, ApplicationDeclinedEvent, ApplicationKeptEvent, ApplicationAdvancedEvent, ApplicationRejectedEvent, ApplicationRestoredEvent, ApplicationWithdrawnEvent, ApplicationClaimReleasedEvent, ApplicationHiredEvent, ApplicationHireCancelledEvent, ApplicationUpdatedEvent, ApplicationErasedEvent, ApplicationAttachmentAddedEvent, ApplicationAttachmentRemovedEvent, ApplicationAttachmentScannedEvent, MessageCreatedEvent, PlacementCreatedEvent, PlacementRescheduledEvent, PlacementStartedEvent, PlacementCancelledEvent, PlacementFellOffEvent, PlacementCompletedEvent, PlacementSettledEvent, UserCreatedEvent, UserUpdatedEvent, UserDisabledEvent, UserErasedEvent, AgencyCreatedEvent, AgencyUpdatedEvent, AgencyFeesSetEvent, AgencyInvitationCreatedEvent, AgencyInvitationAcceptedEvent, AgencyInvitationRevokedEvent, WebhookEndpointFailingEvent, WebhookEndpointRecoveredEvent, WebhookEndpointDisabledEvent, OrganizationUpdatedEvent, RejectionReasonCreatedEvent, RejectionReasonUpdatedEvent, RejectionReasonDeletedEvent, JobsImportedEvent, AgenciesImportedEvent, UsersImportedEvent, ApplicationsImportedEvent]
ProblemLocation = Literal["body", "query", "path", "header"]
NewFee = Any  # Union[NewFlatFee, NewPercentageFee]
PlacementTransition = Any  # Union[RescheduleAction, StartAction, CancelAction, FallOffAction, SettleAction]
ApplicationTransition = Any  # Union[ConfirmAction, DeclineAction, KeepAction, AdvanceAction, RestoreAction, WithdrawAction, ReleaseAction, RejectAction, HireAction]
ExpectedFee = Any  # Union[NewFlatFee, NewPercentageFee, OptimizedFee]
CustomFieldsPatch = Any  # Dict[str, Any]
NewCustomFields = Any  # Dict[str, Any]
TYPES: Dict[str, Any] = {"ApplicationsImportedEvent": ApplicationsImportedEvent, "ImportTally": ImportTally, "UsersImportedEvent": UsersImportedEvent, "AgenciesImportedEvent": AgenciesImportedEvent, "JobsImportedEvent": JobsImportedEvent, "RejectionReasonDeletedEvent": RejectionReasonDeletedEvent, "RejectionReason": RejectionReason, "RejectionReasonUpdatedEvent": RejectionReasonUpdatedEvent, "RejectionReasonCreatedEvent": RejectionReasonCreatedEvent, "OrganizationUpdatedEvent": OrganizationUpdatedEvent, "OrganizationSnapshot": OrganizationSnapshot, "WebhookEndpointDisabledEvent": WebhookEndpointDisabledEvent, "WebhookEndpointSnapshot": WebhookEndpointSnapshot, "WebhookEndpointRecoveredEvent": WebhookEndpointRecoveredEvent, "WebhookEndpointFailingEvent": WebhookEndpointFailingEvent, "AgencyInvitationRevokedEvent": AgencyInvitationRevokedEvent, "AgencyInvitationSnapshot": AgencyInvitationSnapshot, "AgencyInvitationAcceptedEvent": AgencyInvitationAcceptedEvent, "AgencyInvitationCreatedEvent": AgencyInvitationCreatedEvent, "AgencyFeesSetEvent": AgencyFeesSetEvent, "AgencyFeesSnapshot": AgencyFeesSnapshot, "Guarantee": Guarantee, "PercentageFee": PercentageFee, "FlatFee": FlatFee, "AgencyUpdatedEvent": AgencyUpdatedEvent, "AgencySnapshot": AgencySnapshot, "AgencyCreatedEvent": AgencyCreatedEvent, "UserErasedEvent": UserErasedEvent, "UserSnapshot": UserSnapshot, "UserDisabledEvent": UserDisabledEvent, "UserUpdatedEvent": UserUpdatedEvent, "UserCreatedEvent": UserCreatedEvent, "PlacementSettledEvent": PlacementSettledEvent, "PlacementStatuses": PlacementStatuses, "PlacementSnapshot": PlacementSnapshot, "SettlementSnapshot": SettlementSnapshot, "OptimizedFee": OptimizedFee, "PlacementCompletedEvent": PlacementCompletedEvent, "PlacementFellOffEvent": PlacementFellOffEvent, "PlacementCancelledEvent": PlacementCancelledEvent, "PlacementStartedEvent": PlacementStartedEvent, "PlacementRescheduledEvent": PlacementRescheduledEvent, "PlacementCreatedEvent": PlacementCreatedEvent, "MessageCreatedEvent": MessageCreatedEvent, "MessageSnapshot": MessageSnapshot, "ApplicationReference": ApplicationReference, "ApplicationAttachmentScannedEvent": ApplicationAttachmentScannedEvent, "ApplicationAttachmentRemovedEvent": ApplicationAttachmentRemovedEvent, "ApplicationAttachmentAddedEvent": ApplicationAttachmentAddedEvent, "ApplicationErasedEvent": ApplicationErasedEvent, "Application": Application, "Ownership": Ownership, "Hire": Hire, "Withdrawal": Withdrawal, "Rejection": Rejection, "ApplicationTerms": ApplicationTerms, "AgencyFees": AgencyFees, "Consent": Consent, "ApplicationAnswer": ApplicationAnswer, "Candidate": Candidate, "WorkAuthorization": WorkAuthorization, "SalaryExpectation": SalaryExpectation, "ApplicationUpdatedEvent": ApplicationUpdatedEvent, "ApplicationHireCancelledEvent": ApplicationHireCancelledEvent, "ApplicationHiredEvent": ApplicationHiredEvent, "ApplicationClaimReleasedEvent": ApplicationClaimReleasedEvent, "ApplicationWithdrawnEvent": ApplicationWithdrawnEvent, "ApplicationRestoredEvent": ApplicationRestoredEvent, "ApplicationRejectedEvent": ApplicationRejectedEvent, "ApplicationAdvancedEvent": ApplicationAdvancedEvent, "ApplicationKeptEvent": ApplicationKeptEvent, "ApplicationDeclinedEvent": ApplicationDeclinedEvent, "ApplicationConfirmedEvent": ApplicationConfirmedEvent, "ApplicationConfirmationExpiredEvent": ApplicationConfirmationExpiredEvent, "ApplicationConfirmationRequestedEvent": ApplicationConfirmationRequestedEvent, "ApplicationImportedEvent": ApplicationImportedEvent, "ApplicationSubmittedEvent": ApplicationSubmittedEvent, "JobRestrictedEvent": JobRestrictedEvent, "JobReference": JobReference, "JobUnassignedEvent": JobUnassignedEvent, "JobAssignmentSetEvent": JobAssignmentSetEvent, "JobAssignment": JobAssignment, "JobAssignedEvent": JobAssignedEvent, "JobSnapshot": JobSnapshot, "Question": Question, "QuestionOption": QuestionOption, "JobClosedEvent": JobClosedEvent, "JobHeldEvent": JobHeldEvent, "JobOpenedEvent": JobOpenedEvent, "JobUpdatedEvent": JobUpdatedEvent, "JobCreatedEvent": JobCreatedEvent, "PingEvent": PingEvent, "ErrorBody": ErrorBody, "ScopedTokenRequest": ScopedTokenRequest, "AuditEntry": AuditEntry, "Placement": Placement, "Settlement": Settlement, "Message": Message, "Attachment": Attachment, "Problem": Problem, "Extensions": Extensions, "Health": Health, "AuditEntryPage": AuditEntryPage, "WebhookRecovered": WebhookRecovered, "WebhookRecovery": WebhookRecovery, "WebhookDelivery": WebhookDelivery, "WebhookAttempt": WebhookAttempt, "WebhookDeliveryPage": WebhookDeliveryPage, "WebhookEndpoint": WebhookEndpoint, "SecretRotation": SecretRotation, "WebhookEndpointPatch": WebhookEndpointPatch, "NewWebhookEndpoint": NewWebhookEndpoint, "WebhookEndpointPage": WebhookEndpointPage, "EventTypeList": EventTypeList, "EventTypeInfo": EventTypeInfo, "EventPage": EventPage, "NewSubjectExport": NewSubjectExport, "ErasureRequest": ErasureRequest, "NewErasureRequest": NewErasureRequest, "ErasureRequestPage": ErasureRequestPage, "ShownConfirmation": ShownConfirmation, "ConfirmationDecision": ConfirmationDecision, "ConfirmationToken": ConfirmationToken, "AcceptedInvitation": AcceptedInvitation, "InvitationToken": InvitationToken, "ShownInvitation": ShownInvitation, "AgencyInvitation": AgencyInvitation, "NewAgencyInvitation": NewAgencyInvitation, "AgencyInvitationPage": AgencyInvitationPage, "JobAssignmentPage_1": JobAssignmentPage_1, "FeesChangePage": FeesChangePage, "FeesChange": FeesChange, "FeePreview": FeePreview, "NewFeePreview": NewFeePreview, "NewPercentageFee": NewPercentageFee, "NewFlatFee": NewFlatFee, "AgencyFeesUpdate": AgencyFeesUpdate, "NewGuarantee": NewGuarantee, "Agency": Agency, "Recruiter": Recruiter, "NewRecruiter": NewRecruiter, "AgencyPatch": AgencyPatch, "NewAgency": NewAgency, "AgencyPage": AgencyPage, "User": User, "UserPatch": UserPatch, "NewUser": NewUser, "UserPage": UserPage, "PlacementChangePage": PlacementChangePage, "PlacementChange": PlacementChange, "SettleAction": SettleAction, "FallOffAction": FallOffAction, "CancelAction": CancelAction, "StartAction": StartAction, "RescheduleAction": RescheduleAction, "PlacementPage": PlacementPage, "NewRejectionReason": NewRejectionReason, "RejectionReasonPage": RejectionReasonPage, "NewMessage": NewMessage, "MessagePage": MessagePage, "AttachmentPage": AttachmentPage, "ApplicationChangePage": ApplicationChangePage, "ApplicationChange": ApplicationChange, "HireAction": HireAction, "NewHire": NewHire, "RejectAction": RejectAction, "ReleaseAction": ReleaseAction, "WithdrawAction": WithdrawAction, "RestoreAction": RestoreAction, "AdvanceAction": AdvanceAction, "KeepAction": KeepAction, "DeclineAction": DeclineAction, "ConfirmAction": ConfirmAction, "NewConsent": NewConsent, "ConfirmationRequest": ConfirmationRequest, "CandidatePatch": CandidatePatch, "WorkAuthorizationPatch": WorkAuthorizationPatch, "SalaryExpectationPatch": SalaryExpectationPatch, "ApplicationPatch": ApplicationPatch, "CandidateCheck": CandidateCheck, "NewCandidateCheck": NewCandidateCheck, "CheckedCandidate": CheckedCandidate, "NewApplication": NewApplication, "NewAnswer": NewAnswer, "NewCandidate": NewCandidate, "ApplicationPage": ApplicationPage, "NewJobAssignment": NewJobAssignment, "JobAssignmentPage": JobAssignmentPage, "Job": Job, "NewQuestion": NewQuestion, "NewQuestionOption": NewQuestionOption, "JobPatch": JobPatch, "NewJob": NewJob, "JobPage": JobPage, "OwnOrganization": OwnOrganization, "OrganizationSettings": OrganizationSettings, "OrganizationSettingsPatch": OrganizationSettingsPatch, "OrganizationPatch": OrganizationPatch, "NewOwnSecret": NewOwnSecret, "OwnRequestPage": OwnRequestPage, "OwnRequest": OwnRequest, "LoggedAllowance": LoggedAllowance, "BodyMember": BodyMember, "LoggedProblem": LoggedProblem, "LoggedStep": LoggedStep, "OwnClient": OwnClient, "OwnSecret": OwnSecret, "ClientLimits": ClientLimits, "RequestRate": RequestRate, "ClientGrant": ClientGrant, "ScopedAccessToken": ScopedAccessToken, "Organization": Organization, "NewOrganization": NewOrganization, "AccessToken": AccessToken, "ClientCredentials": ClientCredentials, "ProtectedResourceMetadata": ProtectedResourceMetadata, "AuthorizationServerMetadata": AuthorizationServerMetadata, "OAuthErrorBody": OAuthErrorBody, "RevocationRequest": RevocationRequest, "TokenRequest": TokenRequest}
UNIONS: Dict[str, Any] = {"Fee": ("feeType", {"FLAT_FEE": "FlatFee", "PERCENTAGE_FEE": "PercentageFee"}), "HireFee": ("feeType", {"FLAT_FEE": "FlatFee", "PERCENTAGE_FEE": "PercentageFee", "OPTIMIZED_FEE": "OptimizedFee"}), "Event": ("type", {"job.created": "JobCreatedEvent", "job.updated": "JobUpdatedEvent", "job.opened": "JobOpenedEvent", "job.held": "JobHeldEvent", "job.closed": "JobClosedEvent", "job.assigned": "JobAssignedEvent", "job.assignment_set": "JobAssignmentSetEvent", "job.unassigned": "JobUnassignedEvent", "job.restricted": "JobRestrictedEvent", "application.submitted": "ApplicationSubmittedEvent", "application.imported": "ApplicationImportedEvent", "application.confirmation_requested": "ApplicationConfirmationRequestedEvent", "application.confirmation_expired": "ApplicationConfirmationExpiredEvent", "application.confirmed": "ApplicationConfirmedEvent", "application.declined": "ApplicationDeclinedEvent", "application.kept": "ApplicationKeptEvent", "application.advanced": "ApplicationAdvancedEvent", "application.rejected": "ApplicationRejectedEvent", "application.restored": "ApplicationRestoredEvent", "application.withdrawn": "ApplicationWithdrawnEvent", "application.claim_released": "ApplicationClaimReleasedEvent", "application.hired": "ApplicationHiredEvent", "application.hire_cancelled": "ApplicationHireCancelledEvent", "application.updated": "ApplicationUpdatedEvent", "application.erased": "ApplicationErasedEvent", "application.attachment_added": "ApplicationAttachmentAddedEvent", "application.attachment_removed": "ApplicationAttachmentRemovedEvent", "application.attachment_scanned": "ApplicationAttachmentScannedEvent", "message.created": "MessageCreatedEvent", "placement.created": "PlacementCreatedEvent", "placement.rescheduled": "PlacementRescheduledEvent", "placement.started": "PlacementStartedEvent", "placement.cancelled": "PlacementCancelledEvent", "placement.fell_off": "PlacementFellOffEvent", "placement.completed": "PlacementCompletedEvent", "placement.settled": "PlacementSettledEvent", "user.created": "UserCreatedEvent", "user.updated": "UserUpdatedEvent", "user.disabled": "UserDisabledEvent", "user.erased": "UserErasedEvent", "agency.created": "AgencyCreatedEvent", "agency.updated": "AgencyUpdatedEvent", "agency_fees.set": "AgencyFeesSetEvent", "agency_invitation.created": "AgencyInvitationCreatedEvent", "agency_invitation.accepted": "AgencyInvitationAcceptedEvent", "agency_invitation.revoked": "AgencyInvitationRevokedEvent", "webhook_endpoint.failing": "WebhookEndpointFailingEvent", "webhook_endpoint.recovered": "WebhookEndpointRecoveredEvent", "webhook_endpoint.disabled": "WebhookEndpointDisabledEvent", "organization.updated": "OrganizationUpdatedEvent", "rejection_reason.created": "RejectionReasonCreatedEvent", "rejection_reason.updated": "RejectionReasonUpdatedEvent", "rejection_reason.deleted": "RejectionReasonDeletedEvent", "jobs.imported": "JobsImportedEvent", "agencies.imported": "AgenciesImportedEvent", "users.imported": "UsersImportedEvent", "applications.imported": "ApplicationsImportedEvent"}), "ProblemLocation": None, "NewFee": ("feeType", {"FLAT_FEE": "NewFlatFee", "PERCENTAGE_FEE": "NewPercentageFee"}), "PlacementTransition": ("action", {"reschedule": "RescheduleAction", "start": "StartAction", "cancel": "CancelAction", "fall_off": "FallOffAction", "settle": "SettleAction"}), "ApplicationTransition": ("action", {"confirm": "ConfirmAction", "decline": "DeclineAction", "keep": "KeepAction", "advance": "AdvanceAction", "restore": "RestoreAction", "withdraw": "WithdrawAction", "release": "ReleaseAction", "reject": "RejectAction", "hire": "HireAction"}), "ExpectedFee": ("feeType", {"FLAT_FEE": "NewFlatFee", "PERCENTAGE_FEE": "NewPercentageFee", "OPTIMIZED_FEE": "OptimizedFee"}), "CustomFieldsPatch": None, "NewCustomFields": None}
WEBHOOK_EVENT: Any = ("type", {"ping": "PingEvent", "job.created": "JobCreatedEvent", "job.updated": "JobUpdatedEvent", "job.opened": "JobOpenedEvent", "job.held": "JobHeldEvent", "job.closed": "JobClosedEvent", "job.assigned": "JobAssignedEvent", "job.assignment_set": "JobAssignmentSetEvent", "job.unassigned": "JobUnassignedEvent", "job.restricted": "JobRestrictedEvent", "application.submitted": "ApplicationSubmittedEvent", "application.imported": "ApplicationImportedEvent", "application.confirmation_requested": "ApplicationConfirmationRequestedEvent", "application.confirmation_expired": "ApplicationConfirmationExpiredEvent", "application.confirmed": "ApplicationConfirmedEvent", "application.declined": "ApplicationDeclinedEvent", "application.kept": "ApplicationKeptEvent", "application.advanced": "ApplicationAdvancedEvent", "application.rejected": "ApplicationRejectedEvent", "application.restored": "ApplicationRestoredEvent", "application.withdrawn": "ApplicationWithdrawnEvent", "application.claim_released": "ApplicationClaimReleasedEvent", "application.hired": "ApplicationHiredEvent", "application.hire_cancelled": "ApplicationHireCancelledEvent", "application.updated": "ApplicationUpdatedEvent", "application.erased": "ApplicationErasedEvent", "application.attachment_added": "ApplicationAttachmentAddedEvent", "application.attachment_removed": "ApplicationAttachmentRemovedEvent", "application.attachment_scanned": "ApplicationAttachmentScannedEvent", "message.created": "MessageCreatedEvent", "placement.created": "PlacementCreatedEvent", "placement.rescheduled": "PlacementRescheduledEvent", "placement.started": "PlacementStartedEvent", "placement.cancelled": "PlacementCancelledEvent", "placement.fell_off": "PlacementFellOffEvent", "placement.completed": "PlacementCompletedEvent", "placement.settled": "PlacementSettledEvent", "user.created": "UserCreatedEvent", "user.updated": "UserUpdatedEvent", "user.disabled": "UserDisabledEvent", "user.erased": "UserErasedEvent", "agency.created": "AgencyCreatedEvent", "agency.updated": "AgencyUpdatedEvent", "agency_fees.set": "AgencyFeesSetEvent", "agency_invitation.created": "AgencyInvitationCreatedEvent", "agency_invitation.accepted": "AgencyInvitationAcceptedEvent", "agency_invitation.revoked": "AgencyInvitationRevokedEvent", "webhook_endpoint.failing": "WebhookEndpointFailingEvent", "webhook_endpoint.recovered": "WebhookEndpointRecoveredEvent", "webhook_endpoint.disabled": "WebhookEndpointDisabledEvent", "organization.updated": "OrganizationUpdatedEvent", "rejection_reason.created": "RejectionReasonCreatedEvent", "rejection_reason.updated": "RejectionReasonUpdatedEvent", "rejection_reason.deleted": "RejectionReasonDeletedEvent", "jobs.imported": "JobsImportedEvent", "agencies.imported": "AgenciesImportedEvent", "users.imported": "UsersImportedEvent", "applications.imported": "ApplicationsImportedEvent"})


class InvalidRequest(ApiError):
    """The error `invalid_request`."""


class InvalidCursor(ApiError):
    """The error `invalid_cursor`."""


class UnsupportedGrantType(ApiError):
    """The error `unsupported_grant_type`."""


class InvalidScope(ApiError):
    """The error `invalid_scope`."""


class Unauthorized(ApiError):
    """The error `unauthorized`."""


class InvalidClient(ApiError):
    """The error `invalid_client`."""


class Forbidden(ApiError):
    """The error `forbidden`."""


class NotFound(ApiError):
    """The error `not_found`."""


class MethodNotAllowed(ApiError):
    """The error `method_not_allowed`."""


class RequestTimeout(ApiError):
    """The error `request_timeout`."""


class Conflict(ApiError):
    """The error `conflict`."""


class DuplicateApplication(ApiError):
    """The error `duplicate_application`."""


class InvalidTransition(ApiError):
    """The error `invalid_transition`."""


class IdempotencyInProgress(ApiError):
    """The error `idempotency_in_progress`."""


class CursorExpired(ApiError):
    """The error `cursor_expired`."""


class PreconditionFailed(ApiError):
    """The error `precondition_failed`."""


class PayloadTooLarge(ApiError):
    """The error `payload_too_large`."""


class UriTooLong(ApiError):
    """The error `uri_too_long`."""


class UnsupportedMediaType(ApiError):
    """The error `unsupported_media_type`."""


class RangeNotSatisfiable(ApiError):
    """The error `range_not_satisfiable`."""


class ExpectationFailed(ApiError):
    """The error `expectation_failed`."""


class HeadersTooLarge(ApiError):
    """The error `headers_too_large`."""


class UnprocessableEntity(ApiError):
    """The error `unprocessable_entity`."""


class IdempotencyKeyReused(ApiError):
    """The error `idempotency_key_reused`."""


class RateLimited(ApiError):
    """The error `rate_limited`."""


class InternalError(ApiError):
    """The error `internal_error`."""


class Unavailable(ApiError):
    """The error `unavailable`."""


ERRORS: Dict[Any, Any] = {"invalid_request": InvalidRequest, "invalid_cursor": InvalidCursor, "unsupported_grant_type": UnsupportedGrantType, "invalid_scope": InvalidScope, "unauthorized": Unauthorized, "invalid_client": InvalidClient, "forbidden": Forbidden, "not_found": NotFound, "method_not_allowed": MethodNotAllowed, "request_timeout": RequestTimeout, "conflict": Conflict, "duplicate_application": DuplicateApplication, "invalid_transition": InvalidTransition, "idempotency_in_progress": IdempotencyInProgress, "cursor_expired": CursorExpired, "precondition_failed": PreconditionFailed, "payload_too_large": PayloadTooLarge, "uri_too_long": UriTooLong, "unsupported_media_type": UnsupportedMediaType, "range_not_satisfiable": RangeNotSatisfiable, "expectation_failed": ExpectationFailed, "headers_too_large": HeadersTooLarge, "unprocessable_entity": UnprocessableEntity, "idempotency_key_reused": IdempotencyKeyReused, "rate_limited": RateLimited, "internal_error": InternalError, "unavailable": Unavailable}


class OrganizationClientSettings(Group):
    def get(self) -> OwnOrganization:
        """The organization of the token, with its settings. Needs a token for the organization."""
        return self._one("OwnOrganization", "scoped", "GET", "/v1/organization")

    def update(self, body: OrganizationPatch, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> OwnOrganization:
        """Changes settings and answers with all of them. A changed setting acts on what is written after it: a job keeps its access. Needs a token for the organization with the permission `organization:manage`."""
        return self._one("OwnOrganization", "scoped", "PATCH", "/v1/organization", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)


class OrganizationClientJobs(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[List[Literal["DRAFT", "OPEN", "ON_HOLD", "CLOSED"]]] = None, external_id: Optional[str] = None, workplace_type: Optional[Literal["ON_SITE", "HYBRID", "REMOTE"]] = None, country_code: Optional[str] = None, department: Optional[str] = None, q: Optional[str] = None, updated_since: Optional[str] = None) -> Iterator[Job]:
        """The jobs of the organization, ordered by id, page by page. Needs a token for the organization with the permission `jobs:read`."""
        return self._items("Job", "scoped", "/v1/jobs", {"limit": limit, "cursor": cursor, "status": status, "external_id": external_id, "workplace_type": workplace_type, "country_code": country_code, "department": department, "q": q, "updated_since": updated_since})

    def create(self, body: NewJob, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> Job:
        """Adds a job to the organization: a draft by default. Needs a token for the organization with the permission `jobs:write`."""
        return self._one("Job", "scoped", "POST", "/v1/jobs", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def get(self, job_id: str) -> Job:
        """One job of the organization. Needs a token for the organization with the permission `jobs:read`."""
        return self._one("Job", "scoped", "GET", f"/v1/jobs/{parse.quote(job_id, safe='')}")

    def update(self, job_id: str, body: JobPatch, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> Job:
        """Changes a job and answers with all of it. The status moves DRAFT → OPEN or CLOSED, OPEN → ON_HOLD or CLOSED, ON_HOLD → OPEN or CLOSED, CLOSED → OPEN. Needs a token for the organization with the permission `jobs:write`."""
        return self._one("Job", "scoped", "PATCH", f"/v1/jobs/{parse.quote(job_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def assignments(self, job_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[JobAssignment]:
        """The agencies that the job is assigned to, ordered by agency, page by page; to an agency, its own. Needs a token for the organization with the permission `jobs:read`."""
        return self._items("JobAssignment", "scoped", f"/v1/jobs/{parse.quote(job_id, safe='')}/assignments", {"limit": limit, "cursor": cursor})

    def get_assignment(self, job_id: str, agency_id: str) -> JobAssignment:
        """The assignment of a job to an agency. Needs a token for the organization with the permission `jobs:read`."""
        return self._one("JobAssignment", "scoped", "GET", f"/v1/jobs/{parse.quote(job_id, safe='')}/assignments/{parse.quote(agency_id, safe='')}")

    def assign(self, job_id: str, agency_id: str, body: NewJobAssignment, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> JobAssignment:
        """Lets an agency see a job whose `agency_access` is `ASSIGNED`, from `visible_from` on, and sets the terms of its applications. Replaces the assignment that is there. Needs a token for the organization with the permission `jobs:write`."""
        return self._one("JobAssignment", "scoped", "PUT", f"/v1/jobs/{parse.quote(job_id, safe='')}/assignments/{parse.quote(agency_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def unassign(self, job_id: str, agency_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> None:
        """Ends the assignment of a job to an agency, which does not see the job any more unless it has an application for it. Needs a token for the organization with the permission `jobs:write`."""
        return self._one(None, "scoped", "DELETE", f"/v1/jobs/{parse.quote(job_id, safe='')}/assignments/{parse.quote(agency_id, safe='')}", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)


class OrganizationClientApplications(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, state: Optional[List[Literal["UNCONFIRMED", "AWAITING_SORT", "REVIEWING", "INTERVIEWING", "OFFER", "HIRED", "DECLINED", "REJECTED", "WITHDRAWN"]]] = None, job_id: Optional[str] = None, agency_id: Optional[str] = None, email: Optional[str] = None, external_id: Optional[str] = None, updated_since: Optional[str] = None) -> Iterator[Application]:
        """The applications of the organization, ordered by id, page by page. An agency sees its own. Needs a token for the organization with the permission `applications:read`."""
        return self._items("Application", "scoped", "/v1/applications", {"limit": limit, "cursor": cursor, "state": state, "job_id": job_id, "agency_id": agency_id, "email": email, "external_id": external_id, "updated_since": updated_since})

    def submit(self, body: NewApplication, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> Application:
        """Submits a person for an open job. The application is UNCONFIRMED until the person agrees; confirm it then. Needs a token for the organization with the permission `applications:write`."""
        return self._one("Application", "scoped", "POST", "/v1/applications", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def check(self, body: NewCandidateCheck) -> CandidateCheck:
        """Checks before a submission whether a person is free for a job: AVAILABLE, POSSIBLE, YOURS or TAKEN. Stores nothing of the person. A client checks at most 1000 times a day in an organization; submissions that are refused because the person is taken count too. Needs a token for the organization with the permission `applications:write`."""
        return self._one("CandidateCheck", "scoped", "POST", "/v1/applications/check", body=body)

    def get(self, application_id: str) -> Application:
        """One application of the organization. Needs a token for the organization with the permission `applications:read`."""
        return self._one("Application", "scoped", "GET", f"/v1/applications/{parse.quote(application_id, safe='')}")

    def update(self, application_id: str, body: ApplicationPatch, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> Application:
        """Changes candidate, note and external id, in UNCONFIRMED and AWAITING_SORT. An absent member keeps its value; null removes an optional one. Once the person has confirmed, another email takes the claim along. Needs a token for the organization with the permission `applications:write`."""
        return self._one("Application", "scoped", "PATCH", f"/v1/applications/{parse.quote(application_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def request_confirmation(self, application_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> ConfirmationRequest:
        """Makes a link by which the person of an UNCONFIRMED application confirms or declines; it works for 14 days, and the link before ends. Where the agency may confirm, the answer shows the link, once: the answer that is replayed under an `Idempotency-Key` lacks it. At most 10 links a day. Needs a token for the organization with the permission `applications:write`."""
        return self._one("ConfirmationRequest", "scoped", "POST", f"/v1/applications/{parse.quote(application_id, safe='')}/confirmation_requests", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def erase_candidate(self, application_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> None:
        """Erases the person of an application for good, in DECLINED and WITHDRAWN: candidate, note, answers, external id and files. An agency erases its own; the employer asks for an erasure by email. Needs a token for the organization with the permission `applications:write`."""
        return self._one(None, "scoped", "DELETE", f"/v1/applications/{parse.quote(application_id, safe='')}/candidate", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def transition(self, application_id: str, body: ApplicationTransition, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> Application:
        """Moves an application to another state: confirm, decline, keep, advance, hire, reject, restore, withdraw or release. An action that is not possible answers with those that are. Needs a token for the organization with the permission `applications:write`."""
        return self._one("Application", "scoped", "POST", f"/v1/applications/{parse.quote(application_id, safe='')}/transitions", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def history(self, application_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[ApplicationChange]:
        """The changes of an application, with their moments and actors; the oldest first, page by page. Needs a token for the organization with the permission `applications:read`."""
        return self._items("ApplicationChange", "scoped", f"/v1/applications/{parse.quote(application_id, safe='')}/history", {"limit": limit, "cursor": cursor})


class OrganizationClientAttachments(Group):
    def list(self, application_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Attachment]:
        """The files of an application, ordered by id: at most 10. Needs a token for the organization with the permission `applications:read`."""
        return self._items("Attachment", "scoped", f"/v1/applications/{parse.quote(application_id, safe='')}/attachments", {"limit": limit, "cursor": cursor})

    def create(self, application_id: str, content: bytes, content_type: str, *, on_behalf_of: Optional[str] = None, attachment_type: Optional[str] = None, content_disposition: Optional[str] = None, idempotency_key: Optional[str] = None) -> Attachment:
        """Adds a file, whose bytes are the body, to an application in UNCONFIRMED or in work. A RESUME replaces the one before until the employer has sorted the application. At most 10 MiB, 4 uploads of a client at once, and 1024 MiB of a client in a day. Media type, extension of the name and first bytes must agree. Needs a token for the organization with the permission `applications:write`."""
        return self._one("Attachment", "scoped", "POST", f"/v1/applications/{parse.quote(application_id, safe='')}/attachments", content=content, headers={"on-behalf-of": on_behalf_of, "attachment-type": attachment_type, "content-disposition": content_disposition, "Content-Type": content_type}, key=idempotency_key)

    def get(self, application_id: str, attachment_id: str) -> Attachment:
        """One file of an application, without its bytes. Needs a token for the organization with the permission `applications:read`."""
        return self._one("Attachment", "scoped", "GET", f"/v1/applications/{parse.quote(application_id, safe='')}/attachments/{parse.quote(attachment_id, safe='')}")

    def remove(self, application_id: str, attachment_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> None:
        """Removes a file for good, in UNCONFIRMED and AWAITING_SORT. Needs a token for the organization with the permission `applications:write`."""
        return self._one(None, "scoped", "DELETE", f"/v1/applications/{parse.quote(application_id, safe='')}/attachments/{parse.quote(attachment_id, safe='')}", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def download(self, application_id: str, attachment_id: str, *, range: Optional[str] = None) -> bytes:
        """The bytes of a file, or one range of them. The ETag is the SHA-256 of the file. Needs a token for the organization with the permission `applications:read`."""
        return self._bytes("scoped", "GET", f"/v1/applications/{parse.quote(application_id, safe='')}/attachments/{parse.quote(attachment_id, safe='')}/content", headers={"range": range})


class OrganizationClientMessages(Group):
    def list(self, application_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[Message]:
        """The messages about an application, the oldest first, page by page. Needs a token for the organization with the permission `applications:read`."""
        return self._items("Message", "scoped", f"/v1/applications/{parse.quote(application_id, safe='')}/messages", {"limit": limit, "cursor": cursor})

    def create(self, application_id: str, body: NewMessage, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> Message:
        """Writes a message to the other side, once the person has confirmed. `recruiter_id` writes for the agency, `user_id` for the employer; without them, a token that is bound to an agency writes for it, and any other for the employer. Nobody changes a message; an application has at most 1000. Needs a token for the organization with the permission `applications:write`."""
        return self._one("Message", "scoped", "POST", f"/v1/applications/{parse.quote(application_id, safe='')}/messages", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)


class OrganizationClientRejectionReasons(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[RejectionReason]:
        """The reasons of the organization for rejections and withdrawals, ordered by id; one that is not active too. Needs a token for the organization with the permission `applications:read`."""
        return self._items("RejectionReason", "scoped", "/v1/rejection_reasons", {"limit": limit, "cursor": cursor})

    def get(self, reason_id: str) -> RejectionReason:
        """One reason of the organization for rejections and withdrawals. Needs a token for the organization with the permission `applications:read`."""
        return self._one("RejectionReason", "scoped", "GET", f"/v1/rejection_reasons/{parse.quote(reason_id, safe='')}")

    def set(self, reason_id: str, body: NewRejectionReason, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> RejectionReason:
        """Adds a reason under an id of your choice, or changes the one that has it. A reason that is not `active` stays on the applications that name it, and no further one can name it. An organization has at most 100. Needs a token for the organization with the permission `organization:manage`."""
        return self._one("RejectionReason", "scoped", "PUT", f"/v1/rejection_reasons/{parse.quote(reason_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def remove(self, reason_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> None:
        """Deletes a reason that no application names; set `active` of any other to false. Needs a token for the organization with the permission `organization:manage`."""
        return self._one(None, "scoped", "DELETE", f"/v1/rejection_reasons/{parse.quote(reason_id, safe='')}", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)


class OrganizationClientPlacements(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[List[Literal["AWAITING_START", "IN_GUARANTEE", "COMPLETED", "FELL_OFF", "CANCELLED"]]] = None, settlement_status: Optional[List[Literal["NOT_DUE", "DUE", "INVOICED", "PAID", "REFUNDED", "VOID"]]] = None, agency_id: Optional[str] = None, job_id: Optional[str] = None, application_id: Optional[str] = None, updated_since: Optional[str] = None) -> Iterator[Placement]:
        """The placements of the organization, ordered by id, page by page. An agency sees its own. Needs a token for the organization with the permission `placements:read`."""
        return self._items("Placement", "scoped", "/v1/placements", {"limit": limit, "cursor": cursor, "status": status, "settlement_status": settlement_status, "agency_id": agency_id, "job_id": job_id, "application_id": application_id, "updated_since": updated_since})

    def get(self, placement_id: str) -> Placement:
        """One placement of the organization. Needs a token for the organization with the permission `placements:read`."""
        return self._one("Placement", "scoped", "GET", f"/v1/placements/{parse.quote(placement_id, safe='')}")

    def transition(self, placement_id: str, body: PlacementTransition, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> Placement:
        """Moves a placement on: reschedule, start, cancel, fall_off or settle. An action that is not possible answers with those that are. Needs a token for the organization with the permission `placements:write`, of a grant that is not bound to an agency."""
        return self._one("Placement", "scoped", "POST", f"/v1/placements/{parse.quote(placement_id, safe='')}/transitions", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def history(self, placement_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[PlacementChange]:
        """The changes of a placement, with their moments and actors; the oldest first, page by page. Needs a token for the organization with the permission `placements:read`."""
        return self._items("PlacementChange", "scoped", f"/v1/placements/{parse.quote(placement_id, safe='')}/history", {"limit": limit, "cursor": cursor})


class OrganizationClientUsers(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, email: Optional[str] = None, status: Optional[Literal["ACTIVE", "DISABLED"]] = None, q: Optional[str] = None, updated_since: Optional[str] = None) -> Iterator[User]:
        """The users of the organization, ordered by id, page by page. Needs a token for the organization with the permission `users:read`."""
        return self._items("User", "scoped", "/v1/users", {"limit": limit, "cursor": cursor, "email": email, "status": status, "q": q, "updated_since": updated_since})

    def create(self, body: NewUser, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> User:
        """Adds a user to the organization. Identifier and timestamps are kept when given and made when absent. Needs a token for the organization with the permission `users:write`."""
        return self._one("User", "scoped", "POST", "/v1/users", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def get(self, user_id: str) -> User:
        """One user of the organization. Needs a token for the organization with the permission `users:read`."""
        return self._one("User", "scoped", "GET", f"/v1/users/{parse.quote(user_id, safe='')}")

    def update(self, user_id: str, body: UserPatch, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> User:
        """Changes a user and answers with all of it. Needs a token for the organization with the permission `users:write`."""
        return self._one("User", "scoped", "PATCH", f"/v1/users/{parse.quote(user_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)


class OrganizationClientAgencies(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None) -> Iterator[Agency]:
        """The agencies that work for the organization, ordered by id, page by page. Needs a token for the organization with the permission `agencies:read`."""
        return self._items("Agency", "scoped", "/v1/agencies", {"limit": limit, "cursor": cursor, "q": q})

    def create(self, body: NewAgency, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> Agency:
        """Adds an agency to the organization, with its recruiters. It begins with the optimized fee. Its `external_id` belongs to one agency. Needs a token for the organization with the permission `agencies:write`."""
        return self._one("Agency", "scoped", "POST", "/v1/agencies", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def update(self, agency_id: str, body: AgencyPatch, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> Agency:
        """Changes an agency and answers with all of it. A list of recruiters replaces the one before: who has the id or the email of one before stays, and who is not in it is erased. An agency that is INACTIVE reads, and submits and confirms no applications. Needs a token for the organization with the permission `agencies:write`."""
        return self._one("Agency", "scoped", "PATCH", f"/v1/agencies/{parse.quote(agency_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def get(self, agency_id: str) -> Agency:
        """One agency of the organization. Needs a token for the organization with the permission `agencies:read`."""
        return self._one("Agency", "scoped", "GET", f"/v1/agencies/{parse.quote(agency_id, safe='')}")

    def get_fees(self, agency_id: str) -> AgencyFees:
        """The fees that the organization has agreed with the agency. Needs a token for the organization with the permission `agencies:read` or `fees:write`."""
        return self._one("AgencyFees", "scoped", "GET", f"/v1/agencies/{parse.quote(agency_id, safe='')}/fees")

    def set_fees(self, agency_id: str, body: AgencyFeesUpdate, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> AgencyFees:
        """Sets the fees of an agency and answers with all of them. An absent member keeps its value; a given list replaces the stored one. Needs a token for the organization with the permission `fees:write`."""
        return self._one("AgencyFees", "scoped", "POST", f"/v1/agencies/{parse.quote(agency_id, safe='')}/fees", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def preview_fees(self, agency_id: str, body: NewFeePreview) -> FeePreview:
        """Answers what a hire would cost under each fee that could apply to it, with the stored fees or with those that are given. Changes nothing. Needs a token for the organization with the permission `agencies:read`."""
        return self._one("FeePreview", "scoped", "POST", f"/v1/agencies/{parse.quote(agency_id, safe='')}/fees/preview", body=body)

    def fees_history(self, agency_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[FeesChange]:
        """The changes of the fees of an agency, with their moments and actors; the oldest first, page by page. Needs a token for the organization with the permission `agencies:read`."""
        return self._items("FeesChange", "scoped", f"/v1/agencies/{parse.quote(agency_id, safe='')}/fees/history", {"limit": limit, "cursor": cursor})

    def assignments(self, agency_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[JobAssignment]:
        """The jobs that are assigned to the agency, ordered by job, page by page; to the agency itself, those that it sees. Needs a token for the organization with the permission `jobs:read`."""
        return self._items("JobAssignment", "scoped", f"/v1/agencies/{parse.quote(agency_id, safe='')}/assignments", {"limit": limit, "cursor": cursor})


class OrganizationClientAgencyInvitations(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[Literal["PENDING", "ACCEPTED", "EXPIRED", "REVOKED"]] = None) -> Iterator[AgencyInvitation]:
        """The invitations of the organization, ordered by id, page by page. Needs a token for the organization with the permission `agencies:read`, of a grant that is not bound to an agency."""
        return self._items("AgencyInvitation", "scoped", "/v1/agency_invitations", {"limit": limit, "cursor": cursor, "status": status})

    def create(self, body: NewAgencyInvitation, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> AgencyInvitation:
        """Makes an invitation and its link, which works for 14 days. The answer shows the link, once: the answer that is replayed under an `Idempotency-Key` lacks it. Send it to the person. At most 100 invitations of an organization are pending, and 100 links are made a day. Needs a token for the organization with the permission `agencies:write`, of a grant that is not bound to an agency."""
        return self._one("AgencyInvitation", "scoped", "POST", "/v1/agency_invitations", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def get(self, agency_invitation_id: str) -> AgencyInvitation:
        """One invitation of the organization. Needs a token for the organization with the permission `agencies:read`, of a grant that is not bound to an agency."""
        return self._one("AgencyInvitation", "scoped", "GET", f"/v1/agency_invitations/{parse.quote(agency_invitation_id, safe='')}")

    def resend(self, agency_invitation_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> AgencyInvitation:
        """Makes another link of a pending or expired invitation, which works for 14 days, and shows it, once. The link before ends. Needs a token for the organization with the permission `agencies:write`, of a grant that is not bound to an agency."""
        return self._one("AgencyInvitation", "scoped", "POST", f"/v1/agency_invitations/{parse.quote(agency_invitation_id, safe='')}/resend", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def revoke(self, agency_invitation_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> AgencyInvitation:
        """Ends the link of a pending invitation. A revoked one stays as it is. Needs a token for the organization with the permission `agencies:write`, of a grant that is not bound to an agency."""
        return self._one("AgencyInvitation", "scoped", "POST", f"/v1/agency_invitations/{parse.quote(agency_invitation_id, safe='')}/revoke", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)


class OrganizationClientErasureRequests(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[ErasureRequest]:
        """The erasure requests of the organization, ordered by id, page by page. Needs a token for the organization with the permission `privacy:manage`, of a grant that is not bound to an agency."""
        return self._items("ErasureRequest", "scoped", "/v1/erasure_requests", {"limit": limit, "cursor": cursor})

    def create(self, body: NewErasureRequest, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> ErasureRequest:
        """Erases a person for good from every application of the organization: candidate, note, answers, feedback and files, within minutes. Applications that the employer does not see are erased too. The request is kept for 1096 days, without the email. Needs a token for the organization with the permission `privacy:manage`, of a grant that is not bound to an agency."""
        return self._one("ErasureRequest", "scoped", "POST", "/v1/erasure_requests", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def get(self, erasure_request_id: str) -> ErasureRequest:
        """One erasure request of the organization. Needs a token for the organization with the permission `privacy:manage`, of a grant that is not bound to an agency."""
        return self._one("ErasureRequest", "scoped", "GET", f"/v1/erasure_requests/{parse.quote(erasure_request_id, safe='')}")


class OrganizationClientSubjectExports(Group):
    def create(self, body: NewSubjectExport) -> bytes:
        """Every record about a person that the employer sees, one a line: applications, files without their bytes, messages, links, waiting mails, audit log and events. The last line is the end: without it, the export is not whole. Needs a token for the organization with the permission `privacy:manage`, of a grant that is not bound to an agency."""
        return self._bytes("scoped", "POST", "/v1/subject_exports", body=body)


class OrganizationClientEvents(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, types: Optional[str] = None, start: Optional[str] = None, wait: Optional[str] = None) -> Iterator[Event]:
        """The events of the records of the organization, in order. Keep `cursor` and send it next time: no event between is missed. Shows the events whose records the token may read. Needs a token for the organization."""
        return self._items("Event", "scoped", "/v1/events", {"limit": limit, "cursor": cursor, "types": types, "start": start, "wait": wait})

    def get(self, event_id: str) -> Event:
        """One event of the organization, as long as it is kept. Needs a token for the organization."""
        return self._one("Event", "scoped", "GET", f"/v1/events/{parse.quote(event_id, safe='')}")


class OrganizationClientWebhookEndpoints(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[WebhookEndpoint]:
        """The webhook endpoints of the client in the organization, ordered by id, page by page. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._items("WebhookEndpoint", "scoped", "/v1/webhook_endpoints", {"limit": limit, "cursor": cursor})

    def create(self, body: NewWebhookEndpoint, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> WebhookEndpoint:
        """Adds an address that events are sent to, from now on. The answer shows the secret that signs them, once: the answer that is replayed under an `Idempotency-Key` lacks it. A `ping` is sent to the address; the first 2xx status enables the endpoint. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookEndpoint", "scoped", "POST", "/v1/webhook_endpoints", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def get(self, webhook_endpoint_id: str) -> WebhookEndpoint:
        """One webhook endpoint of the client. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookEndpoint", "scoped", "GET", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}")

    def update(self, webhook_endpoint_id: str, body: WebhookEndpointPatch, *, on_behalf_of: Optional[str] = None, if_match: Optional[str] = None, idempotency_key: Optional[str] = None) -> WebhookEndpoint:
        """Changes a webhook endpoint and answers with all of it. Another `url`, and `status: enabled` where it is disabled or fails, send a `ping`; when it is answered, deliveries resume where they stopped. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookEndpoint", "scoped", "PATCH", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}", body=body, headers={"on-behalf-of": on_behalf_of, "if-match": if_match}, key=idempotency_key)

    def delete(self, webhook_endpoint_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> None:
        """Deletes a webhook endpoint with its deliveries. Nothing is sent to it any more. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one(None, "scoped", "DELETE", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def rotate_secret(self, webhook_endpoint_id: str, body: SecretRotation, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> WebhookEndpoint:
        """Gives a webhook endpoint another secret and shows it, once. The old one signs too until it expires; each delivery has both signatures until then. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookEndpoint", "scoped", "POST", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}/rotate_secret", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def test(self, webhook_endpoint_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> WebhookDelivery:
        """Sends a `ping` to a webhook endpoint, whatever its status; at most 10 a minute. Its deliveries show the outcome. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookDelivery", "scoped", "POST", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}/test", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def deliveries(self, webhook_endpoint_id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[Literal["pending", "succeeded", "parked", "failed"]] = None) -> Iterator[WebhookDelivery]:
        """The deliveries of the last 30 days with their attempts, those of the newest events first, page by page. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._items("WebhookDelivery", "scoped", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}/deliveries", {"limit": limit, "cursor": cursor, "status": status})

    def redeliver(self, webhook_endpoint_id: str, event_id: str, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> WebhookDelivery:
        """Sends an event again to a webhook endpoint, beside those that are due. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookDelivery", "scoped", "POST", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}/deliveries/{parse.quote(event_id, safe='')}/redeliver", headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)

    def recover(self, webhook_endpoint_id: str, body: WebhookRecovery, *, on_behalf_of: Optional[str] = None, idempotency_key: Optional[str] = None) -> WebhookRecovered:
        """Sends the deliveries again that have failed since a moment; with `only: all`, every event since then, in order. They are sent beside later events, in turns; at most 10 recoveries a minute of one client. Needs a token for the organization with the permission `webhooks:manage`."""
        return self._one("WebhookRecovered", "scoped", "POST", f"/v1/webhook_endpoints/{parse.quote(webhook_endpoint_id, safe='')}/recover", body=body, headers={"on-behalf-of": on_behalf_of}, key=idempotency_key)


class OrganizationClientAuditLog(Group):
    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> Iterator[AuditEntry]:
        """The changes in the organization, with their actors and moments; the oldest first, page by page. Needs a token for the organization with the permission `audit:read`."""
        return self._items("AuditEntry", "scoped", "/v1/audit_log", {"limit": limit, "cursor": cursor})


class OrganizationClient:
    """The methods of a client inside one organization."""

    def __init__(self, transport: Transport, organization: str) -> None:
        self.settings = OrganizationClientSettings(transport, organization)
        self.jobs = OrganizationClientJobs(transport, organization)
        self.applications = OrganizationClientApplications(transport, organization)
        self.attachments = OrganizationClientAttachments(transport, organization)
        self.messages = OrganizationClientMessages(transport, organization)
        self.rejection_reasons = OrganizationClientRejectionReasons(transport, organization)
        self.placements = OrganizationClientPlacements(transport, organization)
        self.users = OrganizationClientUsers(transport, organization)
        self.agencies = OrganizationClientAgencies(transport, organization)
        self.agency_invitations = OrganizationClientAgencyInvitations(transport, organization)
        self.erasure_requests = OrganizationClientErasureRequests(transport, organization)
        self.subject_exports = OrganizationClientSubjectExports(transport, organization)
        self.events = OrganizationClientEvents(transport, organization)
        self.webhook_endpoints = OrganizationClientWebhookEndpoints(transport, organization)
        self.audit_log = OrganizationClientAuditLog(transport, organization)


class ClientOauth(Group):
    def metadata(self) -> AuthorizationServerMetadata:
        """Lets generic OAuth clients configure themselves (RFC 8414). Needs no token."""
        return self._one("AuthorizationServerMetadata", "public", "GET", "/.well-known/oauth-authorization-server")

    def resource(self) -> ProtectedResourceMetadata:
        """Shows generic clients where tokens for this service come from (RFC 9728). Needs no token."""
        return self._one("ProtectedResourceMetadata", "public", "GET", "/.well-known/oauth-protected-resource")


class ClientOrganizations(Group):
    def list(self) -> List[Organization]:
        """Every organization that the client is granted, ordered by id, in one answer. Needs a primary token."""
        return self._one(["Organization"], "primary", "GET", "/v1/organizations")

    def create(self, body: NewOrganization, *, idempotency_key: Optional[str] = None) -> Organization:
        """Creates an organization; the creating client is granted all of it. Needs a primary token of a client with the right `organizations:create`."""
        return self._one("Organization", "primary", "POST", "/v1/organizations", body=body, key=idempotency_key)


class ClientClient(Group):
    def get(self) -> OwnClient:
        """The client of the token, with the permissions that its grants hold now, its limits, and its live secrets by their ids. Needs a primary token."""
        return self._one("OwnClient", "primary", "GET", "/v1/client")

    def requests(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, request_id: Optional[str] = None, status: Optional[str] = None, since: Optional[str] = None) -> Iterator[OwnRequest]:
        """The requests of the client in the log of the service, with their answers, the newest first, page by page. It has names and types, no values. A request is in it about a second after its answer. A page may be empty and have a next one, because a bounded number of requests is looked at. 404 where the service keeps no log. Needs a primary token."""
        return self._items("OwnRequest", "primary", "/v1/client/requests", {"limit": limit, "cursor": cursor, "request_id": request_id, "status": status, "since": since})


class ClientClientSecrets(Group):
    def create(self, *, idempotency_key: Optional[str] = None) -> NewOwnSecret:
        """Makes another secret beside the one that the request is made with, and shows it, once: the answer that is replayed under an `Idempotency-Key` lacks it. A client has at most 2, and makes no more than 10 in 24 hours. 403 where the operator makes all secrets. Takes the client id and the client secret by HTTP Basic; a token is refused."""
        return self._one("NewOwnSecret", "basic", "POST", "/v1/client/secrets", key=idempotency_key)

    def remove(self, client_secret_id: str, *, idempotency_key: Optional[str] = None) -> None:
        """Ends the other secret of the client, within a second; 409 for the one that the request is made with. Tokens go on to their end. Takes the client id and the client secret by HTTP Basic; a token is refused."""
        return self._one(None, "basic", "DELETE", f"/v1/client/secrets/{parse.quote(client_secret_id, safe='')}", key=idempotency_key)


class ClientInvitations(Group):
    def show(self, body: InvitationToken) -> ShownInvitation:
        """The inviter, the invited company and the ways to accept. Changes nothing. A wrong, used or ended token is 404; it counts as a failed login of the address. Needs no token."""
        return self._one("ShownInvitation", "public", "POST", "/v1/agency_invitations/show", body=body)

    def accept(self, body: InvitationToken, *, idempotency_key: Optional[str] = None) -> AcceptedInvitation:
        """Accepts the invitation of a link. The client of the token gets a grant that is bound to the agency. Without a token, where the operator allows that, a client is made and its credentials are answered, once; until it has logged in, the same token can be accepted again and gives another secret. Takes a primary token, or none."""
        return self._one("AcceptedInvitation", "primary", "POST", "/v1/agency_invitations/accept", body=body, key=idempotency_key)


class ClientConfirmations(Group):
    def show(self, body: ConfirmationToken) -> ShownConfirmation:
        """The agency that submits the person, the employer and the job. Changes nothing. A wrong, used or ended token is 404; it counts as a failed login of the address. Needs no token."""
        return self._one("ShownConfirmation", "public", "POST", "/v1/confirmations", body=body)

    def decide(self, body: ConfirmationDecision) -> ShownConfirmation:
        """The person of a link confirms or declines, or withdraws until the hire. The same decision within a day is answered again. What is no longer possible is 404, like a wrong token; it counts as a failed login of the address. Needs no token."""
        return self._one("ShownConfirmation", "public", "POST", "/v1/confirmations/decide", body=body)


class ClientEventTypes(Group):
    def list(self) -> EventTypeList:
        """Every type of events, when it occurs, and the permission that shows it. Needs no token."""
        return self._one("EventTypeList", "public", "GET", "/v1/event_types")


class ClientSystem(Group):
    def live(self) -> Health:
        """Answers as long as the process runs. Restart it when this fails. Needs no token."""
        return self._one("Health", "public", "GET", "/health/live")

    def ready(self) -> Health:
        """Answers 200 when the database works, else 503 with the reason. Send no traffic while this fails. Needs no token."""
        return self._one("Health", "public", "GET", "/health/ready")

    def extensions(self) -> Extensions:
        """The extensions of this server beyond the specification, for clients that want to know. A 404 would mean: nothing. Needs no token."""
        return self._one("Extensions", "public", "GET", "/.well-known/partner-api")

    def openapi(self) -> Dict[str, Any]:
        """This contract as an OpenAPI 3.1 document. Needs no token."""
        return self._one(None, "public", "GET", "/openapi.json")


class Client:
    """A client of the API. It fetches tokens and replaces them, waits where the service asks for it, and repeats what may be repeated."""

    def organization(self, organization_id: str) -> OrganizationClient:
        """The methods of one organization, with a token for it alone."""
        return OrganizationClient(self._transport, organization_id)

    def __init__(self, base_url: Optional[str] = None, client_id: Optional[str] = None, client_secret: Optional[str] = None) -> None:
        """What is not given comes from PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET."""
        given = (base_url, client_id, client_secret)
        transport, organization = Transport(*map(_setting, given, SETTINGS)), None
        self._transport = transport
        self.oauth = ClientOauth(transport, organization)
        self.organizations = ClientOrganizations(transport, organization)
        self.client = ClientClient(transport, organization)
        self.client_secrets = ClientClientSecrets(transport, organization)
        self.invitations = ClientInvitations(transport, organization)
        self.confirmations = ClientConfirmations(transport, organization)
        self.event_types = ClientEventTypes(transport, organization)
        self.system = ClientSystem(transport, organization)
