/**
 * Builds what is published, into `dist`: the entries as one file each, their declarations, the program's launcher, and the licences of
 * what lies inside.
 *
 * The entries for promises are there as ES modules and as CommonJS, each with declarations of its own. The one for Effect is an ES module
 * only, because `effect` is. Domain and contract are inside the files: nobody installs them. `effect` is inside the entries for promises
 * and outside of the one for Effect, which must share the program's own. Names stay readable, for stack traces: bundlers shorten them.
 * There are no source maps: readable files need none, and maps would be larger than all the rest. No types are checked here.
 */
import { ascii } from "@partner-api/bundling/Ascii"
import { launcherBeside } from "@partner-api/bundling/Launcher"
import { licencesBeside } from "@partner-api/bundling/Licences"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { defineConfig, type Plugin, type RolldownOptions } from "rolldown"
import { parseSync, Visitor } from "rolldown/utils"
import { withoutDocs } from "./scripts/WithoutDocs.ts"

const here = import.meta.dirname
const src = join(here, "src")
const dist = join(here, "dist")

/** Entries that exist as CommonJS too, and the packages that their types may name. */
export const dualEntries = { index: [], testing: [], webhooks: [] } as const

/** Entries with types, and the packages that these may name. */
export const typedEntries = { ...dualEntries, effect: ["effect"] } as const

/** The end of a declaration file, by the end of the module that it declares. */
const declarationEnds = { js: ".d.ts", cjs: ".d.cts" } as const

/** Where a declaration file names another module. */
interface Mention {
  readonly module: string
  readonly start: number
  readonly end: number
}

