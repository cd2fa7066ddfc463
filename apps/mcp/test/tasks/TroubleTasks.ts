/**
 * Tasks that cannot go straight: refusals that name the next step, and those that name what to tell the human.
 */
import { agency, inAcme, listOrganizations } from "./ReadingTasks.ts"
import type { Task } from "./Task.ts"

export const troubleTasks: ReadonlyArray<Task> = [
  {
    id: "wrong-organization",
    goal: "Which jobs has the organization Globex that mention Porto?",
    values: { text: "Porto" },
    // The id as somebody would guess it.
    steps: [{ call: "find_jobs", with: { organization_id: "globex", text: "Porto" } }],
    expect: { answer: { look: { $latest: "/matches/0/location" }, is: "Porto" }, calls: 2 },
    mutate: false
  },
  {
    id: "read-only",
    goal: "Add Ada Byron with the address never@example.com to Acme.",
    human: "yes",
    steps: [
      listOrganizations,
      {
        call: "add_user",
        with: { ...inAcme, first_name: "Ada", last_name: "Byron", email: "never@example.com", mode: "apply" }
      }
    ],
    expect: {
      refused: { error: "not_offered", mentions: ['"read_only":true', "--enable-writes"] },
      questions: 0,
      upstream: { writes: 0, users: { organization: "org_acme", email: "never@example.com", count: 0 } },
      calls: 2
    },
    mutate: false
  },
  {
    id: "nobody-to-ask",
    goal: "Turn the platform's own fee off for Fir Works of Acme.",
    flags: ["--enable-writes", "users,fees"],
    steps: [
      listOrganizations,
      { call: "list_agencies", with: inAcme },
      {
        call: "set_agency_fees",
        with: { ...inAcme, agency_id: agency("Fir Works"), optimizedFee: false, mode: "apply" }
      }
    ],
    expect: {
      refused: { error: "confirmation_unavailable", mentions: ["elicitation", "partner fees set"] },
      upstream: { writes: 0, fees: { agency: "Fir Works", are: { optimizedFee: true, customFees: [] } } },
      calls: 3
    },
    mutate: false
  },
  {
    id: "revoked-credentials",
    goal: "List the jobs of Acme.",
    as: "leaver",
    steps: [listOrganizations, { happens: { kind: "revoked" } }, { call: "list_jobs", with: inAcme }],
    expect: { refused: { mentions: ["Tell the user", "credentials"] }, calls: 3 },
    mutate: false
  },
  {
    id: "limit-too-large",
    goal: "Show 2 jobs of Acme at once; begin with the limits there are.",
    values: { limit: 2 },
    steps: [listOrganizations, { read: "partner://limits" }, { call: "list_jobs", with: { ...inAcme, limit: 101 } }],
    expect: { answer: { look: { $count: "jobs", where: {} }, is: 2 }, calls: 3 },
    mutate: false
  },
  {
    id: "stale-cursor",
    goal: "Go through the first jobs of Acme, 5 at a time.",
    values: { limit: 5 },
    steps: [
      listOrganizations,
      { call: "list_jobs", with: { ...inAcme, limit: 5 } },
      { restart: true },
      { call: "list_jobs", with: { ...inAcme, limit: 5, cursor: { $latest: "/next_cursor" } } }
    ],
    expect: { answer: { look: { $count: "jobs", where: {} }, is: 5 }, calls: 4 },
    mutate: false
  }
]
