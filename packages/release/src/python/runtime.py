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
