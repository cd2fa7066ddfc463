/**
 * `--field name=value` and `--raw-field name=value`: the members of a body, or of a query.
 *
 * The value of `--field` that is an integer, `true`, `false` or `null` is one; all other values are text. In a body,
 * `candidate[email]=…` is a member of a member, and `status[]=…` adds to a list.
 */
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

/** A field as it was given. */
export interface ApiField {
  readonly name: string
  readonly value: string
  /** Whether its value is text whatever it looks like. */
  readonly isRaw: boolean
}

/** Reads `name=value`; an error is a sentence about the mistake. */
export const readField = (text: string, isRaw: boolean): Result.Result<ApiField, string> => {
  const at = text.indexOf("=")
  return at > 0
    ? Result.succeed({ name: text.slice(0, at), value: text.slice(at + 1), isRaw })
    : Result.fail(`must be name=value; it is ${JSON.stringify(text)}`)
}

const words: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null]
])

const valueOf = ({ isRaw, value }: ApiField): unknown => {
  if (isRaw) return value
  if (words.has(value)) return words.get(value)
  return /^-?(?:0|[1-9]\d{0,14})$/u.test(value) ? Number(value) : value
}

/** `candidate[email]` as its names; the empty name adds to a list. */
const pathOf = (name: string): Result.Result<ReadonlyArray<string>, string> => {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/u.exec(name) ?? []
  return first === undefined
    ? Result.fail("is no name, such as email or candidate[email]")
    : Result.succeed([first, ...Array.from(rest?.matchAll(/\[([^[\]]*)\]/gu) ?? [], ([, inner = ""]) => inner)])
}

/** Puts a value at its place, in what is there already. */
const place = (there: unknown, path: ReadonlyArray<string>, value: unknown): Result.Result<unknown, string> => {
  const [name, ...rest] = path
  if (name === undefined) return there === undefined ? Result.succeed(value) : Result.fail("is given twice")
  if (name === "") {
    if (there !== undefined && !Array.isArray(there)) return Result.fail("is a list and something else")
    return Result.map(place(undefined, rest, value), (item) => [...(there ?? []), item])
  }
  if (there !== undefined && !Predicate.isObject(there)) return Result.fail("has members and is something else")
  // Names are anybody's: `__proto__` is one like every other.
  const before = there !== undefined && Object.hasOwn(there, name) ? there[name] : undefined
  return Result.map(place(before, rest, value), (member) => ({ ...there, [name]: member }))
}

/** The body that fields make; none without fields. */
export const bodyOf = (fields: ReadonlyArray<ApiField>): Result.Result<unknown, string> =>
  fields.reduce<Result.Result<unknown, string>>(
    (body, field) =>
      Result.flatMap(body, (made) =>
        Result.mapError(
          Result.flatMap(pathOf(field.name), (path) => place(made, path, valueOf(field))),
          (mistake) => `${field.name} ${mistake}`
        )
      ),
    Result.succeed(undefined)
  )

/** A query with fields behind what it has. */
export const searchOf = (search: string, fields: ReadonlyArray<ApiField>): string => {
  const query = new URLSearchParams(search)
  for (const { name, value } of fields) query.append(name, value)
  return fields.length === 0 ? search : `?${query.toString()}`
}
