/**
 * Plugins that make a program start quickly: less to read, and nothing made before it is needed. Published programs and those of tests start alike.
 */
import type { Plugin } from "rolldown"
import { ascii } from "./Ascii.ts"
import { lazyBuiltins } from "./Builtins.ts"
import { textInside } from "./TextInside.ts"

/** The script of the documentation page, which is most of the text of a server. */
const script = /http-api\/internal\/httpApiScalar\.js$/

/** Stands behind every plugin that adds text: what they add is written in ASCII too. */
export const quickStart = (): ReadonlyArray<Plugin> => [lazyBuiltins(), textInside(script, "javascript"), ascii()]
