/**
 * Custom fields of a job: the facts in an employer's own system beyond the members of this API (recruiting 4).
 *
 * Holds shapes and bounds. The bounds of all fields together are judged for a whole record, because a patch has a part of it alone.
 */
import * as Schema from "effect/Schema"

import { type Problem, problem } from "./Problem.ts"
import { charactersOf, multiLineText } from "./Text.ts"

/** The most fields of one job: a form of fifty fields is the longest that people fill in. */
export const customFieldsMax = 50

/** The longest text of a field, in characters: a value, not a document. */
export const customTextMax = 500

/** The most texts of a field that has several. */
export const customTextsMax = 20

/** The most characters of all fields together, names too: every list of jobs carries them. */
export const customCharactersMax = 6_000

/** The value of a field in an answer: as it is stored, whatever a write refuses today. */
const StoredValue = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)])

const about = {
  description: "Fields of the employer's own system, by name; agencies of the job read them",
  examples: [{ team: "Payments", budget_code: 4711, tags: ["urgent"] }],
  "x-extension": true
} as const

/** The custom fields of a job as an answer shows them. */
export const CustomFields = Schema.Record(Schema.String, StoredValue).annotate(about)
export type CustomFields = typeof CustomFields.Type

const CustomText = multiLineText(0, customTextMax)

const CustomValue = Schema.Union([
  CustomText,
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(CustomText).check(
    Schema.isMaxLength(customTextsMax, problem("length", `must have at most ${customTextsMax} texts`))
  )
]).annotate(
  problem(
    "type",
    `must be a text of at most ${customTextMax} characters, a number, true, false, or a list of at most ${customTextsMax} texts`
  )
)

const CustomName = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,39}$/u)).annotate({ maxLength: 40 })

/** The problem of a field with another name. */
const strayName = {
  strayName: {
    code: "format",
    message: "must have a name of 1 to 40 small letters, digits and _ that begins with a letter"
  }
} as const

const fewEnough = Schema.isMaxProperties(
  customFieldsMax,
  problem("length", `must have at most ${customFieldsMax} fields`)
)

const tooLong = `must have at most ${customCharactersMax} characters together, names of fields counted`

const charactersIn = (fields: CustomFields): number => charactersOf(Object.entries(fields))

/** The custom fields of a job as they are written. */
export const NewCustomFields = Schema.Record(CustomName, CustomValue)
  .check(
    Schema.makeFilter(
      // More fields than there may be are refused for that.
      (fields: CustomFields) =>
        Object.keys(fields).length > customFieldsMax || charactersIn(fields) <= customCharactersMax,
      problem("length", tooLong)
    ),
    fewEnough
  )
  .annotate({ identifier: "NewCustomFields", ...about, ...strayName })

/** The change of the custom fields: null removes a field, a field that is absent stays. */
export const CustomFieldsPatch = Schema.Record(CustomName, Schema.NullOr(CustomValue))
  .check(fewEnough)
  .annotate({
    identifier: "CustomFieldsPatch",
    ...strayName,
    description: "The change of the custom fields; null removes a field",
    examples: [{ team: "Payments", tags: null }],
    "x-extension": true
  })

/** The problems of custom fields that a patch has changed, seen together. */
export const customFieldsProblems = (fields: CustomFields | undefined): ReadonlyArray<Problem> => {
  if (fields === undefined) return []
  const path = "/custom_fields"
  if (Object.keys(fields).length > customFieldsMax) {
    return [
      { in: "body", path, code: "length", message: `must have at most ${customFieldsMax} fields after the change` }
    ]
  }
  return charactersIn(fields) > customCharactersMax
    ? [{ in: "body", path, code: "length", message: `${tooLong}, after the change` }]
    : []
}
