/**
 * Which codes of the list this release answers (docs/errors.md): those whose errors are made somewhere in its sources.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { explanationOf } from "@partner-api/domain/Errors"
import { assert, describe, it } from "@effect/vitest"

const root = Path.join(import.meta.dirname, "../../../..")
const sources = Fs.globSync("{apps/server,packages/{domain,service}}/src/**/*.ts", { cwd: root }).map((path) =>
  Fs.readFileSync(Path.join(root, path), "utf8")
)

describe.for(partnerErrors.map((Class) => ({ tag: Class.fields._tag.schema.literal, Class })))(
  "the page of errors says of $tag",
  ({ tag, Class }) => {
    const isMade = sources.some((text) => new RegExp(`new (Errors\\.)?${tag}\\(`).test(text))

    it(`that it is ${isMade ? "" : "not "}answered (docs/errors.md)`, () =>
      assert.strictEqual(explanationOf(Class).isReserved, !isMade))
  }
)
