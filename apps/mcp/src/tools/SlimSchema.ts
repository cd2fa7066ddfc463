/**
 * The published schemas of a tool: without redundant keywords, because every conversation carries them.
 *
 * They accept all that the tool accepts, and a little more. The tool's full schemas decode the arguments and report what is wrong.
 */
import { amountMax } from "@partner-api/domain/Money"
import type { ObjectSchema } from "../protocol/tool/WireSchema.ts"

interface Json {
  readonly [member: string]: unknown
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** Members whose keys are names of properties, not keywords of JSON Schema. */
const isNamed = (name: string): boolean => name === "properties"

/** The beginnings of descriptions that repeat the name of a member, or the kind of a fee. */
const repeating = [
  "A day, as",
  "A fixed amount for each hire",
  "A question that a submission answers",
  "A text, a number, true or false, a day",
  "An answer that can be chosen",
  "An https: address",
  "Counted without",
  "Email address",
  "Fields of the employer's own",
  "Identifies ",
  "Its id in the agency's system",
  "Jobs in the country",
  "Jobs of the department",
  "Jobs whose work",
  "The address at which candidates apply",
  "The amount of the period",
  "The answer to a question",
  "The change of the custom fields",
  "The city of",
  "The company that the person works",
  "The country of",
  "The current occupation",
  "The department that",
  "The end of a consent",
  "The first day on which",
  "The format of the description",
  "The id of the job",
  "The kind of contract",
  "The last day, in UTC",
  "The notice that",
  "The number of people",
  "The place of",
  "The purpose of the fee",
  "The salary that",
  "The time that the salary",
  "The user wh",
  "The way in which the person consented",
  "The work, in full",
  "Upper-case ISO",
  "When the person consented",
  "Whether an employer",
  "Whether the person may",
  "Why the job is closed",
  "https: addresses"
]

const isRepeating = (description: string): boolean => repeating.some((start) => description.startsWith(start))

/** A text may be longer than a model would write, so a large bound on its length is left out. */
const shortMax = 99

/** A list may be longer than a model would write. */
const itemsMax = 20

/** A number may be larger than a model would write, so a large bound on its value is left out. */
const smallMax = 1_000

/** A choice of more names than these is one of members, which a result of the tool shows. */
const namesMax = 18

/** Whether a description names the tool whose schema has the items, so that they do not stand in the list twice. */
const areItemsElsewhere = ({ description }: Json): boolean =>
  typeof description === "string" && /, as in [a-z]+_[a-z]+$/u.test(description)

/** Whether a keyword is redundant, or only a validator reads it: a refusal shows an example. */
const isRedundant = (name: string, value: unknown): boolean =>
  name === "examples" ||
  name === "pattern" ||
  (name === "description" && typeof value === "string" && isRepeating(value)) ||
  // A member that there is not is refused, and named.
  name === "additionalProperties" ||
  name === "patternProperties" ||
  name === "maxProperties" ||
  // A name that is none of many is refused with all of them.
  (name === "enum" && Array.isArray(value) && value.length > namesMax) ||
  ((name === "minLength" || name === "minItems") && (value === 0 || value === 1)) ||
  (name === "minimum" && (value === 0 || value === 1)) ||
  (name === "maximum" && typeof value === "number" && value > smallMax) ||
  (name === "maxItems" && typeof value === "number" && value > itemsMax) ||
  (name === "maxLength" && typeof value === "number" && value > shortMax) ||
  value === amountMax ||
  value === Number.MAX_SAFE_INTEGER ||
  value === Number.MIN_SAFE_INTEGER

/** The members of `allOf`, merged into the schema unless they contradict it. */
const flat = (schema: Json): Json => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = [rest, ...allOf.filter(isJson).map(flat)]
  const merged: Json = Object.assign({}, ...parts)
  const agrees = parts.every((part) => Object.entries(part).every(([name, value]) => merged[name] === value))
  return agrees ? merged : schema
}

/** A value that may be null, as one type in place of two schemas. */
const nullable = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [some, none] = anyOf.filter(isJson).map(flat)
  if (some === undefined || none?.["type"] !== "null" || typeof some["type"] !== "string") return schema
  const values = Array.isArray(some["enum"]) ? { enum: [...some["enum"], null] } : {}
  return { ...rest, ...some, type: [some["type"], "null"], ...values }
}

const slim = (value: unknown, isOutput: boolean): unknown => {
  if (Array.isArray(value)) return value.map((entry) => slim(entry, isOutput))
  if (!isJson(value)) return value
  const keywords = nullable(flat(value))
  return Object.fromEntries(
    Object.entries(keywords).flatMap(([name, member]) => {
      if (name === "items" && areItemsElsewhere(keywords)) return []
      if (isNamed(name) && isJson(member)) {
        return [
          [name, Object.fromEntries(Object.entries(member).map(([own, schema]) => [own, slim(schema, isOutput)]))]
        ]
      }
      if (isRedundant(name, member) || (isOutput && name === "description")) return []
      return [[name, slim(member, isOutput)]]
    })
  )
}

const asObject = (schema: ObjectSchema | undefined, isOutput: boolean): ObjectSchema | undefined => {
  if (schema === undefined) return undefined
  const slimmed = slim(schema, isOutput)
  const members = isJson(slimmed) && isJson(slimmed["properties"]) ? slimmed["properties"] : schema.properties
  return {
    ...(isJson(slimmed) ? slimmed : {}),
    ...(schema.required && { required: schema.required }),
    type: "object",
    properties: members
  }
}

export const slimInput = (schema: ObjectSchema | undefined): ObjectSchema | undefined => asObject(schema, false)

/** Without descriptions: the names of results describe their values. */
export const slimOutput = (schema: ObjectSchema | undefined): ObjectSchema | undefined => asObject(schema, true)
