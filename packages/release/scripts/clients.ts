/** Writes the generated clients into `packages/release/clients`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { clientsFolder, generatedClients } from "../src/GeneratedClients.ts"
import { readDocument } from "../src/OpenApi.ts"

mkdirSync(clientsFolder, { recursive: true })
for (const [name, text] of generatedClients(readDocument())) writeFileSync(join(clientsFolder, name), text)
