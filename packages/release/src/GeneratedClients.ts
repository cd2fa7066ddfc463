/**
 * The clients that are written from the OpenAPI document: the Python module and the Postman collection, as files. A release has them, and so does a clone
 * (`packages/release/clients`), because a partner begins before there is a release.
 *
 * Writes no file itself.
 */
import { join } from "node:path"
import type { Document } from "./OpenApi.ts"
import { root } from "./Packages.ts"
import { postmanCollection } from "./PostmanCollection.ts"
import { pythonClient } from "./PythonClient.ts"

/** Their folder in a clone. */
export const clientsFolder = join(root, "packages/release/clients")

/** The name and the text of each file. */
export const generatedClients = (document: Document): ReadonlyArray<readonly [name: string, text: string]> => [
  ["partner_api.py", pythonClient(document)],
  ["partner-api.postman_collection.json", `${JSON.stringify(postmanCollection(document), null, 2)}\n`]
]
