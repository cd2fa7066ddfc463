"""The whole walk with the generated client: organizations, pages, a write with its key, a refusal, a 429 that is waited out, an application, a webhook."""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import uuid

import partner_api as api

client = api.Client(os.environ["BASE"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
settings = client.organization("org_acme").settings.get()
print(type(settings).__name__, isinstance(settings.settings, api.OrganizationSettings))
organizations = client.organizations.list()
acme = client.organization(organizations[0].id)
print("organizations", len(organizations))
print("jobs", sum(1 for job in acme.jobs.list(limit=50) if isinstance(job, api.Job)))

key = str(uuid.uuid4())
user = api.NewUser(first_name="Ada", last_name="Lovelace", email=f"{key}@example.com")
first, again = (acme.users.create(user, idempotency_key=key) for _ in range(2))
print("one user", first.id == again.id)

try:
    acme.users.create(api.NewUser(first_name="Ada", last_name="Lovelace", email="nobody"))
except api.UnprocessableEntity as refused:
    print(refused.status, refused.code, [(one.in_, one.path) for one in refused.details])

try:
    acme.jobs.get("job_99999999")
except api.NotFound as refused:
    print(refused.status, refused.code)

candidate = api.NewCandidate(first_name="Grace", last_name="Hopper", email=f"grace.{key}@example.com")
open_job = next(job for job in acme.jobs.list(status=["OPEN"]) if job.status == "OPEN")
agency = next(acme.agencies.list())
submitted = acme.applications.submit(api.NewApplication(job_id=open_job.id, agency_id=agency.id, candidate=candidate))
seen = acme.applications.get(submitted.id)
confirmed = acme.applications.transition(submitted.id, api.ConfirmAction(), if_match=seen.etag)
print(submitted.state, confirmed.state, confirmed.candidate.email == candidate.email)
print("history", [change.action for change in acme.applications.history(submitted.id)])
try:
    acme.applications.update(submitted.id, api.ApplicationPatch(note="Late"), if_match=seen.etag)
except api.PreconditionFailed as refused:
    print("stale", refused.code)
hire = api.NewHire(start_date="2027-03-01", base_salary_cents=1, currency="EUR", custom_fee=0)
try:
    # It is not at that state, and uses something deprecated: here every warning is an error.
    acme.applications.transition(submitted.id, api.HireAction(hire=hire))
except DeprecationWarning as warning:
    print("deprecated", "expected_fee" in str(warning))
noted = acme.applications.update(submitted.id, api.ApplicationPatch(note="A note"))
print(noted.note, acme.applications.update(submitted.id, api.ApplicationPatch(note=api.NULL)).note)

sleep, waits = time.sleep, []
time.sleep = lambda seconds: (waits.append(seconds), sleep(seconds))[1]
# A busy machine gets some of the limit back between two requests.
for _ in range(4 * int(os.environ["BURST"])):
    if not waits:
        acme.jobs.get(open_job.id)
print("waited", len(waits) > 0)

secret = "whsec_" + base64.b64encode(b"x" * 24).decode()
event = next(acme.events.list(types=["application.submitted"]))
body = json.dumps(api.encode(event)).encode()
sent_at = str(int(time.time()))
digest = hmac.new(b"x" * 24, f"{event.id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
headers = {"Webhook-Id": event.id, "Webhook-Timestamp": sent_at, "Webhook-Signature": "v1," + base64.b64encode(digest).decode()}
print("verified", api.verify_webhook(secret, headers, body).id == event.id)
for kind in ("ping", "job.of_tomorrow"):
    body = json.dumps({"id": event.id, "type": kind, "data": {}}).encode()
    digest = hmac.new(b"x" * 24, f"{event.id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    headers["Webhook-Signature"] = "v1," + base64.b64encode(digest).decode()
    verified = api.verify_webhook(secret, headers, body)
    print(type(verified).__name__, verified.type)
try:
    api.verify_webhook(secret, headers, body + b" ")
except api.WebhookError:
    print("refused")
sys.exit(0)
