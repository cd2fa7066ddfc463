import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

import { assert, describe, it } from "vitest"

import { type Rule, rules } from "../src/Rules.ts"

const root = resolve(import.meta.dirname, "../../..")

/** All files a commit would hold: tracked, or new and not ignored. */
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8"
})
  .split("\0")
  .filter((path) => path !== "" && existsSync(resolve(root, path)))

const broken = (rule: Rule, path: string, text: string) => rule.files.test(path) && rule.pattern.test(text)
const brokenOnDisk = (rule: Rule, path: string) => broken(rule, path, readFileSync(resolve(root, path), "utf8"))

describe.each(rules)("$name", (rule) => {
  it("holds in every file", () => {
    const found = files.filter((path) => !(path in rule.allowed) && brokenOnDisk(rule, path))
    assert.deepStrictEqual(found, [], rule.why)
  })

  it("catches its sample", () => {
    assert.isTrue(broken(rule, rule.sample.path, rule.sample.text))
  })

  it("needs each of its exceptions", () => {
    const idle = Object.keys(rule.allowed).filter((path) => !files.includes(path) || !brokenOnDisk(rule, path))
    assert.deepStrictEqual(idle, [])
  })
})
