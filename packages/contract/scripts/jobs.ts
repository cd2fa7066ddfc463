/**
 * Writes the members of jobs for the conformance kit and for the peers of the comparison.
 */
import { writeFileSync } from "node:fs"
import { jobColumns, jobShape } from "./MemberTexts.ts"

writeFileSync(new URL("../../conformance/src/decided/JobShape.ts", import.meta.url), jobShape())
writeFileSync(new URL("../../../bench/peers/JobMembers.ts", import.meta.url), jobColumns())
