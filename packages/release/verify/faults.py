"""What the generated client does with broken answers, refusals and forged webhooks: a server answers on a socket what it is given. Needs no sandbox."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import partner_api as api


def answer(body, status="200 OK", **headers):
    """The bytes of an answer."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {"Content_Type": "application/json", "Content_Length": len(text), "Connection": "close", **headers}
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in named.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + text


class Service:
    """Answers requests for tokens, and every other request with the next of the given bytes. None keeps the request waiting."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self._held = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self):
        return "http://127.0.0.1:%d" % self._socket.getsockname()[1]

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                self._answer(self._socket.accept()[0])

    def _answer(self, connection):
        with connection.makefile("rb") as stream:
            method, path = stream.readline().decode().split(" ")[:2]
            headers = {}
            for line in iter(stream.readline, b"\r\n"):
                name, value = line.decode().strip().split(": ", 1)
                headers[name.lower()] = value
            stream.read(int(headers.get("content-length", 0)))
        if path.endswith("/token"):
            got = answer({"access_token": "a", "token_type": "bearer", "expires_in": 3600})
        else:
            self.requests.append((method, path, headers))
            got = self.answers.pop(0)
        if got is None:
            self._held.append(connection)
            return
        with connection:
            connection.sendall(got)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()
        for one in self._held:
            one.close()


JOB = {"id": "job_1", "title": "Nurse", "status": "OPEN", "hired_count": 0, "created_at": "", "updated_at": ""}
HTML = answer(b"<html>sign in</html>", Content_Type="text/html")
TRUNCATED = answer(json.dumps(JOB).encode(), Content_Length=10_000)
DEPRECATED = {
    "Deprecation": "@1795824000",
    "Sunset": "Fri, 31 Dec 2027 00:00:00 GMT",
    "Link": '<https://example.com/docs>; rel="deprecation"; title="send it so"',
}


class Answers(unittest.TestCase):
    def setUp(self):
        self.waits = []
        self.enterContext(mock.patch.object(time, "sleep", self.waits.append))

    def enterContext(self, manager):
        # unittest has it since Python 3.11.
        got = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return got

    def service(self, *answers, path=""):
        service = self.enterContext(Service(*answers))
        return service, api.Client(service.address + path, "a", "b").organization("org_acme")

    def test_a_read_is_repeated_when_its_answer_is_broken(self):
        broken = [HTML, TRUNCATED, b"", b"nonsense\r\n\r\n", answer(b"[]"), answer(b"")]
        for one in broken:
            with self.subTest(one):
                service, acme = self.service(one, answer(JOB))
                self.assertEqual(acme.jobs.get("job_1").title, "Nurse")
                self.assertEqual(len(service.requests), 2)

    def test_a_timeout_is_repeated(self):
        self.enterContext(mock.patch.object(api, "TIMEOUT_SECONDS", 0.2))
        service, acme = self.service(None, answer(JOB))
        self.assertEqual(acme.jobs.get("job_1").title, "Nurse")

    def test_a_write_with_its_key_is_repeated_under_the_same_key(self):
        service, acme = self.service(TRUNCATED, HTML, answer(JOB, "201 Created"))
        acme.jobs.create(api.NewJob(title="Nurse", description="Cares."))
        self.assertEqual(len({headers["idempotency-key"] for _, _, headers in service.requests}), 1)
        self.assertEqual(len(service.requests), 3)

    def test_a_post_without_a_key_is_sent_once(self):
        for one in (HTML, TRUNCATED, b""):
            service, acme = self.service(one)
            with self.assertRaises(api.NoAnswer) as raised:
                acme.applications.check(api.NewCandidateCheck("job_1", api.CheckedCandidate(email="a@example.com")))
            self.assertEqual(raised.exception.outcome, "unknown")
            self.assertEqual(len(service.requests), 1)

    def test_what_never_gets_an_answer_is_an_error_of_the_module(self):
        for one, code, status in ((HTML, "unexpected_response", 200), (b"", "network", 0)):
            service, acme = self.service(*[one] * api.ATTEMPTS_MAX)
            with self.assertRaises(api.ApiError) as raised:
                acme.jobs.get("job_1")
            self.assertIsInstance(raised.exception, api.NoAnswer)
            self.assertEqual((raised.exception.code, raised.exception.status), (code, status))
            self.assertIsNotNone(raised.exception.__cause__)
            self.assertEqual(len(service.requests), api.ATTEMPTS_MAX)

    def test_a_page_that_is_none_is_repeated(self):
        service, acme = self.service(HTML, answer({"contents": []}), answer({"content": [JOB], "next": None, "count": 1}))
        self.assertEqual([job.id for job in acme.jobs.list()], ["job_1"])

    def test_pages_that_run_in_a_circle_end(self):
        for circle in ("b", "bc", "bcd"):
            pages = [answer({"content": [JOB], "next": f"/v1/jobs?cursor={to}", "count": 1}) for to in circle * 6]
            service, acme = self.service(*pages)
            with self.assertRaises(api.NoAnswer) as raised:
                list(acme.jobs.list())
            self.assertIn("run in a circle", raised.exception.message)

    @unittest.skipIf(shutil.which("openssl") is None, "a certificate needs openssl")
    def test_a_certificate_that_nobody_trusts_is_refused_once(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
        subprocess.run(["openssl", *made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        connections = []

        def refuse_each(listener):
            with contextlib.suppress(OSError):
                while True:
                    connections.append(listener.accept()[0])
                    with contextlib.suppress(OSError):
                        context.wrap_socket(connections[-1], server_side=True)

        with socket.create_server(("127.0.0.1", 0)) as listener:
            threading.Thread(target=refuse_each, args=[listener], daemon=True).start()
            acme = api.Client("https://localhost:%d" % listener.getsockname()[1], "a", "b").organization("org_acme")
            with self.assertRaises(api.NoAnswer) as raised:
                acme.jobs.get("job_1")
        self.assertIn("certificate", raised.exception.message.lower())
        self.assertEqual(len(connections), 1)

    def test_refusals_of_a_gateway_are_errors_of_the_module(self):
        bodies = (b"<html>", {"error": {"code": 1}}, {"error": "x", "details": "y"}, [1])
        for body in bodies:
            with self.subTest(body):
                service, acme = self.service(answer(body, "403 Forbidden"))
                with self.assertRaises(api.ApiError) as raised:
                    acme.jobs.get("job_1")
                self.assertEqual((raised.exception.status, raised.exception.outcome), (403, "rejected"))

    def test_a_wait_that_is_none_is_left_out(self):
        for wait in ("\u00b2", "soon", "Fri, 31 Dec 99999999 00:00:00 GMT"):
            with self.subTest(wait):
                service, acme = self.service(answer({}, "503 Unavailable", Retry_After=wait), answer(JOB))
                self.assertEqual(acme.jobs.get("job_1").id, "job_1")

    def test_a_path_of_the_address_is_in_each_page_once(self):
        for host in ("https://elsewhere", "https://elsewhere/partners"):
            page = {"content": [JOB], "next": f"{host}/v1/jobs?cursor=b&limit=1", "count": 2}
            service, acme = self.service(answer(page), answer({**page, "next": None}), path="/partners/")
            self.assertEqual(len(list(acme.jobs.list(limit=1))), 2)
            paths = [path for _, path, _ in service.requests]
            self.assertEqual(paths, ["/partners/v1/jobs?limit=1", "/partners/v1/jobs?cursor=b&limit=1"])

    def test_a_record_has_the_etag_that_if_match_takes(self):
        page = {"content": [JOB], "next": None, "count": 1}
        service, acme = self.service(answer(JOB, ETag='"v1"'), answer(JOB, ETag='"v2"'), answer(page))
        job = acme.jobs.get("job_1")
        self.assertEqual(job.etag, '"v1"')
        changed = acme.jobs.update("job_1", api.JobPatch(title="Nurse"), if_match=job.etag)
        self.assertEqual((service.requests[1][2]["if-match"], changed.etag), ('"v1"', '"v2"'))
        (listed,) = acme.jobs.list()
        # No silent write without the condition.
        self.assertRaisesRegex(AttributeError, "no ETag", lambda: listed.etag)


def run_program(service, text, **settings):
    """Runs a program as a reader does, under the filters that Python begins with; gives what it prints on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "program.py")
        head = f"import partner_api as api\nacme = api.Client('{service.address}', 'a', 'b').organization('org_acme')\n"
        program.write_text(head + text)
        env = {name: value for name, value in os.environ.items() if name not in ("PYTHONWARNINGS", "no_proxy", "NO_PROXY")}
        ran = subprocess.run([sys.executable, str(program)], env={**env, **settings}, capture_output=True, text=True, check=False)
        return ran.stderr


