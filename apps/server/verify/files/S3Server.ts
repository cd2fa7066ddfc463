/**
 * An S3-compatible service in a process of its own (`@20minutes/s3rver`), with one bucket. It checks signatures. It ends with the scope of a test.
 */
import * as ChildProcess from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import * as Redacted from "effect/Redacted"
import type { Place } from "../../src/store/files/S3Request.ts"

const server = createRequire(import.meta.url).resolve("@20minutes/s3rver")

/** The keys that the server knows. */
const known = "S3RVER"

const bucket = "attachments"

const program = `
  const S3rver = require(process.argv[1])
  new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory: process.argv[2], configureBuckets: [{ name: "${bucket}" }] })
    .run().then(({ port }) => console.log(port))
  process.stdin.resume().on("end", () => process.exit())
`

/** The place of the bucket of a service that keeps its objects in a folder. */
export const startS3 = async (folder: string) => {
  const child = ChildProcess.spawn(process.execPath, ["-e", program, server, folder], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const [port] = await once(child.stdout, "data")
  const place: Place = {
    endpoint: new URL(`http://127.0.0.1:${String(port).trim()}`),
    bucket,
    prefix: "files/",
    region: "eu-central-1",
    accessKeyId: known,
    secretAccessKey: Redacted.make(known)
  }
  return {
    place,
    stop: async () => {
      child.stdin.end()
      await once(child, "exit")
    }
  }
}
