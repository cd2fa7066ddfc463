/**
 * Commands about users: an id and an email, whatever its case, belong to one user of the organization.
 */
import type { Choices } from "./Choices.ts"
import { isLate, type MakeCommand } from "./Command.ts"
import { isSame, isSameEmail, merged, type Organization, type User } from "./Organization.ts"
import { changedMeanwhile, conflict, made, notFound, shown } from "./Outcome.ts"

const ids = Array.from({ length: 40 }, (_, index) => `usr_${String(index).padStart(2, "0")}`)
const addresses = Array.from({ length: 60 }, (_, index) => `person${index}@example.com`)

/** An address, sometimes in another spelling. */
const addressOf = ({ oneIn, pick }: Choices): string => {
  const address = pick(addresses)
  return oneIn(4) ? address.toUpperCase() : address
}

/** The users who have an id or an email already. */
const holdersOf = (
  { users }: Organization,
  { email, id }: { readonly id: string | undefined; readonly email: string }
) => [...users.values()].map(({ shown }) => shown).filter((user) => user.id === id || isSameEmail(user.email, email))

const idsOf = (users: ReadonlyArray<User>): ReadonlyArray<string> => users.map(({ id }) => id)

export const addUser: MakeCommand = ({ choices, organization }) => {
  const given: { readonly id?: string } = choices.perhaps(2, { id: choices.pick(ids) })
  const names = { first_name: `F${choices.below(3)}`, last_name: "L" }
  const json = { ...given, ...names, email: addressOf(choices) }
  const bad = choices.pick([{ email: "nobody" }, { first_name: "" }, { id: "usr no" }, { nick: "N" }])
  const isBad = choices.oneIn(12)
  return {
    kind: "addUser",
    needs: ["users:write"],
    method: "POST",
    path: "/v1/users",
    json: isBad ? { ...json, ...bad } : json,
    isBad,
    isWrite: true,
    answer: (id) => {
      const holders = holdersOf(organization, { id: given.id, email: json.email })
      if (holders.length > 0) return conflict(...idsOf(holders))
      const user = { ...json, id: given.id ?? id, status: "ACTIVE" }
      organization.users.set(user.id, { shown: user, version: 1 })
      return made(user)
    }
  }
}

const patchOf = (choices: Choices): Partial<User> =>
  choices.pick<Partial<User>>([
    { first_name: `F${choices.below(3)}` },
    { email: addressOf(choices) },
    { first_name: "F0", email: addressOf(choices) },
    { status: "DISABLED" },
    { status: "ACTIVE" },
    {}
  ])

export const patchUser: MakeCommand = ({ choices, organization, tags }) => {
  const id = choices.recent(organization.users.keys(), choices.pick(ids))
  const resource = `/v1/users/${id}`
  const patch = patchOf(choices)
  const isBad = choices.oneIn(12)
  const ifMatch = tags.precondition(resource)
  return {
    kind: "patchUser",
    needs: ["users:write"],
    method: "PATCH",
    path: resource,
    json: isBad ? choices.pick([{ email: null }, { status: "GONE" }, { id: "usr_00" }, { nick: "N" }]) : patch,
    isBad,
    isWrite: true,
    ifMatch,
    resource,
    answer: () => {
      const user = organization.users.get(id)
      if (user === undefined) return notFound
      if (isLate({ ifMatch }, String(user.version))) return changedMeanwhile
      const next = merged(user.shown, patch)
      if (isSame(next, user.shown)) return shown(user.shown, String(user.version))
      const others = holdersOf(organization, next).filter((other) => other.id !== id)
      if (others.length > 0) return conflict(...idsOf(others))
      const version = user.version + 1
      organization.users.set(id, { shown: next, version })
      return shown(next, String(version))
    }
  }
}

export const getUser: MakeCommand = ({ choices, organization }) => {
  const id = choices.recent(organization.users.keys(), choices.pick(ids))
  const resource = `/v1/users/${id}`
  return {
    kind: "getUser",
    needs: ["users:read"],
    method: "GET",
    path: resource,
    resource,
    answer: () => {
      const user = organization.users.get(id)
      return user === undefined ? notFound : shown(user.shown, String(user.version))
    }
  }
}
