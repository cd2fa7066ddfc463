/**
 * The console as it is built: small enough for a slow line, and made so that a browser runs it under a policy without exceptions.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "vite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

/** The most that scripts and styles weigh together, compressed, those included that are loaded late: a second on a line of 1.6 Mbit/s. */
const budgetBytes = 200_000

const folder = mkdtempSync(join(tmpdir(), "partner-api-console-"))
const files = new Map<string, Buffer>()

beforeAll(async () => {
  const { NODE_ENV: before } = process.env
  // The tests' own setting would build a React for developers.
  process.env["NODE_ENV"] = "production"
  await build({
    root: resolve(import.meta.dirname, ".."),
    build: { outDir: folder, emptyOutDir: true },
    logLevel: "error"
  })
  process.env["NODE_ENV"] = before
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (/\.\w+$/.test(path)) files.set(path, readFileSync(join(folder, path)))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (path: string): string => files.get(path)?.toString("utf8") ?? ""
const named = (ending: RegExp): ReadonlyArray<string> => [...files.keys()].filter((path) => ending.test(path))

describe("the built console", () => {
  it("weighs at most 200 kB, compressed", () => {
    const weights = named(/\.(js|css)$/).map((path) => gzipSync(files.get(path) ?? "", { level: 9 }).length)
    assert.isAbove(weights.length, 2)
    assert.isAtMost(
      weights.reduce((sum, bytes) => sum + bytes, 0),
      budgetBytes
    )
  })

  it("has the plots in a file of their own, which the page does not load at once", () => {
    assert.lengthOf(named(/PlotCanvas-.*\.js$/), 1)
    assert.notInclude(textOf("index.html"), "PlotCanvas")
  })

  it("has nothing inline, and names no other host", () => {
    const page = textOf("index.html")
    assert.notMatch(page, /<script>|<style|style=|\son\w+=|data:/)
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.match(address ?? "", /^\/console\/assets\//)
    for (const path of named(/\.css$/)) assert.notMatch(textOf(path), /url\((?!["']?\/console\/)/)
  })

  it("carries nothing of effect", () => {
    for (const path of named(/\.js$/)) assert.notMatch(textOf(path), /effect\/(Schema|http-api)|~effect/)
  })

  it("comes with the licences of what is inside", () => {
    for (const name of ["react", "uplot", "@tanstack/react-router"])
      assert.match(textOf("licences.txt"), new RegExp(`^${name} \\d`, "m"))
  })
})
