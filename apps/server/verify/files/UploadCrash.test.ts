/**
 * `kill -9` during uploads, on both storages (recruiting 5; issue 56, Must 1): nothing that was acknowledged is lost, no row is without bytes, and after a sweep no
 * bytes are without a row.
 */
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { uploadLeftAfterMs, uploadsOfClientMax } from "@partner-api/domain/Attachment"
import * as Redacted from "effect/Redacted"
import { acmeToken, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { textOf } from "../../test/HttpCall.ts"
import { startServer, temporaryFolder } from "../../test/TestServer.ts"
import type { FilesPlace } from "../../src/platform/FilesSettings.ts"
import { startS3 } from "./S3Server.ts"
import { filesOf, rowsOf, sweep, sendFile, sha256Of, storedIn, submit, textBytes } from "./SentFiles.ts"

const uploads = 200
/** The files of an application are ten at most. */
const applications = 20
const killedAfter = [20, 60, 120]
const minuteMs = 60_000

interface Storage {
  readonly settings: Readonly<Record<string, string>>
  readonly place: FilesPlace
  /** Where the bytes are. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

const inFolder = async (folder: string): Promise<Storage> => {
  const place = Path.join(folder, "files")
  return {
    settings: { FILES_URL: `file:${place}` },
    place: { kind: "folder", folder: place },
    folder: place,
    stop: async () => {}
  }
}

const inBucket = async (folder: string): Promise<Storage> => {
  const objects = Path.join(folder, "objects")
  const { place, stop } = await startS3(objects)
  return {
    settings: {
      FILES_URL: `s3://${place.bucket}/${place.prefix}`,
      FILES_S3_ENDPOINT: place.endpoint.origin,
      FILES_S3_REGION: place.region,
      FILES_S3_ACCESS_KEY_ID: place.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: Redacted.value(place.secretAccessKey)
    },
    place: { kind: "bucket", ...place },
    folder: objects,
    stop
  }
}

/** Sends files until the server is gone, and kills it once some are acknowledged. Gives the digests of those that were, by id. */
const sendUntilKilled = async (databaseFile: string, settings: Storage["settings"], killAfter: number) => {
  await using server = await startServerProcess({ command: "sandbox", databaseFile, settings })
  const { call } = server
  const token = await acmeToken(call)
  const ids = await Promise.all(Array.from({ length: applications }, () => submit(call, token)))
  const acknowledged = new Map<string, { readonly application: string; readonly sha256: string }>()
  let sent = 0
  let killed: Promise<unknown> = Promise.resolve()
  const sendSome = async (): Promise<void> => {
    while (sent < uploads) {
      const index = sent++
      const application = ids[index % applications] ?? ""
      const body = textBytes(2_000 + index * 1_500, `${killAfter}.${index}`)
      const answer = await sendFile(call, token, application, body).catch(() => undefined)
      if (answer === undefined) return
      assert.strictEqual(answer.status, 201, answer.text)
      acknowledged.set(textOf(answer, "id"), { application, sha256: sha256Of(body) })
      if (acknowledged.size === killAfter) killed = server.kill("SIGKILL")
    }
  }
  await Promise.all(Array.from({ length: uploadsOfClientMax }, sendSome))
  await killed
  return acknowledged
}

describe.for([
  ["a folder", inFolder],
  ["a bucket", inBucket]
] as const)("kill -9 during uploads to %s", ([, open]) => {
  it.for(killedAfter)(
    "after %i of 200: nothing acknowledged is lost, and no bytes and no rows stay alone (recruiting 5)",
    async (killAfter) => {
      using folder = temporaryFolder()
      const databaseFile = folder.file("data.db")
      const storage = await open(folder.path)
      const acknowledged = await sendUntilKilled(databaseFile, storage.settings, killAfter)
      assert.isAtLeast(acknowledged.size, killAfter)
      const unsettled = [...rowsOf(databaseFile).values()].filter((state) => state !== "STORED").length
      // Later than any upload may take, so that the sweep judges what the crash has left.
      const startMs = Date.now() + uploadLeftAfterMs + minuteMs
      await using server = await startServer({ databaseFile, files: storage.place, startMs })
      await sweep(server, storage.place)
      const { call } = server
      const token = await server.partner()
      for (const [id, { application, sha256 }] of acknowledged) {
        const read = await call("GET", `${filesOf(application)}/${id}/content`, { token })
        assert.deepStrictEqual([read.status, sha256Of(Buffer.from(read.text))], [200, sha256], id)
      }
      const rows = rowsOf(databaseFile)
      assert.deepStrictEqual(new Set(rows.values()), new Set(["STORED"]))
      assert.sameMembers([...storedIn(storage.folder)], [...rows.keys()])
      process.stdout.write(`${acknowledged.size} acknowledged, ${rows.size} stored, ${unsettled} rows for the sweep\n`)
      await storage.stop()
    }
  )
})
