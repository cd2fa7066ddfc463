/** The tests of the server, but for those that read pages: see `vitest.guides.config.ts`. */
import { defineConfig, mergeConfig } from "vitest/config"
import shared from "./vitest.shared.ts"
import { ofCode } from "./vitest.pages.ts"

export default mergeConfig(
  shared,
  defineConfig({
    test: { include: [...ofCode], globalSetup: ["test/buildMain.ts", "@partner-api/test-postgres/GlobalSetup"] }
  })
)
