/**
 * Text in the OpenAPI document: requests have a pattern, answers have none, since older text is still answered (decisions,
 * Resources).
 */
import { assert, describe, it } from "@effect/vitest"

import { resolved } from "./support.ts"

describe("text (decisions, Resources)", () => {
  const patternOf = (name: string, property: string): RegExp | undefined => {
    const pattern = resolved({ $ref: name }).properties?.[property]?.["pattern"]
    return typeof pattern === "string" ? new RegExp(pattern, "u") : undefined
  }
  const hostile = ["a\u0000b", "a\u001b[2J", "a\u007fb", "a\u009bb", "a\u202eb", "a\u2066b"]

  it.for([
    ["NewUser", "first_name", " Ada\t", "A\nda"],
    ["NewUser", "last_name", "\nLovelace", "Love\tlace"],
    ["NewOrganization", "name", "é\u2065", "A\r\nB"],
    ["NewFlatFee", "note", "one\r\n\ttwo", "a\u000bb"],
    ["NewPercentageFee", "note", "", "a\u0085b"]
  ] as const)("of a request has a pattern that says what is refused: %s.%s", ([name, property, taken, refused]) => {
    const pattern = patternOf(name, property)
    assert.match(taken, pattern ?? /$^/)
    for (const text of [refused, ...hostile]) assert.notMatch(text, pattern ?? /^/)
  })

  it.for([
    ["User", "first_name"],
    ["User", "last_name"],
    ["Organization", "name"],
    ["Agency", "name"],
    ["Recruiter", "first_name"],
    ["FlatFee", "note"],
    ["PercentageFee", "note"],
    ["Job", "title"],
    ["Job", "description"]
  ] as const)("of an answer may be any: %s.%s", ([name, property]) => {
    assert.isUndefined(patternOf(name, property))
    assert.isUndefined(resolved({ $ref: name }).properties?.[property]?.["maxLength"])
  })
})