const mentionsIn = (path: string, text: string): ReadonlyArray<Mention> => {
  const { errors, program } = parseSync(path, text, { lang: "dts" })
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`)
  const found: Array<Mention> = []
  const add = (source: { readonly value: unknown; readonly start: number; readonly end: number } | null) => {
    if (typeof source?.value === "string") found.push({ module: source.value, start: source.start, end: source.end })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    TSImportType: (node) => add(node.source)
  }).visit(program)
  return found
}

/** "effect" for "effect/Schema", "@partner-api/domain" for "@partner-api/domain/Errors". */
const packageOf = (module: string) => module.split("/", module.startsWith("@") ? 2 : 1).join("/")

/**
 * The declaration files that can be reached from the entries, ready to be published for one kind of module: file name to text.
 *
 * Throws, with the way that leads there, when one of them names a package that its entry's users need not have.
 */
export const reachableDeclarations = (
  folder: string,
  entries: Readonly<Record<string, ReadonlyArray<string>>>,
  kind: keyof typeof declarationEnds = "js"
): ReadonlyMap<string, string> => {
  const published = new Map<string, string>()
  const breaches = new Set<string>()
  for (const [entry, allowed] of Object.entries(entries)) {
    const ways: Array<ReadonlyArray<string>> = [[`${entry}.d.ts`]]
    const seen = new Set<string>()
    for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
      const name = way[way.length - 1] ?? ""
      if (seen.has(name)) continue
      seen.add(name)
      const text = readFileSync(join(folder, name), "utf8")
      let rewritten = text
      // From the end, so that positions before a replacement stay right.
      for (const { module, start, end } of mentionsIn(name, text).toSorted((one, other) => other.start - one.start)) {
        if (!module.startsWith(".")) {
          if (!allowed.includes(packageOf(module))) breaches.add([...way, module].join(" -> "))
          continue
        }
        ways.push([...way, join(dirname(name), module.replace(/\.[jt]s$/, ".d.ts"))])
        rewritten =
          rewritten.slice(0, start) + JSON.stringify(module.replace(/\.[jt]s$/, `.${kind}`)) + rewritten.slice(end)
      }
      published.set(
        name.replace(/\.d\.ts$/, declarationEnds[kind]),
        rewritten.replace(/^\/\/# sourceMappingURL=.*\n?/m, "")
      )
    }
  }
  if (breaches.size > 0) {
    throw new Error(`Published types name packages that users need not have:\n${[...breaches].toSorted().join("\n")}`)
  }
  return published
}

/** Writes the declarations of the sources as they are now; what an earlier run has left may be of other sources. */
const withFreshDeclarations = <A>(use: (folder: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "partner-client-types-"))
  try {
    const project = join(folder, "tsconfig.json")
    const compilerOptions = {
      // Sources of domain and contract are read too, from where they are.
      rootDir: resolve(here, ".."),
      outDir: join(folder, "out"),
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      typeRoots: [join(here, "node_modules/@types")]
    }
    const files = Object.keys(typedEntries).map((entry) => join(src, `${entry}.ts`))
    writeFileSync(
      project,
      JSON.stringify({ extends: resolve(here, "../../tsconfig.base.json"), compilerOptions, files })
    )
    // A compiler that ends in a second need not collect its garbage.
    execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "-p", project, "--singleThreaded"], {
      stdio: "inherit",
      env: { ...process.env, GOGC: "off" }
    })
    return use(join(folder, "out", basename(here), "src"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const declarations: Plugin = {
  name: "declarations",
  writeBundle() {
    const published = withFreshDeclarations((folder) => [
      ...reachableDeclarations(folder, typedEntries),
      ...reachableDeclarations(folder, dualEntries, "cjs")
    ])
    for (const [name, text] of published) {
      const path = join(dist, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
}

const licences = licencesBeside(join(dist, "THIRD_PARTY_LICENSES.txt"))

/** The test server needs what Node has globally and jsdom under Jest has not: without this, a module of effect fails with the name of one. */
const needsGlobals = `for (const name of ["Request", "Response", "ReadableStream", "TextEncoder"]) if (!(name in globalThis)) throw new TypeError(
  name + " is not there, which every Node has. Jest's jsdom takes it away: begin the test file with /** @jest-environment node */ (docs/testing.md)."
);`

/** What makes a schema, the codec of an error, a security scheme or an example, and does nothing beside it. */
const manualPureFunctions = [
  "Schema",
  "wire",
  "oauthAnswer",
  "HttpApiSecurity",
  "ClientId",
  "NormalTimestamp",
  "ApplicationState"
]

const entry = (
  name: string,
  { plugins, ...options }: RolldownOptions = {},
  kind: keyof typeof declarationEnds = "js"
): RolldownOptions => ({
  input: join(src, `${name}.ts`),
  platform: "node",
  // Reading a global or a member does nothing here; without this, unused parts of effect and of the contract stay in.
  treeshake: { unknownGlobalSideEffects: false, propertyReadSideEffects: false, manualPureFunctions },
  output: {
    file: join(dist, `${name}.${kind}`),
    intro: name === "testing" ? needsGlobals : "",
    format: kind === "js" ? "esm" : "cjs",
    codeSplitting: false,
    // Hints for bundlers stay. Explanations are in the sources and in the declarations.
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } }
  },
  // Without it, each module is preceded by its place in this workspace.
  experimental: { attachDebugInfo: "none" },
  ...options,
  plugins: [plugins, ascii()]
})

/** An ES module of the package alone, without the licences and declarations that lie beside it. */
export const entryAlone = (name: keyof typeof dualEntries): RolldownOptions =>
  entry(name, { plugins: name === "index" ? [withoutDocs] : [] })

// Only this config writes there; a file of an entry that is gone must not be published.
rmSync(dist, { recursive: true, force: true })

export default defineConfig([
  entry("index", { plugins: [withoutDocs, licences, declarations] }),
  entry("testing", { plugins: [licences] }),
  entry("webhooks", { plugins: [licences] }),
  entry("index", { plugins: [withoutDocs, licences] }, "cjs"),
  // A server runs inside, which reads what the others leave out.
  entry("testing", { plugins: [licences] }, "cjs"),
  entry("webhooks", { plugins: [licences] }, "cjs"),
  entry("effect", { external: /^effect(\/|$)/, plugins: [withoutDocs, licences] }),
  entry("partner", { plugins: [licences, launcherBeside(here)] })
])
