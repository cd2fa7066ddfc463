/**
 * Tasks of an employer and of its agencies: who works on a job, on which terms, and how an agency comes in (recruiting 2 to 4).
 */
import { boundAgency, twoFeesAgency } from "./People.ts"
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Task } from "./Task.ts"
import { listAgencies, twice, writes } from "./WritingTasks.ts"

const employerWrites = [...writes.slice(0, -1), `${writes.at(-1)},agencies`]

const question = { id: "night", text: "Can the candidate work at night?", type: "YES_NO", required: true }

export const employerTasks: ReadonlyArray<Task> = [
  {
    id: "instructions-for-an-agency",
    goal: `What is ${boundAgency.name} to send along for the job job_00000001 of Acme?`,
    values: { job_id: "job_00000001" },
    steps: [listOrganizations, { call: "list_assignments", with: { ...inAcme, job_id: "job_00000001" } }],
    expect: {
      answer: {
        look: { $seen: "assignments", where: { agency_id: boundAgency.id }, take: "instructions" },
        is: "Send a sample of work along."
      },
      calls: 2
    }
  },
  {
    id: "jobs-of-an-agency",
    goal: `Which jobs of Acme are assigned to ${boundAgency.name}?`,
    steps: [
      listOrganizations,
      listAgencies,
      { call: "list_assignments", with: { ...inAcme, agency_id: agency(boundAgency.name) } }
    ],
    expect: { answer: { look: { $latest: "/assignments/0/job_id" }, is: "job_00000001" }, calls: 3 }
  },
  {
    id: "assign-a-job",
    goal: `Assign the job job_00000005 of Acme to ${twoFeesAgency}, which may submit at most 3 people.`,
    values: { job_id: "job_00000005", submission_limit: 3 },
    as: "owner",
    flags: employerWrites,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      ...twice("assign_job", {
        ...inAcme,
        job_id: "job_00000005",
        agency_id: agency(twoFeesAgency),
        submission_limit: 3
      })
    ],
    expect: {
      answer: { look: { $latest: "/assignment/submission_limit" }, is: 3 },
      questions: 1,
      upstream: { writes: 1 },
      calls: 4
    }
  },
  {
    id: "invite-an-agency",
    goal: "Invite the agency Kiln People to Acme: Ida Kiln, ida@kiln.example.",
    values: { company_name: "Kiln People", first_name: "Ida", last_name: "Kiln", email: "ida@kiln.example" },
    as: "owner",
    flags: employerWrites,
    human: "yes",
    steps: [
      listOrganizations,
      ...twice("invite_agency", {
        ...inAcme,
        company_name: "Kiln People",
        first_name: "Ida",
        last_name: "Kiln",
        email: "ida@kiln.example"
      })
    ],
    expect: {
      answer: { look: { $latest: "/status" }, is: "invited" },
      shows: ["/invitations#", "Ida Kiln <ida@kiln.example>"],
      questions: 1,
      upstream: { writes: 1 },
      calls: 3
    }
  },
  {
    id: "invite-without-permission",
    goal: "Invite the agency Kiln People to Acme: Ida Kiln, ida@kiln.example.",
    flags: employerWrites,
    human: "yes",
    steps: [listOrganizations, { call: "invite_agency", with: { ...inAcme, company_name: "Kiln People" } }],
    expect: { refused: { error: "not_offered", mentions: ["the permission agencies:write"] }, questions: 0, calls: 2 },
    mutate: false
  },
  {
    id: "remote-jobs-of-a-department",
    goal: "How many OPEN jobs of the department Engineering of Acme are REMOTE?",
    values: { status: "OPEN", department: "Engineering", workplace_type: "REMOTE" },
    steps: [
      listOrganizations,
      {
        call: "find_jobs",
        with: { ...inAcme, status: "OPEN", department: "Engineering", workplace_type: "REMOTE" },
        walk: true
      }
    ],
    expect: { answer: { look: { $count: "matches", where: {} }, is: 4 }, shows: ['"complete":true'], calls: 2 }
  },
  {
    id: "ask-one-thing-more",
    goal: "Ask for the job job_00000009 of Acme whether a candidate can work at night: it is required.",
    values: { job_id: "job_00000009" },
    flags: writes,
    human: "yes",
    steps: [listOrganizations, ...twice("update_job", { ...inAcme, job_id: "job_00000009", questions: [question] })],
    expect: {
      answer: { look: { $latest: "/job/questions/0/type" }, is: "YES_NO" },
      questions: 1,
      upstream: { writes: 1, job: { where: { id: "job_00000009" }, has: { questions: [question] } } },
      calls: 3
    }
  }
]
