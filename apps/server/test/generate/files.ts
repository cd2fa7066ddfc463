/**
 * Writes `docs/files.md`, the page of files that are imported.
 */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { filesPage, filesPageUrl } from "./FilesPage.ts"

const folder = Fs.mkdtempSync(Path.join(Os.tmpdir(), "partner-api-files-"))
Fs.writeFileSync(filesPageUrl, await filesPage(folder))
Fs.rmSync(folder, { recursive: true })
