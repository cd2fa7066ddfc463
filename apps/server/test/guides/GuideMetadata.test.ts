/**
 * What the guides say of each endpoint and each permission, against the contract: no row is missing, none is left over, none is wrong.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { oneOf } from "@partner-api/contract/EndpointMetadata"
import { endpoints } from "@partner-api/contract/Endpoints"
import { pathTemplate } from "@partner-api/contract/Path"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { organizationsCreate, permissions } from "@partner-api/domain/Permission"
import { deliveryDays } from "@partner-api/domain/WebhookDelivery"
import {
  concurrencyMax,
  overlapDaysMax,
  overlapSecondsDefault,
  webhookEndpointsMax
} from "@partner-api/domain/WebhookEndpoint"
import {
  attemptsMax,
  failingMsMax,
  failuresUntilFailing,
  pingAttemptsMax,
  retryDelayMs
} from "@partner-api/domain/WebhookSchedule"
import {
  pingsOfClientPerMinuteMax,
  pingsOfHostPerMinuteMax,
  pingsPerMinuteMax,
  recoveriesPerMinuteMax
} from "@partner-api/domain/WebhookUse"
import { primaryLifetimeSeconds, scopedLifetimeSeconds } from "@partner-api/domain/Token"
import { keysMax } from "@partner-api/service/services/access/BoundedMap"
import { exchangeIntervalMs } from "@partner-api/service/services/access/StorageQuota"
import { tokenCacheMs } from "@partner-api/service/services/access/Tokens"
import { writeProbeMs } from "@partner-api/service/services/Readiness"
import { defaultLimits, informationalMax } from "../../src/webhooks/OutboundLimits.ts"
import { leaseMs } from "@partner-api/service/services/webhooks/DeliveryRound"
import { exchangeTimeoutMs } from "@partner-api/service/services/webhooks/WebhookSender"
import { assert, describe, it } from "@effect/vitest"
import { pollOfNodesMs } from "../../src/platform/Settings.ts"
import { connectionLifetimeMs, preparedStatementsMax } from "../../src/store/postgres/PostgresLimits.ts"
import { rememberedMax } from "../../src/store/sql/kit/StoredValues.ts"

const docs = Path.join(import.meta.dirname, "../../../../docs")
const read = (name: string) => Fs.readFileSync(Path.join(docs, name), "utf8")

/** The rows of the table whose first column has this name, their cells without the spaces around them. */
const rowsOf = (markdown: string, firstColumn: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = markdown.split("\n")
  const start = lines.findIndex((line) => new RegExp(`^\\| ${firstColumn} +\\|`).test(line))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"))
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim())
  )
}

const called = ({ method, path }: EndpointEntry): string => `\`${method} ${pathTemplate(path)}\``

describe("docs/tokens.md", () => {
  const page = read("tokens.md")

  it("names token and permission of every endpoint that needs one (decisions, Tokens)", () =>
    assert.sameDeepMembers(
      [...rowsOf(page, "Request")],
      endpoints.flatMap((endpoint) => {
        const { access } = endpoint.metadata
        return access.level === "public" || access.level === "operator"
          ? []
          : [
              [
                called(endpoint),
                access.level === "credentials" ? "HTTP Basic" : access.level,
                access.level === "scoped"
                  ? oneOf(access.anyOf)
                  : access.level === "credentials" || access.right === undefined
                    ? ""
                    : `the client's right \`${access.right}\``
              ]
            ]
      }),
      "docs/tokens.md is out of date. Write it again with: npx -y pnpm@12 generate"
    ))

  it("lists every permission, and says of which ones nothing comes yet (decisions, Tokens)", () => {
    const used = endpoints.flatMap(({ metadata }) => (metadata.access.level === "scoped" ? metadata.access.anyOf : []))
    const rows = rowsOf(page, "Permission")
    assert.deepStrictEqual(
      rows.map(([name]) => name),
      permissions.map((name) => `\`${name}\``)
    )
    assert.deepStrictEqual(
      rows.filter(([, allows]) => allows !== "nothing yet").map(([name]) => name),
      permissions.filter((name) => used.includes(name)).map((name) => `\`${name}\``)
    )
    assert.include(page, `The right \`${organizationsCreate}\``)
  })

  it("knows how long each token lives (spec 8)", () => {
    const lives = rowsOf(page, "Token").map((cells) => Number.parseInt((cells[3] ?? "").replaceAll(",", ""), 10))
    assert.deepStrictEqual(lives, [primaryLifetimeSeconds, scopedLifetimeSeconds, primaryLifetimeSeconds])
  })
})

describe("docs/partners.md", () => {
  it("says of every request whether it may be repeated (decisions, Errors)", () => {
    const [reads, ...others] = rowsOf(read("partners.md"), "Request")
    const writing = endpoints.filter(({ method }) => method !== "GET")
    assert.deepStrictEqual(reads, ["every `GET`", "yes: it changes nothing"])
    assert.isTrue(endpoints.every(({ method, metadata }) => method !== "GET" || metadata.retry === "safe"))
    assert.sameDeepMembers(
      others.map(([request, repeat = ""]) => [request, repeat.startsWith("yes")]),
      writing.map((endpoint) => [called(endpoint), ["safe", "idempotent"].includes(endpoint.metadata.retry)]),
      "docs/partners.md is out of date. Write it again with: npx -y pnpm@12 generate"
    )
  })
})

