import base64
import email.utils
import hashlib
import hmac
import json
import os
import random
import threading
import time
import uuid
import warnings
from dataclasses import dataclass
from typing import Any, ClassVar, Dict, Iterable, Iterator, List, Mapping, Optional, Protocol, Sequence, Tuple, Union
from urllib import error, parse, request

ATTEMPTS_MAX = 5
# A wait that the service asks for beyond this, in seconds, is left to the caller.
RETRY_AFTER_SECONDS_MAX = 60.0
TIMEOUT_SECONDS = 30.0
# A token is replaced this long before it expires, in seconds.
TOKEN_MARGIN_SECONDS = 60.0
WEBHOOK_TOLERANCE_SECONDS = 300


class Null:
    """Removes a member by a patch. None leaves a member out."""

    def __repr__(self) -> str:
        return "NULL"


NULL = Null()


class Record:
    """A value of the API. `_members` maps each attribute to its name on the wire and the types within."""

    _members: ClassVar[Dict[str, Tuple[str, Any]]] = {}


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
    """An answer that is no success. `code` decides, `details` name each mistake, and `request_id` names the answer for support."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        members = body if isinstance(body, dict) else {}
        self.status = status
        self.code = str(members.get("error", "unknown"))
        self.message = str(members.get("message", f"Status {status} without an error of this API; check base_url."))
        self.details: List[Problem] = decode(["Problem"], members.get("details") or [])
        self.request_id: Optional[str] = members.get("request_id") or headers.get("X-Request-Id")
        self.retry_after: Optional[float] = _seconds(headers.get("Retry-After"))
        places = "".join(f"; {one.in_} {one.path} {one.message}" for one in self.details)
        super().__init__(f"{status} {self.code}: {self.message}{places}")


def _seconds(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    moment = email.utils.parsedate_tz(header)
    return None if moment is None else max(0.0, email.utils.mktime_tz(moment) - time.time())


class _NoRedirect(request.HTTPRedirectHandler):
    """Credentials go to the address of the service alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = request.build_opener(_NoRedirect)
_retryable = frozenset((408, 429, 500, 502, 503, 504))
# The service has not done what it answers so.
_refused = frozenset((408, 429, 503))


# Where the arguments of a client come from that are not given.
SETTINGS = ("PARTNER_BASE_URL", "PARTNER_CLIENT_ID", "PARTNER_CLIENT_SECRET")


def _setting(given: Optional[str], name: str) -> str:
    value = os.environ.get(name, "") if given is None else given
    if value == "":
        raise ValueError(f"{name[len('PARTNER_'):].lower()} is missing: give it to Client, or set {name}.")
    return value


class Transport:
    """Sends requests: tokens, attempts and waits."""

    def __init__(self, base_url: str, client_id: str, client_secret: str) -> None:
        self.base_url = base_url.rstrip("/")
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
                got = self._attempts("POST", OAUTH_TOKEN_PATH, form, lambda: headers, True)
            else:
                path = ORGANIZATION_TOKEN_PATH.format(parse.quote(organization, safe=""))
                got = self._attempts("POST", path, None, lambda: self._bearer(""), True)
            answer = json.loads(got)
            life = max(1.0, float(answer["expires_in"]) - TOKEN_MARGIN_SECONDS)
            self._tokens[organization] = (answer["access_token"], begun + life)
            return str(answer["access_token"])

    def _bearer(self, organization: str) -> Dict[str, str]:
        return {"Authorization": "Bearer " + self._token(organization)}

    def _attempts(self, method: str, path: str, data: Optional[bytes], headers: Any, is_safe: bool) -> bytes:
        for attempt in range(1, ATTEMPTS_MAX + 1):
            wait = 2.0 ** (attempt - 1) * random.uniform(0.5, 1.0)
            sent = request.Request(self.base_url + path, data, headers(), method=method)
            try:
                with _opener.open(sent, timeout=TIMEOUT_SECONDS) as answer:
                    self._warn(method, path, answer.headers)
                    return bytes(answer.read())
            except error.HTTPError as refusal:
                try:
                    body = json.loads(refusal.read())
                except ValueError:
                    body = None
                failure = ERRORS.get(body.get("error") if isinstance(body, dict) else None, ApiError)(
                    refusal.code, body, refusal.headers
                )
                may_repeat = refusal.code in (_retryable if is_safe else _refused)
                wait = wait if failure.retry_after is None else failure.retry_after
                if not may_repeat or attempt == ATTEMPTS_MAX or wait > RETRY_AFTER_SECONDS_MAX:
                    raise failure from None
            except (error.URLError, TimeoutError, ConnectionError):
                if not is_safe or attempt == ATTEMPTS_MAX:
                    raise
            time.sleep(wait)
        raise AssertionError("unreachable")

    def _warn(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        if headers.get("Deprecation"):
            text = f"{method} {path.split('?')[0]} uses something deprecated until {headers.get('Sunset')}: {headers.get('Link')}"
            warnings.warn(text, DeprecationWarning, stacklevel=4)

    def send(
        self,
        level: str,
        organization: Optional[str],
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        content: Optional[bytes] = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        key: Union[str, None, bool] = False,
    ) -> bytes:
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
            return self._attempts(method, target, content, complete, is_safe)
        except ApiError as refusal:
            if refusal.status != 401 or level not in ("primary", "scoped"):
                raise
            # The token has ended early: one attempt with new ones.
            with self._lock:
                self._tokens.pop(scope, None)
                self._tokens.pop("", None)
            return self._attempts(method, target, content, complete, is_safe)


class Group:
    """The methods of one part of the API."""

    def __init__(self, transport: Transport, organization: Optional[str]) -> None:
        self._transport = transport
        self._organization = organization

    def _one(self, kind: Any, level: str, method: str, path: str, **parts: Any) -> Any:
        text = self._transport.send(level, self._organization, method, path, **parts)
        return decode(kind, json.loads(text)) if text else None

    def _bytes(self, level: str, method: str, path: str, **parts: Any) -> bytes:
        return self._transport.send(level, self._organization, method, path, **parts)

    def _items(self, kind: Any, level: str, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        target, given = path, dict(query)
        while True:
            page = json.loads(self._transport.send(level, self._organization, "GET", target, query=given))
            yield from (decode(kind, item) for item in page["content"])
            if page["next"] is None:
                return
            following = parse.urlsplit(page["next"])
            target, given = f"{following.path}?{following.query}", {}


class Headers(Protocol):
    """The headers of a request, as any server of Python has them."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


class WebhookError(Exception):
    """A request that the service has not signed, or not lately."""


def verify_webhook(
    secrets: Union[str, Sequence[str]],
    headers: Headers,
    body: bytes,
    tolerance_seconds: int = WEBHOOK_TOLERANCE_SECONDS,
) -> Any:
    """The event of a request that the service has signed. Give the bytes as they arrived; store the id before you answer."""
    given = {name.lower(): value for name, value in headers.items()}
    sent_at = given.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > tolerance_seconds:
        raise WebhookError("The time of the signature is missing or too far from now.")
    signed = f"{given.get('webhook-id', '')}.{sent_at}.".encode() + body
    signatures = given.get("webhook-signature", "").encode().split(b" ")
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        name = "whsec_"
        raw = base64.b64decode(secret[len(name) :] if secret.startswith(name) else secret)
        expected = b"v1," + base64.b64encode(hmac.new(raw, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, one) for one in signatures):
            return decode(WEBHOOK_EVENT, json.loads(body))
    raise WebhookError("No signature is made with this secret.")
