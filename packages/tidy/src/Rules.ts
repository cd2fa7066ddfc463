/**
 * The house rules no linter knows, as one table. Rules that oxlint can check stand in oxlint.config.ts at the root.
 *
 * A rule reads: in `files`, nothing may match `pattern`, because `why`; `allowed` lists the exceptions, each with its
 * reason. `sample` is a file the rule must catch, so that no rule goes blind without notice.
 */
export interface Rule {
  readonly name: string
  readonly files: RegExp
  readonly pattern: RegExp
  readonly why: string
  readonly allowed: Readonly<Record<string, string>>
  readonly sample: { readonly path: string; readonly text: string }
}

/** This package quotes what it forbids, so it is not read by its own rules. */
const anyFile = /^(?!packages\/tidy\/)/
const source = /^(packages|apps)\/(?!tidy\/)[^/]+\/src\/.*\.tsx?$/
const test = /^(packages|apps)\/(?!tidy\/)[^/]+\/(test|verify|long)\/.*\.ts$/

export const rules: ReadonlyArray<Rule> = [
  {
    name: "a file is named by its noun",
    files: /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/i,
    pattern: /^/,
    why: "A drawer for everything has no reader.",
    allowed: {},
    sample: { path: "packages/domain/src/utils.ts", text: "" }
  },
  {
    name: "a source file opens with what it does",
    files: /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/,
    pattern: /^(?!(#!.*\n)?\/\*\*)/,
    why: "The header comment says what the module does and does not do, before any import.",
    allowed: {},
    sample: { path: "packages/domain/src/Job.ts", text: 'import * as Schema from "effect/Schema"\n' }
  },
  {
    name: "no cast around the type checker",
    files: source,
    pattern: /\bas (never|unknown as)\b/,
    why: "Decode at the edge once, then trust the types.",
    allowed: {},
    sample: { path: "packages/service/src/http/handlers/Jobs.ts", text: "const job = input as never\n" }
  },
  {
    name: "a query with a schema is made once",
    files: /^apps\/server\/src\/store\/(?:sql|requestlog)\/.*\.ts$/,
    pattern: /^\s*\}\)\((?:undefined)?\)/m,
    why: "Effect compiles the schema of a query where the query is made. A statement that is built for each run decodes its rows by kit/Rows.ts.",
    allowed: {},
    sample: {
      path: "apps/server/src/store/sql/Claims.ts",
      text: "SqlSchema.findAll({\n  Request: Schema.Void,\n  Result: Row,\n  execute: () => sql`SELECT 1`\n})()\n"
    }
  },
  {
    name: "no bare value after LIMIT",
    files: /^apps\/server\/src\/store\/sql\/.*\.ts$/,
    pattern: /\bLIMIT \$\{[^}]*\}(?! (?:OFFSET|\+ 0))/,
    why: "SQLite prepares a statement again for each value after LIMIT: limitClause of kit/Lists.ts gives it an expression.",
    allowed: {
      "apps/server/src/store/sql/AgencyJobs.ts": "The caller gives the expression.",
      "apps/server/src/store/sql/Jobs.ts": "The page has one text for each engine, with the expression of SQLite.",
      "apps/server/src/store/sql/kit/SearchIndex.ts": "One statement is a text without values."
    },
    sample: { path: "apps/server/src/store/sql/Scans.ts", text: "sql`SELECT id FROM scans LIMIT ${scansPerLook}`\n" }
  },
  {
    name: "no failure turned into a defect",
    files: source,
    pattern: /\borDie\b/,
    why: "A failure keeps its type until someone answers for it.",
    allowed: {},
    sample: { path: "apps/server/src/store/sql/Jobs.ts", text: "query.pipe(Effect.orDie)\n" }
  },
  {
    name: "no throw and no try",
    files: /^(packages\/(domain|service)|apps\/server)\/src\/.*\.ts$/,
    pattern: /(^|[{}();:]|=>)[ \t]*(throw\b|try\s*\{)/m,
    why: "Errors are values of a closed union.",
    allowed: {},
    sample: { path: "packages/domain/src/Cursor.ts", text: 'if (text === "") throw new Error("empty")\n' }
  },
  {
    name: "a silenced linter says why",
    files: source,
    pattern: /(oxlint|eslint)-disable(?!.* -- \S)/,
    why: "An exception without a reason becomes the rule. Write the reason after two dashes.",
    allowed: {},
    sample: { path: "packages/contract/src/Api.ts", text: "// oxlint-disable-next-line no-eval\n" }
  },
  {
    name: "a value is named by its meaning, not by a verb of speech",
    files: /^(?!packages\/tidy\/).*\.(?:[cm]?ts|tsx|[cm]js)$/,
    pattern:
      /^(?!\s*(?:\/?\*|\/\/))(?:.*(?:\b(?:const|let|function|readonly)\s+|[({[,]\s*|\w:\s))?\s*(?:(?:asks?|asked|told|said|tells|noted|hears?|heard)(?:[A-Z]\w*)?|says[A-Z]\w*|[a-z]\w*(?:Asks?|Asked|Told|Said|Says|Tells|Noted|Hears?|Heard)(?:[A-Z]\w*)?)\s*[?:=,)}\](]/m,
    why: "A reader looks for what a value is: requested, input, query, expected, reported or printed.",
    allowed: {},
    sample: { path: "packages/domain/src/Search.ts", text: "const words = (text: string, asked: string) => asked\n" }
  },
  {
    name: "a page for contributors has no line over 170 columns",
    files: /^(?:AGENTS|ARCHITECTURE|CONTRIBUTING)\.md$/,
    pattern: /^.{171,}/m,
    why: "A longer line runs out of the window in an editor, and its change hides in a review.",
    allowed: {},
    sample: { path: "CONTRIBUTING.md", text: `${"word ".repeat(35)}\n` }
  },
  {
    name: "a docstring begins with its noun or its verb",
    files: /^(?:packages|apps)\/(?!tidy\/)[^/]+\/(?:src|scripts)\/(?!store\/migrations\/).*\.tsx?$/,
    pattern: /\/\*\*\s+(?:\* )?(?:What|How|Where|Which|Whom?|Whose)\b/,
    why: "A relative clause has no subject. A hover shows the first words: the number of days, the request, the problems, returns.",
    allowed: {},
    sample: { path: "packages/domain/src/Job.ts", text: "/** What adds a job. */\nexport const NewJob = 1\n" }
  },
  {
    name: "a test does not sleep",
    files: test,
    pattern: /\bsetTimeout\(|\bEffect\.sleep\(/,
    why: "Time is TestClock's; a wait for an event waits for the event.",
    allowed: {},
    sample: { path: "apps/server/test/Jobs.test.ts", text: 'yield* Effect.sleep("1 second")\n' }
  },
  {
    name: "a test is not left out",
    files: test,
    pattern: /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|fails)\b/,
    why: "A test that does not run says nothing, and .only silences all others.",
    allowed: {
      "apps/server/verify/operator/DebianProgram.ts":
        "A caller of pnpm verify leaves a program of others out by its name, which the title and the summary repeat."
    },
    sample: { path: "packages/domain/test/Job.test.ts", text: 'it.effect.skip("keeps its id", () => job)\n' }
  },
  {
    name: "a path is written in the contract",
    files: /^(packages|apps)\/(?!contract\/|conformance\/|tidy\/)[^/]+\/src\/.*\.tsx?$/,
    pattern: /["'`]\/(operator\/)?(v1|oauth)\//,
    why: "Facts are declared once and derived elsewhere.",
    allowed: {
      "apps/console/src/api/Routes.ts": "It is generated from the contract.",
      "apps/server/src/platform/traces/TraceSettings.ts": "It is a path of the collector (OTLP/HTTP)."
    },
    sample: { path: "packages/service/src/http/Token.ts", text: 'const path = "/oauth/token"\n' }
  },
  {
    name: "a program writes through one writer",
    files: /^(apps\/(server|mcp)|packages\/(client|cli-kit))\/src\/.*\.ts$/,
    pattern:
      /\bconsole\.\w|\bConsole\.\w|\bprocess\.(stdout|stderr)\b|\.(stdout|stderr)\(|\b(from|import|require)\b[ (]*"(node:)?(console|process|tty)"|\bLogger\.(console|withConsole|toFile)\w*|\.display\(/,
    why: "A name in a line may drive the terminal. Print with @partner-api/cli-kit/Output, which shows it as text.",
    allowed: {
      "packages/cli-kit/src/Streams.ts": "It names the streams of the process, to which the writer writes.",
      "packages/cli-kit/src/EffectOutput.ts": "It makes Effect's own console write through the writer.",
      "apps/mcp/src/protocol/stdio/StdioTransport.ts":
        "Standard output belongs to the protocol: a client reads it, no terminal."
    },
    sample: { path: "apps/server/src/cli/Operator.ts", text: "Console.log(lines)\n" }
  },
  {
    name: "the console knows the contract by its types alone",
    files: /^apps\/console\/src\/.*\.tsx?$/,
    pattern: /^import (?!type )[^\n]*"(@partner-api\/|effect\b)/m,
    why: "The table of operations is generated; schemas in the page would weigh more than the page.",
    allowed: {},
    sample: {
      path: "apps/console/src/api/Call.ts",
      text: 'import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"\n'
    }
  },
  {
    name: "the console makes no page of text",
    files: /^apps\/console\/(src\/.*|index\.html)$/,
    pattern: /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|\bstyle="|<script>/,
    why: "A name that a partner has chosen must stay a text; the policy of the page has no exception.",
    allowed: {},
    sample: { path: "apps/console/src/parts/Badge.tsx", text: "<b dangerouslySetInnerHTML={{ __html: name }} />" }
  },
  {
    name: "no path of somebody's machine",
    files: anyFile,
    pattern: /(^|[\s"'`(=:])\/(home|root|work|Users)\/\w/m,
    why: "The repository runs wherever it is cloned.",
    allowed: {},
    sample: { path: "docs/run.md", text: "cd /home/me/partner-api\n" }
  },
  {
    name: "no package registry by name",
    files: anyFile,
    pattern: /\bregistry\.\w+\.\w+|\bnpm\.pkg\.|https?:\/\/[^\s"'`)]*registry/i,
    why: "Which registry answers is the machine's business.",
    allowed: {},
    sample: { path: ".npmrc", text: "registry=https://registry.example.org/\n" }
  },
  {
    name: "the lockfile names no host and no folder",
    files: /^pnpm-lock\.yaml$/,
    pattern: /https?:\/\/|(?<![\w-])(file|tarball):/,
    why: "It must mean the same on every machine.",
    allowed: {},
    sample: { path: "pnpm-lock.yaml", text: "resolution: {tarball: effect.tgz}\n" }
  }
]
