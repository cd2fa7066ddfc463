/**
 * Commands about the fees of agencies: the employer sets them, an agency sees its own.
 */
import type { Choices } from "./Choices.ts"
import { isLate, type MakeCommand, type Situation } from "./Command.ts"
import { costsOf } from "./FeeRule.ts"
import { agencySeenBy, byClient, type Change, type Fee, type Fees, isSame, merged, visibleTo } from "./Organization.ts"
import { changedMeanwhile, notFound, shown } from "./Outcome.ts"
import type { Caller } from "./World.ts"

export const salaries = [0, 1, 333, 7_200_000, 7_250_001, 1_000_000_000_000]

const feeOf = ({ below, perhaps, pick }: Choices): Fee => ({
  ...pick<Fee>([
    { feeType: "PERCENTAGE_FEE", feeBasisPoints: pick([0, 1, 5_000, below(10_001), 10_000]) },
    { feeType: "FLAT_FEE", currency: pick(["EUR", "JPY"]), feeCents: below(1_000_000) }
  ]),
  ...perhaps(3, { note: "Senior roles" })
})

const someFees = (choices: Choices): ReadonlyArray<Fee> => {
  const fees = Array.from({ length: 1 + choices.below(3) }, () => feeOf(choices))
  // None twice.
  return fees.filter((fee, index) => fees.findIndex((other) => isSame(other, fee)) === index)
}

const updateOf = (choices: Choices): Partial<Fees> =>
  choices.pick<Partial<Fees>>([
    { optimizedFee: choices.oneIn(2) },
    { optimizedFee: false, customFees: someFees(choices) },
    { customFees: someFees(choices) },
    { optimizedFee: false, customFees: [] },
    {}
  ])

const twice: Fee = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }
const badUpdates = [
  { customFees: [twice, twice] },
  { customFees: [{ ...twice, feeBasisPoints: 10_001 }] },
  { optimisedFee: true },
  { optimizedFee: null }
]

const feesPathOf = ({ caller, choices, organization: { agencies } }: Situation) => {
  const own = choices.oneIn(2) ? caller.agencyId : undefined
  const id = own ?? choices.pick([...agencies.keys(), ...(choices.oneIn(4) ? ["agy_none"] : [])])
  return { id, path: `/v1/agencies/${id}/fees` }
}

const withoutNotes = ({ customFees, optimizedFee }: Fees): Fees => ({
  optimizedFee,
  customFees: customFees.map((fee) => merged(fee, { note: null }))
})

/** The entry of a change of fees; none when nothing changes. */
const entriesOf = (fees: Fees, next: Fees, caller: Caller): ReadonlyArray<Change> => {
  const changed = (["customFees", "optimizedFee"] as const).filter(
    (name) => JSON.stringify(fees[name]) !== JSON.stringify(next[name])
  )
  const entry = { ...byClient(caller), action: "agency_fees.set", changed }
  return changed.length === 0 ? [] : [{ ...entry, before: withoutNotes(fees), after: withoutNotes(next) }]
}

export const setFees: MakeCommand = (situation) => {
  const { caller, choices, organization, tags } = situation
  const { id, path } = feesPathOf(situation)
  const update = updateOf(choices)
  const isBad = choices.oneIn(12)
  const ifMatch = tags.precondition(path)
  return {
    kind: "setFees",
    needs: ["fees:write"],
    method: "POST",
    path,
    json: isBad ? choices.pick(badUpdates) : update,
    isBad,
    isWrite: true,
    ifMatch,
    resource: path,
    answer: () => {
      const agency = agencySeenBy(organization, caller, id)
      if (agency === undefined) return notFound
      if (isLate({ ifMatch }, JSON.stringify(agency.fees))) return changedMeanwhile
      const fees = { ...agency.fees, ...update }
      const history = [...agency.history, ...entriesOf(agency.fees, fees, caller)]
      organization.agencies.set(id, { id, fees, history })
      return shown(fees, JSON.stringify(fees))
    }
  }
}

export const getFees: MakeCommand = (situation) => {
  const { id, path } = feesPathOf(situation)
  return {
    kind: "getFees",
    needs: ["agencies:read", "fees:write"],
    method: "GET",
    path,
    resource: path,
    answer: () => {
      const agency = agencySeenBy(situation.organization, situation.caller, id)
      return agency === undefined ? notFound : shown(agency.fees, JSON.stringify(agency.fees))
    }
  }
}

export const previewFees: MakeCommand = (situation) => {
  const { caller, choices, organization } = situation
  const { id, path } = feesPathOf(situation)
  const given = choices.oneIn(2) ? {} : updateOf(choices)
  const base_salary_cents = choices.pick(salaries)
  const bad = choices.pick([{ base_salary_cents: 1.5 }, { base_salary_cents: -1 }, { currency: "eur" }, ...badUpdates])
  const isBad = choices.oneIn(8)
  return {
    kind: "previewFees",
    needs: ["agencies:read"],
    method: "POST",
    path: `${path}/preview`,
    json: { base_salary_cents, currency: "EUR", ...given, ...(isBad ? bad : {}) },
    isBad,
    answer: () => {
      const agency = agencySeenBy(organization, caller, id)
      if (agency === undefined) return notFound
      const fees = { ...agency.fees, ...given }
      return shown({ optimizedFee: fees.optimizedFee, fees: costsOf(fees, base_salary_cents) })
    }
  }
}

export const listFeesHistory: MakeCommand = (situation) => {
  const { caller, choices, organization } = situation
  const { id, path } = feesPathOf(situation)
  return {
    kind: "listFeesHistory",
    needs: ["agencies:read"],
    method: "GET",
    path: `${path}/history?limit=${5 + choices.below(30)}`,
    isList: true,
    answer: () => {
      const agency = agencySeenBy(organization, caller, id)
      return agency === undefined ? notFound : shown(visibleTo(caller, agency.history))
    }
  }
}
