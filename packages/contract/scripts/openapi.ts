/**
 * Writes `openapi.json`, the document of the contract for the address of the sandbox, and `operator-openapi.json`, that of operators.
 */
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../src/OpenApiDocument.ts"
import { operatorDocument } from "../src/operator/OperatorDocument.ts"

writeFileSync(
  new URL("../openapi.json", import.meta.url),
  `${JSON.stringify(openApiDocument("http://127.0.0.1:8080"), null, 2)}\n`
)
writeFileSync(
  new URL("../operator-openapi.json", import.meta.url),
  `${JSON.stringify(operatorDocument("http://127.0.0.1:8081"), null, 2)}\n`
)
