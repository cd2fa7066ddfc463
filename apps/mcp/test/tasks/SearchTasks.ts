/**
 * Tasks that look for one of many: a user, an agency, the applications for a job.
 */
import { boundAgency } from "./People.ts"
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Task } from "./Task.ts"
import { listAgencies } from "./WritingTasks.ts"

const email = "sought.user@example.com"

export const searchTasks: ReadonlyArray<Task> = [
  {
    id: "user-by-address",
    goal: `Known User has the address ${email} in Acme: what is the status of this user?`,
    values: { email },
    before: [{ kind: "user", organization: "org_acme", email }],
    steps: [
      listOrganizations,
      { call: "find_users", with: { ...inAcme, email } },
      { call: "get_user", with: { ...inAcme, user_id: { $seen: "matches", where: { email }, take: "id" } } }
    ],
    expect: {
      answer: { look: { $latest: "/user/status" }, is: "ACTIVE" },
      shows: ['"first_name":"Known"', '"last_name":"User"', '"created_at"'],
      upstream: { writes: 0, users: { organization: "org_acme", email, count: 1 } },
      calls: 3
    }
  },
  {
    id: "nobody-of-that-name",
    goal: "Is there a user named Nobody Atall in Acme?",
    values: { text: "Nobody Atall" },
    steps: [listOrganizations, { call: "find_users", with: { ...inAcme, text: "Nobody Atall" } }],
    expect: {
      answer: { look: { $count: "matches", where: {} }, is: 0 },
      shows: ['"complete":true'],
      calls: 2
    }
  },
  {
    id: "recruiters-of-an-agency",
    goal: `Who recruits for Acme at ${boundAgency.name}?`,
    steps: [
      listOrganizations,
      listAgencies,
      { call: "get_agency", with: { ...inAcme, agency_id: agency(boundAgency.name) } }
    ],
    expect: { answer: { look: { $latest: "/agency/recruiters/0/first_name" }, is: "Robin" }, calls: 3 }
  },
  {
    id: "applications-for-an-unknown-job",
    goal: "Who has applied for the job job_of_nobody of Acme?",
    values: { job_id: "job_of_nobody" },
    steps: [listOrganizations, { call: "find_applications", with: { ...inAcme, job_id: "job_of_nobody" } }],
    expect: { refused: { error: "not_found", mentions: ["/job_id", "is not known in this organization"] }, calls: 2 },
    mutate: false
  },
  {
    id: "members-on-demand",
    goal: "Show the description and the location of the job job_00000003 of Acme.",
    values: { job_id: "job_00000003" },
    steps: [
      listOrganizations,
      { call: "find_jobs", with: { ...inAcme, ids: ["job_00000003"], fields: ["description", "location"] } }
    ],
    expect: {
      answer: { look: { $latest: "/matches/0/id" }, is: "job_00000003" },
      shows: ['"description"', '"location"', '"complete":true'],
      calls: 2
    }
  }
]
