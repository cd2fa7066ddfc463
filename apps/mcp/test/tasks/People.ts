/**
 * The people whom agencies have submitted to Acme when the tasks begin, one or two for each task, and where each of them stands.
 */
import type { AgencyFeesUpdate, OrganizationClient } from "@partner-api/client"

/** The open job that all of them apply for. */
const jobId = "job_00000001"

/** The agency whose fee is known: a share, so that a salary has a cost. */
export const paidAgency = "Gorse Talent"
/** An agency with two fees to choose from. */
export const twoFeesAgency = "Ivy Staffing"
/** An agency whose fee changes. */
export const changingAgency = "Juniper Search"
/** The agency that has credentials of its own. It belongs to the sandbox, with five people. */
export const boundAgency = { id: "agy_hirewell", name: "Hirewell" }

const actions = ["confirm", "keep", "advance", "advance"] as const

interface Submitted {
  readonly name: string
  /** The number of actions that were taken. */
  readonly after: number
  readonly isRejected?: true
}

const share: AgencyFeesUpdate = {
  optimizedFee: false,
  customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
}

const agencies: ReadonlyArray<{
  readonly name: string
  readonly fees: AgencyFeesUpdate
  readonly people: ReadonlyArray<Submitted>
}> = [
  {
    name: paidAgency,
    fees: share,
    people: [
      { name: "Grace Hopper", after: 0 },
      { name: "Alan Kay", after: 1 },
      { name: "Wally Feurzeig", after: 1 },
      { name: "Annie Easley", after: 2 },
      { name: "Dorothy Vaughan", after: 3 },
      { name: "Edith Clarke", after: 4 }
    ]
  },
  {
    name: twoFeesAgency,
    fees: {
      optimizedFee: false,
      customFees: [
        { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000 },
        { feeType: "PERCENTAGE_FEE", feeBasisPoints: 1_500 }
      ]
    },
    people: [
      { name: "Joan Clarke", after: 1 },
      { name: "Thelma Estrin", after: 1 },
      { name: "Karen Jones", after: 4 },
      { name: "Lynn Conway", after: 2, isRejected: true },
      { name: "Frances Allen", after: 0 }
    ]
  },
  {
    name: changingAgency,
    fees: share,
    people: [
      { name: "Adele Goldberg", after: 4 },
      { name: "Frances Allen", after: 0 }
    ]
  },
  {
    name: boundAgency.name,
    fees: {},
    people: [
      { name: "Frances Allen", after: 0 },
      { name: "Milly Koss", after: 1 }
    ]
  }
]

/** Agencies that only these people are of. */
export const agenciesWithPeople = [paidAgency, twoFeesAgency, changingAgency]

/** The address of a person. */
export const emailOf = (name: string): string => `${name.replace(" ", ".")}@example.com`.toLowerCase()

/** Submits them and takes the actions on each. */
export const writePeople = async (
  organization: Pick<OrganizationClient, "agencies" | "applications">,
  agencyId: (name: string) => Promise<string>
): Promise<void> => {
  const { applications } = organization
  for (const { fees, name, people } of agencies) {
    const agency_id = await agencyId(name)
    await organization.agencies.setFees(agency_id, fees)
    for (const { after, isRejected = false, name: person } of people) {
      const [first_name = "", last_name = ""] = person.split(" ")
      const candidate = { first_name, last_name, email: emailOf(person) }
      const { id } = await applications.submit({ job_id: jobId, agency_id, candidate })
      for (const action of actions.slice(0, after)) await applications.transition(id, { action })
      if (isRejected) await applications.transition(id, { action: "reject", feedback: "Rejected by mistake." })
    }
  }
}
