/** Part of `pnpm release:version`: after changesets has written the manifests, writes their version wherever else it stands. */
import { root } from "../src/Packages.ts"
import { versionOf, writeVersion } from "../src/Versions.ts"

writeVersion(root)
console.log(`Version ${versionOf(root)}. Commit it, and push the tag v${versionOf(root)} to publish.`)
