/**
 * Tasks of a recruiter's day that succeed: who waits for feedback, persons of several agencies, a mistake undone, a hire under one of two
 * fees, a job from draft to closed.
 */
import { cost, find, hire, hireWrites, ofPerson } from "./ApplicationTasks.ts"
import { changingAgency, emailOf, twoFeesAgency } from "./People.ts"
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Given, Step, Task } from "./Task.ts"
import { listAgencies, twice, writes } from "./WritingTasks.ts"

const ofJob = (given: Given): Step => ({
  call: "update_job",
  with: {
    ...inAcme,
    job_id: { $seen: "matches", where: { title: "Harbour Master" }, take: "id" },
    ...given,
    mode: "apply"
  }
})

export const recruiterTasks: ReadonlyArray<Task> = [
  {
    id: "who-waits-for-feedback",
    goal: `Who of the people of ${twoFeesAgency} is AWAITING_SORT, so that the agency waits for Acme's feedback?`,
    values: { state: "AWAITING_SORT" },
    steps: [
      listOrganizations,
      listAgencies,
      { call: "find_applications", with: { ...inAcme, agency_id: agency(twoFeesAgency), state: "AWAITING_SORT" } }
    ],
    expect: {
      answer: { look: { $count: "matches", where: { state: "AWAITING_SORT" } }, is: 2 },
      shows: ["Joan Clarke", "Thelma Estrin", '"complete":true'],
      upstream: { writes: 0, applications: { email: emailOf("Joan Clarke"), have: [{ state: "AWAITING_SORT" }] } },
      calls: 3
    }
  },
  {
    id: "confirm-one-of-three",
    goal: `Frances Allen agrees that ${twoFeesAgency} submits her to Acme: confirm that, and say what became of the others.`,
    values: { text: "Frances Allen", action: "confirm" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      {
        call: "find_applications",
        with: { ...inAcme, text: "Frances Allen", agency_id: agency(twoFeesAgency) }
      },
      ...twice("move_application", ofPerson("Frances Allen", { action: "confirm" })),
      find("Frances Allen")
    ],
    expect: {
      answer: { look: { $count: "matches", where: { name: "Frances Allen", state: "WITHDRAWN" } }, is: 2 },
      questions: 1,
      upstream: {
        writes: 1,
        applications: {
          email: emailOf("Frances Allen"),
          have: [{ state: "AWAITING_SORT" }, { state: "WITHDRAWN" }, { state: "WITHDRAWN" }]
        }
      },
      calls: 6
    },
    mutate: false
  },
  {
    id: "restore-a-mistake",
    goal: "I rejected Lynn Conway of Acme by mistake. Undo that.",
    values: { text: "Lynn Conway" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Lynn Conway"),
      { call: "get_application", with: ofPerson("Lynn Conway", {}) },
      ...twice("move_application", ofPerson("Lynn Conway", { action: "restore" }))
    ],
    expect: {
      answer: { look: { $latest: "/application/state" }, is: "REVIEWING" },
      questions: 1,
      upstream: { writes: 1, applications: { email: emailOf("Lynn Conway"), have: [{ state: "REVIEWING" }] } },
      calls: 5
    },
    mutate: false
  },
  {
    id: "hire-under-one-of-two-fees",
    goal:
      "Say what hiring Karen Jones for Acme costs under each fee; then hire her from 2026-03-01 for 6000000 cents in EUR under the fee " +
      "at index 1.",
    values: { text: "Karen Jones", custom_fee: 1 },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      find("Karen Jones"),
      {
        call: "preview_fees",
        with: { ...inAcme, agency_id: agency(twoFeesAgency), base_salary_cents: 6_000_000, currency: "EUR" }
      },
      // Which fee is left out first, and the refusal asks for it.
      { call: "move_application", with: ofPerson("Karen Jones", { action: "hire", hire, mode: "preview" }) },
      {
        call: "move_application",
        with: ofPerson("Karen Jones", { action: "hire", hire: { ...hire, custom_fee: 1 }, mode: "apply" })
      }
    ],
    expect: {
      answer: { look: { $latest: "/application/hire/cost" }, is: "9000.00 EUR: 15 % of the base salary" },
      questions: 1,
      upstream: {
        writes: hireWrites,
        applications: {
          email: emailOf("Karen Jones"),
          have: [{ state: "HIRED", hire: { fee_amount_cents: 900_000, fee: { feeBasisPoints: 1_500 } } }]
        }
      },
      calls: 7
    },
    mutate: false
  },
  {
    id: "fee-changed-before-the-hire",
    goal: "Please hire Adele Goldberg for Acme from 2026-03-01 for 6000000 cents in EUR.",
    values: { text: "Adele Goldberg", action: "hire" },
    flags: writes,
    // What it costs now is not what the human was shown first.
    human: { yesTo: cost },
    steps: [
      listOrganizations,
      find("Adele Goldberg"),
      { call: "move_application", with: ofPerson("Adele Goldberg", { action: "hire", hire, mode: "preview" }) },
      {
        call: "move_application",
        with: ofPerson("Adele Goldberg", { action: "hire", hire, mode: "apply" }),
        meanwhile: {
          kind: "fees",
          agency: changingAgency,
          fees: { customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_500 }] }
        }
      }
    ],
    expect: {
      answer: { look: { $latest: "/request/cost" }, is: "15000.00 EUR: 25 % of the base salary" },
      shows: ['"status":"declined"'],
      questions: 2,
      upstream: { writes: 0, applications: { email: emailOf("Adele Goldberg"), have: [{ state: "OFFER" }] } },
      calls: 6
    },
    mutate: false
  },
  {
    id: "job-from-draft-to-closed",
    goal:
      "Add the job Harbour Master to Acme; its description is: Runs the harbour. Open it with a salary from 4000000 cents in EUR, put it on " +
      "hold, and close it.",
    values: { title: "Harbour Master", description: "Runs the harbour.", currency: "EUR", salary_min_cents: 4_000_000 },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      ...twice("create_job", { ...inAcme, title: "Harbour Master", description: "Runs the harbour." }),
      { call: "find_jobs", with: { ...inAcme, text: "Harbour Master" } },
      // The currency is left out first, and the refusal asks for it before the human is asked.
      ofJob({ status: "OPEN", salary_min_cents: 4_000_000 }),
      ofJob({ status: "ON_HOLD" }),
      ofJob({ status: "CLOSED" })
    ],
    expect: {
      answer: { look: { $latest: "/job/status" }, is: "CLOSED" },
      questions: 4,
      upstream: {
        writes: 4,
        job: {
          where: { title: "Harbour Master" },
          has: { status: "CLOSED", salary_min_cents: 4_000_000, currency: "EUR", description: "Runs the harbour." }
        }
      },
      calls: 8
    },
    mutate: false
  }
]
