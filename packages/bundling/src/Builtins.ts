/**
 * Has a program ask Node for its built-in modules when it first uses one.
 *
 * An import of a built-in module reads all that the module exports. Some of `node:http` is loaded only when it is read, a whole HTTP client among
 * it, which takes a twentieth of the time that a server takes to start.
 */
import type { Plugin } from "rolldown"

const mark = "\0builtin:"

export const builtinsAsked = (): Plugin => ({
  name: "builtins-asked",
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
