/**
 * Everything of the client library that is made from the contract, as texts. Writes no file and formats nothing.
 */
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { errorClassesFile } from "./ErrorClassesFile.ts"
import { eventRecordsFile } from "./EventRecordsFile.ts"
import { methodExamplesFile } from "./MethodExamplesFile.ts"
import { methodsFile } from "./MethodsFile.ts"
import { modelFile } from "./Models.ts"
import { modelTypesFile } from "./ModelTypesFile.ts"
import { operationsOf } from "./Operations.ts"
import { referencePage } from "./ReferencePage.ts"

/** The generated texts. */
export interface ClientTexts {
  readonly model: string
  readonly errorClasses: string
  /** For receivers of webhooks. */
  readonly eventRecords: string
  readonly methods: string
  readonly reference: string
  /** For the test that compares the types with the contract's own. */
  readonly modelTypes: string
  /** For the test that tries the examples. */
  readonly methodExamples: string
}

/** The file of each text, relative to the package. */
export const filesOf: Readonly<Record<keyof ClientTexts, string>> = {
  model: "src/core/Model.ts",
  errorClasses: "src/core/ErrorClasses.ts",
  eventRecords: "src/webhooks/EventRecords.ts",
  methods: "src/core/Methods.ts",
  reference: "docs/api.md",
  modelTypes: "test/generate/ModelTypes.ts",
  methodExamples: "test/generate/MethodExamples.ts"
}

/** Makes the texts for an API whose endpoints carry metadata. */
export const generate = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ClientTexts => {
  const operations = operationsOf(api)
  return {
    model: modelFile(operations),
    errorClasses: errorClassesFile(),
    eventRecords: eventRecordsFile(),
    methods: methodsFile(operations),
    reference: referencePage(operations),
    modelTypes: modelTypesFile(operations),
    methodExamples: methodExamplesFile(operations)
  }
}
