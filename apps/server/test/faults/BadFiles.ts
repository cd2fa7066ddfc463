/**
 * Database files that a server must refuse, each made from a whole one, and the check of a refusal: one line that names the file and
 * says what to do, no stack trace, exit code 1, and every byte as it was (decisions, Files; design, R22).
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert } from "@effect/vitest"
import { newerSchema } from "../OlderSchema.ts"
import { openDatabase } from "../TestServer.ts"
import type { Outcome } from "./ServerProcess.ts"

const pageBytes = 4_096

/** A file that must be refused: how it comes about, and words that the refusal must have. */
export interface BadFile {
  readonly what: string
  readonly make: (whole: string, file: string) => void
  readonly words: ReadonlyArray<string>
  /** Its path below the place that it is given; without it, a name. */
  readonly file?: string
}

const withSql = (file: string, sql: string): void => {
  using operator = openDatabase(file)
  operator.db.exec(sql)
}

const cut = (whole: string, file: string, bytes: number): void =>
  Fs.writeFileSync(file, Fs.readFileSync(whole).subarray(0, bytes))

const damaged = ["Restore a backup"]
const unusable = ["cannot be used", "Check that"]

export const badFiles: ReadonlyArray<BadFile> = [
  { what: "random bytes", make: (_, file) => Fs.writeFileSync(file, Crypto.randomBytes(40_000)), words: unusable },
  {
    what: "a database with one page overwritten",
    make: (whole, file) => {
      const bytes = Fs.readFileSync(whole)
      Crypto.randomFillSync(bytes, 10 * pageBytes, pageBytes)
      // No page of a table begins so; a random one might.
      bytes[10 * pageBytes] = 0xff
      Fs.writeFileSync(file, bytes)
    },
    words: ["damaged", ...damaged]
  },
  {
    what: "a database cut after some pages",
    make: (whole, file) => cut(whole, file, 12 * pageBytes),
    words: unusable
  },
  {
    what: "the database of a newer program",
    make: (whole, file) => {
      Fs.copyFileSync(whole, file)
      withSql(file, newerSchema(99))
    },
    words: ["schema 99", "newer program"]
  }
]

/** More of them. Tested within the process by DatabaseFiles.test.ts, and as processes by `pnpm verify`. */
export const moreBadFiles: ReadonlyArray<BadFile> = [
  {
    what: "another program's database",
    make: (_, file) => withSql(file, "CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('today')"),
    words: ["another program", "was not changed"]
  },
  { what: "a database cut within a page", make: (whole, file) => cut(whole, file, 9_999), words: unusable },
  { what: "a folder", make: (_, file) => Fs.mkdirSync(file), words: ["is not a file", "Name a regular file"] }
]

/** Files that are closed to a user without rights. */
export const closedFiles: ReadonlyArray<BadFile> = [
  {
    what: "a file that may not be read",
    make: (whole, file) => {
      Fs.copyFileSync(whole, file)
      Fs.chmodSync(file, 0o000)
    },
    words: unusable
  },
  {
    what: "a file that may be read but not written",
    make: (whole, file) => {
      Fs.copyFileSync(whole, file)
      Fs.chmodSync(file, 0o444)
    },
    words: unusable
  },
  {
    what: "a file in a folder that may not be written",
    make: (whole, file) => {
      Fs.copyFileSync(whole, file)
      Fs.chmodSync(file, 0o666)
      Fs.chmodSync(Path.dirname(file), 0o555)
    },
    words: unusable
  },
  {
    what: "a path in a folder that may not be made",
    make: (_, file) => Fs.chmodSync(Path.dirname(Path.dirname(file)), 0o555),
    file: "deeper/test.db",
    words: unusable
  }
]

const isReadable = (file: string): boolean => {
  try {
    Fs.accessSync(file, Fs.constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** What a file holds, or, if nobody may look into it, when it was changed. */
const digestOf = (file: string): string =>
  isReadable(file) ? Crypto.hash("sha256", Fs.readFileSync(file)) : `changed at ${Fs.statSync(file).mtimeMs}`

/** A digest of every file below a folder that has content; what is shared in memory is none. */
export const digestsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Fs.readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => Path.join(entry.parentPath, entry.name))
      .filter((file) => !file.endsWith("-shm") && Fs.statSync(file).size > 0)
      .toSorted()
      .map((file) => [file, digestOf(file)])
  )

/** Checks how a start ended that had to be refused. */
export const checkRefusal = (outcome: Outcome, words: ReadonlyArray<string>): void => {
  const { code, signal, stdout, stderr } = outcome
  assert.deepStrictEqual({ code, signal, stdout }, { code: 1, signal: null, stdout: "" }, stderr)
  assert.match(stderr, /^partner-api: [^\n]+\.\n$/, "one line")
  assert.notMatch(stderr, /\bat .*:\d+:\d+|node:internal|Error:/, "no stack trace")
  words.forEach((word) => assert.include(stderr, word))
}
