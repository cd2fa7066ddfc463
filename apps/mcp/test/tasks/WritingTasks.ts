/**
 * Tasks that change something: a preview, the question to the human, the change.
 */
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Given, Json, Step, Task } from "./Task.ts"

export const writes = ["--enable-writes", "jobs,users,fees,applications"]

/** As the tools require it: shown first, then done. */
export const twice = (call: string, given: Given): ReadonlyArray<Step> => [
  { call, with: { ...given, mode: "preview" } },
  { call, with: { ...given, mode: "apply" } }
]

const feesOf = (name: string, given: Given): ReadonlyArray<Step> =>
  twice("set_agency_fees", { ...inAcme, agency_id: agency(name), ...given })

export const listAgencies = { call: "list_agencies", with: inAcme }
const percentage = (percent: string): Json => ({ feeType: "PERCENTAGE_FEE", percentage: percent })
const flat = (currency: string): Json => ({ feeType: "FLAT_FEE", currency, feeCents: 500_000 })

const ada = { first_name: "Ada", last_name: "Byron" }

export const writingTasks: ReadonlyArray<Task> = [
  {
    id: "add-user",
    goal: "Add Ada Byron with the address ada.byron@example.com to Acme.",
    values: { ...ada, email: "ada.byron@example.com" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      { prompt: "add_user_safely", with: inAcme },
      ...twice("add_user", { ...inAcme, ...ada, email: "ada.byron@example.com" })
    ],
    expect: {
      answer: { look: { $latest: "/status" }, is: "added" },
      questions: 1,
      upstream: { writes: 1, users: { organization: "org_acme", email: "ada.byron@example.com", count: 1 } },
      calls: 3
    }
  },
  {
    id: "add-user-declined",
    goal: "Add Ada Byron with the address not.wanted@example.com to Acme.",
    values: { ...ada, email: "not.wanted@example.com" },
    flags: writes,
    human: "no",
    steps: [listOrganizations, ...twice("add_user", { ...inAcme, ...ada, email: "not.wanted@example.com" })],
    expect: {
      answer: { look: { $latest: "/status" }, is: "declined" },
      questions: 1,
      upstream: { writes: 0, users: { organization: "org_acme", email: "not.wanted@example.com", count: 0 } },
      calls: 3
    }
  },
  {
    id: "duplicate-user",
    goal: "Add Ada Byron with the address taken@example.com to Acme.",
    values: { ...ada, email: "taken@example.com" },
    flags: writes,
    human: "yes",
    before: [{ kind: "user", organization: "org_acme", email: "taken@example.com" }],
    steps: [listOrganizations, ...twice("add_user", { ...inAcme, ...ada, email: "taken@example.com" })],
    expect: {
      refused: { error: "conflict", mentions: ["/email", "belongs to the user usr_"] },
      questions: 0,
      upstream: { writes: 0, users: { organization: "org_acme", email: "taken@example.com", count: 1 } },
      calls: 3
    },
    mutate: false
  },
  {
    id: "percentage-fee",
    goal: "Agree a fee of 20% with Alder Search of Acme, in place of the platform's own.",
    values: { percentage: "20%" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      ...feesOf("Alder Search", { optimizedFee: false, customFees: [percentage("20%")] })
    ],
    expect: {
      answer: { look: { $latest: "/after/customFees/0/feeBasisPoints" }, is: 2_000 },
      questions: 1,
      upstream: {
        writes: 1,
        fees: {
          agency: "Alder Search",
          are: { optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }] }
        }
      },
      calls: 4
    }
  },
  {
    id: "flat-fee",
    goal: "Agree a flat fee of 500000 cents in EUR with Birch People of Acme, in place of the platform's own.",
    values: { feeCents: 500_000, currency: "EUR" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      { prompt: "set_fees_safely", with: { ...inAcme, agency_id: agency("Birch People") } },
      { call: "get_agency_fees", with: { ...inAcme, agency_id: agency("Birch People") } },
      ...feesOf("Birch People", { optimizedFee: false, customFees: [flat("EUR")] })
    ],
    expect: {
      answer: { look: { $latest: "/after/customFees/0/amount" }, is: "5000.00 EUR" },
      questions: 1,
      upstream: {
        writes: 1,
        fees: { agency: "Birch People", are: { optimizedFee: false, customFees: [flat("EUR")] } }
      },
      calls: 5
    }
  },
  {
    id: "there-and-back",
    goal: "Turn the platform's own fee off for Cedar Talent of Acme, then on, then off again.",
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      ...[false, true, false].flatMap((optimizedFee) => feesOf("Cedar Talent", { optimizedFee }))
    ],
    expect: {
      answer: { look: { $latest: "/after/optimizedFee" }, is: false },
      questions: 3,
      upstream: { writes: 3, fees: { agency: "Cedar Talent", are: { optimizedFee: false, customFees: [] } } },
      calls: 8
    }
  },
  {
    id: "changed-meanwhile",
    goal: "Agree a fee of 15% with Dogwood Partners of Acme.",
    values: { percentage: "15%" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      {
        call: "set_agency_fees",
        with: { ...inAcme, agency_id: agency("Dogwood Partners"), customFees: [percentage("15%")], mode: "apply" },
        meanwhile: { kind: "fees", agency: "Dogwood Partners", fees: { optimizedFee: false } }
      }
    ],
    expect: {
      answer: { look: { $latest: "/before/optimizedFee" }, is: false },
      // Once about what was there before, once about what is there now.
      questions: 2,
      upstream: {
        writes: 1,
        fees: {
          agency: "Dogwood Partners",
          are: { optimizedFee: false, customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1_500 }] }
        }
      },
      calls: 5
    },
    mutate: false
  },
  {
    id: "invalid-currency",
    goal: "Agree a flat fee of 500000 cents in EUR with Elm Hiring of Acme.",
    values: { currency: "EUR" },
    flags: writes,
    human: "yes",
    steps: [
      listOrganizations,
      listAgencies,
      {
        call: "set_agency_fees",
        with: { ...inAcme, agency_id: agency("Elm Hiring"), customFees: [flat("Euro")], mode: "apply" }
      }
    ],
    expect: {
      answer: { look: { $latest: "/status" }, is: "set" },
      questions: 1,
      upstream: { writes: 1, fees: { agency: "Elm Hiring", are: { optimizedFee: true, customFees: [flat("EUR")] } } },
      calls: 4
    },
    mutate: false
  }
]
