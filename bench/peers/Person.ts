/**
 * A person as a body names one: a new user, or the candidate of an application.
 */
export interface Person {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const isName = (value: unknown): value is string => typeof value === "string" && value.length > 0 && value.length <= 100

/** The person in a JSON text; nobody when a member is wrong. */
export const personIn = (json: unknown): Person | undefined => {
  const { first_name, last_name, email: address }: Record<string, unknown> = Object(json)
  return isName(first_name) &&
    isName(last_name) &&
    typeof address === "string" &&
    address.length <= 254 &&
    email.test(address)
    ? { first_name, last_name, email: address }
    : undefined
}
