/**
 * Files in a folder: the laws of every storage, and what only a folder has (recruiting, Attachments). Kills are in `verify/files`.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { AttachmentId } from "@partner-api/domain/Attachment"
import { OrganizationId } from "@partner-api/domain/Ids"
import { bytesOf, fileStorageLaws, keep } from "@partner-api/service/laws/FileStorageLaws"
import { fileKeyOf, FileStorage } from "@partner-api/service/store/FileStorage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as FolderStorage from "../src/store/files/FolderStorage.ts"
import { sharedFolder } from "./TestServer.ts"

const key = fileKeyOf(OrganizationId.make("org_one"), AttachmentId.make("att_one"))

/** Every file and folder below a folder, with its mode. */
const modesIn = (folder: string): ReadonlyArray<string> =>
  Fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => `${name} ${(Fs.statSync(Path.join(folder, name)).mode & 0o777).toString(8)}`)

describe("files in a folder", () => {
  const shared = sharedFolder()
  let folders = 0
  const inNewFolder = () => {
    const folder = shared.file(`files-${folders++}`)
    return { folder, storage: FolderStorage.layer(folder) }
  }

  it.effect.each(fileStorageLaws)("%s (recruiting 5)", ([, holds]) => Effect.provide(holds, inNewFolder().storage))

  it.effect("are for their owner's eyes, and leave nothing where they arrived (recruiting 5)", () => {
    const { folder, storage } = inNewFolder()
    return Effect.gen(function* () {
      yield* keep(key, bytesOf(100))
      assert.deepStrictEqual(modesIn(folder), [".arriving 700", "org_one 700", "org_one/att_one 600"])
    }).pipe(Effect.provide(storage))
  })

  it.effect("leave nothing where they are cut while they arrive (recruiting 5)", () => {
    const { folder, storage } = inNewFolder()
    return Effect.gen(function* () {
      const { receive } = yield* FileStorage
      const begun = yield* Deferred.make<void>()
      const endless = Stream.concat(
        Stream.succeed(bytesOf(100)),
        Stream.fromEffect(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      )
      const fiber = yield* Effect.forkChild(Effect.scoped(receive(endless)))
      yield* Deferred.await(begun)
      assert.strictEqual(Fs.readdirSync(Path.join(folder, ".arriving")).length, 1)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(modesIn(folder), [".arriving 700"])
    }).pipe(Effect.provide(storage))
  })

  it.live("that a crash has left are swept once no upload can still write them (recruiting 5)", () => {
    const { folder, storage } = inNewFolder()
    return Effect.gen(function* () {
      const { sweep } = yield* FileStorage
      const [old, young] = ["old", "young"].map((name) => Path.join(folder, ".arriving", name))
      for (const path of [old, young]) Fs.writeFileSync(path ?? "", "half")
      const anHourAgo = Date.now() / 1_000 - 3_600
      Fs.utimesSync(old ?? "", anHourAgo, anHourAgo)
      yield* sweep
      assert.deepStrictEqual(Fs.readdirSync(Path.join(folder, ".arriving")), ["young"])
    }).pipe(Effect.provide(storage))
  })
})
