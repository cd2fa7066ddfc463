/**
 * Where the programs of this run lie, each in one file, as `buildPrograms.ts` made them.
 */
import * as Path from "node:path"
import { inject } from "vitest"

const built = inject("built")

/** The program `partner-api`. */
export const mainFile = Path.join(built, "partner-api.mjs")

/** The program `partner`. */
export const partnerFile = Path.join(built, "partner.mjs")

/** The conformance kit. */
export const conformanceFile = Path.join(built, "partner-api-conformance.mjs")

/** What a program of somebody else can import: the client library as it is published, and `effect`. */
export const modulesOfOthers = Path.join(built, "node_modules")

/** Node keeps compiled code here: the second start of a program takes less time. */
export const compileCache = Path.join(built, "compiled")
