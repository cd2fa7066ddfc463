/**
 * Wrong calls made of right ones, the ways in which models get calls wrong: an argument left out, of another type, too many, spelt in
 * another style or with a typo, out of range, an id that does not exist, a cursor of yesterday; inside of objects too. Only the schema that
 * clients see is asked what is right.
 */
import { isRecord } from "./Memory.ts"
import type { ValidCall } from "./Policy.ts"
import { type Arguments, put } from "./Repair.ts"
import type { Json } from "./Task.ts"

export type Kind = "dropped" | "type" | "extra" | "id" | "cursor" | "spelling" | "range"

export interface Mutation {
  readonly kind: Kind
  readonly tool: string
  readonly right: Arguments
  readonly wrong: Arguments
  /** The place that the refusal must name. */
  readonly path: string
}

interface Tool {
  readonly name: string
  readonly inputSchema: unknown
}

/** The schema of a member, as far as these mutations look. */
const memberOf = (schema: unknown, name: string): Readonly<Record<string, Json>> => {
  if (!isRecord(schema)) return {}
  const properties = schema["properties"]
  const found = isRecord(properties) ? properties[name] : undefined
  if (!isRecord(found)) return {}
  const all = found["allOf"]
  return Array.isArray(all) ? Object.assign({}, found, ...all) : found
}

const isRequired = (schema: unknown, name: string): boolean => {
  const required = isRecord(schema) ? schema["required"] : undefined
  return Array.isArray(required) && required.includes(name)
}

/** The other style of a name: snake_case for camelCase and the other way round. */
const otherSpelling = (name: string): string | undefined => {
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (camel !== name) return camel
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return snake === name ? undefined : snake
}

/** A name without its third letter. */
const withTypo = (name: string): string | undefined =>
  name.length < 5 ? undefined : `${name.slice(0, 2)}${name.slice(3)}`

const pointerOf = (path: ReadonlyArray<string>): string => path.map((name) => `/${name}`).join("")

/** What no fee and no hire has. */
const outOfRangeInside = (name: string, value: Json): Json | undefined => {
  if (name === "feeType") return "SHARE_FEE"
  if (name === "percentage") return "120%"
  if (name === "currency") return "Euro"
  return typeof value === "number" ? -1 : undefined
}

const ofAnotherType = (value: Json): Json => (typeof value === "string" ? 7 : "seven")

const outOfRange = (name: string, value: Json, schema: Readonly<Record<string, Json>>): Json | undefined => {
  const { maximum } = schema
  if (typeof maximum === "number") return maximum + 1
  if (Array.isArray(schema["enum"])) return "SOMETHING_ELSE"
  if (name === "email") return "not an address"
  return typeof value === "string" && !name.endsWith("_id") && name !== "cursor" ? "" : undefined
}

/** A name that no tool knows. */
const extra = "verbose"

const mutationsOf = ({ tool, arguments: right }: ValidCall, schema: unknown): ReadonlyArray<Mutation> => {
  const made = (kind: Kind, path: string, wrong: Json): ReadonlyArray<Mutation> =>
    isRecord(wrong) ? [{ kind, tool, right, wrong, path }] : []

  const ofMember = ([name, value]: readonly [string, Json]): ReadonlyArray<Mutation> => {
    const path = `/${name}`
    const spelt = otherSpelling(name)
    const range = outOfRange(name, value, memberOf(schema, name))
    return [
      ...(isRequired(schema, name) ? made("dropped", path, put(right, [name], undefined)) : []),
      ...made("type", path, put(right, [name], ofAnotherType(value))),
      ...[spelt, withTypo(name)].flatMap((wrong) =>
        wrong === undefined
          ? []
          : made("spelling", `/${wrong}`, {
              ...Object.fromEntries(Object.entries(right).filter(([other]) => other !== name)),
              [wrong]: value
            })
      ),
      ...(range === undefined ? [] : made("range", path, put(right, [name], range))),
      ...(name.endsWith("_id") ? made("id", path, put(right, [name], `${name.slice(0, 3)}_of_nobody`)) : [])
    ]
  }

  /** The members of an object among the arguments. */
  const inside = (path: ReadonlyArray<string>, value: Json): ReadonlyArray<Mutation> =>
    !isRecord(value)
      ? []
      : Object.entries(value).flatMap(([name, member]) => {
          const place = [...path, name]
          const wrongNames = [otherSpelling(name), withTypo(name)].filter((one) => one !== undefined)
          const range = outOfRangeInside(name, member)
          return [
            ...made("type", pointerOf(place), put(right, place, ofAnotherType(member))),
            ...wrongNames.flatMap((spelt) =>
              made("spelling", pointerOf([...path, spelt]), put(put(right, place, undefined), [...path, spelt], member))
            ),
            ...(range === undefined ? [] : made("range", pointerOf(place), put(right, place, range)))
          ]
        })

  const fees = right["customFees"]
  const inObjects = [
    ...(Array.isArray(fees) ? fees : []).flatMap((fee: Json, index) => inside(["customFees", String(index)], fee)),
    ...inside(["hire"], right["hire"] ?? null)
  ]

  const properties = isRecord(schema) ? schema["properties"] : undefined
  const takesCursor = isRecord(properties) && "cursor" in properties
  return [
    ...Object.entries(right).flatMap(ofMember),
    ...inObjects,
    ...made("extra", `/${extra}`, { ...right, [extra]: true }),
    ...(takesCursor ? made("cursor", "/cursor", { ...right, cursor: "of-yesterday.AAAA" }) : [])
  ]
}

/** All mutations of calls that differ in their tool or in the names of their arguments. Writes are only previewed. */
export const mutationsOfAll = (
  calls: ReadonlyArray<ValidCall>,
  tools: ReadonlyArray<Tool>
): ReadonlyArray<Mutation> => {
  const shapes = new Map(
    calls
      .filter(({ arguments: { mode, cursor } }) => mode !== "apply" && cursor === undefined)
      .map((call) => [`${call.tool} ${JSON.stringify(Object.keys(call.arguments).toSorted())}`, call])
  )
  return [...shapes.values()].flatMap((call) =>
    mutationsOf(call, tools.find(({ name }) => name === call.tool)?.inputSchema)
  )
}
