/**
 * The people whom agencies have submitted to Acme when the tasks begin, one or two for each task, and where each of them stands.
 */
import type { OrganizationMethods } from "@partner-api/client"

/** The open job that all of them apply for. */
const jobId = "job_00000001"

/** The agency whose fee is known: a share, so that a salary has a cost. */
export const paidAgency = "Gorse Talent"

const actions = ["confirm", "keep", "advance", "advance"] as const

const people = [
  { first_name: "Grace", last_name: "Hopper", after: 0 },
  { first_name: "Alan", last_name: "Kay", after: 1 },
  { first_name: "Katherine", last_name: "Johnson", after: 2 },
  { first_name: "Dorothy", last_name: "Vaughan", after: 3 },
  { first_name: "Edith", last_name: "Clarke", after: 4 }
]

/** Submits them and moves each on by the number of actions. */
export const writePeople = async (
  { agencies, applications }: Pick<OrganizationMethods, "agencies" | "applications">,
  agencyId: string
): Promise<void> => {
  await agencies.setFees(agencyId, {
    optimizedFee: false,
    customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
  })
  for (const { after, ...name } of people) {
    const email = `${name.first_name}.${name.last_name}@example.com`.toLowerCase()
    const { id } = await applications.submit({ job_id: jobId, agency_id: agencyId, candidate: { ...name, email } })
    for (const action of actions.slice(0, after)) await applications.transition(id, { action })
  }
}
