/**
 * What the bundle of the client leaves out of the contract, and what it keeps.
 */
import { assert, it } from "vitest"
import { withoutDocsIn } from "../../scripts/WithoutDocs.ts"

it("leaves descriptions, the titles and names beside them and examples out, and nothing else", () =>
  assert.strictEqual(
    withoutDocsIn(
      "Job.ts",
      [
        'const Job = Schema.Struct({ title: Schema.String.annotate({ examples: ["Engineer"] }), description: Schema.String })',
        '  .annotate({ identifier: "Job", description: `A ${noun}`, examples: [{ title: "Engineer", description: "Builds." }] })',
        'const list = metadata({ title: "List jobs", description: "The jobs.", retry: "safe" })',
        'const message = problem("range", "must be a number")',
        'const heading = { title: "Jobs" }'
      ].join("\n")
    ),
    [
      "const Job = Schema.Struct({ title: Schema.String.annotate({ examples: [] }), description: Schema.String })",
      '  .annotate({ identifier: undefined, description: "", examples: [] })',
      'const list = metadata({ title: "", description: "", retry: "safe" })',
      'const message = problem("range", "must be a number")',
      'const heading = { title: "Jobs" }'
    ].join("\n")
  ))
