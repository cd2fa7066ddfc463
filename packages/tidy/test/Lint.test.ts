import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

import { afterAll, assert, describe, it } from "vitest"

const root = resolve(import.meta.dirname, "../../..")

/** One module importing another: [the folder of the importer, what it imports]. */
type Arrow = readonly [from: string, to: string]

const allowed: ReadonlyArray<Arrow> = [
  ["packages/domain/src", "./AgencyFees.ts"],
  ["packages/domain/src", "effect/Schema"],
  ["packages/domain/src", "effect/encoding/Base64Url"],
  ["packages/domain/test", "../src/AgencyFees.ts"],
  ["packages/domain/test", "@effect/vitest"],
  ["packages/contract/src", "@partner-api/domain/AgencyFees"],
  ["packages/contract/src", "effect/Schema"],
  ["packages/contract/src", "effect/http-api/HttpApi"],
  ["packages/contract/test", "node:fs"],
  ["packages/client/src", "@partner-api/contract/Api"],
  ["packages/client/src", "@partner-api/domain/AgencyFees"],
  ["packages/client/src/cli", "@partner-api/cli-kit/Output"],
  ["packages/client/test", "@partner-api/conformance/Run"],
  ["packages/cli-kit/src", "effect/cli/CliOutput"],
  ["packages/conformance/src", "effect/cli/Command"],
  ["packages/service/src/http", "./RequestContext.ts"],
  ["packages/service/src/http", "../services/Jobs.ts"],
  ["packages/service/src/http", "../crypto/Secrets.ts"],
  ["packages/service/src/http", "../Limits.ts"],
  ["packages/service/src/http", "@partner-api/contract/declare/List"],
  ["packages/service/src/http", "@partner-api/domain/AgencyFees"],
  ["packages/service/src/http", "effect/http-api/HttpApiBuilder"],
  ["packages/service/src/http/handlers", "../Handlers.ts"],
  ["packages/service/src/http/handlers", "../../services/Jobs.ts"],
  ["packages/service/src/services", "../store/JobStore.ts"],
  ["packages/service/src/services/administration", "../../store/StoreError.ts"],
  ["packages/service/src/crypto", "node:crypto"],
  ["apps/server/src", "@partner-api/service/http/Routes"],
  ["apps/server/src", "./store/Database.ts"],
  ["apps/server/src", "./webhooks/HttpWebhookSender.ts"],
  ["apps/server/src/webhooks", "@partner-api/service/services/webhooks/WebhookSender"],
  ["apps/server/src/operations", "../store/sql/kit/Errors.ts"],
  ["apps/server/src/operations/doctor", "../../store/sqlite/SqliteFile.ts"],
  ["apps/server/src/imports", "@partner-api/service/store/JobStore"],
  ["apps/server/src/store/sqlite", "../sql/kit/Errors.ts"],
  ["apps/server/src/store/sqlite", "../Migrations.ts"],
  ["apps/server/src/store/sql", "./kit/Errors.ts"],
  ["apps/server/src/store/sql", "./DueEndpoints.ts"],
  ["apps/server/src/store/sql/kit", "./Errors.ts"],
  ["apps/server/src/store/sql/kit", "../../../platform/metrics/Meters.ts"],
  ["apps/server/src/store/requestlog", "../sqlite/PrivateFile.ts"],
  ["apps/server/src/store/diagnosis", "../postgres/PostgresClient.ts"],
  ["apps/server/src/store/sqlite", "../../platform/OperatorError.ts"],
  ["apps/server/src/samples", "@partner-api/service/store/JobStore"],
  ["apps/server/src/cli", "@partner-api/service/services/Audit"],
  ["apps/server/src/cli", "../Server.ts"],
  ["apps/server/src/cli/clients", "../../OperatorServices.ts"],
  ["apps/server/src/cli", "@partner-api/cli-kit/Output"],
  ["apps/server/src/store", "node:sqlite"],
  ["apps/server/src/store", "effect/sql/SqlClient"],
  ["apps/server/src/platform", "@effect/platform-node/NodeHttpServer"],
  ["apps/server/test/http", "../../src/http/Jobs.ts"],
  ["apps/server/test", "@partner-api/conformance/Suite"],
  ["apps/mcp/src", "@partner-api/cli-kit/Output"],
  ["apps/mcp/src", "@partner-api/client/Partner"],
  ["apps/mcp/src/tools", "effect/cli/Command"],
  ["apps/mcp/src/protocol", "@partner-api/client/Partner"],
  ["apps/mcp/src/protocol", "effect/ai/McpServer"],
  ["apps/mcp/src/protocol/http", "../Principal.ts"],
  ["apps/mcp/src/tools", "../upstream/Platform.ts"],
  ["apps/mcp/test/fixture", "effect/ai/McpServer"],
  ["apps/console/src/api", "@partner-api/contract/operator/OperatorApi"],
  ["apps/console/src/parts", "react"],
  ["apps/console/src/parts", "../api/Lists.ts"]
]

