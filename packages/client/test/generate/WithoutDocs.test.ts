/**
 * What the bundle of the client leaves out of the contract and of `effect`, and what it keeps.
 */
import { assert, it } from "vitest"
import { withoutDocsIn, withoutToolsIn } from "../../scripts/WithoutDocs.ts"

it("leaves descriptions, examples, what stands beside descriptions and the errors of endpoints out, and nothing else", () =>
  assert.strictEqual(
    withoutDocsIn(
      "Job.ts",
      [
        'const Job = Schema.Struct({ title: Schema.String.annotate({ examples: ["Engineer"] }), description: Schema.String })',
        '  .annotate({ identifier: "Job", description: `A ${noun}`, examples: [{ title: "Engineer", description: "Builds." }], maxLength: 1, readOnly: true })',
        'const Page = Schema.Struct({}).annotate({ description: "A page", "x-extension": true }).check(isSome)',
        'const list = metadata({ title: "List jobs", description: "The jobs.", command: "partner jobs", retry: "safe" })',
        'const message = problem("range", "must be a number")',
        'const heading = { title: "Jobs", command: "partner jobs" }',
        "const described = Job.annotate({ description })",
        "const events = eventsOf(Job, { examples: [{ id: 1 }] })",
        'const group = make("jobs").annotateMerge(OpenApi.annotations({ title: "Jobs" })).annotateMerge(other)',
        "const annotations = Context.merge(Context.make(Metadata, shape), OpenApi.annotations({ summary: shape.title }))",
        'const get = HttpApiEndpoint.get("get", path, { success: Job, error: [NotFound, Gone] }).annotateMerge(other)',
        'class JsonBody extends HttpApiMiddleware.Service()("JsonBody", { security, error: Gone }) {}',
        "const currency = isCurrency({ message, toJsonSchema: () => [{ pattern }, true] })",
        "const body = toBody({ error: code })",
        'const JobId = identifier("a job", "job_1").pipe(Schema.brand("JobId"))',
        'const email = Email.pipe(Schema.annotateEncoded({ description: "The user", examples: ["ada@example.com"] }))',
        'const wait = Text.pipe(Schema.decodeTo(Wait), Schema.annotateEncoded({ examples: ["10"] }))'
      ].join("\n")
    ),
    [
      "const Job = Schema.Struct({ title: Schema.String, description: Schema.String })",
      "  .annotate({     readOnly: true })",
      "const Page = Schema.Struct({}).check(isSome)",
      'const list = metadata({    retry: "safe" })',
      'const message = problem("range", "must be a number")',
      'const heading = { title: "Jobs", command: "partner jobs" }',
      "const described = Job",
      "const events = eventsOf(Job, { examples: [] })",
      'const group = make("jobs").annotateMerge(other)',
      "const annotations = Context.make(Metadata, shape)",
      'const get = HttpApiEndpoint.get("get", path, { success: Job,  }).annotateMerge(other)',
      'class JsonBody extends HttpApiMiddleware.Service()("JsonBody", {   }) {}',
      "const currency = isCurrency({ message,  })",
      "const body = toBody({ error: code })",
      'const JobId = identifier().pipe(Schema.brand("JobId"))',
      "const email = Email",
      "const wait = Text.pipe(Schema.decodeTo(Wait))"
    ].join("\n")
  ))

it("leaves of the checks of effect what makes documents, code and examples out, and nothing else", () =>
  assert.strictEqual(
    withoutToolsIn(
      "Schema.js",
      [
        'const isInt = makeFilter((n) => Number.isSafeInteger(n), { expected: "an integer", representation: { id: "isInt" }, toJsonSchema: () => ({ type: "integer" }), toCode: () => ({ runtime: "Schema.isInt()" }), arbitraryConstraint: { number: "integer" }, ...annotations })',
        "const constraint = check.annotations.arbitraryConstraint"
      ].join("\n")
    ),
    [
      'const isInt = makeFilter((n) => Number.isSafeInteger(n), { expected: "an integer", representation: { id: "isInt" },    ...annotations })',
      "const constraint = check.annotations.arbitraryConstraint"
    ].join("\n")
  ))
