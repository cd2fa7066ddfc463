/** The pages for readers: each block runs, and each fact that a test reads there holds. A task of its own, so that a change of a page runs no other test. */
import { defineConfig, mergeConfig } from "vitest/config"
import shared from "./vitest.shared.ts"
import { ofPages } from "./vitest.pages.ts"

export default mergeConfig(
  shared,
  defineConfig({ test: { include: [...ofPages], globalSetup: ["test/buildPrograms.ts"] } })
)
