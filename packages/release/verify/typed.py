"""What holds under mypy --strict, and what it refuses: an ignored line without a mistake is a mistake there. Is read, and never run."""

from typing import Iterator

import partner_api as api


def clear(acme: api.OrganizationClient, seen: api.Job) -> api.Job:
    patch = api.JobPatch(title="Nurse", status="ON_HOLD", location=api.NULL, employment_type=api.NULL, city=None)
    return acme.jobs.update(seen.id, patch, if_match=seen.etag)


def forget(acme: api.OrganizationClient, application_id: str) -> api.Application:
    person = api.CandidatePatch(phone=api.NULL, links=api.NULL)
    return acme.applications.update(application_id, api.ApplicationPatch(note=api.NULL, candidate=person))


def confirm(acme: api.OrganizationClient, seen: api.Application) -> Iterator[api.ApplicationChange]:
    acme.applications.transition(seen.id, api.ConfirmAction(), if_match=seen.etag)
    return acme.applications.history(seen.id)


def copy(acme: api.OrganizationClient, seen: api.Job) -> api.Job:
    return acme.jobs.create(api.NewJob(title=seen.title, description=seen.description or "", workplace_type=seen.workplace_type))


def outcome(failed: api.ApiError) -> str:
    return f"{failed.outcome} {failed.details[0].in_}" if isinstance(failed, api.NoAnswer) else failed.code


api.JobPatch(title=api.NULL)  # type: ignore[arg-type]
api.JobPatch(status="OPENED")  # type: ignore[arg-type]
api.ConfirmAction("decline")  # type: ignore[arg-type]
api.Client().organization("org_acme").jobs.list(status=["OPENED"])  # type: ignore[list-item]