const refused: ReadonlyArray<Arrow> = [
  ["packages/contract/src", "@partner-api/cli-kit/Output"],
  ["packages/domain/src", "@partner-api/contract"],
  ["packages/domain/src", "@partner-api/domain/AgencyFees"],
  ["packages/domain/src", "../../contract/src/Api.ts"],
  ["packages/domain/src", "effect"],
  ["packages/domain/src", "effect/FileSystem"],
  ["packages/domain/src", "effect/ai/Tool"],
  ["packages/domain/src", "effect/cli/Command"],
  ["packages/domain/src", "effect/http"],
  ["packages/domain/src", "effect/http/HttpClient"],
  ["packages/domain/src", "effect/http-api/HttpApi"],
  ["packages/domain/src", "effect/process/ChildProcess"],
  ["packages/domain/src", "effect/socket/Socket"],
  ["packages/domain/src", "effect/sql/SqlClient"],
  ["packages/domain/src", "@effect/platform-node/NodeHttpServer"],
  ["packages/domain/src", "node:crypto"],
  ["packages/domain/src", "zod"],
  ["packages/domain/test", "@partner-api/contract"],
  ["packages/contract/src", "@partner-api/client"],
  ["packages/contract/src", "@partner-api/server"],
  ["packages/contract/src", "../../domain/src/AgencyFees.ts"],
  ["packages/contract/src", "effect/sql/SqlClient"],
  ["packages/contract/src", "@effect/platform-node/NodeHttpServer"],
  ["packages/contract/src", "node:fs"],
  ["packages/contract/test", "@partner-api/server"],
  ["packages/client/src", "@partner-api/cli-kit/Output"],
  ["packages/client/src", "@partner-api/server"],
  ["packages/client/src", "@partner-api/mcp"],
  ["packages/client/src", "@partner-api/conformance"],
  ["packages/cli-kit/src", "@partner-api/domain/Text"],
  ["packages/cli-kit/src", "@partner-api/client"],
  ["packages/conformance/src", "@partner-api/cli-kit/Output"],
  ["packages/conformance/src", "@partner-api/contract/Api"],
  ["packages/conformance/src", "@partner-api/domain/AgencyFees"],
  ["packages/conformance/src", "@partner-api/server"],
  ["packages/conformance/src", "@partner-api/client"],
  ["packages/conformance/src", "../../../apps/server/src/main.ts"],
  ["packages/tidy/src", "@partner-api/domain"],
  ["packages/bundling/src", "@partner-api/domain"],
  ["packages/service/src", "@partner-api/server/Server"],
  ["packages/service/src", "@partner-api/client"],
  ["packages/service/src", "../../../apps/server/src/Server.ts"],
  ["packages/service/src/http", "../store/JobPages.ts"],
  ["packages/service/src/http/handlers", "../../store/JobStore.ts"],
  ["packages/service/src/services", "../http/RequestContext.ts"],
  ["packages/service/src/services/administration", "../../http/RequestContext.ts"],
  ["packages/service/src/services", "effect/sql/SqlClient"],
  ["packages/service/src/services", "node:fs"],
  ["packages/service/src/store", "../services/Jobs.ts"],
  ["packages/service/src/store", "effect/sql/SqlClient"],
  ["packages/service/src/crypto", "../services/Jobs.ts"],
  ["apps/server/src", "@partner-api/bundling/Licences"],
  ["apps/server/src/docs", "@partner-api/client"],
  ["apps/server/src/docs", "@partner-api/mcp"],
  ["apps/server/src/docs", "@partner-api/conformance"],
  ["apps/server/src/docs", "../../../../packages/domain/src/AgencyFees.ts"],
  ["apps/server/src/docs", "../../../mcp/src/main.ts"],
  ["apps/server/src/docs", "../cli/Operator.ts"],
  ["apps/server/src/docs", "../Server.ts"],
  ["apps/server/src/platform", "@effect/platform-node"],
  ["apps/server/src/operations", "../cli/Operator.ts"],
  ["apps/server/src/operations/doctor", "../../OperatorServices.ts"],
  ["apps/server/src/store", "../operations/Backups.ts"],
  ["apps/server/src/store/sqlite", "../../operations/Backups.ts"],
  ["apps/server/src/store/sql", "../postgres/PostgresLimits.ts"],
  ["apps/server/src/store/sql", "../sqlite/SqliteClient.ts"],
  ["apps/server/src/store/sql", "../migrations/Columns.ts"],
  ["apps/server/src/store/sql", "../Migrations.ts"],
  ["apps/server/src/store/sql", "../../operations/Backups.ts"],
  ["apps/server/src/store/sql/kit", "../Jobs.ts"],
  ["apps/server/src/store/sql/kit", "../../postgres/PostgresLimits.ts"],
  ["apps/server/src/store/sql/kit", "../../migrations/Columns.ts"],
  ["apps/server/src/store/sql/kit", "../../Database.ts"],
  ["apps/server/src/store/sql/kit", "../../../operations/Backups.ts"],
  ["apps/server/src/store/sqlite", "../sql/Jobs.ts"],
  ["apps/server/src/store/sqlite", "../postgres/PostgresLimits.ts"],
  ["apps/server/src/store/sqlite", "../Database.ts"],
  ["apps/server/src/store/postgres", "../sql/Tokens.ts"],
  ["apps/server/src/store/postgres", "../sqlite/SqliteClient.ts"],
  ["apps/server/src/store/postgres", "../diagnosis/Contents.ts"],
  ["apps/server/src/store/migrations", "../sql/Jobs.ts"],
  ["apps/server/src/store/migrations", "../requestlog/RequestSearch.ts"],
  ["apps/server/src/store/requestlog", "../sql/Jobs.ts"],
  ["apps/server/src/store/migrations", "../../docs/Docs.ts"],
  ["apps/server/src/platform", "../store/Database.ts"],
  ["apps/server/src/platform", "../webhooks/HttpWebhookSender.ts"],
  ["apps/server/src/webhooks", "../store/Database.ts"],
  ["apps/server/src/platform/listener", "../../docs/Docs.ts"],
  ["apps/server/src/cli", "../store/Database.ts"],
  ["apps/server/src/cli/clients", "../../store/sql/Clients.ts"],
  ["apps/server/src/imports", "../operations/Backups.ts"],
  ["apps/server/src/imports", "../store/Database.ts"],
  ["apps/server/src/samples", "../store/Database.ts"],
  ["apps/server/src/samples", "../cli/Operator.ts"],
  ["apps/server/test", "@partner-api/mcp"],
  ["apps/server/test", "../../../packages/domain/test/Job.test.ts"],
  ["apps/mcp/src", "@partner-api/server"],
  ["apps/mcp/src", "@partner-api/conformance"],
  ["apps/mcp/src", "effect/ai/McpServer"],
  ["apps/mcp/src/tools", "effect/ai/Tool"],
  ["apps/mcp/src/tools", "effect/ai"],
  ["apps/mcp/src/tools", "@partner-api/server"],
  ["apps/mcp/src/protocol", "@partner-api/server"],
  ["apps/mcp/src/protocol", "../upstream/Platform.ts"],
  ["apps/mcp/src/protocol/http", "../../tools/Choices.ts"],
  ["apps/console/src", "@partner-api/client"],
  ["apps/console/src", "@partner-api/server/Server"],
  ["apps/console/src", "../../server/src/main.ts"],
  ["apps/console/src/api", "effect/Effect"],
  ["apps/console/src/api", "node:fs"],
  ["apps/console/src/parts", "recharts"],
  ["apps/server/src/console", "../store/Database.ts"],
  ["apps/server/src", "@partner-api/console"],
  ["bench", "@partner-api/server"]
]