class Deprecations(unittest.TestCase):
    def run_program(self, text, *answers):
        with Service(*answers) as service:
            return run_program(service, text)

    def test_the_line_of_the_caller_is_named(self):
        job = answer(JOB, **DEPRECATED)
        page = answer({"content": [JOB], "next": None, "count": 1}, **DEPRECATED)
        errors = self.run_program("acme.jobs.get('job_1')\n\nfor one in acme.jobs.list():\n    pass\n", job, page)
        self.assertRegex(errors, r"program\.py:3: DeprecationWarning: .*send it so")
        self.assertRegex(errors, r"program\.py:5: DeprecationWarning: .*Fri, 31 Dec 2027")

    def test_a_refused_request_warns_too(self):
        refused = answer({"error": "not_found", "message": "No."}, "404 Not Found", **DEPRECATED)
        errors = self.run_program("try:\n    acme.jobs.get('job_1')\nexcept api.NotFound:\n    pass\n", refused)
        self.assertRegex(errors, r"program\.py:4: DeprecationWarning: ")

    def test_one_line_warns_once_whatever_it_asks_for(self):
        errors = self.run_program(
            "for id in ('job_1', 'job_2'):\n    acme.jobs.get(id)\n", answer(JOB, **DEPRECATED), answer(JOB, **DEPRECATED)
        )
        self.assertEqual(errors.count("DeprecationWarning"), 1, errors)


