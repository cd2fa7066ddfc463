/**
 * PgBouncer in transaction mode before a PostgreSQL, as Debian packages it: whichever connection is free runs the next transaction of a client.
 */
import * as ChildProcess from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import type { PostgresServer } from "@partner-api/test-postgres/PostgresServer"
import { freePort } from "../../test/FreePort.ts"
import { temporaryFolder } from "../../test/TestServer.ts"
import { findProgram } from "../operator/DebianProgram.ts"

export const pooler = findProgram({
  name: "pgbouncer",
  versionFlag: "--version",
  packageName: "pgbouncer",
  path: "usr/sbin/pgbouncer",
  libraries: ["libevent-2.1-7", "libc-ares2"]
})

/** The superuser may not run it: then this user does. */
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Starts one before a PostgreSQL. */
export const startPooler = async (postgres: PostgresServer, settings: Readonly<Record<string, string>> = {}) => {
  const folder = temporaryFolder()
  const port = await freePort()
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 4,
    ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
    ...settings
  }
  const file = folder.file("pgbouncer.ini")
  Fs.writeFileSync(
    file,
    [
      "[databases]",
      `* = host=${postgres.folder} user=postgres`,
      "[pgbouncer]",
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
    ].join("\n")
  )
  Fs.chmodSync(folder.path, 0o755)
  Fs.chmodSync(file, 0o644)
  const child = ChildProcess.spawn(pooler.path, [file], {
    ...identity,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...pooler.env }
  })
  let output = ""
  const ready = new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes("process up")) resolve()
    })
  })
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`PgBouncer ended: ${output}`)))
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  return {
    /** The address of a database through it. */
    url: (database: string) => `postgres://postgres@127.0.0.1:${port}${new URL(database).pathname}`,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
      folder.remove()
    }
  }
}
