/**
 * The pages with programs in Python do what they say, block by block, with the Python of this machine. A machine with Node and npm alone has none, so
 * `pnpm test` leaves these pages out (README).
 */
import * as Path from "node:path"
import { assert, it } from "@effect/vitest"
import { needsPython, pagesOf, readPage } from "../../test/guides/GuidePage.ts"
import { runPage } from "../../test/guides/GuideRun.ts"
import { describeWith, findProgram } from "../operator/DebianProgram.ts"

const python = findProgram({
  name: "python3",
  versionFlag: "--version",
  packageName: "python3-minimal",
  path: "usr/bin/python3"
})
const pages = pagesOf(Path.join(import.meta.dirname, "../../../..")).filter(needsPython)

describeWith(python, "the pages with programs in Python", () => {
  it("are there", () => assert.include(pages.map(({ name }) => name).join(), "docs/other-languages.md"))

  it.for(pages.map((page) => [page.name, page.blocks.length, page] as const))(
    "%s: %i blocks work, one after the other (docs/other-languages.md)",
    { timeout: 120_000 },
    async ([, , page]) => assert.deepStrictEqual(await runPage(page), [])
  )

  it.for([
    ["a program that raises", "raise SystemExit('no')", /ended with 1: no/],
    [
      "a refusal that nobody catches",
      'import partner_api\npartner_api.Client("http://127.0.0.1:8080", "a", "b").organizations.list()',
      /invalid_client/
    ],
    [
      "a setting that is missing",
      "import partner_api\npartner_api.Client()",
      /base_url is missing: give it to Client, or set PARTNER_BASE_URL/
    ]
  ] as const)("do not pass with %s (negative control)", async ([, program, fault]) =>
    assert.match((await runPage(readPage("page.md", `\`\`\`python\n${program}\n\`\`\``))).join("\n"), fault)
  )
})