class Addresses(unittest.TestCase):
    def client(self, address, allowed=None):
        with mock.patch.dict(os.environ, {} if allowed is None else {"PARTNER_ALLOW_HTTP": allowed}):
            return api.Client(address, "a", "b")

    def test_credentials_go_unencrypted_to_this_machine_alone(self):
        for host in ("api.example.com", "127.0.0.1.example.com", "localhost.example.com", "192.168.0.1", "[::2]"):
            for allowed in (None, "", "off"):
                with self.assertRaisesRegex(ValueError, "the credentials would travel unencrypted; write https://, or set PARTNER_ALLOW_HTTP=on"):
                    self.client(f"http://{host}", allowed)
            self.client(f"http://{host}", "on")
            self.client(f"https://{host}")
        for host in ("localhost:8080", "127.0.0.1:8080", "[::1]", "LOCALHOST"):
            self.client(f"http://{host}")

    def test_what_stays_on_this_machine_passes_no_proxy(self):
        with Service(answer(JOB)) as service, Service(answer(JOB)) as proxy:
            self.assertEqual(run_program(service, "acme.jobs.get('job_1')\n", http_proxy=proxy.address), "")
            self.assertEqual((len(service.requests), len(proxy.requests)), (1, 0))

    def test_other_addresses_are_refused(self):
        for address in ("ftp://127.0.0.1", "file:///etc", "api.example.com", "http://a:b@127.0.0.1", "https://a/?b", "https://a/#b", "https://"):
            with self.subTest(address), self.assertRaisesRegex(ValueError, "base_url"):
                self.client(address)
        with self.assertRaisesRegex(ValueError, "PARTNER_ALLOW_HTTP must be on or off"):
            self.client("https://api.example.com", "yes")


def secret_of(key):
    return "whsec_" + base64.b64encode(key).decode()


def signed(key, body, identifier="evt_1", sent_at=None):
    moment = str(int(time.time())) if sent_at is None else sent_at
    digest = hmac.new(key, f"{identifier}.{moment}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"webhook-id": identifier, "webhook-timestamp": moment, "webhook-signature": signature}


EVENT = json.dumps({"id": "evt_1", "type": "of_tomorrow", "data": {}}).encode()


class Webhooks(unittest.TestCase):
    def refuse(self, secrets, headers, body, reason):
        with self.assertRaisesRegex(api.WebhookError, reason):
            api.verify_webhook(secrets, headers, body)

    def test_a_secret_that_is_none_opens_nothing(self):
        forged = signed(b"", EVENT)
        for secret, reason in (
            ("", "is missing: is the variable of the environment set"),
            (None, "is missing"),
            ("whsec_", "has 0 bytes, and must have 24 to 64"),
            ("whsec_!!!!", "is not base64"),
            ("whsec_ ", "is not base64"),
            ("whsec_\u00b2", "is not base64"),
            ([], "list of secrets is empty"),
        ):
            with self.subTest(secret):
                self.refuse(secret, forged, EVENT, reason)
        good = secret_of(b"x" * 24)
        self.refuse([good, ""], signed(b"x" * 24, EVENT), EVENT, "Secret 2 of 2 is missing")
        self.refuse(good[len("whsec_") :], signed(b"x" * 24, EVENT), EVENT, "does not begin with whsec_")
        self.refuse(good[:9] + "\n" + good[9:], signed(b"x" * 24, EVENT), EVENT, "is not base64")

    def test_a_key_has_24_to_64_bytes(self):
        for length in (24, 32, 64):
            key = b"k" * length
            self.assertEqual(api.verify_webhook(secret_of(key), signed(key, EVENT), EVENT).type, "of_tomorrow")
        for length in (1, 23, 65):
            key = b"k" * length
            self.refuse(secret_of(key), signed(key, EVENT), EVENT, f"has {length} bytes")

    def test_times_that_are_none_are_refused(self):
        key = b"k" * 24
        for sent_at in ("", "\u00b2", "\u0661", "9" * 5_000, "1e9", "-1", " 1"):
            with self.subTest(sent_at[:9]):
                self.refuse(secret_of(key), signed(key, EVENT, sent_at=sent_at), EVENT, "webhook-timestamp")
        for seconds in (-600, 600):
            late = signed(key, EVENT, sent_at=str(int(time.time()) + seconds))
            self.refuse(secret_of(key), late, EVENT, "too far from now")

    def test_an_id_cannot_move_the_border_to_the_time(self):
        key = b"k" * 24
        self.refuse(secret_of(key), signed(key, EVENT, "evt.1"), EVENT, "webhook-id")

    def test_a_body_that_is_no_event_is_refused(self):
        key = b"k" * 24
        for body in (b"", b"no", b"\xff", b"[]", b'"job.created"', b"{}", b'{"type": []}', b"[" * 100_000):
            with self.subTest(body[:9]):
                self.refuse(secret_of(key), signed(key, body), body, "no event")

    def test_headers_of_any_characters_are_refused(self):
        key = b"k" * 24
        for name in ("webhook-id", "webhook-signature"):
            self.refuse(secret_of(key), {**signed(key, EVENT), name: "\udcff"}, EVENT, "")


if __name__ == "__main__":
    unittest.main()
