/**
 * Judges a database file before anything opens it for writing: it must be one of this program, and whole. Nothing is changed by
 * looking: a file that is refused stays as it was.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { openRegularFile } from "../../platform/RegularFile.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { isTaken, makeFile, makeFolder } from "./PrivateFile.ts"
import { readOnThread } from "./ReadingThread.ts"

/** Marks the databases of this program (SQLite's `application_id`): the letters PART. */
export const applicationId = 0x50_41_52_54

/** The maximum time that a statement waits for another process: one that writes, or one that opens or closes the file at this very moment. */
export const busyTimeoutMs = 5_000

/** Larger files are not checked page by page at every start: that would take longer than a restart may. */
export const checkBytesMax = 67_108_864

/** Smaller files are checked at once: that takes less than to start a thread for it. */
const threadBytesMin = 4_194_304

/** The error when a file cannot even be opened. */
export const unusable = (filename: string) => (cause: unknown) =>
  new OperatorError({
    message: `The database ${filename} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: "Check that the path exists, may be written, and is a database of this program (DATABASE_URL=sqlite:PATH)."
  })

/** Makes the folder that a database file lies in, and the file, empty, for its owner's eyes. What is there stays as it is. */
export const makePlace = (filename: string): Effect.Effect<void, OperatorError> =>
  Effect.try({
    try: () => {
      makeFolder(Path.dirname(Path.resolve(filename)))
      if (!Fs.existsSync(filename)) makeFile(filename)
    },
    // Another command may have made it at the same moment. A link that leads nowhere has the name too, and is no database.
    catch: (cause) => (isTaken(cause) && Fs.existsSync(filename) ? undefined : unusable(filename)(cause))
  }).pipe(Effect.catch((error) => (error === undefined ? Effect.void : Effect.fail(error))))

const foreign = (filename: string) =>
  new OperatorError({
    message: `The file ${filename} is another program's.`,
    remedy: "It was not changed. Set DATABASE_URL to another path."
  })

export const damaged = (filename: string, finding: string) =>
  new OperatorError({
    message: `The database ${filename} is damaged: ${finding}.`,
    remedy: "It was not changed. Restore a backup, or set DATABASE_URL to another path."
  })

/** The beginning of every SQLite file, the place of its version, and the place of the mark, as four bytes. */
const magic = "SQLite format 3\0"
const versionOffset = 18
const markOffset = 68

/** The version of a file with a write-ahead log. */
const walVersion = 2

/** The header of a file. */
interface Header {
  readonly size: number
  readonly isSqlite: boolean
  readonly isWal: boolean
  readonly mark: number
}

/** The use of a file: a database is written to, a backup is read alone. */
type Use = "write" | "read"

/** Reads the header before SQLite touches the file, which for some files means to write beside them. */
const readHeader = (filename: string, use: Use): Effect.Effect<Header, OperatorError> =>
  Effect.scoped(
    Effect.flatMap(openRegularFile(filename, unusable(filename)), ({ descriptor, size }) =>
      Effect.try({
        try: () => {
          // Without the right to write, SQLite would open the file all the same, and fail later.
          if (size > 0 && use === "write") Fs.accessSync(filename, Fs.constants.R_OK | Fs.constants.W_OK)
          const bytes = Buffer.alloc(markOffset + 4)
          Fs.readSync(descriptor, bytes, 0, bytes.length, 0)
          const isSqlite = bytes.toString("latin1", 0, magic.length) === magic
          const isWal = bytes.readUInt8(versionOffset) === walVersion
          return { size, isSqlite, isWal, mark: bytes.readUInt32BE(markOffset) }
        },
        catch: unusable(filename)
      })
    )
  )

/**
 * Whether a crash cut a transaction of ours short, as it can on the first start, before there is a write-ahead log. SQLite takes
 * such a transaction back when the file is opened, for which it has to write.
 */
const wasCutShort = (filename: string): boolean => Fs.existsSync(`${filename}-journal`)

/** The size of a file; 0 when there is none. */
export const sizeOf = (filename: string): number => Fs.statSync(filename, { throwIfNoEntry: false })?.size ?? 0

/** The mark of the program that owns a database; 0 when no program owns it yet. */
export const readMark = (db: DatabaseSync): unknown => db.prepare("PRAGMA application_id").get()?.["application_id"]

/** The statement that reads every page, and what it answers; "ok" when nothing is wrong. */
const findingSql = "PRAGMA quick_check(1)"
const findingOf = (row: Readonly<Record<string, unknown>> | undefined): string =>
  String(row?.["quick_check"] ?? "no answer").replaceAll(/\s+/g, " ")

/** The finding of SQLite page by page; "ok" when it finds nothing. */
export const readFinding = (db: DatabaseSync): string => findingOf(db.prepare(findingSql).get())

/** The finding of a page by page check; "ok" when it finds nothing. */
const check = (filename: string, size: number): Effect.Effect<string, OperatorError> =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => new DatabaseSync(filename, { readOnly: !wasCutShort(filename), timeout: busyTimeoutMs }),
      catch: unusable(filename)
    }),
    (db) => Effect.try({ try: () => (size > checkBytesMax ? "ok" : readFinding(db)), catch: unusable(filename) }),
    (db) => Effect.sync(() => db.close())
  )

/** Refuses a path that is no regular file, and a file whose first bytes are another program's. A missing or empty file passes. */
const readOwnHeader = Effect.fnUntraced(function* (filename: string, use: Use) {
  if (!Fs.existsSync(filename)) return
  const header = yield* readHeader(filename, use)
  if (header.size === 0) return
  if (header.isSqlite && header.mark !== applicationId) return yield* foreign(filename)
  return header
})

const refuseDamage = (filename: string, finding: string): Effect.Effect<void, OperatorError> =>
  finding === "ok" ? Effect.void : Effect.fail(damaged(filename, finding))

const judge = Effect.fnUntraced(function* (filename: string, { isSqlite, size }: Header) {
  // SQLite reports a file that does not begin like a database, but for one of a few bytes, which it takes for a new file.
  const finding = yield* check(filename, size)
  if (!isSqlite) return yield* foreign(filename)
  yield* refuseDamage(filename, finding)
})

/** Refuses what is no regular file, another program's, damaged, or not to be written where it is to be. A file that is not there, or is empty, is fine. */
export const judgeFile = Effect.fnUntraced(function* (filename: string, use: Use = "write") {
  const header = yield* readOwnHeader(filename, use)
  if (header !== undefined) yield* judge(filename, header)
})

/**
 * The same for a server that starts: gives the rest of the judgement where that would take long, and is to go on on a thread while the
 * server starts. To open such a file changes nothing in it.
 */
export const judgeQuickly = Effect.fnUntraced(function* (filename: string) {
  const header = yield* readOwnHeader(filename, "write")
  if (header === undefined) return
  const { isSqlite, isWal, size } = header
  const isLong = size >= threadBytesMin && size <= checkBytesMax
  if (isSqlite && isWal && isLong && !wasCutShort(filename)) {
    return Effect.flatMap(readOnThread({ filename, timeout: busyTimeoutMs }, findingSql, unusable(filename)), (row) =>
      refuseDamage(filename, findingOf(row))
    )
  }
  yield* judge(filename, header)
})
