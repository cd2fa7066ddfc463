/**
 * Writes `openapi.json`, the document of the contract for the address of the sandbox.
 */
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../src/OpenApiDocument.ts"

writeFileSync(
  new URL("../openapi.json", import.meta.url),
  `${JSON.stringify(openApiDocument("http://127.0.0.1:8080"), null, 2)}\n`
)
