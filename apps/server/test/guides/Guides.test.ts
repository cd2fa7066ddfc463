/**
 * The pages for readers do what they say: every block of commands, every program and every stated output (README; design, style
 * rule 13). A page that does not exist is no fault.
 */
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { clientBlocksFirst, firstBlocks, isOfClient, needsPython, pagesOf, readPage } from "./GuidePage.ts"
import { missingTools, runPage } from "./GuideRun.ts"

const pages = pagesOf(Path.join(import.meta.dirname, "../../../.."))

/** Pages that start as many programs as all others together: `pnpm verify` runs them, and the later blocks of those of the client library. */
const ofOperators = "docs/operators/"

const slow = { timeout: 240_000 }
const notRun = missingTools === undefined ? "" : ` [not run here: ${missingTools}]`

describe.skipIf(missingTools !== undefined)(`the blocks of a page${notRun}`, slow, () => {
  it.for(
    pages
      .filter((page) => page.blocks.length > 0 && !page.name.startsWith(ofOperators) && !needsPython(page))
      .map((page) => (isOfClient(page) ? firstBlocks(page, clientBlocksFirst) : page))
      .map((page) => [page.name, page.blocks.length, page] as const)
  )("%s: %i of them work, one after the other (README)", async ([, , page]) =>
    assert.deepStrictEqual(await runPage(page), [])
  )

  it.for([
    ["a command that fails", "```sh\ntrue\n```\n```sh\nfalse\n```", /^page.md:4 ended with 1/],
    ["a command that fails in the middle of a pipe", "```sh\nfalse | cat\n```", /^page.md:1 ended with 1/],
    ["a variable that nobody set", "```sh\necho $NOBODY\n```", /NOBODY/],
    ["a program that throws", "```js\nthrow new Error('no')\n```", /^page.md:1 ended with 1/],
    ["an address that is not there", "```sh\ncurl -s http://127.0.0.1:1/nowhere\n```", /^page.md:1 ended with 7/],
    ["an error as the answer", "```sh\ncurl -s http://127.0.0.1:8080/v1/jobs\n```", /"unauthorized"/],
    [
      "no error where one is shown",
      "```sh refused\ncurl -s http://127.0.0.1:8080/health/live\n```",
      /should show an error/
    ],
    ["another command of pnpm", "```sh\npnpm dance\n```", /pnpm dance/],
    ["output that differs", '```sh\necho \'{"a": 1}\'\n```\n```json\n{ "a": 2 }\n```', /should print/],
    ["output that goes on", "```sh\necho one two\n```\n```text\none\n```", /should print/],
    ["no output", "```sh\ntrue\n```\n\nIt prints:\n\n```text\nsomething\n```", /should print/],
    ["a block that is left out without a reason", "```sh no-run\nfalse\n```", /without a reason/],
    ["an unknown setting", "<!-- run: moon -->\n```sh\ntrue\n```", /moon/]
  ] as const)("do not pass with %s (negative control)", async ([, markdown, fault]) =>
    assert.match((await runPage(readPage("page.md", markdown))).join("\n"), fault)
  )

  it.for([
    ["one folder and one session", "```sh\nA=1; echo 2 > b\n```\n```sh\necho $A$(cat b)\n```\n```text\n12\n```"],
    ["a program that is kept", '```js say.mjs\nconsole.log("said")\n```\n```sh\nnode say.mjs\n```\n```text\nsaid\n```'],
    [
      "a program that imports one that is kept",
      '```ts a.ts\nexport const a = 1\n```\n```ts\nimport { a } from "./a.ts"\nconsole.log(a)\n```\n```text\n1\n```'
    ],
    ["a program with types", "```ts\nconst word: string = 'word'\nconsole.log(word)\n```\n```text\nword\n```"],
    [
      "output of which a part is open",
      '```sh\necho \'{"a":1,"b":[2,3]}\'\n```\n```json\n{ "a": ..., "b": [2, ...] }\n```'
    ],
    ["a refusal to show", "```sh refused\ncurl -s http://127.0.0.1:8080/v1/jobs\n```"],
    ["an example after a block", "```sh\necho one\n```\n```text example\ntwo\n```"],
    ["text under another heading", "```sh\necho one\n```\n## Two\n```text\ntwo\n```"],
    ["something left running", "```sh\n{ while true; do read -r; done < <(tail -f /dev/null); } &\n```"],
    [
      "a server of its own",
      [
        "<!-- run: empty -->",
        "```sh\npnpm partner-api sandbox > server.log &\ncurl -s -o /dev/null --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:8080/health/ready\n```",
        "```sh\ncurl -s http://127.0.0.1:8080/health/live\n```",
        '```json\n{ "status": "ok" }\n```'
      ].join("\n")
    ]
  ] as const)("may have %s (README)", async ([, markdown]) =>
    assert.deepStrictEqual(await runPage(readPage("page.md", markdown)), [])
  )
})

describe("blocks that are left out", () => {
  const leftOut = pages.flatMap((page) => page.leftOut)

  it.for(leftOut)("%s (README)", (block) => assert.match(block, /: \S+( \S+)+$/))

  it("are few (README)", () => assert.isAtMost(leftOut.length, 10, leftOut.join("\n")))
})

describe("the pages of the guide for operators", () => {
  const guide = "docs/operators.md"
  const ofGuide = pages.filter(({ name }) => name.startsWith(ofOperators))
  const blocksOf = (name: string): number => pages.find((page) => page.name === name)?.blocks.length ?? 0

  it("come after its first start (docs/operators.md)", () => {
    assert.isAtLeast(ofGuide.length, 5)
    assert.isAbove(blocksOf(guide), 2)
    for (const { after, blocks, name } of ofGuide) {
      assert.strictEqual(after, guide, name)
      assert.isAtLeast(blocks.length, blocksOf(guide), name)
    }
  })
})
