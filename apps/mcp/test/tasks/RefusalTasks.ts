/**
 * Tasks of a recruiter that end with a refusal for the human: nothing of the platform is changed, and what is missing or
 * possible instead is named.
 */
import { find, ofPerson } from "./ApplicationTasks.ts"
import { boundAgency, changingAgency, emailOf, paidAgency } from "./People.ts"
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Given, Step, Task } from "./Task.ts"
import { listAgencies, writes } from "./WritingTasks.ts"

const submit = (given: Given): Step => ({ call: "submit_application", with: { ...inAcme, ...given, mode: "apply" } })

const mary = { first_name: "Mary", last_name: "Shelley", email: "mary.shelley@example.com" }
const ann = { first_name: "Ann", last_name: "Radcliffe", email: "ann.radcliffe@example.com" }

/** An application that another agency of the sandbox submitted. */
const strangersApplication = "app_00000002_2"

export const refusalTasks: ReadonlyArray<Task> = [
  {
    id: "reject-without-a-reason",
    goal: "Please reject Joan Clarke for Acme.",
    values: { text: "Joan Clarke", action: "reject" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Joan Clarke"),
      { call: "move_application", with: ofPerson("Joan Clarke", { action: "reject", mode: "apply" }) }
    ],
    expect: {
      refused: { error: "invalid_arguments", mentions: ["/feedback", "ask the user for it"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: emailOf("Joan Clarke"), have: [{ state: "AWAITING_SORT" }] } },
      calls: 3
    },
    mutate: false
  },
  {
    id: "submitted-twice",
    goal: `Submit Joan Clarke with the address joan.clarke@example.com to Acme for the job job_00000001, for ${changingAgency}.`,
    values: { first_name: "Joan", last_name: "Clarke", email: "joan.clarke@example.com", job_id: "job_00000001" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      submit({
        job_id: "job_00000001",
        agency_id: agency(changingAgency),
        first_name: "Joan",
        last_name: "Clarke",
        email: "joan.clarke@example.com"
      })
    ],
    expect: {
      refused: { error: "duplicate_application", mentions: ["/email", "belongs to the application app_"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: emailOf("Joan Clarke"), have: [{ state: "AWAITING_SORT" }] } },
      calls: 3
    },
    mutate: false
  },
  {
    id: "job-cannot-be-held",
    goal: "Put the job job_00000005 of Acme ON_HOLD.",
    values: { job_id: "job_00000005", status: "ON_HOLD" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      { call: "update_job", with: { ...inAcme, job_id: "job_00000005", status: "ON_HOLD", mode: "apply" } }
    ],
    expect: {
      refused: { error: "invalid_transition", mentions: ["is CLOSED and can become OPEN", "/status"] },
      questions: 0,
      upstream: { writes: 0, job: { where: { id: "job_00000005" }, has: { status: "CLOSED" } } },
      calls: 2
    },
    mutate: false
  },
  {
    id: "agency-sees-its-own",
    goal: `We are ${boundAgency.name}: how many people have we submitted to Acme, and where does ${strangersApplication} stand?`,
    values: { application_id: strangersApplication },
    as: "agency",
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      { call: "find_applications", with: inAcme },
      { call: "get_application", with: { ...inAcme, application_id: strangersApplication } }
    ],
    expect: {
      answer: { look: { $count: "matches", where: {} }, is: 7 },
      refused: { error: "not_found", mentions: ["/application_id", "is not known in this organization"] },
      questions: 0,
      upstream: { writes: 0 },
      calls: 4
    },
    mutate: false,
    isSlow: true
  },
  {
    id: "agency-may-not-keep",
    goal: `We are ${boundAgency.name}: keep Milly Koss at Acme.`,
    values: { text: "Milly Koss", action: "keep" },
    as: "agency",
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Milly Koss"),
      { call: "move_application", with: ofPerson("Milly Koss", { action: "keep", mode: "apply" }) }
    ],
    expect: {
      refused: { error: "forbidden", mentions: ["keep is the employer's", "bound to an agency", "Tell the user"] },
      upstream: { writes: 0, applications: { email: emailOf("Milly Koss"), have: [{ state: "AWAITING_SORT" }] } },
      calls: 3
    },
    mutate: false,
    isSlow: true
  },
  {
    id: "erased-applicant",
    goal: "Please keep Thelma Estrin for Acme.",
    values: { text: "Thelma Estrin", action: "keep" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Thelma Estrin"),
      { happens: { kind: "erased", email: emailOf("Thelma Estrin") } },
      { call: "move_application", with: ofPerson("Thelma Estrin", { action: "keep", mode: "apply" }) }
    ],
    expect: {
      refused: { error: "invalid_transition", mentions: ["The person of this application was erased"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: emailOf("Thelma Estrin"), have: [] } },
      calls: 3
    },
    mutate: false,
    isSlow: true
  },
  {
    id: "write-on-a-read-only-server",
    goal: "Please keep Joan Clarke for Acme.",
    values: { text: "Joan Clarke", action: "keep" },
    human: "yes",
    steps: [
      listOrganizations,
      find("Joan Clarke"),
      { call: "move_application", with: ofPerson("Joan Clarke", { action: "keep", mode: "apply" }), unlisted: true }
    ],
    expect: {
      refused: { error: "not_enabled", mentions: ["Tell the user", "--enable-writes applications"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: emailOf("Joan Clarke"), have: [{ state: "AWAITING_SORT" }] } },
      calls: 4
    },
    mutate: false
  },
  {
    id: "unknown-agency",
    goal: "Submit Ann Radcliffe with the address ann.radcliffe@example.com to Acme for job_00000001, for the agency agy_of_nobody.",
    values: { ...ann, job_id: "job_00000001", agency_id: "agy_of_nobody" },
    flags: writes,
    human: "yes",
    steps: [listOrganizations, submit({ ...ann, job_id: "job_00000001", agency_id: "agy_of_nobody" })],
    expect: {
      refused: { error: "not_found", mentions: ["/agency_id", "is not known in this organization"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: ann.email, have: [] } },
      calls: 2
    },
    mutate: false
  },
  {
    id: "job-of-another-organization",
    goal: `Submit Mary Shelley with the address mary.shelley@example.com to Acme for the job job_00001001, for ${paidAgency}.`,
    values: { ...mary, job_id: "job_00001001" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      submit({ ...mary, job_id: "job_00001001", agency_id: agency(paidAgency) })
    ],
    expect: {
      refused: { error: "not_found", mentions: ["/job_id", "is not known in this organization"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: mary.email, have: [] } },
      calls: 3
    },
    mutate: false
  }
]
