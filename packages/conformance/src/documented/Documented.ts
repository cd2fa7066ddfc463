/**
 * The scenarios of what the specification documents, in the order they run.
 */
import { access } from "./Access.ts"
import { lists } from "./Lists.ts"
import { shapes } from "./Shapes.ts"
import { tokens } from "./Tokens.ts"
import { writes } from "./Writes.ts"

export const documented = [shapes, access, tokens, lists, writes].flat()
