/**
 * Loads each built-in module of Node when a program first uses it.
 *
 * An import of a built-in module reads all that the module exports. Some of `node:http` is loaded only when it is read, a whole HTTP client among
 * it, which takes a twentieth of the time that a server takes to start.
 */
import type { Plugin } from "rolldown"

const mark = "\0builtin:"

export const lazyBuiltins = (): Plugin => ({
  name: "lazy-builtins",
  // The bundler itself needs `node:module` before anything else.
  resolveId: { filter: { id: /^node:(?!module$)/ }, handler: (id) => mark + id },
  load: {
    filter: { id: new RegExp(`^${mark}`) },
    handler: (id) => ({
      code: `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice(mark.length))})`,
      moduleType: "js"
    })
  }
})
