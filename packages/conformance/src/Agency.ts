/**
 * The agency whose fees are set. Where they can be read, they are remembered before the first change and set back at the end,
 * however the run ends.
 */
import * as Effect from "effect/Effect"
import { membersOf } from "./Expect.ts"
import { NotRun } from "./Outcome.ts"
import { isSuccess, itemsOf, type Shared, soundOr, textsOf } from "./Shared.ts"
import type { Answer, Call } from "./Transport.ts"

export interface AgencyOptions {
  /** The agency to set fees of; else the first one listed that is not INACTIVE. */
  readonly agency: string | undefined
  readonly call: (method: string, target: string, request?: Call) => Shared<Answer>
  readonly has: (extension: string) => Shared<boolean>
}

/** Agencies without a status are of servers that have none. */
const isActive = (item: unknown): boolean => membersOf(item)["status"] !== "INACTIVE"

const feesPath = (id: string) => `/v1/agencies/${encodeURIComponent(id)}/fees`

export const openAgency = Effect.fnUntraced(function* ({ agency: given, call, has }: AgencyOptions) {
  const findAgency = Effect.gen(function* () {
    if (given !== undefined) return given
    const unknown = new NotRun({ reason: "no agency is known", remedy: "name one of yours: --agency ID" })
    if (!(yield* has("agencies.read"))) return yield* unknown
    const active = itemsOf(yield* call("GET", "/v1/agencies?limit=100")).filter(isActive)
    const [first] = textsOf(active, "id")
    return first ?? (yield* unknown)
  })

  /** Fees as they were before the run. */
  const before = new Map<string, unknown>()
  const agency: Shared<string> = yield* Effect.cached(
    Effect.gen(function* () {
      const id = yield* findAgency
      if (yield* has("fees.read")) {
        const answer = yield* call("GET", feesPath(id))
        if (isSuccess(answer)) before.set(id, answer.json)
      }
      return id
    })
  )

  /** Sets the fees back, and returns the agency. */
  const restoreFees = Effect.suspend(() =>
    Effect.forEach([...before], ([id, json]) =>
      Effect.map(call("POST", feesPath(id), { json }), (answer) => (before.delete(id) && isSuccess(answer) ? [id] : []))
    )
  ).pipe(Effect.map((ids) => ids.flat()))
  yield* Effect.addFinalizer(() => Effect.ignore(restoreFees))

  const setFees = (json: unknown) => Effect.flatMap(agency, (id) => call("POST", feesPath(id), { json }))
  return {
    agency,
    feesPath,
    setFees,
    /** The same, for scenarios about what the answer holds. */
    setFeesSound: (json: unknown) => Effect.flatMap(setFees(json), (answer) => soundOr("spec-4.6.header", answer)),
    readFees: Effect.flatMap(agency, (id) => call("GET", feesPath(id))),
    restoreFees
  }
})