/** Other rules, each with a line it must catch: [the folder, the line, the rule]. */
const lines: ReadonlyArray<readonly [folder: string, line: string, rule: string]> = [
  ["packages/domain/src", "export const now = Date.now()", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "export const now = new Date()", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "export const now = globalThis.Date", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "export const now = performance.now()", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "export const id = crypto.randomUUID()", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "export const id = Math.random()", "eslint(no-restricted-properties)"],
  ["packages/client/src", 'export const at = URL.parse("/v1")', "eslint(no-restricted-properties)"],
  ["apps/mcp/src", "export const all = Array.fromAsync([])", "eslint(no-restricted-properties)"],
  ["packages/domain/src", "export const home = process.env", "eslint(no-restricted-globals)"],
  ["packages/domain/src", 'export const page = fetch("/")', "eslint(no-restricted-globals)"],
  ["packages/domain/src", "setTimeout(() => 1, 1)", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "console.log(1)", "eslint(no-restricted-globals)"],
  ["packages/domain/src", "\n".repeat(501), "eslint(max-lines)"],
  ["packages/contract/src", "export const a: any = 1", "typescript(no-explicit-any)"],
  ["apps/server/src", "export const a = 1 as any", "typescript(no-explicit-any)"],
  ["apps/server/src", "export const a = [1][0]!", "typescript(no-non-null-assertion)"],
  ["apps/server/src", "// @ts-ignore: because\nexport const a = 1", "typescript(ban-ts-comment)"],
  ["apps/server/src", "// @ts-expect-error: because\nexport const a = 1", "typescript(ban-ts-comment)"],
  ["apps/server/test", 'import { it } from "vitest"\nit.only("a", () => 1)', "vitest(no-focused-tests)"],
  ["apps/server/test", 'import { it } from "vitest"\nit.skip("a", () => 1)', "vitest(no-disabled-tests)"]
]

