/**
 * Long texts that a program carries inside: a module that exports one is replaced by one that has it packed.
 *
 * A program that is read when it starts is shorter then. The text is unpacked when its module is first imported, so that import should be dynamic.
 */
import { pathToFileURL } from "node:url"
import type { Plugin } from "rolldown"
import { unpacked, unpackImport } from "./Packed.ts"

/** Replaces the module whose path ends so, which exports this text and nothing else that is used. */
export const textInside = (module: RegExp, name: string): Plugin => ({
  name: "text-inside",
  load: {
    filter: { id: module },
    handler: async (id) => {
      const { [name]: text }: Readonly<Record<string, unknown>> = await import(pathToFileURL(id).href)
      return {
        code: `${unpackImport}\nexport const ${name} = ${unpacked(String(text))}.toString()\n`,
        moduleType: "js"
      }
    }
  }
})
