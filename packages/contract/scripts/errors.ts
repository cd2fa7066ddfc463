/**
 * Writes `docs/errors.md`, the page of all errors.
 */
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../src/OpenApiDocument.ts"
import { type DocumentJson, errorsPage } from "./ErrorsPage.ts"

const document: DocumentJson = JSON.parse(JSON.stringify(openApiDocument("http://127.0.0.1:8080")))

writeFileSync(new URL("../../../docs/errors.md", import.meta.url), errorsPage(document))