/** Two files that import each other, the one for a value and the other for a type alone. */
const cycle: ReadonlyArray<readonly [path: string, text: string]> = [
  [
    "packages/contract/src/Left.ts",
    'import { right } from "./Right.ts"\nexport interface Left { readonly name: string }\nexport const left = right\n'
  ],
  [
    "packages/contract/src/Right.ts",
    'import type { Left } from "./Left.ts"\nexport const right = (left: Left): string => left.name\n'
  ]
]

/** All samples as files of one house that has our configuration, linted in one go: file -> rules it breaks. */
const house = mkdtempSync(join(tmpdir(), "tidy-"))
afterAll(() => rmSync(house, { recursive: true }))

const brokenRulesIn = (
  samples: ReadonlyArray<readonly [path: string, text: string]>
): ReadonlyMap<string, ReadonlySet<string>> => {
  const config = pathToFileURL(join(root, "oxlint.config.ts")).href
  for (const [path, text] of [["oxlint.config.ts", `export { default } from "${config}"\n`] as const, ...samples]) {
    mkdirSync(join(house, dirname(path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  const oxlint = spawnSync("oxlint", ["-f", "json"], { cwd: house, encoding: "utf8" })
  const report: { readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }> } =
    JSON.parse(oxlint.stdout)
  return new Map(
    Object.entries(Object.groupBy(report.diagnostics, ({ filename }) => filename)).map(([filename, found = []]) => [
      filename,
      new Set(found.map(({ code }) => code))
    ])
  )
}

const file = (kind: string, folder: string, row: number) => `${folder}/${kind}${row}.ts`
const module = (to: string) => `export * from "${to}"\n`
const reports = brokenRulesIn([
  ...allowed.map(([from, to], row) => [file("allowed", from, row), module(to)] as const),
  ...refused.map(([from, to], row) => [file("refused", from, row), module(to)] as const),
  ...cycle,
  ...lines.map(([folder, line], row) => [file("line", folder, row), `${line}\n`] as const)
])

describe("imports", () => {
  it.each(allowed.map((arrow, row) => [...arrow, row] as const))("%s may import %s", (from, _to, row) => {
    assert.isUndefined(reports.get(file("allowed", from, row)))
  })

  it.each(refused.map((arrow, row) => [...arrow, row] as const))("%s may not import %s", (from, _to, row) => {
    assert.deepStrictEqual(reports.get(file("refused", from, row)), new Set(["eslint(no-restricted-imports)"]))
  })
})

describe("a cycle of imports", () => {
  it.each(cycle.map(([path]) => path))("is refused where one of them is of a type alone: %s", (path) => {
    assert.deepStrictEqual(reports.get(path), new Set(["import(no-cycle)"]))
  })
})

describe("lines", () => {
  it.each(lines.map((line, row) => [...line, row] as const))("%s refuses %j by %s", (folder, _line, rule, row) => {
    assert.isTrue(reports.get(file("line", folder, row))?.has(rule) === true)
  })
})
