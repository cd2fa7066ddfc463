/**
 * A package registry for npm, on this machine: it has the tarballs of a release and nothing else, and remembers the requests.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename } from "node:path"
import type { Packed } from "../src/Tarballs.ts"

export interface PackageServer {
  readonly url: string
  /** The requests for files that it does not have. */
  readonly missed: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

/** What npm reads of a package: one version, with the manifest as it was packed. */
const documentOf = ({ manifest, tarball }: Packed, url: string) => {
  const bytes = readFileSync(tarball)
  const packed: unknown = JSON.parse(
    execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" })
  )
  const dist = {
    tarball: `${url}/-/${basename(tarball)}`,
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    shasum: createHash("sha1").update(bytes).digest("hex")
  }
  return {
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: Object.assign({}, packed, { dist }) }
  }
}

export const startPackageServer = async (packages: ReadonlyArray<Packed>): Promise<PackageServer> => {
  const missed: Array<string> = []
  const listening = Promise.withResolvers<string>()
  const server = createServer(async ({ method = "", url: path = "" }, response) => {
    const url = await listening.promise
    const requested = decodeURIComponent(path.slice(1))
    const found = packages.find(({ manifest }) => manifest.name === requested)
    const file = packages.find(({ tarball }) => requested === `-/${basename(tarball)}`)
    if (found !== undefined) {
      response.setHeader("content-type", "application/json").end(JSON.stringify(documentOf(found, url)))
    } else if (file !== undefined) {
      response.end(readFileSync(file.tarball))
    } else {
      missed.push(`${method} ${path}`)
      response.writeHead(404).end("{}")
    }
  })
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address === null || typeof address === "string") listening.reject(new Error("no port"))
    else listening.resolve(`http://127.0.0.1:${address.port}`)
  })
  return {
    url: await listening.promise,
    missed,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}
