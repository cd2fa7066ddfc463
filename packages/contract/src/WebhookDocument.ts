/**
 * The `webhooks` of an OpenAPI 3.1 document: requests that the service sends, declared as an API that others serve. Its paths are their names.
 */
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import { withExamples } from "./Examples.ts"
import { isJsonObject } from "./OpenApiSchemas.ts"

type JsonObject = Schema.JsonObject

/** The answers of a receiver. */
const responses: JsonObject = {
  "2XX": { description: "The event was taken. The body of the answer is not read" },
  "410": { description: "The endpoint is not used any more: it is disabled" },
  "4XX": { description: "The event was refused. It is tried again, and parked where the next event is taken" },
  default: { description: "The event was not taken. It is tried again, for up to 75 hours" }
}

const operationOf = (json: JsonObject, schemas: JsonObject): JsonObject => {
  const { requestBody } = json
  return {
    ...json,
    security: [],
    ...(isJsonObject(requestBody) ? { requestBody: withExamples(requestBody, schemas) } : {}),
    responses,
    "x-extension": true
  }
}

/** The webhooks that paths are, by their names. */
export const webhooksOf = (paths: JsonObject, schemas: JsonObject): JsonObject =>
  Record.mapEntries(paths, (item, path) => [
    path.slice(1),
    isJsonObject(item)
      ? Record.map(item, (operation) => (isJsonObject(operation) ? operationOf(operation, schemas) : operation))
      : item
  ])
