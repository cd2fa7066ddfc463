/** The tests of the service over HTTP once more, on PostgreSQL. Those that look into the file of SQLite stay with it. Run by `pnpm verify`. */
import * as Fs from "node:fs"
import { defineConfig } from "vitest/config"
import { experimental } from "../../vitest.shared.config.ts"

/** What a test names that knows the engine: the file, the programs on it, or the PostgreSQL that it has chosen. */
const knowsEngine =
  /databaseFile|openDatabase|OnFile|Folder\(|EXPLAIN|ImportWorld|Program\.ts|Postgres\.ts|ServerProcess/

export default defineConfig({
  test: {
    experimental,
    include: Fs.globSync("test/**/*.test.ts", { cwd: import.meta.dirname }).filter(
      (file) => !knowsEngine.test(Fs.readFileSync(new URL(file, import.meta.url), "utf8"))
    ),
    globalSetup: ["test/buildPrograms.ts", "@partner-api/test-postgres/GlobalSetup"],
    env: { TEST_ENGINE: "postgres" },
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
