/**
 * Writes the OpenAPI document of the operators' API for the linters, into `dist`. A server serves its own at `/operator/openapi.json`.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { operatorDocument } from "../src/operator/OperatorDocument.ts"

const folder = new URL("../dist/", import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(
  new URL("operator-openapi.json", folder),
  `${JSON.stringify(operatorDocument("http://127.0.0.1:8081"), null, 2)}\n`
)
