/**
 * Long texts that a program carries inside: a module that exports one is replaced by one that has it packed.
 *
 * A program that is read when it starts is shorter then. The text is unpacked when its module is first imported, so that import should be dynamic.
 */
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import type { Plugin } from "rolldown"

/** Replaces the module whose path ends so, which exports this text and nothing else that is used. */
export const textInside = (module: RegExp, name: string): Plugin => ({
  name: "text-inside",
  load: {
    filter: { id: module },
    handler: async (id) => {
      const { [name]: text }: Readonly<Record<string, unknown>> = await import(pathToFileURL(id).href)
      const packed = gzipSync(String(text), { level: 9 }).toString("base64")
      return {
        code: `import { gunzipSync } from "node:zlib"
export const ${name} = gunzipSync(Buffer.from("${packed}", "base64")).toString()
`,
        moduleType: "js"
      }
    }
  }
})
