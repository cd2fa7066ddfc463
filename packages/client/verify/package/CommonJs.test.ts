/**
 * The tarball in projects that are CommonJS, as they are today: a test run by Jest on the oldest Node, a NestJS application compiled to
 * CommonJS, and the ways in which TypeScript resolves a package from there.
 */
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { promiseTypes } from "./Consumers.ts"
import { makeProject, type Project, runIn } from "./Project.ts"
import { makeTarball, type Tarball } from "./Tarball.ts"

/** The last Node that cannot load ES modules with require inside of Jest, and the oldest that the package supports. */
const oldestNode = "20.20.2"

/** The last TypeScript that knows the resolution of Node 10, which `module: commonjs` stands for. */
const oldTypeScript = "~5.9.0"

const nodePackage = `node-linux-${process.arch === "arm64" ? "arm64" : "x64"}`

let tarball: Tarball

beforeAll(async () => {
  tarball = await makeTarball()
})

afterAll(() => tarball.remove())

/** A project whose own files are CommonJS. */
const makeCommonJs = async (name: string, fromRegistry: Readonly<Record<string, string>>): Promise<Project> => {
  const project = await makeProject(tarball, name, {
    [nodePackage]: oldestNode,
    typescript: oldTypeScript,
    ...fromRegistry
  })
  await project.write({ "package.json": JSON.stringify({ private: true }) })
  return project
}

const nodeOf = (project: Project) => join(project.folder, "node_modules", nodePackage, "bin/node")
const moduleOf = (project: Project, file: string) => join(project.folder, "node_modules", file)

const jestTest = `
const { createClient, isPartnerError } = require("@partner-api/client")
const { createTestServer } = require("@partner-api/client/testing")

test("reads a list of several pages, and distinguishes errors", async () => {
  const server = createTestServer()
  const { jobs } = createClient(server.client()).organization("org_1")
  const ids = []
  for await (const job of jobs.list({ limit: 2 })) ids.push(job.id)
  expect(ids).toEqual(["job_1", "job_2", "job_3"])
  const refused = await jobs.get("job_none").catch((error) => error)
  expect(isPartnerError(refused, "NotFound")).toBe(true)
})
`

describe("Jest 30 (decision 49)", () => {
  it(`passes on Node ${oldestNode}, without any configuration`, async () => {
    const project = await makeCommonJs("jest", { jest: "^30.0.0" })
    await project.write({ "client.test.js": jestTest })
    const ran = await project.node([moduleOf(project, "jest/bin/jest.js"), "--ci"], nodeOf(project))
    assert.strictEqual(ran.status, 0, ran.output)
    assert.match(ran.output, /Tests: +1 passed, 1 total/)
  })
})

/** An application: a service that is injected, and a client that comes from a provider. */
const nestApplication = `
import "reflect-metadata"
import { Inject, Injectable, Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { createClient, isPartnerError, type Job, type PartnerClient } from "@partner-api/client"
import { createTestServer } from "@partner-api/client/testing"

@Injectable()
class JobsService {
  constructor(@Inject("PARTNER") private readonly partner: PartnerClient) {}

  async titles(): Promise<Array<string>> {
    const jobs: ReadonlyArray<Job> = await this.partner.organization("org_1").jobs.list().all({ max: 10 })
    return jobs.map((job) => job.title)
  }
}

@Module({
  providers: [JobsService, { provide: "PARTNER", useFactory: () => createClient(createTestServer().client()) }]
})
class AppModule {}

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false })
  const titles = await app.get(JobsService).titles()
  const error: unknown = await app.get<PartnerClient>("PARTNER").organization("org_1").jobs.get("none").catch((e: unknown) => e)
  console.log(JSON.stringify({ found: titles.length, refused: isPartnerError(error, "NotFound") }))
  await app.close()
}
void main()
`

describe("a NestJS application with module: commonjs (decision 49)", () => {
  it(`compiles and runs on Node ${oldestNode}`, async () => {
    const project = await makeCommonJs("nest", {
      "@nestjs/common": "^11.0.0",
      "@nestjs/core": "^11.0.0",
      "@types/node": "^20.0.0",
      "reflect-metadata": "^0.2.0",
      rxjs: "^7.0.0"
    })
    // The options that the project's generator writes, and the strictness that users add.
    const compilerOptions = {
      module: "commonjs",
      declaration: true,
      removeComments: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      allowSyntheticDefaultImports: true,
      target: "ES2021",
      outDir: "./dist",
      strict: true,
      skipLibCheck: true,
      types: ["node"]
    }
    await project.write({
      "main.ts": nestApplication,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["main.ts"] })
    })
    const compiled = await runIn(project.folder, process.execPath, [moduleOf(project, "typescript/bin/tsc"), "-p", "."])
    assert.strictEqual(compiled.status, 0, compiled.output)
    const ran = await project.node(["dist/main.js"], nodeOf(project))
    assert.strictEqual(ran.status, 0, ran.output)
    assert.deepStrictEqual(JSON.parse(ran.stdout), { found: 3, refused: true })
  })
})

describe("the types, from CommonJS", () => {
  it.for([
    ["node10", { module: "CommonJS", moduleResolution: "node10" }],
    ["node16", { module: "Node16" }],
    ["nodenext", { module: "NodeNext" }],
    ["bundler", { module: "ESNext", moduleResolution: "Bundler" }]
  ] as const)("are sound with %s", async ([name, options]) => {
    const project = await makeCommonJs(`types-${name}`, {})
    await project.write({ "promise.ts": promiseTypes })
    const ran = await project.check(
      "promise.ts",
      {
        ...options,
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        target: "ES2022",
        types: [],
        lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"]
      },
      moduleOf(project, "typescript")
    )
    assert.strictEqual(ran.status, 0, ran.output)
  })
})
