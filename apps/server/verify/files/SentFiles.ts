/**
 * Files of applications for the proofs: clients that submit an application and send files to it, and what a storage has.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { filesBytesMax } from "@partner-api/domain/Attachment"
import { Attachments } from "@partner-api/service/services/Attachments"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FilesPlace } from "../../src/platform/FilesSettings.ts"
import * as Files from "../../src/store/files/Files.ts"
import { credentialsOf, processesOn } from "../../test/operator/OnFile.ts"
import { type Call, type openClient, openUpload, textOf } from "../../test/HttpCall.ts"
import { openDatabase, type TestServer } from "../../test/TestServer.ts"

type CallServer = ReturnType<typeof openClient>["call"]

export const mebibyte = 1_048_576

/** Bytes that are text, and others for each seed. */
export const textBytes = (size: number, seed: string): Buffer => Buffer.alloc(size, `${seed} ten years of payroll. `)

export const sha256Of = (bytes: Uint8Array): string => Crypto.hash("sha256", bytes)

/** The path of the files of an application. */
export const filesOf = (applicationId: string): string => `/v1/applications/${applicationId}/attachments`

export const fileHeaders = (name = "cv.txt", mediaType = "text/plain"): Readonly<Record<string, string>> => ({
  "attachment-type": "OTHER",
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  "content-type": mediaType
})

let people = 0

/** An application that the client of a token submits. */
export const submit = async (call: CallServer, token: string): Promise<string> =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        agency_id: "agy_hirewell",
        job_id: "job_00000001",
        candidate: { first_name: "Ada", last_name: "King", email: `ada${process.pid}.${++people}@example.com` }
      }
    }),
    "id"
  )

/** Tokens of new clients of Acme in the sandbox on a database file. */
export const tokensOfNewClients = async (
  databaseFile: string,
  call: CallServer,
  count: number
): Promise<ReadonlyArray<string>> => {
  const tokens: Array<string> = []
  for (let index = 0; index < count; index++) {
    const made = await processesOn(databaseFile).json(
      "clients",
      "create",
      "--name",
      `Sender ${index}`,
      "--organization",
      "org_acme",
      "--as",
      "employer"
    )
    tokens.push(textOf(await call("POST", "/v1/auth/token", { json: credentialsOf(made) }), "access_token"))
  }
  return tokens
}

/** Opens an upload of a size to an application. */
export const openFile = (port: number, token: string, applicationId: string, sizeBytes: number) =>
  openUpload(port, filesOf(applicationId), {
    token,
    headers: { ...fileHeaders(), "content-length": String(sizeBytes) }
  })

/** Sends a file at once. */
export const sendFile = (call: CallServer, token: string, applicationId: string, body: Buffer, more: Call = {}) =>
  call("POST", filesOf(applicationId), { token, body, headers: fileHeaders(), ...more })

/** Sweeps the files of a server, once. */
export const sweep = (server: Pick<TestServer, "run">, place: FilesPlace): Promise<void> =>
  server.run(
    Effect.flatMap(Attachments, (attachments) => attachments.sweep).pipe(
      Effect.provide(Attachments.layer.pipe(Layer.provide(Files.layer({ files: { place, bytesMax: filesBytesMax } }))))
    )
  )

/** The ids of the rows of a database file, by their state. */
export const rowsOf = (databaseFile: string): ReadonlyMap<string, string> => {
  using database = openDatabase(databaseFile)
  return new Map(
    database.db
      .prepare("SELECT id, state FROM attachments")
      .all()
      .map(({ id, state }) => [String(id), String(state)])
  )
}

/** The ids of the files in a folder, of a bucket's server too, which adds to their names. */
export const storedIn = (folder: string): ReadonlyArray<string> => [
  ...new Set(
    Fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => Fs.statSync(Path.join(folder, path)).isFile())
      .flatMap((path) => /att_[0-9A-Z]+/.exec(path)?.[0] ?? (path.includes("arriving") ? [path] : []))
  )
]
