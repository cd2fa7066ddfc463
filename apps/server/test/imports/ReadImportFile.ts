/**
 * Reads a whole file as an import does, in this process and without a database: its good lines, and what is said of the bad ones.
 */
import * as Fs from "node:fs"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { batchesOf, openImportFile } from "../../src/imports/ImportFile.ts"
import type { ImportKind } from "../../src/imports/ImportKind.ts"
import { judge } from "../../src/imports/ImportPass.ts"
import type { Given } from "./ProgramFiles.ts"

/** Times in files are before this one. */
const nowMs = Date.UTC(2026, 10, 26)

/** Writes a file and reads it: a `Result`, which fails with the refusal of the file. */
export const readImportFile = <Line>(kind: ImportKind<Line>, path: string, contents: Uint8Array, given: Given) =>
  Effect.runPromise(
    Effect.gen(function* () {
      Fs.writeFileSync(path, contents)
      const file = yield* openImportFile(path, given, kind)
      const batches = yield* Stream.runCollect(batchesOf(file))
      const judged = batches.map((batch) => judge(kind, file, batch, nowMs))
      return {
        size: file.text.size,
        end: batches.at(-1)?.end,
        good: judged.flatMap(({ good }) => good.map(({ value }) => value)),
        bad: judged.flatMap(({ bad }) => bad.map(({ line, mistakes }) => `line ${line}: ${mistakes}`))
      }
    }).pipe(Effect.result, Effect.provide(NodeFileSystem.layer))
  )
