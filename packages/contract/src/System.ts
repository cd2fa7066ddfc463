/**
 * Endpoints about the service itself: health, its extensions, its OpenAPI document (decisions, Discovery).
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { metadata } from "./EndpointMetadata.ts"

/** The browsable documentation; served beside the contract, because it is made from the contract. */
export const docsPath = "/docs"

/** The answer of the health endpoints. */
export const Health = Schema.Struct({ status: Schema.Literal("ok") }).annotate({
  identifier: "Health",
  description: "It works",
  "x-extension": true
})

/** The extensions of this server beyond the specification. */
export const Extensions = Schema.Struct({
  extensions: Schema.Array(Schema.String)
}).annotate({
  identifier: "Extensions",
  description: "The extensions of this server beyond the specification",
  examples: [{ extensions: ["fees.read", "users.read"] }],
  "x-extension": true
})

const live = HttpApiEndpoint.get("live", "/health/live", { disableCodecs: true, success: Health }).annotateMerge(
  metadata({
    title: "Check that the process is alive",
    description: "Answers as long as the process runs. Restart it when this fails.",
    access: { level: "public" },
    extension: "health",
    paginated: false,
    retry: "safe"
  })
)

const ready = HttpApiEndpoint.get("ready", "/health/ready", { disableCodecs: true, success: Health }).annotateMerge(
  metadata({
    title: "Check that the service takes requests",
    description: "Answers 200 when the database works, else 503 with the reason. Send no traffic while this fails.",
    access: { level: "public" },
    extension: "health",
    paginated: false,
    retry: "safe"
  })
)

const extensions = HttpApiEndpoint.get("extensions", "/.well-known/partner-api", {
  disableCodecs: true,
  success: Extensions
}).annotateMerge(
  metadata({
    title: "List the extensions of this server",
    description:
      "The extensions of this server beyond the specification, for clients that want to know. A 404 would mean: nothing.",
    access: { level: "public" },
    extension: "discovery",
    paginated: false,
    retry: "safe"
  })
)

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json", {
  disableCodecs: true,
  success: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "The OpenAPI document",
    examples: [{ openapi: "3.1.0", info: { title: "Recruiting Partner API", version: "1.0.0" }, paths: {} }]
  })
}).annotateMerge(
  metadata({
    title: "Get the OpenAPI document",
    description: "This contract as an OpenAPI 3.1 document.",
    access: { level: "public" },
    extension: "discovery",
    isStatic: true,
    paginated: false,
    retry: "safe"
  })
)

export class System extends HttpApiGroup.make("system")
  .add(live, ready, extensions, openapi)
  .annotateMerge(OpenApi.annotations({ title: "System", description: "Health and discovery" })) {}
