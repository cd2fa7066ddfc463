/**
 * Tasks of a recruiter: who waits, what a hire costs, and the actions on applications (issue 16).
 */
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Given, Step, Task } from "./Task.ts"
import { paidAgency } from "./People.ts"
import { twice, writes } from "./WritingTasks.ts"

export const find = (text: string): Step => ({ call: "find_applications", with: { ...inAcme, text } })

export const ofPerson = (name: string, given: Given): Given => ({
  ...inAcme,
  application_id: { $seen: "matches", where: { name }, take: "id" },
  ...given
})

export const hire = { start_date: "2026-03-01", base_salary_cents: 6_000_000, currency: "EUR" }
export const cost = "12000.00 EUR: 20 % of the base salary"
/** A hire writes the application, its placement, and the number of hires of its job. */
export const hireWrites = 3
const feedback = "We look for more years of practice."

export const applicationTasks: ReadonlyArray<Task> = [
  {
    id: "who-waits",
    goal: "Who of the people submitted to Acme is UNCONFIRMED, so that they wait to be confirmed? How many are there?",
    values: { state: "UNCONFIRMED" },
    steps: [listOrganizations, { call: "find_applications", with: { ...inAcme, state: "UNCONFIRMED" } }],
    expect: {
      answer: { look: { $count: "matches", where: { state: "UNCONFIRMED" } }, is: 5 },
      shows: ["Grace Hopper", "Frances Allen", '"complete":true'],
      calls: 2
    }
  },
  {
    id: "submit-a-person",
    goal: "Submit Mary Jackson with the address mary.jackson@example.com to Acme for the job job_00000001, for the agency Gorse Talent.",
    values: { first_name: "Mary", last_name: "Jackson", email: "mary.jackson@example.com", job_id: "job_00000001" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      { call: "list_agencies", with: inAcme },
      ...twice("submit_application", {
        ...inAcme,
        job_id: "job_00000001",
        agency_id: agency(paidAgency),
        first_name: "Mary",
        last_name: "Jackson",
        email: "mary.jackson@example.com"
      })
    ],
    expect: {
      answer: { look: { $latest: "/application/state" }, is: "UNCONFIRMED" },
      questions: 1,
      upstream: { writes: 1, applications: { email: "mary.jackson@example.com", have: [{ state: "UNCONFIRMED" }] } },
      calls: 4
    }
  },
  {
    id: "submit-with-answers",
    goal: `${paidAgency} submits Hedy Lamarr, hedy.lamarr@example.com, for the job job_00000030 of Acme. She may work in the country, and can begin at once.`,
    values: { first_name: "Hedy", last_name: "Lamarr", email: "hedy.lamarr@example.com", job_id: "job_00000030" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      { call: "list_agencies", with: inAcme },
      { call: "get_job", with: { ...inAcme, job_id: "job_00000030" } },
      ...twice("submit_application", {
        ...inAcme,
        job_id: "job_00000030",
        agency_id: agency(paidAgency),
        first_name: "Hedy",
        last_name: "Lamarr",
        email: "hedy.lamarr@example.com",
        answers: [
          { question_id: "permit", value: true },
          { question_id: "start", value: "now" }
        ]
      })
    ],
    expect: {
      answer: { look: { $latest: "/application/answers/1/labels/0" }, is: "At once" },
      shows: ["When can the candidate begin?"],
      questions: 1,
      upstream: { writes: 1, applications: { email: "hedy.lamarr@example.com", have: [{ state: "UNCONFIRMED" }] } },
      calls: 5
    },
    mutate: false
  },
  {
    id: "add-a-job",
    goal: "Add the job Payroll Clerk to Acme; its description is: Runs the payroll.",
    values: { title: "Payroll Clerk", description: "Runs the payroll." },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      ...twice("create_job", { ...inAcme, title: "Payroll Clerk", description: "Runs the payroll." })
    ],
    expect: {
      answer: { look: { $latest: "/status" }, is: "created" },
      questions: 1,
      upstream: { writes: 1, job: { where: { title: "Payroll Clerk" }, has: { status: "DRAFT" } } },
      calls: 3
    }
  },
  {
    id: "job-on-hold",
    goal: "Put the job job_00000007 of Acme ON_HOLD.",
    values: { job_id: "job_00000007", status: "ON_HOLD" },
    flags: writes,
    human: "yes",
    steps: [listOrganizations, ...twice("update_job", { ...inAcme, job_id: "job_00000007", status: "ON_HOLD" })],
    expect: {
      answer: { look: { $latest: "/job/status" }, is: "ON_HOLD" },
      questions: 1,
      upstream: { writes: 1, job: { where: { id: "job_00000007" }, has: { status: "ON_HOLD" } } },
      calls: 3
    }
  },
  {
    id: "cost-before-anybody-applies",
    goal: `What would a hire of the agency ${paidAgency} cost Acme at 60,000 EUR a year (6000000 minor units)?`,
    values: { base_salary_cents: 6_000_000, currency: "EUR" },
    steps: [
      listOrganizations,
      { call: "list_agencies", with: inAcme },
      {
        call: "preview_fees",
        with: { ...inAcme, agency_id: agency(paidAgency), base_salary_cents: 6_000_000, currency: "EUR" }
      }
    ],
    expect: { answer: { look: { $latest: "/fees/0/cost" }, is: cost }, upstream: { writes: 0 }, calls: 3 }
  },
  {
    id: "what-is-possible",
    goal: "What can Acme do next with Annie Easley?",
    values: { text: "Annie Easley" },
    steps: [listOrganizations, find("Annie Easley"), { call: "get_application", with: ofPerson("Annie Easley", {}) }],
    expect: {
      answer: { look: { $latest: "/possible_actions" }, is: ["advance", "reject", "withdraw"] },
      calls: 3
    }
  },
  {
    id: "cost-of-a-hire",
    goal: "What would it cost Acme to hire Dorothy Vaughan from 2026-03-01 for 6000000 cents in EUR? Change nothing.",
    values: { text: "Dorothy Vaughan", action: "hire" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Dorothy Vaughan"),
      { call: "move_application", with: ofPerson("Dorothy Vaughan", { action: "hire", hire, mode: "preview" }) }
    ],
    expect: {
      answer: { look: { $latest: "/request/cost" }, is: cost },
      questions: 0,
      upstream: {
        writes: 0,
        applications: { email: "dorothy.vaughan@example.com", have: [{ state: "INTERVIEWING" }] }
      },
      calls: 3
    }
  },
  {
    id: "reject-with-a-reason",
    goal: `Please reject Alan Kay for Acme and tell the agency: ${feedback}`,
    values: { text: "Alan Kay", action: "reject", feedback },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Alan Kay"),
      ...twice("move_application", ofPerson("Alan Kay", { action: "reject", feedback }))
    ],
    expect: {
      answer: { look: { $latest: "/application/rejection/feedback" }, is: feedback },
      questions: 1,
      upstream: { writes: 1, applications: { email: "alan.kay@example.com", have: [{ state: "REJECTED" }] } },
      calls: 4
    },
    mutate: false
  },
  {
    id: "a-fee-that-is-due",
    goal: "Whose fee of a hire at Acme is DUE, and how much is it in minor units?",
    values: { settlement_status: "DUE" },
    steps: [
      listOrganizations,
      { call: "find_placements", with: { ...inAcme, settlement_status: "DUE" } },
      {
        call: "get_placement",
        with: { ...inAcme, placement_id: { $seen: "placements", where: { candidate_name: "Konrad Zuse" }, take: "id" } }
      }
    ],
    expect: {
      answer: { look: { $latest: "/placement/fee_amount_cents" }, is: 1_440_000 },
      shows: ["Konrad Zuse", "DUE"],
      calls: 3
    }
  },
  {
    id: "left-without-a-guarantee",
    goal: "Konrad Zuse is gone from Acme since 2026-09-10: Left for another company. Record that.",
    values: { on: "2026-09-10", reason: "Left for another company" },
    as: "owner",
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      { call: "find_placements", with: inAcme },
      {
        call: "fall_off",
        with: {
          ...inAcme,
          placement_id: { $seen: "placements", where: { candidate_name: "Konrad Zuse" }, take: "id" },
          on: "2026-09-10",
          reason: "Left for another company",
          mode: "apply"
        }
      }
    ],
    expect: {
      refused: { error: "invalid_transition", mentions: ["fall_off is not possible", "Ask the user"] },
      questions: 0,
      upstream: { writes: 0 },
      calls: 3
    },
    mutate: false
  },
  {
    id: "withdraw-for-a-reason",
    goal: "Please withdraw Wally Feurzeig from Acme: he took another offer. Name the reason that Acme has for it.",
    values: { text: "Wally Feurzeig", action: "withdraw" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Wally Feurzeig"),
      { call: "list_reasons", with: inAcme },
      ...twice("move_application", ofPerson("Wally Feurzeig", { action: "withdraw", reason_id: "other_offer" }))
    ],
    expect: {
      answer: { look: { $latest: "/application/withdrawal/reason_id" }, is: "other_offer" },
      shows: ["Candidate took another offer"],
      questions: 1,
      upstream: {
        writes: 1,
        applications: { email: "wally.feurzeig@example.com", have: [{ state: "WITHDRAWN" }] }
      },
      calls: 5
    },
    mutate: false
  },
  {
    id: "hire-and-say-the-cost",
    goal: "Now hire Edith Clarke for Acme from 2026-03-01 for 6000000 cents in EUR, and say what it costs.",
    values: { text: "Edith Clarke", action: "hire" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Edith Clarke"),
      ...twice("move_application", ofPerson("Edith Clarke", { action: "hire", hire }))
    ],
    expect: {
      answer: { look: { $latest: "/application/hire/cost" }, is: cost },
      questions: 1,
      upstream: { writes: hireWrites, applications: { email: "edith.clarke@example.com", have: [{ state: "HIRED" }] } },
      calls: 4
    },
    mutate: false
  },
  {
    id: "hire-not-possible",
    goal: "Now hire Annie Easley for Acme from 2026-03-01 for 6000000 cents in EUR.",
    values: { text: "Annie Easley", action: "hire" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      find("Annie Easley"),
      { call: "move_application", with: ofPerson("Annie Easley", { action: "hire", hire, mode: "apply" }) }
    ],
    expect: {
      refused: { error: "invalid_transition", mentions: ["REVIEWING", "Possible are: advance, reject, withdraw"] },
      questions: 0,
      upstream: { writes: 0, applications: { email: "annie.easley@example.com", have: [{ state: "REVIEWING" }] } },
      calls: 3
    },
    mutate: false
  }
]
