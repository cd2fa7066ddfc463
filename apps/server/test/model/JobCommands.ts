/**
 * Commands about jobs: where a status can go, what a salary needs, whose an external id is, and that drafts are the employer's.
 */
import type { Choices } from "./Choices.ts"
import { isLate, type MakeCommand } from "./Command.ts"
import { isSame, type Job, jobSeenBy, merged, type Organization } from "./Organization.ts"
import { changedMeanwhile, conflict, made, notFound, notPossible, shown, wrong } from "./Outcome.ts"

const moves: Readonly<Record<string, ReadonlyArray<string>>> = {
  DRAFT: ["OPEN", "CLOSED"],
  OPEN: ["ON_HOLD", "CLOSED"],
  ON_HOLD: ["OPEN", "CLOSED"],
  CLOSED: ["OPEN"]
}
export const jobStatuses = Object.keys(moves)

export const jobNameOf = ({ below }: Choices): string => `REQ-${below(60)}`

const salaryOf = ({ below }: Choices) => ({ salary_min_cents: below(10), salary_max_cents: 4 + below(10) })

const isSalaryWrong = ({ currency, salary_max_cents: max, salary_min_cents: min }: Partial<Job>): boolean =>
  (min !== undefined && max !== undefined && min > max) ||
  (currency === undefined && (min !== undefined || max !== undefined))

/** The job that has an external id already. */
const holderOf = ({ jobs }: Organization, externalId: string | undefined): Job | undefined =>
  externalId === undefined
    ? undefined
    : [...jobs.values()].map(({ shown }) => shown).find((job) => job.external_id === externalId)

export const addJob: MakeCommand = ({ choices, organization }) => {
  const json = {
    title: `T${choices.below(3)}`,
    description: "D",
    agency_access: "ALL",
    ...choices.perhaps(3, { external_id: jobNameOf(choices) }),
    ...choices.perhaps(4, { ...salaryOf(choices), ...(choices.oneIn(5) ? {} : { currency: "EUR" }) })
  }
  const status: { readonly status?: string } = choices.oneIn(4)
    ? {}
    : { status: choices.pick(["OPEN", "OPEN", "OPEN", ...jobStatuses]) }
  const bad = choices.pick([{ title: " " }, { status: "GONE" }, { id: "job_mine" }, { currency: "eur" }])
  const isBad = choices.oneIn(12)
  return {
    kind: "addJob",
    needs: ["jobs:write"],
    method: "POST",
    path: "/v1/jobs",
    json: { ...json, ...status, ...(isBad ? bad : {}) },
    isBad,
    isWrite: true,
    answer: (id) => {
      if (isSalaryWrong(json)) return wrong
      const holder = holderOf(organization, json.external_id)
      if (holder !== undefined) return conflict(holder.id)
      const job = { id, ...json, status: status.status ?? "DRAFT" }
      organization.jobs.set(id, { shown: job, version: 1 })
      return made(job)
    }
  }
}

type JobPatch = { readonly [Name in keyof Job]?: Job[Name] | null }

const patchOf = (choices: Choices): JobPatch =>
  choices.pick<JobPatch>([
    ...jobStatuses.map((status) => ({ status })),
    { status: "OPEN" },
    { title: `T${choices.below(3)}`, status: choices.pick(jobStatuses) },
    { external_id: jobNameOf(choices) },
    { external_id: null },
    { location: "Berlin" },
    { location: null, title: "T0" },
    { ...salaryOf(choices), currency: "EUR" },
    salaryOf(choices),
    { currency: null },
    {}
  ])

const touchesSalary = (patch: JobPatch): boolean =>
  "salary_min_cents" in patch || "salary_max_cents" in patch || "currency" in patch

export const patchJob: MakeCommand = ({ choices, organization, tags }) => {
  const id = choices.recent(organization.jobs.keys(), "job_none")
  const resource = `/v1/jobs/${id}`
  const patch = patchOf(choices)
  const isBad = choices.oneIn(12)
  const ifMatch = tags.precondition(resource)
  return {
    kind: "patchJob",
    needs: ["jobs:write"],
    method: "PATCH",
    path: resource,
    json: isBad ? choices.pick([{ title: null }, { status: "GONE" }, { id: "job_mine" }, { openings: 0 }]) : patch,
    isBad,
    isWrite: true,
    ifMatch,
    resource,
    answer: () => {
      const job = organization.jobs.get(id)
      if (job === undefined) return notFound
      if (isLate({ ifMatch }, String(job.version))) return changedMeanwhile
      const next = merged(job.shown, patch)
      if (isSame(next, job.shown)) return shown(next, String(job.version))
      const possible = moves[job.shown.status] ?? []
      if (next.status !== job.shown.status && !possible.includes(next.status)) return notPossible(possible)
      if (touchesSalary(patch) && isSalaryWrong(next)) return wrong
      const holder = holderOf(organization, next.external_id)
      if (holder !== undefined && holder.id !== id) return conflict(holder.id)
      const version = job.version + 1
      organization.jobs.set(id, { shown: next, version })
      return shown(next, String(version))
    }
  }
}

export const getJob: MakeCommand = ({ caller, choices, organization }) => {
  const id = choices.recent(organization.jobs.keys(), "job_none")
  const resource = `/v1/jobs/${id}`
  return {
    kind: "getJob",
    needs: ["jobs:read"],
    method: "GET",
    path: resource,
    resource,
    answer: () => {
      const job = jobSeenBy(organization, caller, id)
      return job === undefined ? notFound : shown(job.shown, String(job.version))
    }
  }
}
