/**
 * The storage of files in memory keeps the laws of every storage.
 */
import { describe, it } from "@effect/vitest"
import { fileStorageLaws } from "@partner-api/service/laws/FileStorageLaws"
import * as MemoryFileStorage from "@partner-api/service/store/memory/MemoryFileStorage"
import * as Effect from "effect/Effect"

describe("files in memory", () => {
  it.effect.each(fileStorageLaws)("%s (recruiting 5)", ([, holds]) => Effect.provide(holds, MemoryFileStorage.layer))
})
