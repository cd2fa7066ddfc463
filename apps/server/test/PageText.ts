/**
 * The texts of the pages of jobs, as each engine gets them: tests and the bench look at their plans.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Statement from "effect/sql/Statement"
import { pageOfJobs, type PageReader } from "../src/store/sql/Jobs.ts"

/** A constructor of statements without a connection. Effect keeps one for each acquirer, so each engine has its own. */
const constructorOf = (compiler: Statement.Compiler) =>
  Statement.make(
    Effect.suspend(() => Effect.never),
    compiler,
    [],
    undefined
  )

const constructors = {
  sqlite: () => constructorOf(Statement.makeCompilerSqlite()),
  postgres: () => constructorOf(PgClient.makeCompiler())
}

/** The values of a page without a filter. */
export interface PageValues {
  readonly organizationId: string
  readonly agencyId: string
  /** The id after which the page begins. */
  readonly after: string
  readonly count: number
}

/** The text of a page without a filter, and the names of its values in their order. */
export const pageStatement = (engine: keyof typeof constructors, reader: PageReader) => {
  const sql = constructors[engine]()
  const [text, names] = sql`${pageOfJobs(sql, reader, (name) => name)}`.compile()
  return {
    text,
    valuesOf: (values: PageValues): Array<string | number> =>
      names.map((name) => new Map<unknown, string | number>(Object.entries(values)).get(name) ?? "")
  }
}

/** The text of a page of all jobs. Its values are the organization, the id after which the page begins, and the count of rows. */
export const pageText = (engine: keyof typeof constructors): string => pageStatement(engine, "organization").text
