/**
 * Small sample data for a service in memory.
 */
const recordedAt = { created_at: "2025-11-03T09:30:00.000Z", updated_at: "2025-11-03T09:30:00.000Z" }

/** The sample: two organizations, of which the first has three jobs, two users, two agencies and an application. */
export const sampleOrganizations = [
  {
    id: "org_1",
    name: "Analytical Engines",
    jobs: [
      { id: "job_1", title: "Engineer", description: "Builds engines.", status: "OPEN", ...recordedAt },
      { id: "job_2", title: "Mathematician", description: "Writes notes on engines.", status: "OPEN", ...recordedAt },
      { id: "job_3", title: "Mechanic", description: "Mends engines.", status: "CLOSED", ...recordedAt }
    ],
    users: [
      {
        id: "usr_1",
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@example.com",
        status: "ACTIVE",
        ...recordedAt
      },
      {
        id: "usr_2",
        first_name: "Charles",
        last_name: "Babbage",
        email: "charles@example.com",
        status: "ACTIVE",
        ...recordedAt
      }
    ],
    agencies: [
      {
        id: "agy_1",
        name: "Good Hands",
        recruiters: [{ first_name: "Mary", last_name: "Somerville", email: "mary@example.com" }]
      },
      {
        id: "agy_2",
        name: "Steam Talent",
        fees: {
          optimizedFee: false,
          customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000, note: "Senior roles" }]
        }
      }
    ],
    applications: [
      {
        id: "app_1",
        job_id: "job_1",
        agency_id: "agy_2",
        candidate: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
        state: "UNCONFIRMED",
        state_entered_at: recordedAt.created_at,
        version: 1,
        ...recordedAt
      }
    ]
  },
  { id: "org_2", name: "Difference Works", jobs: [{ id: "job_9", title: "Clerk", description: "Keeps tables." }] }
]
