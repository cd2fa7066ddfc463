/**
 * The service as a table in memory, and random commands that both must answer alike: users, fees, lists, keys and grants of three
 * organizations. What the model knows is the specification; nothing of the server's code is in it.
 */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Answer } from "./HttpCall.ts"
import { membersOf } from "./HttpCall.ts"
import type { OpenWorld } from "./ModelWorlds.ts"
import { pathOf } from "./Walk.ts"

/** A sequence of choices that is the same for the same seed. */
const randomOf = (seed: number) => {
  const random = Effect.runSync(Random.withSeed(Effect.service(Random.Random), seed))
  const below = (max: number): number => Math.floor(random.nextDoubleUnsafe() * max)
  return {
    below,
    pick: <A>(values: ReadonlyArray<A>): A => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error("nothing to pick from")
      return value
    }
  }
}

interface Fees {
  readonly optimizedFee: boolean
  readonly customFees: ReadonlyArray<unknown>
}

interface ModelUser {
  readonly id: string
  readonly email: string
  readonly first_name: string
}

interface Organization {
  readonly users: Map<string, ModelUser>
  fees: Fees
  permissions: ReadonlySet<string>
}

const organizationIds = ["org_one", "org_two", "org_three"]
const everything = ["users:read", "users:write", "agencies:read", "fees:write", "jobs:read"]
const emails = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`)
const userIds = Array.from({ length: 12 }, (_, index) => `usr_${String(index).padStart(2, "0")}`)
const keys = ["k1", "k2", "k3"]

/** What an answer comes down to: its status, and of its body what the model knows. */
type Essence = readonly [status: number, ...unknown: ReadonlyArray<unknown>]

const newOrganization = (): Organization => ({
  users: new Map(),
  fees: { optimizedFee: true, customFees: [] },
  permissions: new Set(everything)
})

/** Runs `count` random commands; every answer must be the model's. Gives how often each kind was answered how. */
export const runModel = async (open: OpenWorld, seed: number, count: number) => {
  const random = randomOf(seed)
  await using world = await open(organizationIds, everything)
  const organizations = new Map(organizationIds.map((id) => [id, newOrganization()] as const))
  /** Kept answers, by organization, path and key: the body that was sent, and what was answered. */
  const kept = new Map<string, { readonly body: string; readonly essence: Essence }>()
  const seen = new Map<string, number>()

  const ask = (id: string, method: string, path: string, json?: object, key?: string): Promise<Answer> =>
    world.call(method, path, {
      token: world.tokens.get(id) ?? "",
      ...(json === undefined ? {} : { json }),
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } })
    })

  /** The answer that a key demands, whatever it is about; nothing when it is fresh. */
  const byKey = (id: string, path: string, json: object, key: string | undefined): Essence | undefined => {
    const stored = key === undefined ? undefined : kept.get(`${id} ${path} ${key}`)
    if (stored === undefined) return undefined
    return stored.body === JSON.stringify(json) ? stored.essence : [422]
  }

  const write = (id: string, path: string, json: object, key: string | undefined, work: () => Essence): Essence => {
    const earlier = byKey(id, path, json, key)
    if (earlier !== undefined) return earlier
    const essence = work()
    if (key !== undefined && essence[0] < 300) kept.set(`${id} ${path} ${key}`, { body: JSON.stringify(json), essence })
    return essence
  }

  const commands = {
    addUser: async (id: string, { users, permissions }: Organization): Promise<[Essence, Essence]> => {
      const json = {
        id: random.pick(userIds),
        first_name: `F${random.below(3)}`,
        last_name: "L",
        email: random.pick(emails)
      }
      const key = random.below(2) === 0 ? random.pick(keys) : undefined
      const expected: Essence = permissions.has("users:write")
        ? write(id, "users", json, key, () => {
            const taken = [...users.values()].some((other) => other.id === json.id || other.email === json.email)
            if (taken) return [409]
            users.set(json.id, json)
            return [201, json.id, json.email, json.first_name]
          })
        : [403]
      const answer = await ask(id, "POST", "/v1/users", json, key)
      const { id: made, email, first_name } = membersOf(answer)
      return [expected, answer.status === 201 ? [201, made, email, first_name] : [answer.status]]
    },
    getUser: async (id: string, { users, permissions }: Organization): Promise<[Essence, Essence]> => {
      const user = random.pick(userIds)
      const known = users.get(user)
      const answer = await ask(id, "GET", `/v1/users/${user}`)
      const found: Essence = known === undefined ? [404] : [200, known.email, known.first_name]
      const { email, first_name } = membersOf(answer)
      return [
        permissions.has("users:read") ? found : [403],
        answer.status === 200 ? [200, email, first_name] : [answer.status]
      ]
    },
    walkUsers: async (id: string, { users, permissions }: Organization): Promise<[Essence, Essence]> => {
      const found: Array<unknown> = []
      let path: string | undefined = `/v1/users?limit=${1 + random.below(5)}`
      let status = 200
      while (path !== undefined) {
        const answer: Answer = await ask(id, "GET", path)
        const { content, next } = membersOf(answer)
        status = answer.status
        if (Array.isArray(content)) found.push(...content.map((user) => user.id))
        path = typeof next === "string" ? pathOf(next) : undefined
      }
      return [permissions.has("users:read") ? [200, ...[...users.keys()].toSorted()] : [403], [status, ...found]]
    },
    setFees: async (id: string, organization: Organization): Promise<[Essence, Essence]> => {
      const fee = () => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints: random.below(10_001) })
      const json = random.pick<Partial<Fees>>([
        { optimizedFee: random.below(2) === 0 },
        { customFees: [fee()] },
        { optimizedFee: false, customFees: [] },
        {}
      ])
      const agency = random.pick(["agy_a", "agy_a", "agy_none"])
      const key = random.below(2) === 0 ? random.pick(keys) : undefined
      const expected: Essence = organization.permissions.has("fees:write")
        ? write(id, agency, json, key, () => {
            if (agency !== "agy_a") return [404]
            organization.fees = { ...organization.fees, ...json }
            return [200, JSON.stringify(organization.fees)]
          })
        : [403]
      const answer = await ask(id, "POST", `/v1/agencies/${agency}/fees`, json, key)
      return [expected, answer.status === 200 ? [200, answer.text] : [answer.status]]
    },
    getFees: async (id: string, { fees, permissions }: Organization): Promise<[Essence, Essence]> => {
      const answer = await ask(id, "GET", "/v1/agencies/agy_a/fees")
      return [
        permissions.has("agencies:read") || permissions.has("fees:write") ? [200, JSON.stringify(fees)] : [403],
        answer.status === 200 ? [200, answer.text] : [answer.status]
      ]
    },
    changeGrant: async (id: string, organization: Organization): Promise<[Essence, Essence]> => {
      const permissions = everything.filter(() => random.below(2) > 0)
      await world.grant(id, permissions)
      organization.permissions = new Set(permissions)
      return [[0], [0]]
    }
  }

  const kinds = ["addUser", "addUser", "addUser", "getUser", "walkUsers", "setFees", "setFees", "getFees"] as const
  for (let step = 0; step < count; step++) {
    const id = random.pick(organizationIds)
    const organization = organizations.get(id) ?? newOrganization()
    const kind = random.below(40) === 0 ? "changeGrant" : random.pick(kinds)
    const [expected, actual] = await commands[kind](id, organization)
    assert.deepStrictEqual(actual, expected, `seed ${seed}, step ${step}: ${kind} in ${id}`)
    const outcome = `${kind} ${expected[0]}`
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    // Tokens live for a day, and the clock moves only with changes of grants.
  }
  return seen
}