describe("docs/partners.md, Filters", () => {
  it("has every list with its filters (decisions, Filters)", () => {
    const filtered = endpoints.filter(
      ({ metadata }) =>
        metadata.isFeed !== true && metadata.access.level !== "operator" && (metadata.filters ?? []).length > 0
    )
    assert.sameDeepMembers(
      rowsOf(read("partners.md"), "List").map(([list, filters = ""]) => [list, ...filters.split(", ").toSorted()]),
      filtered.map((endpoint) => [
        called(endpoint),
        ...(endpoint.metadata.filters ?? []).map((name) => `\`${name}\``).toSorted()
      ])
    )
  })
})

describe("docs/webhooks.md", () => {
  const section = read("webhooks.md")

  it("has every delay of the schedule (decisions, Delivery)", () => {
    const units = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 }
    const msOf = (delay = ""): number => {
      const [, count, unit] = /^(\d+) (seconds|minutes|hours)$/.exec(delay) ?? []
      return Number(count) * (unit === "seconds" || unit === "minutes" || unit === "hours" ? units[unit] : Number.NaN)
    }
    assert.deepStrictEqual(
      rowsOf(section, "Attempt").map(([attempt, delay]) => [Number(attempt), msOf(delay)]),
      Array.from({ length: attemptsMax - 1 }, (_, index) => [index + 2, retryDelayMs(index + 1, 0.5)])
    )
  })

  it("has every limit as the program has it (decisions, Webhooks)", () => {
    const daySeconds = 86_400
    const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`
    assert.deepStrictEqual(
      rowsOf(section, "Limit").map(([, value]) => value),
      [
        String(webhookEndpointsMax),
        `${pingsPerMinuteMax}/minute`,
        `${pingsOfClientPerMinuteMax}/minute`,
        `${pingsOfHostPerMinuteMax}/minute`,
        `${recoveriesPerMinuteMax}/minute`,
        `1 to ${concurrencyMax}`,
        plural(exchangeTimeoutMs / 1_000, "second"),
        plural(defaultLimits.bodyTimeoutMs / 1_000, "second"),
        `${defaultLimits.answerBytesMax / 1_024} KiB`,
        String(informationalMax),
        String(attemptsMax),
        String(pingAttemptsMax),
        plural(failingMsMax / 1_000 / daySeconds, "day"),
        plural(deliveryDays, "day"),
        plural(overlapSecondsDefault / daySeconds, "day"),
        plural(overlapDaysMax, "day")
      ]
    )
    const words = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    const text = section.replaceAll(/\s+/g, " ")
    for (const figure of [
      `after ${words[failuresUntilFailing]} failures`,
      `After ${words[pingAttemptsMax]} pings`,
      `${words[retryDelayMs(1, 0.5) / 1_000]} seconds apart`,
      `After ${words[attemptsMax]} attempts`,
      `waits ${exchangeTimeoutMs / 1_000} seconds`,
      `within ${plural(defaultLimits.bodyTimeoutMs / 1_000, "second")} after it is cut`,
      `\`concurrency\` from 2 to ${concurrencyMax}`,
      `for ${overlapSecondsDefault / 3_600} hours`,
      `fails for ${failingMsMax / 1_000 / daySeconds} days`
    ]) {
      assert.include(text, figure)
    }
  })

  it("says how long an import keeps an endpoint busy that takes one at a time", () => {
    const [, records = "", ms, minutes] =
      /import of ([\d,]+) records .*? answers in (\d+) ms .*? for (\d+) minutes/.exec(
        section.replaceAll(/\s+/g, " ")
      ) ?? []
    assert.strictEqual(Math.floor((Number(records.replaceAll(",", "")) * Number(ms)) / 60_000), Number(minutes))
  })
})

describe("every guide", () => {
  const known = new Set([...endpoints.map(called), "`GET /docs`"])
  const pages = Fs.globSync(["{,operators/}*.md"], { cwd: docs })

  it.for(pages)("%s names no endpoint that does not exist (README)", (name) => {
    const named = [...read(name).matchAll(/`(?:GET|POST|PUT|PATCH|DELETE) \/[^\s`]*`/g)].map(([text]) => text)
    assert.deepStrictEqual(
      named.filter((text) => !known.has(text)),
      []
    )
  })
})

describe("docs/operators/clients.md", () => {
  it("says after how long another server delivers in the place of one that was killed (docs/decisions, 61)", () => {
    const text = read("operators/clients.md").replaceAll(/\s+/g, " ")
    assert.include(text, `another one goes on after at most ${(leaseMs + pollOfNodesMs) / 1_000} seconds`)
  })
})

describe("docs/nodes.md", () => {
  it("names what a node caches and for how long, as the program has it (decisions, Tokens)", () => {
    const times = { tokenCacheMs, writeProbeMs, exchangeIntervalMs, connectionLifetimeMs }
    const counts = {
      keysMax: `${keysMax.toLocaleString("en")} keys`,
      preparedStatementsMax: String(preparedStatementsMax),
      rememberedMax: `${rememberedMax.toLocaleString("en")} jobs`
    }
    const figures = Object.entries({
      ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, `${ms.toLocaleString("en")} ms`])),
      ...counts
    }).map(([name, value]) => [`\`${name}\``, value])
    const rows = rowsOf(read("nodes.md"), "What").map(([, ...cells]) => cells)
    assert.sameDeepMembers(
      rows.filter(([name]) => !name?.startsWith("none")),
      figures
    )
  })
})
